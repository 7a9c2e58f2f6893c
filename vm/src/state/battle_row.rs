//! The battle's row: round, outcome and setup.

use super::entity::{EntityId, Team};

/// Fields of the battle's row: `at` of a [`ChangeKind::Battle`] change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BattleField {
    /// The round, from 1.
    Round = 0,
    /// Outcome for the player's side: 0 undecided, 1 won, 2 lost, 3 drawn; see [`crate::Outcome`] for other sides.
    Outcome = 1,
    /// Damage of the last attack, for Mirror.
    BlowHarm = 2,
    /// Cells that the last attack pushed, for Mirror.
    BlowPush = 3,
    /// Losses that do not end the battle, such as a destroyed lantern.
    Losses = 4,
    /// Open activation, packed by [`BattleField::open`]; 0 for none.
    Open = 5,
    /// Setup, packed by [`BattleField::setting`]. Constant and not hashed.
    Setting = 6,
    /// Policies of sides 0 and 1, packed by [`BattleField::policies`]. Constant and not hashed.
    Policies = 7,
    /// Policies of sides 2 and 3.
    Policies2 = 8,
    /// Policies of sides 4 and 5.
    Policies4 = 9,
    /// Policies of sides 6 and 7.
    Policies6 = 10,
}

impl BattleField {
    const HARD: i32 = 1 << 8;

    /// Packs computer sides, as bits, and difficulty for [`BattleField::Setting`].
    #[must_use]
    pub const fn setting(sides: u8, is_hard: bool) -> i32 {
        sides as i32 | if is_hard { Self::HARD } else { 0 }
    }

    /// Fields of policies, two sides each.
    pub const POLICIES: [Self; 4] = [Self::Policies, Self::Policies2, Self::Policies4, Self::Policies6];

    /// Packs the policies of sides for [`BattleField::POLICIES`]: 16 bits a side, 0 for none, else the number plus one.
    #[must_use]
    pub fn policies(of_sides: [Option<u16>; Team::COUNT]) -> [i32; 4] {
        let bits = |team: usize| of_sides[team].map_or(0, |policy| u32::from(policy.saturating_add(1)));
        [0, 2, 4, 6].map(|team| (bits(team) | bits(team + 1) << 16) as i32)
    }

    /// Packs an open activation after a number of uses for [`BattleField::Open`].
    #[must_use]
    pub const fn open(unit: EntityId, uses: usize) -> i32 {
        let uses = if uses > 0x7fff { 0x7fff } else { uses };
        (unit.0 as i32 + 1) | (uses as i32) << 16
    }
}

pub(crate) const fn is_hard(row: &BattleRow) -> bool {
    row[BattleField::Setting as usize] & BattleField::HARD != 0
}

pub(super) fn side_policy(row: &BattleRow, team: Team) -> Option<u16> {
    let word = *row.get(BattleField::Policies as usize + usize::from(team.0) / 2)? as u32;
    ((word >> (16 * (team.0 % 2))) as u16).checked_sub(1)
}

pub(super) fn has_side_policies(row: &BattleRow) -> bool {
    row[BattleField::Policies as usize..] != [0; 4]
}

pub(super) fn renumber_policies(row: &mut BattleRow, number: impl Fn(u16) -> Option<u16>) {
    let of_sides = Team::ALL.map(|team| number(side_policy(row, team)?));
    row[BattleField::Policies as usize..].copy_from_slice(&BattleField::policies(of_sides));
}

pub(crate) type BattleRow = [i32; 11];

/// Fields in every snapshot. Later ones are stored only if non-zero, so that old records stay valid.
pub(super) const FIRST_BATTLE_FIELDS: usize = 5;
