//! What a designer does, step by step.

use crate::driver::{Driver, Game, vigil};
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::model::Model;
use foretoken_editor::{EditorRequest, Picture};
use imgui::Key;

/// Adds a part by the first letters of its name.
fn add(driver: &mut Driver, letters: &str) {
    driver.click("action/add");
    driver.write(letters);
    driver.key(Key::Enter);
}

/// Picks one of a list that opens.
fn pick(driver: &mut Driver, spot: &str, option: &str) {
    driver.click(spot);
    driver.click(&format!("{spot}/{option}"));
}

fn new_action(driver: &mut Driver, name: &str) {
    driver.click("assets/new");
    driver.click("new/action");
    driver.fill("new/name", name);
}

#[test]
fn blink_strike_is_built_from_nothing() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    new_action(&mut driver, "blink");
    add(&mut driver, "decl");
    driver.fill("inspector/range/high", "10");
    driver.click("inspector/filter/Occupied");
    add(&mut driver, "decl");
    driver.click("inspector/asks");
    driver.click("inspector/asks/Direction");
    pick(&mut driver, "inspector/from", "T1");
    driver.click("inspector/filter/Empty");
    add(&mut driver, "tele");
    add(&mut driver, "dam");
    pick(&mut driver, "inspector/target", "T1");
    let expected = "Action(
    title: \"Blink\",
    body: [
        DeclareTarget(
            name: \"T1\",
            range: (1, 10),
            filter: [
                Occupied,
            ],
        ),
        DeclareTarget(
            name: \"T2\",
            asks: Direction,
            from: \"T1\",
            filter: [
                Empty,
            ],
        ),
        Teleport(
            to: \"T2\",
        ),
        Damage(
            target: \"T1\",
        ),
    ],
)
";
    assert_eq!(driver.text_of(AssetType::Action, "blink"), expected);
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    driver.click("demonstration/make");
    let text = driver.text_of(AssetType::Action, "blink");
    assert!(text.contains("b health 4 -> 3"), "{text}");
    assert!(!folder.path().join("actions/blink.ron").exists(), "nothing is saved before it is");
    driver.ctrl(Key::S);
    assert_eq!(std::fs::read_to_string(folder.path().join("actions/blink.ron")).expect("saved"), text);
}

/// The lines of the tree as paths and kinds.
fn kinds(driver: &Driver, action: &str) -> Vec<&'static str> {
    let action = driver.game.library.action(action).expect("there is one");
    action.body.iter().map(|part| part.kind.name()).collect()
}

fn open(driver: &mut Driver, kind: AssetType, name: &str) {
    driver.editor.model_mut().open(kind, name);
    driver.frames(2);
}

#[test]
fn parts_are_dragged_before_behind_and_into_each_other() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
    driver.drag("action/body[2]", "action/body[1]", 0.1);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Damage", "Wait"]);
    driver.drag("action/body[1]", "action/body[2]", 0.9);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
    driver.click("action/body[2]");
    driver.click("action/wrap");
    driver.click("action/wrap/ActionList");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "ActionList"]);
    driver.drag("action/body[1]", "action/body[2]", 0.5);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "ActionList"]);
    let inner = "body[1].body[1]";
    assert!(driver.sees(&format!("action/{inner}")), "it is in the list now");
    driver.drag(&format!("action/{inner}"), "action/end", 0.5);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "ActionList", "Wait"]);
    driver.click("action/body[1]");
    driver.click("action/unwrap");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Damage", "Wait"]);
}

