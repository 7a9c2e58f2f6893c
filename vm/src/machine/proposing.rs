//! Modifiers of damage and healing before it is written: attacker, target, absorption, final. Each is noted, so that
//! displayed numbers add up.

use super::fast::FastContext;
use crate::formula::Number;
use crate::limits::Limits;
use crate::program::Label;
use crate::rulebook::Rules;
use crate::state::{Change, ChangeKind, EffectInstance, Ending, EntityId, Pool};
use crate::stats::{Capabilities, EffectSourceClass, EffectSourceRef, Reading, Stage};

#[derive(Clone, Debug, Default)]
pub(crate) struct DamageModifiers([Vec<(Stage, EffectSourceRef, u16)>; 2]);

impl DamageModifiers {
    pub(crate) fn of(book: &Rules) -> Self {
        let mut all = [Vec::new(), Vec::new()];
        for (of, effect_source) in book.effect_sources() {
            for (at, own) in effect_source.damage_modifiers.iter().enumerate() {
                let key = (own.stage, std::cmp::Reverse(own.priority), of.class, effect_source.name.clone(), at as u16);
                all[usize::from(own.heals)].push((key, of));
            }
        }
        Self(all.map(|mut list| {
            list.sort();
            list.into_iter().map(|((stage, _, _, _, at), of)| (stage, of, at)).collect()
        }))
    }

    #[inline]
    pub(crate) fn has_effects(&self, heals: bool) -> bool {
        !self.0[usize::from(heals)].is_empty()
    }
}

const MOST_CARRIED: usize = Limits::MAX.instances as usize;

impl FastContext<'_> {
    #[cold]
    #[inline(never)]
    pub(crate) fn propose(&mut self, target: EntityId, amount: i32, heals: bool, label: Label) -> i32 {
        let book = self.book;
        let actor = self.frame.credit;
        let sheet = self.sheet();
        if !sheet.is_possible_for(actor, Capabilities::ALTERS) && !sheet.is_possible_for(target, Capabilities::ALTERS) {
            return amount.max(0);
        }
        let mut value = Number::from(amount.max(0));
        for &(stage, of, at) in &book.decoded.damage_modifiers.0[usize::from(heals)] {
            let Some(own) =
                book.effect_source(of).and_then(|effect_source| effect_source.damage_modifiers.get(usize::from(at)))
            else {
                continue;
            };
            if own.types.as_ref().is_some_and(|types| !types.contains(label)) || value <= Number::ZERO {
                continue;
            }
            let bearer = if stage == Stage::Outgoing { actor } else { target };
            if !self.sheet().is_possible_source(bearer, of) {
                continue;
            }
            let mut carried = [0_u16; MOST_CARRIED];
            let mut count = 0;
            self.sheet().each_carried(bearer, of, &mut |number| {
                if let Some(slot) = carried.get_mut(count) {
                    *slot = number;
                    count += 1;
                }
            });
            for &number in &carried[..count] {
                let mut reading = Reading::default();
                let sheet = self.sheet();
                if !sheet.is_active(bearer, of, number, &mut reading) {
                    continue;
                }
                let other = if stage == Stage::Outgoing { target } else { actor };
                let by = sheet.damage_modifier_formula(
                    (bearer, other),
                    (of, number),
                    own.amount,
                    value.clone(),
                    &mut reading,
                );
                self.charge(reading.done() + 1);
                let before = value.clone();
                value = match own.mode {
                    _ if stage == Stage::Absorb => {
                        let most = Number::from(self.absorbable(bearer, (of, number), own.from)).smaller(value.clone());
                        value.minus(&by.smaller(most).larger(Number::ZERO).floor())
                    }
                    mode => mode.apply(&value, &by),
                }
                .larger(Number::ZERO);
                let (was, is) = (before.to_stored(), value.to_stored());
                if was != is {
                    let at = (stage as u32) << 24 | of.to_word();
                    self.log(Change::note(ChangeKind::Altered, target, at, was, is, label));
                    if stage == Stage::Absorb {
                        match own.from {
                            Some(column) => self.take_from_column(bearer, column, was - is, label),
                            None => self.wear_out(bearer, of, number, was - is, label),
                        }
                    }
                }
            }
        }
        value.to_stored()
    }

    fn absorbable(&self, bearer: EntityId, (of, number): (EffectSourceRef, u16), from: Option<u16>) -> i32 {
        if let Some(column) = from {
            let scale = self.scale_of(column);
            return (self.sheet().column(bearer, column) / scale).max(0);
        }
        let held =
            self.instances.get(bearer, of.class.pool(), number).filter(|_| of.class == EffectSourceClass::Status);
        held.map(|held| held.words[EffectInstance::AMOUNT]).filter(|&amount| amount > 0).unwrap_or(i32::MAX)
    }

    fn scale_of(&self, column: u16) -> i32 {
        let own = self.book.stats.iter().find(|stat| stat.column == Some(column));
        own.map_or(1, |stat| stat.scale() as i32)
    }

    fn take_from_column(&mut self, bearer: EntityId, column: u16, taken: i32, label: Label) {
        let taken = taken.saturating_mul(self.scale_of(column));
        let width = self.book.decoded.entity_columns;
        let Some(slot) = self.columns.get_mut(bearer.index() * width + usize::from(column)) else { return };
        let before = *slot;
        *slot = before.saturating_sub(taken).max(0);
        let after = *slot;
        if before != after {
            self.log(Change::entity_column(bearer, column, before, after, label));
            self.look = true;
        }
    }

    fn wear_out(&mut self, bearer: EntityId, of: EffectSourceRef, number: u16, taken: i32, label: Label) {
        if of.class != EffectSourceClass::Status {
            return;
        }
        let Some(held) = self.instances.get(bearer, Pool::STATUSES, number) else { return };
        let amount = held.words[EffectInstance::AMOUNT];
        if amount == 0 {
            return;
        }
        if amount <= taken {
            self.end_instance(bearer, Pool::STATUSES, number, Ending::UsedUp, label);
        } else {
            self.set_held(
                bearer,
                EffectInstance::place(Pool::STATUSES, number, EffectInstance::AMOUNT),
                amount - taken,
                label,
            );
        }
    }
}
