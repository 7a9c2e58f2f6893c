//! A state as it would be without something that a unit holds: what that is worth shows in what is predicted of it.

use super::{EffectInstance, EntityId, GameState, OwnForm, Pool, Team};
use crate::rulebook::Rulebook;

impl GameState {
    /// A copy in which one does not hold something, nor what is kept by it. Who is charmed by it is of its own side. Numbers that
    /// it gave room for stay as they are until something alters them.
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

    /// A copy in which one lacks a skill. Nothing where it does not have that skill by itself, as with one that comes of what is
    /// worn.
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
