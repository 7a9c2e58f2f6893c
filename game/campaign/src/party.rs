//! Members of the party by names, and their conversion to members of an opening. Content that the rules lack is kept
//! as it is.

use crate::campaign::Campaign;
use foretoken_vm::rulebook::{ColumnOf, MemberItem, MemberStatus};
use foretoken_vm::{Cell, Dir, Member, Rulebook, Team};
use serde::{Deserialize, Serialize};

/// An item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemState {
    /// Item asset.
    pub item: String,
    /// Whether a member wears it.
    pub worn: bool,
    /// Charges; `None` for the initial ones.
    pub charges: Option<i32>,
}

/// A status of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusState {
    /// Status asset.
    pub status: String,
    /// Amount.
    pub amount: i32,
    /// Remaining ticks, 0 for unlimited; `None` for those of its type.
    pub left: Option<i32>,
    /// Ticks of each further amount.
    pub span: i32,
}

/// A member of the party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberState {
    /// Name.
    pub name: String,
    /// Unit type.
    pub unit: String,
    /// Health; 0 for full health.
    pub health: u16,
    /// Items.
    pub items: Vec<ItemState>,
    /// Statuses that its type does not have.
    pub statuses: Vec<StatusState>,
    /// Columns that differ from their start.
    pub columns: Vec<(String, i32)>,
    /// Equipped skills of each loadout.
    pub equipped: Vec<Vec<String>>,
    /// Skills that it learnt, each with the index of its loadout. The slots of a deck that differs from that of its type
    /// follow, each with [`MemberState::FIRST_SLOT`] plus its index; an empty slot has no name.
    pub learnt: Vec<(u16, String)>,
    /// Rooms that it still misses because of a wound.
    pub wounded: u16,
}

impl MemberState {
    /// Index of the first slot of a deck in [`Self::learnt`]; smaller ones are loadouts.
    pub const FIRST_SLOT: u16 = 0x8000;

    /// Returns the skills in its deck by name, if they differ from those of its type.
    #[must_use]
    pub fn deck(&self) -> Option<Vec<&str>> {
        let slots = self.learnt.iter().filter(|(at, _)| *at >= Self::FIRST_SLOT);
        let slots: Vec<&str> = slots.map(|(_, skill)| skill.as_str()).collect();
        (!slots.is_empty()).then_some(slots)
    }

    /// Returns the skills that it learnt in a loadout.
    pub(crate) fn learnt_in(&self, loadout: usize) -> impl Iterator<Item = &str> {
        self.learnt.iter().filter(move |(at, _)| usize::from(*at) == loadout).map(|(_, skill)| skill.as_str())
    }

    /// Whether it has a skill, equipped or not.
    pub(crate) fn has_skill(&self, campaign: &Campaign, skill: &str) -> bool {
        campaign.pool(&self.name).iter().any(|own| own == skill)
            || self.learnt.iter().any(|(at, own)| *at < Self::FIRST_SLOT && own == skill)
            || Indices(&campaign.rules).is_of_type(&self.unit, skill)
    }
}

/// Names of a rulebook, to convert members.
#[derive(Clone, Copy, Debug)]
pub struct Indices<'r>(pub &'r Rulebook);

