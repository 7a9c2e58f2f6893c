//! The panel beside the board: the order of the round, and whatever is being chosen or looked at.

use super::app::{App, Mode};
use super::board::palette;
use crate::{names, text};
use foretoken_vm::program::Cost;
use foretoken_vm::{EntityId, Slot};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// Draws the panel.
pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    let order = order_lines(app, area);
    let height = (order.len() as u16 + 1).min(area.height.saturating_sub(7).max(4));
    let [top, bottom] = Layout::vertical([Constraint::Length(height), Constraint::Min(1)]).areas(area);
    app.places.order_area = top;
    frame.render_widget(Paragraph::new(order), top);
    match app.mode() {
        Mode::Actions => actions(app, frame, bottom),
        Mode::Target => target(app, frame, bottom),
        _ => inspect(app, frame, bottom),
    }
}

fn order_lines(app: &mut App, area: Rect) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("In turn order:", app.style(Style::new().fg(palette::STONE)))];
    let mut rows = Vec::new();
    let state = app.shown();
    let hovered = state.occupant(app.desk.cursor);
    let choosing = app.desk.session.draft().map(|draft| draft.unit);
    let book = std::sync::Arc::clone(app.desk.session.book());
    // While a round is watched its own order is shown; before, the one that the prediction comes to.
    let slots = if app.is_playing() { state.agenda().collect() } else { app.desk.order() };
    for slot in slots {
        let Slot::Unit(unit) = slot else {
            lines.push(Line::raw("    a fuse burns down"));
            continue;
        };
        let entity = *state.entity(unit);
        if !entity.is_alive() {
            continue;
        }
        rows.push((area.y + lines.len() as u16, unit));
        let pointer = if app.playing() == Some(unit) || choosing == Some(unit) {
            '▶'
        } else if hovered == unit {
            '·'
        } else {
            ' '
        };
        let own = entity.team == app.desk.session.team;
        let (open, close) = if own { ('(', ')') } else { ('<', '>') };
        let glyph = book.archetype(&entity).map_or('?', |kind| kind.glyph);
        let health = health(app, unit);
        let tick =
            if own && !app.is_playing() { if app.desk.session.is_decided(unit) { "✓" } else { "·" } } else { "" };
        let intent = if app.is_playing() { String::new() } else { app.desk.intent_words(unit) };
        let name = names::entity(&book, state, unit);
        let colour = if own { palette::LIGHT } else { palette::DARK };
        let words = format!("{pointer}{open}{glyph}{close} {name:<9.9} {health:<5} {tick}{intent}");
        let words: String = words.chars().take(usize::from(area.width)).collect();
        lines.push(Line::styled(words, app.style(Style::new().fg(colour))));
    }
    app.places.order = rows;
    lines
}

/// Health, and what becomes of it: `3→1`, `2→†`, `3→1..2` where chance has a say.
fn health(app: &App, unit: EntityId) -> String {
    let entity = app.shown().entity(unit);
    let shield = if entity.shield > 0 { format!("+{}", entity.shield) } else { String::new() };
    let outlook = app.desk.session.forecast().outlook(unit).filter(|_| !app.is_playing());
    match outlook {
        Some(outlook) if outlook.range.0 != outlook.range.1 => {
            format!("{}{shield}→{}..{}", outlook.before, outlook.range.0, outlook.range.1)
        }
        Some(outlook) if outlook.dies => format!("{}{shield}→†", outlook.before),
        Some(outlook) if outlook.after != outlook.before => format!("{}{shield}→{}", outlook.before, outlook.after),
        _ => format!("{}{shield}", entity.health),
    }
}

