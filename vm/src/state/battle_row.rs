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
}

impl BattleField {
    const HARD: i32 = 1 << 8;

    /// The sides that the computer decides for and whether the battle is a hard one, as the field
    /// [`BattleField::Setting`] holds them.
    #[must_use]
    pub fn setting(planned_teams: &[Team], is_hard: bool) -> i32 {
        let sides = planned_teams.iter().fold(0, |sides, team| sides | i32::from(team.bit()));
        sides | if is_hard { Self::HARD } else { 0 }
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

/// The battle's own row.
pub(crate) type BattleRow = [i32; 7];

/// Fields of the battle's row that every snapshot has. Those behind them are there only where they are
/// not 0, so that records from before them stay valid.
pub(super) const FIRST_BATTLE_FIELDS: usize = 5;
