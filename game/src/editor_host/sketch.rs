//! The map that the editor paints on, shown in place of the battle: whole or not, as it is edited.

use super::EditorHost;
use foretoken_vm::{Battle, GameState, Opening, Rulebook};
use std::sync::Arc;

/// A map as it is being made: its rules, and its start under them.
#[derive(Debug)]
pub(super) struct Sketch {
    /// The scenario, and after how many edits.
    of: (String, u64),
    book: Arc<Rulebook>,
    start: GameState,
}

impl EditorHost {
    /// The map that is shown: its rules, which are not to be played, and its start. `None` where the battle is shown.
    #[must_use]
    pub fn sketched(&self) -> Option<(&Arc<Rulebook>, &GameState)> {
        self.sketch.as_ref().map(|sketch| (&sketch.book, &sketch.start))
    }

    /// Shows the map of a scenario, made anew where assets were changed, or the battle again.
    pub(super) fn show_map(&mut self, map: Option<&str>) {
        let Some(map) = map else {
            self.sketch = None;
            return;
        };
        let of = (map.to_owned(), self.edits);
        if self.sketch.as_ref().is_some_and(|sketch| sketch.of == of) {
            return;
        }
        // Where it is the battle's own, its rules were made when it was put in place. Every unit of a pool is shown.
        let made = self.compiled.as_ref().filter(|made| made.scenario == map && made.edits == self.edits);
        let made = made.filter(|_| self.test_action.is_none());
        let made =
            made.map(|made| (Arc::clone(&made.book), Opening { spawn_pools: Vec::new(), ..made.opening.clone() }));
        let made = made.or_else(|| self.library.sketch(map).map(|made| (Arc::new(made.rules), made.opening)));
        self.sketch = made.map(|(book, opening)| {
            let start = Battle::new(&book, &opening).state().clone();
            Sketch { of, book, start }
        });
    }
}
