//! The opening of a battle: the units at the start, their places, and the decider of each side. Only the referee has it. The
//! rules that all sides may know are in [`Rules`].

use super::member::is_default;
use super::{Deciders, Member, Rulebook, Rules};
use crate::chance::Dice;
use crate::facts;
use crate::space::Cell;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Groups of members of which only some are there: which ones, the battle's seed decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpawnPool {
    /// How many groups are there.
    pub keep: u16,
    /// How many more of them are there in a hard battle. Left out of the hash where it is 0, as it was before it was there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_hard: u16,
    /// The groups, by places in the roster.
    pub groups: Vec<Vec<u16>>,
}

/// Apart from the battle's own stream, which begins with the same seed, so that what is left out tells nothing of its chance.
const OWN_STREAM: u64 = 0x7370_6177_6e73_2121;

/// Everything that only the referee knows at the start of a battle. The state tells all sides two things of it: the decider of
/// each side, because turn orders go by that, and whether the battle is a hard one, because formulas read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The units.
    pub roster: Vec<Member>,
    /// Groups of members; a battle has some of them.
    pub spawn_pools: Vec<SpawnPool>,
    /// Surfaces there at the start, by index.
    pub surfaces: Vec<(Cell, u8)>,
    /// The decider of each side.
    pub deciders: Deciders,
    /// Whether the battle is a hard one: pools keep more, and formulas read it as `hard`.
    pub is_hard: bool,
    /// Seed of the battle's streams.
    pub seed: u64,
}

/// A fault of an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// A number of a unit type, item, status, column or surface that the rules do not have.
    #[error("{whose}: the rules have no {what} with the number {number}")]
    Unknown {
        /// The member, or the part of the opening.
        whose: String,
        /// The sort of thing that is missing.
        what: &'static str,
        /// Its number.
        number: usize,
    },
    /// A place off the board, on ground that cannot be entered, or too small for the unit.
    #[error("{whose} cannot stand on {cell}")]
    NoRoom {
        /// The member.
        whose: String,
        /// The cell of its anchor.
        cell: Cell,
    },
    /// A zone without a free cell that has room for the unit.
    #[error("{whose}: zone `{zone}` has no free cell with room for it")]
    NoFreeCell {
        /// The member.
        whose: String,
        /// The zone.
        zone: String,
    },
    /// Charges of an item or a time of a status below 0 or beyond [`Member::MOST_LEFT`].
    #[error("{whose}: {number} is no number of charges and no time; both are 0 to 1000000")]
    OutOfRange {
        /// The member.
        whose: String,
        /// The number.
        number: i32,
    },
    /// A skill that a member has twice.
    #[error("{whose} has the skill with the number {skill} twice")]
    SameSkill {
        /// The member.
        whose: String,
        /// The skill.
        skill: u16,
    },
    /// Two members on one cell.
    #[error("{first} and {second} both stand on {cell}")]
    Shared {
        /// The member that comes first in the roster.
        first: String,
        /// The other member.
        second: String,
        /// The cell.
        cell: Cell,
    },
    /// More units than a battle holds.
    #[error("the roster has {count} units; a battle has {most} at most")]
    TooMany {
        /// The length of the roster.
        count: usize,
        /// The limit of the rules.
        most: usize,
    },
    /// Two members of one name.
    #[error("two members have the name `{0}`")]
    SameName(String),
    /// A worn item for which no slot is left.
    #[error("{whose} has no slot left to wear `{item}`")]
    NoSlot {
        /// The member.
        whose: String,
        /// The item.
        item: String,
    },
    /// A group of a spawn pool without members.
    #[error("{whose}: group {} has no member", .group + 1)]
    EmptyGroup {
        /// The pool.
        whose: String,
        /// The group's place in it.
        group: usize,
    },
    /// A member in two groups of spawn pools.
    #[error("{whose}: member {} is in a group already", .member + 1)]
    TwoGroups {
        /// The pool.
        whose: String,
        /// The member's place in the roster.
        member: usize,
    },
    /// A unit that may hide from other sides, and that the cast of the rules does not have on its side.
    #[error("{whose} is not in the cast of the rules: add it to `cast` of the scenario")]
    NotInCast {
        /// The member.
        whose: String,
    },
    /// A side beyond the highest number.
    #[error("{whose} is of side {team}; sides have numbers from 0 to 7")]
    NoSide {
        /// The member, or the part of the opening.
        whose: String,
        /// The number.
        team: u8,
    },
}

