//! A battle without a drawn board: faces of the die by mouse, key and pad, the deck page, and a battle to its end.

use super::*;
use foretoken_game::window::platform::input::PadButton;
use foretoken_session::texts::decks;

impl Played {
    fn cell() -> Self {
        let mut played = Self::new(Some("jail/the-cell"));
        still(&mut played);
        played
    }

    /// Returns the current slot and the next ones that are ready.
    fn slots(&self) -> (u16, Vec<u16>) {
        let die = &self.battle().die;
        let current = die.slots.iter().find(|text| text.slot.is_current).map_or(0, |text| text.slot.number);
        (current, die.next().filter(|text| text.slot.left == 0).map(|text| text.slot.number).collect())
    }

    fn energy(&self) -> i32 {
        let unit = self.battle().die.unit.expect("a deck");
        decks::energy(self.battle().controller.session.seat(), unit).0
    }

    /// Opens the page of a unit, with the cursor moved by keys.
    fn look_at(&mut self, unit: EntityId) {
        for key in [Key::Left, Key::Right].into_iter().flat_map(|key| [key; 8]) {
            let battle = self.battle();
            if battle.shown().occupant(battle.controller.cursor) == unit {
                break;
            }
            self.driver.key(key);
        }
        self.driver.key(Key::I);
        self.driver.frames(3);
        assert_eq!(self.driver.app().top(), "unit");
        assert_eq!(self.battle().shown().occupant(self.battle().controller.cursor), unit);
    }

    /// Answers the open request by its first target, and shows the result at once.
    fn aim(&mut self, confirm: impl Fn(&mut Self)) {
        for _ in 0..3 {
            if self.battle().controller.choosing == Choosing::Target {
                confirm(self);
                self.driver.frames(1);
            }
        }
        self.watch();
    }

    fn watch(&mut self) {
        for _ in 0..60 {
            self.driver.frames(2);
            if !self.battle().playback.is_showing() {
                break;
            }
            self.driver.key(Key::X);
        }
        self.driver.frames(3);
    }

    fn pad_button(&mut self, button: PadButton) {
        self.driver.feed(Input::Pad(button, true));
        self.driver.feed(Input::Pad(button, false));
    }
}

#[test]
fn a_face_is_used_by_mouse_by_key_and_by_pad() {
    let mut played = Played::cell();
    let (_, ready) = played.slots();
    assert_eq!((ready.len(), played.energy()), (3, 2));
    played.click(&format!("face/{}", ready[1]));
    played.aim(|played| played.driver.key(Key::Enter));
    assert_eq!((played.slots().0, played.energy()), (ready[1], 1), "the clicked face is on top");
    let key = {
        let number = played.slots().1[0];
        let next: Vec<u16> = played.battle().die.next().map(|text| text.slot.number).collect();
        let at = next.iter().position(|slot| *slot == number).expect("a next face");
        (number, [Key::Digit1, Key::Digit2, Key::Digit3][at])
    };
    played.driver.key(key.1);
    played.aim(|played| played.driver.key(Key::Enter));
    assert_eq!(played.slots().0, key.0, "the face of the key is on top");
    played.driver.key(Key::E);
    played.watch();
    assert_eq!(played.energy(), 2, "a new turn");
    played.pad_button(PadButton::South);
    let marked = played.battle().die.listed.expect("a marked face");
    let before = played.slots().0;
    played.pad_button(PadButton::South);
    played.aim(|played| played.pad_button(PadButton::South));
    assert_ne!(marked, before);
    assert_eq!(played.slots().0, marked, "the face that the pad marked is on top");
}

#[test]
fn hovering_a_face_shows_its_next_ones() {
    let mut played = Played::cell();
    played.driver.point(640.0, 20.0);
    played.driver.frames(3);
    let before = played.driver.picture().expect("a picture");
    let (current, ready) = played.slots();
    let face = ready[0];
    let (x, y) = played.driver.middle(&format!("face/{face}")).expect("a next face");
    played.driver.point(x, y);
    played.driver.frames(3);
    let die = &played.battle().die;
    assert_eq!(die.pointed, Some(face));
    let next = die.slot(face).map(|text| text.next.clone()).unwrap_or_default();
    assert!(next.len() == 3 && next.contains(&current), "{next:?}");
    for slot in next.into_iter().filter(|slot| *slot != current) {
        assert!(played.driver.middle(&format!("after/{slot}")).is_some(), "face {slot} is named");
    }
    assert!(played.changed_since(&before) > 0.002, "they are lit");
    played.keep("die-hover");
}

