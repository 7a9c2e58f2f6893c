//! The screen: title, board, panel and messages. Needs 60 by 20 characters.

use super::app::{App, Mode};
use super::board::{self, palette};
use super::{deck, help, panel};
use crate::escape;
use crate::presentation::digit_key;
use crate::runs::words;
use foretoken_session::controller::NOTHING_FORESEEN;
use foretoken_session::rating::Rating;
use foretoken_session::texts::goals::GoalLine;
use foretoken_session::texts::plan_text::PlanRow;
use foretoken_session::texts::unit_page::{PageLine, Sort};
use foretoken_session::texts::{agenda, forecast_text, rating, rewind_points};
use foretoken_vm::Outcome;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

const LEAST: (u16, u16) = (60, 20);

impl App {
    pub(super) fn style(&self, style: Style) -> Style {
        if self.colours {
            return style;
        }
        // Without colours, backgrounds become underlines, and the cursor is reversed.
        let told = match style.bg {
            Some(palette::SLATE) => Modifier::REVERSED,
            Some(palette::STRUCK | palette::TARGET) => Modifier::UNDERLINED,
            _ => Modifier::empty(),
        };
        Style { fg: None, bg: None, ..style }.add_modifier(told)
    }
}

/// Draws the app.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    draw_all(app, frame);
    escape::screen(frame.buffer_mut());
}

fn draw_all(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let words = format!(
            "This terminal has {} by {} characters; the game needs {} by {}. Make it larger, or press q to quit.",
            area.width, area.height, LEAST.0, LEAST.1
        );
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
        return;
    }
    if app.colours {
        frame.render_widget(Block::new().style(Style::new().bg(palette::NIGHT).fg(palette::STONE)), area);
    }
    if app.mode() == Mode::HandOver {
        let book = app.controller.session.book();
        let side = app.presentation.side(book, app.controller.hand_over().unwrap_or_default());
        let lines = [
            format!("Next player: {side}."),
            "The other side cannot see your orders until the round is played.".to_owned(),
            "Enter: start · q: quit".to_owned(),
        ];
        page(app, frame, "Hand over", lines.into_iter().map(Line::raw).collect(), 0);
        return;
    }
    let most = match area.height.saturating_sub(LEAST.1) {
        0 => 1,
        1..8 => 2,
        _ => 3,
    };
    let title = title_lines(title_words(app), usize::from(area.width) - 2, most);
    let strip = app.strip();
    let high = title.len().min(most) as u16 + u16::from(strip.is_some());
    let [head, middle, below] =
        Layout::vertical([Constraint::Length(high), Constraint::Min(10), Constraint::Length(4)]).areas(area);
    let style = app.style(Style::new().fg(palette::OWN).add_modifier(Modifier::BOLD));
    let title = title.into_iter().take(most).map(|line| Line::styled(format!(" {line}"), style));
    let of_strip = app.style(Style::new().fg(palette::WHITE));
    let strip = strip.map(|line| Line::styled(format!(" {line}"), of_strip));
    let title: Vec<Line<'_>> = title.chain(strip).collect();
    frame.render_widget(Paragraph::new(title), head);
    let size =
        (app.controller.session.book().board.width() as u16, app.controller.session.book().board.height() as u16);
    let wide = (size.0 * 5 + 4).min(area.width.saturating_sub(26));
    let board_width = if wide >= size.0 * 5 + 4 { wide } else { (size.0 * 3 + 4).min(area.width.saturating_sub(26)) };
    let is_hidden = app.controller.session.book().is_board_hidden;
    let board_width = if is_hidden { (middle.width * 3 / 5).min(area.width.saturating_sub(26)) } else { board_width };
    let [left, right] = Layout::horizontal([Constraint::Length(board_width), Constraint::Min(24)]).areas(middle);
    match is_hidden {
        true => deck::draw(app, frame, left),
        false => board::draw(app, frame, left),
    }
    panel::draw(app, frame, right);
    lines_below(app, frame, below);
    match app.mode() {
        Mode::Help => {
            let lines = help::page(&app.controller.session, &app.presentation);
            let parts = (0..lines.len()).filter(|&at| help::is_heading(&lines[at])).collect();
            scrolled(app, frame, "Help", lines.into_iter().map(Line::raw).collect(), parts);
        }
        Mode::Unit => unit(app, frame),
        Mode::Deck => {
            let (heading, told) = deck::page(app);
            told_page(app, frame, &heading, &told);
        }
        Mode::Why => {
            let told = app.controller.why_page(None).to_vec();
            told_page(app, frame, "Why", &told);
        }
        Mode::Foreseen => {
            let mut told = forecast_text::page(app.controller.session.seat());
            if told.is_empty() {
                told.push(PageLine { sort: Sort::Text, depth: 0, words: NOTHING_FORESEEN.to_owned() });
            }
            told_page(app, frame, "Forecast", &told);
        }
        Mode::Plans => plans(app, frame),
        Mode::Log => log(app, frame),
        Mode::Rewind => rewind(app, frame),
        Mode::Over => over(app, frame, middle),
        Mode::Talk => {
            let lines: Vec<Line<'_>> = app.talk_lines().into_iter().map(Line::raw).collect();
            let top = lines.len().saturating_sub(usize::from(area.height.saturating_sub(4)));
            page(app, frame, "Online battle", lines, top);
        }
        _ => {}
    }
    if let Some(lines) = app.undo_lines() {
        page(app, frame, "Undo", lines.into_iter().map(Line::raw).collect(), 0);
    }
}

