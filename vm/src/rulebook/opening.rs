//! Opening of a battle: initial units, surfaces and deciders. Only the referee has it; rules that all sides may know
//! are in [`Rules`].

use super::member::is_default;
use super::{Deciders, Member, Rulebook, Rules};
use crate::chance::Dice;
use crate::facts;
use crate::space::Cell;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Groups of members from which the battle's seed selects some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpawnPool {
    /// Number of groups to keep.
    pub keep: u16,
    /// Additional groups in a hard battle. 0 is left out of the hash for compatibility.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_hard: u16,
    /// Groups as roster indices.
    pub groups: Vec<Vec<u16>>,
}

const OWN_STREAM: u64 = 0x7370_6177_6e73_2121;

/// Initial data that only the referee knows. All sides learn the deciders and the difficulty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Units.
    pub roster: Vec<Member>,
    /// Spawn pools.
    pub spawn_pools: Vec<SpawnPool>,
    /// Initial surfaces, by index.
    pub surfaces: Vec<(Cell, u8)>,
    /// Decider of each side.
    pub deciders: Deciders,
    /// Whether the battle is hard: pools keep more, and formulas read it as `hard`.
    pub is_hard: bool,
    /// Seed of the battle's streams.
    pub seed: u64,
}

/// A fault of an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// Unknown unit type, item, status, column or surface.
    #[error("{whose}: the rules have no {what} with the number {number}")]
    Unknown {
        /// Member or part of the opening.
        whose: String,
        /// Sort of the missing thing.
        what: &'static str,
        /// Number.
        number: usize,
    },
    /// A cell off the board, on blocked ground, or too small for the unit.
    #[error("{whose} cannot stand on {cell}")]
    NoRoom {
        /// Member.
        whose: String,
        /// Cell of its anchor.
        cell: Cell,
    },
    /// A zone without a free cell for the unit.
    #[error("{whose}: zone `{zone}` has no free cell with room for it")]
    NoFreeCell {
        /// Member.
        whose: String,
        /// Zone.
        zone: String,
    },
    /// Charges or duration below 0 or above [`Member::MOST_LEFT`].
    #[error("{whose}: {number} is not a valid number of charges or duration; both are 0 to 1000000")]
    OutOfRange {
        /// Member.
        whose: String,
        /// Number.
        number: i32,
    },
    /// A duplicate skill.
    #[error("{whose} has skill number {skill} twice")]
    SameSkill {
        /// Member.
        whose: String,
        /// Skill.
        skill: u16,
    },
    /// Two members on one cell.
    #[error("{first} and {second} are both on {cell}")]
    Shared {
        /// First member in the roster.
        first: String,
        /// Other member.
        second: String,
        /// Cell.
        cell: Cell,
    },
    /// Too many units.
    #[error("the roster has {count} units; the maximum is {most}")]
    TooMany {
        /// Length of the roster.
        count: usize,
        /// Limit of the rules.
        most: usize,
    },
    /// Two members with one name.
    #[error("two members have the name `{0}`")]
    SameName(String),
    /// A worn item without a free slot.
    #[error("{whose} has no free slot to wear `{item}`")]
    NoSlot {
        /// Member.
        whose: String,
        /// Item.
        item: String,
    },
    /// An empty group of a spawn pool.
    #[error("{whose}: group {} has no member", .group + 1)]
    EmptyGroup {
        /// Pool.
        whose: String,
        /// Index of the group.
        group: usize,
    },
    /// A member in two groups of spawn pools.
    #[error("{whose}: member {} is already in a group", .member + 1)]
    TwoGroups {
        /// Pool.
        whose: String,
        /// Roster index of the member.
        member: usize,
    },
    /// A unit that can hide from other sides but is missing in the cast of its side.
    #[error("{whose} is not in the cast of the rules: add it to `cast` of the scenario")]
    NotInCast {
        /// Member.
        whose: String,
    },
    /// More slots than the deck of the unit type has.
    #[error("{whose} fills {slots} slots, but the deck of its unit type has {has}")]
    TooManySlots {
        /// Member.
        whose: String,
        /// Slots of the member.
        slots: usize,
        /// Slots of the deck.
        has: usize,
    },
    /// A side above the highest number.
    #[error("{whose} is of side {team}; sides are 0 to 7")]
    NoSide {
        /// Member or part of the opening.
        whose: String,
        /// Number.
        team: u8,
    },
}

