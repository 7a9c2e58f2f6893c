//! The intent that is being chosen: action by action, request by request.

use foretoken_preview::{Mark, Marks};
use foretoken_vm::machine::{Way, Waypoint};
use foretoken_vm::{Answer, Cell, EntityId, GameState, Intent, Question};

/// The intent being chosen for a unit.
#[derive(Clone, Debug)]
pub struct Draft {
    /// For whom.
    pub unit: EntityId,
    pub(super) intent: Intent,
    pub(super) question: Option<Question>,
    /// How the battle is foreseen to stand when the open question is asked.
    pub(super) at: GameState,
    pub(super) answers: Vec<Answer>,
    pub(super) cells: Vec<Option<Cell>>,
    /// Who stands on the cell of each answer when it is asked; empty where none is for somebody or a cell.
    pub(super) whom: Vec<EntityId>,
    /// Answers that nothing would come of.
    pub(super) idle: Vec<Answer>,
    /// Cells of the open question's region that are no answers.
    pub(super) region: Vec<Cell>,
    /// The words and the cells of each answer that is a whole part of a region; empty where none is asked for.
    pub(super) parts: Vec<(Option<usize>, Vec<Cell>)>,
    /// What the answers that were given mean: the use, the place of the answer in it, and the cell.
    pub(super) meant: Vec<(usize, usize, Cell)>,
    pub(super) hover: Option<usize>,
    /// What was foreseen when the open question came up, without an answer to it.
    pub(super) before: Vec<Marks>,
    /// What the open question's answers lead through, in order.
    pub(super) waypoints: Vec<Waypoint>,
    /// Cells that the other sides strike by what was predicted when the question came up, with the harm there.
    pub(super) threats: Vec<(Cell, u32)>,
    /// Those of them where nobody is by then, sorted: that a blow strikes there is known, how much harm it would do is not.
    pub(super) unmeasured: Vec<Cell>,
    /// Cells that the walk under the cursor goes around, with the harm there.
    pub(super) spared: Vec<(Cell, u32)>,
}

/// An answer that is no place on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoveredValue {
    /// A number.
    Number(i16),
    /// A part of the region that is asked for, by its index; `None` for no part.
    Part(Option<usize>),
    /// The picks so far are enough.
    Enough,
    /// No target.
    Pass,
}

impl Draft {
    /// One of which nothing is asked yet.
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

    /// Actions and answers chosen so far.
    #[must_use]
    pub const fn intent(&self) -> &Intent {
        &self.intent
    }

    /// What is asked next.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Where the unit will stand when the open question is asked.
    #[must_use]
    pub fn start(&self) -> Option<Cell> {
        self.question.is_some().then(|| self.at.entity(self.unit).cell)
    }

    /// Whether a mark comes of the answer under the cursor: it is not foreseen without that.
    #[must_use]
    pub fn is_of_answer(&self, marks: &Marks, mark: &Mark) -> bool {
        self.hover.is_some() && !self.before.iter().any(|before| before.tell(marks, mark))
    }

    /// Who will stand on a cell when the open question is asked.
    pub(super) fn standing_on(&self, cell: Cell) -> EntityId {
        self.at.occupant(cell)
    }

    /// Answers that fit, in the order to cycle through them.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The cell each answer means, in the same order.
    #[must_use]
    pub fn cells(&self) -> &[Option<Cell>] {
        &self.cells
    }

    /// Cells that the open question's region holds and that are no answers, as nobody who fits stands there; where a way is
    /// asked for, the walls beside, which one may face and go no way to.
    #[must_use]
    pub fn region(&self) -> &[Cell] {
        &self.region
    }

    /// The cells of an answer that is a whole part of a region; none of any other.
    #[must_use]
    pub fn part(&self, index: usize) -> &[Cell] {
        self.parts.get(index).map_or(&[], |(_, cells)| cells)
    }

    /// The cells of the part of a region that is under the cursor, or of all parts where none is.
    pub fn parts_shown(&self) -> impl Iterator<Item = Cell> {
        let shown = self.parts.iter().enumerate().filter(|(at, _)| self.hover.is_none_or(|hover| hover == *at));
        shown.flat_map(|(_, (_, cells))| cells.iter().copied())
    }

    /// What of its parts is not under the cursor becomes the region that is no answer.
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

    /// The cells that were answered to the earlier questions of the action that is being aimed.
    pub fn chosen(&self) -> impl Iterator<Item = Cell> {
        let last = self.question.as_ref().map(|question| question.use_index);
        self.meant.iter().filter(move |(used, ..)| Some(*used) == last).map(|&(.., cell)| cell)
    }

    /// What the open question's answers lead through, in order.
    #[must_use]
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// Cells that the open question's request has taken already, where it takes several picks.
    #[must_use]
    pub fn picked(&self) -> &[Cell] {
        let picks = self.question.as_ref().and_then(|question| question.picks.as_ref());
        picks.map_or(&[], |picks| picks.cells())
    }

    /// Index of the answer that says that what was picked is enough, or that nothing is.
    #[must_use]
    pub fn pass(&self) -> Option<usize> {
        self.answers.iter().position(|&answer| answer == Answer::Pass)
    }

    /// Cells that walks go around where a way as short does, with the harm that is foreseen there, by cell.
    #[must_use]
    pub fn threats(&self) -> &[(Cell, u32)] {
        &self.threats
    }

    /// Whether a blow strikes a cell of [`Self::threats`] where nobody is by then: how much harm it would do is not known, and
    /// it counts as 1.
    #[must_use]
    pub fn is_unmeasured(&self, cell: Cell) -> bool {
        self.unmeasured.binary_search(&cell).is_ok()
    }

    /// The cells that the walk under the cursor goes around for the harm there, or as walkers avoid them, with the harm that
    /// is expected there, in the order of the way that it would take otherwise. None where nothing bends the way.
    #[must_use]
    pub fn spared(&self) -> &[(Cell, u32)] {
        &self.spared
    }

    pub(super) fn way(&self) -> Way<'_> {
        Way { through: &self.waypoints, threats: &self.threats }
    }

    /// The answer under the cursor that no cell shows.
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

    /// Who will stand on the cell under the cursor when the action is carried out; `NONE` for nobody.
    #[must_use]
    pub fn aimed_at(&self) -> EntityId {
        self.hover.and_then(|hover| self.whom.get(hover).copied()).unwrap_or(EntityId::NONE)
    }

    /// Whether nothing would come of the answer under the cursor, as far as that was found out.
    #[must_use]
    pub fn comes_to_nothing(&self) -> bool {
        self.hover.and_then(|hover| self.answers.get(hover)).is_some_and(|answer| self.idle.contains(answer))
    }

    /// The answer under the cursor.
    #[must_use]
    pub const fn hover(&self) -> Option<usize> {
        self.hover
    }
}