const PART: &str = " · ";

fn title_words(app: &App) -> (String, String) {
    let session = &app.controller.session;
    let goals = app.presentation.goals(session, app.shown());
    let wins = goals.iter().find(|goal| goal.wins || !goal.is_own);
    let mut loses: Vec<&GoalLine> = goals.iter().filter(|goal| goal.is_own && !goal.wins && !goal.is_bonus).collect();
    loses.sort_by_key(|goal| goal.left.is_none());
    loses.extend(goals.iter().filter(|goal| goal.is_bonus));
    let goal = wins.map_or_else(String::new, GoalLine::in_full);
    let others = goals.iter().filter(|goal| goal.is_own && goal.wins).skip(1);
    let losses: Vec<String> = others.chain(loses).map(GoalLine::in_full).collect();
    let side = app.presentation.seated(session).map_or_else(String::new, |side| format!(" · {side}"));
    let standing = agenda::standing(session.seat()).filter(|_| !app.is_playing());
    let standing = standing.map_or_else(String::new, |standing| format!(", {standing}"));
    let shown = [
        (app.threat.is_some(), "! reach (t)"),
        (app.distance, "1-9 steps (d)"),
        (app.controller.is_safety_shown(), "damage (y)"),
    ];
    let shown: String = shown.iter().filter(|(on, _)| *on).map(|(_, words)| format!(" · {words}")).collect();
    let round = session.round_of(app.shown());
    let head = format!("{} · Round {round}{standing}{side}{shown} · {goal}", app.title);
    (head, losses.join(PART))
}

fn title_lines((head, losses): (String, String), wide: usize, most: usize) -> Vec<String> {
    let whole = if losses.is_empty() { head.clone() } else { format!("{head}{PART}{losses}") };
    let all = if head.width() <= wide && whole.width() > wide { vec![head, losses] } else { vec![whole] };
    let by_parts = all.iter().flat_map(|line| joined_in_lines(line.split(PART), PART, wide)).collect::<Vec<_>>();
    if by_parts.len() <= most && by_parts.iter().all(|line| line.width() <= wide) {
        return by_parts;
    }
    all.iter().flat_map(|line| in_lines(line, wide)).collect()
}

