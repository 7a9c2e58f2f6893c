//! Undo of deterministic steps, and rewind to any earlier decision, which forks the record.

use super::Referee;
use crate::briefing::{Occasion, RewindPoint};
use crate::called::{self, Actor, Called};
use crate::record::{Entry, Replay};
use crate::seat::{Report, Seen};
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::flag;
use foretoken_vm::{Advance, Change, ChangeKind, EntityId, Team, Token, TokenSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An activation that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activated {
    /// Index of the preceding rewind point.
    pub rewind_point: usize,
    /// Actor.
    pub who: Actor,
    pub(super) entry: u32,
    pub(super) index: usize,
    pub(super) advance: Advance,
}

/// Reason why an undo is refused, as a sentence for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// The battle has just begun.
    #[error("There is nothing to undo.")]
    Nothing,
    /// The last round used chance.
    #[error("The last round used chance, so you cannot undo it. You can still rewind to before it.")]
    Chance,
    /// The last round revealed hidden information.
    #[error("The last round revealed hidden things, so you cannot undo it. You can still rewind to before it.")]
    Reveal,
    /// The last decision is another side's.
    #[error("Another side has decided since then, so you cannot undo. You can still rewind.")]
    OtherSide,
    /// The battle is ironman.
    #[error("Ironman: no undo past a played round. You can still undo orders of this round.")]
    Ironman,
    /// The earlier battle does not fit the changed assets.
    #[error("The assets were changed since then, so the battle cannot go back to that point.")]
    Assets,
    /// The request is on its way to a server, which answers later.
    #[error("Asked the server to undo.")]
    Asked,
    /// The battle is at a server.
    #[error("An online battle cannot go back to an earlier point. You can ask to undo the last decision.")]
    Online,
}

pub(super) fn decision(replay: &Replay, unit: EntityId) -> Occasion {
    let uses = replay.plan.intent(unit).map_or(&[][..], |intent| intent.uses.as_slice());
    let actions = uses.iter().map(|used| called::action(&replay.book, used.program).to_owned()).collect();
    Occasion::Decided { unit: Called::of(&replay.book, replay.battle.state(), unit), actions }
}

/// Whether a seat must decide next, in this round if sides decide in sequence. Other rounds get no rewind point.
fn is_seat_next(replay: &Replay) -> bool {
    let planned = |choose: &Choose| replay.battle.state().is_planned(choose.team);
    replay.choose().is_some_and(|choose| choose.until == Until::Closed || !planned(&choose))
}

/// Returns why the executed run cannot be undone: a seat saw an activation that drew chance, a hidden unit that appeared, or a
/// veiled action of the planner. An activation that no seat saw never stops undo, so that a refusal does not reveal it.
pub(super) fn barrier(replay: &Replay, seen_by_seats: &[(Team, Seen)]) -> Option<Refusal> {
    let seen = || seen_by_seats.iter().flat_map(|(_, seen)| &seen.activations).copied();
    if seen().any(|activation| replay.drew_chance[activation]) {
        return Some(Refusal::Chance);
    }
    let unhides = |c: &Change| c.kind == ChangeKind::Flags && (c.before & !c.after) as u32 & flag::HIDDEN != 0;
    let reveals = |(team, seen): &(Team, Seen)| {
        let mut changes = seen.activations.iter().flat_map(|&activation| replay.changes_of(activation));
        changes.any(|change| unhides(change) || change.is_arrival_in_sight_of(*team))
    };
    let is_veiled = |program: &TokenSet| program.code.iter().any(|instr| matches!(instr, Token::Veil(_)));
    let veils = |activation: usize| {
        let state = replay.battle.state();
        replay.spans_of(activation).iter().any(|span| {
            state.is_planned(state.entity(span.actor).team) && replay.book.program(span.program).is_some_and(is_veiled)
        })
    };
    (seen_by_seats.iter().any(reveals) || seen().any(veils)).then_some(Refusal::Reveal)
}

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    rewind_points: Vec<RewindPoint>,
    barriers: Vec<(usize, Refusal)>,
    activations: Vec<Activated>,
    undos: u32,
    rescues: u32,
    advised: u32,
    /// Number of notes, such as `Advised`, since the last entry that is none.
    notes: u32,
}

