//! Use of skills: costs beyond points, recharges, and prohibitions.

use super::cx::RunContext;
use crate::program::{Label, Usable};
use crate::state::{EffectInstance, EntityId, Pool};
use crate::stats::{Capabilities, Committed, EffectSourceClass, EffectSourceRef, Reading, Sheet, SkillKind};
use crate::validate::{RefusedUse, UseError};

impl<'s> Sheet<'s> {
    /// Returns the programs that a unit can use: those of its type, its skills and its effect sources, each once.
    #[must_use]
    pub fn actions(&self, id: EntityId) -> Vec<u16> {
        let book = self.book();
        let mut actions: Vec<u16> = Vec::new();
        let mut add = |program: u16| {
            if !actions.contains(&program) {
                actions.push(program);
            }
        };
        let kind = book.unit_type(self.entity(id));
        kind.into_iter().flat_map(|kind| &kind.actions).for_each(|&program| add(program));
        self.actions_of_slots(id).for_each(&mut add);
        if book.has_effect_sources() {
            let mut skills: Vec<(u16, u16)> = self
                .skills(id)
                .filter_map(|(skill, kind)| Some((book.decoded.skill_sources.place(skill), kind.action?)))
                .collect();
            skills.sort_unstable();
            skills.iter().for_each(|&(_, program)| add(program));
            for (_, _, effect_source) in
                self.carried(id, Capabilities::ACTIONS, |effect_source| !effect_source.actions.is_empty())
            {
                effect_source.actions.iter().for_each(|&program| add(program));
            }
        }
        actions
    }

    pub(crate) fn has_action(&self, id: EntityId, program: u16) -> bool {
        let book = self.book();
        book.unit_type(self.entity(id)).is_some_and(|kind| kind.actions.contains(&program))
            || book.decoded.carries
                && (self.skill_of(id, program).is_some()
                    || self
                        .carried(id, Capabilities::ACTIONS, |effect_source| effect_source.actions.contains(&program))
                        .next()
                        .is_some())
    }

    pub(crate) fn is_possible_owner(&self, id: EntityId, program: u16, may_gain: bool) -> bool {
        self.has_action(id, program) || may_gain && self.book().decoded.is_given(program)
    }

    /// Returns the skill by which a unit uses a program.
    #[must_use]
    pub fn skill_of(&self, id: EntityId, program: u16) -> Option<(u16, &'s SkillKind)> {
        let book = self.book();
        let mut skills = book.decoded.skill_sources.using(program).iter().copied();
        match skills.find(|&skill| self.has_skill(id, skill)) {
            Some(skill) => Some((skill, book.skills.get(usize::from(skill))?)),
            None if book.decks.is_empty() => None,
            None => self.skill_in_deck(id, program),
        }
    }

    #[must_use]
    pub(crate) fn costs_of(&self, id: EntityId, skill: u16) -> Vec<(u16, i32)> {
        let of = EffectSourceRef { class: EffectSourceClass::Skill, kind: skill };
        let costs = self.book().skills.get(usize::from(skill)).map_or(&[][..], |kind| &kind.costs);
        let mut reading = Reading::default();
        let mut cost = |formula| self.effect_source_formula(id, (of, 0), formula, &mut reading).to_stored().max(0);
        costs.iter().map(|&(column, formula)| (column, cost(formula))).collect()
    }

    /// Returns the first column that cannot pay a skill's cost, and that cost.
    #[must_use]
    pub fn lacking(&self, id: EntityId, skill: u16) -> Option<(u16, i32)> {
        self.costs_of(id, skill).into_iter().find(|&(column, cost)| self.column(id, column) < cost)
    }

