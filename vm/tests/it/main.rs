//! The VM's laws and tokens, on battles built by hand.

mod chance;
mod code;
mod fixture;
mod hidden;
mod laws;
mod limits;
mod programs;
mod snapshots;
mod tokens;
mod walks;
