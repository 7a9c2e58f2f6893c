//! The starter pack plays to its end with the computer on both sides.

use foretoken_action_assets::starter;
use foretoken_preview::PlannerOptions;
use foretoken_session::content::Content;
use foretoken_session::simulate;

#[test]
fn a_new_pack_compiles_and_its_battle_comes_to_an_end() {
    let root = tempfile::tempdir().expect("a folder");
    for (path, text) in starter::files() {
        let file = root.path().join("mine").join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, text).expect("written");
    }
    let content = Content::open(root.path()).expect("content");
    let ready = content.setup(starter::SCENARIO, None).expect("it compiles");
    let options = PlannerOptions { budget: 4_000, ..PlannerOptions::default() };
    let fought: Vec<_> =
        (1..=6).map(|seed| simulate::play(&ready.setup.book, &ready.setup.opening.seeded(seed), &options)).collect();
    assert!(fought.iter().all(|tally| tally.outcome != 0 && tally.rounds <= 20), "{fought:?}");
    assert!(fought.iter().any(|tally| !tally.kills.is_empty()), "somebody fights: {fought:?}");
}
