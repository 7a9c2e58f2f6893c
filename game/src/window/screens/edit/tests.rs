//! Tests of the editor over the game.

use super::*;
use crate::window::Start;
use crate::window::render::scene::columns::Columns;
use crate::window::screens::commands::Command;
use crate::window::screens::run::request::RunRequest;
use foretoken_action_assets::painting::{Brush, Side};
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::Host;
use foretoken_editor::model::Model;
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_vm::Cell;
use glam::Vec3;
use std::path::Path;

fn pack(folder: &Path, strike: &str) {
    for (path, text) in [
        ("terrains/floor.ron", "Terrain(glyph: \".\")"),
        ("actions/strike.ron", strike),
        ("actions/wait.ron", "Action(body: [Wait])"),
        ("units/cat.ron", "Unit(glyph: \"c\", actions: [\"strike\"])"),
        ("units/rat.ron", "Unit(glyph: \"r\", actions: [\"wait\"])"),
        ("scenarios/a.ron", "Scenario(map: [\".c\"], legend: [(glyph: \"c\", unit: \"cat\")])"),
        ("scenarios/b.ron", "Scenario(map: [\".r\"], legend: [(glyph: \"r\", unit: \"rat\")])"),
    ] {
        let file = folder.join("pack").join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, text).expect("written");
    }
}

fn app(folder: &Path, scenario: Option<&str>) -> anyhow::Result<App> {
    let content = Content::open(folder).expect("content");
    let scenario = scenario.map(str::to_owned);
    let (records, pack) = (folder.join("records"), Some("pack".to_owned()));
    App::new(content, Start { scenario, editor: true, pack, records, ..Start::default() })
}

/// Returns the names of the screens, from the lowest one.
fn names(app: &App) -> Vec<&'static str> {
    app.stack.iter().map(|screen| screen.name()).collect()
}

#[test]
fn the_editor_opens_over_whatever_of_a_pack_can_be_played() {
    for strike in ["Action(body: [Kill(target: \"T1\")])", "Action(", "Action(body: [Include(action: \"strike\")])"] {
        let folder = tempfile::tempdir().expect("a folder");
        pack(folder.path(), strike);
        for asked_for in [None, Some("a"), Some("b"), Some("pack/a")] {
            let app = app(folder.path(), asked_for).expect("it opens");
            assert!(app.is_editing());
            let battle = app.battle().expect("b needs no cat");
            assert_eq!(battle.controller.session.book().scenario, "b");
        }
    }
}

#[test]
fn the_editor_opens_where_nothing_can_be_played_and_plays_once_it_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    std::fs::write(folder.path().join("pack/rules.ron"), "Rules(").expect("written");
    let mut app = app(folder.path(), Some("a")).expect("it opens");
    assert!(app.is_editing() && app.battle().is_none());
    app.try_out(None, None);
    assert!(app.battle().is_none(), "the rules are everybody's");
    let workshop = app.workshop.as_mut().expect("it is open");
    let bare = workshop.bare.as_mut().expect("without a battle");
    bare.host(None).put(&[foretoken_editor::AssetChange {
        kind: AssetType::Rules,
        name: "rules".to_owned(),
        asset: Some(AssetType::Rules.make()),
    }]);
    app.try_out(Some("a".to_owned()), None);
    assert!(app.battle().is_some_and(|battle| battle.editor_host.is_some()));
}

#[test]
fn a_battle_is_drawn_with_the_art_of_its_own_pack() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let own = folder.path().join("pack/art/units");
    std::fs::create_dir_all(&own).expect("made");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil/art/units");
    let drawing = std::fs::read_dir(&shipped).expect("drawings").flatten().next().expect("one").path();
    let name = drawing.extension().expect("its kind").to_string_lossy().into_owned();
    std::fs::copy(&drawing, own.join(format!("rat.{name}"))).expect("copied");
    std::fs::create_dir_all(folder.path().join("alone")).expect("made");
    let content = Content::open(folder.path()).expect("content");
    let records = folder.path().join("records");
    let start = Start { pack: Some("alone".to_owned()), records, ..Start::default() };
    let mut app = App::new(content, start).expect("an app");
    let has_rat = |app: &App| app.art().0.frame("units/rat", "idle").is_some();
    assert!(!has_rat(&app));
    let version = app.art().1;
    app.play("pack/b").expect("it begins");
    assert!(has_rat(&app) && app.art().1 != version);
    app.show_title();
    assert!(!has_rat(&app), "the title shows its own pack");
}