#[test]
fn undoing_all_gives_back_every_byte() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "hurl");
    let before = driver.text_of(AssetType::Action, "hurl");
    driver.drag("action/body[2]", "action/body[0]", 0.1);
    driver.fill("inspector/label", "a throw");
    add(&mut driver, "stun");
    driver.click("action/body[1]");
    driver.click("action/duplicate");
    driver.click("action/delete");
    driver.click("action/cut");
    driver.click("action/body[0]");
    driver.click("action/paste");
    assert_ne!(driver.text_of(AssetType::Action, "hurl"), before);
    let edits = driver.editor.model().history.done();
    assert!(edits >= 6, "{edits}");
    for _ in 0..edits {
        driver.ctrl(Key::Z);
    }
    assert_eq!(driver.text_of(AssetType::Action, "hurl"), before);
    for _ in 0..edits {
        driver.ctrl(Key::Y);
    }
    let after = driver.text_of(AssetType::Action, "hurl");
    driver.editor.raise("history");
    driver.frames(3);
    driver.click("history/0");
    assert_eq!(driver.text_of(AssetType::Action, "hurl"), before);
    driver.click(&format!("history/{edits}"));
    assert_eq!(driver.text_of(AssetType::Action, "hurl"), after);
}

#[test]
fn typing_in_one_field_is_one_edit() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("inspector/title");
    driver.ctrl(Key::A);
    driver.write("Blow");
    assert_eq!(driver.game.library.action("strike").expect("it").title, "Blow", "live while it is typed");
    driver.key(Key::Enter);
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.ctrl(Key::Z);
    assert_eq!(driver.game.library.action("strike").expect("it").title, "Strike");
}

#[test]
fn a_broken_formula_is_told_at_once_and_problems_leads_to_it() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.fill("inspector/amount", "1 + helth(T1");
    assert!(driver.editor.model().problems.has_errors());
    assert_eq!(driver.game.library.action("strike").expect("it").body.len(), 3, "what was typed is kept");
    open(&mut driver, AssetType::Unit, "warden");
    assert_eq!(driver.editor.model().selected, "");
    driver.editor.raise("problems");
    driver.quiet();
    driver.click("problems/0");
    let model = driver.editor.model();
    assert_eq!(model.open, Some((AssetType::Action, "strike".to_owned())));
    assert_eq!(model.selected, "body[2]");
    driver.frames(2);
    // The field has the keyboard: typing goes on where the fault is, which is marked.
    assert!(driver.sees("inspector/amount/fault"));
    driver.write("2*");
    assert!(driver.text_of(AssetType::Action, "strike").contains("amount: \"1 + 2*helth(T1\""));
    driver.ctrl(Key::A);
    driver.write("1");
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
}

#[test]
fn formulas_complete_names() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.click("inspector/amount");
    driver.ctrl(Key::A);
    driver.write("1 + hea");
    driver.click("inspector/amount/health(");
    let text = driver.text_of(AssetType::Action, "strike");
    assert!(text.contains("amount: \"1 + health(\""), "{text}");
    // The help of the language offers what can be named here, and writes it.
    driver.click("inspector/amount/help");
    driver.click("inspector/amount/help/T1");
    let text = driver.text_of(AssetType::Action, "strike");
    assert!(text.contains("amount: \"1 + health(T1\""), "{text}");
}

#[test]
fn every_kind_and_every_type_opens_in_the_inspector() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    new_action(&mut driver, "every-kind");
    let names: Vec<&str> = driver.game.library.registry().iter().map(|kind| kind.name).collect();
    for name in names {
        add(&mut driver, name);
        let selected = driver.editor.model().selected.clone();
        assert!(driver.sees("inspector/note/label"), "{name} shows its fields at {selected}");
        let part = driver.editor.model().part(&driver.game, &selected).expect("it is there");
        assert_eq!(part.kind.name(), name);
    }
    let all: Vec<(AssetType, String)> =
        driver.game.library.assets().map(|(kind, name, _)| (kind, name.to_owned())).collect();
    for (kind, name) in all {
        open(&mut driver, kind, &name);
        assert!(driver.sees("inspector/title/label") || driver.sees("inspector/glyph/label"), "{kind:?} {name}");
    }
    let edits = driver.editor.model().history.done();
    driver.frames(3);
    assert_eq!(driver.editor.model().history.done(), edits, "looking alters nothing");
}