impl History {
    pub(super) fn push(&mut self, rewind_point: RewindPoint) {
        self.rewind_points.push(rewind_point);
    }

    pub(super) fn close_run(&mut self, barrier: Option<Refusal>, round: i32, is_over: bool) {
        let goes_on = !is_over && self.rewind_points.last().is_some_and(|rewind_point| rewind_point.round == round);
        let at = self.rewind_points.len() - usize::from(goes_on);
        self.barriers.extend(barrier.map(|refusal| (at, refusal)));
    }

    pub(super) fn executed(&mut self, entry: u32, replay: &Replay) {
        let Some(rewind_point) = self.rewind_points.len().checked_sub(1) else { return };
        let who = |advance| Actor::of(&replay.book, replay.battle.state(), advance);
        let ran = replay.activations.iter().enumerate();
        let ran =
            ran.map(|(index, &(advance, _))| Activated { rewind_point, who: who(advance), entry, index, advance });
        self.activations.extend(ran);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.rewind_points.last().is_some_and(|rewind_point| rewind_point.what == Occasion::End)
    }

    /// Adds an exchange or edit with this entry. The present point moves after it, so undo keeps it.
    pub(super) fn patched(&mut self, round: i32, entry: u32) {
        if let Some(rewind_point) = self.rewind_points.last_mut() {
            (rewind_point.round, rewind_point.entry) = (round, entry);
        }
    }

    pub(super) fn observe(&mut self, number: u32, entry: &Entry, replay: &Replay, seen_by_seats: &[(Team, Seen)]) {
        // A round begins with the entry before the first decision; notes in between do not count.
        let before = number.saturating_sub(1 + self.notes);
        let is_note = matches!(entry, Entry::Advised | Entry::Rescued | Entry::Clock(_) | Entry::TimedOut(_));
        self.notes = if is_note { self.notes + 1 } else { 0 };
        match entry {
            Entry::Decide(decide) | Entry::DecidePart(decide) => {
                let round = replay.battle.state().round();
                let side = replay.battle.state().entity(decide.unit).team;
                if replay.battle.state().is_planned(side) {
                    if is_seat_next(replay) {
                        self.begin(round, number);
                    }
                } else {
                    self.begin(round, before);
                    self.push(RewindPoint::decided(round, decision(replay, decide.unit), number, Some(side)));
                }
            }
            Entry::Commit(_) | Entry::CommitPart(_) => {
                self.executed(number, replay);
                let (round, is_over) = (replay.battle.state().round(), replay.is_over());
                self.close_run(barrier(replay, seen_by_seats), round, is_over);
                if is_seat_next(replay) {
                    self.begin(round, number);
                }
            }
            Entry::End(_) if !self.has_ended() => {
                let round = replay.battle.state().round();
                self.push(RewindPoint::decided(round, Occasion::End, number, None));
            }
            Entry::AssetPatch(_) | Entry::AssetFiles(_) | Entry::Exchange(_) | Entry::Edit(_) => {
                self.patched(replay.battle.state().round(), number)
            }
            Entry::Close(team) if replay.battle.state().is_planned(Team(*team)) => {}
            Entry::Close(team) => {
                let round = replay.battle.state().round();
                self.begin(round, before);
                self.push(RewindPoint::decided(round, Occasion::Closed, number, Some(Team(*team))));
            }
            Entry::UndoTo(to) | Entry::ForkTo(to) => {
                if let Some(at) = self.rewind_points.iter().rposition(|rewind_point| rewind_point.entry <= *to) {
                    self.cut(at, *to);
                }
            }
            Entry::Rescued => self.rescues += 1,
            Entry::Advised => self.advised += 1,
            _ => {}
        }
    }

