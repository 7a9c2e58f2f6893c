//! The graph panel: every control by mouse and by keys.

use crate::driver::{Driver, pick};
use foretoken_action_assets::assets::CampaignAsset;
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::{AssetChange, EditorRequest, Host, MemberLine, Rect, RoomParty, RunAt};
use imgui::{Key, MouseButton};

const CAMPAIGN: &str = "Campaign(
    members: [(name: \"Ada\", unit: \"guard\")],
    values: [(name: \"gold\")],
    starts: [\"gate\"],
    rooms: [
        (name: \"gate\", kind: \"choice\", next: [(to: \"mill\"), (to: \"fort\", when: \"c.gold >= 2\")]),
        (name: \"mill\", kind: \"rest\", x: 1, next: [(to: \"end\")]),
        (name: \"fort\", kind: \"battle\", x: 1, y: 1, on_loss: \"mill\", next: [(to: \"end\")]),
        (name: \"end\", kind: \"end\", x: 2),
    ],
)
";

fn driver(text: &str) -> (tempfile::TempDir, Driver) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("campaigns")).expect("made");
    std::fs::write(folder.path().join("campaigns/way.ron"), text).expect("written");
    let mut driver = Driver::new(folder.path(), None);
    driver.editor.model_mut().open(AssetType::Campaign, "way");
    driver.frames(6);
    (folder, driver)
}

fn asset(driver: &Driver) -> &CampaignAsset {
    driver.game.library.campaign("way").expect("a campaign")
}

fn rect(driver: &Driver, spot: &str) -> Rect {
    let names = || driver.widget_rects.names().filter(|name| name.starts_with("graph")).collect::<Vec<_>>();
    driver.widget_rects.get(spot).unwrap_or_else(|| panic!("{spot} is not shown; shown: {:?}", names()))
}

fn room(driver: &Driver, name: &str) -> Rect {
    rect(driver, &format!("graph/room/{name}"))
}

fn place(driver: &Driver, name: &str) -> (i32, i32) {
    asset(driver).rooms.iter().find(|room| room.name == name).map(|room| (room.x, room.y)).expect("a room")
}

/// Pixels of one column and one row.
fn cell(driver: &Driver) -> [f32; 2] {
    let (gate, fort) = (room(driver, "gate"), room(driver, "fort"));
    [fort.left - gate.left, fort.top - gate.top]
}

#[test]
fn a_room_is_dragged_undone_and_saved() {
    let (folder, mut driver) = driver(CAMPAIGN);
    for name in ["gate", "mill", "fort", "end"] {
        room(&driver, name);
    }
    let by = cell(&driver);
    driver.drag_by("graph/room/end", [by[0] * 1.1, by[1] * 1.9]);
    assert_eq!(place(&driver, "end"), (3, 2), "the place snaps");
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.ctrl(Key::Z);
    assert_eq!(place(&driver, "end"), (2, 0));
    driver.ctrl(Key::Y);
    driver.ctrl(Key::S);
    let text = std::fs::read_to_string(folder.path().join("campaigns/way.ron")).expect("saved");
    assert!(text.contains("x: 3") && text.contains("y: 2"), "{text}");
}

#[test]
fn the_graph_is_there_only_for_campaigns() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    assert!(driver.is_shown("graph/canvas"));
    driver.editor.model_mut().create(&mut driver.game, AssetType::Unit, "guard", None);
    driver.frames(4);
    assert!(!driver.is_shown("graph/canvas"), "the battle has its place again");
    driver.editor.model_mut().open(AssetType::Campaign, "way");
    driver.frames(4);
    assert!(driver.is_shown("graph/canvas"));
}

#[test]
fn rooms_are_selected_by_click_shift_and_rectangle_and_moved_together() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.click("graph/room/mill");
    assert_eq!(driver.editor.model().chosen_rooms(), [1]);
    driver.hold(Key::ModShift, |driver| driver.click("graph/room/fort"));
    assert_eq!(driver.editor.model().chosen_rooms(), [1, 2]);
    let by = cell(&driver);
    driver.drag_by("graph/room/fort", [0.0, by[1] * 2.0]);
    assert_eq!((place(&driver, "mill"), place(&driver, "fort")), ((1, 2), (1, 3)));
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.ctrl(Key::Z);
    assert_eq!(driver.editor.model().chosen_rooms(), [1, 2], "undo keeps the selection");
    let canvas = rect(&driver, "graph/canvas");
    driver.point([canvas.left + 4.0, canvas.bottom - 4.0]);
    driver.click_here();
    assert_eq!(driver.editor.model().chosen_rooms(), [] as [usize; 0], "a click beside selects none");
    let (from, to) = (room(&driver, "gate"), room(&driver, "mill"));
    let corners = ([from.left - 12.0, from.top - 12.0], [to.left + 10.0, to.bottom - 4.0]);
    driver.drag_between(MouseButton::Left, corners.0, corners.1);
    assert_eq!(driver.editor.model().chosen_rooms(), [0, 1]);
    driver.ctrl(Key::A);
    assert_eq!(driver.editor.model().chosen_rooms(), [0, 1, 2, 3]);
}

#[test]
fn the_view_is_moved_and_scaled() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    let canvas = rect(&driver, "graph/canvas");
    let at = [canvas.left + 20.0, canvas.bottom - 20.0];
    let before = room(&driver, "gate");
    driver.drag_between(MouseButton::Middle, at, [at[0] + 40.0, at[1] - 30.0]);
    let after = room(&driver, "gate");
    assert!((after.left - before.left - 40.0).abs() < 1.0 && (after.top - before.top + 30.0).abs() < 1.0);
    driver.hold(Key::Space, |driver| driver.drag_between(MouseButton::Left, at, [at[0] - 40.0, at[1] + 30.0]));
    assert!(room(&driver, "gate").is_near(before, 1.0));
    driver.key(Key::RightArrow);
    assert!(room(&driver, "gate").left < before.left, "the view goes to the right");
    driver.key(Key::Home);
    assert!(room(&driver, "gate").is_near(before, 1.0), "all rooms are shown again");
    let pointed = room(&driver, "gate").middle();
    for (by, times) in [(1.0, 4), (-1.0, 60), (1.0, 90)] {
        for _ in 0..times {
            driver.wheel(pointed, by);
        }
        let gate = room(&driver, "gate");
        assert!(gate.contains(pointed), "the point under the pointer stays: {gate:?}, {pointed:?}");
        assert!((10.0..500.0).contains(&gate.width()), "the scale has bounds: {gate:?}");
    }
    driver.click("graph/fit");
    driver.frames(2);
    assert!(room(&driver, "gate").is_near(before, 1.0));
    driver.key(Key::Minus);
    assert!(room(&driver, "gate").width() < before.width());
    driver.key(Key::Equal);
    driver.key(Key::F);
    assert_eq!(driver.editor.model().history.done(), 0, "the view is no part of the asset");
}

#[test]
fn ways_are_drawn_selected_and_cut_by_mouse_and_by_keys() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.drag("graph/port/mill", "graph/room/fort", 0.5);
    assert_eq!(asset(&driver).rooms[1].next[1].to, "fort");
    driver.ctrl(Key::Z);
    driver.click("graph/way/rooms[0].next[1]");
    assert_eq!(driver.editor.model().selected, "rooms[0].next[1]");
    driver.fill("inspector/when", "c.gold >= 5");
    assert_eq!(asset(&driver).rooms[0].next[1].when.as_str(), "c.gold >= 5");
    driver.click("graph/way/rooms[0].next[1]");
    driver.key(Key::Delete);
    assert_eq!(asset(&driver).rooms[0].next.len(), 1);
    driver.ctrl(Key::Z);
    driver.click("graph/room/gate");
    driver.key(Key::W);
    driver.key(Key::W);
    assert_eq!(driver.editor.model().selected, "rooms[0].next[1]", "W goes through the ways of a room");
    driver.click("graph/delete");
    assert_eq!(asset(&driver).rooms[0].next.len(), 1);
    driver.click("graph/way/rooms[2].on_loss");
    driver.key(Key::Delete);
    assert_eq!(asset(&driver).rooms[2].on_loss, "");
    driver.click("graph/room/gate");
    driver.key(Key::L);
    driver.key(Key::PageDown);
    driver.key(Key::PageDown);
    driver.key(Key::Enter);
    assert_eq!(asset(&driver).rooms[0].next[1].to, "fort", "L, PageDown and Enter draw a way");
    driver.click("graph/room/gate");
    driver.click("graph/join");
    driver.click("graph/room/end");
    assert_eq!(asset(&driver).rooms[0].next[2].to, "end");
    let done = driver.editor.model().history.done();
    driver.key(Key::PageUp);
    driver.key(Key::L);
    driver.key(Key::Escape);
    assert_eq!(driver.editor.focused(), Some("graph"), "Escape keeps the keyboard");
    driver.click("graph/room/gate");
    assert_eq!(driver.editor.model().history.done(), done, "and cancels the way");
}

#[test]
fn rooms_are_added_at_the_pointer_behind_a_room_and_by_keys() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    let by = cell(&driver);
    let [x, y] = room(&driver, "gate").middle();
    driver.click_right([x, y + by[1]]);
    driver.click("graph/menu/loot");
    let added = asset(&driver).rooms.last().expect("a room");
    assert_eq!((added.name.as_str(), added.kind.as_str(), added.x, added.y), ("loot", "loot", 0, 1));
    assert_eq!(driver.editor.model().chosen_rooms(), [4]);
    let [x, y] = room(&driver, "end").middle();
    let port = rect(&driver, "graph/port/fort").middle();
    driver.drag_between(MouseButton::Left, port, [x, y + by[1]]);
    driver.click("graph/menu/shop");
    assert_eq!(asset(&driver).rooms[2].next[1].to, "shop", "a way that ends beside adds a room");
    assert_eq!(place(&driver, "shop"), (2, 1));
    driver.click("graph/room/end");
    driver.key(Key::A);
    driver.key(Key::Alpha6);
    assert_eq!((place(&driver, "end-2"), asset(&driver).rooms[3].next[0].to.as_str()), ((3, 0), "end-2"));
    driver.key(Key::Insert);
    driver.click("graph/menu/battle");
    assert_eq!(place(&driver, "battle"), (4, 0));
    driver.click("graph/add");
    driver.key(Key::Escape);
    assert_eq!(asset(&driver).rooms.len(), 8);
    assert!(!driver.is_shown("graph/menu/battle"));
}

#[test]
fn rooms_are_deleted_copied_pasted_and_duplicated() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.click("graph/room/fort");
    driver.key(Key::Delete);
    assert_eq!(asset(&driver).rooms.len(), 3);
    assert_eq!(asset(&driver).rooms[0].next.len(), 1, "ways to it are gone too");
    driver.ctrl(Key::Z);
    assert_eq!(driver.editor.model().chosen_rooms(), [2]);
    driver.hold(Key::ModShift, |driver| driver.click("graph/room/mill"));
    driver.ctrl(Key::C);
    assert!(driver.clipboard.borrow().starts_with("Campaign("), "{}", driver.clipboard.borrow());
    let by = cell(&driver);
    let [x, y] = room(&driver, "end").middle();
    driver.point([x, y + by[1] * 2.0]);
    driver.ctrl(Key::V);
    assert_eq!((place(&driver, "mill-2"), place(&driver, "fort-2")), ((2, 2), (2, 3)));
    assert_eq!(asset(&driver).rooms[5].on_loss, "mill-2");
    driver.ctrl(Key::D);
    assert_eq!(asset(&driver).rooms.len(), 8);
    driver.ctrl(Key::X);
    assert_eq!(asset(&driver).rooms.len(), 6);
    driver.click("graph/room/gate");
    driver.click("graph/duplicate");
    driver.click("graph/delete");
    driver.click_right(room(&driver, "mill").middle());
    driver.click("graph/menu/duplicate");
    driver.click_right(room(&driver, "mill").middle());
    driver.click("graph/menu/delete");
    assert!(asset(&driver).rooms.iter().all(|room| room.name != "mill"));
}

