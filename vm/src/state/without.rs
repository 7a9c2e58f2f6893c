//! Copies of a state without an effect source, to measure its worth by prediction.

use super::{EffectInstance, EntityId, GameState, OwnForm, Pool, Team};
use crate::rulebook::Rulebook;

impl GameState {
    /// Returns a copy without an effect instance and those that it keeps. A charm ends. Numbers above a lowered maximum
    /// stay until they change.
    pub(crate) fn without(&self, bearer: EntityId, pool: Pool, number: u16) -> Self {
        let mut state = self.clone();
        let kept =
            |held: &&EffectInstance| pool == Pool::ITEMS && held.words[EffectInstance::KEEPER] == i32::from(number);
        let statuses =
            self.instances.of(bearer, Pool::STATUSES).iter().filter(kept).map(|held| (held.pool, held.number));
        let gone: Vec<(Pool, u16)> = statuses.chain([(pool, number)]).collect();
        for (pool, number) in gone {
            let side = self.instances.get(bearer, pool, number).map_or(0, |held| held.words[EffectInstance::SIDE]);
            if pool == Pool::STATUSES && side > 0 {
                let key = state.entities.keys().nth(bearer.index());
                if let Some(row) = key.and_then(|key| state.entities.get_mut(key)) {
                    row.team = Team((side - 1) as u8 & 7);
                }
            }
            for word in 0..EffectInstance::WORDS {
                state.instances.set(bearer, EffectInstance::place(pool, number, word), 0);
            }
        }
        state
    }

    pub(crate) fn without_skill(&self, book: &Rulebook, bearer: EntityId, skill: u16) -> Option<Self> {
        if !self.sheet(book).has_by_itself(bearer, skill) {
            return None;
        }
        let mut state = self.clone();
        let gained = self.instances.of(bearer, Pool::OWN).iter().find(|held| held.own() == Some((OwnForm::Has, skill)));
        match gained.map(|held| held.number) {
            Some(number) => (0..EffectInstance::WORDS)
                .for_each(|word| state.instances.set(bearer, EffectInstance::place(Pool::OWN, number, word), 0)),
            None => state.give_own(book, bearer, OwnForm::Lacks, skill),
        }
        Some(state)
    }
}
