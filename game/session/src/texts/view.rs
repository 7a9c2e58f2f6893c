//! What a front end shows of a cell: ground, occupant and the marks of the prediction, gathered once so that terminal
//! and plain text cannot disagree.

use crate::cutaway::top_floor;
use crate::fog::Fog;
use crate::texts::{carried, names};
use foretoken_preview::{Certainty, Forecast, Foreseen, MarkKind};
use foretoken_vm::space::Slope;
use foretoken_vm::state::flag;
use foretoken_vm::{Cell, ChangeKind, Dir, EntityId, GameState, Rulebook, Team};

/// One cell's content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellView {
    /// Character of the ground.
    pub ground: char,
    /// Character of the surface on it.
    pub surface: Option<char>,
    /// Who stands here now.
    pub occupant: Option<Standing>,
    /// Who will stand here, by the prediction.
    pub ghost: Option<Standing>,
    /// An arrow passes here, pointing this way; the end of one is drawn with its head.
    pub arrow: Option<(Dir, bool)>,
    /// How sure the arrow is.
    pub arrow_certainty: Certainty,
    /// Will be struck or harmed here.
    pub struck: bool,
    /// Somebody dies here.
    pub death: bool,
    /// "????".
    pub veiled: bool,
    /// Health of the occupant by the horizon, where it changes.
    pub health_after: Option<i32>,
    /// Whether chance, or what is not known, has a say in that.
    pub health_may: bool,
    /// The surface by the horizon, where it changes: its character, or a space for bare ground.
    pub surface_after: Option<char>,
    /// Something is due here in so many rounds.
    pub pending: Option<i32>,
    /// The character of ground, or of a surface on it, that one keeps out of.
    pub deadly: Option<char>,
    /// Belongs to a zone that a goal names.
    pub zone: bool,
    /// A link begins here: a ladder, a door or a tunnel.
    pub linked: bool,
    /// How it lies, in steps.
    pub slope: Slope,
    /// A floor above it is cut away.
    pub roofed: bool,
    /// Who stands in the same column on a floor below, the highest of them.
    pub below: Option<Standing>,
    /// Who will stand below, by the prediction.
    pub ghost_below: Option<Standing>,
    /// The other side may strike here.
    pub threatened: bool,
    /// Out of sight: what is shown is what is remembered.
    pub dark: bool,
    /// The character of who was seen here last, and is out of sight.
    pub last_seen: Option<char>,
}

/// An entity as a cell shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub id: EntityId,
    /// Its character.
    pub glyph: char,
    /// What tells it from others of its kind: a digit, then letters; none where it is the only one.
    pub number: Option<char>,
    /// Its side.
    pub team: Team,
    /// Whether that is the side that looks.
    pub is_own: bool,
    /// Health.
    pub health: i32,
    /// Shield.
    pub shield: i32,
    /// Loses its next intent.
    pub stunned: bool,
    /// Acts after the others.
    pub postponed: bool,
    /// Cannot be moved for now; what never can be moved needs no telling.
    pub anchored: bool,
    /// The characters of statuses that it is under, as far as there is room: the bad ones first.
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
            number: names::number(book, state, id).and_then(|number| char::from_digit(number as u32, 36)),
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

    /// The brackets of its side, so that sides differ by shape and not by colour alone.
    #[must_use]
    pub const fn brackets(&self) -> (char, char) {
        match self.team {
            _ if self.is_own => ('(', ')'),
            Team::NEUTRAL => ('[', ']'),
            _ => ('<', '>'),
        }
    }
}

/// The character of what one keeps out of in a cell: of its surface first, else of its ground.
fn deadly(book: &Rulebook, state: &GameState, cell: Cell) -> Option<char> {
    let surface = state.surface(cell).and_then(|index| book.surfaces.get(index as usize));
    let ground = || book.terrain_at(cell).filter(|own| own.avoided && !own.blocks_movement);
    surface
        .filter(|surface| surface.avoided)
        .map(|surface| surface.glyph)
        .or_else(|| ground().map(|ground| ground.glyph))
}

/// The board as one sees it from above: of each column the cell on a level, or the next below it.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// The side that looks.
    own: Team,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// The shown cells, row by row.
    cells: Vec<(Cell, CellView)>,
}

impl BoardView {
    /// The board as it stands, without a prediction, as one side looks at it from above all floors.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, own: Team) -> Self {
        Self::up_to(book, state, own, top_floor(&book.board))
    }

    /// The same with what is above a floor cut away.
    #[must_use]
    pub fn up_to(book: &Rulebook, state: &GameState, own: Team, level: u8) -> Self {
        let board = &book.board;
        // Where a column has no ground its place is kept, with nothing in it.
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

    /// Marks the cells, given in order, that the other side may strike.
    pub fn threaten(&mut self, cells: &[Cell]) {
        for (cell, view) in &mut self.cells {
            view.threatened = cells.binary_search(cell).is_ok();
        }
    }

    /// Darkens what is out of sight, and puts down who was seen there last.
    pub fn darken(&mut self, book: &Rulebook, state: &GameState, fog: &Fog) {
        if !fog.lies() {
            return;
        }
        for (cell, view) in &mut self.cells {
            view.dark = fog.is_dark(*cell);
            let last = fog.last_seen(*cell).and_then(|id| book.unit_type(state.entity(id)));
            view.last_seen = last.map(|kind| kind.glyph);
        }
    }

    /// What is shown of a column, and of which of its cells; `None` off the board.
    #[must_use]
    pub fn column(&self, x: i32, y: i32) -> Option<(Cell, &CellView)> {
        let index = self.at(x, y)?;
        self.cells.get(index).map(|(cell, view)| (*cell, view))
    }

    /// A cell's content; `None` off the board and for cells that are not seen.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<&CellView> {
        self.column(cell.x(), cell.y()).filter(|(shown, _)| *shown == cell).map(|(_, view)| view)
    }

    fn at(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((y * self.width + x) as usize)
    }

    /// Alters the content of the cell that is shown in the column of one that lies below it.
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

    /// Draws what is foreseen over the board, with what would come behind a defeat. `only` draws the marks of one actor's
    /// activation; where figures will be is drawn of all.
    pub fn foresee(&mut self, book: &Rulebook, now: &GameState, forecast: &Forecast, only: Option<EntityId>) {
        for foreseen in forecast.all_foreseen() {
            self.draw(book, now, foreseen, only);
        }
    }

    fn draw(&mut self, book: &Rulebook, now: &GameState, foreseen: Foreseen<'_>, only: Option<EntityId>) {
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
        for (id, entity) in now.living() {
            let after = then.entity(id);
            if after.health != entity.health {
                let may = marks.marks.iter().any(|mark| mark.certainty == Certainty::May && mark.kind.is_health_of(id));
                self.with(entity.cell, |view| {
                    view.health_after = Some(after.health);
                    view.health_may = may;
                });
            }
        }
    }
}
