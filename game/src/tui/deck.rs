//! The screen of battles without a drawn board: the deck with its current slot, what comes next and what comes after
//! that, and the units with their next moves.

use super::app::{App, Mode};
use super::board::palette;
use super::draw::in_lines;
use crate::presentation::digit_key;
use foretoken_session::texts::decks::{self, SlotText};
use foretoken_session::texts::health::HealthOutlook;
use foretoken_session::texts::unit_page::{PageLine, Sort};
use foretoken_session::texts::{carried, moves, names};
use foretoken_vm::EntityId;
use foretoken_vm::stats::StatId;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

/// Rows of a next slot: title, effects, and up to two slots after it.
const ROWS: usize = 6;

/// Draws units and deck in place of the board.
pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    app.places.board = Rect::default();
    app.places.cell = (0, 0);
    let units = units(app, usize::from(area.width).saturating_sub(2), area.y);
    let deck = deck(app, usize::from(area.width).saturating_sub(2));
    let high = (units.len() as u16 + 1).min(area.height.saturating_sub(deck.len() as u16).max(4));
    let [above, below] = Layout::vertical([Constraint::Length(high), Constraint::Min(1)]).areas(area);
    let inner = |area: Rect| Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    app.places.order_area = Rect::default();
    frame.render_widget(Paragraph::new(units), inner(above));
    frame.render_widget(Paragraph::new(deck), inner(below));
}

fn fitted(words: &str, wide: usize) -> String {
    if words.width() <= wide {
        return format!("{words}{}", " ".repeat(wide - words.width()));
    }
    let cut: String = words.chars().take(wide.saturating_sub(1)).collect();
    format!("{cut}…")
}

/// Lists the units: health with its prediction, statuses, the next move with its effects, and the later ones.
fn units(app: &mut App, wide: usize, top: u16) -> Vec<Line<'static>> {
    let book = Arc::clone(app.controller.session.book());
    let seat = app.controller.session.seat();
    let (state, own) = (app.shown(), seat.team());
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    let mut all: Vec<(EntityId, bool)> = state.living().map(|(unit, row)| (unit, row.team == own)).collect();
    all.sort_by_key(|(_, is_own)| *is_own);
    let hovered = state.occupant(app.controller.cursor);
    let aimed = seat.draft().filter(|_| app.mode() == Mode::Target).map(|draft| draft.aimed_at());
    for (unit, is_own) in all {
        let entity = state.entity(unit);
        let outlook = HealthOutlook::of(seat.forecast(), unit).filter(|_| !app.is_playing());
        let becomes = outlook.map_or_else(String::new, |own| format!("{}{}", own.becomes(), own.death_words()));
        let most = state.sheet(&book).stat(unit, StatId::HEALTH);
        let pointer = if aimed == Some(unit) || hovered == unit && aimed.is_none() { '▶' } else { ' ' };
        let statuses = carried::statuses(&book, state, unit).join(", ");
        let statuses = if statuses.is_empty() { String::new() } else { format!("  {statuses}") };
        let name = names::entity(&book, state, unit);
        let words = format!("{pointer}{name}  {}{becomes} of {most}{statuses}", entity.health);
        let colour = if is_own { palette::OWN } else { palette::OTHER };
        let style = Style::new().fg(colour).add_modifier(Modifier::BOLD);
        rows.push((top + lines.len() as u16, unit));
        lines.push(Line::styled(fitted(&words, wide), app.style(style)));
        let queued = moves::queued(&book, state, unit);
        if queued.is_empty() || app.is_playing() {
            continue;
        }
        let next = queued.iter().filter(|own| own.is_next).map(|own| match own.effects.as_str() {
            "" => own.name.clone(),
            effects => format!("{}: {}", own.name, effects.trim_end_matches('.')),
        });
        let later = moves::later(&queued);
        let words = format!("  next {}. {later}", next.collect::<Vec<_>>().join(", then "));
        let style = app.style(Style::new().fg(palette::STONE));
        lines.extend(
            in_lines(&words, wide.saturating_sub(2))
                .into_iter()
                .map(|words| Line::styled(format!("   {words}"), style)),
        );
    }
    app.places.order = rows;
    lines
}

