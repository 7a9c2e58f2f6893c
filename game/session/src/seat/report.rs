//! Reports: the visible changes of an execution, with the side's knowledge before and after each activation.

use crate::record::Replay;
use foretoken_vm::codec::CodecError;
use foretoken_vm::machine::is_seen_by_side;
use foretoken_vm::state::{BattleField, SnapshotError, entry, flag};
use foretoken_vm::{Advance, Change, ChangeKind, Entity, EntityId, GameState, Numbering, Rulebook, Symmetry, Team};
use serde::{Deserialize, Serialize};
use std::ops::Range;

#[derive(Serialize, Deserialize)]
pub(crate) struct ReportWire {
    changes: Vec<Change>,
    activations: Vec<(u8, u16, u32)>,
    before: Vec<u8>,
    after: Vec<Vec<u8>>,
    runs: Vec<(u32, u32, u32)>,
    sightings: Vec<(u32, Entity)>,
}

/// Changes between two decisions, as one side saw them.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Changes in order.
    pub changes: Vec<Change>,
    /// Activations with the index of their first change.
    pub activations: Vec<(Advance, usize)>,
    /// Knowledge before, for playback.
    pub before: GameState,
    /// Knowledge after each activation.
    pub after: Vec<GameState>,
    /// Units that came into sight in fog: the index of the change, and the unit's row then.
    pub sightings: Vec<(usize, Entity)>,
    /// Activations with the side's numbers, to remove undone ones. Commits are not split here, because that would
    /// reveal hidden decisions.
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    entry: u32,
    activation: usize,
    change: usize,
    sighting: usize,
}

/// One side's view of a run.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) report: Report,
    /// For each activation of the report, its index in [`Replay::activations`].
    pub(crate) activations: Vec<usize>,
}

impl Report {
    /// Creates an empty report.
    #[must_use]
    pub fn empty(before: GameState) -> Self {
        Self { before, ..Self::default() }
    }

