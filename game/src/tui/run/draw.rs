//! The screens of a run: values and title at the top, the page, and the keys at the bottom.

use super::rows::{self, Row};
use super::{Hit, RunApp, RunPage, map};
use crate::escape;
use crate::runs::words;
use crate::tui::board::palette;
use foretoken_campaign::pages::member_line;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph, Wrap};

const MEMBERS: u16 = 30;
const ABOUT: u16 = 5;

/// Draws the screens of a run.
pub fn draw_run(app: &mut RunApp, frame: &mut Frame<'_>) {
    let area = frame.area();
    if app.colours {
        frame.render_widget(Block::new().style(Style::new().bg(palette::NIGHT).fg(palette::STONE)), area);
    }
    app.hits.clear();
    let [head, body, foot] =
        Layout::vertical([Constraint::Length(2), Constraint::Min(1), Constraint::Length(2)]).areas(area);
    header(app, frame, head);
    if app.page == RunPage::Map {
        whole_map(app, frame, body);
    } else {
        page(app, frame, body);
    }
    let keys = match app.page {
        RunPage::Map => words::TERMINAL_MAP_KEYS.to_owned(),
        RunPage::Party | RunPage::Room if app.is_narrow => words::narrow_page_keys(app.shows_side),
        _ => words::TERMINAL_PAGE_KEYS.to_owned(),
    };
    let told = if app.message.is_empty() { &keys } else { &app.message };
    let look = if app.message.is_empty() { palette::DIM } else { palette::OTHER };
    frame.render_widget(
        Paragraph::new(told.as_str()).style(style(app, Style::new().fg(look))).wrap(Wrap { trim: true }),
        foot,
    );
    escape::screen(frame.buffer_mut());
}

const fn style(app: &RunApp, style: Style) -> Style {
    if app.colours { style } else { Style { fg: None, bg: None, ..style } }
}

fn header(app: &RunApp, frame: &mut Frame<'_>, area: Rect) {
    let view = app.game.view();
    let page = match app.page {
        RunPage::Map => words::MAP.to_owned(),
        RunPage::Room => app.game.room_title(),
        RunPage::Party => words::PARTY.to_owned(),
        RunPage::Journal => words::JOURNAL.to_owned(),
        RunPage::Rewind => words::GO_BACK.to_owned(),
        RunPage::End => words::END.to_owned(),
        RunPage::GiveUp => words::GIVE_UP.to_owned(),
    };
    let values = words::values(view);
    let gap = if values.is_empty() { "" } else { "   " };
    let line = Line::raw(format!("{} · {page}{gap}{values}", view.campaign));
    let look = style(app, Style::new().fg(palette::OWN)).add_modifier(Modifier::BOLD);
    frame.render_widget(Paragraph::new(line).style(look), area);
}

fn whole_map(app: &mut RunApp, frame: &mut Frame<'_>, area: Rect) {
    let side = if area.width >= 3 * MEMBERS { MEMBERS } else { 0 };
    let [upper, about] = Layout::vertical([Constraint::Min(1), Constraint::Length(ABOUT)]).areas(area);
    let [left, right] = Layout::horizontal([Constraint::Min(1), Constraint::Length(side)]).areas(upper);
    map::draw(app, frame.buffer_mut(), left);
    let view = app.game.view();
    let lines = view.party.iter().flat_map(|member| {
        let (health, most) = member.health;
        let share = if most > 0 { (health.max(0) * 12 / most).clamp(0, 12) as usize } else { 0 };
        let wounded = if member.wounded > 0 { format!(" (wounded {})", member.wounded) } else { String::new() };
        [
            Line::raw(format!("{}{wounded}", member.name)),
            Line::raw(format!("{}{} {health}/{most}", "█".repeat(share), "░".repeat(12 - share))),
        ]
    });
    let mut lines: Vec<Line<'_>> = lines.collect();
    lines.extend((!view.fallen.is_empty()).then(|| Line::raw(format!("Lost: {}", view.fallen.join(", ")))));
    frame.render_widget(Paragraph::new(lines), right);
    let room = app.room;
    let note = view.rooms.get(room).and_then(|room| room.note.clone()).unwrap_or_default();
    let title = format!("{} ({})", words::room(view, room), words::kind(view, room));
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled(title, bold), Line::raw(note), Line::raw(words::standing(view, room))];
    if side == 0 {
        let party = view.party.iter().map(|member| format!("{} {}/{}", member.name, member.health.0, member.health.1));
        lines.push(Line::raw(party.collect::<Vec<_>>().join(" · ")));
    }
    lines.retain(|line| line.width() > 0);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), about);
}