#[test]
fn a_battle_that_is_gone_on_with_has_its_log() {
    let records = tempfile::tempdir().expect("a folder");
    let record = records.path().join("first.battle");
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let content = Content::open(&assets).expect("content");
    let setup = content.setup("first-light", Some(3)).expect("it compiles").setup;
    let session = Session::start(setup, Some(&record)).expect("recorded");
    let mut controller = foretoken_session::controller::Controller::new(session);
    for _ in 0..3 {
        controller.auto();
        controller.commit();
    }
    let mut told = controller.log().to_vec();
    controller.undo();
    told.truncate(told.iter().position(|line| line.contains("Round 3")).expect("three rounds"));
    drop(controller);
    let start = Start { resume: Some(record), records: records.path().to_owned(), ..Start::default() };
    let app = App::new(content, start).expect("it goes on");
    assert_eq!(app.battle().expect("a battle").controller.log(), told);
}

#[test]
fn what_the_battle_at_hand_has_no_place_for_is_told_as_long_as_it_stands_and_tried_out() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    let battle = app.battle_mut().expect("a battle");
    let host = battle.editor_host.as_mut().expect("it is edited");
    let mut mouse = host.library().unit("rat").cloned().expect("it");
    mouse.title = "Mouse".to_owned();
    let mut scenario = host.library().scenario("b").cloned().expect("it");
    scenario.legend[0].unit = "mouse".to_owned();
    let change = |kind, name: &str, asset| foretoken_editor::AssetChange { kind, name: name.to_owned(), asset };
    let exchanged = [
        change(AssetType::Unit, "rat", None),
        change(AssetType::Unit, "mouse", Some(AnyAsset::Unit(mouse))),
        change(AssetType::Scenario, "b", Some(AnyAsset::Scenario(scenario))),
    ];
    let mut running = host.host(Some(&mut battle.controller.session));
    assert!(running.put(&exchanged).iter().any(|fault| fault.code == "battle-goes-on"));
    let standing = running.standing();
    assert!(standing.iter().any(|fault| fault.code == "battle-goes-on"), "not only for a moment");
    app.try_out(None, None);
    let battle = app.battle_mut().expect("a battle");
    let kinds: Vec<&str> = battle.controller.session.book().unit_types.iter().map(|kind| kind.name.as_str()).collect();
    assert_eq!(kinds, ["cat", "mouse"], "as it is edited");
    let host = battle.editor_host.as_mut().expect("it is edited");
    assert!(host.host(Some(&mut battle.controller.session)).standing().is_empty());
}

fn edit(app: &mut App, deed: impl FnOnce(&mut Model, &mut dyn Host)) {
    let App { workshop, stack, .. } = app;
    let model = workshop.as_mut().expect("it is open").editor.model_mut();
    let battle = battle_in(stack).expect("a battle");
    let Battle { controller, editor_host: Some(editor_host), .. } = battle else { panic!("it is edited") };
    deed(model, &mut editor_host.host(Some(&mut controller.session)));
}

#[test]
fn a_shipped_pack_is_saved_to_the_folder_of_the_user() {
    let folder = tempfile::tempdir().expect("a folder");
    let (shipped, own) = (folder.path().join("shipped"), folder.path().join("own"));
    pack(&shipped, "Action(body: [Wait])");
    let content = Content::open(&shipped).expect("content").with_own(own.clone());
    let config = Some(folder.path().join("config"));
    let start = Start {
        editor: true,
        pack: Some("pack".to_owned()),
        records: folder.path().join("records"),
        config,
        ..Start::default()
    };
    let mut app = App::new(content, start).expect("an app");
    edit(&mut app, |model, host| {
        let mut unit = host.library().asset(AssetType::Unit, "cat").expect("there is one").clone();
        let AnyAsset::Unit(cat) = &mut unit else { panic!("it is a unit") };
        cat.title = "Tom".to_owned();
        model.edit(host, "title", "", vec![((AssetType::Unit, "cat".to_owned()), Some(unit))]);
        model.set_waits(true);
        assert!(model.save(host), "{:?}", model.notices);
        assert_eq!(host.disk().folder(), own.join("pack"));
    });
    let read = |root: &Path| std::fs::read_to_string(root.join("pack/units/cat.ron")).expect("readable");
    assert!(read(&own).contains("Tom") && !read(&shipped).contains("Tom"));
    assert!(own.join("pack/scenarios/a.ron").is_file(), "the copy is whole");
    app.make_pack("pack".to_owned());
    assert!(app.told().contains("already"), "{}", app.told());
    let host = EditorHost::open(&app.shared.content, "pack").expect("it opens");
    assert_eq!(host.library().unit("cat").expect("there is one").title, "Tom", "later battles use the copy");
}

