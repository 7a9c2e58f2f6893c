//! The program of the page: plays a battle with the first answers that are legal, and prints the odds of each decision.

include!("../pages/odds.rs");