impl OpeningFault {
    /// Returns a stable code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "unknown-number",
            Self::NoRoom { .. } => "no-room",
            Self::NoFreeCell { .. } => "no-free-cell",
            Self::OutOfRange { .. } => "out-of-range",
            Self::SameSkill { .. } => "same-skill",
            Self::Shared { .. } => "shared-cell",
            Self::TooMany { .. } => "too-many-units",
            Self::SameName(_) => "same-name",
            Self::NoSlot { .. } => "no-slot",
            Self::EmptyGroup { .. } => "empty-group",
            Self::TwoGroups { .. } => "two-groups",
            Self::NotInCast { .. } => "not-in-cast",
            Self::TooManySlots { .. } => "too-many-slots",
            Self::NoSide { .. } => "no-side",
        }
    }
}

impl Opening {
    /// Returns the opening with another seed.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> Self {
        Self { seed, ..self.clone() }
    }

    /// Iterates over the members that this seed selects, in order.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.places().filter_map(|at| self.roster.get(at))
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let left_out = self.left_out();
        (0..self.roster.len()).filter(move |at| !left_out.contains(at))
    }

    pub(crate) fn cells(&self, rules: &Rules) -> Vec<Option<Cell>> {
        const MOST_TRIED: u32 = 10_000_000;
        let members = || self.roster.iter().take(usize::from(rules.limits.entities));
        let fixed = members().filter(|member| member.zone.is_none());
        let mut taken: BTreeSet<Cell> = fixed.flat_map(|member| member.size(rules).cells(member.cell)).collect();
        let mut zones = BTreeMap::<u8, (Vec<Cell>, usize)>::new();
        let mut tried = 0;
        let cell = |member: &Member| {
            let Some(zone) = member.zone else { return Some(member.cell) };
            let in_zone = |cell: &Cell| rules.board.zones(*cell) >> (zone & 15) & 1 == 1;
            let all = || (rules.board.cells().filter(in_zone).collect(), 0);
            let (cells, first) = zones.entry(zone).or_insert_with(all);
            while cells.get(*first).is_some_and(|cell| taken.contains(cell)) {
                *first += 1;
            }
            let has_room = |cell: &&Cell| {
                tried += 1;
                let is_free = |cell| !taken.contains(&cell);
                tried <= MOST_TRIED
                    && member.size(rules).cells(**cell).all(is_free)
                    && member.has_room_on(rules, **cell)
            };
            let found = *cells[*first..].iter().find(has_room)?;
            taken.extend(member.size(rules).cells(found));
            Some(found)
        };
        members().map(cell).collect()
    }

    fn left_out(&self) -> BTreeSet<usize> {
        let (mut dice, mut left_out) = (Dice::new(self.seed ^ OWN_STREAM), BTreeSet::new());
        for pool in &self.spawn_pools {
            let mut groups: Vec<&Vec<u16>> = pool.groups.iter().collect();
            for _ in 0..pool.keep.saturating_add(if self.is_hard { pool.on_hard } else { 0 }) {
                if !groups.is_empty() {
                    groups.remove(dice.below(groups.len() as u32) as usize);
                }
            }
            left_out.extend(groups.into_iter().flatten().map(|&at| usize::from(at)));
        }
        left_out
    }

    /// Hashes roster, surfaces and deciders by meaning. Records store difficulty and seed separately.
    #[must_use]
    pub fn hash64(&self) -> u64 {
        let parts = [
            facts::of(&self.roster, "placements"),
            if self.spawn_pools.is_empty() { 0 } else { facts::of(&self.spawn_pools, "spawn pools") },
            facts::of(&self.surfaces, "laid"),
            self.deciders.hash64(),
        ];
        parts.into_iter().fold(0, u64::wrapping_add)
    }

    /// Hashes the opening with the rules, for compatibility with old records.
    #[must_use]
    pub fn start_hash(&self, rules: &Rulebook) -> u64 {
        rules.hash64().wrapping_add(self.hash64())
    }

    /// Returns the faults of the opening under these rules, at most [`Self::MOST_FAULTS`].
    #[must_use]
    pub fn faults(&self, rules: &Rules) -> Vec<OpeningFault> {
        let mut faults = Vec::new();
        let most = usize::from(rules.limits.entities);
        if self.roster.len() > most {
            faults.push(OpeningFault::TooMany { count: self.roster.len(), most });
        }
        let pools = self.pools(&mut faults);
        let (mut taken, mut names): (BTreeMap<Cell, usize>, BTreeSet<&str>) = Default::default();
        let cells = self.cells(rules);
        for ((at, member), cell) in self.roster.iter().enumerate().zip(cells) {
            if faults.len() >= Self::MOST_FAULTS {
                break;
            }
            member.check(rules, &self.whose(rules, at), &mut faults);
            if let (None, Some(name)) = (cell, member.zone.and_then(|zone| rules.zones.get(usize::from(zone)))) {
                faults.push(OpeningFault::NoFreeCell { whose: self.whose(rules, at), zone: name.clone() });
            }
            if !member.name.is_empty() && !names.insert(&member.name) {
                faults.push(OpeningFault::SameName(member.name.clone()));
            }
            for cell in cell.into_iter().flat_map(|cell| member.size(rules).cells(cell)) {
                match taken.get(&cell) {
                    Some(&other) if !self.is_exclusive(&pools, at, other) => {
                        let (first, second) = (self.whose(rules, other), self.whose(rules, at));
                        faults.push(OpeningFault::Shared { first, second, cell });
                    }
                    Some(_) => {}
                    None => drop(taken.insert(cell, at)),
                }
            }
        }
        for (at, &(cell, surface)) in self.surfaces.iter().enumerate() {
            let whose = || format!("surface {}", at + 1);
            if faults.len() >= Self::MOST_FAULTS {
                break;
            } else if !rules.board.contains(cell) {
                faults.push(OpeningFault::NoRoom { whose: whose(), cell });
            } else if usize::from(surface) >= rules.surfaces.len() {
                faults.push(OpeningFault::Unknown { whose: whose(), what: "surface", number: surface.into() });
            }
        }
        faults.extend(self.deciders.faults(rules));
        faults.truncate(Self::MOST_FAULTS);
        faults
    }

    /// Maximum number of listed faults.
    pub const MOST_FAULTS: usize = 100;

    fn pools(&self, faults: &mut Vec<OpeningFault>) -> BTreeMap<usize, (usize, usize)> {
        let mut of = BTreeMap::new();
        for (pool, own) in self.spawn_pools.iter().enumerate() {
            for (group, members) in own.groups.iter().enumerate() {
                let whose = || format!("spawn pool {}", pool + 1);
                if members.is_empty() {
                    faults.push(OpeningFault::EmptyGroup { whose: whose(), group });
                }
                for &member in members {
                    let at = usize::from(member);
                    if at >= self.roster.len() {
                        faults.push(OpeningFault::Unknown { whose: whose(), what: "member", number: at });
                    } else if of.insert(at, (pool, group)).is_some() {
                        faults.push(OpeningFault::TwoGroups { whose: whose(), member: at });
                    }
                    if faults.len() >= Self::MOST_FAULTS {
                        return of;
                    }
                }
                if faults.len() >= Self::MOST_FAULTS {
                    return of;
                }
            }
        }
        of
    }

    fn is_exclusive(&self, pools: &BTreeMap<usize, (usize, usize)>, one: usize, other: usize) -> bool {
        let is_single =
            |pool: usize| self.spawn_pools.get(pool).is_some_and(|pool| pool.keep.saturating_add(pool.on_hard) <= 1);
        match (pools.get(&one), pools.get(&other)) {
            (Some(one), Some(other)) => one.0 == other.0 && one.1 != other.1 && is_single(one.0),
            _ => false,
        }
    }

    fn whose(&self, rules: &Rules, at: usize) -> String {
        let Some(member) = self.roster.get(at) else { return format!("member {}", at + 1) };
        if !member.name.is_empty() {
            return member.name.clone();
        }
        let kind = rules.unit_types.get(usize::from(member.unit_type)).map_or("unit", |kind| kind.name.as_str());
        format!("{kind} (member {})", at + 1)
    }
}

