//! A campaign of five rooms is drawn through the editor alone, checked, and played by the pilot.

use crate::driver::Driver;
use foretoken_action_assets::AssetType;
use foretoken_campaign::{BeginOptions, Campaign, Mode, Pilot, RoomKinds, Run, check};
use foretoken_editor::Rect;
use imgui::{Key, MouseButton};
use std::path::Path;
use std::sync::Arc;

/// Most clicks, drags, keys and typed texts.
const MOST_GESTURES: usize = 60;

const PACK: &[(&str, &str)] = &[
    ("terrains/floor.ron", "Terrain(glyph: \".\")"),
    (
        "units/guard.ron",
        "Unit(title: \"Guard\", glyph: \"G\", health: 9, initiative: 2, actions: [\"hit\", \"walk\", \"wait\"])",
    ),
    (
        "units/rat.ron",
        "Unit(title: \"Rat\", glyph: \"r\", health: 2, initiative: 1, tags: [\"rat\"], actions: [\"hit\", \"walk\", \"wait\"])",
    ),
    ("actions/wait.ron", "Action(body: [Wait])"),
    (
        "actions/walk.ron",
        "Action(cost: Move, body: [DeclareTarget(name: \"T1\", reach: Walk, range: (1, 255), filter: [Empty]), Move])",
    ),
    (
        "actions/hit.ron",
        "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (1, 1), filter: [Enemy]), Damage(target: \"T1\", amount: 2)])",
    ),
    (
        "actions/meal.ron",
        "Action(title: \"Meal\", body: [Heal(target: \"self\", amount: 3, area: [\"@##\"], filter: [Ally])])",
    ),
    ("items/axe.ron", "Item(title: \"Axe\", modifiers: [(stat: \"initiative\", amount: 1)])"),
    ("items/ring.ron", "Item(title: \"Ring\", modifiers: [(stat: \"initiative\", amount: 1)])"),
    (
        "scenarios/yard.ron",
        "Scenario(map: [\"G..r\", \"G...\"], legend: [(glyph: \"G\", unit: \"guard\"), (glyph: \"r\", unit: \"rat\", team: 1)], \
         goals: [(text: \"Kill the rat.\", when: \"count(rat) = 0\")], losses: [(text: \"time runs out\", when: \"round > 12\")])",
    ),
];

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in PACK {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, text).expect("written");
    }
    folder
}

/// A designer whose gestures are counted.
struct Designer {
    driver: Driver,
    gestures: usize,
}

impl Designer {
    fn click(&mut self, spot: &str) {
        self.gestures += 1;
        self.driver.click(spot);
    }

    fn key(&mut self, key: Key) {
        self.gestures += 1;
        self.driver.key(key);
    }

    fn ctrl(&mut self, key: Key) {
        self.gestures += 1;
        self.driver.ctrl(key);
    }

    fn write(&mut self, text: &str) {
        self.gestures += 1;
        self.driver.write(text);
    }

    fn pick(&mut self, spot: &str, option: &str) {
        self.click(spot);
        self.click(&format!("{spot}/{option}"));
    }

    fn drag(&mut self, from: [f32; 2], to: [f32; 2]) {
        self.gestures += 1;
        self.driver.drag_between(MouseButton::Left, from, to);
    }

    fn rect(&self, spot: &str) -> Rect {
        self.driver.widget_rects.get(spot).unwrap_or_else(|| panic!("{spot} is not shown"))
    }

    /// Draws a way from a room to a place that is columns and rows away, and adds a room there.
    fn add_behind(&mut self, room: &str, (columns, rows): (f32, f32), kind: &str) {
        let (port, own) = (self.rect(&format!("graph/port/{room}")), self.rect(&format!("graph/room/{room}")));
        let [x, y] = own.middle();
        let to = [x + own.width() * 1.29 * columns, y + own.height() * 1.67 * rows];
        self.drag(port.middle(), to);
        self.click(&format!("graph/menu/{kind}"));
    }
}

