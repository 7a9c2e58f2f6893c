//! Long work on a battle.

use crate::window::battle::Battle;
use foretoken_session::Report;
use std::fmt::{self, Debug};

pub(in crate::window) struct BattleWork(Box<Work>);

type Work = dyn FnOnce(&mut Battle) -> Option<Report> + Send;

impl BattleWork {
    pub(in crate::window) fn new(work: impl FnOnce(&mut Battle) -> Option<Report> + Send + 'static) -> Self {
        Self(Box::new(work))
    }

    pub(in crate::window) fn run(self, battle: &mut Battle) -> Option<Report> {
        (self.0)(battle)
    }
}

impl Debug for BattleWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BattleWork")
    }
}
