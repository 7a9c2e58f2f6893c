//! Many runs of the pilot. The result does not depend on the number of threads.

use crate::campaign::Campaign;
use crate::chance::{Purpose, hash_of, seed_for};
use crate::combat::Played;
use crate::command::{BeginOptions, Refusal};
use crate::entry::Entry;
use crate::pilot::{Pilot, PilotError};
use crate::run::Run;
use crate::state::{Ending, Mode, RunState};
use crate::verify::{RunVerdict, verify};
use foretoken_preview::Level;
use foretoken_session::record::Compile;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Options of a simulation.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of runs.
    pub runs: u32,
    /// Seed.
    pub seed: u64,
    /// Level.
    pub level: Level,
    /// Open unlocks.
    pub unlocked: Vec<String>,
    /// Number of threads.
    pub threads: NonZeroUsize,
}

/// A share with its Wilson interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Number of cases.
    pub count: u32,
    /// Number of all.
    pub of: u32,
    /// Share.
    pub share: f64,
    /// Lower bound.
    pub least: f64,
    /// Upper bound.
    pub most: f64,
}

impl Share {
    /// Computes a share; 0 to 1 for no cases.
    #[must_use]
    pub fn new(count: u32, of: u32) -> Self {
        const Z: f64 = 1.959_963_984_540_054;
        if of == 0 {
            return Self { count, of, share: 0.0, least: 0.0, most: 1.0 };
        }
        let (n, p) = (f64::from(of), f64::from(count) / f64::from(of));
        let middle = p + Z * Z / (2.0 * n);
        let width = Z * libm::sqrt(p * (1.0 - p) / n + Z * Z / (4.0 * n * n));
        let scale = 1.0 + Z * Z / n;
        let bound = |value: f64| (value / scale).clamp(0.0, 1.0);
        Self { count, of, share: p, least: bound(middle - width), most: bound(middle + width) }
    }
}

/// Figures of a room.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoomFigures {
    /// Number of runs that entered it.
    pub entered: u32,
    /// Mean share of the party's full health on entering, in percent.
    pub health: f64,
    /// Battles that were won; absent without battles.
    pub won: Option<Share>,
    /// Won runs among those that entered the room.
    pub runs_won: Option<Share>,
    /// Number of times that each offer was shown, by its index.
    pub offers: BTreeMap<u16, u32>,
    /// Number of runs that ended here.
    pub ended: u32,
}

/// Result of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Campaign.
    pub campaign: String,
    /// Number of runs.
    pub runs: u32,
    /// Won runs.
    pub won: Share,
    /// Ends by name.
    pub endings: BTreeMap<String, u32>,
    /// Mean number of entered rooms.
    pub rooms: f64,
    /// Mean number of lost members.
    pub fallen: f64,
    /// Figures by room.
    pub by_room: BTreeMap<String, RoomFigures>,
    /// Number of verified runs; absent if none was verified.
    pub verified: Option<u32>,
    /// Combined hash of all runs, to compare simulations.
    pub hash: String,
}

/// A simulated run.
#[derive(Clone, Debug)]
struct Simulated {
    entries: Vec<Entry>,
    /// Health in percent on entering, in the order of entered rooms.
    health: Vec<u32>,
    state: RunState,
}

/// Reason why a simulation stops.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// The pilot cannot go on.
    #[error(transparent)]
    Pilot(#[from] PilotError),
    /// A run is not as it was recorded.
    #[error("run {run} does not verify: {verdict:?}")]
    Verdict {
        /// Number of the run, from 0.
        run: u32,
        /// Verdict.
        verdict: RunVerdict,
    },
}

