//! Members of a roster: units at the start of a battle, with validation.

use super::{Deck, OpeningFault, Rules};
use crate::space::{Cell, Dir, Footprint};
use crate::state::Team;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A unit at the start of a battle. Its numbers are indices into the rules of the opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Unit type in [`Rules::unit_types`].
    #[serde(rename = "archetype")]
    pub unit_type: u16,
    /// Its side.
    pub team: Team,
    /// Cell of its anchor. Ignored if the member has a zone.
    pub cell: Cell,
    /// Zone, 0 to 15: the member stands on its first cell with room, row by row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<u8>,
    /// Facing.
    pub facing: Dir,
    /// Health; 0 for the initial health of its type.
    #[serde(default, skip_serializing_if = "is_default")]
    pub health: u16,
    /// Name that is stable across battles; empty for a unit of this battle only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Items; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<MemberItem>>,
    /// Skills without those of items; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<u16>>,
    /// Statuses; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statuses: Option<Vec<MemberStatus>>,
    /// Policy; `None` for that of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<u16>,
    /// Skill of each slot of its deck; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<Vec<Option<u16>>>,
    /// Initial values of columns that differ from the default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<(u16, i32)>,
}

/// An item of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberItem {
    /// Index in [`Rules::items`].
    pub item: u16,
    /// Whether it is worn.
    pub worn: bool,
    /// Charges, 0 or more; `None` for the initial ones of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charges: Option<i32>,
}

/// A status of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberStatus {
    /// Index in [`Rules::statuses`].
    pub status: u16,
    /// Amount.
    pub amount: i32,
    /// Remaining ticks, 0 for unlimited; `None` for those of its type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i32>,
    /// For a status that loses its amount one by one: ticks for each further one; 0 for its current duration.
    #[serde(default, skip_serializing_if = "is_default")]
    pub span: i32,
}

impl MemberItem {
    /// Makes an item with initial charges.
    #[must_use]
    pub const fn new(item: u16, worn: bool) -> Self {
        Self { item, worn, charges: None }
    }
}

impl MemberStatus {
    /// Makes a status with the duration of its type.
    #[must_use]
    pub const fn new(status: u16, amount: i32) -> Self {
        Self { status, amount, left: None, span: 0 }
    }
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Member {
    /// Maximum charge or duration of a member.
    pub const MOST_LEFT: i32 = 1_000_000;

    /// Makes a unit with the initial values of its type.
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
            deck: None,
            columns: Vec::new(),
        }
    }

    /// Places it on the first cell of a zone with room.
    #[must_use]
    pub fn in_zone(self, zone: u8) -> Self {
        Self { zone: Some(zone), ..self }
    }

    pub(super) fn size(&self, rules: &Rules) -> Footprint {
        rules.unit_types.get(usize::from(self.unit_type)).and_then(|kind| kind.size).unwrap_or_default()
    }

    pub(super) fn has_room_on(&self, rules: &Rules, cell: Cell) -> bool {
        let size = self.size(rules);
        let is_open =
            |cell| rules.board.contains(cell) && rules.terrain_at(cell).is_none_or(|ground| !ground.blocks_movement);
        size.cells(cell).all(is_open) && (size.is_one() || size.is_even(&rules.board, cell))
    }

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
        let slots = self.deck.as_deref().unwrap_or_default();
        slots.iter().flatten().for_each(|&skill| unknown("skill", skill.into(), rules.skills.len()));
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
        let has = kind.deck.as_ref().and_then(|own| rules.decks.get(usize::from(own.deck))).map_or(0, Deck::len);
        if slots.len() > has {
            faults.push(OpeningFault::TooManySlots { whose: whose.to_owned(), slots: slots.len(), has });
        }
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