#[test]
fn patterns_are_painted() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.drag("inspector/area/1,0", "inspector/area/1,2", 0.5);
    let text = driver.text_of(AssetType::Action, "strike");
    assert!(text.contains("\"X#\",\n                \".#\",\n                \".#\","), "{text}");
    assert_eq!(driver.editor.model().history.done(), 1, "one stroke is one edit");
    driver.click("inspector/area/clear");
    assert!(driver.editor.model().problems.iter().any(|fault| fault.code == "empty-area"));
}

#[test]
fn a_new_name_is_taken_over_by_all_that_refer_to_it() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, AssetType::Action, "walk");
    let users = driver.editor.model().used_by(&driver.game, AssetType::Action, "walk").len();
    assert!(users > 1);
    driver.click("assets/rename");
    driver.fill("rename/name", "stroll");
    let model = driver.editor.model();
    assert_eq!(model.used_by(&driver.game, AssetType::Action, "stroll").len(), users);
    assert_eq!(model.used_by(&driver.game, AssetType::Action, "walk").len(), 0);
    assert_eq!(model.open, Some((AssetType::Action, "stroll".to_owned())));
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    driver.ctrl(Key::S);
    assert!(!folder.path().join("actions/walk.ron").exists());
    let kept = foretoken_action_assets::store::backup_folder(&folder.path().join("actions/walk.ron"));
    assert!(kept.join("walk.ron.1").exists() && !kept.starts_with(folder.path()));
    assert!(folder.path().join("actions/stroll.ron").exists());
}

#[test]
fn deleting_says_who_uses_it_and_undo_brings_it_back() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Surface, "fire");
    driver.click("assets/delete");
    assert!(driver.sees("users/0"), "who uses it is listed");
    driver.click("delete/do");
    assert!(driver.game.library.surface("fire").is_none());
    assert!(driver.editor.model().problems.has_errors());
    driver.ctrl(Key::Z);
    assert!(driver.game.library.surface("fire").is_some());
}

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
    // The enemy is dragged to the other side, so the answer still fits and the end differs.
    driver.drag("demonstration/c2", "demonstration/b1", 0.5);
    assert_eq!(own(&driver).before, [".b....", ".A....", "......"]);
    driver.quiet();
    assert!(driver.editor.model().problems.iter().any(|fault| fault.code == "demonstration"));
    assert!(driver.sees("demonstration/unrecorded"), "what is arranged is not recorded yet");
    assert!(!driver.sees("demonstration/differs") && !driver.sees("status/wrong"), "which is nothing wrong");
    driver.click("demonstration/record-now");
    driver.quiet();
    assert!(!driver.sees("demonstration/unrecorded") && !driver.sees("demonstration/differs"));
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    // Arranging answers nothing, and answering moves nobody.
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
    assert!(!driver.sees("demonstration/differs") && !driver.sees("status/wrong"));
    let mut bite = driver.game.library.action("bite").expect("it").clone();
    bite.body.pop();
    let bite = AnyAsset::Action(bite);
    let Driver { editor, game, .. } = &mut driver;
    editor.model_mut().edit_open(game, "less", "", bite);
    driver.quiet();
    assert!(driver.sees("demonstration/differs") && driver.sees("status/wrong"));
    assert!(!driver.sees("demonstration/unrecorded"));
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
    assert!(driver.sees("demonstration/unrecorded"));
    stays(&driver, "it is not recorded");
    driver.drag("demonstration/b1", "demonstration/e1", 0.5);
    assert!(driver.sees("demonstration/answer"));
    stays(&driver, "nobody is in reach");
    driver.click("demonstration/answer");
    stays(&driver, "it is answered");
    driver.click("demonstration/mode/Arrange");
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
    assert!(driver.editor.model().notices.iter().any(|told| told.starts_with("Nothing was found")));
    driver.quiet();
    assert!(driver.sees("demonstration/unrecorded") && !driver.sees("status/wrong"));
}

#[test]
fn both_lines_of_a_problem_lead_there() {
    let folder = vigil();
    std::fs::write(folder.path().join("actions/bite.ron"), "Action(body: [Kill(target: \"T9\")])").expect("written");
    let mut driver = Driver::new(folder.path(), None);
    driver.quiet();
    for line in ["problems/0", "problems/0/place"] {
        driver.editor.model_mut().open(AssetType::Action, "strike");
        driver.frames(4);
        driver.editor.raise("problems");
        driver.frames(4);
        driver.click(line);
        let open = driver.editor.model().open.clone();
        assert_eq!(open, Some((AssetType::Action, "bite".to_owned())), "{line}");
    }
}

