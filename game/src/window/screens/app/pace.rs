//! How often the window is drawn anew: as often as what is seen on it changes, so that a battle that waits for its player
//! costs little.

use super::App;

/// How often a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pace {
    /// Never: all of it stays as it was drawn last.
    Still,
    /// Now and then: only what moves by itself moves, as breath, water and flames do.
    Idle,
    /// As often as a screen shows pictures.
    Moves,
}

/// What draws the pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnBy {
    /// A graphics card.
    Card,
    /// The processor, as a software renderer does.
    Processor,
}

/// For how many seconds after an input the picture follows at once: what is pointed at lights up, and what is told beside
/// it comes a little later.
const AFTERWARDS: f32 = 1.0;

impl Pace {
    /// The shortest time from one picture to the next, in seconds; `None` where there is no next one. Where the processor
    /// draws, a picture is dear, and what moves by itself moves in fewer of them.
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
    /// How often it is to be drawn now.
    #[must_use]
    pub fn pace(&self) -> Pace {
        let plays = self.battle().is_some_and(|battle| !battle.is_at_rest())
            || self.replay().is_some_and(|replay| replay.plays);
        let works = self.shared.filming.is_some() || self.busy_with().is_some() || self.pictures.are_made();
        if self.since_stir < AFTERWARDS || plays || works {
            Pace::Moves
        } else if !self.shared.settings.reduced_motion || self.is_editing() || self.work.is_at_work() {
            Pace::Idle
        } else {
            Pace::Still
        }
    }

    /// Something changed that is to be seen soon.
    pub(super) const fn stir(&mut self) {
        self.since_stir = 0.0;
    }
}
