//! A pack whose files have any bytes loads, compiles and says what is wrong.

use foretoken_action_assets::expression::{Meaning, Unknown, compile_expression};
use foretoken_vm::Battle;
use foretoken_vm::chance::Distribution;
use foretoken_vm::disassemble;
use foretoken_vm::rulebook::ColumnOf;
use proptest::prelude::*;

use crate::pack;

const PATHS: &[&str] = &[
    "actions/wait.ron",
    "actions/other.ron",
    "units/rat.ron",
    "surfaces/fire.ron",
    "terrains/floor.ron",
    "rules.ron",
    "scenarios/s.ron",
];

/// Text made of the pieces that mean something, which comes further than random bytes do.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        "Action(",
        "body: [",
        "Unit(",
        "Scenario(",
        "Rules(",
        "Surface(",
        "Terrain(",
        "glyph: \"r\",",
        "map: [\"r.\", \"..\"],",
        "legend: [(glyph: \"r\", unit: \"rat\")],",
        "heights: [\"2<\", \"v0\"],",
        "floors: [(map: [\" .\", \"..\"], height: 4, heights: [\"..\", \">7\"])],",
        "DeclareTarget(name: \"T1\"),",
        "ActionList(repeat: 2, body: [",
        "Delay(body: [",
        "Veil(body: [",
        "Include(action: \"other\"),",
        "Include(action: \"wait\"),",
        "Kill(target: \"T1\"),",
        "])",
        "],",
        "),",
        "Branch(if: \"health(T1)\", then: [",
        "Damage(target: \"T1\", amount: \"2d6\"),",
        "on_enter: \"wait\",",
        "actions: [\"wait\"],",
        "burns: [\"fire\"],",
        "limits: (fuel: 1),",
        "goals: [(text: \"\", when: \"round > 1\")],",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

struct Anything;

impl Meaning for Anything {
    fn target(&mut self, _: &str) -> Result<u8, Unknown> {
        Ok(0)
    }
    fn surface(&mut self, _: &str) -> Result<u8, Unknown> {
        Ok(255)
    }
    fn tag(&mut self, _: &str) -> Result<u8, Unknown> {
        Ok(0)
    }
    fn zone(&mut self, _: &str) -> Result<u8, Unknown> {
        Ok(0)
    }
    fn parameter(&mut self, _: &str) -> Result<u16, Unknown> {
        Ok(0)
    }
    fn column(&mut self, _: ColumnOf, _: &str) -> Result<u16, Unknown> {
        Ok(0)
    }
    fn distribution(&mut self, _: Distribution) -> u16 {
        0
    }
}

fn play(files: &[(&str, &str)]) {
    let library = pack(files);
    library.check_all().render();
    if let (Some(book), _) = library.compile("s") {
        assert_eq!(Battle::new(&book, 1).state().round(), 1);
        for program in &book.programs {
            assert!(!disassemble(&book, program).contains("panic"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(20_260), failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn any_bytes_as_any_file(at in 0..PATHS.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut library = pack(&[]);
        library.reload(PATHS[at], Some(&bytes));
        library.check_all().render();
    }

    #[test]
    fn any_pieces_as_any_two_files(a in 0..PATHS.len(), b in 0..PATHS.len(), one in pieces(), two in pieces()) {
        play(&[(PATHS[a], &one), (PATHS[b], &two)]);
    }

    #[test]
    fn any_action_body(one in pieces()) {
        let text = format!("Action(body: [{one}])");
        play(&[("actions/other.ron", &text)]);
    }

    #[test]
    fn any_formula(text in "([0-9]{1,3}|[-+*/(),<>=]|d6|round|and|not|health\\(x\\)|min\\(| ){0,40}|.{0,40}") {
        if let Ok(formula) = compile_expression(&text, &mut Anything) {
            prop_assert!(formula.stack_needed().is_some());
        }
    }
}
