//! Background checks of saved assets: whether proofs hold, and whether the computer's win counts change.

use super::EditorHost;
use crate::proof;
use foretoken_action_assets::{AssetType, Diagnostic, Diagnostics, Library};
use foretoken_preview::PlannerOptions;
use foretoken_session::simulate;
use foretoken_vm::{Outcome, Team};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

const BATTLES: u64 = 6;
const BUDGET: u64 = 2_000;
/// Scenario limit for battles, by name.
const MOST_SCENARIOS: usize = 40;
const MOVED: usize = 2;

/// Wins of the first side by scenario; `None` if the scenario has no way to win.
type Wins = BTreeMap<String, Option<usize>>;

#[derive(Debug, Default)]
pub(super) struct Proving {
    work: Option<Work>,
    found: Diagnostics,
    before: Option<Wins>,
    next: Option<Arc<Library>>,
}

#[derive(Debug)]
struct Work {
    given_up: Arc<AtomicBool>,
    thread: JoinHandle<Found>,
}

#[derive(Debug)]
struct Found {
    faults: Diagnostics,
    before: Option<Wins>,
    now: Option<Wins>,
}

impl Drop for Proving {
    fn drop(&mut self) {
        if let Some(work) = &self.work {
            work.given_up.store(true, Ordering::Relaxed);
        }
    }
}

impl Proving {
    pub(super) fn begin(&mut self, folder: &Path, opened: &Arc<Library>, saved: Library) {
        let saved = Arc::new(saved);
        self.found = Diagnostics::new();
        if let Some(work) = &self.work {
            work.given_up.store(true, Ordering::Relaxed);
            self.next = Some(saved);
            return;
        }
        let given_up = Arc::<AtomicBool>::default();
        let (stop, folder, opened, before) =
            (Arc::clone(&given_up), folder.to_owned(), Arc::clone(opened), self.before.clone());
        let thread = std::thread::spawn(move || look(&stop, &folder, &opened, &saved, before));
        self.work = Some(Work { given_up, thread });
    }

    pub(super) fn is_done(&mut self, folder: &Path, opened: &Arc<Library>) -> bool {
        let Some(work) = self.work.take_if(|work| work.thread.is_finished()) else { return false };
        let found = work.thread.join().ok();
        if let Some(Found { faults, before, now }) = found {
            (self.found, self.before) = (faults, now.or(before).or(self.before.take()));
        }
        match self.next.take() {
            None => true,
            Some(next) => {
                self.begin(folder, opened, Library::clone(&next));
                false
            }
        }
    }

    pub(super) const fn found(&self) -> &Diagnostics {
        &self.found
    }
}

impl EditorHost {
    pub(crate) fn standing_faults(&self) -> Diagnostics {
        let mut standing = Diagnostics::new();
        self.refused.clone().into_iter().for_each(|refused| standing.push(refused));
        standing.append(self.proving.found().clone());
        standing.append(self.campaign_faults().clone());
        standing
    }

    pub(crate) fn prove(&mut self) {
        self.proving.begin(self.watch.folder(), &self.opened, self.library.clone());
    }

    pub(crate) fn has_proved(&mut self) -> bool {
        self.proving.is_done(self.watch.folder(), &self.opened)
    }
}

fn look(stop: &AtomicBool, folder: &Path, opened: &Library, saved: &Library, before: Option<Wins>) -> Found {
    let mut faults = proof::check(folder, saved);
    let before = before.or_else(|| wins(stop, opened));
    let now = before.as_ref().and_then(|_| wins(stop, saved));
    for (scenario, &won) in now.iter().flatten() {
        let earlier = before.as_ref().and_then(|before| before.get(scenario));
        let (Some(won), Some(earlier)) = (won, earlier) else { continue };
        let than = match earlier {
            Some(earlier) if earlier.abs_diff(won) < MOVED => continue,
            Some(earlier) => format!("; before the edit: {earlier}"),
            None => String::new(),
        };
        let message = format!("the computer wins {won} of {BATTLES} battles as side 0{than}");
        let help = format!("run `foretoken sim {scenario}` for more battles");
        let moved = Diagnostic::warning("moved-wins", message).file(AssetType::Scenario.path(scenario)).help(help);
        faults.push(moved);
    }
    Found { faults, before, now }
}