    /// Whether the side saw nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.activations.is_empty() && self.changes.is_empty()
    }

    /// Returns the side's report of `replay`'s last execution from the true state `truth`. Visible activations count
    /// from `number`.
    pub(crate) fn seen_by(
        first_number: u32,
        numbering: &Numbering,
        replay: &Replay,
        mut truth: GameState,
        before: GameState,
        after: Vec<GameState>,
    ) -> Seen {
        let (team, mut report) = (numbering.team(), Self { before, ..Self::default() });
        let mut activations = Vec::new();
        for (index, &(advance, _)) in replay.activations.iter().enumerate() {
            let (start, sightings) = (report.changes.len(), report.sightings.len());
            let actor = match advance {
                Advance::Unit(unit, _) => unit,
                Advance::Entry(index) if replay.book.sight.is_some() => owner_of(&truth, index),
                _ => EntityId::NONE,
            };
            let mut actor_seen = !is_hidden(&truth, team, actor);
            for change in replay.changes_of(index) {
                if is_seen(&replay.book, &truth, team, change) {
                    let seen = numbering.change_to_known(&as_seen(&truth, team, change));
                    let seen = seen
                        .filter(|seen| seen.is_note() || seen.before != seen.after || change.before == change.after);
                    if seen.is_some() && change.is_arrival_in_sight_of(team) {
                        let mut row = *truth.entity(change.entity);
                        row.unseen = 0;
                        report.sightings.push((report.changes.len(), row));
                    }
                    report.changes.extend(seen);
                }
                if !change.is_note() {
                    truth.apply(&replay.book, change);
                }
                actor_seen |= !is_hidden(&truth, team, actor);
            }
            let known = numbering.advance_to_known(advance).filter(|_| actor_seen);
            let struck =
                replay.book.sight.is_some() && report.changes[start..].iter().any(|change| !change.is_of_order());
            match known.or(struck.then_some(Advance::Unit(EntityId::NONE, None))) {
                Some(advance) => {
                    let activation = report.activations.len();
                    let entry = first_number + activation as u32;
                    report.runs.push(Run { entry, activation, change: start, sighting: sightings });
                    report.activations.push((advance, start));
                    report.after.push(after[index].clone());
                    activations.push(index);
                }
                None => {
                    report.changes.truncate(start);
                    report.sightings.truncate(sightings);
                }
            }
        }
        Seen { report, activations }
    }

    #[must_use]
    pub(crate) fn of_entry(mut self, entry: u32) -> Self {
        self.runs = vec![Run { entry, activation: 0, change: 0, sighting: 0 }];
        self
    }

    /// Appends a later report.
    pub fn extend(&mut self, later: Self) {
        if self.is_empty() {
            *self = later;
            return;
        }
        let (first, activations) = (self.changes.len(), self.activations.len());
        let runs = later.runs.into_iter();
        let sightings = self.sightings.len();
        self.runs.extend(runs.map(|run| Run {
            activation: activations + run.activation,
            change: first + run.change,
            sighting: sightings + run.sighting,
            ..run
        }));
        self.changes.extend(later.changes);
        self.sightings.extend(later.sightings.into_iter().map(|(at, row)| (first + at, row)));
        self.activations.extend(later.activations.into_iter().map(|(advance, at)| (advance, first + at)));
        self.after.extend(later.after);
    }

    #[must_use]
    pub(crate) fn up_to(mut self, entry: u32) -> Option<Self> {
        if let Some(at) = self.runs.iter().position(|run| run.entry > entry) {
            let Run { activation, change, sighting, .. } = self.runs[at];
            self.runs.truncate(at);
            self.activations.truncate(activation);
            self.after.truncate(activation);
            self.changes.truncate(change);
            self.sightings.truncate(sighting);
        }
        (!self.runs.is_empty()).then_some(self)
    }

    pub(crate) fn runs(&self) -> impl Iterator<Item = (u32, Range<usize>)> {
        self.runs.iter().enumerate().map(|(index, run)| {
            let end = self.runs.get(index + 1).map_or(self.activations.len(), |next| next.activation);
            (run.entry, run.activation..end.max(run.activation))
        })
    }

    /// Splits the report by activation.
    pub fn by_activation(self) -> impl Iterator<Item = Self> {
        let whole = self;
        (0..whole.activations.len()).map(move |index| {
            let (advance, first) = whole.activations[index];
            let changes = whole.of(index).to_vec();
            let range = first..first + changes.len();
            let before = index.checked_sub(1).map_or(&whole.before, |last| &whole.after[last]).clone();
            let sightings = whole.sightings.iter().filter(|(at, _)| range.contains(at));
            let sightings = sightings.map(|&(at, row)| (at - first, row)).collect();
            let (activations, after) = (vec![(advance, 0)], vec![whole.after[index].clone()]);
            Self { changes, activations, before, after, sightings, runs: Vec::new() }
        })
    }

    pub(crate) fn wire(&self) -> Result<ReportWire, CodecError> {
        let activation = |&(advance, first): &(Advance, usize)| {
            let (kind, of) = match advance {
                Advance::Unit(unit, _) => (0, unit.0),
                Advance::Entry(index) => (1, index),
                Advance::RoundEnd => (2, 0),
                Advance::Over => (3, 0),
                Advance::TurnEnd(team) => (4, u16::from(team.0)),
                Advance::Waits => (5, 0),
            };
            (kind, of, first as u32)
        };
        Ok(ReportWire {
            changes: self.changes.clone(),
            activations: self.activations.iter().map(activation).collect(),
            before: self.before.to_bytes()?,
            after: self.after.iter().map(GameState::to_bytes).collect::<Result<_, _>>()?,
            runs: self.runs.iter().map(|run| (run.entry, run.activation as u32, run.change as u32)).collect(),
            sightings: self.sightings.iter().map(|&(at, row)| (at as u32, row)).collect(),
        })
    }

    pub(crate) fn from_wire(book: &Rulebook, wire: ReportWire) -> Result<Self, SnapshotError> {
        let activation = |(kind, of, first): (u8, u16, u32)| {
            let advance = match kind {
                0 => Advance::Unit(EntityId(of), None),
                1 => Advance::Entry(of),
                2 => Advance::RoundEnd,
                4 => Advance::TurnEnd(Team(of as u8 & 7)),
                5 => Advance::Waits,
                _ => Advance::Over,
            };
            (advance, (first as usize).min(wire.changes.len()))
        };
        if !wire.activations.is_sorted_by_key(|&(_, _, first)| first) {
            return Err(SnapshotError::Unfit("activations out of order"));
        }
        let activations: Vec<_> = wire.activations.into_iter().map(activation).collect();
        let after = wire.after.iter().map(|bytes| GameState::from_bytes(book, bytes)).collect::<Result<_, _>>()?;
        let sightings: Vec<_> = wire.sightings.into_iter().map(|(at, row)| (at as usize, row)).collect();
        let fits = |(at, row): &(usize, Entity)| {
            *at < wire.changes.len()
                && book.board.contains(row.cell)
                && usize::from(row.unit_type) < book.unit_types.len()
                && row.redirect == Symmetry::from_index(row.redirect.index())
        };
        if !sightings.iter().all(fits) || !sightings.is_sorted_by_key(|&(at, _)| at) {
            return Err(SnapshotError::Unfit("a seen unit that cannot be there"));
        }
        let run = |(entry, activation, change): (u32, u32, u32)| Run {
            sighting: sightings.partition_point(|&(at, _)| at < change as usize),
            entry,
            activation: (activation as usize).min(activations.len()),
            change: (change as usize).min(wire.changes.len()),
        };
        let runs = wire.runs.into_iter().map(run).collect();
        let before = GameState::from_bytes(book, &wire.before)?;
        Ok(Self { before, runs, activations, after, sightings, changes: wire.changes })
    }

    /// Returns the changes of an activation by index.
    #[must_use]
    pub fn of(&self, activation: usize) -> &[Change] {
        let Some(&(_, first)) = self.activations.get(activation) else { return &[] };
        let end = self.activations.get(activation + 1).map_or(self.changes.len(), |&(_, next)| next);
        &self.changes[first..end]
    }
}