#[test]
fn a_test_is_made_of_what_is_edited_after_each_kind_of_edit() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    let file = folder.path().join("pack/units/rat.ron");
    type Deed<'d> = (&'d str, &'d dyn Fn(&mut Model, &mut dyn Host));
    let deeds: [Deed<'_>; 10] = [
        ("a field", &|model, host| {
            model.open(AssetType::Unit, "rat");
            let mut rat = host.library().unit("rat").cloned().expect("it");
            rat.health = 9;
            model.edit_open(host, "health", "key", AnyAsset::Unit(rat));
        }),
        ("a stroke", &|model, host| {
            model.open(AssetType::Scenario, "b");
            let mut map = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
            assert!(map.resize(Side::East, true));
            model.edit_open(host, "wider", "", map.into_asset());
        }),
        ("a new name", &|model, host| model.rename(host, AssetType::Unit, "rat", "mouse")),
        ("undo", &|model, host| assert!(model.undo(host))),
        ("redo", &|model, host| assert!(model.redo(host))),
        ("a new asset", &|model, host| model.create(host, AssetType::Action, "leap", Some("wait"))),
        ("a part", &|model, host| {
            model.open(AssetType::Action, "leap");
            model.add_part(host, "Wait", None);
        }),
        ("one in place of another", &|model, host| model.delete_for(host, AssetType::Action, "wait", "leap")),
        ("a save", &|model, host| assert!(model.save(host))),
        ("a file", &|model, host| {
            std::fs::write(file.with_file_name("dog.ron"), "Unit(glyph: \"d\")").expect("written");
            model.poll(host);
        }),
    ];
    for (what, deed) in deeds {
        let before = app.battle().map(|battle| battle.controller.session.number());
        edit(&mut app, deed);
        app.try_out(Some("b".to_owned()), None);
        let battle = app.battle().expect("a battle");
        let host = battle.editor_host.as_ref().expect("it is edited");
        assert_eq!(*battle.controller.session.setup().assets, host.library().canonical_text(), "{what}");
        assert_ne!(Some(battle.controller.session.number()), before, "{what}: another battle");
    }
    assert!(app.battle().is_some_and(|battle| battle.controller.session.setup().assets.contains("health: 9")));
}

#[test]
fn a_test_says_what_is_not_in_force_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    let said = |app: &mut App, action: &str, body: &str| {
        edit(app, |model, host| {
            model.open(AssetType::Action, action);
            let mut faults = foretoken_action_assets::Diagnostics::new();
            let registry = host.library().registry().clone();
            let text = format!("Action(body: [{body}])");
            let read = AnyAsset::read(AssetType::Action, "a.ron", text.as_bytes(), &registry, &mut faults);
            model.edit_open(host, "body", "", read.expect("it is read").0);
        });
        app.try_out(Some("b".to_owned()), None);
        app.battle().expect("a battle").controller.message.clone()
    };
    assert_eq!(said(&mut app, "wait", "Wait, Wait"), "A battle test with your unsaved edits.");
    let told = said(&mut app, "wait", "Kill(target: \"T1\")");
    assert!(told.starts_with("A battle test. actions/wait.ron has a fault ("), "{told}");
    assert!(told.ends_with("): the battle uses its last valid version."), "{told}");
    let told = said(&mut app, "strike", "Kill(target: \"T2\")");
    assert!(told.contains("actions/strike.ron has a fault") && told.ends_with(" So is 1 other asset."), "{told}");
}