/// Rules, which all sides may know, and opening, which only the referee has. Dereferences to the rules.
#[derive(Clone, Debug, Default)]
pub struct CompiledScenario {
    /// Rules.
    pub rules: Rulebook,
    /// Opening.
    pub opening: Opening,
}

impl CompiledScenario {
    /// Returns the opening with a seed.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> Opening {
        self.opening.seeded(seed)
    }

    /// Hashes rules and opening; see [`Opening::start_hash`].
    #[must_use]
    pub fn hash64(&self) -> u64 {
        self.opening.start_hash(&self.rules)
    }
}

impl std::ops::Deref for CompiledScenario {
    type Target = Rulebook;

    fn deref(&self) -> &Rulebook {
        &self.rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Board, Dir};
    use crate::state::Team;

    fn opening(keep: u16, groups: Vec<Vec<u16>>) -> Opening {
        let board = Board::new(6, 1);
        let cells = (0..6).map(|x| board.cell(x, 0).expect("on the board"));
        let roster = cells.map(|cell| Member::new(0, Team::PLAYER, cell, Dir::East)).collect();
        Opening { roster, spawn_pools: vec![SpawnPool { keep, on_hard: 1, groups }], ..Opening::default() }
    }

    fn columns(opening: &Opening, seed: u64) -> Vec<i32> {
        opening.seeded(seed).members().map(|member| member.cell.x()).collect()
    }