const fn subject(change: &Change) -> EntityId {
    match change.kind {
        ChangeKind::CellColumn | ChangeKind::Entry => EntityId::NONE,
        _ => change.entity,
    }
}

fn is_seen(book: &Rulebook, truth: &GameState, team: Team, change: &Change) -> bool {
    if change.kind == ChangeKind::Detected {
        return truth.entity(change.entity).flags & flag::HIDDEN == 0;
    }
    // The agenda contains hidden units; the known part is in the state.
    let of_order = matches!(change.kind, ChangeKind::Agenda | ChangeKind::Entry)
        || change.kind == ChangeKind::BattleColumn && change.is_of_order();
    if book.sight.is_some() {
        let own = [BattleField::Open, BattleField::BlowHarm, BattleField::BlowPush];
        let of_battle = change.kind == ChangeKind::Battle && own.iter().any(|&field| change.at == field as u32);
        let unseen_place = match change.kind {
            ChangeKind::Spawn => {
                let side = Team((change.after >> 16) as u8 & 7);
                return side == team || side == Team::NEUTRAL;
            }
            ChangeKind::Cell => change.is_jump() && !is_seen_by_side(book, truth, team, change.cell_after()),
            _ => false,
        };
        let is_own = truth.entity(change.entity).team == team;
        if of_order || of_battle || unseen_place && !is_own {
            return false;
        }
    }
    let subject = subject(change);
    if subject.is_some() {
        return !is_hidden(truth, team, subject);
    }
    let has_place = matches!(
        change.kind,
        ChangeKind::Surface | ChangeKind::CellColumn | ChangeKind::Struck | ChangeKind::Veiled | ChangeKind::NoEffect
    );
    !has_place || is_seen_by_side(book, truth, team, change.cell())
}

fn owner_of(truth: &GameState, index: u16) -> EntityId {
    let words = truth.entries().get(usize::from(index));
    words.map_or(EntityId::NONE, |words| EntityId(words[entry::OWNER] as u16))
}

/// Returns the change with unseen units removed.
fn as_seen(truth: &GameState, team: Team, change: &Change) -> Change {
    match change.kind {
        ChangeKind::Collided if change.after >= 0 && is_hidden(truth, team, EntityId(change.after as u16)) => {
            Change { after: -1, ..*change }
        }
        _ => *change,
    }
}

fn is_hidden(truth: &GameState, team: Team, id: EntityId) -> bool {
    truth.entity(id).is_hidden_from(team)
}