#[test]
fn a_test_is_as_hard_as_the_settings_say() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let spawns =
        "Scenario(map: [\"rrr\"], legend: [(glyph: \"r\", unit: \"rat\")], spawns: [(glyphs: \"r\", on_hard: 1)])";
    std::fs::write(folder.path().join("pack/scenarios/b.ron"), spawns).expect("written");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    for (level, there) in [(Level::Normal, 1), (Level::Hard, 2)] {
        app.shared.settings.level = level.code();
        app.try_out(Some("b".to_owned()), None);
        let session = &app.battle().expect("a battle").controller.session;
        assert_eq!((session.setup().level, session.battle().state().living().count()), (level, there));
    }
}

#[test]
fn a_unit_fights_the_party_of_a_scenario_and_takes_edits_over() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    edit(&mut app, |model, _| model.open(AssetType::Unit, "rat"));
    app.test(Subject::Foe { scenario: "a".to_owned(), unit: "rat".to_owned() });
    let units = |app: &App| {
        let session = &app.battle().expect("a battle").controller.session;
        let told = session.battle().state().living().map(|(_, row)| {
            let kind = session.book().unit_type(row).expect("a type");
            (kind.name.clone(), row.team.0, kind.health)
        });
        told.collect::<Vec<_>>()
    };
    let health = |app: &App| units(app).into_iter().find(|(name, ..)| name == "rat").expect("the foe").2;
    let mut fighting: Vec<_> = units(&app).into_iter().map(|(name, team, _)| (name, team)).collect();
    fighting.sort();
    assert_eq!(fighting, [("cat".to_owned(), 0), ("rat".to_owned(), 1)]);
    assert!(app.is_editing(), "the editor stays");
    let before = health(&app);
    edit(&mut app, |model, host| {
        assert_eq!(model.open, Some((AssetType::Unit, "rat".to_owned())), "at the same place");
        assert_eq!(host.library().scenario("a").map(|scenario| scenario.map.clone()), Some(vec![".c".to_owned()]));
        let mut rat = host.library().unit("rat").cloned().expect("it");
        assert!(rat.tags.is_empty(), "the test changes no asset");
        rat.health = 17;
        model.edit_open(host, "health", "", AnyAsset::Unit(rat));
    });
    assert_ne!(before, 17);
    assert_eq!((health(&app), units(&app).len()), (17, 2), "an edit counts in the fight at once");
    app.test(Subject::Foe { scenario: "a".to_owned(), unit: "nobody".to_owned() });
    assert_eq!((health(&app), units(&app).len()), (17, 2), "a fight that cannot start leaves the battle");
}

#[test]
fn what_is_drawn_is_seen_before_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    let size = |app: &App| app.art().0.frame("units/rat", "idle").map(|region| (region.w, region.h));
    let shown = |app: &mut App, deed: &dyn Fn(&mut Model, &mut dyn Host)| {
        edit(app, |model, host| {
            deed(model, host);
            assert!(model.took_art());
        });
        app.load_art();
        size(app)
    };
    let draw = |model: &mut Model, host: &mut dyn Host| {
        let text = "= idle\nkk\n".to_owned();
        model.edit_art(host, "draw", "", vec![("units/rat.txt".to_owned(), Some(text))]);
    };
    assert_eq!(size(&app), None);
    assert_eq!(shown(&mut app, &draw), Some((2, 1)));
    let rename = |model: &mut Model, host: &mut dyn Host| model.rename(host, AssetType::Unit, "rat", "mouse");
    assert_eq!(shown(&mut app, &rename), None, "it goes by another name");
    assert!(app.art().0.frame("units/mouse", "idle").is_some());
    let undo = |model: &mut Model, host: &mut dyn Host| assert!(model.undo(host));
    assert_eq!(shown(&mut app, &undo), Some((2, 1)));
    assert_eq!(shown(&mut app, &undo), None);
}

