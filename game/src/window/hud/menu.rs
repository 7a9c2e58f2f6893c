//! The panel of the selected unit with its actions; unusable ones are grey with the reason.

use super::battle::Pressed;
use super::panel_layout::{Edge, PanelLayout};
use super::{ButtonStyle, Hud};
use crate::presentation::digit_key;
use crate::window::battle::Battle;
use crate::window::screens::commands::{Bindings, Command};
use foretoken_editor::Rect;
use foretoken_session::controller::{Choosing, LessonTarget, Order};
use foretoken_session::seat::Choice;
use foretoken_session::texts::{agenda, decks, forecast_text, glossary, names};
use foretoken_vm::Rulebook;
use std::sync::Arc;

const LEAST: f32 = 210.0;

/// Largest share of the room's width. Longer reasons are cut; tooltips have them whole.
const MOST_SHARE: f32 = 0.3;

pub(super) fn height(hud: &Hud<'_>, battle: &Battle) -> f32 {
    let session = &battle.controller.session;
    let is_shown = !battle.playback.is_playing() && session.outcome() == 0 && !battle.is_past();
    let Some(unit) = battle.controller.subject().filter(|_| is_shown) else { return 0.0 };
    let kind = session.book().unit_type(session.seat().known().state().entity(unit));
    let rows = kind.map_or(0, |kind| kind.actions.len()) + battle.die.next().count() + 1;
    let line = hud.ui.text_line_height();
    height_of(hud, rows, 2.0 * line)
}

/// Returns the height of the panel with some buttons below a text.
fn height_of(hud: &Hud<'_>, buttons: usize, text: f32) -> f32 {
    let (line, gap) = (hud.ui.text_line_height(), hud.ui.clone_style().item_spacing[1]);
    let button = (30.0 * hud.s).max(line + 12.0 * hud.s) + gap;
    let font = hud.ui.push_font(hud.fonts.large);
    let heading = hud.ui.text_line_height() + gap;
    font.pop();
    buttons as f32 * button + heading + text + hud.rim()[1]
}

/// Returns the most buttons that the panel has for a unit of the side.
fn most_buttons(battle: &Battle, own: usize) -> usize {
    let session = &battle.controller.session;
    let (book, state) = (session.book(), session.seat().known().state());
    let of_unit =
        |unit: &foretoken_vm::EntityId| book.unit_type(state.entity(*unit)).map_or(0, |kind| kind.actions.len());
    session.seat().units().iter().map(of_unit).fold(own, usize::max) + 1
}

/// Returns an action's number key and name.
pub(super) fn title(book: &Rulebook, index: usize, choice: &Choice) -> String {
    format!("{}  {}", digit_key(index), names::action(book, choice.program))
}

