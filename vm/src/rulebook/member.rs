//! Members of a roster: units as they are when a battle begins, and the faults that one may have.

use super::{OpeningFault, Rules};
use crate::space::{Cell, Dir, Footprint};
use crate::state::Team;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A unit of the roster, as it is at the start of a battle. Numbers of types, items, skills, statuses, policies, zones and
/// columns are places in the rules for which the opening was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The place of its unit type in [`Rules::unit_types`].
    #[serde(rename = "archetype")]
    pub unit_type: u16,
    /// Its side.
    pub team: Team,
    /// The cell of its anchor. It is not read where the member has a zone.
    pub cell: Cell,
    /// A zone, 0 to 15: the member stands on the first cell of it, row by row, that has room for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<u8>,
    /// Its facing.
    pub facing: Dir,
    /// Health; 0 for all that its type starts with.
    #[serde(default, skip_serializing_if = "is_default")]
    pub health: u16,
    /// A name that stays the same from battle to battle; empty for a unit that is of this battle alone.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its items; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<MemberItem>>,
    /// Its skills, those that items give left out; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<u16>>,
    /// Its statuses; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statuses: Option<Vec<MemberStatus>>,
    /// The policy that decides for it; `None` for that of its type, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<u16>,
    /// Columns that start with another value than their default, with that value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<(u16, i32)>,
}

/// An item of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberItem {
    /// Its place in [`Rules::items`].
    pub item: u16,
    /// Whether it is worn.
    pub worn: bool,
    /// Its charges, 0 and more; `None` for those that its kind starts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charges: Option<i32>,
}

/// A status of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberStatus {
    /// Its place in [`Rules::statuses`].
    pub status: u16,
    /// Its amount.
    pub amount: i32,
    /// Ticks that it still lasts, 0 for as long as nothing takes it off; `None` for as long as its kind says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i32>,
    /// Of a status that loses one of its amount when its time is over: the ticks of each further one; 0 for as many as it
    /// lasts now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub span: i32,
}

impl MemberItem {
    /// An item with the charges that its kind starts with.
    #[must_use]
    pub const fn new(item: u16, worn: bool) -> Self {
        Self { item, worn, charges: None }
    }
}

impl MemberStatus {
    /// A status that lasts as long as its kind says.
    #[must_use]
    pub const fn new(status: u16, amount: i32) -> Self {
        Self { status, amount, left: None, span: 0 }
    }
}

/// Whether a field has the value that is left out of text and hashes.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Member {
    /// The most of a charge or a time that a member may have.
    pub const MOST_LEFT: i32 = 1_000_000;

    /// A unit that has all that its type starts with.
    #[must_use]
    pub const fn new(unit_type: u16, team: Team, cell: Cell, facing: Dir) -> Self {
        Self {
            unit_type,
            team,
            cell,
            zone: None,
            facing,
            health: 0,
            name: String::new(),
            items: None,
            skills: None,
            statuses: None,
            policy: None,
            columns: Vec::new(),
        }
    }

    /// The same on the first cell of a zone that has room for it.
    #[must_use]
    pub fn in_zone(self, zone: u8) -> Self {
        Self { zone: Some(zone), ..self }
    }

    /// The cells that one of its type stands on.
    pub(super) fn size(&self, rules: &Rules) -> Footprint {
        rules.unit_types.get(usize::from(self.unit_type)).and_then(|kind| kind.size).unwrap_or_default()
    }

    /// Whether the ground has room for it on a cell, whoever stands there.
    pub(super) fn has_room_on(&self, rules: &Rules, cell: Cell) -> bool {
        let size = self.size(rules);
        let is_open =
            |cell| rules.board.contains(cell) && rules.terrain_at(cell).is_none_or(|ground| !ground.blocks_movement);
        size.cells(cell).all(is_open) && (size.is_one() || size.is_even(&rules.board, cell))
    }

    /// Adds the faults that it has by itself.
    pub(super) fn check(&self, rules: &Rules, whose: &str, faults: &mut Vec<OpeningFault>) {
        let mut unknown = |what: &'static str, number: usize, count: usize| {
            if number >= count {
                faults.push(OpeningFault::Unknown { whose: whose.to_owned(), what, number });
            }
        };
        unknown("unit type", self.unit_type.into(), rules.unit_types.len());
        let items = self.items.as_deref().unwrap_or_default();
        items.iter().for_each(|own| unknown("item", own.item.into(), rules.items.len()));
        let statuses = self.statuses.as_deref().unwrap_or_default();
        statuses.iter().for_each(|own| unknown("status", own.status.into(), rules.statuses.len()));
        let skills = self.skills.as_deref().unwrap_or_default();
        skills.iter().for_each(|&skill| unknown("skill", skill.into(), rules.skills.len()));
        self.policy.into_iter().for_each(|policy| unknown("policy", policy.into(), rules.policies.len()));
        self.zone.into_iter().for_each(|zone| unknown("zone", zone.into(), rules.zones.len().min(16)));
        let columns = rules.columns.of(super::ColumnOf::Entity).count();
        self.columns.iter().for_each(|&(column, _)| unknown("column", column.into(), columns));
        let mut seen = BTreeSet::new();
        if let Some(&skill) = skills.iter().find(|&&skill| !seen.insert(skill)) {
            faults.push(OpeningFault::SameSkill { whose: whose.to_owned(), skill });
        }
        let spans = statuses.iter().map(|own| own.span);
        let left = items.iter().filter_map(|own| own.charges).chain(statuses.iter().filter_map(|own| own.left));
        let left = left.chain(spans);
        for number in left.filter(|left| !(0..=Self::MOST_LEFT).contains(left)) {
            faults.push(OpeningFault::OutOfRange { whose: whose.to_owned(), number });
        }
        if usize::from(self.team.0) >= Team::COUNT {
            faults.push(OpeningFault::NoSide { whose: whose.to_owned(), team: self.team.0 });
        }
        let Some(kind) = rules.unit_types.get(usize::from(self.unit_type)) else { return };
        let may_hide = kind.hidden || rules.sight.is_some() && self.team != Team::NEUTRAL;
        let cast = rules.cast.get(usize::from(self.unit_type));
        if may_hide && cast.is_some_and(|sides| sides & self.team.bit() == 0) {
            faults.push(OpeningFault::NotInCast { whose: whose.to_owned() });
        }
        if self.zone.is_none() && !self.has_room_on(rules, self.cell) {
            faults.push(OpeningFault::NoRoom { whose: whose.to_owned(), cell: self.cell });
        }
        let mut taken = 0;
        let worn = items.iter().filter(|own| own.worn);
        for item in worn.filter_map(|own| rules.items.get(usize::from(own.item))) {
            match rules.slots_for(item.slots, kind.slots, taken) {
                Some(slots) => taken |= slots,
                None => {
                    let item = item.effect_source.name.clone();
                    faults.push(OpeningFault::NoSlot { whose: whose.to_owned(), item });
                }
            }
        }
    }
}