fn drawn(folder: &Path) -> Designer {
    let mut driver = Driver::new(folder, None);
    driver.game.checks_campaigns = true;
    let mut designer = Designer { driver, gestures: 0 };
    let own = &mut designer;
    own.click("assets/new");
    own.click("new/campaign");
    own.write("the-way");
    own.key(Key::Enter);
    own.driver.frames(6);
    own.click("inspector/members/add");
    own.driver.frames(2);
    own.click("inspector/members[0].name");
    own.write("Ada");
    own.pick("inspector/members[0].unit", "guard");
    // Rooms: a battle, loot, a choice, a battle and an end.
    own.click("graph/add");
    own.click("graph/menu/battle");
    own.pick("inspector/scenario", "yard");
    own.add_behind("battle", (1.0, 0.0), "loot");
    own.add_behind("loot", (1.0, 0.0), "choice");
    own.add_behind("choice", (0.0, 1.0), "battle");
    own.pick("inspector/scenario", "yard");
    own.add_behind("battle-2", (-1.0, 0.0), "end");
    let (from, to) = (own.rect("graph/port/choice").middle(), own.rect("graph/room/end").middle());
    own.drag(from, to);
    own.click("graph/room/loot");
    own.click("inspector/draw");
    own.write("1");
    own.key(Key::Enter);
    for (at, item) in ["axe", "ring"].into_iter().enumerate() {
        own.click("inspector/offers/add");
        own.driver.frames(2);
        own.pick(&format!("inspector/offers[{at}].item"), item);
    }
    own.click("graph/room/choice");
    for (at, text) in ["Eat.", "Go on."].into_iter().enumerate() {
        own.click("inspector/options/add");
        own.driver.frames(2);
        own.click(&format!("inspector/options[{at}].text"));
        own.write(text);
        if at == 0 {
            own.pick("inspector/options[0].action", "meal");
        }
    }
    own.ctrl(Key::S);
    designer
}

#[test]
fn a_campaign_of_five_rooms_is_drawn_checked_and_played() {
    let folder = pack();
    let mut designer = drawn(folder.path());
    let gestures = designer.gestures;
    assert!(gestures <= MOST_GESTURES, "{gestures} gestures");
    designer.driver.quiet();
    designer.driver.key(Key::F7);
    let text = std::fs::read_to_string(folder.path().join("campaigns/the-way.ron")).expect("saved");
    assert_eq!(text, designer.driver.text_of(AssetType::Campaign, "the-way"));
    assert!(
        designer.driver.editor.model().problems.is_empty(),
        "{}\n{text}",
        designer.driver.editor.model().problems.render()
    );
    let library = &designer.driver.game.library;
    assert!(!check::check(library, "pack", "the-way", &RoomKinds::default()).has_errors());
    let asset = library.campaign("the-way").expect("it");
    let kinds: Vec<&str> = asset.rooms.iter().map(|room| room.kind.as_str()).collect();
    assert_eq!(kinds, ["battle", "loot", "choice", "battle", "end"], "{gestures} gestures");
    assert_eq!((asset.rooms[1].offers.len(), asset.rooms[1].draw, asset.rooms[2].options.len()), (2, 1, 2), "{text}");
    assert_eq!(asset.rooms[2].next.len(), 2);
    let campaign = Arc::new(Campaign::compile(library, "pack", "the-way", RoomKinds::default()).expect("compiles"));
    let mut visited = std::collections::BTreeSet::new();
    for seed in 1..=6 {
        let options = BeginOptions { seed, mode: Mode::SameDice, ..BeginOptions::default() };
        let mut run = Run::begin(Arc::clone(&campaign), &options).expect("it begins");
        Pilot { seed }.play(&mut run, &mut |_, _| {}).expect("it is played");
        assert!(run.state().ending.is_some());
        visited.extend(run.state().way.iter().cloned());
    }
    assert_eq!(visited.len(), 5, "all rooms are entered in some run: {visited:?}");
}