    /// Explains why a unit cannot use a program, with the deciding numbers.
    #[must_use]
    pub fn refused(&self, id: EntityId, program: u16, error: UseError) -> RefusedUse {
        let mut refused = RefusedUse { program, index: 0, error, column: 0, needed: 0, found: 0 };
        let (book, skill) = (self.book(), self.skill_of(id, program));
        match (error, skill) {
            (UseError::TooDear, Some((skill, _))) => {
                if let Some((column, cost)) = self.lacking(id, skill) {
                    (refused.column, refused.needed) = (column, cost);
                    refused.found = self.column(id, column);
                }
            }
            (UseError::Recharging, Some((skill, kind))) => {
                let of_slots = self.slots(id).filter(|slot| slot.is_next && slot.skill == Some(skill));
                let of_slots = of_slots.map(|slot| slot.left).min();
                refused.found = of_slots.unwrap_or_else(|| self.recharge_of(id, kind.recharges_with).0);
            }
            (UseError::Blocked, _) => {
                refused.found = self.blocked_by(id, program).map_or(0, |of| of.to_word() as i32);
            }
            (UseError::Unusable, _) => {
                let own = book.program(program).map(|program| &program.usable);
                refused.found = own.is_none_or(|own| self.is_met(id, EffectSourceRef::NONE, own)).into();
            }
            _ => {}
        }
        refused
    }

    /// Returns the remaining activations of a recharge group, and the uses so far.
    #[must_use]
    pub fn recharge_of(&self, id: EntityId, group: u16) -> (i32, i32) {
        let own = |held: &&EffectInstance| held.kind() == Some(usize::from(group));
        let held = self.instances(id, Pool::RECHARGES).iter().find(own);
        held.map_or((0, 0), |held| (held.words[EffectInstance::LEFT], held.words[EffectInstance::AMOUNT]))
    }

    /// Checks whether a unit can use a program now: not prohibited, recharged, and affordable. Earlier uses are
    /// executed in this state.
    ///
    ///
    /// # Errors
    /// The reason why not.
    pub fn admits(&self, id: EntityId, program: u16) -> Result<(), UseError> {
        self.admits_use(id, program, false)
    }

    pub(crate) fn admits_decided(&self, id: EntityId, program: u16) -> Result<(), UseError> {
        self.admits_use(id, program, true)
    }

    /// Returns the effect source that prohibits a program, if any.
    #[must_use]
    pub fn blocked_by(&self, id: EntityId, program: u16) -> Option<EffectSourceRef> {
        self.blockers(id, program).next()
    }

    fn blockers(&self, id: EntityId, program: u16) -> impl Iterator<Item = EffectSourceRef> + use<'s> {
        let (sheet, book) = (*self, self.book());
        let tags = book.program(program).map_or(&[][..], |program| &program.tags);
        let forbids = move |tag: &String| tags.iter().any(|own| crate::stats::is_or_below(own, tag));
        let mut reading = Reading::default();
        let acting = self
            .carried(id, Capabilities::BLOCKS, move |effect_source| effect_source.blocks.iter().any(forbids))
            .filter_map(move |(of, number, _)| sheet.is_active(id, of, number, &mut reading).then_some(of));
        let dropped = self.instances(id, Pool::DROPPED).iter().filter_map(move |held| {
            let kind = held.kind()?;
            let forbidden = book.statuses.get(kind)?.effect_source.blocks.iter().any(forbids);
            forbidden.then_some(EffectSourceRef { class: EffectSourceClass::Status, kind: kind as u16 })
        });
        acting.chain(dropped)
    }

    pub(super) fn is_met(&self, id: EntityId, of: EffectSourceRef, usable: &Usable) -> bool {
        let is_zero = |when| self.effect_source_formula(id, (of, 0), when, &mut Reading::default()).is_zero();
        !usable.when.is_some_and(is_zero)
    }

    fn admits_use(&self, id: EntityId, program: u16, is_decided: bool) -> Result<(), UseError> {
        let book = self.book();
        if book.program(program).is_some_and(|program| !self.is_met(id, EffectSourceRef::NONE, &program.usable)) {
            return Err(UseError::Unusable);
        }
        if !book.decks.is_empty() {
            self.admits_slot(id, program)?;
        }
        if !book.decoded.carries {
            return Ok(());
        }
        let lets_by = |of: EffectSourceRef| {
            let status = book.statuses.get(usize::from(of.kind)).filter(|_| of.class == EffectSourceClass::Status);
            is_decided && status.is_some_and(|status| status.committed == Committed::Keep)
        };
        let may_be_blocked =
            self.is_possible_for(id, Capabilities::BLOCKS) || !self.instances(id, Pool::DROPPED).is_empty();
        if may_be_blocked && self.blockers(id, program).any(|of| !lets_by(of)) {
            return Err(UseError::Blocked);
        }
        let Some((skill, kind)) = self.skill_of(id, program) else { return Ok(()) };
        let (left, used) = self.recharge_of(id, kind.recharges_with);
        if left > 0 {
            return Err(UseError::Recharging);
        }
        if kind.uses > 0 && used >= kind.uses {
            return Err(UseError::UsedUp);
        }
        if !self.is_met(id, EffectSourceRef { class: EffectSourceClass::Skill, kind: skill }, &kind.usable) {
            return Err(UseError::Unusable);
        }
        if self.lacking(id, skill).is_some() {
            return Err(UseError::TooDear);
        }
        Ok(())
    }
}