#[test]
fn without_a_battle_the_middle_says_why_and_one_begins_once_nothing_is_wrong() {
    let folder = vigil();
    let file = folder.path().join("actions/bite.ron");
    let whole = std::fs::read_to_string(&file).expect("it");
    std::fs::write(&file, "Action(body: [Kill(target: \"T9\")])").expect("written");
    let mut driver = Driver::new(folder.path(), None);
    driver.quiet();
    let begins = |driver: &mut Driver| {
        let asked = |wish: &EditorRequest| matches!(wish, EditorRequest::BattleTest { .. });
        driver.editor.wants().iter().filter(|wish| asked(wish)).count()
    };
    assert!(driver.sees("absent/words") && begins(&mut driver) == 0);
    driver.click("absent/fault");
    driver.frames(2);
    assert_eq!(driver.editor.model().open, Some((AssetType::Action, "bite".to_owned())));
    assert!(driver.sees("problems/0"), "Problems is in front");
    std::fs::write(&file, whole).expect("written");
    driver.quiet();
    driver.quiet();
    assert_eq!(begins(&mut driver), 1, "it is asked for once");
    drop(driver);
    let driver = Driver::new(folder.path(), Some("first-light"));
    assert!(!driver.sees("absent/words"), "there is a battle");
}

#[test]
fn another_pack_is_opened_and_the_program_ended_from_the_menus() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.set_packs(vec!["banner".to_owned()]);
    driver.click("menu/File");
    driver.click("menu/open");
    driver.frames(2);
    driver.click("pack/open/banner");
    driver.ctrl(Key::P);
    driver.write("quit");
    driver.key(Key::Enter);
    assert_eq!(driver.editor.wants(), [EditorRequest::OpenPack("banner".to_owned()), EditorRequest::Quit]);
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
    // The one that is shown is altered, and no other.
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
    // A change that nobody listed is accepted by itself, or all are let be.
    driver.click("demonstration/expect/0");
    assert_eq!(all(&driver)[1].facts, ["b health 4 -> 3", "b shield 2 -> 1"]);
    driver.ctrl(Key::Z);
    driver.click("demonstration/others");
    assert!(all(&driver)[1].others);
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
    // A problem leads to the demonstration that it is about.
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
    driver.click("inspector/columns[0]");
    driver.fill("inspector/columns[0].name", "heat");
    open(&mut driver, AssetType::Action, "bite");
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
    // The name and what follows from it are one edit.
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
            assert!(driver.sees("demonstration/board"), "{name}");
            for _ in 0..4 {
                driver.click("demonstration/step");
            }
        }
    }
    assert!(count >= 12, "{count} demonstrations");
}

#[test]
fn a_branch_is_built_by_choosing_where_parts_go() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    new_action(&mut driver, "either");
    add(&mut driver, "decl");
    add(&mut driver, "branch");
    driver.fill("inspector/if", "occupied(T1)");
    // Into the branch, as it holds nothing yet.
    add(&mut driver, "dam");
    driver.click("action/body[1].else");
    add(&mut driver, "tele");
    let text = driver.text_of(AssetType::Action, "either");
    let then = text.find("then: [").expect("something is done");
    let other = text.find("else: [").expect("or something else");
    assert!(text[then..other].contains("Damage(") && text[other..].contains("Teleport("), "{text}");
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
}

#[test]
fn a_range_is_typed_digit_by_digit() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "hook");
    driver.click("action/body[0]");
    driver.fill("inspector/range/high", "12");
    assert!(driver.text_of(AssetType::Action, "hook").contains("range: (2, 12)"));
    driver.fill("inspector/range/low", "15");
    let text = driver.text_of(AssetType::Action, "hook");
    assert!(text.contains("range: (15, 15)"), "what was typed stays, and the other end follows: {text}");
    driver.fill("inspector/range/high", "3");
    assert!(driver.text_of(AssetType::Action, "hook").contains("range: (3, 3)"));
}