#[test]
fn starts_and_layout_are_set_by_buttons_and_keys() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.click("graph/room/mill");
    driver.click("graph/start");
    assert_eq!(asset(&driver).starts, ["gate", "mill"]);
    driver.key(Key::S);
    assert_eq!(asset(&driver).starts, ["gate"]);
    let by = cell(&driver);
    driver.drag_by("graph/room/gate", [by[0] * 3.0, by[1]]);
    driver.click("graph/arrange");
    driver.frames(2);
    assert_eq!((place(&driver, "gate"), place(&driver, "end")), ((0, 0), (2, 0)));
    driver.ctrl(Key::Z);
    driver.key(Key::O);
    assert_eq!(place(&driver, "gate"), (0, 0));
}

#[test]
fn problems_are_shown_on_their_rooms() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.game.checks_campaigns = true;
    driver.key(Key::F7);
    driver.frames(2);
    let told = driver.editor.model().problems.render();
    assert!(told.contains("unknown unit"), "the party has no unit type: {told}");
    driver.editor.model_mut().create(&mut driver.game, AssetType::Unit, "guard", None);
    driver.editor.model_mut().open(AssetType::Campaign, "way");
    driver.key(Key::F7);
    driver.frames(4);
    let at = rect(&driver, "graph/fault/fort");
    driver.point([at.left - 10.0, at.bottom + 6.0]);
    driver.frames(3);
    assert!(driver.is_shown("tip"), "a hover shows the message");
    assert!(!driver.is_shown("graph/fault/end"));
}