    pub(super) fn begin(&mut self, round: i32, entry: u32) {
        match self.rewind_points.last_mut().filter(|rewind_point| rewind_point.round == round) {
            None => self.push(RewindPoint { round, what: Occasion::RoundBegins, entry, asked: entry, team: None }),
            Some(rewind_point) if rewind_point.what == Occasion::RoundBegins => {
                rewind_point.entry = rewind_point.entry.max(entry);
                rewind_point.asked = rewind_point.entry;
            }
            Some(_) => {}
        }
    }

    fn check_undo_to(&self, target: usize) -> Result<(), Refusal> {
        self.barriers.iter().find(|&&(barrier, _)| barrier > target).map_or(Ok(()), |&(_, refusal)| Err(refusal))
    }

    fn has_run_after(&self, entry: u32) -> bool {
        self.activations.iter().any(|ran| ran.entry > entry)
    }

    fn cut(&mut self, at: usize, entry: u32) {
        self.undos += u32::from(self.has_run_after(entry));
        self.rewind_points.truncate(at + 1);
        self.barriers.retain(|&(barrier, _)| barrier <= at);
        self.activations.retain(|ran| ran.entry <= entry);
    }
}

impl Referee {
    /// Returns all rewind points, oldest first; the last is the present.
    #[must_use]
    pub fn rewind_points(&self) -> &[RewindPoint] {
        &self.history.rewind_points
    }

    /// Returns all activations, oldest first.
    #[must_use]
    pub fn activations(&self) -> &[Activated] {
        &self.history.activations
    }

    /// Undoes the last decision. At the start of a round, undoes its execution but keeps its last decision.
    ///
    /// # Errors
    ///
    /// The reason why not, as a sentence.
    pub fn undo(&mut self, team: Team) -> Result<(), Refusal> {
        let target = self.undo_target().ok_or(Refusal::Nothing)?;
        self.history.check_undo_to(target)?;
        self.may_take_back(team, target)?;
        self.go_to(target, false)
    }

    fn undo_target(&self) -> Option<usize> {
        let now = self.history.rewind_points.len();
        let target = now.checked_sub(2)?;
        // If decisions run at once, undoing only the execution would repeat it.
        let is_decision = self.history.rewind_points[now - 1].team.is_some();
        if !is_decision && self.is_automatic_after(self.history.rewind_points[target].entry) {
            return target.checked_sub(1);
        }
        Some(target)
    }

    /// Whether [`Self::undo`] would take back something that ran.
    #[must_use]
    pub fn is_run_undone(&self) -> bool {
        self.undo_target().is_some_and(|target| self.history.has_run_after(self.rest_of(target)))
    }

    fn is_automatic_after(&self, entry: u32) -> bool {
        let then = self.replay.at(entry);
        let asked = then.and_then(|then| (!then.is_over()).then(|| then.choose()));
        asked.is_some_and(|asked| asked.is_none_or(|choose| self.seat_control.is_planned(choose.team)))
    }

    /// Undoes all decisions of a side since its turn began.
    ///
    /// # Errors
    ///
    /// If it has decided nothing, another side decided later, or an undo barrier follows.
    pub fn reset_turn(&mut self, team: Team) -> Result<(), Refusal> {
        let round = self.replay.battle.state().round();
        let rewind_points = &self.history.rewind_points;
        let begun = rewind_points.iter().rposition(|m| m.round != round).map_or(0, |at| at + 1);
        let others = rewind_points.iter().rposition(|m| m.team.is_some_and(|of| of != team)).unwrap_or_default();
        let first = begun.max(others);
        if first + 1 >= rewind_points.len() {
            return Err(Refusal::Nothing);
        }
        self.history.check_undo_to(first)?;
        self.may_take_back(team, first)?;
        self.go_to(first, false)
    }

    /// Checks that the decisions are the side's own. If units of another seat can hide and decisions run at once,
    /// nothing executed can be undone: the answer would reveal hidden activations.
    fn may_take_back(&self, team: Team, target: usize) -> Result<(), Refusal> {
        let others = self.history.rewind_points[target + 1..]
            .iter()
            .any(|rewind_point| rewind_point.team.is_some_and(|of| of != team));
        let is_seat = |of: Team| of != Team::NEUTRAL && !self.seat_control.is_planned(of);
        let is_asked_between = !self.book().scheduler.is_decided_ahead();
        let may_hide = || is_asked_between && self.book().may_hide_from(team).any(is_seat);
        let is_secret = || self.history.has_run_after(self.rest_of(target)) && may_hide();
        if others || is_secret() { Err(Refusal::OtherSide) } else { Ok(()) }
    }

