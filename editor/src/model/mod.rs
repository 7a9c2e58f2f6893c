//! The editor without a screen.
