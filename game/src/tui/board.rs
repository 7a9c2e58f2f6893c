//! The board widget. Cells are as large as fits; sides, targets and cursor differ by characters as well as colours.

use super::app::{App, Mode};
use crate::presentation::Presentation;
use foretoken_preview::{Certainty, Danger};
use foretoken_session::fog::{Fog, SightLine};
use foretoken_session::texts::text;
use foretoken_session::texts::view::{BoardView, CellView};
use foretoken_vm::space::Slope;
use foretoken_vm::{Cell, EntityId, Rulebook, Team};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::collections::BTreeMap;

pub(super) mod palette {
    use ratatui::style::Color;
    pub const NIGHT: Color = Color::Indexed(17);
    pub const SLATE: Color = Color::Indexed(60);
    pub const DIM: Color = Color::Indexed(243);
    pub const OWN: Color = Color::Indexed(222);
    pub const OTHER: Color = Color::Indexed(80);
    pub const STONE: Color = Color::Indexed(250);
    pub const WHITE: Color = Color::Indexed(231);
    pub const TARGET: Color = Color::Indexed(24);
    pub const STRUCK: Color = Color::Indexed(52);
}

const SIZES: [(u16, u16); 3] = [(5, 2), (5, 1), (3, 1)];

type Grounds = BTreeMap<char, u8>;

fn grounds(book: &Rulebook, told: &Presentation) -> Grounds {
    let grounds = book.terrains.iter().map(|terrain| (terrain.glyph, terrain.name.as_str()));
    let surfaces = book.surfaces.iter().map(|surface| (surface.glyph, surface.name.as_str()));
    grounds.chain(surfaces).filter_map(|(glyph, name)| Some((glyph, told.terminal(name)?))).collect()
}

pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>, area: Rect) {
    let book = std::sync::Arc::clone(app.controller.session.book());
    app.controller.weigh_safety();
    let grounds = grounds(&book, &app.presentation);
    let mut view = BoardView::up_to(&book, app.shown(), app.controller.session.seat().team(), app.level());
    let seat = app.controller.session.seat();
    if app.is_playing() {
        view.darken(&book, app.shown(), &Fog::of(&book, app.shown(), seat.team()));
    } else {
        view.darken(&book, app.shown(), &Fog::known(&book, seat.known()));
        if let Some(threat) = &mut app.threat {
            threat.update(&book, seat.known().state(), seat.team());
            view.threaten(&threat.cells(&book, app.controller.enemy_pointed_at(EntityId::NONE)));
        }
        let hovered = app.controller.session.seat().known().state().occupant(app.controller.cursor);
        let acts = hovered.is_some() && app.controller.session.seat().known().state().entity(hovered).is_activated();
        let decided = app.controller.session.seat().plan().intent(hovered).is_some();
        let only = (app.mode() == Mode::Units && acts && decided).then_some(hovered);
        let forecast = app.controller.session.seat().forecast();
        let now = app.controller.session.seat().known().state();
        view.foresee(&book, now, forecast, only);
    }
    let aiming = Aiming::of(app);
    let (columns, rows) = (view.width as u16, view.height as u16);
    let fits = |&(w, h): &(u16, u16)| w * columns + 3 <= area.width && h * rows < area.height;
    let cell = SIZES.iter().copied().find(fits).unwrap_or(SIZES[2]);
    let across = ((area.width.saturating_sub(3)) / cell.0).min(columns).max(1);
    let down = (area.height.saturating_sub(1) / cell.1).min(rows).max(1);
    let scroll = |at: i32, shown: u16, all: u16| (at - i32::from(shown) / 2).clamp(0, i32::from(all - shown));
    let origin = (scroll(app.controller.cursor.x(), across, columns), scroll(app.controller.cursor.y(), down, rows));
    let mut lines = vec![header(origin.0, across, cell.0)];
    for y in 0..i32::from(down) {
        let mut parts = vec![Vec::new(); usize::from(cell.1)];
        for (index, part) in parts.iter_mut().enumerate() {
            let number = if index == 0 { format!("{:>2} ", origin.1 + y + 1) } else { "   ".to_owned() };
            part.push(Span::styled(number, app.style(Style::new().fg(palette::DIM))));
        }
        for x in 0..i32::from(across) {
            let Some((at, content)) = view.column(origin.0 + x, origin.1 + y) else { continue };
            for (index, part) in parts.iter_mut().enumerate() {
                part.push(span(app, &grounds, &aiming, content, at, cell, index));
            }
        }
        lines.extend(parts.into_iter().map(Line::from));
    }
    app.places.board = Rect::new(area.x + 3, area.y + 1, across * cell.0, down * cell.1);
    app.places.cell = cell;
    app.places.origin = origin;
    frame.render_widget(Paragraph::new(lines), area);
}