fn wins(stop: &AtomicBool, library: &Library) -> Option<Wins> {
    let options = PlannerOptions { budget: BUDGET, ..PlannerOptions::default() };
    let mut wins = Wins::new();
    for scenario in library.names_of(AssetType::Scenario).take(MOST_SCENARIOS) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(compiled) = library.compile_usable(scenario).scenario else { continue };
        if compiled.goals.is_empty() && compiled.losses.is_empty() {
            wins.insert(scenario.to_owned(), None);
            continue;
        }
        let (book, opening) = (Arc::new(compiled.rules), compiled.opening);
        let mut won = 0;
        for seed in 1..=BATTLES {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let outcome = simulate::play(&book, &opening.seeded(seed), &options).outcome;
            won += usize::from(Outcome::for_side(outcome, Team::PLAYER) == Outcome::Won);
        }
        wins.insert(scenario.to_owned(), Some(won));
    }
    Some(wins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::{AnyAsset, KindRegistry, starter};

    fn pack() -> (tempfile::TempDir, Arc<Library>) {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in starter::files() {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            std::fs::write(file, text).expect("written");
        }
        let library = foretoken_editor::Watch::new(folder.path()).library(KindRegistry::core());
        (folder, Arc::new(library))
    }

    fn with_health(library: &Library, health: i32) -> Library {
        let mut library = library.clone();
        let mut foe = library.unit("foe").expect("there is one").clone();
        foe.health = health;
        library.put("foe", AnyAsset::Unit(foe));
        library
    }

    fn told(proving: &Proving) -> Vec<(&'static str, String)> {
        proving.found().iter().map(|fault| (fault.code, fault.message.clone())).collect()
    }

    fn wait(proving: &mut Proving, folder: &Path, opened: &Arc<Library>) {
        while !proving.is_done(folder, opened) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_win_rate_that_moved_and_a_proof_that_broke_are_told() {
        let (folder, opened) = pack();
        let mut proving = Proving::default();
        proving.begin(folder.path(), &opened, Library::clone(&opened));
        wait(&mut proving, folder.path(), &opened);
        assert_eq!(told(&proving), [], "nothing was altered");
        let [weak, strong] = [1, 60].map(|health| with_health(&opened, health));
        proving.begin(folder.path(), &opened, weak);
        wait(&mut proving, folder.path(), &opened);
        std::fs::write(folder.path().join("scenarios/first.proof.json"), "{}").expect("written");
        proving.begin(folder.path(), &opened, strong);
        wait(&mut proving, folder.path(), &opened);
        let told = told(&proving);
        assert_eq!(told.iter().map(|(code, _)| *code).collect::<Vec<_>>(), ["broken-proof", "moved-wins"], "{told:?}");
        assert!(told[1].1.starts_with("the computer wins 0 of 6 battles"), "{told:?}");
    }

    fn without_goals(library: &Library) -> Library {
        let mut library = library.clone();
        let mut first = library.scenario(starter::SCENARIO).expect("there is one").clone();
        first.goals.clear();
        first.losses.clear();
        library.put(starter::SCENARIO, AnyAsset::Scenario(first));
        library
    }

    #[test]
    fn a_first_goal_is_told_of_without_what_was_before() {
        let (folder, opened) = pack();
        let mut proving = Proving::default();
        proving.begin(folder.path(), &Arc::new(without_goals(&opened)), with_health(&opened, 1));
        wait(&mut proving, folder.path(), &opened);
        assert_eq!(told(&proving), [("moved-wins", "the computer wins 6 of 6 battles as side 0".to_owned())]);
    }

    #[test]
    fn what_is_saved_meanwhile_is_looked_at_next() {
        let (folder, opened) = pack();
        let mut proving = Proving::default();
        proving.begin(folder.path(), &opened, with_health(&opened, 1));
        proving.begin(folder.path(), &opened, Library::clone(&opened));
        wait(&mut proving, folder.path(), &opened);
        assert_eq!(told(&proving), [], "what was saved last is what was found out about");
    }
}
