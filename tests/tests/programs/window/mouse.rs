//! The mouse on the board: a press walks or attacks, a drag walks, a portrait selects, the right button steps back.

use super::*;

impl Played {
    /// Begins First Light without its lesson.
    fn first_light() -> Self {
        let mut played = Self::new(Some("first-light"));
        played.driver.key(Key::X);
        assert_eq!(played.battle().controller.lesson_words(), None, "the lesson is skipped");
        played
    }

    /// Begins First Light, selects the Warden and walks to c3 by clicks.
    fn with_warden_at_c3() -> (Self, EntityId) {
        let mut played = Self::first_light();
        let (warden, home) = (played.unit("Warden"), played.cell_of("Warden"));
        played.driver.click_cell(home);
        played.driver.click_cell(Cell::new(2, 2).expect("c3"));
        (played, warden)
    }

    fn selected(&self) -> Option<EntityId> {
        self.battle().controller.session.seat().draft().map(|draft| draft.unit)
    }

    fn press_right(&mut self) {
        self.driver.feed(Input::Button(Button::Right, true));
        self.driver.feed(Input::Button(Button::Right, false));
    }

    fn pixel(&self, cell: Cell) -> (f32, f32) {
        let at = self.battle().pixel_of(cell);
        (at.x, at.y)
    }

    /// Returns the names of the chosen actions of the selected or decided unit.
    fn chosen(&self, unit: EntityId) -> Vec<String> {
        let seat = self.battle().controller.session.seat();
        let draft = seat.draft().filter(|draft| draft.unit == unit).map(|draft| draft.intent());
        let intent = draft.or_else(|| seat.decided().intent(unit)).cloned().unwrap_or_default();
        let name = |program: u16| seat.book().program(program).map(|program| program.name.clone());
        intent.uses.iter().filter_map(|used| name(used.program)).collect()
    }

    fn foreseen_cell(&self, unit: EntityId) -> Cell {
        self.battle().controller.session.seat().forecast().state().entity(unit).cell
    }
}

#[test]
fn a_press_on_a_lit_cell_walks_there_and_one_on_an_enemy_uses_what_reaches_it() {
    let mut played = Played::first_light();
    let (warden, home) = (played.unit("Warden"), played.cell_of("Warden"));
    played.driver.click_cell(home);
    assert_eq!(played.selected(), Some(warden));
    let lit = played.battle().controller.walk_reach().to_vec();
    let beside = Cell::new(2, 2).expect("c3");
    assert!(lit.contains(&beside), "{lit:?}");
    played.driver.click_cell(beside);
    assert_eq!(played.chosen(warden), ["walk"]);
    played.driver.click_cell(Cell::new(3, 2).expect("d3"));
    assert_eq!(played.chosen(warden), ["walk", "shove"], "{}", played.battle().controller.message);
    assert!(!played.is_shown("offer"), "the only attack needs no question");
}

#[test]
fn pointing_at_a_lit_cell_shows_the_walk_before_it_is_chosen() {
    let mut played = Played::first_light();
    let (warden, home, beside) = (played.unit("Warden"), played.cell_of("Warden"), Cell::new(2, 2).expect("c3"));
    played.driver.click_cell(home);
    let uses = |played: &Played| {
        played.battle().controller.session.seat().draft().map_or(0, |draft| draft.intent().uses.len())
    };
    let (x, y) = played.pixel(beside);
    played.driver.point(x, y);
    assert_eq!((played.foreseen_cell(warden), uses(&played)), (beside, 0), "it is foreseen, and not chosen");
    assert_eq!(played.battle().controller.ahead_words().as_deref(), Some("Click: Walk to c3"));
    let (x, y) = played.pixel(home);
    played.driver.point(x, y);
    assert_eq!((played.foreseen_cell(warden), played.battle().controller.ahead_words()), (home, None));
    let (x, y) = played.pixel(beside);
    played.driver.point(x, y);
    played.driver.key(Key::Digit2);
    assert_eq!(played.foreseen_cell(warden), home, "another action begins where the unit stands");
}

