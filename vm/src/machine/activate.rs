//! Activations: the one update function, which runs the next step of the turn order. Prediction and execution differ
//! only in chance and veils.

use super::cx::{Frame, Resolved, RunContext};
use super::declare::Question;
use super::halting::{Begun, Left};
use super::ordering::OrderContext;
use super::step::Exit;
use crate::intent::{ActionUse, Intent};
use crate::program::{Cost, Label, TokenSet};
use crate::rulebook::Opening;
use crate::schedulers::{Next, View};
use crate::space::{Cell, Symmetry};
use crate::state::{BattleField, Change, ChangeKind, EntityId, Log, MAX_CAPTURED, Slot, Team, entry, flag};
use crate::stats::{Capabilities, Clock, EffectSourceClass, EffectSourceRef, Event, StatId};
use crate::trap::Trap;
use crate::validate::{Points, RefusedUse, UseError};
use std::ops::ControlFlow;

/// Step that one call of the update function ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// A unit's activation; with the question if its intent lacks an answer.
    Unit(EntityId, Option<Question>),
    /// The agenda entry with this index.
    Entry(u16),
    /// A side's turn ended.
    TurnEnd(Team),
    /// The round ended and the next one began.
    RoundEnd,
    /// The side must choose a unit to activate; nothing ran.
    Waits,
    /// The battle is decided; nothing ran.
    Over,
}

/// One call of the update function, with the log's state before it, for reverting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ran {
    /// Step that ran.
    pub advance: Advance,
    /// Log index of its first change.
    pub first: usize,
    /// Whether chance was drawn before it.
    pub drew_chance: bool,
    /// Whether something veiled was skipped before it.
    pub uncertain: bool,
    /// Whether a prediction ends here.
    pub is_horizon: bool,
    /// Whether it was unknown before it if the battle goes on.
    pub outcome_unknown: bool,
    pub(crate) is_ready: bool,
}

impl<'a> RunContext<'a> {
    #[inline]
    pub(crate) fn run(&mut self, mut after: impl FnMut(Ran) -> ControlFlow<()>) {
        loop {
            let ran = match self.run_series(&mut after) {
                Left::Enough => return,
                Left::Full(rows) => {
                    _ = self.log.changes.room(2 * rows);
                    continue;
                }
                Left::Begun(begun) => self.go_on(begun),
                Left::Next => self.run_next(),
            };
            if after(ran).is_break() || ran.advance == Advance::Over {
                return;
            }
        }
    }

    pub(crate) fn run_one(&mut self) -> Advance {
        let mut advance = Advance::Over;
        self.run(|ran| {
            advance = ran.advance;
            ControlFlow::Break(())
        });
        advance
    }

    pub(crate) fn run_next(&mut self) -> Ran {
        let Log { drew_chance, uncertain, outcome_unknown, .. } = *self.log;
        let (first, is_ready) = (self.log.changes.len(), self.is_ready());
        let advance = self.advance();
        self.read_paces();
        let is_horizon = self.is_horizon(advance);
        Ran { advance, first, drew_chance, uncertain, outcome_unknown, is_horizon, is_ready }
    }

    #[inline]
    pub(crate) const fn is_ready(&self) -> bool {
        self.judged <= self.log.len() && !self.state.is_agenda_stale()
    }

