//! The deck page: all slots of a unit's deck, as the unfolded net of the solid or as a grid of cards, with the texts of
//! the selected slot.

use super::{page, turn};
use crate::window::battle::Battle;
use crate::window::battle::die::Die;
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_preview::Solid;
use foretoken_session::texts::decks::{self, SlotText};
use foretoken_session::texts::glossary;
use foretoken_vm::{EntityId, Rulebook};
use glam::Vec2;
use std::borrow::Cow;
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct Deck {
    /// Unit of the deck; `None` for the unit whose deck the battle shows.
    unit: Option<EntityId>,
    /// Selected slot; the current one at first.
    at: Option<u16>,
}

impl Deck {
    /// Returns the page for the deck of a unit.
    pub(super) const fn of(unit: Option<EntityId>) -> Self {
        Self { unit, at: None }
    }
}

/// A slot on the page: its corners in lengths of an edge.
struct Place {
    slot: u16,
    corners: Vec<Vec2>,
}

impl Place {
    fn middle(&self) -> Vec2 {
        self.corners.iter().sum::<Vec2>() / self.corners.len().max(1) as f32
    }
}

/// Returns the places of all slots, and the size of the whole.
fn places(die: &Die) -> (Vec<Place>, Vec2) {
    if let Some(solid) = die.solid() {
        let place = |(at, face): (usize, &foretoken_preview::Face)| Place {
            slot: at as u16 + 1,
            corners: face.net.iter().map(|&corner| Vec2::from_array(corner)).collect(),
        };
        return (solid.faces().iter().enumerate().map(place).collect(), Vec2::from_array(Solid::NET));
    }
    let count = die.slots.len().max(1);
    let columns = (count as f32 * 1.6).sqrt().ceil().max(1.0) as usize;
    let place = |at: usize| {
        let (x, y) = ((at % columns) as f32, (at / columns) as f32);
        let [left, top, right, bottom] = [x + 0.04, y + 0.04, x + 0.96, y + 0.96];
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        Place { slot: at as u16 + 1, corners: corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect() }
    };
    let rows = count.div_ceil(columns);
    ((0..die.slots.len()).map(place).collect(), Vec2::new(columns as f32, rows as f32))
}

/// Returns the deck of the page's unit.
fn deck_of(battle: &Battle, unit: Option<EntityId>) -> Cow<'_, Die> {
    match unit.filter(|unit| battle.die.unit != Some(*unit)) {
        Some(unit) => Cow::Owned(Die::of(battle.book(), battle.shown(), unit)),
        None => Cow::Borrowed(&battle.die),
    }
}

/// Returns the nearest slot in a direction.
fn towards(places: &[Place], from: u16, way: Vec2) -> Option<u16> {
    let start = places.iter().find(|place| place.slot == from)?.middle();
    let far = |place: &&Place| {
        let off = place.middle() - start;
        let along = off.dot(way);
        (along > 0.2).then(|| off.length() + 1.5 * (off - way * along).length())
    };
    let others = places.iter().filter(|place| place.slot != from).filter_map(|place| Some((place.slot, far(&place)?)));
    others.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(slot, _)| slot)
}

