//! Times of the planner in all shipped scenarios, on one core: decisions and enemy rounds on hard, and whole battles.
//! `BATTLES` sets how many battles are timed in each scenario (3).

#![expect(clippy::disallowed_types, reason = "a bench reads the clock")]

use foretoken_action_assets::{AssetType, KindRegistry, Library};
use foretoken_preview::{Level, Planner, PlannerOptions};
use foretoken_session::record::Replay;
use foretoken_session::simulate;
use foretoken_vm::{Opening, Rulebook, Team};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SEED: u64 = 7;
/// Timed rounds. Orders that count time soon reach a high round, so some decisions are timed in any case.
const ROUNDS: i32 = 2;
const LEAST_DECISIONS: usize = 12;
const MOST_DECISIONS: usize = 60;

#[derive(Default)]
struct Times {
    decisions: Vec<Duration>,
    round: Duration,
    worst_round: Duration,
}

impl Times {
    /// Lets all sides decide on hard for some rounds and times the decisions of the enemies.
    fn of(rules: &Arc<Rulebook>, opening: &Opening) -> Self {
        let mut times = Self::default();
        let opening = Opening { is_hard: true, ..opening.clone() };
        let mut replay = Replay::new(Arc::clone(rules), &opening);
        let options = || PlannerOptions { seed: SEED, ..Level::Hard.options() };
        let mut planners: Vec<Planner> = (0..Team::COUNT).map(|_| Planner::new(options())).collect();
        let first = replay.battle.state().round();
        let mut round = first;
        while (round < first + ROUNDS || times.decisions.len() < LEAST_DECISIONS)
            && times.decisions.len() < MOST_DECISIONS
            && !replay.is_over()
        {
            let Some(asked) = replay.choose() else {
                replay.execute();
                continue;
            };
            let now = replay.battle.state().round();
            if std::mem::replace(&mut round, now) != now {
                times.end_round();
            }
            let began = Instant::now();
            simulate::decide_next(&mut replay, &mut planners[usize::from(asked.team.0)]);
            if asked.team != Team::PLAYER {
                let took = began.elapsed();
                times.decisions.push(took);
                times.round += took;
            }
        }
        times.end_round();
        times
    }

    fn end_round(&mut self) {
        self.worst_round = self.worst_round.max(std::mem::take(&mut self.round));
    }

    fn mean(&self) -> Duration {
        self.decisions.iter().sum::<Duration>() / self.decisions.len().max(1) as u32
    }
}

fn battles_a_second(rules: &Arc<Rulebook>, opening: &Opening, options: &PlannerOptions, count: u32) -> f64 {
    let began = Instant::now();
    for battle in 0..count {
        let opening = Opening { seed: opening.seed + u64::from(battle), ..opening.clone() };
        std::hint::black_box(simulate::play(rules, &opening, options));
    }
    f64::from(count) / began.elapsed().as_secs_f64()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0}", time.as_secs_f64() * 1e3)
}

fn main() {
    let battles = std::env::var("BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    println!(
        "| scenario | hard decision, mean ms | worst ms | enemy round on hard, worst ms | battles a second at budget 2,000 |"
    );
    println!("|---|---|---|---|---|");
    for pack in ["vigil", "banner"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(pack);
        let library = Library::load_folder(&folder, KindRegistry::core());
        for name in library.names_of(AssetType::Scenario) {
            let Some(compiled) = library.compile(name).0 else { continue };
            let opening = compiled.seeded(SEED);
            let rules = Arc::new(compiled.rules);
            let times = Times::of(&rules, &opening);
            let small = PlannerOptions { budget: 2_000, ..PlannerOptions::default() };
            let rate = battles_a_second(&rules, &opening, &small, battles);
            println!(
                "| {pack}/{name} | {} | {} | {} | {rate:.1} |",
                milliseconds(times.mean()),
                milliseconds(times.decisions.iter().max().copied().unwrap_or_default()),
                milliseconds(times.worst_round),
            );
        }
    }
}
