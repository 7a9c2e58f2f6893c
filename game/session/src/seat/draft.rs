//! The intent under construction: action by action, request by request.

use foretoken_preview::{Mark, Marks};
use foretoken_vm::machine::{Way, Waypoint};
use foretoken_vm::{Answer, Cell, EntityId, GameState, Intent, Question};

/// Open choice of a unit.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Unit.
    pub unit: EntityId,
    pub(super) intent: Intent,
    pub(super) question: Option<Question>,
    pub(super) at: GameState,
    pub(super) answers: Vec<Answer>,
    pub(super) cells: Vec<Option<Cell>>,
    pub(super) whom: Vec<EntityId>,
    pub(super) idle: Vec<Answer>,
    pub(super) region: Vec<Cell>,
    pub(super) parts: Vec<(Option<usize>, Vec<Cell>)>,
    pub(super) meant: Vec<(usize, usize, Cell)>,
    pub(super) hover: Option<usize>,
    pub(super) before: Vec<Marks>,
    pub(super) waypoints: Vec<Waypoint>,
    pub(super) threats: Vec<(Cell, u32)>,
    pub(super) unmeasured: Vec<Cell>,
    pub(super) spared: Vec<(Cell, u32)>,
}

/// An answer that is not on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoveredValue {
    /// A number.
    Number(i16),
    /// A part of the region by index; `None` for no part.
    Part(Option<usize>),
    /// The end of a multiple choice.
    Enough,
    /// No target.
    Pass,
}

impl Draft {
    pub(super) fn new(unit: EntityId, intent: Intent) -> Self {
        let (answers, cells, whom, idle, parts) = Default::default();
        let (region, meant, waypoints, threats, spared) = Default::default();
        let (question, at, hover) = (None, GameState::default(), None);
        let (before, unmeasured) = (Vec::new(), Vec::new());
        Self {
            unit,
            intent,
            question,
            at,
            answers,
            cells,
            whom,
            idle,
            region,
            parts,
            meant,
            hover,
            before,
            waypoints,
            threats,
            unmeasured,
            spared,
        }
    }

    /// Returns the chosen actions and answers.
    #[must_use]
    pub const fn intent(&self) -> &Intent {
        &self.intent
    }

    /// Returns the open request.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Returns the unit's cell at the open request.
    #[must_use]
    pub fn start(&self) -> Option<Cell> {
        self.question.is_some().then(|| self.at.entity(self.unit).cell)
    }

    /// Whether the answer under the cursor causes a mark.
    #[must_use]
    pub fn is_of_answer(&self, marks: &Marks, mark: &Mark) -> bool {
        self.hover.is_some() && !self.before.iter().any(|before| before.has_mark_like(marks, mark))
    }

    pub(super) fn standing_on(&self, cell: Cell) -> EntityId {
        self.at.occupant(cell)
    }

    /// Returns the legal answers in cycle order.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Returns the cells of the answers, in the same order.
    #[must_use]
    pub fn cells(&self) -> &[Option<Cell>] {
        &self.cells
    }

    /// Returns cells of the region that are not answers, for lack of a matching unit. For directions, these are the
    /// adjacent walls.
    #[must_use]
    pub fn region(&self) -> &[Cell] {
        &self.region
    }

    /// Returns the cells of an answer that is a whole part of a region, else none.
    #[must_use]
    pub fn part(&self, index: usize) -> &[Cell] {
        self.parts.get(index).map_or(&[], |(_, cells)| cells)
    }

    /// Returns the cells of the part under the cursor, or else of all parts.
    pub fn parts_shown(&self) -> impl Iterator<Item = Cell> {
        let shown = self.parts.iter().enumerate().filter(|(at, _)| self.hover.is_none_or(|hover| hover == *at));
        shown.flat_map(|(_, (_, cells))| cells.iter().copied())
    }

    pub(super) fn show_parts(&mut self) {
        if !self.parts.is_empty() {
            let mut cells: Vec<Cell> = self.parts.iter().flat_map(|(_, cells)| cells).copied().collect();
            cells.sort_unstable();
            cells.dedup();
            let shown: Vec<Cell> = self.parts_shown().collect();
            cells.retain(|cell| !shown.contains(cell));
            self.region = cells;
        }
    }

    /// Returns the cells of earlier answers of this action.
    pub fn chosen(&self) -> impl Iterator<Item = Cell> {
        let last = self.question.as_ref().map(|question| question.use_index);
        self.meant.iter().filter(move |(used, ..)| Some(*used) == last).map(|&(.., cell)| cell)
    }

    /// Returns the waypoints in order.
    #[must_use]
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// Returns the picked cells of a multiple choice.
    #[must_use]
    pub fn picked(&self) -> &[Cell] {
        let picks = self.question.as_ref().and_then(|question| question.picks.as_ref());
        picks.map_or(&[], |picks| picks.cells())
    }

    /// Returns the index of the answer that ends or skips the choice.
    #[must_use]
    pub fn pass(&self) -> Option<usize> {
        self.answers.iter().position(|&answer| answer == Answer::Pass)
    }

    /// Returns the cells that walks avoid if an equally short path exists, with the predicted damage.
    #[must_use]
    pub fn threats(&self) -> &[(Cell, u32)] {
        &self.threats
    }

    /// Whether a cell of [`Self::threats`] is hit but empty: its damage is unknown and counts as 1.
    #[must_use]
    pub fn is_unmeasured(&self, cell: Cell) -> bool {
        self.unmeasured.binary_search(&cell).is_ok()
    }

    /// Returns the cells that the aimed walk avoids, with their damage, in path order.
    #[must_use]
    pub fn spared(&self) -> &[(Cell, u32)] {
        &self.spared
    }

    pub(super) fn way(&self) -> Way<'_> {
        Way { through: &self.waypoints, threats: &self.threats }
    }

    /// Returns the answer under the cursor if it has no cell.
    #[must_use]
    pub fn hovered_value(&self) -> Option<HoveredValue> {
        match *self.answers.get(self.hover?)? {
            Answer::Number(number) => Some(match self.parts.get(self.hover?) {
                Some(&(part, _)) => HoveredValue::Part(part),
                None => HoveredValue::Number(number),
            }),
            Answer::Pass if !self.picked().is_empty() => Some(HoveredValue::Enough),
            Answer::Pass => Some(HoveredValue::Pass),
            _ => None,
        }
    }

    /// Returns the unit that will be on the cell under the cursor; `NONE` if empty.
    #[must_use]
    pub fn aimed_at(&self) -> EntityId {
        self.hover.and_then(|hover| self.whom.get(hover).copied()).unwrap_or(EntityId::NONE)
    }

    /// Whether the answer under the cursor has no effect, if that was computed.
    #[must_use]
    pub fn is_without_effect(&self) -> bool {
        self.hover.and_then(|hover| self.answers.get(hover)).is_some_and(|answer| self.idle.contains(answer))
    }

    /// Returns the index of the answer under the cursor.
    #[must_use]
    pub const fn hover(&self) -> Option<usize> {
        self.hover
    }
}