fn lines_below(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let keys = match app.mode() {
        Mode::Units | Mode::Actions | Mode::Target if app.controller.lesson_words().is_some() => {
            "Tab next · Enter choose · 1-9 actions · Esc back · x skip the lesson · ? help"
        }
        Mode::Units if app.controller.session.hindrance().is_some() => {
            "Tab next · Enter choose ahead · K table · ? help"
        }
        Mode::Units if app.controller.session.book().is_board_hidden => {
            "1-9 or Enter use · e end the turn · D deck · i unit · u undo · ? help"
        }
        Mode::Units if app.controller.session.is_unit_chosen() => {
            "Tab next · Enter choose · e end the turn · u undo · ? help"
        }
        Mode::Units if app.controller.session.is_immediate() => "Enter choose · Space act or wait · u undo · ? help",
        Mode::Units if app.controller.session.seat().has_all_decided() => "e play the round · u undo · ? help",
        Mode::Units => "Tab next · Enter choose · e play round · u undo · ? help",
        Mode::Actions if app.controller.session.seat().draft().is_some_and(|draft| !draft.intent().uses.is_empty()) => {
            "1-9 or arrows+Enter · Space done · Esc twice cancels the last action · ? help"
        }
        Mode::Actions => "1-9 or arrows+Enter · Space done · Esc back · ? help",
        Mode::Target if app.controller.session.seat().picker().is_some_and(|picker| picker.has_waypoints()) => {
            "arrows/Tab aim · w waypoint · n other path · Enter choose · Esc back · ? help"
        }
        Mode::Target => "arrows/Tab aim · Enter choose · Esc back · ? help",
        Mode::Watch => "Space step · any other key: skip",
        Mode::Rewind => "arrows choose · Enter rewind to it · Esc close",
        Mode::Log => "arrows PageUp PageDown scroll · Esc close",
        Mode::Plans => "arrows scroll · p flip · Esc close",
        Mode::Unit if app.controller.page_deck().is_some() => {
            "D deck · arrows scroll · Tab next part · a number uses an order · Esc close"
        }
        Mode::Unit => "arrows scroll · Tab next part · a number uses an order · Esc close",
        Mode::Help | Mode::Why | Mode::Foreseen | Mode::Deck => {
            "arrows PageUp PageDown scroll · Tab next part · Esc close"
        }
        Mode::Over | Mode::HandOver | Mode::Talk => "",
    };
    let hint = app.hint().filter(|_| !app.is_playing()).map_or_else(String::new, |hint| format!("» {hint}"));
    let lines = vec![
        Line::styled(hint, app.style(Style::new().fg(palette::OWN).add_modifier(Modifier::ITALIC))),
        Line::styled(
            app.controller.message.clone(),
            app.style(Style::new().fg(palette::WHITE).add_modifier(Modifier::BOLD)),
        ),
        Line::raw(""),
        Line::styled(keys, app.style(Style::new().fg(palette::DIM))),
    ];
    let [_, inner] = Layout::horizontal([Constraint::Length(1), Constraint::Min(1)]).areas(area);
    let mut lines = lines;
    if app.controller.message.width() > usize::from(inner.width) {
        lines.remove(2);
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), inner);
}

fn page_width(area: Rect) -> u16 {
    area.width.saturating_sub(6).min(74)
}

fn page(app: &App, frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'static>>, top: usize) {
    let area = frame.area();
    let width = page_width(area) + 2;
    let rows = rows_of(&lines, usize::from(page_width(area)));
    let height = (rows as u16 + 2).min(area.height.saturating_sub(2));
    let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    frame.render_widget(Clear, place);
    let style = app.style(Style::new().bg(palette::NIGHT).fg(palette::STONE));
    let mut block = Block::bordered().title(format!(" {title} ")).style(style);
    if rows > top + usize::from(height.saturating_sub(2)) {
        block = block.title_bottom(" ↓ more ");
    }
    let wrapped = Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((top as u16, 0));
    frame.render_widget(wrapped.block(block), place);
}

fn log(app: &mut App, frame: &mut Frame<'_>) {
    let shown = usize::from(frame.area().height.saturating_sub(4));
    app.log_top = app.log_top.min(app.controller.log().len().saturating_sub(shown));
    app.places.page = shown;
    let mut lines: Vec<Line<'static>> = app.controller.log().iter().map(|line| Line::raw(line.clone())).collect();
    if lines.is_empty() {
        lines.push(Line::raw("Nothing has happened yet."));
    }
    page(app, frame, "Log", lines, app.log_top);
}

