//! Edits of a campaign's graph without a screen: each with its undo.

use crate::driver::Game;
use foretoken_action_assets::assets::CampaignAsset;
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::graph::arranged;
use foretoken_editor::model::{Model, names_for};
use foretoken_editor::{AssetChange, Host};
use std::collections::BTreeSet;

const CAMPAIGN: &str = "Campaign(
    starts: [\"gate\"],
    values: [(name: \"gold\")],
    rooms: [
        (name: \"gate\", kind: \"battle\", on_loss: \"end\", next: [(to: \"mill\"), (to: \"end\", when: \"c.gold >= 2\")]),
        (name: \"mill\", kind: \"choice\", x: 1, options: [(text: \"Flee.\", next: \"end\"), (text: \"Stay.\")], next: [(to: \"end\")]),
        (name: \"end\", kind: \"end\", x: 2),
    ],
)
";

fn begun() -> (tempfile::TempDir, Game, Model) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("campaigns")).expect("made");
    std::fs::write(folder.path().join("campaigns/way.ron"), CAMPAIGN).expect("written");
    let game = Game::of(folder.path(), None);
    let mut model = Model::new(folder.path(), None);
    model.open(AssetType::Campaign, "way");
    (folder, game, model)
}

fn asset(game: &Game) -> &CampaignAsset {
    game.library.campaign("way").expect("a campaign")
}

fn rooms(game: &Game) -> Vec<(&str, i32, i32)> {
    asset(game).rooms.iter().map(|room| (room.name.as_str(), room.x, room.y)).collect()
}

/// Does an edit and checks that one undo takes it back and one redo repeats it.
fn check(act: impl FnOnce(&mut Game, &mut Model), expected: impl Fn(&CampaignAsset)) {
    let (_folder, mut game, mut model) = begun();
    let before = asset(&game).clone();
    act(&mut game, &mut model);
    model.finish(&mut game);
    assert_eq!(model.history.done(), 1, "{:?}", model.notices);
    let after = asset(&game).clone();
    expected(&after);
    assert!(model.undo(&mut game));
    assert_eq!(*asset(&game), before);
    assert!(model.redo(&mut game));
    assert_eq!(*asset(&game), after);
}

#[test]
fn rooms_are_moved_as_a_group_within_the_map() {
    let place = |asset: &CampaignAsset, at: usize| (asset.rooms[at].x, asset.rooms[at].y);
    check(
        |game, model| model.move_rooms(game, &[(0, (0, 0)), (1, (1, 0))], (-3, 4), "drag"),
        |asset| assert_eq!((place(asset, 0), place(asset, 1), place(asset, 2)), ((0, 4), (1, 4), (2, 0))),
    );
    check(
        |game, model| {
            for by in [(0, 1), (0, 2), (5, 2)] {
                model.move_rooms(game, &[(1, (1, 0))], by, "one drag");
            }
        },
        |asset| assert_eq!(place(asset, 1), (6, 2)),
    );
    check(
        |game, model| {
            model.select_rooms(&[0, 1, 2]);
            model.nudge_rooms(game, (0, 20_000));
        },
        |asset| assert_eq!(place(asset, 2), (2, 9999)),
    );
}

#[test]
fn a_room_is_not_moved_onto_another() {
    let (_folder, mut game, mut model) = begun();
    model.move_rooms(&mut game, &[(0, (0, 0))], (1, 0), "");
    assert_eq!((model.history.done(), rooms(&game)[0]), (0, ("gate", 0, 0)));
}

#[test]
fn a_room_is_added_with_its_own_name_and_place() {
    check(
        |game, model| {
            model.add_room(game, "end", (2, 0), Some(1));
            assert_eq!(model.chosen_rooms(), [3]);
        },
        |asset| {
            let room = &asset.rooms[3];
            assert_eq!((room.name.as_str(), room.kind.as_str(), room.x, room.y), ("end-2", "end", 2, 1));
            assert_eq!(asset.rooms[1].next[1].to, "end-2");
        },
    );
}

#[test]
fn the_first_room_is_a_start() {
    let (_folder, mut game, mut model) = begun();
    model.create(&mut game, AssetType::Campaign, "new", None);
    model.add_room(&mut game, "battle", (-4, 0), None);
    let asset = game.library.campaign("new").expect("it");
    assert_eq!((asset.starts.as_slice(), asset.rooms[0].x), (&["battle".to_owned()][..], 0));
}

#[test]
fn everything_that_leads_to_a_deleted_room_is_gone() {
    check(
        |game, model| model.delete_rooms(game, &[2]),
        |asset| {
            assert_eq!(asset.rooms.len(), 2);
            assert_eq!((asset.rooms[0].next.len(), asset.rooms[0].on_loss.as_str()), (1, ""));
            assert_eq!((asset.rooms[1].next.len(), asset.rooms[1].options[0].next.as_str()), (0, ""));
        },
    );
    check(
        |game, model| {
            model.select_rooms(&[0]);
            assert!(model.delete_chosen(game));
            assert!(model.chosen().is_empty());
        },
        |asset| assert!(asset.starts.is_empty()),
    );
}

#[test]
fn ways_are_drawn_once_and_cut() {
    let (_folder, mut game, mut model) = begun();
    model.join_rooms(&mut game, 0, 1);
    model.join_rooms(&mut game, 1, 1);
    assert_eq!((model.history.done(), model.notices.len()), (0, 2), "{:?}", model.notices);
    check(|game, model| model.join_rooms(game, 2, 0), |asset| assert_eq!(asset.rooms[2].next[0].to, "gate"));
    for (path, is_cut) in [
        ("rooms[0].next[1]", (|asset| asset.rooms[0].next.len() == 1) as fn(&CampaignAsset) -> bool),
        ("rooms[1].options[0]", |asset| asset.rooms[1].options.len() == 2 && asset.rooms[1].options[0].next.is_empty()),
        ("rooms[0].on_loss", |asset| asset.rooms[0].on_loss.is_empty()),
    ] {
        check(
            |game, model| {
                model.select(path);
                assert!(model.delete_chosen(game));
            },
            |asset| assert!(is_cut(asset), "{path}"),
        );
    }
}

#[test]
fn rooms_are_copied_as_text_and_pasted_with_the_ways_between_them() {
    let (_folder, game, model) = begun();
    let text = model.copied_rooms(&game, &[0, 1]);
    assert!(text.starts_with("Campaign(\n    rooms: ["), "{text}");
    check(
        |game, model| {
            model.paste_rooms(game, &text, Some((5, 5)));
            assert_eq!(model.chosen_rooms(), [3, 4]);
        },
        |asset| {
            let (gate, mill) = (&asset.rooms[3], &asset.rooms[4]);
            assert_eq!((gate.name.as_str(), gate.x, gate.y), ("gate-2", 5, 5));
            assert_eq!((mill.name.as_str(), mill.x, mill.y), ("mill-2", 6, 5));
            let to: Vec<&str> = gate.next.iter().map(|way| way.to.as_str()).collect();
            assert_eq!(to, ["mill-2", "end"], "ways to other rooms stay");
            assert_eq!((gate.on_loss.as_str(), mill.options[0].next.as_str()), ("end", "end"));
            assert_eq!(asset.rooms[0].next[0].to, "mill", "the originals stay as they are");
        },
    );
    check(
        |game, model| model.duplicate_rooms(game, &[0, 1]),
        |asset| {
            let places: BTreeSet<(i32, i32)> = asset.rooms.iter().map(|room| (room.x, room.y)).collect();
            assert_eq!((places.len(), asset.rooms[3].y), (5, 1));
        },
    );
}

#[test]
fn rooms_of_another_campaign_lose_ways_to_rooms_that_are_not_here() {
    let (_folder, mut game, mut model) = begun();
    let text = model.copied_rooms(&game, &[0]);
    model.create(&mut game, AssetType::Campaign, "new", None);
    model.paste_rooms(&mut game, &text, None);
    let room = &game.library.campaign("new").expect("it").rooms[0];
    assert_eq!((room.name.as_str(), room.next.len(), room.on_loss.as_str()), ("gate", 0, ""));
    model.paste_rooms(&mut game, "Push(", None);
    assert_eq!(model.notices.last().map(String::as_str), Some("The clipboard has no room of a campaign."));
}

#[test]
fn starts_are_chosen_and_rooms_arranged() {
    check(|game, model| model.toggle_starts(game, &[0, 1]), |asset| assert_eq!(asset.starts, ["gate", "mill"]));
    check(|game, model| model.toggle_starts(game, &[0]), |asset| assert!(asset.starts.is_empty()));
    check(
        |game, model| model.arrange_rooms(game),
        |asset| {
            let places: Vec<(i32, i32)> = asset.rooms.iter().map(|room| (room.x, room.y)).collect();
            assert_eq!(places, arranged(asset));
        },
    );
}

/// Types a name, one letter after another, as the inspector does.
fn typed(game: &mut Game, model: &mut Model, room: usize, names: &[&str]) {
    for name in names {
        let mut edited = asset(game).clone();
        (*name).clone_into(&mut edited.rooms[room].name);
        let path = format!("rooms[{room}].name");
        model.edit_room_field(game, "name", &path, &path, AnyAsset::Campaign(edited));
    }
}

#[test]
fn what_refers_to_a_room_follows_its_new_name() {
    check(
        // The letters pass the name of another room, and the field is empty for a moment.
        |game, model| typed(game, model, 2, &["", "g", "gate", "gatehouse"]),
        |asset| {
            assert_eq!((asset.rooms[0].next[0].to.as_str(), asset.rooms[0].next[1].to.as_str()), ("mill", "gatehouse"));
            assert_eq!((asset.rooms[0].on_loss.as_str(), asset.starts[0].as_str()), ("gatehouse", "gate"));
            assert_eq!(asset.rooms[1].options[0].next, "gatehouse");
        },
    );
    check(
        |game, model| typed(game, model, 0, &["gates", "the-gates"]),
        |asset| assert_eq!(asset.starts, ["the-gates"]),
    );
}

#[test]
fn fields_list_the_names_that_they_can_hold() {
    let (_folder, game, _) = begun();
    let names = |path: &str| names_for(asset(&game), path, &game.room_kinds());
    let rooms = ["gate", "mill", "end"];
    for path in ["rooms[0].next[1].to", "starts", "layers[0].from", "layers[3].templates[0].room"] {
        let found = names(path).expect(path);
        assert_eq!((found.names.as_slice(), found.is_optional), (&rooms.map(str::to_owned)[..], false), "{path}");
    }
    assert!(names("rooms[2].on_loss").is_some_and(|found| found.is_optional));
    assert_eq!(names("rooms[0].offers[1].spends[0].value").map(|found| found.names), Some(vec!["gold".to_owned()]));
    assert!(names("rooms[0].kind").is_some_and(|found| found.names.len() == 6));
    assert_eq!(names("rooms[0].title"), None);
}

#[test]
fn a_problem_of_a_room_selects_the_room_or_the_way() {
    let (_folder, game, mut model) = begun();
    for (path, selected) in [
        ("rooms[1].scenario", "rooms[1]"),
        ("rooms[0].next[1].when", "rooms[0].next[1]"),
        ("rooms[1].options[0].needs", "rooms[1].options[0]"),
        ("rooms[0].offers[2].item", "rooms[0]"),
        ("rooms[9].name", ""),
        ("starts[0]", ""),
    ] {
        model.jump(&game, "campaigns/way.ron", path, 0);
        assert_eq!(model.selected, selected, "{path}");
    }
}

#[test]
fn edits_of_rooms_are_saved_and_recovered() {
    let (folder, mut game, mut model) = begun();
    model.move_rooms(&mut game, &[(0, (0, 0))], (0, 3), "");
    drop(model);
    let mut game = Game::of(folder.path(), None);
    let mut model = Model::new(folder.path(), None);
    model.recover(&mut game);
    let change =
        |game: &mut Game| game.put(&[AssetChange { kind: AssetType::Campaign, name: "x".to_owned(), asset: None }]);
    change(&mut game);
    if !model.offered_files().is_empty() {
        model.take_offered(&mut game);
    }
    assert_eq!(rooms(&game)[0], ("gate", 0, 3));
    model.save(&mut game);
    let text = std::fs::read_to_string(folder.path().join("campaigns/way.ron")).expect("saved");
    assert!(text.contains("y: 3"), "{text}");
}

#[test]
fn a_layer_is_deleted_with_undo() {
    let (_folder, mut game, mut model) = begun();
    let layer = foretoken_action_assets::assets::LayerRule { name: "wood".to_owned(), ..Default::default() };
    let layered = CampaignAsset { layers: vec![layer], ..asset(&game).clone() };
    let change =
        AssetChange { kind: AssetType::Campaign, name: "way".to_owned(), asset: Some(AnyAsset::Campaign(layered)) };
    game.put(&[change]);
    model.select("layers[0].weight");
    assert!(!model.has_chosen(), "a field of a layer is no layer");
    model.select("layers[0]");
    assert!(model.has_chosen() && model.delete_chosen(&mut game));
    model.finish(&mut game);
    assert!(asset(&game).layers.is_empty() && asset(&game).rooms.len() == 3, "its templates stay");
    assert!(model.undo(&mut game));
    assert_eq!(asset(&game).layers[0].name, "wood");
}

#[test]
fn thousands_of_rooms_are_duplicated_with_own_names_and_places() {
    let (_folder, mut game, mut model) = begun();
    let room = |at: usize| foretoken_action_assets::assets::RoomRule {
        name: format!("r-{}", at + 2),
        kind: "rest".to_owned(),
        x: (at % 100) as i32,
        y: (at / 100) as i32,
        ..Default::default()
    };
    let rooms: Vec<_> = (0..9_000).map(room).collect();
    let all: Vec<usize> = (0..rooms.len()).collect();
    let large = CampaignAsset { rooms, starts: vec!["r-2".to_owned()], ..asset(&game).clone() };
    let change =
        AssetChange { kind: AssetType::Campaign, name: "way".to_owned(), asset: Some(AnyAsset::Campaign(large)) };
    game.put(&[change]);
    model.duplicate_rooms(&mut game, &all);
    let rooms = &asset(&game).rooms;
    let names: BTreeSet<&str> = rooms.iter().map(|room| room.name.as_str()).collect();
    let places: BTreeSet<(i32, i32)> = rooms.iter().map(|room| (room.x, room.y)).collect();
    assert_eq!((rooms.len(), names.len(), places.len()), (18_000, 18_000, 18_000));
    assert_eq!((rooms[9_000].name.as_str(), rooms[9_000].x, rooms[9_000].y), ("r-9002", 0, 90));
}