#[test]
fn names_that_may_be_empty_stay_so_and_can_be_emptied_again() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    add(&mut driver, "push");
    assert!(!driver.text_of(AssetType::Action, "strike").contains("direction:"));
    pick(&mut driver, "inspector/direction", "T1");
    assert!(driver.text_of(AssetType::Action, "strike").contains("direction: \"T1\""));
    pick(&mut driver, "inspector/direction", "none");
    assert!(!driver.text_of(AssetType::Action, "strike").contains("direction:"));
}

#[test]
fn several_parts_are_copied_wrapped_moved_and_deleted_together() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[0]");
    driver.hold(Key::ModCtrl, |driver| driver.click("action/body[2]"));
    assert_eq!(driver.editor.model().chosen(), ["body[0]", "body[2]"]);
    driver.click("action/duplicate");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage", "DeclareTarget", "Damage"]);
    assert_eq!(driver.editor.model().chosen(), ["body[3]", "body[4]"], "the copies are selected");
    driver.key(Key::Delete);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
    driver.click("action/body[1]");
    driver.hold(Key::ModShift, |driver| driver.click("action/body[2]"));
    driver.click("action/wrap");
    driver.click("action/wrap/ActionList");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "ActionList"]);
    driver.click("action/unwrap");
    assert_eq!(driver.editor.model().chosen(), ["body[1]", "body[2]"]);
    driver.drag("action/body[2]", "action/body[0]", 0.1);
    assert_eq!(kinds(&driver, "strike"), ["Wait", "Damage", "DeclareTarget"], "both are dragged");
    assert_eq!(driver.editor.model().history.done(), 5);
    let edits = driver.editor.model().history.done();
    (0..edits).for_each(|_| driver.ctrl(Key::Z));
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
}

#[test]
fn parts_go_through_the_clipboard_as_text() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.ctrl(Key::C);
    let text = driver.clipboard.borrow().clone();
    assert!(text.starts_with("Damage(\n    target: \"T1\","), "{text}");
    open(&mut driver, AssetType::Action, "walk");
    let before = kinds(&driver, "walk").len();
    driver.click("action/body[0]");
    driver.ctrl(Key::V);
    assert_eq!(kinds(&driver, "walk").len(), before + 1);
    // What was copied elsewhere counts, be it parts or none.
    *driver.clipboard.borrow_mut() = "[Stun(target: \"T1\"), Wait]".to_owned();
    driver.click("action/paste");
    assert_eq!(kinds(&driver, "walk").len(), before + 3);
    *driver.clipboard.borrow_mut() = "Damage(target: ".to_owned();
    driver.click("action/paste");
    assert_eq!(kinds(&driver, "walk").len(), before + 3);
    let told = driver.editor.model().notices.last().expect("a notice").clone();
    assert!(told.contains("clipboard"), "{told}");
}

#[test]
fn a_search_lists_names_before_mentions() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/search");
    driver.write("shove");
    let top =
        |driver: &Driver, spot: &str| driver.widget_rects.get(spot).unwrap_or_else(|| panic!("{spot} is found")).top;
    assert!(top(&driver, "assets/action/shove") < top(&driver, "assets/unit/warden"), "who uses it comes after it");
    driver.fill("assets/search", "blink strike");
    driver.click("assets/action/blink-strike");
    assert!(!driver.sees("assets/Favourites/action/blink-strike"));
    driver.click("assets/favourite");
    driver.fill("assets/search", "");
    assert!(driver.sees("assets/Favourites/action/blink-strike"));
}

#[test]
fn parts_are_found_by_their_choices_and_lists_say_that_nothing_was_found() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    new_action(&mut driver, "spread");
    driver.key(Key::Enter);
    driver.frames(2);
    driver.click("action/add");
    driver.write("cone");
    driver.frames(2);
    assert!(driver.sees("add/DeclareTarget") && !driver.sees("add/Wait"));
    driver.write("zzz");
    driver.frames(2);
    assert!(!driver.sees("add/DeclareTarget"));
}

