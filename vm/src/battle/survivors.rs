//! From a battle back to a roster: the living members and their belongings, for the opening of the next battle.

use super::Battle;
use crate::rulebook::{ColumnOf, Member, Opening, Rulebook};
use crate::state::{EntityId, Holding, Pool, Team};

impl Battle {
    /// The living members of a side in the order of the opening's roster, each as it is now: on its cell, with its health,
    /// items, statuses and columns. Numbers of the turn order, units that were spawned, and statuses that an item gives are left
    /// out. The opening must be the one that the battle began with, without [`Opening::faults`]: units go by their places in
    /// it.
    #[must_use]
    pub fn survivors(&self, rules: &Rulebook, opening: &Opening, side: Team) -> Vec<Member> {
        let members = opening.members().enumerate().filter(|(_, member)| member.team == side);
        let living = members.filter(|&(at, _)| self.state.entity(EntityId(at as u16)).is_alive());
        living.map(|(at, member)| self.as_member(rules, EntityId(at as u16), member)).collect()
    }

    fn as_member(&self, rules: &Rulebook, id: EntityId, member: &Member) -> Member {
        let row = self.state.entity(id);
        let holdings = self.state.holdings();
        let kind = |held: &Holding| held.kind().map(|kind| kind as u16);
        let items = holdings.of(id, Pool::ITEMS).iter();
        let items = items.filter_map(|held| Some((kind(held)?, held.words[Holding::WORN] != 0))).collect();
        let own = holdings.of(id, Pool::STATUSES).iter().filter(|held| held.words[Holding::KEEPER] == 0);
        let statuses = own.filter_map(|held| Some((kind(held)?, held.words[Holding::AMOUNT]))).collect();
        let of_order = rules.scheduler.columns();
        let is_own = |name: &str| !of_order.iter().any(|column| column.of == ColumnOf::Entity && column.name == name);
        let starts = rules.archetypes.get(usize::from(row.archetype)).map_or(&[][..], |kind| &kind.starts);
        let columns = rules.columns.of(ColumnOf::Entity).enumerate().filter(|(_, column)| is_own(&column.name));
        let columns = columns.filter_map(|(at, column)| {
            let usual = starts.iter().find(|&&(own, _)| usize::from(own) == at).map_or(column.default, |&(_, own)| own);
            let value = self.state.entity_column(id, at as u16);
            (value != usual).then_some((at as u16, value))
        });
        Member {
            archetype: row.archetype,
            team: member.team,
            cell: row.cell,
            facing: crate::space::Dir::from_index(row.facing),
            health: if row.health < self.state.sheet(rules).stat(id, crate::stats::StatId::HEALTH) {
                row.health.clamp(1, u16::MAX.into()) as u16
            } else {
                0
            },
            name: member.name.clone(),
            items: Some(items),
            statuses: Some(statuses),
            columns: columns.collect(),
        }
    }
}
