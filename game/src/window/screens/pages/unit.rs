//! The unit page: texts, orders for items, and the way to the deck page of a unit with a deck.

use super::deck::Deck;
use super::{page, told_lines, turn};
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::texts::decks;
use foretoken_session::texts::unit_page::PageLine;

#[derive(Debug)]
pub(super) struct Unit;

impl Screen for Unit {
    fn name(&self) -> &'static str {
        "unit"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        if command.action().is_some() {
            cx.ask(Request::Pop(self.name()));
            cx.ask(Request::Do(command));
            return Heard::Taken;
        }
        if command == Command::Deck && self.opens_deck(cx) {
            return Heard::Taken;
        }
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let (heading, lines) = battle.controller.unit_page();
        let deck = battle.controller.page_deck().map(|_| cx.shared.bindings.with_key(decks::DECK_PAGE, Command::Deck));
        let (mut pressed, mut to_deck) = (None, false);
        let open = page(hud, "Unit", [760.0, 620.0], |hud| (pressed, to_deck) = body(hud, &heading, &lines, deck));
        if to_deck {
            self.opens_deck(cx);
        } else if let Some(command) = pressed.and_then(Command::of_action) {
            cx.ask(Request::Pop(self.name()));
            cx.ask(Request::Do(command));
        } else if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

impl Unit {
    /// Opens the deck page of the unit in place of this page. Returns false if it has no deck.
    fn opens_deck(&self, cx: &mut ScreenContext<'_>) -> bool {
        let unit = cx.battle().and_then(|battle| battle.controller.page_deck());
        if unit.is_some() {
            cx.ask(Request::Pop(self.name()));
            cx.ask(Request::Push(Box::new(Deck::of(unit))));
        }
        unit.is_some()
    }
}

/// Returns the pressed order, and whether the button of the deck was pressed.
fn body(hud: &mut Hud<'_>, heading: &str, lines: &[PageLine], deck: Option<String>) -> (Option<usize>, bool) {
    let font = hud.ui.push_font(hud.fonts.large);
    hud.broken("accent", heading);
    font.pop();
    let to_deck = deck.is_some_and(|words| hud.button("unit/deck", None, &words, ButtonStyle::default()));
    (told_lines(hud, lines), to_deck)
}
