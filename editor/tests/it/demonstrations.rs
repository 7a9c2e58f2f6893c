//! Demonstrations of actions: arranging, answering, recording and notes.

use crate::driver::{Driver, add, open, vigil};
use foretoken_action_assets::{AnyAsset, AssetType};
use imgui::Key;

#[test]
fn demonstrations_are_answered_dragged_and_recorded() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "shove");
    let count = driver.game.library.action("shove").expect("it").demonstrations.len();
    (0..count).for_each(|_| driver.click("demonstration/remove"));
    driver.click("demonstration/make");
    let own = |driver: &Driver| driver.game.library.action("shove").expect("it").demonstrations[0].clone();
    assert_eq!(own(&driver).after, ["......", ".A.b..", "......"]);
    assert!(own(&driver).check(&driver.game.library, "shove").is_empty());
    driver.drag("demonstration/c2", "demonstration/b1", 0.5);
    assert_eq!(own(&driver).before, [".b....", ".A....", "......"]);
    driver.quiet();
    assert!(driver.editor.model().problems.iter().any(|fault| fault.code == "demonstration"));
    assert!(driver.is_shown("demonstration/unrecorded"), "what is arranged is not recorded yet");
    assert!(!driver.is_shown("demonstration/differs") && !driver.is_shown("status/wrong"), "which is nothing wrong");
    driver.click("demonstration/record-now");
    driver.quiet();
    assert!(!driver.is_shown("demonstration/unrecorded") && !driver.is_shown("demonstration/differs"));
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    driver.click("demonstration/mode/Answer");
    driver.drag("demonstration/b1", "demonstration/e1", 0.5);
    assert_eq!(own(&driver).before, [".b....", ".A....", "......"]);
    driver.click("demonstration/answers");
    assert!(own(&driver).answers.is_empty());
    driver.click("demonstration/mode/Arrange");
    driver.click("demonstration/b1");
    assert!(own(&driver).answers.is_empty());
    driver.click("demonstration/answer");
    driver.click("demonstration/b1");
    assert_eq!(own(&driver).answers, ["b"]);
    driver.click("demonstration/mode/Arrange");
    driver.click("demonstration/brush/#");
    driver.click("demonstration/a1");
    driver.click("demonstration/size/wider");
    assert_eq!(own(&driver).before, ["#b.....", ".A.....", "......."]);
}

#[test]
fn what_an_action_does_otherwise_than_recorded_is_wrong() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "bite");
    assert!(!driver.is_shown("demonstration/differs") && !driver.is_shown("status/wrong"));
    let mut bite = driver.game.library.action("bite").expect("it").clone();
    bite.body.pop();
    let bite = AnyAsset::Action(bite);
    let Driver { editor, game, .. } = &mut driver;
    editor.model_mut().edit_open(game, "less", "", bite);
    driver.quiet();
    assert!(driver.is_shown("demonstration/differs") && driver.is_shown("status/wrong"));
    assert!(!driver.is_shown("demonstration/unrecorded"));
}

#[test]
fn recording_one_demonstration_leaves_the_fault_of_another() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "bite");
    driver.click("demonstration/duplicate");
    let mut bite = driver.game.library.action("bite").expect("it").clone();
    bite.body.pop();
    let bite = AnyAsset::Action(bite);
    let Driver { editor, game, .. } = &mut driver;
    editor.model_mut().edit_open(game, "less", "", bite);
    driver.quiet();
    let wrong = |driver: &Driver| {
        let all = driver.editor.model().problems.iter();
        let mut paths: Vec<_> =
            all.filter(|fault| fault.code == "demonstration").map(|fault| &fault.path[..16]).collect();
        paths.dedup();
        paths.join(" ")
    };
    assert_eq!(wrong(&driver), "demonstration[0] demonstration[1]");
    driver.click("demonstration/of/0");
    driver.click("demonstration/record");
    driver.quiet();
    assert_eq!(wrong(&driver), "demonstration[1]");
}

