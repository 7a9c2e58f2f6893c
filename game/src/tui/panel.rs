//! The panel beside the board: the turn order and the current choice.

use super::app::{App, Mode};
use super::board::palette;
use crate::presentation::digit_key;
use foretoken_session::texts::goals::GoalLine;
use foretoken_session::texts::health::HealthOutlook;
use foretoken_session::texts::{agenda, carried, decks, forecast_text, names, odds_text, rules};
use foretoken_vm::stats::StatId;
use foretoken_vm::{Advance, Dir, EntityId};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    let is_hidden = app.controller.session.book().is_board_hidden;
    let order = if is_hidden { Vec::new() } else { order_lines(app, area) };
    let choices = app.controller.orders().len() as u16;
    let below = if app.mode() == Mode::Actions { (choices + 2).max(7) } else { 7 };
    let height = (order.len() as u16 + 1).min(area.height.saturating_sub(below).max(4));
    let height = if is_hidden { 0 } else { height };
    let [top, bottom] = Layout::vertical([Constraint::Length(height), Constraint::Min(1)]).areas(area);
    if !is_hidden {
        app.places.order_area = top;
    }
    frame.render_widget(Paragraph::new(order), top);
    match app.mode() {
        Mode::Actions => actions(app, frame, bottom),
        Mode::Target => target(app, frame, bottom),
        _ => {
            let looked_at = app.controller.looked_at();
            app.controller.foretell(looked_at);
            inspect(app, frame, bottom);
        }
    }
}

const LEAST_NAME: usize = 9;
const BESIDE_NAME: usize = 28;

fn order_lines(app: &mut App, area: Rect) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("In turn order:", app.style(Style::new().fg(palette::STONE)))];
    let mut rows = Vec::new();
    let state = app.shown();
    let hovered = state.occupant(app.controller.cursor);
    let choosing = app.controller.session.seat().draft().map(|draft| draft.unit);
    let book = std::sync::Arc::clone(app.controller.session.book());
    let turns = if app.is_playing() { app.playback.turns() } else { app.controller.turns() };
    let longest = turns.iter().filter_map(|turn| Some(names::entity(&book, state, turn.unit()?).width())).max();
    let room = longest.unwrap_or_default().min(usize::from(area.width).saturating_sub(BESIDE_NAME)).max(LEAST_NAME);
    let mut told = Vec::new();
    for (index, &turn) in turns.iter().enumerate() {
        if agenda::is_first_beyond(&turns, index) {
            let words = format!("  {}:", app.controller.beyond_words());
            lines.push(Line::styled(words, app.style(Style::new().fg(palette::STONE))));
        }
        let when = agenda::when(&turn);
        let Some(unit) = turn.unit() else {
            let words = match turn.advance {
                Advance::Entry(_) if when.is_empty() => "    delayed effect".to_owned(),
                Advance::Entry(_) => format!(" {when:>4} delayed effect"),
                _ => format!("  -- {}", agenda::who(&book, state, &turn)),
            };
            lines.push(Line::styled(words, app.style(Style::new().fg(palette::STONE))));
            continue;
        };
        let again = told.contains(&unit);
        told.push(unit);
        let entity = *state.entity(unit);
        if !entity.is_alive() {
            continue;
        }
        rows.push((area.y + lines.len() as u16, unit));
        let acting = if app.is_playing() { app.playback.acting() } else { choosing };
        let pointer = if !again && acting == Some(unit) {
            '▶'
        } else if hovered == unit {
            '·'
        } else {
            ' '
        };
        let own = entity.team == app.controller.session.seat().team();
        let (open, close) = if own { ('(', ')') } else { ('<', '>') };
        let glyph = book.unit_type(&entity).map_or('?', |kind| kind.glyph);
        let is_behind = turns[..index].iter().any(|earlier| !earlier.is_foreseen && !earlier.is_slot());
        let health = if again || is_behind { String::new() } else { health(app, unit) };
        let when = if when.is_empty() { when } else { format!("{when:>4} ") };
        let tick = if own && !app.is_playing() && !app.controller.session.is_immediate() {
            match app.controller.session.seat().is_decided(unit) {
                true if app.controller.session.is_advised(unit) => "A ",
                true => "✓",
                false => "·",
            }
        } else {
            ""
        };
        let order_alone = app.controller.session.is_immediate() && !turn.is_foreseen;
        let intent = if app.is_playing() || again || order_alone {
            String::new()
        } else {
            forecast_text::intent_text(app.controller.session.seat(), unit)
        };
        let name = fitted(&names::entity(&book, state, unit), room);
        let colour = if own { palette::OWN } else { palette::OTHER };
        let words = format!("{pointer}{when}{open}{glyph}{close} {name:<room$} {health:<5} {tick}{intent}");
        let words: String = words.chars().take(usize::from(area.width)).collect();
        lines.push(Line::styled(words, app.style(Style::new().fg(colour))));
    }
    app.places.order = rows;
    lines
}