fn header(first: i32, count: u16, width: u16) -> Line<'static> {
    let name = |x: i32| match u8::try_from(x) {
        Ok(x) if x < 26 => char::from(b'a' + x).to_string(),
        _ => (x + 1).to_string(),
    };
    let names = (0..i32::from(count)).map(|x| format!("{:^1$}", name(first + x), usize::from(width)));
    Line::from(format!("   {}", names.collect::<String>()))
}

#[derive(Debug, Default)]
struct Aiming {
    region: Vec<Cell>,
    chosen: Vec<Cell>,
    sight: Vec<(Cell, char)>,
    from: Option<Cell>,
    dangers: Vec<Danger>,
    culprits: Vec<Cell>,
}

impl Aiming {
    /// Returns the predicted danger in at most three characters: minimum damage or death, `?` for uncertain.
    fn danger_at(&self, cell: Cell) -> Option<String> {
        let danger = self.dangers.iter().find(|danger| danger.cell == cell)?;
        let more = if danger.is_known && danger.harm.0 == danger.harm.1 { "" } else { "?" };
        Some(match danger.harm {
            _ if danger.dies => "†".to_owned(),
            _ if danger.may_die => "†?".to_owned(),
            (0, _) => format!("0{more}"),
            (harm, _) => format!("−{}{more}", harm.min(if more.is_empty() { 99 } else { 9 })),
        })
    }

    fn of(app: &App) -> Self {
        if app.is_playing() {
            return Self::default();
        }
        let draft = app.controller.session.seat().draft().filter(|_| app.mode() == Mode::Target);
        let lines = app.controller.sight_lines();
        let mark = |line: &SightLine| match (line.sees, line.is_seen) {
            (true, true) => Some((line.at, '◉')),
            (true, false) => Some((line.at, '○')),
            (false, true) => Some((line.at, '●')),
            (false, false) => None,
        };
        Self {
            region: draft.map_or_else(Vec::new, |draft| draft.region().to_vec()),
            chosen: draft.map_or_else(Vec::new, |draft| draft.chosen().collect()),
            sight: lines.iter().filter_map(mark).collect(),
            from: app.distance.then_some(app.controller.cursor),
            dangers: app.controller.dangers().to_vec(),
            culprits: app.controller.culprits().iter().map(|&id| app.shown().entity(id).cell).collect(),
        }
    }

    fn mark(&self, at: Cell, view: &CellView, is_wall: bool, [top, bottom]: &mut [String; 2]) {
        let put = |row: &mut String, place: usize, mark: char| {
            let free = row.chars().nth(place).is_some_and(|letter| matches!(letter, ' ' | '░'));
            if free {
                *row = row.chars().enumerate().map(|(index, old)| if index == place { mark } else { old }).collect();
            }
        };
        if let Some(&(_, eye)) = self.sight.iter().find(|(cell, _)| *cell == at) {
            put(bottom, 4, eye);
        }
        if self.chosen.contains(&at) {
            put(bottom, 0, '◆');
        }
        if self.region.contains(&at) {
            put(bottom, 2, '·');
        }
        if let Some(words) = self.danger_at(at) {
            words.chars().enumerate().for_each(|(index, letter)| put(bottom, 1 + index, letter));
        }
        let steps = self.from.filter(|_| !is_wall).map(|from| from.steps_to(at));
        let steps = steps.filter(|steps| (1..=9).contains(steps));
        let is_bare = view.occupant.is_none() && view.ghost.is_none() && view.arrow.is_none() && !view.struck;
        let digit = steps.and_then(|steps| char::from_digit(steps as u32, 10)).filter(|_| is_bare);
        if let Some(digit) = digit {
            *top = top.chars().enumerate().map(|(index, old)| if index == 2 { digit } else { old }).collect();
        }
    }
}

