//! Numbers of targets and directions of a program.

use foretoken_vm::program::{Address, Asks, Token, TokenSet};

/// How many targets and directions a program asks for. A single one needs no number.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked {
    pub(super) targets: usize,
    pub(super) directions: usize,
}

impl Asked {
    pub(super) fn by(program: &TokenSet) -> Self {
        let mut slots: Vec<(Address, Asks)> = Vec::new();
        for token in &program.code {
            if let Token::Declare(declare) = token
                && let Some(request) = program.requests.get(usize::from(declare.ask.request))
                && !slots.iter().any(|(at, _)| *at == declare.at)
            {
                slots.push((declare.at, request.asks));
            }
        }
        let directions = slots.iter().filter(|(_, asks)| *asks == Asks::Direction).count();
        let numbers = slots.iter().filter(|(_, asks)| matches!(asks, Asks::Number | Asks::Slot)).count();
        Self { targets: slots.len() - directions - numbers, directions }
    }

    /// Returns the larger counts, because a later effect names the slots of its action.
    pub(super) fn within(self, outer: Self) -> Self {
        Self { targets: self.targets.max(outer.targets), directions: self.directions.max(outer.directions) }
    }
}