/// Shortens a name but keeps its letters.
fn fitted(name: &str, most: usize) -> String {
    let letters = names::letters_of(name).map_or_else(String::new, |letters| format!(" {letters}"));
    let room = most.saturating_sub(letters.len());
    let cut: String = name[..name.len() - letters.len()].chars().take(room).collect();
    cut.trim_end().to_owned() + &letters
}

/// Returns health with its prediction: `3→1`, `2→†`, `3⇢2 70 %` with chance, `3⇢2 70 % †12 %` if chance can kill.
fn health(app: &App, unit: EntityId) -> String {
    let entity = app.shown().entity(unit);
    let shield = if entity.shield > 0 { format!("+{}", entity.shield) } else { String::new() };
    let outlook = HealthOutlook::of(app.controller.session.seat().forecast(), unit).filter(|_| !app.is_playing());
    match outlook {
        Some(outlook) => format!("{}{shield}{}{}", outlook.before, outlook.becomes(), outlook.death_words()),
        None => format!("{}{shield}", entity.health),
    }
}

fn actions(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    app.controller.availability();
    let book = std::sync::Arc::clone(app.controller.session.book());
    let Some(draft) = app.controller.session.seat().draft() else { return };
    let name = names::entity(&book, app.controller.session.seat().known().state(), draft.unit);
    let so_far: Vec<&str> = draft.intent().uses.iter().map(|u| names::action(&book, u.program)).collect();
    let again = agenda::acts_again(app.controller.session.seat(), draft.unit);
    let again = again.map_or_else(String::new, |again| format!("; {again}"));
    let chosen = if so_far.is_empty() { String::new() } else { format!(" — {}{again}", so_far.join(", ")) };
    let orders = app.controller.orders();
    app.places.actions = Rect::new(area.x, area.y + 1, area.width, orders.len() as u16);
    let mut lines = vec![Line::styled(format!("{name}{chosen}"), app.style(Style::new().fg(palette::OWN)))];
    let mut note = u16::MAX;
    let wide = orders.iter().map(|order| names::action(&book, order.choice.program).width()).max().unwrap_or(0);
    for (index, order) in orders.iter().enumerate() {
        let choice = &order.choice;
        let cost = names::cost_of(app.controller.session.seat(), draft.unit, choice);
        let mark = if index == app.controller.list { '▶' } else { ' ' };
        let title = names::action(&book, choice.program);
        let hindrance = order.slot.and_then(decks::cooldown).or_else(|| names::hindrance(&book, choice));
        let told = hindrance.map_or_else(|| format!("{title:<wide$}  {cost}"), |why| format!("{title}: {why}"));
        let told = if choice.is_open() && choice.is_idle { format!("{told}, {}", names::NO_EFFECT) } else { told };
        let words = format!("{mark}{} {told}", digit_key(index));
        let mut style = Style::new().fg(if order.is_open() { palette::WHITE } else { palette::DIM });
        if index == app.controller.list {
            style = style.add_modifier(Modifier::BOLD);
            note = choice.program;
        }
        lines.push(Line::styled(words, app.style(style)));
    }
    let [rows, below] = Layout::vertical([Constraint::Length(lines.len() as u16 + 1), Constraint::Min(0)]).areas(area);
    frame.render_widget(Paragraph::new(lines), rows);
    let written = book.program(note).map(|program| program.note.clone()).unwrap_or_default();
    let mut about = vec![Line::styled(written, app.style(Style::new().fg(palette::STONE)))];
    let rules = app.controller.rules_of(draft.unit, note).into_iter();
    about.extend(rules.map(|line| Line::styled(line, app.style(Style::new().fg(palette::DIM)))));
    frame.render_widget(Paragraph::new(about).wrap(Wrap { trim: false }), below);
}

