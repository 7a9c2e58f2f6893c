//! Texts of causes: an effect and the chain of causes back to the decisions.

use super::names;
use super::unit_page::{PageLine, Sort};
use foretoken_preview::{Cause, Mark, MarkKind, Why, why};
use foretoken_vm::{Cell, Change, ChangeKind, EntityId, GameState, Known, Plan, Rulebook};
use std::collections::BTreeMap;

/// Whether a chain of causes lists a change.
#[must_use]
pub const fn has_reason(change: &Change) -> bool {
    names::is_news(change) && !matches!(change.kind, ChangeKind::Uses | ChangeKind::Refused)
}

/// Describes several changes of a plan's prediction as [`lines`] does. `then` is the predicted state; `work` is the
/// instruction limit of each.
#[must_use]
pub fn page(
    book: &Rulebook,
    known: &Known,
    plan: &Plan,
    then: &GameState,
    changes: &[u32],
    work: u64,
) -> Vec<PageLine> {
    let found = changes.iter().filter_map(|&change| why(book, known, plan, change as usize, has_reason, work));
    found.flat_map(|why| lines(book, then, &why)).collect()
}

/// Returns the effect as heading and its causes, the last first. `then` is the predicted state.
#[must_use]
pub fn lines(book: &Rulebook, then: &GameState, why: &Why) -> Vec<PageLine> {
    let line = |sort, depth, words| PageLine { sort, depth, words };
    let mut lines = vec![line(Sort::Heading, 0, sentence(book, then, why, &[why.change]))];
    for cause in &why.causes {
        let led = cause.changes.iter().copied().filter(|&at| at != why.change).collect::<Vec<_>>();
        lines.push(line(Sort::Name, 0, format!("← {}", link(book, then, cause))));
        lines.extend(
            Steps { changes: &why.changes, left: &led }
                .map(|steps| line(Sort::Text, 1, sentence(book, then, why, steps))),
        );
    }
    if !why.causes.iter().any(|cause| cause.is_needed) {
        let words = "It happens even if you leave out any one order.";
        lines.push(line(Sort::Text, 0, words.to_owned()));
    }
    if !why.is_whole {
        lines.push(line(Sort::Text, 0, "Not every order was tried; that would take too long.".to_owned()));
    }
    lines
}

fn link(book: &Rulebook, then: &GameState, cause: &Cause) -> String {
    let who = names::advance(book, then, cause.advance);
    match cause.program {
        Some(program) if cause.is_needed => format!("{who}: {}", names::action(book, program)),
        Some(program) => format!("{who}: {} (it would happen anyway)", names::action(book, program)),
        None => who,
    }
}

struct Steps<'a> {
    changes: &'a [Change],
    left: &'a [usize],
}

impl<'a> Iterator for Steps<'a> {
    type Item = &'a [usize];

    fn next(&mut self) -> Option<&'a [usize]> {
        let first = self.changes.get(*self.left.first()?)?;
        let goes_on = |pair: &&[usize]| {
            let [a, b] = [self.changes.get(pair[0]), self.changes.get(pair[1])];
            a.zip(b).is_some_and(|(a, b)| {
                b.kind == ChangeKind::Cell
                    && b.entity == a.entity
                    && b.label == a.label
                    && a.cell_after() == b.cell_before()
            })
        };
        let more = match first.kind {
            ChangeKind::Cell => self.left.windows(2).take_while(goes_on).count(),
            _ => 0,
        };
        let (steps, left) = self.left.split_at(more + 1);
        self.left = left;
        Some(steps)
    }
}

fn sentence(book: &Rulebook, then: &GameState, why: &Why, steps: &[usize]) -> String {
    match steps {
        [at] => names::told(book, then, &why.changes, *at).unwrap_or_default(),
        steps => {
            let cells = steps.iter().filter_map(|&at| why.changes.get(at));
            let mut way = String::new();
            let mut who = String::new();
            for change in cells {
                if way.is_empty() {
                    who = names::entity(book, then, change.entity);
                    way = change.cell_before().to_string();
                }
                way.push_str(" → ");
                way.push_str(&change.cell_after().to_string());
            }
            format!("{who}: {way}")
        }
    }
}

const MOST: usize = 6;

/// Returns the log indices of changes at a cell and its unit, or else of all deaths, the gravest first if there are too
/// many.
#[must_use]
pub fn changes_about(marks: &[Mark], cell: Cell, unit: EntityId) -> Vec<u32> {
    let here = chosen(marks, |mark| is_of(mark, cell, unit));
    if here.is_empty() { chosen(marks, is_death) } else { here }
}

/// Whether a cell or its unit has predicted effects with causes.
#[must_use]
pub fn is_foreseen(marks: &[Mark], cell: Cell, unit: EntityId) -> bool {
    !chosen(marks, |mark| is_of(mark, cell, unit)).is_empty()
}

/// Whether a death is predicted on a cell or for its unit.
#[must_use]
pub fn is_death_foreseen(marks: &[Mark], cell: Cell, unit: EntityId) -> bool {
    marks.iter().any(|mark| is_death(mark) && is_of(mark, cell, unit))
}

/// Returns the log index of a unit's predicted death.
#[must_use]
pub fn death_of(marks: &[Mark], unit: EntityId) -> Option<u32> {
    marks.iter().find(|mark| is_death(mark) && mark.unit() == Some(unit)).map(|mark| mark.change)
}

/// Returns the distinct units that die in these changes.
#[must_use]
pub fn who_dies(marks: &[Mark], changes: &[u32]) -> Vec<EntityId> {
    let asked = marks.iter().filter(|mark| changes.contains(&mark.change)).filter_map(Mark::unit);
    let mut dying: Vec<EntityId> = Vec::new();
    for unit in asked.filter(|&unit| death_of(marks, unit).is_some()) {
        if !dying.contains(&unit) {
            dying.push(unit);
        }
    }
    dying
}

fn is_of(mark: &Mark, cell: Cell, unit: EntityId) -> bool {
    unit.is_some() && mark.unit() == Some(unit) || mark.cell() == Some(cell)
}

const fn is_death(mark: &Mark) -> bool {
    matches!(mark.kind, MarkKind::Death { .. })
}

fn chosen(marks: &[Mark], about: impl Fn(&Mark) -> bool) -> Vec<u32> {
    let is_told = |mark: &&Mark| mark.change != u32::MAX && !matches!(mark.kind, MarkKind::Undecided { .. });
    let mut told: Vec<&Mark> = marks.iter().filter(is_told).filter(|mark| about(mark)).collect();
    let mut laid = BTreeMap::new();
    told.retain(|mark| match mark.kind {
        MarkKind::Surface { cell, surface } => laid.insert(cell, surface) != Some(surface),
        _ => true,
    });
    let deaths: Vec<(EntityId, u16)> =
        told.iter().filter(|mark| is_death(mark)).filter_map(|mark| Some((mark.unit()?, mark.deed))).collect();
    let is_of_death = |mark: &Mark| {
        let is_blow = matches!(mark.kind, MarkKind::Number { .. });
        is_blow && deaths.iter().any(|&(unit, deed)| mark.unit() == Some(unit) && mark.deed == deed)
    };
    told.retain(|mark| !is_of_death(mark));
    told.sort_by_key(|mark| match mark.kind {
        MarkKind::Death { .. } => 0,
        MarkKind::Number { .. } => 1,
        _ => 2,
    });
    told.truncate(MOST);
    let mut changes: Vec<u32> = told.iter().map(|mark| mark.change).collect();
    changes.sort_unstable();
    changes.dedup();
    changes
}