impl RunContext<'_> {
    pub(super) fn pay_skill(&mut self, id: EntityId, program: u16) {
        let (book, sheet) = (self.book, self.state.sheet(self.book));
        let Some((skill, _)) = sheet.skill_of(id, program) else { return };
        let recharges_by_slot = !sheet.has_skill(id, skill);
        let costs = sheet.costs_of(id, skill);
        let Some(kind) = book.skills.get(usize::from(skill)) else { return };
        let label = kind.effect_source.label;
        for (column, cost) in costs {
            // The turn order may have charged the same column. Payment never goes below 0 or below the current value.
            let has = self.state.entity_column(id, column);
            let least = book.range_of(column).0.max(0).min(has);
            let left = has.saturating_sub(cost).max(least);
            self.set_entity_column(id, column, left, label);
        }
        let recharge = if recharges_by_slot { 0 } else { kind.recharge };
        if recharge == 0 && kind.uses == 0 {
            return;
        }
        let group = kind.recharges_with;
        let own = |held: &&EffectInstance| held.kind() == Some(usize::from(group));
        let there = self.state.instances().of(id, Pool::RECHARGES).iter().find(own).map(|held| held.number);
        let Some(number) = there.or_else(|| self.room_for(id, Pool::RECHARGES)) else { return };
        let (_, used) = self.state.sheet(book).recharge_of(id, group);
        let word = |word| EffectInstance::place(Pool::RECHARGES, number, word);
        self.set_held(id, word(EffectInstance::KIND), i32::from(group) + 1, label);
        self.set_held(id, word(EffectInstance::LEFT), recharge, label);
        if kind.uses > 0 {
            self.set_held(id, word(EffectInstance::AMOUNT), used.saturating_add(1), label);
        }
    }

    pub(super) fn drop_decided(&mut self, id: EntityId, number: u16, kind: u16) {
        let of = EffectSourceRef { class: EffectSourceClass::Status, kind };
        let Some(status) = self.book.statuses.get(usize::from(kind)) else { return };
        if status.committed != Committed::Drop || status.effect_source.blocks.is_empty() {
            return;
        }
        let mut reading = Reading::default();
        let is_active = self.state.sheet(self.book).is_active(id, of, number, &mut reading);
        self.charge(reading.done());
        let own = |held: &EffectInstance| held.kind() == Some(usize::from(kind));
        let is_known = self.state.instances().of(id, Pool::DROPPED).iter().any(own);
        if is_active
            && !is_known
            && let Some(number) = self.room_for(id, Pool::DROPPED)
        {
            let word = EffectInstance::place(Pool::DROPPED, number, EffectInstance::KIND);
            self.set_held(id, word, i32::from(kind) + 1, status.effect_source.label);
        }
    }

    pub(super) fn forget_dropped(&mut self, id: EntityId) {
        let dropped: Vec<EffectInstance> = self.state.instances().of(id, Pool::DROPPED).to_vec();
        for held in dropped {
            self.set_held(id, EffectInstance::place(Pool::DROPPED, held.number, EffectInstance::KIND), 0, Label::NONE);
        }
    }

    pub(super) fn pass_recharges(&mut self, id: EntityId) {
        self.pass_slots(id);
        let waiting: Vec<EffectInstance> = self.state.instances().of(id, Pool::RECHARGES).to_vec();
        for held in waiting {
            let word = |word| EffectInstance::place(Pool::RECHARGES, held.number, word);
            let left = held.words[EffectInstance::LEFT];
            if left > 0 {
                self.set_held(id, word(EffectInstance::LEFT), left - 1, Label::NONE);
            }
            if left <= 1 && held.words[EffectInstance::AMOUNT] == 0 {
                (0..EffectInstance::WORDS).for_each(|at| self.set_held(id, word(at), 0, Label::NONE));
            }
        }
    }
}