/// Breaks a text into lines of a width.
fn broken(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line of a page, and the deed that it belongs to.
type Drawn = (Line<'static>, Option<usize>);

fn lines_of(app: &RunApp, all: &[Row], width: usize) -> Vec<Drawn> {
    let (mut lines, mut deed) = (Vec::new(), 0);
    for row in all {
        let own = row.deed.as_ref().map(|_| deed);
        deed += usize::from(own.is_some());
        let is_here = own == Some(app.at);
        let mut look = Style::new();
        if row.is_heading {
            look = look.fg(palette::OWN);
        } else if row.is_grey {
            look = look.fg(palette::DIM);
        } else if own.is_some() {
            look = look.fg(palette::WHITE);
        }
        if is_here {
            look = look.add_modifier(Modifier::BOLD);
        }
        let begin = match own {
            Some(at) if at < 9 => format!("{}{}{} ", if is_here { '▶' } else { ' ' }, row.mark, at + 1),
            Some(_) => format!("{}{}  ", if is_here { '▶' } else { ' ' }, row.mark),
            None => String::new(),
        };
        for (at, words) in broken(&row.words, width.saturating_sub(5).max(10)).into_iter().enumerate() {
            let begin = if at == 0 { begin.clone() } else { " ".repeat(begin.chars().count()) };
            lines.push((Line::styled(format!("{begin}{words}"), style(app, look)), own));
        }
        for detail in &row.details {
            let look = style(app, Style::new().fg(if row.is_grey { palette::OTHER } else { palette::STONE }));
            for words in broken(detail, width.saturating_sub(7).max(10)) {
                lines.push((Line::styled(format!("      {words}"), look), own));
            }
        }
    }
    lines
}

fn page(app: &mut RunApp, frame: &mut Frame<'_>, area: Rect) {
    app.is_narrow = area.width < 90;
    let is_side = app.shows_side && app.is_narrow;
    let side = match app.page {
        RunPage::Party | RunPage::Room if is_side || !app.is_narrow => side(app),
        _ => Vec::new(),
    };
    if is_side && !side.is_empty() {
        return whole_side(app, frame, area, &side);
    }
    let width = if side.is_empty() { 0 } else { area.width * 2 / 5 };
    let [left, right] = Layout::horizontal([Constraint::Min(1), Constraint::Length(width)]).areas(area);
    let all = rows::of(app);
    let count = all.iter().filter(|row| row.deed.is_some()).count();
    app.at = app.at.min(count.saturating_sub(1));
    let lines = lines_of(app, &all, usize::from(left.width));
    let height = usize::from(left.height);
    // The selected row stays in view.
    let own = |at: &Drawn| at.1 == Some(app.at);
    let (first, last) = (lines.iter().position(own).unwrap_or(0), lines.iter().rposition(own).unwrap_or(0));
    (app.height, app.bottom, app.row) = (height, lines.len().saturating_sub(height), first);
    if app.page != RunPage::Journal && count > 0 && !app.is_scrolled {
        let low = (last + 2).saturating_sub(height);
        let high = if app.at == 0 { 0 } else { first };
        app.top = app.top.max(low).min(high.max(low));
    }
    app.top = app.top.min(app.bottom);
    let shown = lines.into_iter().skip(app.top).take(height);
    let mut drawn = Vec::new();
    for (at, (line, own)) in shown.enumerate() {
        if let Some(own) = own {
            let place = Rect::new(left.x, left.y + at as u16, left.width, 1);
            app.hits.push((place, Hit::Row(own)));
        }
        drawn.push(line);
    }
    frame.render_widget(Paragraph::new(drawn), left);
    let side: Vec<Line<'_>> = side.into_iter().map(Line::raw).collect();
    frame.render_widget(Paragraph::new(side).wrap(Wrap { trim: false }), right);
}

/// Draws stats or comparison over the whole page, for screens that are too narrow for both.
fn whole_side(app: &mut RunApp, frame: &mut Frame<'_>, area: Rect, side: &[String]) {
    let width = usize::from(area.width).saturating_sub(1).max(10);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let broken_lines = side.iter().flat_map(|line| {
        let begin = " ".repeat(indent(line));
        broken(line, width.saturating_sub(begin.len()).max(10)).into_iter().map(move |part| format!("{begin}{part}"))
    });
    let lines: Vec<String> = broken_lines.collect();
    let height = usize::from(area.height);
    (app.height, app.bottom) = (height, lines.len().saturating_sub(height));
    app.top = app.top.min(app.bottom);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(app.top).take(height).map(Line::raw).collect();
    frame.render_widget(Paragraph::new(shown), area);
}

/// Returns the texts at the side: the stats of a member, or what an offered item would change.
fn side(app: &RunApp) -> Vec<String> {
    let view = app.game.view();
    if app.page == RunPage::Party {
        let member = view.party.get(app.member);
        let lines = member.map(|member| app.game.run().member_page(&member.name)).unwrap_or_default();
        return lines
            .into_iter()
            .map(|line| format!("{}{}", "  ".repeat(usize::from(line.depth)), line.words))
            .collect();
    }
    let deed = rows::of(app).into_iter().filter_map(|row| row.deed).nth(app.at);
    let Some(super::Deed::Move(at)) = deed.filter(|_| app.choice.question().is_none()) else {
        return view.party.iter().map(member_line).collect();
    };
    match words::offered(&app.game, at) {
        Some(offered) => words::comparison(app.game.run(), &offered).into_iter().map(|(_, line)| line).collect(),
        None => view.party.iter().map(member_line).collect(),
    }
}