impl OpeningFault {
    /// A word that stays the same between versions, for programs to act on.
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
            Self::NoSide { .. } => "no-side",
        }
    }
}

impl Opening {
    /// The same opening with another seed.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> Self {
        Self { seed, ..self.clone() }
    }

    /// The members of the battle of this seed, in their order.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.places().filter_map(|at| self.roster.get(at))
    }

    /// Their places in the roster.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let left_out = self.left_out();
        (0..self.roster.len()).filter(move |at| !left_out.contains(at))
    }

    /// The cell of each member of the roster, also of those that the seed leaves out, so that a seed changes no place. A member
    /// with a zone takes the first cell of it, row by row, that has room and that no member before it has, nor any member with
    /// a cell of its own; `None` where there is no such cell, and for members beyond the limit of the rules.
    pub(crate) fn cells(&self, rules: &Rules) -> Vec<Option<Cell>> {
        /// The most cells that are tried for all members together.
        const MOST_TRIED: u32 = 10_000_000;
        let members = || self.roster.iter().take(usize::from(rules.limits.entities));
        let fixed = members().filter(|member| member.zone.is_none());
        let mut taken: BTreeSet<Cell> = fixed.flat_map(|member| member.size(rules).cells(member.cell)).collect();
        // The cells of each zone, with how many at its beginning are taken.
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

    /// A hash of the roster, the surfaces and the deciders, by meaning. Records keep difficulty and seed beside it.
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

    /// A hash of the opening and the rules. Records have had it since before rules and opening were apart.
    #[must_use]
    pub fn start_hash(&self, rules: &Rulebook) -> u64 {
        rules.hash64().wrapping_add(self.hash64())
    }

    /// The faults of the opening under these rules, at most [`Self::MOST_FAULTS`], those of the roster in its order.
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
                    Some(&other) if !self.exclude_each_other(&pools, at, other) => {
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

    /// The most faults that are listed.
    pub const MOST_FAULTS: usize = 100;

    /// The pool and the group of each member that is in one. A member is in one group at most, and a group has a member.
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

    /// Whether two members are never in a battle together: they are of different groups of a pool of which one is there.
    fn exclude_each_other(&self, pools: &BTreeMap<usize, (usize, usize)>, one: usize, other: usize) -> bool {
        let is_single =
            |pool: usize| self.spawn_pools.get(pool).is_some_and(|pool| pool.keep.saturating_add(pool.on_hard) <= 1);
        match (pools.get(&one), pools.get(&other)) {
            (Some(one), Some(other)) => one.0 == other.0 && one.1 != other.1 && is_single(one.0),
            _ => false,
        }
    }

    /// A member's name, or its type and its place in the roster.
    fn whose(&self, rules: &Rules, at: usize) -> String {
        let Some(member) = self.roster.get(at) else { return format!("member {}", at + 1) };
        if !member.name.is_empty() {
            return member.name.clone();
        }
        let kind = rules.unit_types.get(usize::from(member.unit_type)).map_or("unit", |kind| kind.name.as_str());
        format!("{kind} (member {})", at + 1)
    }
}

/// A compiled scenario: the rules, which all sides may know, and the opening, which only the referee has. It dereferences to
/// its rules.
#[derive(Clone, Debug, Default)]
pub struct CompiledScenario {
    /// The rules.
    pub rules: Rulebook,
    /// The opening.
    pub opening: Opening,
}

impl CompiledScenario {
    /// The opening with a seed.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> Opening {
        self.opening.seeded(seed)
    }

    /// A hash of rules and opening; see [`Opening::start_hash`].
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

    /// Which one of three is left out is the first draw of a stream that begins with the seed and the own constant.
    #[test]
    fn what_is_left_out_is_drawn_from_a_stream_of_its_own() {
        let opening = opening(2, vec![vec![1], vec![2], vec![3]]);
        for seed in 0..20 {
            let mut dice = Dice::new(seed ^ OWN_STREAM);
            let mut groups = vec![1, 2, 3];
            // Two are kept, one after the other; the last is left out.
            groups.remove(dice.below(3) as usize);
            groups.remove(dice.below(2) as usize);
            let expected: Vec<i32> = [0, 1, 2, 3, 4, 5].into_iter().filter(|at| !groups.contains(at)).collect();
            assert_eq!(columns(&opening, seed), expected, "seed {seed}");
        }
    }
}
