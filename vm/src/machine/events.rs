//! Events of effect sources: which handlers run after a change, in which order, and the clocks of statuses.

use super::auras::has_answers_to_auras;
use super::cx::{Frame, RunContext};
use super::step::Exit;
use crate::program::Label;
use crate::rulebook::Rules;
use crate::space::Dir;
use crate::state::{Change, ChangeKind, EffectInstance, Ending, EntityId, Pool, Unchanged};
use crate::stats::{
    Capabilities, Clock, Cycle, EffectSource, EffectSourceClass, EffectSourceRef, Event, Expiry, Handler, KeptWords,
    Reading, Role, Scope, StatusKind, Toward,
};
use crate::trap::Trap;
use std::cmp::Reverse;

pub(super) const MOST_REACTIONS: u8 = 6;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answers {
    pub(crate) health: bool,
    columns: bool,
    pub(crate) unchanged: bool,
    pub(crate) moves: bool,
    pub(crate) deaths: bool,
    pub(crate) auras: bool,
}

impl Answers {
    pub(crate) fn of(book: &Rules) -> Self {
        let any = |fits: fn(&Event) -> bool| {
            book.effect_sources().any(|(_, effect_source)| effect_source.handlers.iter().any(|own| fits(&own.on)))
        };
        let auras = has_answers_to_auras(book);
        Self {
            health: auras || any(|on| matches!(on, Event::Health(..) | Event::Attacked(..))),
            unchanged: any(|on| match on {
                Event::Health(how, _) | Event::Column(_, how, _) => how.is_match_unchanged(),
                Event::Attacked(_) | Event::Missed(_) => true,
                _ => false,
            }),
            columns: any(|on| matches!(on, Event::Column(..))),
            moves: auras || any(|on| matches!(on, Event::Moves)),
            auras,
            deaths: auras || any(|on| matches!(on, Event::Dies)) || !book.statuses.is_empty(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Happened {
    defender: EntityId,
    attacker: EntityId,
    amount: i32,
    label: Label,
}

#[derive(Clone, Debug)]
struct Call {
    bearer: EntityId,
    other: EntityId,
    of: EffectSourceRef,
    number: u16,
    kept: Option<KeptWords>,
    handler: u16,
}

impl RunContext<'_> {
    pub(super) fn read_watch(&mut self) {
        let decoded = &self.book.decoded;
        self.watch = decoded.watch;
        if decoded.watch != decoded.watch_without_effects && !self.has_effects() {
            self.watch = decoded.watch_without_effects;
        }
    }

    fn has_effects(&self) -> bool {
        let kinds = Capabilities::ANSWERS.with(Capabilities::ALTERS).with(Capabilities::AURAS);
        self.state.instances().all().iter().any(|held| held.pool == Pool::STATUSES)
            || self.state.sheet(self.book).is_possible(kinds)
    }

    pub(super) fn effect_sources_answer(&mut self, change: &Change, at: usize) -> Result<(), Trap> {
        let answers = self.book.decoded.answers;
        let attacker = self.frame.credit;
        let (amount, label) = (change.after.wrapping_sub(change.before), change.label);
        let happened = Happened { defender: change.entity, attacker, amount, label };
        match change.kind {
            ChangeKind::Health if answers.health => self.answer(happened, &|on, role| match on {
                Event::Health(how, of) => *of == role && how.is_match(change.before, change.after),
                Event::Attacked(of) => *of == role && change.after < change.before,
                _ => false,
            }),
            ChangeKind::Unchanged if answers.unchanged => {
                let what = Unchanged::from_word(change.at);
                self.answer(happened, &|on, role| match (on, what) {
                    (Event::Column(own, how, of), Unchanged::Column(column)) => {
                        *own == column && *of == role && how.is_match_unchanged()
                    }
                    (Event::Health(how, of), Unchanged::Missed | Unchanged::Health) => {
                        *of == role && how.is_match_unchanged()
                    }
                    (Event::Attacked(of) | Event::Missed(of), Unchanged::Missed) => *of == role,
                    _ => false,
                })
            }
            ChangeKind::EntityColumn if answers.columns => {
                let column = change.at as u16;
                self.answer(happened, &|on, role| match on {
                    Event::Column(own, how, of) => {
                        *own == column && *of == role && how.is_match(change.before, change.after)
                    }
                    _ => false,
                })
            }
            ChangeKind::Cell if answers.moves => {
                let happened = Happened { amount: 0, ..happened };
                self.answer(happened, &|on, role| role == Role::Defender && matches!(on, Event::Moves))
            }
            ChangeKind::Flags if answers.deaths && change.is_death() => {
                self.state.set_agenda_stale(true);
                let happened = Happened { amount: 0, ..happened };
                self.answer(happened, &|on, role| role == Role::Defender && matches!(on, Event::Dies))?;
                self.statuses_after_death(change.entity)
            }
            ChangeKind::EffectInstance => {
                // An instance may change the speed of its unit, or of others by an aura. Steps over slices do not mark
                // that.
                self.state.set_agenda_stale(true);
                let (pool, number, word) = EffectInstance::of_place(change.at);
                let from = self.log.changes.len();
                self.clamp_to_maxima(change.entity);
                if self.log.changes.len() > from {
                    self.trigger(from)?;
                }
                match (pool, word) {
                    (Pool::STATUSES, EffectInstance::KIND) if change.before == 0 && change.after > 0 => {
                        self.applied(change.entity, number, change.after as u16 - 1)
                    }
                    _ => Ok(()),
                }
            }
            ChangeKind::Ended => {
                let (pool, number, _) = EffectInstance::of_place(change.at);
                let (kind, side) = ((change.before & 0xffff) as u16, change.before >> 16);
                let why = Ending::from_code(change.after);
                match (pool, why, kind.checked_sub(1)) {
                    (Pool::STATUSES, Some(why), Some(kind)) => {
                        let words = self.words_before(at, change.entity, (pool, number));
                        let from = self.log.changes.len();
                        self.restore_side(change.entity, side, label);
                        self.clamp_to_maxima(change.entity);
                        if why != Ending::Linked {
                            let newer = self.applied_since(at);
                            self.end_linked(&words, &newer, label);
                        }
                        self.look_around(from);
                        let changes = self.log.changes.take_unanswered(from);
                        self.ended(change.entity, number, (kind, words), why)?;
                        self.answer_changes(changes)?;
                        self.auras_answer()
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn applied(&mut self, bearer: EntityId, number: u16, kind: u16) -> Result<(), Trap> {
        let Some(status) = self.book.statuses.get(usize::from(kind)) else { return Ok(()) };
        let of = EffectSourceRef { class: EffectSourceClass::Status, kind };
        self.drop_decided(bearer, number, kind);
        self.run_own(bearer, of, number, &|on| matches!(on, Event::Applied), 0)?;
        if status.ticks_at_once {
            self.run_own(bearer, of, number, &|on| matches!(on, Event::Tick), 0)?;
        }
        Ok(())
    }

    fn applied_since(&self, at: usize) -> Vec<(EntityId, u16)> {
        let changes = self.log.changes.get(at..).unwrap_or_default().iter();
        let came = changes.filter_map(|change| {
            let (pool, number, word) = EffectInstance::of_place(change.at);
            let is_new =
                change.kind == ChangeKind::EffectInstance && word == EffectInstance::KIND && change.before == 0;
            (is_new && pool == Pool::STATUSES).then_some((change.entity, number))
        });
        came.collect()
    }

    fn words_before(&self, at: usize, bearer: EntityId, whose: (Pool, u16)) -> [i32; EffectInstance::WORDS] {
        let mut words = [0; EffectInstance::WORDS];
        for change in self.log.changes.get(at..).unwrap_or_default().iter().take(EffectInstance::WORDS) {
            let (pool, number, word) = EffectInstance::of_place(change.at);
            // A later instance may have the same number: its words are written, not removed.
            let is_taken = change.kind == ChangeKind::EffectInstance && change.after == 0;
            if !is_taken || change.entity != bearer || (pool, number) != whose {
                break;
            }
            words[word.min(EffectInstance::WORDS - 1)] = change.before;
        }
        words
    }

    fn ended(
        &mut self,
        bearer: EntityId,
        number: u16,
        (kind, words): (u16, [i32; EffectInstance::WORDS]),
        why: Ending,
    ) -> Result<(), Trap> {
        let of = EffectSourceRef { class: EffectSourceClass::Status, kind };
        let fits = |on: &Event| matches!(on, Event::Ended(wanted) if wanted.is_none_or(|wanted| wanted == why));
        let source = EffectInstance { bearer, pool: Pool::STATUSES, number, words }.source();
        let mut kept = [0; EffectInstance::MOST_KEPT];
        kept.copy_from_slice(&words[EffectInstance::KEPT..EffectInstance::SPAN]);
        self.run_all_of(bearer, (of, number, source), Some(kept), &fits, words[EffectInstance::AMOUNT])
    }

    fn run_own(
        &mut self,
        bearer: EntityId,
        of: EffectSourceRef,
        number: u16,
        fits: &dyn Fn(&Event) -> bool,
        effect: i32,
    ) -> Result<(), Trap> {
        let source = self.state.instances().get(bearer, of.class.pool(), number).and_then(EffectInstance::source);
        self.run_of(bearer, (of, number, source), fits, effect)
    }

    pub(super) fn run_of(
        &mut self,
        bearer: EntityId,
        (of, number, source): (EffectSourceRef, u16, Option<EntityId>),
        fits: &dyn Fn(&Event) -> bool,
        effect: i32,
    ) -> Result<(), Trap> {
        self.run_all_of(bearer, (of, number, source), None, fits, effect)
    }

    fn run_all_of(
        &mut self,
        bearer: EntityId,
        (of, number, source): (EffectSourceRef, u16, Option<EntityId>),
        kept: Option<KeptWords>,
        fits: &dyn Fn(&Event) -> bool,
        effect: i32,
    ) -> Result<(), Trap> {
        let Some(effect_source) = self.book.effect_source(of) else { return Ok(()) };
        let mut own: Vec<usize> =
            (0..effect_source.handlers.len()).filter(|&at| fits(&effect_source.handlers[at].on)).collect();
        own.sort_by_key(|&at| Reverse(effect_source.handlers[at].priority));
        for at in own {
            let call = Call { bearer, other: source.unwrap_or(bearer), of, number, kept, handler: at as u16 };
            self.call_handler(&call, &effect_source.handlers[at], effect)?;
        }
        Ok(())
    }

    fn answer(&mut self, happened: Happened, fits: &dyn Fn(&Event, Role) -> bool) -> Result<(), Trap> {
        if self.frame.depth >= MOST_REACTIONS {
            return Ok(());
        }
        let (book, Happened { defender, attacker, .. }) = (self.book, happened);
        let sheet = self.state.sheet(self.book);
        let mut calls = Vec::new();
        for (bearer, other, role) in [(defender, attacker, Role::Defender), (attacker, defender, Role::Attacker)] {
            if role == Role::Attacker && attacker == defender {
                continue;
            }
            let answers = |effect_source: &EffectSource| effect_source.handlers.iter().any(|own| fits(&own.on, role));
            for (of, number, effect_source) in sheet.carried(bearer, Capabilities::ANSWERS, answers) {
                for (at, own) in effect_source.handlers.iter().enumerate().filter(|(_, own)| fits(&own.on, role)) {
                    if own.types.as_ref().is_none_or(|types| types.contains(happened.label)) {
                        let key =
                            (Reverse(own.priority), role as u8, of.class, effect_source.name.as_str(), number, at);
                        calls.push((key, Call { bearer, other, of, number, kept: None, handler: at as u16 }));
                    }
                }
            }
        }
        calls.sort_by(|a, b| a.0.cmp(&b.0));
        let calls: Vec<Call> = calls.into_iter().map(|(_, call)| call).collect();
        self.charge(calls.len() as u32);
        for call in calls {
            let own = book
                .effect_source(call.of)
                .and_then(|effect_source| effect_source.handlers.get(usize::from(call.handler)));
            let Some(own) = own else { continue };
            if self.is_carried(&call) {
                self.call_handler(&call, own, happened.amount)?;
            }
        }
        Ok(())
    }

    fn is_carried(&self, call: &Call) -> bool {
        let mut carried = false;
        let sheet = self.state.sheet(self.book);
        sheet.each_carried(call.bearer, call.of, &mut |number| carried |= number == call.number);
        carried
    }

    fn call_handler(&mut self, call: &Call, own: &Handler, effect: i32) -> Result<(), Trap> {
        let &Call { bearer, other, of, number, kept, .. } = call;
        let dies = matches!(own.on, Event::Dies | Event::Ended(_));
        let row = *self.state.entity(bearer);
        let itself = self.frame.scope.of == of && self.frame.owner == bearer && self.frame.depth > 0;
        if !row.is_alive() && !dies || itself && !own.answers_itself {
            return Ok(());
        }
        let is_action = self.frame.depth == 0 && self.frame.program != crate::state::Span::ENGINE;
        let reacted = if is_action { self.frame.program.wrapping_add(1) } else { self.frame.reacted };
        let mut reading = Reading::default();
        let sheet = self.state.sheet(self.book);
        let active = dies || sheet.is_active(bearer, of, number, &mut reading);
        let cycle = Cycle { changes: self.since_use(), targeter: self.targeter(), reacted };
        let wanted = own.when.is_none_or(|when| {
            let who = ((bearer, other), (of, number, kept));
            sheet.condition_of(who, when, (effect.into(), cycle), &mut reading)
        });
        self.charge(reading.done());
        if !active || !wanted {
            return Ok(());
        }
        let Some(target) = self.aimed_at((bearer, other), (of, number), own) else { return Ok(()) };
        let there = self.state.entity(target).cell;
        let (dx, dy) = row.cell.offset_to(there);
        if own.turns
            && let Some(dir) = Dir::towards(dx, dy)
        {
            self.set_facing(bearer, dir, Label::NONE);
        }
        if matches!(own.on, Event::Health(..) | Event::Column(..) | Event::Attacked(..) | Event::Missed(..)) {
            self.note(ChangeKind::Reacts, bearer, own.program.into(), 0, 0, Label::NONE);
        }
        let depth = self.frame.depth + 1;
        if depth > self.book.limits.depth {
            return Err(Trap::Depth);
        }
        if !self.burn() {
            return Err(Trap::Fuel);
        }
        let here = if own.toward == Toward::Other { row.cell } else { there };
        let mut frame = Frame::new(own.program, bearer, other, here, depth);
        frame.needs_owner = !dies;
        frame.scope = Scope { of, number };
        frame.credit = self.credit_of(call, own);
        (frame.effect, frame.reacted, frame.kept_words) = (effect, reacted, kept);
        match self.run_inner(frame, &[]) {
            Exit::Trapped(trap) => Err(trap),
            Exit::Done | Exit::Suspended => Ok(()),
        }
    }

    fn credit_of(&self, call: &Call, own: &Handler) -> EntityId {
        let &Call { bearer, other, of, number, .. } = call;
        if of.class != EffectSourceClass::Status {
            return bearer;
        }
        // `other` applied the status of these events. An ended status may have a successor with its number.
        if matches!(
            own.on,
            Event::Applied | Event::Ended(_) | Event::Tick | Event::Begins | Event::Ends | Event::RoundEnds
        ) {
            return other;
        }
        // A status from an aura has no origin, because its giver depends on positions.
        self.state.instances().get(bearer, Pool::STATUSES, number).and_then(EffectInstance::source).unwrap_or(bearer)
    }

    /// Ends statuses after a death: those linked with the dead unit's, and those that die with their source. Others
    /// that it applied handle `SourceGone`. Statuses of dead units stay.
    fn statuses_after_death(&mut self, dead: EntityId) -> Result<(), Trap> {
        let from = self.log.changes.len();
        let own: Vec<EffectInstance> = self.state.instances().of(dead, Pool::STATUSES).to_vec();
        for held in own {
            self.end_linked(&held.words, &[], Label::NONE);
        }
        let lives = |held: &&EffectInstance| self.state.entity(held.bearer).is_alive();
        let of_source = |held: &&EffectInstance| held.pool == Pool::STATUSES && held.source() == Some(dead);
        let all = self.state.instances().all();
        let applied: Vec<EffectInstance> = all.iter().filter(of_source).filter(lives).copied().collect();
        self.charge(all.len() as u32);
        let (ending, staying): (Vec<EffectInstance>, Vec<EffectInstance>) =
            applied.into_iter().partition(|held| status_of(self.book, held).is_some_and(|kind| kind.dies_with_source));
        for held in ending {
            self.end_one(held.bearer, held.number, Ending::SourceGone, Label::NONE);
        }
        self.trigger(from)?;
        for held in staying {
            let kind = held.words[EffectInstance::KIND];
            if self.is_held(held.bearer, held.number, kind) && self.state.entity(held.bearer).is_alive() {
                let of = EffectSourceRef { class: EffectSourceClass::Status, kind: (kind - 1) as u16 };
                let fits = |on: &Event| matches!(on, Event::Ended(Some(Ending::SourceGone)));
                self.run_own(held.bearer, of, held.number, &fits, held.words[EffectInstance::AMOUNT])?;
            }
        }
        Ok(())
    }

    /// Runs a tick of these clocks. Handlers of ticks run by priority and age; then durations fall, and expired
    /// statuses end. `of` is the unit whose activation begins or ends.
    pub(super) fn clock(&mut self, clocks: &[Clock], of: EntityId) {
        if self.state.instances().is_empty() || !self.book.decoded.has_clock(clocks) {
            return;
        }
        let book = self.book;
        let is_of_side = clocks.contains(&Clock::SideBegins);
        let side = if is_of_side { book.scheduler.side_in_turn(&self.view()) } else { None };
        let rows = self.state.entities();
        let goes = |held: &&EffectInstance| {
            let Some(kind) = status_of(book, held).filter(|_| held.pool == Pool::STATUSES) else { return false };
            let lives = rows.get(held.bearer.index()).is_some_and(|row| row.is_alive());
            // A unit without activations uses the clock of the round.
            let acts = rows.get(held.bearer.index()).is_some_and(|row| row.is_activated());
            let own = match kind.clock {
                Clock::BearerBegins | Clock::BearerEnds if !acts => Clock::RoundEnds,
                clock => clock,
            };
            lives
                && clocks.contains(&own)
                && match own {
                    Clock::BearerBegins | Clock::BearerEnds | Clock::UseEnds => held.bearer == of,
                    Clock::SourceBegins | Clock::SourceEnds => held.source() == Some(of),
                    Clock::RoundEnds | Clock::AnyEnds => true,
                    Clock::SideBegins => side.is_none_or(|side| rows[held.bearer.index()].team == side),
                }
        };
        let mut going: Vec<(Reverse<i32>, EntityId, u16, i32)> = self
            .state
            .instances()
            .all()
            .iter()
            .filter(goes)
            .map(|held| {
                let priority = status_of(book, held).map_or(0, |kind| kind.priority);
                (Reverse(priority), held.bearer, held.number, held.words[EffectInstance::KIND])
            })
            .collect();
        going.sort_unstable();
        for &(_, bearer, number, kind) in &going {
            if self.is_held(bearer, number, kind) && self.state.entity(bearer).is_alive() {
                let of = EffectSourceRef { class: EffectSourceClass::Status, kind: (kind - 1) as u16 };
                self.rewind_point(bearer, |cx| cx.run_own(bearer, of, number, &|on| matches!(on, Event::Tick), 0));
            }
        }
        let mut over = Vec::new();
        for &(_, bearer, number, kind) in &going {
            if self.log.changes.len() >= self.last_change {
                return self.trapped(bearer, Trap::Log);
            }
            if self.is_held(bearer, number, kind) {
                let is_over = self.pass_time(bearer, number);
                let words = self.state.instances().get(bearer, Pool::STATUSES, number).map(|held| held.words);
                over.extend(is_over.then_some((bearer, number, words)));
            }
        }
        for (bearer, number, words) in over {
            let now = self.state.instances().get(bearer, Pool::STATUSES, number).map(|held| held.words);
            if now.is_some() && now == words {
                self.rewind_point(bearer, |cx| {
                    cx.expire(bearer, number);
                    Ok(())
                });
            }
        }
    }

    fn is_held(&self, bearer: EntityId, number: u16, kind: i32) -> bool {
        let held = self.state.instances().get(bearer, Pool::STATUSES, number);
        held.is_some_and(|held| held.words[EffectInstance::KIND] == kind)
    }

    fn pass_time(&mut self, bearer: EntityId, number: u16) -> bool {
        let Some(&held) = self.state.instances().get(bearer, Pool::STATUSES, number) else { return false };
        let Some(kind) = status_of(self.book, &held) else { return false };
        let (left, amount) = (held.words[EffectInstance::LEFT], held.words[EffectInstance::AMOUNT]);
        let label = kind.effect_source.label;
        let runs_out = left == 1 || kind.decays && amount <= 1;
        if left > 1 {
            self.set_held(bearer, EffectInstance::place(Pool::STATUSES, number, EffectInstance::LEFT), left - 1, label);
        }
        if kind.decays && amount > 1 {
            self.set_held(
                bearer,
                EffectInstance::place(Pool::STATUSES, number, EffectInstance::AMOUNT),
                amount - 1,
                label,
            );
        }
        runs_out
    }

    fn expire(&mut self, bearer: EntityId, number: u16) {
        let Some(&held) = self.state.instances().get(bearer, Pool::STATUSES, number) else { return };
        let Some(kind) = status_of(self.book, &held) else { return };
        let (amount, label) = (held.words[EffectInstance::AMOUNT], kind.effect_source.label);
        if kind.expiry == Expiry::One && amount > 1 && !kind.decays {
            self.set_held(
                bearer,
                EffectInstance::place(Pool::STATUSES, number, EffectInstance::AMOUNT),
                amount - 1,
                label,
            );
            let of = EffectSourceRef {
                class: EffectSourceClass::Status,
                kind: (held.words[EffectInstance::KIND] - 1) as u16,
            };
            let lasts = match (held.words[EffectInstance::SPAN], kind.lasts) {
                (0, Some(formula)) => self.formula_for(bearer, held.source().unwrap_or(bearer), of, formula),
                (span, _) => span,
            };
            let lasts = lasts.max(1);
            self.set_held(bearer, EffectInstance::place(Pool::STATUSES, number, EffectInstance::LEFT), lasts, label);
        } else {
            self.end_one(bearer, number, Ending::Expired, label);
        }
    }

    pub(super) fn rewind_point(&mut self, id: EntityId, run: impl FnOnce(&mut Self) -> Result<(), Trap>) {
        let cell = self.state.entity(id).cell;
        let first = self.log.changes.len();
        // Each has its own budget, so that hidden units do not use up that of others.
        self.begin_budget();
        self.frame = Frame::new(crate::state::Span::ENGINE, id, id, cell, 0);
        self.frame.needs_owner = false;
        let done = run(self).and_then(|()| self.trigger(first));
        if let Err(trap) = done {
            self.trapped(id, trap);
        }
    }

    pub(super) fn rewind_point_of(&mut self, id: EntityId, any: Capabilities, fits: &dyn Fn(&Event) -> bool) {
        if !self.state.sheet(self.book).is_possible_for(id, any) {
            return;
        }
        let wanted = |effect_source: &EffectSource| effect_source.handlers.iter().any(|own| fits(&own.on));
        let carried = self.state.sheet(self.book).carried(id, any, wanted);
        let carried: Vec<(EffectSourceRef, u16)> = carried.map(|(of, number, _)| (of, number)).collect();
        for (of, number) in carried {
            if self.state.entity(id).is_alive() {
                self.rewind_point(id, |cx| cx.run_own(id, of, number, fits, 0));
            }
        }
    }

    pub(super) fn is_stopped(&self, id: EntityId) -> bool {
        let sheet = self.state.sheet(self.book);
        if !sheet.is_possible_for(id, Capabilities::STOPS) {
            return false;
        }
        let stops = |of: EffectSourceRef, _: &EffectSource| {
            self.book.statuses.get(usize::from(of.kind)).is_some_and(|kind| kind.skips_turn)
        };
        sheet.statuses(id).any(|(_, kind)| kind.skips_turn) || !sheet.given(id, stops).is_empty()
    }
}

fn status_of<'b>(book: &'b Rules, held: &EffectInstance) -> Option<&'b StatusKind> {
    book.statuses.get(held.kind()?)
}