/// Draws the current slot, and under it the next ones in columns.
fn deck(app: &App, wide: usize) -> Vec<Line<'static>> {
    let (book, state) = (app.controller.session.book(), app.shown());
    let Some(unit) = app.controller.deck_unit(app.shown()) else { return Vec::new() };
    let slots = decks::slots(book, state, unit);
    let slot = |number: u16| slots.get(usize::from(number).wrapping_sub(1));
    let energy = decks::energy(app.controller.session.seat(), unit);
    let dots: String = (0..energy.1).map(|at| if at < energy.0 { '●' } else { '○' }).collect();
    let style = |colour, is_bold| {
        let style = Style::new().fg(colour);
        app.style(if is_bold { style.add_modifier(Modifier::BOLD) } else { style })
    };
    let mut lines = vec![
        Line::styled("─".repeat(wide), style(palette::DIM, false)),
        Line::styled(format!("{} {dots}", decks::energy_words(energy)), style(palette::OWN, true)),
    ];
    let about = |text: &SlotText| {
        let note = text.note.trim_end_matches('.');
        if note.is_empty() { text.title.clone() } else { format!("{}: {note}", text.title) }
    };
    if let Some(top) = slots.iter().find(|text| text.slot.is_current) {
        lines.push(Line::styled(format!("{}: {}", decks::on_top(), about(top)), style(palette::WHITE, true)));
    }
    let next: Vec<&SlotText> = slots.iter().filter(|text| text.slot.is_next).take(9).collect();
    let is_hand = next.len() > 4;
    let columns = if is_hand { 2 } else { next.len().max(1) };
    let each = (wide / columns).max(1);
    let marked = app.controller.orders().get(app.controller.list).and_then(|order| order.slot).map(|slot| slot.number);
    let marked = marked.filter(|_| matches!(app.mode(), Mode::Actions | Mode::Target));
    for (row, of_row) in next.chunks(columns).enumerate() {
        let mut cells: Vec<Vec<(String, bool)>> = Vec::new();
        for (at, text) in of_row.iter().enumerate() {
            let number = text.slot.number;
            let pointer = if marked == Some(number) { '▶' } else { ' ' };
            let key = digit_key(row * columns + at);
            let mut rows = vec![(format!("{pointer}{key} {}", text.title), text.slot.left == 0)];
            rows.extend(
                in_lines(text.note.trim_end_matches('.'), each.saturating_sub(4))
                    .into_iter()
                    .map(|words| (format!("   {words}"), text.slot.left == 0)),
            );
            rows.extend(decks::cooldown(text.slot).map(|words| (format!("   {words}"), false)));
            if !is_hand {
                let behind = text.next.iter().filter_map(|&number| slot(number)).filter(|text| !text.slot.is_current);
                rows.extend(behind.map(|text| {
                    let left = if text.slot.left > 0 { format!(" ({})", text.slot.left) } else { String::new() };
                    (format!("   › {}{left}", text.title), false)
                }));
            }
            rows.truncate(ROWS);
            cells.push(rows);
        }
        let high = cells.iter().map(Vec::len).max().unwrap_or_default();
        for at in 0..high {
            let spans = cells.iter().map(|rows| {
                let (words, is_bright) = rows.get(at).cloned().unwrap_or_default();
                let colour = match (at, is_bright) {
                    (0, true) => palette::WHITE,
                    (_, true) => palette::STONE,
                    _ => palette::DIM,
                };
                ratatui::text::Span::styled(
                    fitted(&words, each.saturating_sub(1)) + " ",
                    style(colour, at == 0 && is_bright),
                )
            });
            lines.push(Line::from(spans.collect::<Vec<_>>()));
        }
    }
    let is_first = app.controller.session.round_of(state) == 1 && app.hint().is_none();
    if let Some(deck) = book.deck_of(state.entity(unit)).filter(|deck| is_first && deck.current.is_some()) {
        lines.extend(
            in_lines(&decks::help(deck, energy), wide)
                .into_iter()
                .map(|words| Line::styled(words, style(palette::DIM, false))),
        );
    }
    lines
}

/// Returns the lines of the deck page.
pub(super) fn page(app: &App) -> (String, Vec<PageLine>) {
    let (book, state) = (app.controller.session.book(), app.shown());
    let unit = app.deck.or_else(|| app.controller.deck_unit(app.shown()));
    let Some(unit) = unit else { return (decks::NO_DECK.to_owned(), Vec::new()) };
    let title = book.deck_of(state.entity(unit)).map_or("", |deck| deck.title.as_str());
    let slots = decks::slots(book, state, unit);
    let mut lines = Vec::new();
    for (line, text) in decks::lines(book, state, unit).into_iter().zip(&slots) {
        let (name, next) = line.split_once("; ").unwrap_or((line.as_str(), ""));
        lines.push(PageLine { sort: Sort::Name, depth: 0, words: name.to_owned() });
        let about = decks::about(text);
        for words in [about.as_str(), next].into_iter().filter(|words| !words.is_empty()) {
            lines.push(PageLine { sort: Sort::Text, depth: 1, words: words.to_owned() });
        }
    }
    (title.to_owned(), lines)
}