/// A part that nothing was declared for is about who acts, so that it can be tried at once.
#[test]
fn a_first_part_is_about_who_acts() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    new_action(&mut driver, "hurts");
    driver.key(Key::Enter);
    driver.frames(2);
    add(&mut driver, "damage");
    driver.frames(2);
    let text = driver.text_of(AssetType::Action, "hurts");
    assert!(text.contains("Damage(\n            target: \"self\""), "{text}");
}

/// What was made just now is seen in the list, whatever was searched for before.
#[test]
fn what_is_new_is_brought_into_sight() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.fill("assets/search", "shove");
    new_action(&mut driver, "zz-last");
    driver.key(Key::Enter);
    driver.frames(3);
    assert!(driver.sees("assets/action/zz-last"));
}

/// Whatever is in a list with pictures has one: its drawing, its cells, or its letter.
#[test]
fn all_that_stands_among_pictures_has_one() {
    let folder = vigil();
    let mut driver = Driver::with_size(folder.path(), None, None, [1600.0, 2400.0]);
    let drawn = Picture { texture: 1, uv: [0.0, 0.0, 1.0, 1.0], size: [16.0, 16.0], colour: [0.5, 0.5, 0.5, 1.0] };
    driver.editor.set_pictures([("actions/anchor".to_owned(), drawn)].into());
    driver.click("assets/action");
    let kinds = [(AssetType::Region, "assets/region"), (AssetType::Scenario, "assets/scenario")];
    for (kind, node) in kinds {
        driver.click(node);
        // One is made a frame.
        driver.frames(40);
        let names = driver.game.library.names_of(kind).map(|name| format!("thumb/{}/{name}", kind.reference()));
        let missing: Vec<String> = names.filter(|spot| !driver.sees(spot)).collect();
        assert_eq!(missing, Vec::<String>::new());
        driver.click(node);
    }
    driver.click("assets/action");
    driver.click("assets/action/anchor");
    driver.click("assets/duplicate");
    driver.frames(3);
    assert!(driver.sees("thumb/action/anchor") && driver.sees("thumb/action/anchor-2"));
}

#[test]
fn the_list_of_assets_does_not_move_under_the_pointer() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.frames(3);
    let top = |driver: &Driver| driver.widget_rects.get("assets/action/burst").expect("it is seen").top;
    let (before, spots) = (top(&driver), ["assets/action/bite", "assets/action/blink-strike"]);
    for spot in spots {
        driver.click(spot);
        driver.frames(5);
        assert_eq!((top(&driver), driver.sees("assets/Recent")), (before, false), "{spot}");
    }
    driver.click("assets/favourite");
    driver.frames(3);
    assert!(driver.sees("assets/Recent") && driver.sees("assets/Favourites/action/blink-strike"));
    assert!(top(&driver) > before, "it moved while the pointer was elsewhere");
}

#[test]
fn every_tab_can_be_reached_and_stays() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    for panel in ["problems", "program", "history", "state", "rewind", "debug", "log", "guide", "shortcuts"] {
        driver.editor.raise(panel);
        driver.frames(3);
        driver.click("menu/View");
        driver.click(&format!("menu/panel/{panel}"));
        assert!(driver.editor.model().preferences.closed.contains(&panel.to_owned()), "{panel} is closed");
        driver.click("menu/View");
        driver.click(&format!("menu/panel/{panel}"));
        assert!(driver.editor.model().preferences.closed.is_empty(), "{panel} is back");
    }
}