fn target(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let book = app.controller.session.book();
    let (Some(draft), Some(question)) =
        (app.controller.session.seat().draft(), app.controller.session.seat().question())
    else {
        return;
    };
    let state = app.controller.session.seat().known().state();
    let name = names::entity(book, state, draft.unit);
    let action = names::action(book, question.program);
    let asks = app.controller.prompt().unwrap_or_default();
    let count = draft.answers().len();
    let whom = app.controller.aimed_words().map_or_else(String::new, |whom| format!(" {whom}"));
    let steps = app.controller.way_foreseen().len() as i32;
    let whom = if steps > 0 { format!("{whom}, {}", names::count(steps, "step")) } else { whom };
    let at = draft.hover().map_or(String::new(), |hover| format!("{whom} ({} of {count})", hover + 1));
    let mut lines = vec![
        Line::styled(format!("{name}: {action}"), app.style(Style::new().fg(palette::OWN))),
        Line::styled(format!("{asks}{at}"), app.style(Style::new().fg(palette::WHITE).add_modifier(Modifier::BOLD))),
    ];
    lines.extend(consequences(app, draft.unit, (area.width.into(), area.height.saturating_sub(2).into())));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

fn consequences(app: &App, looked_at: EntityId, (width, height): (usize, usize)) -> Vec<Line<'static>> {
    let seat = app.controller.session.seat();
    let (state, width) = (seat.known().state(), width.max(1));
    let high = |words: &str| (words.width() + 2).div_ceil(width) as f32;
    let (acts, left_out) = forecast_text::fitting(forecast_text::acts(seat, looked_at), height as f32, high);
    let mut rows: Vec<(String, Style)> = Vec::new();
    for act in acts {
        let own = act.actor.is_some() && state.entity(act.actor).team == seat.team();
        let colour = if own { palette::OWN } else { palette::OTHER };
        let named = seat.draft().is_some_and(|draft| draft.unit == act.actor);
        if !named || !rows.is_empty() {
            rows.push((act.title, Style::new().fg(colour)));
        }
        let colour = if named { palette::STONE } else { palette::DIM };
        rows.extend(act.effects.into_iter().map(|line| (format!("  {}", line.words), Style::new().fg(colour))));
    }
    if left_out > 0 {
        rows.push((format!("… and {left_out} more: o shows all"), Style::new().fg(palette::DIM)));
    }
    rows.into_iter().map(|(words, style)| Line::styled(words, app.style(style))).collect()
}

