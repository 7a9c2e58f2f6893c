//! From a battle back to a roster: the living members and their belongings, for the opening of the next battle.

use super::Battle;
use crate::rulebook::{ColumnOf, Member, MemberItem, MemberStatus, Opening, Rulebook};
use crate::state::{EffectInstance, EntityId, Pool, Team, flag};

impl Battle {
    /// The living members of a side in the order of the opening's roster, each as it is now: on its cell, with its health,
    /// items and their charges, skills, statuses and the time that those last, policy and columns. Numbers of the turn order,
    /// recharges, units that were spawned, and statuses that an item gives are left out. The opening must be the one that the battle began with, without [`Opening::faults`]: units go by their places in
    /// it.
    #[must_use]
    pub fn survivors(&self, rules: &Rulebook, opening: &Opening, side: Team) -> Vec<Member> {
        let members = opening.members().enumerate().filter(|(_, member)| member.team == side);
        let living = members.filter(|&(at, _)| self.state.entity(EntityId(at as u16)).is_alive());
        living.map(|(at, member)| self.as_member(rules, EntityId(at as u16), member)).collect()
    }

    fn as_member(&self, rules: &Rulebook, id: EntityId, member: &Member) -> Member {
        let row = self.state.entity(id);
        let instances = self.state.instances();
        let kind = |held: &EffectInstance| held.kind().map(|kind| kind as u16);
        let items = instances.of(id, Pool::ITEMS).iter();
        let item = |held: &EffectInstance| {
            let (worn, charges) = (held.words[EffectInstance::WORN] != 0, Some(held.words[EffectInstance::AMOUNT]));
            Some(MemberItem { item: kind(held)?, worn, charges })
        };
        let items = items.filter_map(item).collect();
        let own = instances.of(id, Pool::STATUSES).iter().filter(|held| held.words[EffectInstance::KEEPER] == 0);
        let status = |held: &EffectInstance| {
            let (amount, left) = (held.words[EffectInstance::AMOUNT], Some(held.words[EffectInstance::LEFT]));
            Some(MemberStatus { status: kind(held)?, amount, left, span: held.words[EffectInstance::SPAN] })
        };
        let statuses = own.filter_map(status).collect();
        let is_own = row.flags & flag::OWN != 0;
        let sheet = self.state.sheet(rules);
        let skills = || (0..rules.skills.len() as u16).filter(|&skill| sheet.has_by_itself(id, skill)).collect();
        let of_order = rules.scheduler.columns();
        let is_kept = |name: &str| !of_order.iter().any(|column| column.of == ColumnOf::Entity && column.name == name);
        let starts = rules.unit_types.get(usize::from(row.unit_type)).map_or(&[][..], |kind| &kind.starts);
        let columns = rules.columns.of(ColumnOf::Entity).enumerate().filter(|(_, column)| is_kept(&column.name));
        let columns = columns.filter_map(|(at, column)| {
            let usual = starts.iter().find(|&&(own, _)| usize::from(own) == at).map_or(column.default, |&(_, own)| own);
            let value = self.state.entity_column(id, at as u16);
            (value != usual).then_some((at as u16, value))
        });
        Member {
            unit_type: row.unit_type,
            team: member.team,
            cell: row.cell,
            zone: None,
            facing: crate::space::Dir::from_index(row.facing),
            health: if row.health < self.state.sheet(rules).stat(id, crate::stats::StatId::HEALTH) {
                row.health.clamp(1, u16::MAX.into()) as u16
            } else {
                0
            },
            name: member.name.clone(),
            items: Some(items),
            skills: is_own.then(skills),
            statuses: Some(statuses),
            policy: self.state.own_policy(rules, id),
            columns: columns.collect(),
        }
    }
}
