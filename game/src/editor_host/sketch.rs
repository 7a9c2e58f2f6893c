//! The edited map, shown instead of the battle even if faulty.

use super::EditorHost;
use foretoken_vm::{Battle, GameState, Opening, Rulebook};
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Sketch {
    of: (String, u64),
    book: Arc<Rulebook>,
    start: GameState,
}

impl EditorHost {
    /// Returns the rules and start of the shown map, for display only. `None` if the battle is shown.
    #[must_use]
    pub fn sketched(&self) -> Option<(&Arc<Rulebook>, &GameState)> {
        self.sketch.as_ref().map(|sketch| (&sketch.book, &sketch.start))
    }

    pub(super) fn show_map(&mut self, map: Option<&str>) {
        let Some(map) = map else {
            self.sketch = None;
            return;
        };
        let of = (map.to_owned(), self.edits);
        if self.sketch.as_ref().is_some_and(|sketch| sketch.of == of) {
            return;
        }
        let made = self.compiled.as_ref().filter(|made| made.scenario == map && made.edits == self.edits);
        let made = made.filter(|_| self.lent.is_none());
        let made =
            made.map(|made| (Arc::clone(&made.book), Opening { spawn_pools: Vec::new(), ..made.opening.clone() }));
        let made = made.or_else(|| self.library.sketch(map).map(|made| (Arc::new(made.rules), made.opening)));
        self.sketch = made.map(|(book, opening)| {
            let start = Battle::new(&book, &opening).state().clone();
            Sketch { of, book, start }
        });
    }
}
