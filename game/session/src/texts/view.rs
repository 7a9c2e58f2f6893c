//! The display content of cells: ground, occupant and predicted marks, shared by terminal and plain text.

use crate::cutaway::top_floor;
use crate::fog::Fog;
use crate::texts::health::HealthOutlook;
use crate::texts::{carried, names};
use foretoken_preview::{Certainty, Forecast, Foreseen, MarkKind};
use foretoken_vm::space::Slope;
use foretoken_vm::state::flag;
use foretoken_vm::{Cell, ChangeKind, Dir, EntityId, GameState, Rulebook, Team};

/// Content of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellView {
    /// Glyph of the terrain.
    pub ground: char,
    /// Glyph of the surface.
    pub surface: Option<char>,
    /// Current occupant.
    pub occupant: Option<Standing>,
    /// Predicted occupant.
    pub ghost: Option<Standing>,
    /// Direction of a predicted arrow, and whether it ends here.
    pub arrow: Option<(Dir, bool)>,
    /// Certainty of the arrow.
    pub arrow_certainty: Certainty,
    /// Whether an attack or damage is predicted.
    pub struck: bool,
    /// Whether a death is predicted.
    pub death: bool,
    /// Whether the mark is "????".
    pub veiled: bool,
    /// Occupant's health at the horizon, if it changes.
    pub health_after: Option<i32>,
    /// Whether that health is uncertain.
    pub health_may: bool,
    /// Glyph of the surface at the horizon, if it changes; a space for none.
    pub surface_after: Option<char>,
    /// Rounds until a pending effect.
    pub pending: Option<i32>,
    /// Glyph of terrain or surface to avoid.
    pub deadly: Option<char>,
    /// Whether a goal names the cell's zone.
    pub zone: bool,
    /// Whether a link starts here: a ladder, door or tunnel.
    pub linked: bool,
    /// Slope in height steps.
    pub slope: Slope,
    /// Whether a floor above is cut away.
    pub roofed: bool,
    /// Highest unit on a floor below.
    pub below: Option<Standing>,
    /// Predicted unit below.
    pub ghost_below: Option<Standing>,
    /// Whether the other side can attack the cell.
    pub threatened: bool,
    /// Whether the cell is out of sight and shown from memory.
    pub dark: bool,
    /// Glyph of the hidden unit last seen here.
    pub last_seen: Option<char>,
}

/// A displayed entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Unit.
    pub id: EntityId,
    /// Glyph.
    pub glyph: char,
    /// Letter within its title; `None` if unique or beyond `Z`.
    pub letter: Option<char>,
    /// Side.
    pub team: Team,
    /// Whether it belongs to the viewing side.
    pub is_own: bool,
    /// Health.
    pub health: i32,
    /// Shield.
    pub shield: i32,
    /// Whether it loses its next intent.
    pub stunned: bool,
    /// Whether it acts after the others.
    pub postponed: bool,
    /// Whether it is temporarily immovable.
    pub anchored: bool,
    /// Glyphs of its statuses, harmful first, as far as they fit.
    pub statuses: [Option<char>; 2],
}

impl Standing {
    fn of(book: &Rulebook, state: &GameState, id: EntityId, own: Team) -> Option<Self> {
        let entity = state.entity(id);
        let kind = book.unit_type(entity)?;
        let mut signs = carried::signs(book, state, id).into_iter().map(|sign| sign.glyph);
        Some(Self {
            id,
            glyph: kind.glyph,
            letter: names::number(book, state, id)
                .filter(|number| *number <= 26)
                .and_then(|number| names::letters(number).chars().next()),
            team: entity.team,
            is_own: entity.team == own,
            health: entity.health,
            shield: entity.shield,
            stunned: entity.stunned > 0,
            postponed: entity.is_postponed(),
            anchored: entity.flags & flag::ANCHORED != 0 && !kind.anchored,
            statuses: [signs.next(), signs.next()],
        })
    }

