//! The battle's own row: its round, its outcome and how it was set up.

use super::entity::{EntityId, Team};

/// Fields of the battle's own row, as `at` of a [`ChangeKind::Battle`] change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BattleField {
    /// The round, from 1.
    Round = 0,
    /// How it stands: 0 undecided, 1 won, 2 lost by the player's side, 3 drawn; see [`crate::Outcome`] for other sides.
    Outcome = 1,
    /// Harm of the last blow that landed, for Mirror.
    BlowHarm = 2,
    /// Cells the last blow pushed, for Mirror.
    BlowPush = 3,
    /// Losses that hurt but do not end the battle (a lantern gone out).
    Losses = 4,
    /// The activation that is open for the next decision, as [`BattleField::open`] packs it; 0 for none.
    Open = 5,
    /// How the opening set the battle up, as [`BattleField::setting`] packs it. Nothing changes it, and no hash counts it.
    Setting = 6,
    /// The policies of sides 0 and 1, as [`BattleField::policies`] packs them. Nothing changes it, and no hash counts it.
    Policies = 7,
    /// The same of sides 2 and 3.
    Policies2 = 8,
    /// The same of sides 4 and 5.
    Policies4 = 9,
    /// The same of sides 6 and 7.
    Policies6 = 10,
}

impl BattleField {
    const HARD: i32 = 1 << 8;

    /// The sides that the computer decides for, a bit each, and whether the battle is a hard one, as the field
    /// [`BattleField::Setting`] holds them.
    #[must_use]
    pub const fn setting(sides: u8, is_hard: bool) -> i32 {
        sides as i32 | if is_hard { Self::HARD } else { 0 }
    }

    /// The fields that hold the policies of sides, two sides each.
    pub const POLICIES: [Self; 4] = [Self::Policies, Self::Policies2, Self::Policies4, Self::Policies6];

    /// The policies of the sides in order, as the fields [`BattleField::POLICIES`] hold them: 16 bits a side, 0 for none and else
    /// the policy's number and 1.
    #[must_use]
    pub fn policies(of_sides: [Option<u16>; Team::COUNT]) -> [i32; 4] {
        let bits = |team: usize| of_sides[team].map_or(0, |policy| u32::from(policy.saturating_add(1)));
        [0, 2, 4, 6].map(|team| (bits(team) | bits(team + 1) << 16) as i32)
    }

    /// An activation that stays open after so many uses, as the field [`BattleField::Open`] holds it.
    #[must_use]
    pub const fn open(unit: EntityId, uses: usize) -> i32 {
        let uses = if uses > 0x7fff { 0x7fff } else { uses };
        (unit.0 as i32 + 1) | (uses as i32) << 16
    }
}

/// Whether the battle of a row is a hard one.
pub(crate) const fn is_hard(row: &BattleRow) -> bool {
    row[BattleField::Setting as usize] & BattleField::HARD != 0
}

/// The policy of a side in a row.
pub(super) fn side_policy(row: &BattleRow, team: Team) -> Option<u16> {
    let word = *row.get(BattleField::Policies as usize + usize::from(team.0) / 2)? as u32;
    ((word >> (16 * (team.0 % 2))) as u16).checked_sub(1)
}

/// Whether a side of a row has a policy.
pub(super) fn has_side_policies(row: &BattleRow) -> bool {
    row[BattleField::Policies as usize..] != [0; 4]
}

/// Gives the policies of sides other numbers; `None` takes one away.
pub(super) fn renumber_policies(row: &mut BattleRow, number: impl Fn(u16) -> Option<u16>) {
    let of_sides = Team::ALL.map(|team| number(side_policy(row, team)?));
    row[BattleField::Policies as usize..].copy_from_slice(&BattleField::policies(of_sides));
}

/// The battle's own row.
pub(crate) type BattleRow = [i32; 11];

/// Fields of the battle's row that every snapshot has. Those behind them are there only where they are
/// not 0, so that records from before them stay valid.
pub(super) const FIRST_BATTLE_FIELDS: usize = 5;