    #[test]
    fn so_many_are_there_as_are_to_be_kept_and_others_for_other_seeds() {
        let opening = opening(2, vec![vec![1], vec![2], vec![3], vec![4]]);
        let drawn: BTreeSet<Vec<i32>> = (0..100).map(|seed| columns(&opening, seed)).collect();
        assert!(drawn.iter().all(|columns| columns.len() == 4 && columns[0] == 0 && columns[3] == 5), "{drawn:?}");
        assert_eq!(drawn.len(), 6, "each pair of four");
        assert_eq!(columns(&opening, 7), columns(&opening, 7));
    }

    #[test]
    fn more_are_there_in_a_hard_battle() {
        let usual = opening(1, vec![vec![1], vec![2], vec![3]]);
        let hard = Opening { is_hard: true, ..usual.clone() };
        let counts = |opening: &Opening| (0..20).map(|seed| columns(opening, seed).len()).collect::<BTreeSet<usize>>();
        assert_eq!((counts(&usual), counts(&hard)), (BTreeSet::from([4]), BTreeSet::from([5])));
        let more = (0..20).all(|seed| {
            let here = columns(&hard, seed);
            columns(&usual, seed).iter().all(|column| here.contains(column))
        });
        assert!(more, "those of the usual battle, and others");
    }

    #[test]
    fn a_group_stays_together() {
        let opening = opening(1, vec![vec![0, 1], vec![3, 4, 5]]);
        let drawn: BTreeSet<Vec<i32>> = (0..50).map(|seed| columns(&opening, seed)).collect();
        assert_eq!(drawn, BTreeSet::from([vec![0, 1, 2], vec![2, 3, 4, 5]]));
    }

    #[test]
    fn what_is_left_out_is_drawn_from_a_stream_of_its_own() {
        let opening = opening(2, vec![vec![1], vec![2], vec![3]]);
        for seed in 0..20 {
            let mut dice = Dice::new(seed ^ OWN_STREAM);
            let mut groups = vec![1, 2, 3];
            groups.remove(dice.below(3) as usize);
            groups.remove(dice.below(2) as usize);
            let expected: Vec<i32> = [0, 1, 2, 3, 4, 5].into_iter().filter(|at| !groups.contains(at)).collect();
            assert_eq!(columns(&opening, seed), expected, "seed {seed}");
        }
    }
}