fn span(
    app: &App,
    grounds: &Grounds,
    aiming: &Aiming,
    view: &CellView,
    at: Cell,
    (width, height): (u16, u16),
    row: usize,
) -> Span<'static> {
    let is_target = app.mode() == Mode::Target
        && app.controller.session.seat().answer_on(at).is_some()
        && !aiming.region.contains(&at);
    let legal = is_target || app.mode() == Mode::Actions && app.controller.reach(None).contains(&at);
    let cursor = at == app.controller.cursor && !app.is_playing();
    let mut rows = text::cell_rows(view);
    let is_wall = app.controller.session.book().terrain_at(at).is_some_and(|terrain| terrain.blocks_movement);
    aiming.mark(at, view, is_wall, &mut rows);
    let [mut top, mut bottom] = if width == 3 { rows } else { rows.map(|row| rimmed(row, view)) };
    if legal {
        bottom = with_ring(&bottom);
    }
    if height == 1 && view.occupant.is_none() && legal && top.trim().len() <= 1 {
        top = "  ∘  ".to_owned();
    }
    let draft = app.controller.session.seat().draft();
    if let Some(pick) = draft.and_then(|draft| draft.picked().iter().position(|&picked| picked == at)) {
        let number = format!("{:^5}", format!("({})", pick + 1));
        if height > 1 {
            bottom = number;
        } else if view.occupant.is_none() {
            top = number;
        }
    }
    let mut words = if row == 0 { top } else { bottom };
    if cursor && row == 0 {
        let mut inner: Vec<char> = words.chars().collect();
        if let [first, .., last] = inner.as_mut_slice() {
            (*first, *last) = ('»', '«');
        }
        words = inner.into_iter().collect();
    }
    if width == 3 {
        let inner: Vec<char> = words.chars().collect();
        words =
            if cursor && view.occupant.is_none() { format!("»{}«", inner[2]) } else { inner[1..4].iter().collect() };
        if let Some(letter) = view.occupant.and_then(|standing| standing.letter) {
            words = words.chars().take(2).chain([letter]).collect();
        }
        words = rimmed(words, view);
    }
    let is_bare =
        view.occupant.is_none() && view.ghost.is_none() && view.arrow.is_none() && !view.struck && !view.death;
    let danger = aiming.danger_at(at);
    let is_marked = aiming.from.is_some() || aiming.region.contains(&at) || danger.is_some();
    if let Some(danger) = danger.filter(|_| height == 1 && is_bare && !cursor) {
        words = format!("{danger:^0$}", usize::from(width));
    }
    if height == 1 && aiming.region.contains(&at) && is_bare && !cursor {
        words = format!("·{}·", &words.chars().nth(words.chars().count() / 2).unwrap_or(' '));
        words = format!("{words:^0$}", usize::from(width));
    }
    if height == 1 && is_bare && !cursor && !legal && !view.dark && !is_marked {
        words = bare(view, usize::from(width));
    }
    let mut style = style(view, grounds, legal, cursor, row);
    if aiming.culprits.contains(&at) {
        style = style.add_modifier(Modifier::REVERSED);
    }
    Span::styled(words, app.style(style))
}

fn rimmed(row: String, view: &CellView) -> String {
    let Some(glyph) = view.deadly.filter(|_| !view.dark) else { return row };
    let width = row.chars().count();
    if width > 3 && row.chars().all(|letter| letter == ' ' || letter == glyph) {
        let filled = glyph.to_string().repeat(width - 2);
        return format!(" {filled} ");
    }
    text::with_end(&row, glyph, true)
}

fn with_ring(row: &str) -> String {
    let free = |at: &usize| matches!(row.chars().nth(*at), Some(' ' | '░'));
    let Some(place) = [2, 4, 0, 3, 1].into_iter().find(free) else { return row.to_owned() };
    row.chars().enumerate().map(|(at, letter)| if at == place { '∘' } else { letter }).collect()
}

fn bare(view: &CellView, width: usize) -> String {
    let fill = view.surface.unwrap_or(view.ground);
    let lie = text::lie(view.slope);
    let bar = if view.roofed { "¯" } else { " " };
    match lie.chars().count() {
        0 => format!("{bar}{fill:^0$}{bar}", width - 2),
        long => format!(
            "{bar:>0$}{fill}{lie:<2}",
            width - 3,
            lie = lie.chars().skip(long.saturating_sub(2)).collect::<String>()
        ),
    }
}

/// Background of a raised cell, lighter with height, in few steps for legibility.
fn shade(slope: Slope) -> Color {
    let top = slope.height + slope.corners.into_iter().max().unwrap_or_default();
    Color::Indexed(234 + (top.saturating_sub(1) / 2).min(3))
}

fn style(view: &CellView, grounds: &Grounds, legal: bool, cursor: bool, row: usize) -> Style {
    let mut style = Style::new().fg(palette::DIM);
    if let Some(standing) = view.occupant {
        let colour = match standing.team {
            Team::PLAYER => palette::OWN,
            Team::NEUTRAL => palette::STONE,
            _ => palette::OTHER,
        };
        style = style.fg(colour).add_modifier(Modifier::BOLD);
    } else if view.ghost.is_some() || view.arrow.is_some() || view.veiled {
        style = style.fg(palette::WHITE);
        if view.arrow_certainty != Certainty::Will {
            style = style.add_modifier(Modifier::ITALIC);
        }
    } else {
        let glyph = view.surface_after.filter(|_| row == 1).or(view.surface).unwrap_or(view.ground);
        if let Some(&colour) = grounds.get(&glyph) {
            style = style.fg(Color::Indexed(colour));
        }
    }
    if view.slope != Slope::default() {
        style = style.bg(shade(view.slope));
    }
    if view.dark && view.occupant.is_none() && view.ghost.is_none() && view.arrow.is_none() {
        style = style.fg(palette::SLATE);
    }
    if view.struck || view.death {
        style = style.bg(palette::STRUCK);
    } else if legal {
        style = style.bg(palette::TARGET);
    }
    if view.death && row == 1 {
        style = style.fg(Color::Indexed(203));
    }
    if cursor {
        style = style.fg(palette::WHITE).bg(palette::SLATE);
    }
    style
}