#[test]
fn a_name_that_is_taken_is_told_in_the_dialog_as_it_is_typed() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/new");
    driver.click("new/action");
    driver.click("new/name");
    driver.write("blink");
    assert!(!driver.sees("name/objection"));
    driver.write("-strike");
    assert!(driver.sees("name/objection"));
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(driver.sees("new/name") && driver.sees("name/objection"), "it stays");
    assert_eq!(driver.editor.model().history.done(), 0);
    // The line has the keyboard still, with all of it selected.
    driver.write("another");
    assert!(!driver.sees("name/objection"));
    driver.key(Key::Enter);
    driver.frames(2);
    assert_eq!(driver.editor.model().open, Some((AssetType::Action, "another".to_owned())));
    driver.click("assets/rename");
    driver.click("rename/name");
    driver.ctrl(Key::A);
    driver.write("strike");
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(driver.sees("rename/name") && driver.sees("name/objection"));
    let (model, game) = (driver.editor.model_mut(), &mut driver.game);
    model.create(game, AssetType::Action, "strike", None);
    assert_eq!(model.notices.last().map(String::as_str), Some("There is an action `strike` already."));
}

#[test]
fn a_reference_is_added_by_its_first_letters() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    // High enough for all that a unit has.
    driver.resize([1280.0, 1600.0]);
    open(&mut driver, AssetType::Unit, "warden");
    driver.click("inspector/actions/add");
    assert!(!driver.sees("inspector/actions/add/none"), "what is not there cannot be added");
    driver.write("blink-st");
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(!driver.sees("inspector/actions/add/search"), "the list is closed");
    let actions = &driver.game.library.unit("warden").expect("it").actions;
    assert_eq!(actions.last().map(String::as_str), Some("blink-strike"));
}

#[test]
fn what_is_used_is_deleted_with_another_in_its_place_in_one_step() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Unit, "rat");
    driver.click("assets/delete");
    pick(&mut driver, "delete/instead", "brute");
    driver.click("delete/do");
    driver.quiet();
    assert!(driver.game.library.unit("rat").is_none());
    assert!(driver.text_of(AssetType::Scenario, "first-light").contains("unit: \"brute\""));
    let faults = &driver.editor.model().problems;
    assert!(
        !faults.iter().any(|fault| fault.message.contains("`rat`") && fault.path.ends_with(".unit")),
        "{}",
        faults.render()
    );
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.ctrl(Key::Z);
    let shipped = std::fs::read_to_string(folder.path().join("scenarios/first-light.ron")).expect("shipped");
    assert_eq!(driver.text_of(AssetType::Scenario, "first-light"), shipped);
    // Ground is drawn by its own character.
    open(&mut driver, AssetType::Terrain, "pit");
    driver.click("assets/delete");
    assert!(driver.sees("users/0"), "maps draw it");
    pick(&mut driver, "delete/instead", "deep-water");
    driver.click("delete/do");
    driver.quiet();
    let drawn = |text: &str| text.lines().filter(|line| line.contains('#')).collect::<Vec<_>>().join("\n");
    let expected = drawn(&shipped).replace('O', "~");
    assert_eq!(drawn(&driver.text_of(AssetType::Scenario, "first-light")), expected);
    let faults = &driver.editor.model().problems;
    assert!(!faults.iter().any(|fault| fault.code == "unknown-glyph"), "{}", faults.render());
}

#[test]
fn a_fault_that_is_saved_is_told() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "bite");
    driver.ctrl(Key::S);
    assert_eq!(driver.editor.model().notices.last().map(String::as_str), Some("There is nothing to save."));
    driver.click("assets/delete");
    driver.click("delete/do");
    driver.ctrl(Key::S);
    let told = driver.editor.model().notices.last().cloned().expect("told");
    assert!(told.contains(".ron is saved with a fault") && told.contains("`bite`"), "{told}");
    assert!(!folder.path().join("actions/bite.ron").exists());
}

/// A demonstration that comes out otherwise keeps nothing from being in force, and what is said of a save says so.
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
    let expected = "actions/bite.ron is saved with a fault and in force all the same: the demonstration: it ends otherwise than recorded.";
    assert_eq!(told, expected);
}