pub(super) fn draw(
    hud: &mut Hud<'_>,
    room: &mut PanelLayout,
    battle: &mut Battle,
    bindings: &Bindings,
) -> Option<Pressed> {
    battle.controller.availability();
    let unit = battle.controller.subject()?;
    let session = &battle.controller.session;
    let chosen = session.seat().draft().map(|draft| draft.unit);
    let book = Arc::clone(session.book());
    let name = names::entity(&book, session.seat().known().state(), unit);
    let mut intent = session.seat().draft().map(|draft| draft.intent().clone()).unwrap_or_default();
    if session.seat().question().is_some() {
        // Another action would take the place of the one that is aimed.
        intent.uses.pop();
    }
    let orders = battle.controller.orders_among(unit, &session.seat().choices_of(unit, &intent));
    let has_deck = battle.die.unit == Some(unit);
    let so_far: Vec<String> = intent.uses.iter().map(|u| names::action(&book, u.program).to_owned()).collect();
    let state_words = if session.seat().is_decided(unit) && chosen.is_none() {
        format!("Orders: {}", forecast_text::decided_text(battle.controller.session.seat(), unit))
    } else if has_deck {
        decks::energy_words(decks::energy(session.seat(), unit))
    } else if so_far.is_empty() {
        let allowance = agenda::allowance(session.seat(), unit);
        let mut letters = allowance.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        format!("{first}{}.", letters.as_str())
    } else {
        let again = agenda::acts_again(session.seat(), unit).map_or_else(String::new, |again| format!("; {again}"));
        format!("So far: {}{again}", so_far.join(", then "))
    };
    let current = session.seat().question().map(|question| question.program);
    let (list, choosing) = (battle.controller.list, battle.controller.choosing);
    let taught = battle.controller.lesson_target();
    let done_words = bindings.with_key("Done", Command::Done);
    let hindrance =
        |order: &Order| order.slot.and_then(decks::cooldown).or_else(|| names::hindrance(&book, &order.choice));
    let hindrances: Vec<Option<String>> = orders.iter().map(hindrance).collect();
    let titles: Vec<String> = orders
        .iter()
        .enumerate()
        .map(|(index, Order { choice, slot, .. })| {
            let title = title(&book, index, choice);
            let note = book.program(choice.program).filter(|_| slot.is_some()).map(|program| program.note.as_str());
            let title = note.map_or(title.clone(), |note| format!("{title}: {}", note.trim_end_matches('.')));
            match (&hindrances[index], choice.price) {
                (Some(why), _) => format!("{title}  ({why})"),
                _ if choice.is_open() && choice.is_idle => format!("{title}  ({})", names::NO_EFFECT),
                (None, Some(_)) => format!("{title}  {}", names::cost_of(session.seat(), unit, choice)),
                (None, None) => title,
            }
        })
        .collect();
    let wide = |words: &String| hud.button_width(Some("action"), words, ButtonStyle::default());
    let inner = titles.iter().chain([&done_words]).map(wide).fold(LEAST * hud.s, f32::max);
    let Rect { left, right, .. } = room.free();
    let inner = inner.min((MOST_SHARE * (right - left)).max(LEAST * hud.s)).min(right - left - hud.rim()[0]);
    let least = ButtonStyle { least: inner / hud.s, ..ButtonStyle::default() };
    let besides = hud.button_width(Some("action"), " ", ButtonStyle::default()) - hud.ui.calc_text_size(" ")[0];
    let for_words = inner - besides;
    let bar = hud.ui.clone_style().scrollbar_size;
    let (top, bottom) = room.column(left, left + inner + hud.rim()[0] + bar);
    if bottom - top < 3.0 * hud.ui.text_line_height() + hud.rim()[1] {
        return None;
    }
    let (mut picked, mut done, mut pointed, mut listed) = (None, None, None, None);
    // The buttons begin at the same height for all units of the side.
    let text = hud.ui.calc_text_size_with_opts(&state_words, false, inner)[1];
    let usual = height_of(hud, most_buttons(battle, orders.len()), hud.ui.text_line_height());
    let high = usual.max(height_of(hud, orders.len() + 1, text)).ceil();
    let upper = (bottom - high).max(top);
    let most = [room.width(), bottom - upper];
    let rect = hud.panel("unit", [left, upper], [0.0, 0.0], most, |hud| {
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("accent", &name);
        font.pop();
        hud.wrapped("text-soft", inner, &state_words);
        for (index, (order, title)) in orders.iter().zip(&titles).enumerate() {
            let choice = &order.choice;
            let title = &hud.fitted(title, for_words.max(1.0));
            let program = book.program(choice.program);
            let cost = names::cost_of(battle.controller.session.seat(), unit, choice);
            let icon = program.map_or("action", |program| program.name.as_str());
            let asked = choosing == Choosing::Target && current == Some(choice.program);
            let is_marked = order.slot.is_none() || list == index;
            let look = ButtonStyle {
                enabled: order.is_open() || asked,
                chosen: current == Some(choice.program) && is_marked || choosing == Choosing::Action && list == index,
                pulse: taught == Some(LessonTarget::Action(choice.program)),
                ..least
            };
            let name = match order.slot {
                Some(slot) => format!("slot/{}", slot.number),
                None => format!("action/{}", names::action(&book, choice.program)),
            };
            // A press on a grey button tells the reason.
            if hud.button(&name, Some(icon), title, look) || !look.enabled && hud.ui.is_item_clicked() {
                picked = Some(index);
            }
            if hud.ui.is_item_hovered() || look.chosen && listed.is_none() {
                listed = order.slot.map(|slot| slot.number);
            }
            let why = hindrances[index].as_ref().filter(|_| !asked);
            let why = why.map_or(String::new(), |why| format!("\nNow: {why}."));
            if hud.ui.is_item_hovered() {
                pointed = Some(choice.program);
                let note = program.map_or("", |program| program.note.as_str());
                let rules = battle.controller.rules_of(unit, choice.program);
                let terms = glossary::lines(&book, &format!("{note} {}", rules.join(" ")));
                let terms = if terms.is_empty() { String::new() } else { format!("\n\n{}", terms.join("\n")) };
                hud.tip(&format!("{note} ({cost}){why}\n\n{}{terms}", rules.join("\n")));
            }
        }
        let enabled = choosing == Choosing::Action && chosen.is_some() && !so_far.is_empty();
        if hud.button("done", Some("check"), &done_words, ButtonStyle { enabled, ..least }) {
            done = Some(Command::Done);
        }
        hud.tip(match choosing {
            _ if enabled => "",
            Choosing::Target => "Choose a target first.",
            _ if so_far.is_empty() => "Choose an action first.",
            _ => "Choose this unit first.",
        });
    });
    battle.pointed_action = pointed;
    battle.die.listed = listed;
    room.take(rect, Edge::Bottom);
    picked.map(|index| Pressed::Action(unit, index)).or(done.map(Pressed::Command))
}