impl Screen for Deck {
    fn name(&self) -> &'static str {
        "deck"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        let way = match command {
            Command::Up => Vec2::NEG_Y,
            Command::Down => Vec2::Y,
            Command::Left => Vec2::NEG_X,
            Command::Right => Vec2::X,
            Command::FloorUp | Command::FloorDown => {
                cx.ask(Request::Pop(self.name()));
                return Heard::Taken;
            }
            _ => return turn(cx, self.name(), command),
        };
        if let Some(battle) = cx.battle() {
            let die = deck_of(battle, self.unit);
            let (places, _) = places(&die);
            let current = die.slots.iter().find(|text| text.slot.is_current).map_or(1, |text| text.slot.number);
            let from = self.at.unwrap_or(current);
            self.at = towards(&places, from, way).or(Some(from));
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let die = deck_of(battle, self.unit);
        let book = Arc::clone(battle.book());
        let title = die.unit.and_then(|unit| battle.book().deck_of(battle.shown().entity(unit)));
        let title = title.map_or_else(|| decks::NO_DECK.to_owned(), |deck| deck.title.clone());
        let at = &mut self.at;
        let open = page(hud, "Deck", [1080.0, 720.0], |hud| body(hud, (&book, &die), &title, at));
        if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

fn body(hud: &mut Hud<'_>, (book, die): (&Rulebook, &Die), title: &str, at: &mut Option<u16>) {
    let ui = hud.ui;
    let font = ui.push_font(hud.fonts.large);
    hud.words("accent", title);
    font.pop();
    let (places, size) = places(die);
    let [wide, high] = ui.content_region_avail();
    let line = ui.text_line_height_with_spacing();
    let room = Vec2::new(wide, (high - 5.5 * line).max(1.0));
    let edge = (room.x / size.x).min(room.y / size.y);
    let origin = Vec2::from_array(ui.cursor_screen_pos()) + Vec2::new((room.x - edge * size.x) / 2.0, 0.0);
    ui.dummy([wide, edge * size.y]);
    let pointer = Vec2::from_array(ui.io().mouse_pos);
    let hovered = places.iter().find(|place| is_inside(place, (pointer - origin) / edge)).map(|place| place.slot);
    if let Some(slot) = hovered.filter(|_| ui.is_window_hovered() && ui.io().mouse_delta != [0.0, 0.0]) {
        *at = Some(slot);
    }
    let current = die.slots.iter().find(|text| text.slot.is_current).map(|text| text.slot.number);
    let marked = at.or(current);
    let after = marked.and_then(|slot| die.slot(slot)).map_or(&[][..], |text| &text.next);
    for place in &places {
        let Some(text) = die.slot(place.slot) else { continue };
        slot(hud, place, text, (origin, edge), (marked == Some(place.slot), after.contains(&place.slot)));
    }
    let Some(text) = marked.and_then(|slot| die.slot(slot)) else { return };
    ui.separator();
    hud.words("white", &format!("{}  {}", text.slot.number, text.title));
    hud.broken("text", &decks::about(text));
    for term in glossary::lines(book, &text.note) {
        hud.broken("text-soft", &term);
    }
    let named =
        text.next.iter().filter_map(|&slot| die.slot(slot)).map(|text| format!("{} {}", text.slot.number, text.title));
    let named = named.collect::<Vec<_>>().join(", ");
    if die.is_solid() {
        hud.broken("text-soft", &decks::next_words(&named));
    }
}

fn is_inside(place: &Place, at: Vec2) -> bool {
    let count = place.corners.len();
    let side = |index: usize| {
        let (from, to) = (place.corners[index], place.corners[(index + 1) % count]);
        (to - from).perp_dot(at - from)
    };
    (0..count).all(|index| side(index) >= 0.0) || (0..count).all(|index| side(index) <= 0.0)
}

fn slot(
    hud: &mut Hud<'_>,
    place: &Place,
    text: &SlotText,
    (origin, edge): (Vec2, f32),
    (is_marked, is_after): (bool, bool),
) {
    let list = hud.ui.get_window_draw_list();
    let middle = place.middle();
    // A narrow gap between the faces.
    let corners: Vec<[f32; 2]> =
        place.corners.iter().map(|&corner| (origin + (middle + (corner - middle) * 0.96) * edge).to_array()).collect();
    let fill = match () {
        () if is_marked => hud.colour("rim-bright", 1.0),
        () if text.slot.is_current => hud.colour("rim", 1.0).towards(hud.colour("accent", 1.0), 0.25),
        () if is_after => hud.colour("rim", 1.0),
        () if text.slot.left > 0 => hud.colour("panel", 1.0),
        () => hud.colour("panel-low", 1.0),
    };
    let edge_colour = match () {
        () if text.slot.is_current => hud.colour("accent", 1.0),
        () if is_marked => hud.colour("white", 1.0),
        () if is_after => hud.colour("accent-bright", 0.9),
        () => hud.colour("rim-bright", 0.8),
    };
    let thick = if is_marked || is_after || text.slot.is_current { 2.2 } else { 1.2 } * hud.s;
    for at in 2..corners.len() {
        list.add_triangle(corners[0], corners[at - 1], corners[at], fill).filled(true).build();
    }
    for at in 0..corners.len() {
        list.add_line(corners[at], corners[(at + 1) % corners.len()], edge_colour).thickness(thick).build();
    }
    let wide = edge * if corners.len() == 3 { 0.62 } else { 0.84 };
    let is_ready = text.slot.left == 0;
    let state = match () {
        () if text.slot.is_current => Some(("accent", decks::on_top().to_owned())),
        () if !is_ready => decks::cooldown(text.slot).map(|words| ("enemy-pale", words)),
        () => None,
    };
    let plain = if is_ready || text.slot.is_current { "text-soft" } else { "dim" };
    let bright = if is_ready || text.slot.is_current { "white" } else { "dim" };
    let mut rows = vec![(plain, text.slot.number.to_string(), hud.fonts.small)];
    rows.push((bright, text.title.clone(), hud.fonts.text));
    rows.extend(text.note.trim_end_matches('.').split(", ").map(|part| (plain, part.to_owned(), hud.fonts.small)));
    rows.push(("dim", text.group.clone(), hud.fonts.small));
    rows.extend(state.map(|(colour, words)| (colour, words, hud.fonts.small)));
    rows.retain(|(_, words, _)| !words.is_empty());
    let middle = origin + middle * edge;
    let mut y = middle.y - rows.len() as f32 * hud.ui.text_line_height() / 2.0;
    for (colour, words, font) in rows {
        let pushed = hud.ui.push_font(font);
        let words = hud.fitted(&words, wide);
        let [w, _] = hud.ui.calc_text_size(&words);
        list.add_text([(middle.x - w / 2.0).round(), y.round()], hud.colour(colour, 1.0), &words);
        pushed.pop();
        y += hud.ui.text_line_height();
    }
    let half = Vec2::splat(6.0);
    hud.widget_rects.rect(format!("deck/{}", place.slot), (middle - half).to_array(), (middle + half).to_array());
}
