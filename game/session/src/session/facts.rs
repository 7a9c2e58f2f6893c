//! Facts about the battle of a session that are not the seat's knowledge: outcome, record, log and past. A server tells
//! fewer of them than a referee in this process.

use super::{Host, Session};
use crate::record::WriteError;
use crate::referee::{Activated, Decided, RewindPoint, Setup, Then};
use crate::seat_log::SeatLog;
use crate::texts::records;
use foretoken_preview::Level;
use foretoken_vm::state::BattleField;
use foretoken_vm::{EntityId, GameState};
use std::path::Path;

impl Session {
    /// Returns the outcome as a [`foretoken_vm::Outcome`] number; 0 while undecided. [`Seat::outcome`] is relative to a
    /// side.
    #[must_use]
    pub fn outcome(&self) -> i32 {
        match &self.host {
            Host::Here(local) => local.referee.outcome(),
            Host::Remote(battle) => battle.seat().known().state().battle(BattleField::Outcome),
        }
    }

    /// Returns the number of this battle, unique in this process.
    #[must_use]
    pub fn number(&self) -> u64 {
        match &self.host {
            Host::Here(local) => local.referee.number(),
            Host::Remote(battle) => battle.number(),
        }
    }

    /// Returns a message about a failed record write, once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.local_mut()?.referee.take_trouble().map(|trouble| records::trouble(&trouble))
    }

    /// Sets whether each record entry waits for the disk; see [`Referee::set_waits`].
    pub fn set_waits(&mut self, waits: bool) {
        if let Some(local) = self.local_mut() {
            local.referee.set_waits(waits);
        }
    }

    /// Waits until the record is on the disk; see [`Referee::flush`].
    ///
    /// # Errors
    ///
    /// If some entries could not be written; they stay queued.
    pub fn flush(&self) -> Result<(), WriteError> {
        self.local().map_or(Ok(()), |local| local.referee.flush())
    }

    /// Returns the record's path.
    #[must_use]
    pub fn record_path(&self) -> Option<&Path> {
        self.local()?.referee.record_path()
    }

    /// Returns the number of rounds of a finished battle, including a partial last one. In an open battle, the last
    /// executed round; 0 if none.
    #[must_use]
    pub fn rounds_taken(&self) -> i32 {
        match self.local() {
            Some(local) => local.referee.rounds_taken(),
            None => self.seat().rewind_points().iter().rev().nth(1).map_or(0, |rewind_point| rewind_point.round),
        }
    }

    /// Returns the displayed round of a state; after the end, [`Self::rounds_taken`].
    #[must_use]
    pub fn round_of(&self, shown: &GameState) -> i32 {
        if shown.battle(BattleField::Outcome) == 0 { shown.round() } else { self.rounds_taken() }
    }

    /// Returns the number of undos of executed decisions. A server sends it when the battle is over.
    #[must_use]
    pub fn undos(&self) -> u32 {
        match &self.host {
            Host::Here(local) => local.referee.undos(),
            Host::Remote(battle) => battle.place().client().table().map_or(0, |table| table.undos),
        }
    }

    /// Returns the number of used rescues.
    #[must_use]
    pub fn rescues(&self) -> u32 {
        self.local().map_or(0, |local| local.referee.rescues())
    }

    /// Counts a used rescue.
    pub fn rescued(&mut self) {
        if let Some(local) = self.local_mut() {
            local.referee.rescued();
        }
    }

    /// Returns the number of orders that the computer gave for the player.
    #[must_use]
    pub fn advised(&self) -> u32 {
        match &self.host {
            Host::Here(local) => local.referee.advised(),
            Host::Remote(battle) => battle.advised(),
        }
    }

    /// Whether a unit's present order is the one that the computer gave for the player.
    #[must_use]
    pub fn is_advised(&self, unit: EntityId) -> bool {
        let own = self.seat().decided().intent(unit);
        own.is_some_and(|own| self.by_planner.iter().any(|(of, intent)| *of == unit && intent == own))
    }

    /// Sets the log of the seat at the screen, from the resumed record.
    pub fn was_told(&mut self, mut told: SeatLog) {
        let team = self.seat().team();
        let Some(local) = self.local_mut() else { return };
        told.renumber(|entry| local.referee.number_for(team, entry));
        let since = std::mem::replace(&mut local.told[local.at], told);
        local.told[local.at].extend(since);
    }

    /// Returns the log of the seat at the screen.
    #[must_use]
    pub fn told(&self) -> &SeatLog {
        match &self.host {
            Host::Here(local) => &local.told[local.at],
            Host::Remote(battle) => battle.place().client().log(),
        }
    }

    /// Returns the setup, with the assets as text.
    ///
    /// # Panics
    ///
    /// As [`Self::referee`].
    #[must_use]
    pub fn setup(&self) -> &Setup {
        self.referee().setup()
    }

    /// Returns the pack of the battle.
    #[must_use]
    pub fn pack(&self) -> &str {
        match &self.host {
            Host::Here(local) => &local.referee.setup().pack,
            Host::Remote(battle) => battle.place().client().scenario().split('/').next().unwrap_or_default(),
        }
    }

    /// Returns the computer's level.
    #[must_use]
    pub fn level(&self) -> Level {
        match &self.host {
            Host::Here(local) => local.referee.setup().level,
            Host::Remote(battle) => {
                let code = battle.place().client().table().map(|table| table.level);
                code.and_then(Level::from_code).unwrap_or_default()
            }
        }
    }

    /// Whether executed decisions cannot be undone.
    #[must_use]
    pub fn is_ironman(&self) -> bool {
        match &self.host {
            Host::Here(local) => local.referee.setup().ironman,
            Host::Remote(battle) => battle.place().client().table().is_some_and(|table| table.is_ironman),
        }
    }

    /// Whether the battle can go back to an earlier point.
    #[must_use]
    pub const fn is_rewindable(&self) -> bool {
        matches!(self.host, Host::Here(_))
    }

    /// Returns all rewind points, oldest first; the last is the present.
    #[must_use]
    pub fn rewind_points(&self) -> Vec<RewindPoint> {
        match &self.host {
            Host::Here(local) => local.referee.rewind_points_read_by(self.seat().team()),
            Host::Remote(battle) => battle.seat().rewind_points().to_vec(),
        }
    }

    /// Returns the activations; see [`Referee::activations`]. A server tells none.
    #[must_use]
    pub fn activations(&self) -> &[Activated] {
        self.local().map_or(&[], |local| local.referee.activations())
    }

    /// Returns a past state; see [`Referee::as_it_was`]. A server tells none.
    #[must_use]
    pub fn as_it_was(&self, rewind_point: usize, activations: usize) -> Option<Then> {
        self.local()?.referee.as_it_was(self.seat().team(), rewind_point, activations)
    }

    /// Returns a past decision of this side; see [`Referee::as_decided`]. A server tells none.
    #[must_use]
    pub fn as_decided(&self, rewind_point: usize) -> Option<Decided> {
        self.local()?.referee.as_decided(self.seat().team(), rewind_point)
    }
}
