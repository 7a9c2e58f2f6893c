//! What a front end shows of a cell: ground, occupant and the marks of the prediction, gathered once so that terminal
//! and plain text cannot disagree.

use foretoken_preview::{Certainty, MarkKind, Marks};
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
    /// The surface by the horizon, where it changes: its character, or a space for bare ground.
    pub surface_after: Option<char>,
    /// Belongs to a zone that a goal names.
    pub zone: bool,
}

/// An entity as a cell shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub id: EntityId,
    /// Its character.
    pub glyph: char,
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
    /// Cannot be moved for now; what never can be moved needs no telling.
    pub anchored: bool,
}

impl Standing {
    fn of(book: &Rulebook, state: &GameState, id: EntityId, own: Team) -> Option<Self> {
        let entity = state.entity(id);
        let kind = book.archetype(entity)?;
        Some(Self {
            id,
            glyph: kind.glyph,
            team: entity.team,
            is_own: entity.team == own,
            health: entity.health,
            shield: entity.shield,
            stunned: entity.stunned > 0,
            anchored: entity.flags & flag::ANCHORED != 0 && !kind.anchored,
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

/// The board's cells by row and column.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// The side that looks.
    own: Team,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Cells, row by row.
    pub cells: Vec<CellView>,
}

impl BoardView {
    /// The board as it stands, without a prediction, as one side looks at it.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, own: Team) -> Self {
        let board = &book.board;
        let goal_zones = book.board.cells().map(|cell| board.zones(cell));
        let cells = board.cells().zip(goal_zones).map(|(cell, zones)| CellView {
            ground: book.terrain_at(cell).map_or('.', |terrain| terrain.glyph),
            surface: state.surface(cell).and_then(|s| book.surfaces.get(s as usize)).map(|s| s.glyph),
            occupant: Standing::of(book, state, state.occupant(cell), own),
            zone: zones != 0,
            ..CellView::default()
        });
        Self { own, width: board.width(), height: board.height(), cells: cells.collect() }
    }

    /// A cell's content; `None` off the board.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<&CellView> {
        self.at(cell).and_then(|index| self.cells.get(index))
    }

    fn at(&self, cell: Cell) -> Option<usize> {
        let inside = cell.x() < self.width && cell.y() < self.height;
        inside.then_some((cell.y() * self.width + cell.x()) as usize)
    }

    fn with(&mut self, cell: Cell, alter: impl FnOnce(&mut CellView)) {
        if let Some(view) = self.at(cell).and_then(|index| self.cells.get_mut(index)) {
            alter(view);
        }
    }

    /// Draws a prediction's marks over the board. `only` draws those of one actor's activation.
    pub fn draw(&mut self, book: &Rulebook, now: &GameState, then: &GameState, marks: &Marks, only: Option<EntityId>) {
        for mark in &marks.marks {
            let wanted = only.is_none_or(|actor| mark.actor == actor);
            match mark.kind {
                MarkKind::Ghost { unit, cell } => {
                    let ghost = Standing::of(book, then, unit, self.own);
                    self.with(cell, |view| view.ghost = ghost);
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
                MarkKind::Appears { unit, cell } => {
                    let ghost = Standing::of(book, then, unit, self.own);
                    self.with(cell, |view| view.ghost = ghost);
                }
                MarkKind::Death { cell, .. } => self.with(cell, |view| view.death = true),
                MarkKind::Veiled { cell } => self.with(cell, |view| view.veiled = true),
                MarkKind::Surface { cell, surface } => {
                    let glyph = surface.checked_sub(1).and_then(|s| book.surfaces.get(s as usize)).map(|s| s.glyph);
                    self.with(cell, |view| view.surface_after = Some(glyph.unwrap_or(' ')));
                }
                _ => {}
            }
        }
        for (id, entity) in now.living() {
            let after = then.entity(id);
            if after.health != entity.health {
                self.with(entity.cell, |view| view.health_after = Some(after.health));
            }
        }
    }
}
