//! `board`: a scenario's board as text, with sight, reach, paths and targets.

use super::order;
use super::output::{Found, json, print};
use anyhow::{Context, bail};
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::texts::names;
use foretoken_vm::machine::{find_walks, harm_of_entering, harm_of_leaving, is_end_allowed, is_in_sight, opacity_from};
use foretoken_vm::space::{PathFinder, SafestPaths, UNREACHED, Visibility};
use foretoken_vm::state::EntityId;
use foretoken_vm::stats::StatId;
use foretoken_vm::{Board, Cell, GameState, Rulebook};
use std::fmt::Write as _;

/// Draw a scenario's board by floors, with sight, reach, paths or targets, as the player's side knows it
#[derive(Debug, clap::Args)]
pub(super) struct BoardCommand {
    /// Scenario, as `NAME` or `PACK/NAME`
    scenario: String,
    /// Show the visibility of each cell from this cell, in tenths, and the units in its line of sight
    #[arg(long, value_name = "CELL", group = "what")]
    sight: Option<String>,
    /// Show the movement points to each cell that a unit can reach; give its cell or its character
    #[arg(long, value_name = "UNIT", group = "what")]
    reach: Option<String>,
    /// Show a unit's path through these cells, with its cost and damage
    #[arg(long, num_args = 2.., value_names = ["UNIT", "CELL"], group = "what")]
    path: Vec<String>,
    /// Show the legal targets of a unit's action and the result for the first one, or for the last of the given cells;
    /// the cells before it are earlier picks
    #[arg(long, num_args = 2..=10, value_names = ["UNIT", "ACTION", "CELL"], group = "what")]
    region: Vec<String>,
    /// Show the next activations if no unit acts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_000), group = "what")]
    order: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct CellTold {
    cell: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    terrain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    /// Visibility in ten-thousandths, movement points, or path steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
}

#[derive(serde::Serialize)]
struct Output {
    scenario: String,
    cells: Vec<CellTold>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

struct Drawing<'b> {
    book: &'b Rulebook,
    state: &'b GameState,
    title: String,
    over: Vec<(Cell, char, u32)>,
    notes: Vec<String>,
}

impl BoardCommand {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        if let Some(count) = self.order {
            return order::show(content, &self.scenario, count, self.json);
        }
        let ready = content.setup(&self.scenario, None)?;
        let mut session = Session::start(ready.setup, None)?;
        let struck = if self.region.is_empty() { None } else { Some(self.aim(&mut session)?) };
        let (book, state) = (session.book(), session.seat().known().state());
        let mut drawing = Drawing { book, state, title: ready.title, over: Vec::new(), notes: Vec::new() };
        if let Some(viewer) = &self.sight {
            drawing.sight(cell(book, viewer)?);
        } else if let Some(unit) = &self.reach {
            drawing.reach(find(book, state, unit)?);
        } else if let [unit, through @ ..] = self.path.as_slice() {
            let through: Vec<Cell> = through.iter().map(|name| cell(book, name)).collect::<Result<_, _>>()?;
            drawing.path(find(book, state, unit)?, &through)?;
        } else if let Some((offered, notes)) = struck {
            drawing.over = offered.into_iter().map(|cell| (cell, '*', 1)).collect();
            drawing.notes = notes;
        }
        if self.json {
            drawing.json()?
        } else {
            print(&drawing.text())?
        }
        Ok(Found::Fine)
    }

    fn aim(&self, session: &mut Session) -> anyhow::Result<(Vec<Cell>, Vec<String>)> {
        let [unit, action, at @ ..] = self.region.as_slice() else { bail!("give a unit and an action") };
        let unit = find(session.book(), session.seat().known().state(), unit)?;
        if !session.seat_mut().choose_for(unit) {
            bail!("the player cannot give orders to {} now", self.region[0]);
        }
        let choices = session.seat().choices();
        let named = |program: u16| {
            session.book().program(program).is_some_and(|own| own.name == *action || own.title == *action)
        };
        let Some(choice) = choices.iter().find(|choice| named(choice.program)) else {
            let known: Vec<&str> = choices.iter().map(|choice| names::action(session.book(), choice.program)).collect();
            bail!("the unit has no action `{action}` now; it has {}", known.join(", "));
        };
        let program = choice.program;
        if !session.seat_mut().use_action(program) {
            bail!("`{action}` cannot be used now");
        }
        let mut last = None;
        for (index, name) in at.iter().enumerate() {
            let at_cell = cell(session.book(), name)?;
            let answer = session.seat().answer_on(at_cell);
            let answer = answer.with_context(|| format!("{name} is not a legal target of `{action}`"))?;
            if index + 1 == at.len() {
                last = Some(answer);
            } else if !session.seat_mut().answer(answer) || session.seat().question().is_none() {
                bail!("`{action}` needs no more targets after {name}");
            }
        }
        let picked: Vec<String> = session
            .seat()
            .draft()
            .map_or_else(Vec::new, |draft| draft.picked().iter().map(ToString::to_string).collect());
        let offered: Vec<Cell> = session.seat().draft().map_or_else(Vec::new, |draft| {
            let mut cells: Vec<Cell> = draft.cells().iter().copied().flatten().collect();
            cells.dedup();
            cells
        });
        let aimed = last.or_else(|| (!offered.is_empty()).then_some(0));
        session.seat_mut().hover(aimed);
        let now = session.seat().known().state();
        let told = foretoken_session::texts::text::marks(session.book(), now, session.seat().forecast());
        let before = if picked.is_empty() { String::new() } else { format!("{}, then ", picked.join(", ")) };
        let picked = aimed.and_then(|at| session.seat().draft()?.cells().get(at).copied().flatten());
        let nothing = if aimed.is_some() { "the action needs no cell" } else { "no target can be chosen now" };
        let head = picked.map_or_else(|| nothing.to_owned(), |cell| format!("choosing {before}{cell}:"));
        Ok((offered, [head].into_iter().chain(told.lines().map(str::to_owned)).collect()))
    }
}