impl Indices<'_> {
    fn item(&self, name: &str) -> Option<u16> {
        self.0.items.iter().position(|kind| kind.effect_source.name == name).map(|at| at as u16)
    }

    pub(crate) fn status(&self, name: &str) -> Option<u16> {
        self.0.statuses.iter().position(|kind| kind.effect_source.name == name).map(|at| at as u16)
    }

    pub(crate) fn skill(&self, name: &str) -> Option<u16> {
        self.0.skills.iter().position(|kind| kind.effect_source.name == name).map(|at| at as u16)
    }

    /// Returns the index of a unit type.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<u16> {
        self.0.unit_types.iter().position(|kind| kind.name == name).map(|at| at as u16)
    }

    fn is_of_type(&self, unit: &str, skill: &str) -> bool {
        let kind = self.unit(unit).and_then(|at| self.0.unit_types.get(usize::from(at)));
        kind.zip(self.skill(skill)).is_some_and(|(kind, skill)| kind.skills.contains(&skill))
    }

    fn column(&self, name: &str) -> Option<u16> {
        self.0.columns.find(ColumnOf::Entity, name)
    }

    /// Returns the columns that the rules have.
    pub(crate) fn columns(&self, named: &[(String, i32)]) -> Vec<(u16, i32)> {
        named.iter().filter_map(|(name, value)| Some((self.column(name)?, *value))).collect()
    }

    /// Returns the items that the rules have.
    pub(crate) fn items(&self, named: &[ItemState]) -> Vec<MemberItem> {
        let item =
            |own: &ItemState| Some(MemberItem { item: self.item(&own.item)?, worn: own.worn, charges: own.charges });
        named.iter().filter_map(item).collect()
    }

    /// Returns a member of an opening; `None` if the rules lack its unit type. `pool` lists the skills of all its
    /// loadouts.
    #[must_use]
    pub fn member(&self, state: &MemberState, pool: &[String], cell: Cell, facing: Dir) -> Option<Member> {
        let unit_type = self.unit(&state.unit)?;
        let kind = self.0.unit_types.get(usize::from(unit_type))?;
        let own = state.statuses.iter().filter_map(|own| {
            let (amount, left, span) = (own.amount, own.left, own.span);
            Some(MemberStatus { status: self.status(&own.status)?, amount, left, span })
        });
        let own: Vec<MemberStatus> = own.collect();
        let usual = kind.statuses.iter().filter(|&&status| own.iter().all(|other| other.status != status));
        let statuses: Vec<MemberStatus> =
            usual.map(|&status| MemberStatus::new(status, 1)).chain(own.iter().copied()).collect();
        let skills = (!pool.is_empty()).then(|| {
            let pool: Vec<u16> = pool.iter().filter_map(|name| self.skill(name)).collect();
            let equipped = state.equipped.iter().flatten().filter_map(|name| self.skill(name));
            let mut skills: Vec<u16> = kind.skills.iter().copied().filter(|skill| !pool.contains(skill)).collect();
            skills.extend(equipped);
            skills.sort_unstable();
            skills.dedup();
            skills
        });
        Some(Member {
            // An opening reads 0 as the initial health of the type, and limits health to the maximum.
            health: if state.health == 0 { u16::MAX } else { state.health },
            name: state.name.clone(),
            items: Some(self.items(&state.items)),
            skills,
            statuses: if own.is_empty() { None } else { Some(statuses) },
            deck: state.deck().map(|skills| skills.into_iter().map(|name| self.skill(name)).collect()),
            columns: self.columns(&state.columns),
            ..Member::new(unit_type, Team::PLAYER, cell, facing)
        })
    }

    /// Returns the items of a member by name, with those of `before` that the rules lack.
    pub(crate) fn named_items(&self, member: &Member, before: &[ItemState]) -> Vec<ItemState> {
        let item = |own: &MemberItem| {
            let kind = self.0.items.get(usize::from(own.item))?;
            Some(ItemState { item: kind.effect_source.name.clone(), worn: own.worn, charges: own.charges })
        };
        let known = member.items.iter().flatten().filter_map(item);
        let unknown = before.iter().filter(|own| self.item(&own.item).is_none()).cloned();
        known.chain(unknown).collect()
    }

    /// Returns the columns of a member by name, with those of `before` that the rules lack.
    pub(crate) fn named_columns(&self, member: &Member, before: &[(String, i32)]) -> Vec<(String, i32)> {
        let names: Vec<&str> = self.0.columns.of(ColumnOf::Entity).map(|column| column.name.as_str()).collect();
        let known = member.columns.iter();
        let known = known.filter_map(|&(at, value)| Some(((*names.get(usize::from(at))?).to_owned(), value)));
        let unknown = before.iter().filter(|(name, _)| self.column(name).is_none()).cloned();
        known.chain(unknown).collect()
    }

    /// Returns what a member learnt, with the slots of its deck after a battle or a camp. A skill that the rules lack stays
    /// in its slot while that is empty.
    fn learnt(&self, member: &Member, before: &MemberState) -> Vec<(u16, String)> {
        let own = before.learnt.iter().filter(|(at, _)| *at < MemberState::FIRST_SLOT).cloned();
        let there = before.deck().unwrap_or_default();
        let unknown = |slot: usize| there.get(slot).filter(|name| self.skill(name).is_none()).copied();
        let slot = |(slot, skill): (usize, &Option<u16>)| {
            let kind = skill.and_then(|skill| self.0.skills.get(usize::from(skill)));
            let name = kind.map(|kind| kind.effect_source.name.as_str()).or_else(|| unknown(slot));
            (MemberState::FIRST_SLOT + slot as u16, name.unwrap_or_default().to_owned())
        };
        own.chain(member.deck.iter().flatten().enumerate().map(slot)).collect()
    }

    /// Returns the state of a member from a battle's or camp's survivor. Loadouts and wounds stay.
    #[must_use]
    pub fn state(&self, member: &Member, before: &MemberState) -> MemberState {
        let kind = self.0.unit_types.get(usize::from(member.unit_type));
        let usual = kind.map_or(&[][..], |kind| &kind.statuses);
        let status = |own: &MemberStatus| {
            let kind = self.0.statuses.get(usize::from(own.status))?;
            let (status, amount, left, span) = (kind.effect_source.name.clone(), own.amount, own.left, own.span);
            Some(StatusState { status, amount, left, span })
        };
        let own = member.statuses.iter().flatten().filter(|own| !usual.contains(&own.status)).filter_map(status);
        let unknown = before.statuses.iter().filter(|own| self.status(&own.status).is_none()).cloned();
        MemberState {
            health: member.health,
            items: self.named_items(member, &before.items),
            statuses: own.chain(unknown).collect(),
            columns: self.named_columns(member, &before.columns),
            learnt: self.learnt(member, before),
            ..before.clone()
        }
    }
}