#[test]
fn the_board_of_a_demonstration_stays_under_the_pointer() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "shove");
    let board = driver.widget_rects.get("demonstration/board");
    let stays =
        |driver: &Driver, when: &str| assert_eq!(driver.widget_rects.get("demonstration/board"), board, "{when}");
    driver.drag("demonstration/c2", "demonstration/b1", 0.5);
    let below = driver.middle("demonstration/drag");
    driver.scroll_to(below, "demonstration/unrecorded");
    assert!(driver.is_shown("demonstration/unrecorded"));
    stays(&driver, "it is not recorded");
    driver.drag("demonstration/b1", "demonstration/e1", 0.5);
    driver.scroll_to(below, "demonstration/answer");
    assert!(driver.is_shown("demonstration/answer"));
    stays(&driver, "nobody is in reach");
    driver.click("demonstration/answer");
    stays(&driver, "it is answered");
    driver.click("demonstration/mode/Arrange");
    driver.scroll_to(below, "demonstration/start/value");
    driver.fill("demonstration/start/value", "2");
    driver.click("demonstration/start/set");
    driver.fill("demonstration/start/value", "3");
    stays(&driver, "units begin otherwise");
}

#[test]
fn a_demonstration_that_would_show_nothing_is_left_to_be_arranged() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/new");
    driver.click("new/action");
    driver.fill("new/name", "idle");
    add(&mut driver, "wait");
    driver.click("demonstration/make");
    let own = driver.game.library.action("idle").expect("it").demonstrations[0].clone();
    assert!(!own.before.is_empty() && own.after.is_empty(), "it is not recorded: {own:?}");
    assert!(driver.editor.model().notices.iter().any(|told| told.starts_with("No board was found")));
    driver.quiet();
    assert!(driver.is_shown("demonstration/unrecorded") && !driver.is_shown("status/wrong"));
}

#[test]
fn an_action_has_several_demonstrations() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "bite");
    let all = |driver: &Driver| driver.game.library.action("bite").expect("it").demonstrations.clone();
    let names = |driver: &Driver| all(driver).into_iter().map(|own| own.name).collect::<Vec<_>>();
    let before = all(&driver);
    driver.click("demonstration/duplicate");
    assert_eq!(names(&driver), ["", "case 2"]);
    driver.fill("demonstration/name", "shielded");
    driver.click("demonstration/start/who");
    driver.click("demonstration/start/who/b");
    driver.click("demonstration/start/what");
    driver.click("demonstration/start/what/shield");
    driver.fill("demonstration/start/value", "2");
    assert_eq!(names(&driver), ["", "shielded"]);
    assert_eq!(all(&driver)[1].start, ["b shield 2"]);
    assert_eq!(all(&driver)[0], before[0]);
    driver.quiet();
    let told = |driver: &Driver| {
        let all = driver.editor.model().problems.iter();
        let own = all.filter(|fault| fault.code == "demonstration");
        own.map(|fault| (fault.path.clone(), fault.message.clone())).collect::<Vec<_>>()
    };
    assert!(
        told(&driver).iter().any(|(path, words)| path == "demonstration[1].facts[0]" && words.contains("`shielded`"))
    );
    let notes = driver.middle("demonstration/notes");
    driver.scroll_to(notes, "demonstration/expect/0");
    driver.click("demonstration/expect/0");
    assert_eq!(all(&driver)[1].facts, ["b health 4 -> 3", "b shield 2 -> 1"]);
    driver.ctrl(Key::Z);
    driver.scroll_to(notes, "demonstration/others");
    driver.click("demonstration/others");
    assert!(all(&driver)[1].others);
    driver.scroll_to(notes, "demonstration/watch");
    driver.click("demonstration/watch");
    assert!(!all(&driver)[1].others);
    driver.click("demonstration/record");
    assert_eq!(all(&driver)[1].facts, ["b shield 2 -> 1"]);
    driver.quiet();
    assert_eq!(told(&driver), []);
    driver.click("demonstration/earlier");
    assert_eq!(names(&driver), ["shielded", ""]);
    driver.click("demonstration/of/1");
    driver.click("demonstration/add");
    assert_eq!(names(&driver), ["shielded", "", "case 2"]);
    driver.click("demonstration/remove");
    driver.click("demonstration/of/0");
    driver.click("demonstration/start/0");
    assert!(all(&driver)[0].start.is_empty());
    driver.click("demonstration/of/1");
    driver.quiet();
    driver.editor.raise("problems");
    driver.quiet();
    driver.click("problems/0");
    assert_eq!(driver.editor.model().demonstration, 0);
    driver.click("demonstration/remove");
    assert_eq!(all(&driver), before);
}

