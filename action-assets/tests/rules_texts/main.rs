//! Rules texts, on battles built by hand.

#[allow(dead_code, reason = "the tokens of the tests of `vm`, of which these tests need a part")]
#[path = "../../../vm/tests/it/code.rs"]
mod code;
#[allow(dead_code, reason = "the battles of the tests of `vm`, of which these tests need a part")]
#[path = "../../../vm/tests/it/fixture.rs"]
mod fixture;

mod effect_sources;
mod programs;
mod queue;
mod words;
