//! The roster of the next battle from the survivors of this one.

use super::Battle;
use crate::rulebook::{ColumnOf, Member, MemberItem, MemberStatus, Opening, Rulebook};
use crate::state::{EffectInstance, EntityId, Pool, Team, flag};

impl Battle {
    /// Returns the living members of a side in roster order, with their current cell, health, items, skills, statuses,
    /// policy and columns. Recharges, spawned units, and statuses of items are omitted. `opening` must be that of the
    /// battle, without [`Opening::faults`].
    #[must_use]
    pub fn survivors(&self, rules: &Rulebook, opening: &Opening, side: Team) -> Vec<Member> {
        let members = opening.members().enumerate().filter(|(_, member)| member.team == side);
        let living = members.filter(|&(at, _)| self.state.entity(EntityId(at as u16)).is_alive());
        living.map(|(at, member)| self.as_member(rules, EntityId(at as u16), member)).collect()
    }

    fn own_deck(&self, rules: &Rulebook, id: EntityId) -> Option<Vec<Option<u16>>> {
        let own = rules.unit_type(self.state.entity(id))?.deck.as_ref()?;
        let skills: Vec<Option<u16>> = self.state.sheet(rules).slots(id).map(|slot| slot.skill).collect();
        let usual = own.skills.iter().copied().chain(std::iter::repeat(None)).take(skills.len());
        (!usual.eq(skills.iter().copied())).then_some(skills)
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
            deck: self.own_deck(rules, id),
            columns: columns.collect(),
        }
    }
}