    /// Returns the number of undos of executed decisions.
    #[must_use]
    pub const fn undos(&self) -> u32 {
        self.history.undos
    }

    /// Returns the number of used rescues.
    #[must_use]
    pub const fn rescues(&self) -> u32 {
        self.history.rescues
    }

    /// Counts a used rescue.
    pub fn rescued(&mut self) {
        self.history.rescues += 1;
        self.enter_or_tell(Entry::Rescued);
    }

    /// Returns the number of orders that the computer gave for a player.
    #[must_use]
    pub const fn advised(&self) -> u32 {
        self.history.advised
    }

    /// Counts an order that the computer gives for a player.
    pub fn advise(&mut self) {
        self.history.advised += 1;
        self.enter_or_tell(Entry::Advised);
    }

    /// Rewinds to a point and forks the record there.
    ///
    /// # Errors
    ///
    /// The reason why not, as a sentence.
    pub fn rewind(&mut self, rewind_point: usize) -> Result<(), Refusal> {
        let rewind_points = &self.history.rewind_points;
        let Some(there) = rewind_points.get(rewind_point) else { return Err(Refusal::Nothing) };
        let alone = rewind_points.get(rewind_point + 1).is_some_and(|next| next.team.is_none())
            && self.is_automatic_after(there.entry);
        self.go_to(rewind_point + usize::from(alone), true)
    }

    /// Returns the entry after which the battle waited for the next decision, so that immediate executions are not
    /// repeated.
    fn rest_of(&self, rewind_point: usize) -> u32 {
        let rewind_points = &self.history.rewind_points;
        match rewind_points.get(rewind_point + 1) {
            Some(next) if next.team.is_some() => next.asked,
            Some(_) => rewind_points[rewind_point].entry,
            None => self.entries.saturating_sub(1),
        }
    }

    fn go_to(&mut self, rewind_point: usize, fork: bool) -> Result<(), Refusal> {
        self.settle_patch();
        let entry = self.rest_of(rewind_point);
        if self.setup.ironman && self.history.has_run_after(entry) {
            return Err(Refusal::Ironman);
        }
        let in_force = Arc::clone(&self.replay.book);
        let renames = self.replay.renames_since(entry);
        if !self.replay.go_back(entry) {
            return Err(Refusal::Nothing);
        }
        let patched = !Arc::ptr_eq(&in_force, &self.replay.book);
        if patched && self.replay.battle.carried_over(&self.replay.book, &in_force, &renames).is_err() {
            self.replay.go_back(self.entries.saturating_sub(1));
            return Err(Refusal::Assets);
        }
        self.enter_or_tell(if fork { Entry::ForkTo(entry) } else { Entry::UndoTo(entry) });
        let told = Team::ALL.map(|team| self.number_for(team, u32::MAX));
        self.history.cut(rewind_point, entry);
        self.seen.iter_mut().for_each(|seen| seen.truncate(seen.partition_point(|&at| at <= entry)));
        if patched && self.replay.exchange(in_force, &renames).is_ok() {
            self.enter_patch(renames);
        }
        let left = Team::ALL.map(|team| self.number_for(team, u32::MAX));
        let reports = std::mem::take(&mut self.reports).into_iter();
        let up_to =
            |(team, report): (Team, Report)| Some((team, report.up_to(left[usize::from(team.0) % Team::COUNT])?));
        self.reports = reports.filter_map(up_to).collect();
        for ((taken_back, told), left) in self.taken_back.iter_mut().zip(told).zip(left) {
            if left < told {
                *taken_back = Some(taken_back.map_or(left, |earlier| earlier.min(left)));
            }
        }
        self.advance();
        Ok(())
    }
}