#[test]
fn hovering_a_face_shows_its_next_ones_after_a_use_too() {
    let mut played = Played::cell();
    let (_, ready) = played.slots();
    played.click(&format!("face/{}", ready[0]));
    played.aim(|played| played.driver.key(Key::Enter));
    assert_eq!(played.battle().controller.choosing, Choosing::Action, "the second use is chosen");
    for face in played.slots().1 {
        let (x, y) = played.driver.middle(&format!("face/{face}")).expect("a next face");
        played.driver.point(x, y);
        played.driver.frames(3);
        assert_eq!(played.battle().die.focus(), Some(face));
    }
}

#[test]
fn the_deck_page_shows_all_faces_and_is_walked_by_keys_and_pad() {
    let mut played = Played::cell();
    played.driver.key(Key::D);
    played.driver.frames(3);
    for slot in 1..=20 {
        assert!(played.driver.middle(&format!("deck/{slot}")).is_some(), "face {slot}");
    }
    let page = played.driver.picture().expect("a picture");
    played.driver.key(Key::Right);
    played.driver.frames(2);
    assert!(played.changed_since(&page) > 0.001, "another face is marked");
    played.keep("deck");
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    assert!(played.driver.middle("deck/1").is_none(), "it is closed");
    played.pad_button(PadButton::StickRight);
    played.driver.frames(2);
    assert!(played.driver.middle("deck/1").is_some(), "the pad opens it");
    played.pad_button(PadButton::East);
    played.driver.frames(2);
    assert!(played.driver.middle("deck/1").is_none(), "and closes it");
}

#[test]
fn the_unit_page_of_a_deck_leads_to_the_deck_page() {
    let mut played = Played::cell();
    let own = played.battle().die.unit.expect("a deck");
    let enemy = {
        let state = played.battle().shown();
        let mut others = state.living().filter(|(_, row)| row.team != state.entity(own).team);
        others.next().expect("an enemy").0
    };
    for by_key in [true, false] {
        played.look_at(own);
        played.keep("unit-deck");
        if by_key {
            played.driver.key(Key::D);
        } else {
            played.click("unit/deck");
        }
        played.driver.frames(3);
        assert_eq!(played.driver.app().top(), "deck", "by key: {by_key}");
        assert!((1..=20).all(|slot| played.driver.middle(&format!("deck/{slot}")).is_some()));
        played.driver.key(Key::Escape);
        played.driver.frames(2);
    }
    played.look_at(enemy);
    assert!(played.driver.middle("unit/deck").is_none(), "an enemy without a deck has no button");
}

#[test]
fn a_battle_of_the_die_is_played_to_its_end() {
    let mut played = Played::cell();
    assert!(played.battle().is_staged(), "no board is drawn");
    for _ in 0..120 {
        if played.battle().controller.session.outcome() != 0 {
            break;
        }
        let ready = played.slots().1;
        match ready.first().filter(|_| played.energy() > 0) {
            Some(face) => {
                played.click(&format!("face/{face}"));
                played.aim(|played| played.driver.key(Key::Enter));
            }
            None => {
                played.driver.key(Key::E);
                played.watch();
            }
        }
    }
    assert_ne!(played.battle().controller.session.outcome(), 0);
    played.driver.frames(5);
    assert!(played.driver.middle("over/again").is_some(), "the end has its panel");
}

#[test]
fn a_hand_of_cards_is_played_for_a_round_by_mouse_and_key() {
    let folder = crate::hand::assets();
    let mut played = Played::of_assets(folder.path(), Some("jail/the-cell"));
    still(&mut played);
    assert!(!played.battle().die.is_solid(), "a deck without neighbours is no solid");
    assert_eq!(played.slots(), (0, (1..=6).collect()), "no card is on top, and each is next");
    assert_eq!(played.battle().die.cards.len(), 6, "all cards are drawn");
    played.keep("hand");
    let rat = |played: &Played| {
        let (state, own) = (played.battle().shown(), played.battle().die.unit.expect("a hand"));
        let others = state.living().filter(|(_, row)| row.team != state.entity(own).team);
        others.map(|(_, row)| row.health).collect::<Vec<_>>()
    };
    let before = rat(&played);
    played.click("face/3");
    played.aim(|played| played.driver.key(Key::Enter));
    assert_eq!((played.energy(), rat(&played)[0]), (1, before[0] - 6), "the clicked card hits");
    assert_eq!(played.battle().die.slot(3).map(|text| text.slot.left > 0), Some(true), "it cools down");
    played.driver.key(Key::Digit1);
    played.aim(|played| played.driver.key(Key::Enter));
    played.watch();
    assert_eq!((played.energy(), rat(&played)[0]), (2, before[0] - 12), "the card of the key hits, and a turn begins");
    assert_eq!(played.slots().1, [2, 4, 5, 6], "used cards cool down for a turn");
    assert_eq!(played.battle().controller.session.round_of(played.battle().shown()), 2);
}