/// Begins First Light with a Warden of two attacks, at c3 beside the rat on the returned cell.
fn with_two_attacks() -> (TempDir, Played, EntityId, Cell) {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    let path = folder.path().join("vigil/units/warden.ron");
    let warden = std::fs::read_to_string(&path).expect("the warden");
    std::fs::write(&path, warden.replace("\"shove\",", "\"shove\", \"overhead\",")).expect("written");
    let mut played = Played::of_assets(folder.path(), Some("first-light"));
    played.driver.key(Key::X);
    let (warden, home, rat) = (played.unit("Warden"), played.cell_of("Warden"), Cell::new(3, 2).expect("d3"));
    played.driver.click_cell(home);
    played.driver.click_cell(Cell::new(2, 2).expect("c3"));
    played.driver.click_cell(rat);
    (folder, played, warden, rat)
}

#[test]
fn several_attacks_are_offered_at_the_pointer() {
    let (_folder, mut played, warden, rat) = with_two_attacks();
    let offer = played.battle().controller.offer().cloned().expect("shove and overhead both reach d3");
    assert_eq!((offer.actions.len(), offer.cell), (2, rat), "waiting is no attack");
    assert!(played.is_shown("offer"));
    played.driver.frames(2);
    played.click("offer/Shove");
    assert_eq!(played.chosen(warden), ["walk", "shove"]);
    assert!(!played.is_shown("offer"));
}

#[test]
fn an_offer_is_taken_by_its_number_and_closed_by_the_right_button() {
    let (_folder, mut played, warden, rat) = with_two_attacks();
    played.press_right();
    assert!(played.battle().controller.offer().is_none());
    assert_eq!(played.chosen(warden), ["walk"], "only the offer is closed");
    played.driver.click_cell(rat);
    let last = *played.battle().controller.offer().expect("an offer").actions.last().expect("an action");
    played.driver.key([Key::Digit1, Key::Digit2, Key::Digit3, Key::Digit4, Key::Digit5][last]);
    assert_eq!(played.chosen(warden), ["walk", "overhead"]);
}

#[test]
fn the_right_button_takes_one_step_back() {
    let (mut played, warden) = Played::with_warden_at_c3();
    assert_eq!(played.chosen(warden), ["walk"]);
    played.click("action/Shove");
    assert_eq!(played.battle().controller.choosing, Choosing::Target);
    played.press_right();
    assert_eq!(played.chosen(warden), ["walk"], "the aim is left, the walk stays");
    played.press_right();
    assert_eq!((played.selected(), played.chosen(warden).len()), (Some(warden), 0));
    played.press_right();
    assert_eq!(played.selected(), None);
}

#[test]
fn a_unit_is_dragged_to_where_it_walks() {
    let mut played = Played::first_light();
    let (warden, home) = (played.unit("Warden"), played.cell_of("Warden"));
    let there = Cell::new(2, 2).expect("c3");
    let (from, to) = (played.pixel(home), played.pixel(there));
    played.driver.drag_between(from, to);
    assert_eq!(played.chosen(warden), ["walk"]);
    assert_eq!(played.foreseen_cell(warden), there);
    played.press_right();
    played.press_right();
    let wall = Cell::new(0, 0).expect("a1");
    let (from, to) = (played.pixel(home), played.pixel(wall));
    played.driver.drag_between(from, to);
    assert_eq!(played.chosen(warden).len(), 0, "a drag to a wall is no walk");
    assert_eq!(played.battle().controller.choosing, Choosing::Action);
}

#[test]
fn a_portrait_selects_its_unit_also_while_another_aims() {
    let mut played = Played::first_light();
    let (warden, seer) = (played.unit("Warden"), played.unit("Seer"));
    played.click("order/Warden");
    assert_eq!(played.selected(), Some(warden));
    played.click("action/Walk");
    assert_eq!(played.battle().controller.choosing, Choosing::Target);
    played.click("order/Seer");
    assert_eq!(played.selected(), Some(seer));
    let rat = played.cell_of("Rat A");
    played.click("order/Rat A");
    assert_eq!(played.battle().controller.cursor, rat, "an enemy's portrait points at it");
}