#[test]
fn facts_follow_the_new_name_of_a_column() {
    let folder = vigil();
    let mut driver = Driver::with_size(folder.path(), None, None, [1600.0, 2000.0]);
    open(&mut driver, AssetType::Rules, "rules");
    driver.click("inspector/columns/add");
    driver.frames(2);
    driver.fill("inspector/columns[0].name", "heat");
    open(&mut driver, AssetType::Action, "bite");
    let brush = driver.middle("demonstration/drag");
    driver.scroll_to(brush, "demonstration/start/set");
    driver.click("demonstration/start/what");
    driver.click("demonstration/start/what/heat");
    driver.fill("demonstration/start/value", "7");
    driver.click("demonstration/start/set");
    let own = |driver: &Driver| driver.game.library.action("bite").expect("it").demonstrations[0].start.clone();
    assert_eq!(own(&driver), ["A heat 7"]);
    open(&mut driver, AssetType::Rules, "rules");
    driver.fill("inspector/columns[0].name", "warmth");
    driver.quiet();
    assert_eq!(own(&driver), ["A warmth 7"]);
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    driver.ctrl(Key::Z);
    assert_eq!(
        (own(&driver), driver.game.library.rules().columns[0].name.as_str()),
        (vec!["A heat 7".to_owned()], "heat")
    );
}

#[test]
fn every_demonstration_plays() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    let names: Vec<String> = driver.game.library.names_of(AssetType::Action).map(str::to_owned).collect();
    let mut count = 0;
    for name in names {
        let all = driver.game.library.action(&name).expect("it").demonstrations.clone();
        for (at, own) in all.iter().enumerate() {
            count += 1;
            assert_eq!(own.check(&driver.game.library, &name), [], "{name}");
            open(&mut driver, AssetType::Action, &name);
            if all.len() > 1 {
                driver.click(&format!("demonstration/of/{at}"));
            }
            assert!(driver.is_shown("demonstration/board"), "{name}");
            for _ in 0..4 {
                driver.click("demonstration/step");
            }
        }
    }
    assert!(count >= 12, "{count} demonstrations");
}

/// A failing demonstration keeps nothing out of force, and the notice of a save reports that.
#[test]
fn of_a_demonstration_that_is_at_fault_it_is_told_that_all_is_in_force() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "bite");
    let mut bite = driver.game.library.action("bite").cloned().expect("it");
    bite.demonstrations[0].after.reverse();
    bite.demonstrations[0].after[0] = "nothing".to_owned();
    let (model, game) = (driver.editor.model_mut(), &mut driver.game);
    model.edit_open(game, "bite: after", "", AnyAsset::Action(bite));
    model.check(game);
    assert!(model.save(game));
    let told = model.notices.last().cloned().expect("told");
    let expected = "actions/bite.ron is saved with a fault, but the battle uses it: the demonstration: the result differs from the recording.";
    assert_eq!(told, expected);
}

/// Notes go beside the board if there is room, so that the brushes do not move.
#[test]
fn what_is_told_moves_no_brush() {
    let folder = vigil();
    let mut driver = Driver::with_size(folder.path(), None, None, [1280.0, 800.0]);
    open(&mut driver, AssetType::Action, "shove");
    let brush = driver.widget_rects.get("demonstration/brush/c");
    driver.drag("demonstration/c2", "demonstration/b1", 0.5);
    assert!(driver.is_shown("demonstration/unrecorded"));
    assert_eq!(driver.widget_rects.get("demonstration/brush/c"), brush);
}
