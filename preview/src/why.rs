//! Explanations: from a predicted change back to the decisions that it needs.

use crate::predictor::{Extent, Predictor};
use foretoken_vm::{Advance, ChancePolicy, Change, ChangeKind, EntityId, GameState, Intent, Known, Plan, Rulebook};
use std::collections::BTreeSet;
use std::ops::Range;

/// A cause: an action use, an entry that comes due, or the end of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Its activation.
    pub advance: Advance,
    /// The action used; `None` without a decision.
    pub program: Option<u16>,
    /// Whether the change needs it.
    pub is_needed: bool,
    /// Relevant changes in this link, as indices of [`Why::changes`], in order.
    pub changes: Vec<usize>,
}

/// Explanation of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// All changes of the prediction.
    pub changes: Vec<Change>,
    /// Index of the explained change.
    pub change: usize,
    /// Causes, from the change back to the first needed decision.
    pub causes: Vec<Cause>,
    /// Whether each earlier decision was tested within the work limit.
    pub is_whole: bool,
}

const MOST_CHANGES: usize = 6;

/// Explains a change in the traced prediction of the plan. Lists only changes for which `tells` is true. Runs at most
/// `work` instructions.
#[must_use]
pub fn why(
    book: &Rulebook,
    known: &Known,
    plan: &Plan,
    change: usize,
    tells: fn(&Change) -> bool,
    work: u64,
) -> Option<Why> {
    let mut predictor = Predictor::tracing();
    predictor.run(book, known, plan, ChancePolicy::Likely, Extent::Horizon);
    let changes = predictor.log().changes.to_vec();
    let asked = *changes.get(change)?;
    let occurrence = changes[..=change].iter().filter(|other| is_alike(&asked, other)).count();
    let deeds = deeds(&predictor, change);
    let (mut causes, mut is_whole) = (Vec::new(), true);
    let mut focus = Focus::of(&asked, &changes[..change], known.state());
    for deed in deeds.iter().rev() {
        let is_own = deed.range.contains(&change);
        let without = deed.used.and_then(|used| without(book, plan, deed.unit()?, used));
        let is_needed = without.is_some_and(|without| {
            if predictor.steps() >= work {
                is_whole = false;
                return false;
            }
            predictor.run(book, known, &without, ChancePolicy::Likely, Extent::Horizon);
            let left = predictor.log().changes.iter().filter(|other| is_alike(&asked, other)).count();
            left < occurrence
        });
        if !is_own && !is_needed {
            continue;
        }
        let range = deed.range.start..deed.range.end.min(change + 1);
        let changes = focus.take(&changes, range, tells);
        focus.entities.extend(deed.unit());
        causes.push(Cause { advance: deed.advance, program: deed.program, is_needed, changes });
    }
    Some(Why { changes, change, causes, is_whole })
}

struct Deed {
    advance: Advance,
    used: Option<usize>,
    program: Option<u16>,
    range: Range<usize>,
}

impl Deed {
    fn unit(&self) -> Option<EntityId> {
        match self.advance {
            Advance::Unit(unit, _) if unit.is_some() => Some(unit),
            _ => None,
        }
    }
}

fn deeds(predictor: &Predictor, change: usize) -> Vec<Deed> {
    let (log, activations) = (predictor.log(), predictor.activations());
    let mut deeds: Vec<Deed> = Vec::new();
    for (index, activation) in activations.iter().enumerate().take_while(|(_, activation)| activation.first <= change) {
        let end = activations.get(index + 1).map_or(log.changes.len(), |next| next.first);
        let advance = activation.advance;
        let begun = Deed { advance, used: None, program: None, range: activation.first..end };
        let unit = begun.unit();
        deeds.push(begun);
        for at in activation.first..end.min(change + 1) {
            let note = &log.changes[at];
            if note.kind != ChangeKind::Uses || Some(note.entity) != unit {
                continue;
            }
            if let Some(before) = deeds.last_mut() {
                before.range.end = at;
            }
            let (used, program) = (usize::try_from(note.before).ok(), u16::try_from(note.at).ok());
            deeds.push(Deed { advance, used, program, range: at..end });
        }
    }
    deeds.retain(|deed| !deed.range.is_empty());
    deeds
}