#[test]
fn a_body_means_its_figure_unless_only_the_ground_behind_is_a_target() {
    let mut played = Played::first_light();
    let (seer, home) = (played.unit("Seer"), played.cell_of("Seer"));
    let (x, y) = played.pixel(home);
    let zoom = played.battle().camera.zoom();
    played.driver.point(x, y - 0.8 * zoom);
    assert_eq!(played.battle().controller.cursor, home, "the head belongs to the Seer");
    played.driver.click_at(x, y - 0.8 * zoom);
    assert_eq!(played.selected(), Some(seer));
    let lit = played.battle().controller.walk_reach().to_vec();
    let mut at = played.battle().pixel_of(home);
    let mut before_ground = Vec::new();
    for (across, up) in (-4..=4).flat_map(|across| (4..12).map(move |up| (across as f32 / 10.0, up as f32 / 10.0))) {
        (at.x, at.y) = (x + across * zoom, y - up * zoom);
        played.driver.point(at.x, at.y);
        let ground = played.battle().cell_at(at).filter(|ground| lit.contains(ground));
        if let Some(ground) = ground.filter(|_| played.battle().pointed() == Some(home)) {
            before_ground.push((at, ground));
        }
    }
    let &(at, ground) = before_ground.first().expect("the Seer stands before a cell of her walk");
    played.click("action/Walk");
    played.driver.point(at.x, at.y);
    assert_eq!(played.battle().controller.cursor, ground, "she walks to the cell behind, not to her own");
}

#[test]
fn an_action_that_cannot_be_used_says_why_and_stays_grey_while_another_is_aimed() {
    let mut played = Played::first_light();
    let home = played.cell_of("Warden");
    played.driver.click_cell(home);
    let grey = |played: &Played| {
        let controller = &played.battle().controller;
        let seat = controller.session.seat();
        let closed = seat.choices().into_iter().find(|choice| choice.lacks.is_some());
        closed.map(|choice| choice.program)
    };
    let strike = grey(&played).expect("no enemy is beside the Warden");
    let name = played.battle().book().program(strike).expect("a program").title.clone();
    let button = format!("action/{name}");
    played.click("action/Walk");
    assert_eq!(played.battle().controller.choosing, Choosing::Target);
    let asked = played.battle().controller.session.seat().question().map(|question| question.program);
    played.click(&button);
    let now = played.battle().controller.session.seat().question().map(|question| question.program);
    assert_eq!(asked, now, "{name} stays closed while Walk is aimed");
}

#[test]
fn waiting_asks_for_a_facing_only_where_facing_counts() {
    let mut played = Played::first_light();
    let home = played.cell_of("Warden");
    assert!(!played.battle().book().has_facing());
    played.driver.click_cell(home);
    played.click("action/Wait");
    let warden = played.unit("Warden");
    assert_ne!(played.battle().controller.choosing, Choosing::Target);
    assert_eq!(played.chosen(warden), ["wait"]);
}

#[test]
fn a_key_shows_the_board_from_above_and_back() {
    let mut played = Played::first_light();
    let (from_above, before) = (Key::M, played.driver.picture().expect("a picture"));
    played.driver.key(from_above);
    played.driver.frames(120);
    assert!(played.battle().camera.is_above());
    assert!(played.changed_since(&before) > 0.2);
    played.keep("above");
    let (a, b) = (played.cell_of("Seer"), played.cell_of("Warden"));
    for cell in [a, b] {
        let (x, y) = played.pixel(cell);
        played.driver.point(x, y);
        assert_eq!(played.battle().controller.cursor, cell);
    }
    played.driver.key(from_above);
    played.driver.frames(120);
    assert!(!played.battle().camera.is_above());
}

#[test]
fn the_terraces_are_seen_from_above_with_their_heights() {
    let mut played = Played::new(Some("banner/the-terraces"));
    still(&mut played);
    played.driver.key(Key::M);
    played.driver.frames(3);
    assert!(played.battle().heights().iter().any(|(_, height)| *height > 1));
    played.assert_picture("the-terraces-above");
}