#[test]
fn a_room_has_the_fields_of_its_kind_with_lists_of_names() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.click("graph/room/fort");
    assert!(driver.is_shown("inspector/scenario") && !driver.is_shown("inspector/options/add"));
    pick(&mut driver, "inspector/kind", "choice");
    driver.frames(2);
    assert!(driver.is_shown("inspector/options/add") && !driver.is_shown("inspector/scenario"));
    assert!(driver.is_shown("inspector/on_loss"), "a field with data stays");
    pick(&mut driver, "inspector/on_loss", "none");
    assert_eq!(asset(&driver).rooms[2].on_loss, "");
    driver.click("inspector/options/add");
    driver.fill("inspector/options[0].text", "Go on.");
    pick(&mut driver, "inspector/options[0].next", "end");
    assert_eq!(asset(&driver).rooms[2].options[0].next, "end");
    driver.click("graph/way/rooms[2].options[0]");
    assert!(driver.is_shown("inspector/needs"), "the way of an option shows the option");
    driver.click("inspector/asset");
    driver.scroll_to(driver.middle("inspector/title"), "inspector/starts/add");
    pick(&mut driver, "inspector/starts/add", "mill");
    assert_eq!(asset(&driver).starts, ["gate", "mill"]);
}

#[test]
fn enter_leads_to_the_name_and_ways_follow_a_new_name() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.click("graph/room/end");
    driver.key(Key::Enter);
    driver.frames(3);
    driver.ctrl(Key::A);
    driver.write("gate house");
    driver.key(Key::Enter);
    driver.frames(3);
    assert_eq!(asset(&driver).rooms[1].next[0].to, "gate house");
    assert_eq!(driver.editor.model().history.done(), 1);
}