    fn is_horizon(&self, after: Advance) -> bool {
        let ends = self.book.scheduler.is_horizon(&self.view(), after);
        ends && (self.book.policies.is_empty() || !self.is_continued_by_policy(after))
    }

    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        View::new(self.book, self.state, self.plan, self.viewer).with_paces(self.paces())
    }

    #[inline(never)]
    pub(crate) fn advance(&mut self) -> Advance {
        if self.state.battle(BattleField::Outcome) != 0 {
            return Advance::Over;
        }
        self.begin_budget();
        self.top = 0;
        self.buffers.forget();
        self.read_watch();
        self.note_auras();
        let scheduler = &self.book.scheduler;
        self.read_paces();
        scheduler.prepare(&mut OrderContext(self));
        let first = self.log.changes.len();
        let advance = match self.state.open_activation() {
            Some((id, done)) => {
                let began = self.act(id, done);
                let question = self.asked.take();
                self.end_activation(id, !began && done == 0);
                Advance::Unit(id, question)
            }
            None => {
                self.read_paces();
                self.advance_next(scheduler.next(&self.view()), first)
            }
        };
        self.look_around(first);
        self.settle_auras();
        self.check_victory();
        advance
    }

    fn advance_next(&mut self, next: Next, first: usize) -> Advance {
        let scheduler = &self.book.scheduler;
        match next {
            Next::Slot(place, slot) => {
                let view = self.view();
                self.passes =
                    matches!(slot, Slot::Unit(id) if view.is_controlled_by_policy(id) && scheduler.is_pass(&view, id));
                scheduler.begin(&mut OrderContext(self), place, slot);
                self.trace_engine(first);
                match slot {
                    Slot::Unit(id) => Advance::Unit(id, self.activate(id)),
                    Slot::Entry(index) => {
                        self.run_entry(index);
                        Advance::Entry(index)
                    }
                }
            }
            Next::Choice => Advance::Waits,
            Next::TurnEnd(team) => {
                scheduler.end_turn(&mut OrderContext(self), team);
                self.trace_engine(first);
                self.clock(&[Clock::SideBegins], EntityId::NONE);
                Advance::TurnEnd(team)
            }
            Next::RoundEnd => {
                if self.book.decoded.carries {
                    self.round_rewind_points();
                }
                let first = self.log.changes.len();
                scheduler.end_round(&mut OrderContext(self));
                self.trace_engine(first);
                self.clock(&[Clock::SideBegins], EntityId::NONE);
                self.run_timetable();
                Advance::RoundEnd
            }
        }
    }

    pub(super) fn begin_budget(&mut self) {
        let limits = &self.book.limits;
        self.fuel = limits.fuel;
        self.work = limits.work();
        self.last_change = self.log.round_first + limits.round_changes as usize;
        self.cycle = (self.log.changes.len(), EntityId::NONE);
    }

    fn trace_engine(&mut self, first: usize) {
        if self.log.tracing {
            self.frame = Frame::new(crate::state::Span::ENGINE, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
            self.trace(first, 0);
        }
    }

    /// Counts this activation for entries timed by activations, and runs those that are due. Entries timed by all
    /// activations skip hidden units.
    #[cold]
    #[inline(never)]
    fn count_activation(&mut self, id: EntityId) {
        let hides = self.is_unseen_by_any(id);
        let waits = |(index, words): (usize, &entry::Entry)| {
            let (left, own) = entry::activations_left(words)?;
            let owner = EntityId(words[entry::OWNER] as u16);
            let is_over = own && !self.state.entity(owner).is_alive();
            let waits = (words[entry::WAITING], index as u16, left, is_over);
            (!own && !hides || own && owner == id || is_over).then_some(waits)
        };
        let mut waiting: Vec<_> = self.state.entries().iter().enumerate().filter_map(waits).collect();
        waiting.sort_unstable();
        for (number, index, left, is_over) in waiting {
            let Some(&words) = self.state.entries().get(usize::from(index)) else { continue };
            // An earlier entry may have ended another one and reused its slot.
            if words[entry::WAITING] != number || entry::activations_left(&words).is_none_or(|(now, _)| now != left) {
                continue;
            }
            if left > 1 && !is_over {
                let due = words[entry::DUE_ROUND];
                self.write(Change::entry(index, entry::DUE_ROUND, due, due - 1, Label::NONE));
            } else {
                self.run_entry(index);
            }
        }
    }

    pub(super) fn has_activation_counts(&self) -> bool {
        self.state.entries().iter().any(|words| entry::activations_left(words).is_some())
    }

    fn activate(&mut self, id: EntityId) -> Option<Question> {
        let is_postponed = self.state.entity(id).is_postponed();
        if self.has_activation_counts() {
            self.count_activation(id);
            if !self.state.entity(id).is_alive() {
                self.end_activation(id, true);
                return None;
            }
        }
        // Fields are read late: copying a row just after a write stalls on it.
        let entity = self.state.entity(id);
        let stunned = i32::from(entity.stunned);
        if entity.flags & flag::ANCHORED != 0 && self.book.unit_type(entity).is_some_and(|kind| !kind.anchored) {
            self.set_flags(id, 0, flag::ANCHORED, Label::NONE);
        }
        if is_postponed {
            self.set_flags(id, 0, flag::POSTPONED, Label::NONE);
        }
        let mut began = false;
        if self.book.decoded.carries {
            self.begin_rewind_points(id);
            if !self.state.entity(id).is_alive() {
                self.end_activation(id, true);
                return None;
            }
        }
        let question = if self.book.decoded.carries && self.is_stopped(id) {
            self.note(ChangeKind::SkippedStunned, id, self.state.entity(id).cell.bits(), 0, 0, Label::NONE);
            None
        } else if stunned > 0 {
            self.set_number(ChangeKind::Stunned, id, stunned, stunned - 1, Label::NONE);
            self.note(ChangeKind::SkippedStunned, id, self.state.entity(id).cell.bits(), 0, 0, Label::NONE);
            None
        } else {
            began = self.act(id, 0);
            self.asked.take()
        };
        self.end_activation(id, !began);
        question
    }

    fn end_activation(&mut self, id: EntityId, idle: bool) {
        if self.state.open_activation().is_none() {
            self.end_redirect(id);
            if self.book.decoded.carries {
                self.end_rewind_points(id);
            }
            let first = self.log.changes.len();
            self.book.scheduler.end(&mut OrderContext(self), id, idle);
            self.trace_order(first);
        }
    }

    fn trace_order(&mut self, first: usize) {
        if self.log.changes.len() > first {
            self.trace_engine(first);
        }
    }

    fn begin_rewind_points(&mut self, id: EntityId) {
        self.rewind_point_of(id, Capabilities::BEGINS, &|on| matches!(on, Event::Begins));
        self.clock(&[Clock::BearerBegins, Clock::SourceBegins], id);
        self.begin_budget();
    }

    fn end_rewind_points(&mut self, id: EntityId) {
        self.rewind_point_of(id, Capabilities::ENDS, &|on| matches!(on, Event::Ends));
        self.clock(&[Clock::BearerEnds, Clock::SourceEnds, Clock::AnyEnds], id);
        self.pass_recharges(id);
        self.forget_dropped(id);
    }

    fn round_rewind_points(&mut self) {
        for index in 0..self.state.entities().len() {
            let id = EntityId(index as u16);
            if self.state.entity(id).is_alive() {
                self.rewind_point_of(id, Capabilities::ROUND_ENDS, &|on| matches!(on, Event::RoundEnds));
            }
        }
        self.clock(&[Clock::RoundEnds], EntityId::NONE);
        if self.book.scheduler.is_rounds() {
            (0..self.state.entities().len()).for_each(|index| self.forget_dropped(EntityId(index as u16)));
        }
    }

    #[inline(always)]
    pub(super) fn end_redirect(&mut self, id: EntityId) {
        let turned = self.state.entity(id).redirect;
        if turned != Symmetry::IDENTITY {
            self.set_number(ChangeKind::Redirected, id, i32::from(turned.index()), 0, Label::NONE);
        }
    }

    #[inline(never)]
    fn go_on(&mut self, begun: Begun) -> Ran {
        let Begun { id, first, .. } = begun;
        let Log { drew_chance, uncertain, outcome_unknown, .. } = *self.log;
        let (plan, is_ready) = (self.plan, begun.is_ready);
        if let Some(intent) = plan.intent(id) {
            self.run_uses(id, intent, begun.use_index, Some(&begun));
        }
        self.end_redirect(id);
        // The activation may have given a unit an effect source that handles its end.
        if self.book.decoded.carries {
            self.end_rewind_points(id);
        }
        self.check_victory();
        let advance = Advance::Unit(id, None);
        Ran { advance, first, drew_chance, uncertain, outcome_unknown, is_horizon: false, is_ready }
    }

    fn act(&mut self, id: EntityId, done: usize) -> bool {
        if let Some(policy) = self.book.policy_of(self.state, id) {
            self.set_battle(BattleField::Open, 0);
            return self.act_by_policy(id, policy);
        }
        let plan = self.plan;
        let Some(intent) = plan.intent(id) else {
            self.note(ChangeKind::Undecided, id, self.state.entity(id).cell.bits(), 0, 0, Label::NONE);
            self.set_battle(BattleField::Open, 0);
            return false;
        };
        self.asking = self.viewer.is_some() && !intent.complete;
        let began = self.run_uses(id, intent, done, None);
        self.asking = false;
        let undecided = !intent.complete && self.state.entity(id).is_alive();
        let stays_open = undecided && (self.keeps_open || self.viewer.is_none() && self.book.scheduler.is_stepwise());
        let open = if stays_open { BattleField::open(id, intent.uses.len()) } else { 0 };
        self.set_battle(BattleField::Open, open);
        if undecided && !stays_open {
            self.note(ChangeKind::Undecided, id, self.state.entity(id).cell.bits(), 0, 0, Label::NONE);
        }
        began
    }

    pub(super) fn run_uses(&mut self, id: EntityId, intent: &'a Intent, done: usize, begun: Option<&Begun>) -> bool {
        let book = self.book;
        let Some(kind) = book.unit_type(self.state.entity(id)) else { return false };
        let (mut points, mut began) = (Points::under(book, kind), false);
        for (index, used) in intent.uses.iter().enumerate() {
            let before = &intent.uses[..index];
            let owns = index < done || self.state.sheet(book).has_action(id, used.program);
            let paid = points.pay(book, owns, before, used);
            let allowed = paid.and_then(|program| {
                let is_next = index >= done && begun.is_none_or(|begun| begun.use_index != index);
                if is_next {
                    self.state.sheet(book).admits_decided(id, used.program)?;
                    book.scheduler.allows(&self.view(), id, before, program)?;
                }
                Ok(program)
            });
            let program = match allowed {
                Ok(program) => program,
                Err(_) if index < done => continue,
                Err(error) => {
                    let refused = self.state.sheet(book).refused(id, used.program, error);
                    let note = RefusedUse { index: index as u8, ..refused }.to_note(id);
                    self.note(note.kind, id, note.at, note.before, note.after, note.label);
                    if error == UseError::TooManyUses {
                        break;
                    }
                    continue;
                }
            };
            if index < done {
                continue;
            }
            self.use_index = index;
            began = true;
            let first = self.log.changes.len();
            let exit = match begun.filter(|begun| begun.use_index == index) {
                Some(begun) => {
                    self.cycle = (begun.use_first, id);
                    self.resume_action(program, used, begun.stretch, begun.before)
                }
                None => self.begin_use(id, index, program, used),
            };
            match exit {
                Exit::Done => self.end_use(id, program, first),
                Exit::Suspended => break,
                Exit::Trapped(trap) => {
                    self.trapped(id, trap);
                    self.end_use(id, program, first);
                    break;
                }
            }
            if !self.state.entity(id).is_alive() {
                break;
            }
        }
        began
    }

    fn end_use(&mut self, id: EntityId, program: &TokenSet, first: usize) {
        let book = self.book;
        if !book.scheduler.is_rounds() {
            let at = self.log.changes.len();
            book.scheduler.end_use(&mut OrderContext(self), id, program, first);
            self.trace_order(at);
        }
        if book.decoded.carries && program.cost != Cost::Free {
            self.rewind_point_of(id, Capabilities::USE_ENDS, &|on| matches!(on, Event::UseEnds));
            self.clock(&[Clock::UseEnds], id);
        }
    }

    fn begin_use(&mut self, id: EntityId, index: usize, program: &'a TokenSet, used: &'a ActionUse) -> Exit {
        if self.log.tracing {
            let first = self.log.len();
            self.note(ChangeKind::Uses, id, u32::from(used.program), index as i32, 0, Label::NONE);
            self.trace_engine(first);
        }
        let book = self.book;
        if !book.scheduler.is_rounds() {
            let at = self.log.changes.len();
            book.scheduler.begin_use(&mut OrderContext(self), id, program);
            self.trace_order(at);
        }
        let here = self.state.entity(id).cell;
        let first = self.log.changes.len();
        self.set_flags(id, 0, flag::HIDDEN, Label::NONE);
        self.look_around(first);
        if book.decoded.carries {
            self.pay_skill(id, used.program);
            if program.cost != Cost::Free {
                self.rewind_point_of(id, Capabilities::USES, &|on| matches!(on, Event::Uses));
                if !self.state.entity(id).is_alive() {
                    return Exit::Done;
                }
            }
        }
        // Showing and payment can change auras; their handlers run before the program begins.
        self.settle_auras();
        if !self.state.entity(id).is_alive() {
            return Exit::Done;
        }
        self.cycle = (self.log.changes.len(), id);
        self.frame = Frame::new(used.program, id, id, here, 0);
        if book.decoded.carries
            && let Some((skill, _)) = self.state.sheet(book).skill_of(id, used.program)
        {
            self.frame.scope.of = EffectSourceRef { class: EffectSourceClass::Skill, kind: skill };
        }
        self.run_action(program, used)
    }

    #[cold]
    pub(super) fn trapped(&mut self, id: EntityId, trap: Trap) {
        self.note(ChangeKind::Trapped, id, 0, 0, trap as i32, Label::NONE);
    }

    fn run_entry(&mut self, index: u16) {
        let Some(&words) = self.state.entries().get(index as usize) else { return };
        let owner = EntityId(words[entry::OWNER] as u16);
        let program = words[entry::PROGRAM] as u16;
        let first = self.log.changes.len();
        for (at, &before) in words.iter().enumerate() {
            if before != 0 {
                self.write(Change::entry(index, at, before, 0, Label::NONE));
            }
        }
        let body = *self.state.entity(owner);
        if words[entry::DIES_WITH_OWNER] != 0 && !body.is_alive() {
            return;
        }
        self.note(ChangeKind::EntryDue, owner, u32::from(program), 0, 0, Label::NONE);
        self.trace_engine(first);
        let mut frame = Frame::new(program, owner, owner, body.cell, 0);
        frame.needs_owner = words[entry::DIES_WITH_OWNER] != 0;
        if let Exit::Trapped(trap) = self.run_captured(frame, &words) {
            self.trapped(owner, trap);
        }
    }

    fn run_timetable(&mut self) {
        let (book, round) = (self.book, self.state.round());
        for timed in book.timetable.iter().filter(|timed| timed.is_due(round)) {
            self.begin_budget();
            let first = self.log.changes.len();
            self.note(ChangeKind::EntryDue, EntityId::NONE, u32::from(timed.program), 0, 0, Label::NONE);
            self.trace_engine(first);
            let mut frame = Frame::new(timed.program, EntityId::NONE, EntityId::NONE, timed.cell, 0);
            frame.needs_owner = false;
            if let Exit::Trapped(trap) = self.run_inner(frame, &[]) {
                self.trapped(EntityId::NONE, trap);
            }
        }
    }

    fn run_captured(&mut self, frame: Frame, words: &crate::state::Entry) -> Exit {
        let captured = self.book.program(frame.program).map_or(0, |program| program.captured as usize);
        let mut answers = [Resolved::NONE; MAX_CAPTURED];
        for (answer, words) in answers.iter_mut().zip(words[entry::CAPTURED..].chunks_exact(2)) {
            *answer = Resolved::from_words([words[0], words[1]]);
        }
        self.run_inner(frame, &answers[..captured.min(MAX_CAPTURED)])
    }

    pub(crate) fn set_up(&mut self, opening: &Opening) {
        let book = self.book;
        self.set_battle(BattleField::Setting, BattleField::setting(opening.deciders.sides(), opening.is_hard));
        for (field, policies) in
            BattleField::POLICIES.into_iter().zip(BattleField::policies(opening.deciders.policies()))
        {
            self.set_battle(field, policies);
        }
        let mut placed = Vec::new();
        let cells = opening.cells(book);
        for at in opening.places() {
            let (Some(member), Some(cell)) = (opening.roster.get(at), cells.get(at).copied().flatten()) else {
                continue;
            };
            let Some(cell) = Some(cell).filter(|&cell| self.is_free_for_kind(member.unit_type, cell)) else { continue };
            if self.state.entities().len() >= book.limits.entities as usize {
                continue;
            }
            let id = self.state.spawn(book, member.unit_type, member.team, cell);
            self.state.face(id, member.facing);
            placed.push((id, member));
        }
        for &(cell, surface) in &opening.surfaces {
            self.write(Change::surface_of(cell, (0, 0), (surface + 1, 0), Label::NONE));
        }
        for &(id, member) in &placed {
            // Each member has its own budget, so that hidden units do not use up that of others.
            self.begin_budget();
            for &(column, value) in &member.columns {
                self.set_entity_column(id, column, value, Label::NONE);
            }
            self.equip_member(id, member);
        }
        for (id, health) in
            placed.iter().filter(|(_, member)| member.health > 0).map(|&(id, member)| (id, i32::from(member.health)))
        {
            let (before, most) = (self.state.entity(id).health, self.stat(id, StatId::HEALTH));
            self.set_number(ChangeKind::Health, id, before, health.min(most), Label::NONE);
        }
        self.state.detect(book);
        placed.iter().for_each(|&(id, _)| self.fill_moves(id));
        self.set_battle(BattleField::Round, 1);
        book.scheduler.begin_battle(&mut OrderContext(self));
    }
}
