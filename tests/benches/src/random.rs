//! Random legal actions.