fn cell(book: &Rulebook, name: &str) -> anyhow::Result<Cell> {
    let cell: Cell = name.parse().with_context(|| format!("`{name}`"))?;
    if book.board.contains(cell) { Ok(cell) } else { bail!("{name} is not on the board") }
}

fn find(book: &Rulebook, state: &GameState, name: &str) -> anyhow::Result<EntityId> {
    let drawn = |id: &EntityId| book.unit_type(state.entity(*id)).is_some_and(|kind| name.chars().eq([kind.glyph]));
    if let Some(id) = state.living().map(|(id, _)| id).find(drawn) {
        return Ok(id);
    }
    let id = state.occupant(cell(book, name)?);
    if id.is_some() { Ok(id) } else { bail!("no unit stands on {name}") }
}

impl Drawing<'_> {
    fn sight(&mut self, viewer: Cell) {
        let (book, state, board) = (self.book, self.state, &self.book.board);
        let mut seen = Visibility::default();
        let shown = |x, y| board.at_floor(x, y, viewer.floor());
        let opacity = |x, y| match shown(x, y) {
            Some(cell) => opacity_from(book, state, viewer, cell),
            None if board.cell(x, y).is_some() => 0,
            None => Visibility::OPAQUE,
        };
        let (size, radius) = ((board.width(), board.height()), Board::MAX_SIDE as u16);
        seen.spread(size, (viewer.x(), viewer.y()), radius, 0, opacity);
        for cell in board.cells().filter(|&cell| shown(cell.x(), cell.y()) == Some(cell)) {
            let value = seen.at((cell.x(), cell.y()));
            let tenths = char::from_digit(u32::from(value) / 1_000, 11).unwrap_or('?');
            self.over.push((cell, if cell == viewer { '@' } else { tenths.to_ascii_uppercase() }, value.into()));
        }
        let in_line = state.living().filter(|(_, row)| row.cell != viewer);
        let in_line = in_line.filter(|(_, row)| is_in_sight(book, state, viewer, row.cell));
        let names: Vec<String> = in_line.map(|(id, _)| names::entity(book, state, id)).collect();
        self.notes.push(format!(
            "units in line of sight from {viewer}: {}",
            if names.is_empty() { "no unit".to_owned() } else { names.join(", ") }
        ));
    }

    fn reach(&mut self, unit: EntityId) {
        let (mut paths, mut safest) = (PathFinder::default(), SafestPaths::default());
        let row = self.state.entity(unit);
        let movement = self.state.sheet(self.book).stat(unit, StatId::MOVEMENT).max(0);
        find_walks(self.book, self.state, unit, row.cell, movement, &mut paths, &mut safest);
        let stays = |cell: &Cell| is_end_allowed(self.book, self.state, unit, *cell);
        for cell in paths.reached().filter(stays) {
            let points = paths.distance(&self.book.board, cell);
            let glyph = char::from_digit(u32::from(points), 36).unwrap_or('+');
            self.over.push((cell, if cell == row.cell { '@' } else { glyph }, points.into()));
        }
        let name = names::entity(self.book, self.state, unit);
        self.notes.push(format!(
            "{name} {} and climbs {}",
            names::walks(self.book, self.state, unit),
            self.state.sheet(self.book).reach_of(unit, 0).up / 2
        ));
    }

    fn path(&mut self, unit: EntityId, through: &[Cell]) -> anyhow::Result<()> {
        let (mut paths, mut safest) = (PathFinder::default(), SafestPaths::default());
        let row = *self.state.entity(unit);
        let movement = self.state.sheet(self.book).stat(unit, StatId::MOVEMENT);
        let (mut at, mut left, mut harm, mut steps) = (row.cell, movement.max(0), 0, 0);
        self.over.push((at, '@', 0));
        for &goal in through {
            find_walks(self.book, self.state, unit, at, left, &mut paths, &mut safest);
            let cost = paths.distance(&self.book.board, goal);
            let ends = cost != UNREACHED
                && (Some(&goal) != through.last() || is_end_allowed(self.book, self.state, unit, goal));
            let path = safest.path_to(self.book.board.place(goal)).filter(|_| ends);
            let path =
                path.with_context(|| format!("{goal} cannot be reached from {at} with {left} movement points"))?;
            for dir in path.steps() {
                harm += harm_of_leaving(self.book, self.state, unit, at);
                let step = self.book.board.walk_step(
                    self.book.board.spot(at),
                    dir,
                    self.state.sheet(self.book).gait_of(unit, foretoken_vm::space::LinkSet::ALL),
                );
                at = step.context("the path leaves the board")?.to.cell;
                harm += harm_of_entering(self.book, self.state, unit, at);
                steps += 1;
                self.over.push((at, char::from_digit(steps, 36).unwrap_or('+'), steps));
            }
            left -= i32::from(cost);
        }
        let name = names::entity(self.book, self.state, unit);
        let spent = row.movement.max(0) - left;
        self.notes.push(format!("{name}: {steps} steps, {spent} of {} points, damage {harm}", row.movement));
        Ok(())
    }

    fn glyph(&self, cell: Cell) -> char {
        if let Some((_, glyph, _)) = self.over.iter().rev().find(|(over, ..)| *over == cell) {
            return *glyph;
        }
        let standing = self.state.entity(self.state.occupant(cell));
        let surface = self.state.surface(cell).and_then(|kind| self.book.surfaces.get(usize::from(kind)));
        let unit = self.book.unit_type(standing).map(|kind| kind.glyph);
        let ground = self.book.terrain_at(cell).map_or('?', |terrain| terrain.glyph);
        unit.or_else(|| surface.map(|kind| kind.glyph)).unwrap_or(ground)
    }

    fn text(&self) -> String {
        let board = &self.book.board;
        let mut text = self.title.clone();
        for floor in 0..board.floors() as u8 {
            let name = if floor == 0 { "ground".to_owned() } else { format!("floor {floor}") };
            let name = if board.floors() == 1 { String::new() } else { format!("{name}\n") };
            let _ = write!(text, "\n{name}   {}", columns(board));
            let high = board.cells().any(|cell| cell.floor() == floor && board.elevation(cell) > 0);
            for y in 0..board.height() {
                let cells =
                    (0..board.width()).map(|x| Cell::on_floor(x, y, floor).filter(|&cell| board.contains(cell)));
                let row: String = cells.clone().map(|cell| cell.map_or(' ', |cell| self.glyph(cell))).collect();
                let heights = cells.map(|cell| cell.map_or(' ', |cell| height(board, cell))).collect::<String>();
                let row = if high { format!("{row}   {heights}") } else { row };
                let _ = write!(text, "\n{:>2} {}", y + 1, row.trim_end());
            }
        }
        for note in &self.notes {
            let _ = write!(text, "\n{note}");
        }
        text.push('\n');
        text
    }

    fn json(&self) -> anyhow::Result<()> {
        let board = &self.book.board;
        let told = |cell: Cell| {
            let id = self.state.occupant(cell);
            CellTold {
                cell: cell.to_string(),
                terrain: self.book.terrain_at(cell).map(|terrain| terrain.name.clone()),
                height: (!board.is_level()).then(|| board.elevation(cell) as f32 / 2.0),
                unit: id.is_some().then(|| names::entity(self.book, self.state, id)),
                value: self.over.iter().rev().find(|(over, ..)| *over == cell).map(|&(.., value)| value),
            }
        };
        let cells = board.cells().map(told).collect();
        json(&Output { scenario: self.title.clone(), cells, notes: self.notes.clone() })
    }
}

fn columns(board: &Board) -> String {
    let letter = |x: i32| match u8::try_from(x) {
        Ok(x) if x < 26 => char::from(b'a' + x),
        _ => char::from_digit((x as u32 + 1) % 10, 10).unwrap_or('?'),
    };
    (0..board.width()).map(letter).collect()
}

fn height(board: &Board, cell: Cell) -> char {
    let slope = board.slope(cell);
    match slope.corners {
        [0, 0, 0, 0] => char::from_digit(slope.height.into(), 36).unwrap_or('+'),
        [_, _, 0, 0] => '^',
        [0, _, _, 0] => '>',
        [0, 0, _, _] => 'v',
        [_, 0, 0, _] => '<',
        _ => '/',
    }
}