#[test]
fn the_exact_chance_of_each_offer_is_shown() {
    let rooms =
        "rooms: [(name: \"a\", kind: \"loot\", draw: 2, offers: [(item: \"x\"), (item: \"y\"), (item: \"z\")])]";
    let (_folder, mut driver) = driver(&format!("Campaign(starts: [\"a\"], {rooms})"));
    driver.click("graph/room/a");
    let from = driver.middle("inspector/name");
    driver.scroll_to(from, "inspector/odds/2");
    assert!(driver.is_shown("inspector/odds/2"));
}

#[test]
fn a_run_is_asked_for_with_the_shortest_way_or_a_set_party() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    driver.click("graph/room/end");
    driver.key(Key::P);
    driver.frames(2);
    let [EditorRequest::PlayRoom(test)] = &driver.editor.wants()[..] else { panic!("a run is asked for") };
    assert_eq!((test.campaign.as_str(), test.room.as_str()), ("way", "end"));
    assert_eq!((test.way.join(" "), &test.party), ("gate mill end".to_owned(), &RoomParty::Plausible));
    assert!(driver.is_shown("graph/run/none"), "the party is shown beside");
    driver.click("graph/party/set");
    driver.drag_by("graph/party/Ada/health", [-40.0, 0.0]);
    driver.fill("graph/party/value/gold", "7");
    driver.click("graph/room/fort");
    driver.click("graph/play");
    driver.frames(2);
    let wants = driver.editor.wants();
    let [EditorRequest::PlayRoom(test)] = &wants[..] else { panic!("a run is asked for") };
    let RoomParty::Set(party) = &test.party else { panic!("a party was set") };
    assert!((1..100).contains(&party.members[0].health) && party.members[0].is_there, "{party:?}");
    assert_eq!(party.values, [("gold".to_owned(), 7)]);
    driver.key(Key::F5);
    driver.frames(2);
    assert!(matches!(&driver.editor.wants()[..], [EditorRequest::PlayRoom(_)]));
    let ada = MemberLine { name: "Ada".to_owned(), unit: "Guard".to_owned(), health: (3, 9), note: String::new() };
    let run = RunAt { campaign: "way".to_owned(), room: "fort".to_owned(), party: vec![ada], ..RunAt::default() };
    driver.game.run = Some(RunAt { refused: Some("The room is gone.".to_owned()), ..run });
    driver.frames(2);
    assert!(driver.is_shown("graph/run/member/0") && driver.is_shown("graph/run/refused"));
    driver.click("graph/party");
    driver.frames(2);
    assert!(!driver.is_shown("graph/run/room"));
}