/// Simulates runs. `on_done` is called after each. With `compile`, each run is verified from its journal and the records
/// of its battles.
///
/// # Errors
///
/// The first error by the order of runs.
pub fn simulate(
    campaign: &Arc<Campaign>,
    options: &Options,
    compile: Option<&Compile<'_>>,
    on_done: &(dyn Fn() + Sync),
) -> Result<Report, SimulateError> {
    let count = options.runs as usize;
    let results: Vec<Mutex<Option<Result<Simulated, SimulateError>>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = results.get(at) else { return };
            let result = one(campaign, options, compile, at as u32);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            on_done();
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads.get().min(count.max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let results = results.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
    let all = results.collect::<Result<Vec<Simulated>, SimulateError>>()?;
    Ok(Report { verified: compile.map(|_| options.runs), ..report(campaign, &all) })
}

fn one(
    campaign: &Arc<Campaign>,
    options: &Options,
    compile: Option<&Compile<'_>>,
    index: u32,
) -> Result<Simulated, SimulateError> {
    let seed = seed_for(options.seed, Purpose { room: "", visit: index, what: "run", fork: 0 });
    let begin =
        BeginOptions { id: seed, seed, mode: Mode::Ironman, level: options.level, unlocked: options.unlocked.clone() };
    let mut run = Run::begin(Arc::clone(campaign), &begin).ok_or(PilotError::Refused(Refusal::NoWay))?;
    let pilot = Pilot { seed: seed_for(seed, Purpose { room: "", visit: 0, what: "pilot", fork: 0 }) };
    let (mut health, mut records) = (Vec::new(), BTreeMap::new());
    let mut keep = |name: &str, played: Played| {
        if compile.is_some() {
            records.insert(name.to_owned(), played.record);
        }
    };
    while run.state().ending.is_none() {
        let rooms = run.state().way.len();
        pilot.play_until(&mut run, &|run| run.state().way.len() > rooms, &mut keep)?;
        if run.state().way.len() > rooms {
            health.push(health_of(&run));
        }
    }
    if let Some(compile) = compile {
        let verdict = verify(campaign, run.entries(), &|name| records.get(name).cloned(), compile);
        if !matches!(verdict, RunVerdict::Same { .. }) {
            return Err(SimulateError::Verdict { run: index, verdict });
        }
    }
    Ok(Simulated { entries: run.entries().to_vec(), health, state: run.state().clone() })
}

fn health_of(run: &Run) -> u32 {
    let party = run.state().party.iter().filter_map(|member| run.scene().health(run.campaign(), &member.name));
    let (now, most) = party.fold((0_i64, 0_i64), |(now, most), (a, b)| (now + i64::from(a), most + i64::from(b)));
    if most == 0 { 0 } else { (100 * now / most).clamp(0, 100) as u32 }
}

fn report(campaign: &Campaign, all: &[Simulated]) -> Report {
    let count = all.len() as u32;
    let mean = |of: &dyn Fn(&Simulated) -> usize| {
        let sum: usize = all.iter().map(of).sum();
        if all.is_empty() { 0.0 } else { sum as f64 / all.len() as f64 }
    };
    let (mut by_room, mut endings, mut hash) = (BTreeMap::<String, RoomFigures>::new(), BTreeMap::new(), 0_u64);
    let mut health: BTreeMap<String, u64> = BTreeMap::new();
    let (mut fights, mut ways) = (BTreeMap::<String, (u32, u32)>::new(), BTreeMap::<String, (u32, u32)>::new());
    for run in all {
        let (mut room, mut entered) = (String::new(), 0);
        for entry in &run.entries {
            hash = hash.rotate_left(5) ^ entry.payload().map_or(0, |bytes| hash_of(&bytes));
            match entry {
                Entry::Enter(enter) => {
                    room.clone_from(&enter.room);
                    let figures = by_room.entry(room.clone()).or_default();
                    figures.entered += 1;
                    for offer in &enter.offers {
                        *figures.offers.entry(*offer).or_default() += 1;
                    }
                    *health.entry(room.clone()).or_default() +=
                        u64::from(run.health.get(entered).copied().unwrap_or(0));
                    entered += 1;
                }
                Entry::Battle(fought) => {
                    let (won, of) = fights.entry(room.clone()).or_default();
                    *won += u32::from(fought.outcome.is_won());
                    *of += 1;
                }
                Entry::End(_) => by_room.entry(room.clone()).or_default().ended += 1,
                _ => {}
            }
        }
        let is_won = run.state.ending == Some(Ending::Won);
        for room in run.state.way.iter().collect::<BTreeSet<_>>() {
            let (won, of) = ways.entry(room.clone()).or_default();
            *won += u32::from(is_won);
            *of += 1;
        }
        let ending = run.state.ending.map_or_else(String::new, |ending| format!("{ending:?}"));
        *endings.entry(ending).or_default() += 1;
    }
    for (room, figures) in &mut by_room {
        let sum = health.get(room).copied().unwrap_or_default();
        figures.health = if figures.entered == 0 { 0.0 } else { sum as f64 / f64::from(figures.entered) };
        figures.runs_won = ways.get(room).map(|&(won, of)| Share::new(won, of));
        figures.won = fights.get(room).map(|&(won, of)| Share::new(won, of));
    }
    let won = all.iter().filter(|run| run.state.ending == Some(Ending::Won)).count() as u32;
    Report {
        campaign: campaign.name.clone(),
        runs: count,
        won: Share::new(won, count),
        endings,
        rooms: mean(&|run| run.state.way.len()),
        fallen: mean(&|run| run.state.fallen.len()),
        by_room,
        verified: None,
        hash: format!("{hash:016x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_are_those_of_the_formula() {
        let share = Share::new(8, 10);
        assert!((share.least - 0.490_16).abs() < 1e-4 && (share.most - 0.943_32).abs() < 1e-4, "{share:?}");
        let none = Share::new(0, 20);
        assert!(none.least == 0.0 && (none.most - 0.161_13).abs() < 1e-4, "{none:?}");
        assert_eq!((Share::new(0, 0).least, Share::new(0, 0).most), (0.0, 1.0));
    }
}