fn without(book: &Rulebook, plan: &Plan, unit: EntityId, used: usize) -> Option<Plan> {
    let mut intent: Intent = plan.intent(unit)?.clone();
    if used >= intent.uses.len() {
        return None;
    }
    intent.uses.remove(used);
    let priority = Plan::priority_in(book, &intent);
    let mut plan = plan.clone();
    plan.set(unit, Intent { complete: true, ..intent }, priority);
    Some(plan)
}

/// Whether two changes are the same event: the same number changes equally for the same cause, the same cell is
/// reached, or the same unit dies.
fn is_alike(asked: &Change, other: &Change) -> bool {
    let is_same = asked.kind == other.kind && asked.entity == other.entity && asked.at == other.at;
    if asked.is_death() || other.is_death() {
        return is_same && asked.is_death() == other.is_death();
    }
    let by = |change: &Change| change.after.wrapping_sub(change.before);
    is_same
        && match asked.kind {
            ChangeKind::Cell | ChangeKind::Spawn | ChangeKind::Battle => asked.after == other.after,
            ChangeKind::Surface => asked.after as u8 == other.after as u8,
            _ => asked.label == other.label && by(asked) == by(other),
        }
}

#[derive(Default)]
struct Focus {
    entities: BTreeSet<EntityId>,
    cells: BTreeSet<u32>,
}

impl Focus {
    fn of(asked: &Change, before: &[Change], now: &GameState) -> Self {
        let mut focus = Self::default();
        focus.add(asked);
        let went = before.iter().rev().find(|change| change.kind == ChangeKind::Cell && change.entity == asked.entity);
        let stands = entity_of(asked).filter(|entity| entity.index() < now.entities().len());
        let stood = went.map(Change::cell_after).or_else(|| stands.map(|entity| now.entity(entity).cell));
        focus.cells.extend(stood.map(|cell| cell.bits()));
        focus
    }

    fn add(&mut self, change: &Change) {
        if let Some(entity) = entity_of(change) {
            self.entities.insert(entity);
        }
        self.cells.extend(cells_of(change));
    }

    /// Returns the last changes of a deed that touch the focus, and widens the focus to everything else that they
    /// touch. If none does, returns the last change of the deed.
    fn take(&mut self, changes: &[Change], range: Range<usize>, tells: fn(&Change) -> bool) -> Vec<usize> {
        let tells = |at: &usize| tells(&changes[*at]);
        let touches = |at: &usize| {
            let change = &changes[*at];
            entity_of(change).is_some_and(|entity| self.entities.contains(&entity))
                || cells_of(change).any(|cell| self.cells.contains(&cell))
        };
        let mut taken: Vec<usize> = range.clone().rev().filter(tells).filter(touches).take(MOST_CHANGES).collect();
        if taken.is_empty() {
            taken = range.rev().filter(tells).take(1).collect();
        }
        taken.reverse();
        taken.iter().for_each(|&at| self.add(&changes[at]));
        taken
    }
}

fn entity_of(change: &Change) -> Option<EntityId> {
    let carries = !matches!(change.kind, ChangeKind::CellColumn | ChangeKind::Entry);
    Some(change.entity).filter(|entity| carries && entity.is_some())
}

fn cells_of(change: &Change) -> impl Iterator<Item = u32> + use<> {
    let cells = match change.kind {
        ChangeKind::Cell => [Some(change.cell_before().bits()), Some(change.cell_after().bits())],
        ChangeKind::Surface | ChangeKind::CellColumn | ChangeKind::Struck | ChangeKind::Spawn => {
            [Some(change.at), None]
        }
        _ => [None, None],
    };
    cells.into_iter().flatten()
}