#[test]
fn a_map_that_is_painted_is_compiled_once() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    let widen = |app: &mut App, map: &str| {
        edit(app, |model, host| {
            model.open(AssetType::Scenario, map);
            let mut wider = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
            assert!(wider.resize(Side::East, true));
            model.edit_open(host, "wider", "", wider.into_asset());
            host.sketch(Some(map));
        });
        let battle = app.battle().expect("a battle");
        let book = Arc::clone(battle.controller.session.book());
        let host = battle.editor_host.as_ref().expect("it is edited");
        let sketched = Arc::clone(host.sketched().expect("it is shown").0);
        assert_eq!(*battle.controller.session.setup().assets, host.library().canonical_text());
        (book, sketched)
    };
    let (book, sketched) = widen(&mut app, "b");
    assert!(Arc::ptr_eq(&book, &sketched), "the battle's own");
    assert_eq!(book.board.width(), 3);
    let (still, other) = widen(&mut app, "a");
    assert!(Arc::ptr_eq(&book, &still), "another map is no part of the battle");
    assert_eq!((still.board.width(), other.board.width()), (3, 3));
    let (wider, _) = widen(&mut app, "b");
    assert_eq!(wider.board.width(), 4);
}

#[test]
fn holes_of_a_floor_lie_as_high_as_its_ground() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    let on_floor = |x| Cell::on_floor(x, 0, 1).expect("a cell");
    let mut level = 0;
    edit(&mut app, |model, host| {
        model.open(AssetType::Scenario, "b");
        let mut map = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
        assert_eq!(map.add_floor(), Some(1));
        assert_eq!(map.paint([on_floor(0)], &Brush::Terrain("floor".to_owned())).changed, 1);
        level = map.level_of(1);
        model.edit_open(host, "a floor", "", map.into_asset());
        host.sketch(Some("b"));
    });
    let art = Arc::clone(&app.shared.art);
    let battle = app.battle_mut().expect("a battle");
    battle.show_sketch(Some((1, level)));
    let book = Arc::clone(battle.book());
    assert!(book.board.contains(on_floor(0)) && !book.board.contains(on_floor(1)));
    let ground = Columns::of(&book, &art).place(on_floor(0)).centre();
    let pixel = battle.camera.project(ground + Vec3::X);
    assert_eq!(battle.cell_on_floor(pixel, 1, level), Some(on_floor(1)), "beside the ground, and not below it");
}

#[test]
fn the_map_that_is_painted_is_shown_and_the_battle_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    edit(&mut app, |model, host| {
        model.open(AssetType::Scenario, "b");
        let mut map = model.asset(host).and_then(|asset| asset.painting(host.library())).expect("a map");
        (0..3).for_each(|_| assert!(map.resize(Side::South, true)));
        let cat = Brush::Unit { name: "cat".to_owned(), team: 1, facing: 0 };
        assert_eq!(map.paint(["b4".parse().expect("a cell")], &cat).changed, 1);
        model.edit_open(host, "larger", "", map.into_asset());
        host.sketch(Some("b"));
    });
    let battle = app.battle_mut().expect("a battle");
    battle.show_sketch(Some((0, 0)));
    assert!(battle.is_sketched() && battle.is_past());
    assert_eq!((battle.book().board.height(), battle.shown().living().count()), (4, 2));
    assert_eq!(battle.controller.session.battle().state().living().count(), 1, "the battle has who it had");
    edit(&mut app, |model, host| {
        model.delete(host, AssetType::Terrain, "floor");
        host.sketch(Some("b"));
    });
    let battle = app.battle_mut().expect("a battle");
    battle.show_sketch(Some((0, 0)));
    assert_eq!(battle.book().board.height(), 4);
    battle.to_present();
    assert!(!battle.is_sketched());
    assert_eq!(battle.shown().living().count(), 1);
}