fn actions(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    let book = std::sync::Arc::clone(app.desk.session.book());
    let Some(draft) = app.desk.session.draft() else { return };
    let name = names::entity(&book, app.desk.session.known().state(), draft.unit);
    let so_far: Vec<&str> = draft.intent().uses.iter().map(|u| names::action(&book, u.program)).collect();
    let chosen = if so_far.is_empty() { String::new() } else { format!(" — {}", so_far.join(", ")) };
    let mut lines = vec![Line::styled(format!("{name}{chosen}"), app.style(Style::new().fg(palette::LIGHT)))];
    app.places.actions = Rect::new(area.x, area.y + 1, area.width, app.desk.session.choices().len() as u16);
    let mut note = String::new();
    for (index, choice) in app.desk.session.choices().iter().enumerate() {
        let cost = match choice.cost {
            Cost::Move => "move",
            Cost::Action => "action",
            Cost::Free => "free",
        };
        let mark = if index == app.desk.list { '▶' } else { ' ' };
        let spent = if choice.affordable { "" } else { " (used)" };
        let words = format!("{mark}{} {:<16} {cost}{spent}", index + 1, names::action(&book, choice.program));
        let mut style = Style::new().fg(if choice.affordable { palette::WHITE } else { palette::DIM });
        if index == app.desk.list {
            style = style.add_modifier(Modifier::BOLD);
            note = book.program(choice.program).map(|p| p.note.clone()).unwrap_or_default();
        }
        lines.push(Line::styled(words, app.style(style)));
    }
    lines.push(Line::raw(""));
    lines.push(Line::styled(note, app.style(Style::new().fg(palette::STONE))));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

fn target(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let book = app.desk.session.book();
    let (Some(draft), Some(question)) = (app.desk.session.draft(), app.desk.session.question()) else { return };
    let state = app.desk.session.known().state();
    let name = names::entity(book, state, draft.unit);
    let action = names::action(book, question.program);
    let asks = app.desk.prompt().unwrap_or_default();
    let count = draft.answers().len();
    let aimed = draft.hover().and_then(|hover| draft.cells().get(hover).copied().flatten());
    let aimed = aimed.map(|cell| (cell, state.occupant(cell)));
    let whom = match aimed {
        Some((_, unit)) if unit.is_some() => format!(" {}", names::entity(book, state, unit)),
        Some((cell, _)) => format!(" {cell}"),
        None => String::new(),
    };
    let at = draft.hover().map_or(String::new(), |hover| format!("{whom} ({} of {count})", hover + 1));
    let mut lines = vec![
        Line::styled(format!("{name}: {action}"), app.style(Style::new().fg(palette::LIGHT))),
        Line::styled(format!("{asks}{at}"), app.style(Style::new().fg(palette::WHITE).add_modifier(Modifier::BOLD))),
    ];
    lines.extend(consequences(app, Some(draft.unit), usize::from(area.height.saturating_sub(2))));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

/// What the prediction says, in words: of one actor's activation first, then of the rest.
fn consequences(app: &App, first: Option<EntityId>, most: usize) -> Vec<Line<'static>> {
    let book = app.desk.session.book();
    let state = app.desk.session.known().state();
    let forecast = app.desk.session.forecast();
    let words = |own: bool| {
        forecast.marks().marks.iter().filter(move |mark| (Some(mark.actor) == first) == own).filter_map(|mark| {
            if matches!(mark.kind, foretoken_preview::MarkKind::Undecided { .. }) {
                return None;
            }
            text::mark(book, state, forecast, mark)
        })
    };
    let style = app.style(Style::new().fg(palette::STONE));
    let own = words(true).map(|line| Line::styled(line.replace(" (if chosen)", ""), style));
    let later = words(false).map(|line| Line::styled(format!("then {line}"), app.style(Style::new().fg(palette::DIM))));
    // While one aims, what the others will do of it counts as well; a look at one unit is about that one.
    let aiming = app.desk.session.draft().is_some();
    own.chain(later.filter(|_| aiming)).take(most).collect()
}

fn inspect(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let book = app.desk.session.book();
    let state = app.shown();
    let mut lines = Vec::new();
    let unit = state.occupant(app.desk.cursor);
    let entity = state.entity(unit);
    if let Some(kind) = book.archetype(entity) {
        let name = names::entity(book, state, unit);
        let shield = if entity.shield > 0 { format!(" +{} shield", entity.shield) } else { String::new() };
        lines.push(Line::from(vec![
            Span::styled(name, app.style(Style::new().fg(palette::WHITE).add_modifier(Modifier::BOLD))),
            Span::raw(format!("  {}/{} health{shield}", entity.health, entity.max_health)),
        ]));
        if !kind.note.is_empty() {
            lines.push(Line::styled(kind.note.clone(), app.style(Style::new().fg(palette::STONE))));
        }
        if entity.acts() {
            let titles: Vec<&str> = kind.actions.iter().map(|&p| names::action(book, p)).collect();
            let numbers = format!("initiative {}, walks {}", entity.initiative, entity.movement);
            lines.push(Line::styled(
                format!("{numbers}: {}", titles.join(", ")),
                app.style(Style::new().fg(palette::DIM)),
            ));
            lines.extend(consequences(app, Some(unit), usize::from(area.height).saturating_sub(lines.len() + 1)));
        }
    } else {
        let ground = book.terrain_at(app.desk.cursor).map_or("ground", |terrain| terrain.name.as_str());
        let surface = state.surface(app.desk.cursor).and_then(|s| book.surfaces.get(s as usize));
        let words = surface.map_or_else(|| ground.to_owned(), |s| format!("{ground}, {}", s.name));
        let zones = book.board.zones(app.desk.cursor);
        let zone = book.zones.iter().enumerate().find(|(at, _)| zones >> at & 1 == 1).map(|(_, name)| name.as_str());
        let zone = zone.map_or_else(String::new, |zone| format!(" — {zone}"));
        lines.push(Line::raw(format!("{}: {words}{zone}", app.desk.cursor)));
        lines.extend(goals(app));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
}

/// The goals and the losses of the scenario, as sentences.
pub(super) fn goals(app: &App) -> Vec<Line<'static>> {
    let book = app.desk.session.book();
    let goals = book.goals.iter().map(|goal| format!("Goal: {}", goal.text));
    let losses = book.losses.iter().map(|goal| format!("Lost: {}", goal.text));
    goals.chain(losses).map(|line| Line::styled(line, app.style(Style::new().fg(palette::LIGHT)))).collect()
}