fn inspect(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let book = app.controller.session.book();
    let state = app.shown();
    let mut lines = Vec::new();
    let unit = state.occupant(app.controller.cursor);
    let entity = state.entity(unit);
    if let Some(kind) = book.unit_type(entity) {
        let name = names::entity(book, state, unit);
        let shield = if entity.shield > 0 { format!(" +{} shield", entity.shield) } else { String::new() };
        lines.push(Line::from(vec![
            Span::styled(name, app.style(Style::new().fg(palette::WHITE).add_modifier(Modifier::BOLD))),
            Span::raw(format!("  {}/{} health{shield}", entity.health, state.sheet(book).stat(unit, StatId::HEALTH))),
        ]));
        if !kind.note.is_empty() {
            lines.push(Line::styled(kind.note.clone(), app.style(Style::new().fg(palette::STONE))));
        }
        if entity.is_activated() && !book.is_board_hidden {
            let actions = state.sheet(book).actions(unit);
            let titles: Vec<&str> = actions.iter().map(|&p| names::action(book, p)).collect();
            let facing = Dir::from_index(entity.facing).name();
            let numbers = format!("{}, faces {facing}", names::pace(book, state, unit));
            lines.push(Line::styled(
                format!("{numbers}: {}", titles.join(", ")),
                app.style(Style::new().fg(palette::DIM)),
            ));
        }
        let odds = odds_text::of_unit(app.controller.session.seat(), unit).filter(|_| !app.is_playing());
        let odds = odds.and_then(|(odds, method)| odds_text::unit(book, odds, method));
        lines.extend(
            odds.map(|words| Line::styled(format!("Forecast: {words}"), app.style(Style::new().fg(palette::STONE)))),
        );
        if entity.is_activated() {
            let mut numbers = carried::short_stats(book, state, unit);
            let resources = carried::resources(book, state, unit).into_iter();
            numbers.extend(resources.map(|(name, value)| format!("{name} {value}")));
            let rows = carried::in_columns(&numbers, area.width.into()).into_iter();
            lines.extend(rows.map(|line| Line::styled(line, app.style(Style::new().fg(palette::WHITE)))));
        }
        let carried = carried::lines(book, state, unit).into_iter();
        lines.extend(carried.map(|line| Line::styled(line, app.style(Style::new().fg(palette::STONE)))));
        if !app.is_playing() {
            let to_come = app.controller.to_come(unit).iter();
            lines.extend(to_come.map(|line| Line::styled(line.clone(), app.style(Style::new().fg(palette::DIM)))));
        }
        let ground = rules::of_cell(book, state, app.controller.cursor);
        if !ground.is_empty() && !book.is_board_hidden {
            let title =
                format!("{}: {}", app.controller.cursor, rules::ground_title(book, state, app.controller.cursor));
            let told = std::iter::once(title).chain(ground);
            lines.extend(told.map(|line| Line::styled(line, app.style(Style::new().fg(palette::DIM)))));
        }
        let lie = names::lie(&book.board, app.controller.cursor).filter(|_| !app.is_playing());
        lines.extend(names::zones(book, app.controller.cursor).into_iter().chain(lie).map(|words| {
            let words = format!("{}: {words}", app.controller.cursor);
            Line::styled(words, app.style(Style::new().fg(palette::DIM)))
        }));
        lines.extend(sight(app));
        let width = usize::from(area.width.max(1));
        let used: usize = lines.iter().map(|line| line.width().div_ceil(width)).sum();
        if !app.is_playing() {
            lines.extend(consequences(app, unit, (width, usize::from(area.height).saturating_sub(used))));
        }
    } else {
        let words = rules::ground_title(book, state, app.controller.cursor);
        let zone = names::zones(book, app.controller.cursor).map_or_else(String::new, |zone| format!(" — {zone}"));
        lines.push(Line::raw(format!("{}: {words}{zone}", app.controller.cursor)));
        let does = rules::of_cell(book, state, app.controller.cursor).into_iter();
        lines.extend(does.map(|line| Line::styled(line, app.style(Style::new().fg(palette::STONE)))));
        let lie = names::lie(&book.board, app.controller.cursor);
        lines.extend(lie.map(|lie| Line::styled(lie, app.style(Style::new().fg(palette::STONE)))));
        lines.extend(sight(app));
        lines.extend(goals(app));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}

fn sight(app: &App) -> Vec<Line<'static>> {
    if app.is_playing() {
        return Vec::new();
    }
    let lines = app.controller.cell_words();
    lines.into_iter().map(|words| Line::styled(words, app.style(Style::new().fg(palette::DIM)))).collect()
}

pub(super) fn goals(app: &App) -> Vec<Line<'static>> {
    let session = &app.controller.session;
    let goals = app.presentation.goals(session, app.shown());
    let colour = |is_own| if is_own { palette::OWN } else { palette::STONE };
    let line = |goal: &GoalLine| Line::styled(goal.in_full(), app.style(Style::new().fg(colour(goal.is_own))));
    goals.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn a_name_that_is_cut_keeps_its_letters() {
        let cut =
            ["Rat A", "Gatekeeper", "Gatekeeper B", "Rope walker AL", "Keeper of keys"].map(|name| fitted(name, 9));
        assert_eq!(cut, ["Rat A", "Gatekeepe", "Gatekee B", "Rope w AL", "Keeper of"]);
    }
}