    /// Returns the brackets of its side, which distinguish sides without colour.
    #[must_use]
    pub const fn brackets(&self) -> (char, char) {
        match self.team {
            _ if self.is_own => ('(', ')'),
            Team::NEUTRAL => ('[', ']'),
            _ => ('<', '>'),
        }
    }
}

fn deadly(book: &Rulebook, state: &GameState, cell: Cell) -> Option<char> {
    let surface = state.surface(cell).and_then(|index| book.surfaces.get(index as usize));
    let ground = || book.terrain_at(cell).filter(|own| own.avoided && !own.blocks_movement);
    surface
        .filter(|surface| surface.avoided)
        .map(|surface| surface.glyph)
        .or_else(|| ground().map(|ground| ground.glyph))
}

/// Board from above: each column shows its cell on a level, or the next below.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    own: Team,
    /// Number of columns.
    pub width: i32,
    /// Number of rows.
    pub height: i32,
    cells: Vec<(Cell, CellView)>,
}

impl BoardView {
    /// Returns the current board with all floors, for one side.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, own: Team) -> Self {
        Self::up_to(book, state, own, top_floor(&book.board))
    }

    /// Returns the board without the floors above a level.
    #[must_use]
    pub fn up_to(book: &Rulebook, state: &GameState, own: Team, level: u8) -> Self {
        let board = &book.board;
        let shown = |x, y| board.at_floor(x, y, level).or_else(|| board.cell(x, y));
        let shown = (0..board.height()).flat_map(|y| (0..board.width()).filter_map(move |x| shown(x, y)));
        let ground = |cell| if board.contains(cell) { book.terrain_at(cell).map_or('.', |own| own.glyph) } else { ' ' };
        let view = |cell: Cell| CellView {
            ground: ground(cell),
            surface: state.surface(cell).and_then(|s| book.surfaces.get(s as usize)).map(|s| s.glyph),
            occupant: Standing::of(book, state, state.occupant(cell), own),
            deadly: deadly(book, state, cell),
            zone: board.zones(cell) != 0,
            linked: Dir::CARDINAL.into_iter().any(|dir| board.link_from(cell, dir).is_some()),
            slope: board.slope(cell),
            roofed: board.top(cell.x(), cell.y()).is_some_and(|top| top != cell),
            below: board
                .column(cell.x(), cell.y())
                .rev()
                .skip_while(|below| below.floor() >= cell.floor())
                .find_map(|below| Standing::of(book, state, state.occupant(below), own)),
            ..CellView::default()
        };
        let cells = shown.map(|cell| (cell, view(cell))).collect();
        Self { own, width: board.width(), height: board.height(), cells }
    }

    /// Marks cells, sorted, that the other side can attack.
    pub fn threaten(&mut self, cells: &[Cell]) {
        for (cell, view) in &mut self.cells {
            view.threatened = cells.binary_search(cell).is_ok();
        }
    }

    /// Darkens hidden cells and adds the units last seen.
    pub fn darken(&mut self, book: &Rulebook, state: &GameState, fog: &Fog) {
        if !fog.is_active() {
            return;
        }
        for (cell, view) in &mut self.cells {
            view.dark = fog.is_dark(*cell);
            let last = fog.last_seen(*cell).and_then(|id| book.unit_type(state.entity(id)));
            view.last_seen = last.map(|kind| kind.glyph);
        }
    }

    /// Returns the shown cell of a column; `None` off the board.
    #[must_use]
    pub fn column(&self, x: i32, y: i32) -> Option<(Cell, &CellView)> {
        let index = self.at(x, y)?;
        self.cells.get(index).map(|(cell, view)| (*cell, view))
    }

    /// Returns a cell's content; `None` if off the board or hidden by another floor.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<&CellView> {
        self.column(cell.x(), cell.y()).filter(|(shown, _)| *shown == cell).map(|(_, view)| view)
    }

    fn at(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((y * self.width + x) as usize)
    }

    fn with_above(&mut self, cell: Cell, alter: impl FnOnce(&mut CellView)) {
        let index = self.at(cell.x(), cell.y());
        if let Some((shown, view)) = index.and_then(|index| self.cells.get_mut(index))
            && shown.floor() > cell.floor()
        {
            alter(view);
        }
    }

    fn with(&mut self, cell: Cell, alter: impl FnOnce(&mut CellView)) {
        let shown = self.at(cell.x(), cell.y()).and_then(|index| self.cells.get_mut(index));
        if let Some((_, view)) = shown.filter(|(shown, _)| *shown == cell) {
            alter(view);
        }
    }

    /// Draws the prediction, including effects after a defeat. `only` limits marks to one actor's activation, but not
    /// the predicted unit cells.
    pub fn foresee(&mut self, book: &Rulebook, now: &GameState, forecast: &Forecast, only: Option<EntityId>) {
        for foreseen in forecast.all_foreseen() {
            self.draw(book, foreseen, only);
        }
        for (id, entity) in now.living() {
            let outlook = HealthOutlook::of(forecast, id).filter(HealthOutlook::is_change);
            if let Some(outlook) = outlook {
                self.with(entity.cell, |view| {
                    view.health_after = Some(outlook.after);
                    view.health_may = !outlook.is_certain();
                });
            }
        }
    }

    fn draw(&mut self, book: &Rulebook, foreseen: Foreseen<'_>, only: Option<EntityId>) {
        let Foreseen { state: then, marks, .. } = foreseen;
        for mark in &marks.marks {
            let wanted = only.is_none_or(|actor| mark.actor == actor);
            match mark.kind {
                MarkKind::Ghost { unit, cell } => {
                    let ghost = Standing::of(book, then, unit, self.own);
                    for cell in book.footprint_of(then.entity(unit)).cells(cell) {
                        self.with(cell, |view| view.ghost = ghost);
                        self.with_above(cell, |view| view.ghost_below = ghost);
                    }
                }
                MarkKind::Appears { unit, cell } => {
                    let ghost = Standing::of(book, then, unit, self.own);
                    for cell in book.footprint_of(then.entity(unit)).cells(cell) {
                        self.with(cell, |view| view.ghost = ghost);
                    }
                }
                _ if !wanted => {}
                MarkKind::Arrow { first, count, .. } => {
                    let cells: Vec<Cell> = marks.arrow(first, count).to_vec();
                    for (index, pair) in cells.windows(2).enumerate() {
                        let (dx, dy) = pair[0].offset_to(pair[1]);
                        let Some(dir) = Dir::towards(dx, dy) else { continue };
                        let head = index + 2 == cells.len();
                        self.with(pair[1], |view| {
                            view.arrow = Some((dir, head));
                            view.arrow_certainty = mark.certainty;
                        });
                    }
                }
                MarkKind::Struck { cell, .. } => self.with(cell, |view| view.struck = true),
                MarkKind::Number { cell, what: ChangeKind::Health, before, after, .. } if after < before => {
                    self.with(cell, |view| view.struck = true);
                }
                MarkKind::Death { cell, .. } => self.with(cell, |view| view.death = true),
                MarkKind::Veiled { cell } => self.with(cell, |view| view.veiled = true),
                MarkKind::Surface { cell, surface } => {
                    let glyph = surface.checked_sub(1).and_then(|s| book.surfaces.get(s as usize)).map(|s| s.glyph);
                    self.with(cell, |view| view.surface_after = Some(glyph.unwrap_or(' ')));
                }
                MarkKind::Pending { cell, rounds } => self.with(cell, |view| {
                    view.pending = Some(view.pending.map_or(rounds, |sooner| sooner.min(rounds)));
                }),
                _ => {}
            }
        }
    }
}