#[test]
fn of_ten_thousand_rooms_only_those_in_view_are_drawn() {
    let (_folder, mut driver) = driver(CAMPAIGN);
    let mut large = CampaignAsset { starts: vec!["r0".to_owned()], ..CampaignAsset::default() };
    for at in 0..10_000_i32 {
        let next = foretoken_action_assets::assets::WayRule { to: format!("r{}", at + 1), ..Default::default() };
        large.rooms.push(foretoken_action_assets::assets::RoomRule {
            name: format!("r{at}"),
            x: at % 100,
            y: at / 100,
            next: vec![next],
            ..Default::default()
        });
    }
    let change =
        AssetChange { kind: AssetType::Campaign, name: "large".to_owned(), asset: Some(AnyAsset::Campaign(large)) };
    driver.game.put(&[change]);
    driver.editor.model_mut().open(AssetType::Campaign, "large");
    driver.frames(4);
    let drawn = |driver: &Driver| driver.widget_rects.names().filter(|name| name.starts_with("graph/room/")).count();
    let ways = |driver: &Driver| driver.widget_rects.names().filter(|name| name.starts_with("graph/way/")).count();
    let canvas = rect(&driver, "graph/canvas");
    for _ in 0..30 {
        driver.wheel(canvas.middle(), 1.0);
    }
    let room = driver.widget_rects.names().find(|name| name.starts_with("graph/room/")).expect("a room").to_owned();
    let size = rect(&driver, &room);
    let most = ((canvas.width() / size.width() + 3.0) * (canvas.height() / size.height() + 3.0)) as usize;
    let seen = drawn(&driver);
    assert!((1..=most).contains(&seen) && ways(&driver) <= 4 * most, "{seen} rooms, {} ways, {most}", ways(&driver));
    for _ in 0..8 {
        driver.wheel(canvas.middle(), -1.0);
    }
    let more = drawn(&driver);
    assert!(more > seen && more < 2_000, "{more}");
}

#[test]
fn layers_are_selected_by_a_key_and_deleted() {
    let layers = "layers: [(name: \"wood\", x: 1, y: 3, columns: 2, to: [\"end\"], templates: [(room: \"mill\")]), \
                  (name: \"moor\", x: 4, y: 3, to: [\"end\"], templates: [(room: \"mill\")])],\n)\n";
    let text = format!("{}{layers}", CAMPAIGN.strip_suffix(")\n").expect("it ends so"));
    let (_folder, mut driver) = driver(&text);
    driver.click("graph/room/gate");
    driver.key(Key::G);
    assert_eq!(driver.editor.model().selected, "layers[0]");
    driver.key(Key::G);
    assert_eq!(driver.editor.model().selected, "layers[1]");
    driver.click("graph/delete");
    let names = |driver: &Driver| asset(driver).layers.iter().map(|layer| layer.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&driver), ["wood"]);
    driver.frames(2);
    driver.click("graph/delete");
    assert_eq!(names(&driver), ["wood"], "nothing is selected");
    driver.key(Key::G);
    driver.key(Key::Delete);
    assert_eq!(names(&driver), Vec::<String>::new());
    driver.ctrl(Key::Z);
    assert_eq!(names(&driver), ["wood"]);
    assert_eq!(asset(&driver).rooms.len(), 4, "templates stay");
}
