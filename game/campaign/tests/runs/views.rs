//! What the player may know, and rooms of another crate.

use crate::pack::{ROOMS, begun, campaign_text, compiled, enter, library, options, small};
use foretoken_action_assets::assets::RoomRule;
use foretoken_campaign::rooms::{Content, RoomFault};
use foretoken_campaign::{Campaign, Command, RoomKind, RoomKinds, Run, Seen};
use std::sync::Arc;

#[test]
fn a_view_tells_nothing_of_hidden_rooms_and_of_the_seed() {
    let cellar = ROOMS.find("(name: \"cellar\"").expect("the cellar");
    let end = ROOMS[cellar..].find("next:").expect("its ways") + cellar;
    let (before, after) = (&ROOMS[..cellar], &ROOMS[end..]);
    let other = format!(
        "{before}(name: \"cellar\", kind: \"battle\", title: \"Ambush\", note: \"Rats!\", shown: Nothing, scenario: \"yard\", {after}"
    );
    // What appears once would move, so it is left out.
    let without = |rooms: &str| rooms.replace("(item: \"relic\", once: true),", "");
    let views = |rooms: &str, seed: u64| {
        let mut run = begun(&compiled(&campaign_text(&without(rooms), "")), seed);
        let mut views = vec![run.view()];
        enter(&mut run, "gate");
        views.push(run.view());
        run.act(&Command::Choose(0, Vec::new())).expect("it is free");
        views.push(run.view());
        views
    };
    assert_eq!(views(ROOMS, 1), views(&other, 1));
    assert_eq!(views(ROOMS, 1), views(ROOMS, 2), "before the first draw, seeds look alike");
}

#[test]
fn a_view_shows_the_map_and_the_moves() {
    let mut run = begun(&small(), 1);
    enter(&mut run, "gate");
    let view = run.view();
    assert_eq!(view.moves.len(), 4, "no way is open before the choice");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    let view = run.view();
    let seen: Vec<Seen> = view.rooms.iter().map(|room| room.seen).collect();
    use Seen::{Far, Here, Open};
    assert_eq!(seen, [Here, Open, Open, Far, Far, Far, Far]);
    assert_eq!(view.rooms[3].kind, None, "the cellar is unknown");
    assert_eq!(
        view.moves.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(),
        ["Go to yard (Battle).", "Go to store (Loot)."]
    );
    let locked = &view.party[0].loadouts[0].skills[2];
    assert_eq!((locked.title.as_str(), locked.locked.as_deref()), ("Wise", Some("")));
}

/// A room that the run ends in after a shop.
#[derive(Debug)]
struct Market;

impl RoomKind for Market {
    fn name(&self) -> &'static str {
        "market"
    }

    fn title(&self) -> &'static str {
        "Market"
    }

    fn content(&self, _: &RoomRule) -> Content {
        Content { has_sale: true, has_loot: true, ..Content::default() }
    }

    fn faults(&self, _: &RoomRule) -> Vec<RoomFault> {
        Vec::new()
    }
}

#[test]
fn a_kind_of_another_crate_is_registered_and_played() {
    let rooms = ROOMS.replace("kind: \"shop\"", "kind: \"market\"");
    let library = library(&campaign_text(&rooms, ""));
    let unknown = Campaign::compile(&library, "own", "small", RoomKinds::default()).expect_err("unknown");
    assert!(unknown.to_string().contains("unknown kind of room `market`"), "{unknown}");
    let mut kinds = RoomKinds::default();
    kinds.register(&Market).expect("a new name");
    assert!(kinds.register(&Market).is_err());
    let campaign = Campaign::compile(&library, "own", "small", kinds).unwrap_or_else(|error| panic!("{error}"));
    let mut run = Run::begin(Arc::new(campaign), &options(1)).expect("the offers have places");
    enter(&mut run, "gate");
    run.act(&Command::Choose(0, Vec::new())).expect("it is free");
    enter(&mut run, "store");
    enter(&mut run, "shop");
    run.act(&Command::Buy(0)).expect("4 gold are enough");
    run.act(&Command::Take(Vec::new())).expect("it has loot, too");
}
