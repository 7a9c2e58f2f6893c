//! Differences between seeds: initial units and openings.

use foretoken_session::content::Content;
use foretoken_session::record::{self, Verdict};
use foretoken_session::{Referee, Session, saves};
use foretoken_tests::{Pack, root};
use foretoken_vm::{CompiledScenario, Team};
use std::collections::BTreeSet;

const YARD: &str = "
    ########
    #W..r.s#
    #...r.s#
    #...r..#
    ########
";

fn others(book: &CompiledScenario, seed: u64) -> Vec<String> {
    let battle = book.battle(seed);
    let rows = battle.state().entities().iter().filter(|row| row.team == Team(1));
    rows.map(|row| format!("{}{}", book.unit_type(row).map_or('?', |kind| kind.glyph), row.cell)).collect()
}

#[test]
fn so_many_are_there_as_the_scenario_says_and_which_the_seed_says() {
    let book = Pack::new(YARD).spawn("r", 2, false).book();
    let seen: BTreeSet<Vec<String>> = (1..40).map(|seed| others(&book, seed)).collect();
    assert_eq!(seen.len(), 3, "two of three rats: {seen:?}");
    assert!(seen.iter().all(|units| units.len() == 4), "{seen:?}");
    assert_eq!(others(&book, 5), others(&book, 5));
}

#[test]
fn a_group_comes_whole_or_not_at_all() {
    let book = Pack::new(YARD).spawn("rs", 1, true).book();
    let seen: BTreeSet<Vec<String>> = (1..20).map(|seed| others(&book, seed)).collect();
    let lengths: BTreeSet<usize> = seen.iter().map(Vec::len).collect();
    assert_eq!((seen.len(), lengths), (2, BTreeSet::from([2, 3])));
}

#[test]
fn a_record_goes_on_with_those_who_were_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = Pack::new(YARD).spawn("rs", 1, true).goal("round > 3");
    for seed in 1..5 {
        let writer = saves::new_record(folder.path(), "drawn").expect("a record");
        let path = writer.path().to_owned();
        let mut session = Session::recorded(pack.setup().with_seed(seed), Some(writer)).expect("it begins");
        session.decide_rest_by_planner();
        session.commit();
        drop(session);
        let book = pack.book();
        let compile = move |_: &str, _: &str| Ok(CompiledScenario::clone(&book));
        let opened = record::open(&path).expect("it is whole");
        assert!(matches!(record::verify(&opened, &compile).expect("it replays"), Verdict::Same { .. }));
    }
}

/// A given seed is used as it is; otherwise each new battle in a folder gets another seed.
#[test]
fn a_further_battle_has_a_further_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let writers = [(); 3].map(|()| saves::new_record(folder.path(), "vigil/first-light").expect("a record"));
    assert_eq!(writers.each_ref().map(|writer| saves::seed_of(writer.path(), 1)), [1, 2, 3]);
}

#[test]
fn the_computer_opens_otherwise_for_other_seeds() {
    let content = Content::open(&root().join("assets")).expect("assets");
    let opening = |scenario: &str, seed: u64| {
        let setup = content.setup(scenario, Some(seed)).expect("a scenario").setup;
        let referee = Referee::start(setup, None).expect("it begins");
        format!("{:?}", referee.plan().iter().collect::<Vec<_>>())
    };
    for scenario in ["first-light", "turned-blades", "powder"] {
        let openings: BTreeSet<String> = (1..13).map(|seed| opening(scenario, seed)).collect();
        assert!(openings.len() > 1, "{scenario} is always opened alike");
        assert_eq!(opening(scenario, 3), opening(scenario, 3));
    }
}