fn unit(app: &mut App, frame: &mut Frame<'_>) {
    let (heading, told) = app.controller.unit_page();
    told_page(app, frame, &heading, &told);
}

fn told_page(app: &mut App, frame: &mut Frame<'_>, heading: &str, told: &[PageLine]) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let width = usize::from(page_width(frame.area()));
    let line = |line: &PageLine| {
        let (by, style) = match line.sort {
            Sort::Heading => (0, bold.fg(palette::OWN)),
            Sort::Name => (2, bold.fg(palette::WHITE)),
            Sort::Text => (2, Style::new().fg(palette::STONE)),
            Sort::Order(_) => (2, bold.fg(palette::OWN)),
        };
        let number = if let Sort::Order(index) = line.sort { format!("{} ", digit_key(index)) } else { String::new() };
        let indent = " ".repeat(by + 2 * usize::from(line.depth));
        let style = app.style(style);
        let rows = in_lines(&format!("{number}{}", line.words), width.saturating_sub(indent.len() + 2)).into_iter();
        let set_off = move |(at, words): (usize, String)| {
            let further = if at > 0 { "  " } else { "" };
            Line::styled(format!("{indent}{further}{words}"), style)
        };
        rows.enumerate().map(set_off).collect::<Vec<_>>()
    };
    let (mut lines, mut parts) = (Vec::new(), Vec::new());
    for told in told {
        if told.sort == Sort::Heading {
            parts.push(lines.len());
        }
        lines.extend(line(told));
    }
    scrolled(app, frame, heading, lines, parts);
}