#[test]
fn what_lies_beside_a_renamed_asset_follows_it_and_comes_back() {
    let folder = vigil();
    let art = folder.path().join("art");
    let read = |file: &str| std::fs::read_to_string(art.join(file)).expect("there");
    let (sounds, words) = (read("sounds.txt"), read("presentation.txt"));
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    let rename = |driver: &mut Driver, to: &str| {
        driver.click("assets/rename");
        driver.fill("rename/name", to);
    };
    open(&mut driver, AssetType::Surface, "fire");
    rename(&mut driver, "embers");
    assert!(driver.editor.wants().contains(&EditorRequest::ReloadArt), "at once in what is shown");
    let shown = driver.editor.model().edited_art();
    assert!(shown["surfaces/embers.txt"].is_some() && shown["surfaces/fire.txt"].is_none());
    rename(&mut driver, "blaze");
    assert_eq!(driver.editor.model().history.done(), 2, "a rename is one step");
    driver.ctrl(Key::S);
    assert!(art.join("surfaces/blaze.txt").is_file() && !art.join("surfaces/fire.txt").exists(), "by way of two names");
    assert!(
        read("sounds.txt").contains("= surfaces/blaze 0.4") && read("presentation.txt").contains("terminal blaze 208")
    );
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::S);
    assert!(art.join("surfaces/fire.txt").is_file() && !art.join("surfaces/blaze.txt").exists());
    assert_eq!((read("sounds.txt"), read("presentation.txt")), (sounds, words));
}

#[test]
fn what_a_kind_does_is_drawn_beside_its_fields() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "shove");
    let kinds = kinds(&driver, "shove");
    let at = kinds.iter().position(|kind| *kind == "Push").expect("a push");
    driver.click(&format!("action/body[{at}]"));
    driver.click("inspector/example");
    assert!(driver.sees("inspector/example/0") && driver.editor.wants_keys());
    driver.key(Key::Escape);
    assert!(!driver.sees("inspector/example/0"));
    // Every kind has one.
    for kind in driver.game.library.registry().iter() {
        let (words, examples) = foretoken_action_assets::reference::page(kind.name).expect("a page");
        assert!(!words.is_empty() && !examples.is_empty(), "{}", kind.name);
    }
}

#[test]
fn the_sign_beside_a_name_leads_to_its_page_in_the_guide() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Unit, "rat");
    driver.click("inspector/guide");
    driver.frames(3);
    assert!(driver.sees("guide/assets"), "the guide is in front");
    driver.click("guide/Stat");
    assert!(driver.sees("guide/Stat"), "the page is one of a type's");
    driver.click("guide/first-pack");
    driver.frames(2);
    assert!(!driver.sees("guide/Stat"));
    open(&mut driver, AssetType::Action, "shove");
    driver.click("action/body[1]");
    driver.click("inspector/example");
    driver.click("inspector/guide");
    driver.frames(3);
    driver.click("guide/first-pack");
    assert!(driver.sees("guide/actions"));
}

/// A part within another is aimed at something from the start: where nothing is declared yet, that comes with it.
#[test]
fn a_part_within_another_brings_a_target_along_where_none_is_declared() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    let (model, game) = (driver.editor.model_mut(), &mut driver.game);
    let check = |model: &mut Model, game: &mut Game, parts: &[(&str, Option<(&str, usize)>)], expected: &str| {
        model.create(game, AssetType::Action, "trial", None);
        for (kind, place) in parts {
            model.add_part(game, kind, place.map(|(list, at)| (list.to_owned(), at)));
        }
        let text = game.library.action("trial").cloned().map(|trial| AnyAsset::Action(trial).to_text());
        let text = text.expect("it").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(expected), "{text}");
        let selected = model.selected.clone();
        let chosen = model.part(game, &selected).expect("the part that was added is selected");
        assert_eq!(chosen.kind.name(), parts.last().expect("one").0, "{selected}");
        model.delete(game, AssetType::Action, "trial");
    };
    let target = "DeclareTarget( name: \"T1\",";
    check(model, game, &[("Damage", None)], "body: [ Damage(");
    let moves = [("Trail", None), ("Push", Some(("body[0].moves", 0)))];
    check(model, game, &moves, &format!("body: [ {target}"));
    check(model, game, &moves, "moves: [ Push( target: \"T1\"");
    check(model, game, &[("Wait", None)], "body: [ Wait, ]");
}