const CAMPAIGN: &str = "Campaign(
    members: [(name: \"Mia\", unit: \"cat\")],
    starts: [\"yard\"],
    rooms: [
        (name: \"yard\", kind: \"battle\", title: \"The Yard\", scenario: \"a\", next: [(to: \"camp\")]),
        (name: \"camp\", kind: \"rest\", options: [(text: \"Sleep.\")], next: [(to: \"end\")]),
        (name: \"end\", kind: \"end\"),
    ],
)
";

/// Waits for the check of the campaigns, until something holds.
fn wait_for_check(app: &mut App, is_enough: impl Fn(&EditorHost) -> bool) {
    loop {
        let host = app.host_to_edit().expect("a host");
        host.has_checked_campaigns();
        if is_enough(host) {
            return;
        }
        std::thread::yield_now();
    }
}

fn put_campaign(app: &mut App, text: &str) {
    let mut faults = foretoken_action_assets::Diagnostics::new();
    let registry = foretoken_action_assets::KindRegistry::core();
    let file = AssetType::Campaign.path("way");
    let read = AnyAsset::read(AssetType::Campaign, &file, text.as_bytes(), &registry, &mut faults);
    let asset = read.map(|(asset, _)| asset);
    let change = foretoken_editor::AssetChange { kind: AssetType::Campaign, name: "way".to_owned(), asset };
    app.host_to_edit().expect("a host").host(None).put(&[change]);
}

#[test]
fn a_run_starts_at_a_room_and_takes_edits_of_its_campaign_over() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    std::fs::create_dir_all(folder.path().join("pack/campaigns")).expect("made");
    std::fs::write(folder.path().join("pack/campaigns/way.ron"), CAMPAIGN).expect("written");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    let member = foretoken_editor::SetMember { name: "Mia".to_owned(), is_there: true, health: 100 };
    let party = foretoken_editor::SetParty { members: vec![member], values: Vec::new() };
    let test = |room: &str| foretoken_editor::RoomTest {
        campaign: "way".to_owned(),
        room: room.to_owned(),
        way: Vec::new(),
        party: foretoken_editor::RoomParty::Set(party.clone()),
    };
    // An edit that is not saved.
    put_campaign(&mut app, &CAMPAIGN.replace("The Yard", "The Old Yard"));
    app.toggle_editor();
    app.toggle_editor();
    app.play_room(test("yard"));
    assert_eq!(names(&app), ["title", "run", "room"], "the screens of the run: {}", app.told());
    assert!(!app.is_editing());
    let run = app.run().expect("a run");
    assert_eq!((run.room_title().as_str(), run.view().battle), ("The Old Yard", true));
    assert_eq!(run.view().party[0].name, "Mia");
    assert!(run.folder().parent().is_some_and(|runs| runs.ends_with("test-runs")), "the player's runs have no test");
    Box::new(RunRequest::Fight).perform(&mut app);
    let battle = app.battle().expect("a battle");
    assert_eq!(battle.controller.session.book().scenario, "a", "the battle of the room opens");
    assert!(battle.controller.session.setup().opening.members().any(|member| member.name == "Mia"));
    app.command(Command::Menu);
    assert!(app.is_editing() && app.run().is_none(), "leaving the run returns to the editor: {:?}", names(&app));
    let host = app.host_to_edit().expect("a host");
    assert_eq!(host.library().campaign("way").expect("it").rooms[0].title, "The Old Yard", "the edit is still there");
    let shown = |app: &mut App| app.host_to_edit().and_then(|host| host.room_run().map(|run| run.shown().clone()));
    assert_eq!(shown(&mut app).expect("a run").room, "yard");
    app.play_room(test("camp"));
    assert_eq!(names(&app), ["title", "run", "room"], "a rest has options");
    app.command(Command::Back);
    app.command(Command::Menu);
    assert!(app.is_editing());
    let run = shown(&mut app).expect("a run");
    assert_eq!((run.room.as_str(), run.party[0].name.as_str(), run.refused), ("camp", "Mia", None));
    put_campaign(&mut app, &CAMPAIGN.replace("\"camp\"", "\"fire\""));
    wait_for_check(&mut app, |host| host.room_run().is_some_and(|run| run.shown().refused.is_some()));
    put_campaign(&mut app, CAMPAIGN);
    wait_for_check(&mut app, |host| host.room_run().is_some_and(|run| run.shown().refused.is_none()));
    app.play_room(test("nowhere"));
    let told = &app.editor().expect("it is open").model().notices;
    assert_eq!(told.last().map(String::as_str), Some("The campaign has no room `nowhere`."));
}

#[test]
fn faults_of_a_campaign_are_found_while_it_is_edited() {
    let folder = tempfile::tempdir().expect("a folder");
    pack(folder.path(), "Action(body: [Wait])");
    let mut app = app(folder.path(), Some("b")).expect("it opens");
    put_campaign(&mut app, &CAMPAIGN.replace("next: [(to: \"end\")]", ""));
    wait_for_check(&mut app, |host| host.standing_faults().iter().any(|fault| fault.code == "no-end"));
    put_campaign(&mut app, CAMPAIGN);
    wait_for_check(&mut app, |host| host.standing_faults().iter().all(|fault| fault.code != "no-end"));
}