fn rows_of(lines: &[Line<'_>], width: usize) -> usize {
    lines.iter().map(|line| line.width().div_ceil(width.max(1)).max(1)).sum()
}

fn scrolled(app: &mut App, frame: &mut Frame<'_>, title: &str, lines: Vec<Line<'static>>, parts: Vec<usize>) {
    let (shown, width) = (usize::from(frame.area().height.saturating_sub(4)), usize::from(page_width(frame.area())));
    app.places.end = rows_of(&lines, width).saturating_sub(shown);
    app.row = app.row.min(app.places.end);
    app.places.page = shown;
    app.places.parts = parts.into_iter().map(|at| rows_of(&lines[..at], width)).collect();
    page(app, frame, title, lines, app.row);
}

fn plans(app: &mut App, frame: &mut Frame<'_>) {
    let rows = app.controller.plan_rows().unwrap_or_default().to_vec();
    let head = PlanRow { about: String::new(), under: ["This plan".to_owned(), "Other plan".to_owned()] };
    let wide = usize::from(page_width(frame.area())) / 3;
    let (bold, plain) = (Style::new().add_modifier(Modifier::BOLD).fg(palette::OWN), Style::new().fg(palette::STONE));
    let all = std::iter::once((&head, bold)).chain(rows.iter().map(|row| (row, plain)));
    let mut lines: Vec<Line<'static>> = Vec::new();
    for (row, style) in all {
        let cells = [&row.about, &row.under[0], &row.under[1]].map(|words| in_lines(words, wide.saturating_sub(1)));
        let high = cells.iter().map(Vec::len).max().unwrap_or_default();
        for at in 0..high {
            let cell = |of: &Vec<String>| {
                let words = of.get(at).map_or("", String::as_str);
                format!("{words}{}", " ".repeat(wide.saturating_sub(words.width())))
            };
            let line: String = cells.iter().map(cell).collect();
            lines.push(Line::styled(line.trim_end().to_owned(), app.style(style)));
        }
    }
    if rows.is_empty() {
        lines = vec![Line::raw("Both plans are the same.")];
    }
    scrolled(app, frame, "Two plans", lines, Vec::new());
}

pub(super) fn in_lines(words: &str, wide: usize) -> Vec<String> {
    joined_in_lines(words.split_whitespace(), " ", wide)
}

fn joined_in_lines<'w>(parts: impl Iterator<Item = &'w str>, separator: &str, wide: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(part),
            Some(line) if line.width() + separator.width() + part.width() <= wide => {
                line.push_str(separator);
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

fn rewind(app: &App, frame: &mut Frame<'_>) {
    let shown = usize::from(frame.area().height.saturating_sub(4));
    let rewind_points = app.controller.session.rewind_points();
    let lines = rewind_points::rows(&rewind_points).into_iter().enumerate().map(|(index, row)| {
        let mark = if index == app.row { '▶' } else { ' ' };
        let style = if index == app.row { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        Line::styled(format!("{mark} {row}"), style)
    });
    page(app, frame, "Go back to", lines.collect(), (app.row + 1).saturating_sub(shown));
}

fn over(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    let told = &app.presentation;
    let (title, words) = told.end(&app.controller.session);
    let is_ironman = app.controller.session.is_ironman();
    let outcome = app.controller.session.seat().outcome();
    let keys = match outcome {
        _ if !app.controller.session.is_rewindable() => "r rematch · K table and chat · l leave the table · q quit",
        _ if app.of_run.is_some() => {
            words::keys_of_end(app.of_run == Some(true), is_ironman || outcome == Outcome::Won)
        }
        Outcome::Won => "n next battle · a play again · q quit",
        _ if is_ironman => "a play again · q quit",
        Outcome::Lost => "a play again · u undo · r rewind · q quit",
        Outcome::Open | Outcome::Drawn => "a play again · r rewind · q quit",
    };
    let cost = told.cost(&app.controller.session);
    let width = 66.min(area.width);
    let met = told.met(&app.controller.session).map_or_else(String::new, |met| format!("{met} "));
    let rating = Rating::of(&app.controller.session).iter().flat_map(rating::lines).collect::<Vec<_>>();
    let said = [format!("{met}{words}"), cost].into_iter().chain(rating);
    let mut lines = vec![Line::raw("")];
    lines.extend(said.flat_map(|words| in_lines(&words, usize::from(width) - 4)).map(Line::raw));
    lines.push(Line::styled(keys, Style::new().add_modifier(Modifier::BOLD)));
    if let Some(words) = app.controller.no_turning_point() {
        lines.extend(in_lines(words, usize::from(width) - 4).into_iter().map(Line::raw));
    }
    let points = app.controller.turning_points();
    app.row = app.row.min(points.len().saturating_sub(1));
    let room = usize::from(area.height).saturating_sub(lines.len() + 4);
    let mut shown: Vec<String> = Vec::new();
    let mut told = 0;
    for (at, point) in points.iter().skip(app.row).enumerate().take(9) {
        let broken = in_lines(&format!("{} Round {}: {}.", at + 1, point.round, point.words), usize::from(width) - 4);
        if at > 0 && shown.len() + broken.len() > room {
            break;
        }
        shown.extend(broken);
        told += 1;
    }
    let (above, below) = (app.row, points.len() - app.row - told);
    let more = match (above, below) {
        (0, 0) => String::new(),
        (above, 0) => format!(" ↑ {above} more"),
        (0, below) => format!(" ↓ and {below} more"),
        (above, below) => format!(" ↑ {above} more ↓ and {below} more"),
    };
    app.places.points = told;
    lines.extend(shown.into_iter().map(Line::raw));
    let plays_on =
        if is_ironman { "" } else { "Press a number to see the better decision on the board and play on from there." };
    if told > 0 {
        lines.push(Line::raw(format!("{plays_on}{more}").trim_start().to_owned()));
    }
    let high = (lines.len() as u16 + 2).min(area.height);
    let place = Rect::new((area.width - width) / 2, area.y + (area.height - high) / 2, width, high);
    frame.render_widget(Clear, place);
    let style = app.style(Style::new().bg(palette::NIGHT).fg(palette::OWN));
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(format!(" {title} ")).style(style)), place);
}
