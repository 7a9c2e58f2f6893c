//! A pack with arbitrary bytes loads, compiles and reports faults.

use foretoken_vm::disassemble;
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

fn play(files: &[(&str, &str)]) {
    let library = pack(files);
    library.check_all().render();
    if let (Some(book), _) = library.compile("s") {
        assert_eq!(book.battle(1).state().round(), 1);
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
}
