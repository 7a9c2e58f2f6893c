//! The frame rate: the window draws only as often as its content changes.

use super::App;

/// Frame rate mode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pace {
    /// No redraw: nothing changes.
    Still,
    /// Slow: only idle animations run.
    Idle,
    /// The display's full rate.
    Moves,
}

/// Renderer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnBy {
    /// A graphics card.
    Card,
    /// The CPU.
    Processor,
}

const AFTERWARDS: f32 = 1.0;

impl Pace {
    /// Returns the minimum seconds between pictures; `None` for no redraw. CPU rendering has a slower idle rate.
    #[must_use]
    pub const fn seconds(self, drawn_by: DrawnBy) -> Option<f32> {
        match self {
            Self::Still => None,
            Self::Idle if matches!(drawn_by, DrawnBy::Processor) => Some(1.0 / 10.0),
            Self::Idle => Some(1.0 / 30.0),
            Self::Moves => Some(1.0 / 60.0),
        }
    }
}

impl App {
    /// Returns the current mode.
    #[must_use]
    pub fn pace(&self) -> Pace {
        let plays = self.battle().is_some_and(|battle| !battle.is_at_rest())
            || self.replay().is_some_and(|replay| replay.plays);
        let works = self.shared.filming.is_some() || self.busy_with().is_some() || self.pictures.is_complete();
        if self.since_stir < AFTERWARDS || plays || works {
            Pace::Moves
        } else if !self.shared.settings.reduced_motion
            || self.is_editing()
            || self.is_online()
            || self.work.is_at_work()
        {
            Pace::Idle
        } else {
            Pace::Still
        }
    }

    pub(super) const fn stir(&mut self) {
        self.since_stir = 0.0;
    }
}
