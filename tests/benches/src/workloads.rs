//! Workloads with counted instructions, on the shipped packs. Loading, compiling and warm-up are not counted.

use crate::random::Player;
use crate::stats::{ByHand, STATS, UNITS, rulebook};
use crate::turn::{Tokens, Turn};
use foretoken::{Battle, Pack, Scenario};
use foretoken_action_assets::{AssetType, KindRegistry, Library};
use foretoken_preview::{
    Extent, Level, Marks, Planner, PlannerOptions, Position, Predictor, Search, SolveOptions, Worker,
};
use foretoken_session::record::Replay;
use foretoken_session::simulate;
use foretoken_turn_work::plain::Preview;
use foretoken_turn_work::{SEED, WorkItem};
use foretoken_vm::chance::Dice;
use foretoken_vm::{ActionUse, Advance, Answer, ChancePolicy, EntityId, Intent, Known, Opening, Plan, Rulebook, Team};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MOST_PLANS: u64 = 2_000;
const BATTLE: u64 = 7;
const TURNS: u64 = 20;

const UNUSED: &[(&str, &str)] = &[
    ("actions/spare.ron", r#"Action(title: "Spare", body: [Damage(target: "self", amount: 1)])"#),
    (
        "statuses/spare.ron",
        r#"Status(title: "Spare", skips_turn: true, damage_modifiers: [(stage: Incoming, mode: Multiply, amount: 0.5)],
            modifiers: [(stat: "max_health", amount: 5), (stat: "movement", amount: -1), (stat: "initiative", amount: 3)],
            reactions: [(on: Tick, action: "spare"), (on: RoundEnds, action: "spare")])"#,
    ),
    (
        "skills/spare.ron",
        r#"Skill(title: "Spare", auras: [(gives: "spare")],
            reactions: [(on: StatChange, change: Any, action: "spare"), (on: Dies, action: "spare"),
                (on: Moves, action: "spare"), (on: ActivationBegins, action: "spare"), (on: UseEnds, action: "spare")])"#,
    ),
    (
        "items/spare.ron",
        r#"Item(title: "Spare", slots: ["hand"], statuses: ["spare"], modifiers: [(stat: "speed", amount: 1)])"#,
    ),
];

/// Prepared work; a call returns the number of units of work done.
pub type Work = Box<dyn FnMut() -> u64>;

/// Workload.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Subject of the measurement.
    pub name: &'static str,
    /// Unit of work.
    pub per: &'static str,
    /// Target maximum of instructions per unit of work.
    pub goal: Option<u32>,
    prepare: fn(&Self) -> Work,
    /// Additional assets without references.
    beside: &'static [(&'static str, &'static str)],
    /// Scenario as `pack/name`, or empty.
    at: &'static str,
}

impl Workload {
    /// All workloads, in table order.
    pub const ALL: [Self; 25] = [
        Self::new("scored plans", "vigil/first-light", "plan", scored_plans).aims_at(12_000),
        Self::new("scored plans", "vigil/oil-and-ember", "plan", scored_plans).aims_at(35_000),
        Self::new("scored plans", "vigil/the-last-stair", "plan", scored_plans).aims_at(22_000),
        Self::new("scored plans", "banner/the-terraces", "plan", scored_plans).aims_at(60_000),
        Self::new("hard decision", "banner/the-even-field", "decision", hard_decision),
        Self::new("predicted round", "vigil/first-light", "round", predicted_round),
        Self::new("predicted round", "vigil/oil-and-ember", "round", predicted_round),
        Self::new("predicted round", "vigil/powder", "round", predicted_round),
        Self::new("predicted round", "vigil/the-last-stair", "round", predicted_round),
        Self::new("predicted round beside unused assets", "vigil/first-light", "round", predicted_round).beside(UNUSED),
        Self::new("hover step with marks", "vigil/first-light", "step", hover),
        Self::new("hover step with marks", "vigil/oil-and-ember", "step", hover),
        Self::new("map of harm", "vigil/first-light", "map", map_of_harm),
        Self::new("solve", "vigil/first-light", "decision", solve).aims_at(25_000),
        Self::new("random legal decision", "vigil/first-light", "decision", random_decisions),
        Self::new("random action with its answers", "vigil/first-light", "action", random_actions),
        Self::new("sim at budget 2,000", "vigil/first-light", "battle", battle),
        Self::new("stat with five modifiers, by hand", "", "read", stat_by_hand),
        Self::new("stat with five modifiers", "", "read", stat),
        Self::new("turn item of 7 units, the pair", "", "preview", |_| pair(7)),
        Self::new("turn item of 7 units", "", "preview", |_| turn(7, Tokens::Core)),
        Self::new("turn item of 7 units, tokens of another crate", "", "preview", |_| turn(7, Tokens::Extern)),
        Self::new("turn item of 100 units, the pair", "", "preview", |_| pair(100)),
        Self::new("turn item of 100 units", "", "preview", |_| turn(100, Tokens::Core)),
        Self::new("turn item of 100 units, tokens of another crate", "", "preview", |_| turn(100, Tokens::Extern)),
    ];

    const fn new(name: &'static str, at: &'static str, per: &'static str, prepare: fn(&Self) -> Work) -> Self {
        Self { name, per, goal: None, prepare, beside: &[], at }
    }

    const fn aims_at(self, goal: u32) -> Self {
        Self { goal: Some(goal), ..self }
    }

    const fn beside(self, beside: &'static [(&'static str, &'static str)]) -> Self {
        Self { beside, ..self }
    }

    /// Returns a predicted round of each shipped scenario in rounds, counted by activation: with both loops of the
    /// machine, and with the general loop alone.
    #[must_use]
    pub fn loops() -> Vec<[Self; 2]> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/vigil");
        let library = Library::load_folder(&folder, KindRegistry::core());
        let is_in_rounds =
            |name: &&str| library.compile(name).0.is_some_and(|compiled| compiled.scheduler.name() == "rounds");
        let names = library.names_of(AssetType::Scenario).filter(is_in_rounds);
        // A workload is a constant of the program otherwise, so its name lives as long.
        let names = names.map(|name| &*format!("vigil/{name}").leak());
        let both = |at| Self::new("activations", at, "activation", |of| activations(of, true));
        let general = |at| Self::new("activations of the general loop", at, "activation", |of| activations(of, false));
        names.map(|at| [both(at), general(at)]).collect()
    }

    /// Returns the scenario as `pack/name`.
    #[must_use]
    pub const fn scenario(&self) -> &'static str {
        self.at
    }

    /// Returns the title in the table.
    #[must_use]
    pub fn title(&self) -> String {
        if self.at.is_empty() { self.name.to_owned() } else { format!("{}: {}", self.name, self.at) }
    }

    /// Prepares the uncounted part.
    ///
    /// # Panics
    /// If a shipped scenario is missing or does not compile.
    #[must_use]
    pub fn prepare(&self) -> Work {
        (self.prepare)(self)
    }

    fn pack(&self) -> (PathBuf, &'static str) {
        let (pack, scenario) = self.at.split_once('/').unwrap_or_default();
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(pack), scenario)
    }

    fn compile(&self) -> (Arc<Rulebook>, Opening) {
        let (folder, scenario) = self.pack();
        let mut library = Library::load_folder(&folder, KindRegistry::core());
        for (path, text) in self.beside {
            library.reload(path, Some(text.as_bytes()));
        }
        let (compiled, faults) = library.compile(scenario);
        let compiled = compiled.unwrap_or_else(|| panic!("{} does not compile: {}", self.at, faults.render()));
        let opening = compiled.seeded(BATTLE);
        (Arc::new(compiled.rules), opening)
    }

    fn replay(&self) -> Replay {
        let (book, opening) = self.compile();
        let mut replay = Replay::new(book, &opening);
        while replay.choose().is_none() {
            replay.execute();
        }
        replay
    }
}

fn planner(budget: u64) -> Planner {
    Planner::new(PlannerOptions { budget, ..PlannerOptions::default() })
}

fn scored_plans(of: &Workload) -> Work {
    let mut replay = of.replay();
    let mut planner = Planner::new(Level::Normal.options());
    Box::new(move || {
        while planner.judged() < MOST_PLANS {
            match replay.choose() {
                Some(_) => simulate::decide_next(&mut replay, &mut planner),
                None => _ = replay.execute(),
            }
        }
        planner.judged()
    })
}

fn hard_decision(of: &Workload) -> Work {
    let mut replay = of.replay();
    let mut planner = Planner::new(PlannerOptions { budget: 3_000, ..Level::Hard.options() });
    Box::new(move || {
        simulate::decide_next(&mut replay, &mut planner);
        1
    })
}

fn decided(of: &Workload) -> (Arc<Rulebook>, Known, Plan) {
    let mut replay = of.replay();
    simulate::decide_all(&mut replay, &mut planner(1_000));
    let known = replay.battle.project(&replay.book, Team::PLAYER);
    let plan = replay.battle.numbering(Team::PLAYER).plan_to_known(&replay.plan);
    (replay.book, known, plan)
}

fn predicted_round(of: &Workload) -> Work {
    let (book, known, plan) = decided(of);
    let mut predictor = Predictor::default();
    let mut predict = move || {
        predictor.forget();
        predictor.run(&book, &known, &plan, ChancePolicy::Likely, Extent::Horizon);
        black_box(&predictor);
    };
    predict();
    Box::new(move || {
        (0..20).for_each(|_| predict());
        20
    })
}

fn activations(of: &Workload, inlines: bool) -> Work {
    let (book, known, plan) = decided(of);
    let book = book.to_rules().build_with(inlines);
    let mut predictor = Predictor::default();
    let mut predict = move || {
        predictor.forget();
        predictor.run(&book, &known, &plan, ChancePolicy::Likely, Extent::Horizon);
        predictor.activations().iter().filter(|ran| matches!(ran.advance, Advance::Unit(..))).count() as u64
    };
    predict();
    Box::new(move || (0..20).map(|_| predict()).sum())
}

/// Hovers over the reachable cells of the first unit: each is answered, predicted with origins and folded into marks.
fn hover(of: &Workload) -> Work {
    let (book, known, mut plan) = decided(of);
    let mut predictor = Predictor::tracing();
    let unit = own_unit(&known);
    plan.clear(unit);
    let mut asked = None;
    for program in predictor.offered(&book, &known, &plan, unit) {
        let intent = Intent { uses: vec![ActionUse::new(program)], complete: false };
        plan.set(unit, intent.clone(), Plan::priority_in(&book, &intent));
        let mut answers: Vec<Answer> = Vec::new();
        let question = predictor.ask(&book, &known, &plan, unit, &mut answers);
        if let Some(question) = question.filter(|_| answers.len() > 1) {
            asked = Some((intent, question, answers));
            break;
        }
    }
    let (intent, question, answers) = asked.unwrap_or_else(|| panic!("{}: the first unit asks nothing", of.at));
    let mut marks = Marks::default();
    let mut hover = move || {
        for &answer in &answers {
            let mut intent = intent.clone();
            intent.uses[0].answers.push((question.key, answer));
            plan.set(unit, intent, 0);
            predictor.run(&book, &known, &plan, ChancePolicy::Likely, Extent::Horizon);
            marks.fold(&known, predictor.state(), predictor.log(), predictor.activations(), Some(unit));
            black_box(&marks);
        }
        answers.len() as u64
    };
    hover();
    Box::new(hover)
}

fn own_unit(known: &Known) -> EntityId {
    let mut own = known.state().living().filter(|(_, row)| row.team == Team::PLAYER && row.is_activated());
    own.next().map_or(EntityId::NONE, |(unit, _)| unit)
}

fn map_of_harm(of: &Workload) -> Work {
    let (book, known, mut plan) = decided(of);
    let unit = own_unit(&known);
    plan.clear(unit);
    Box::new(move || {
        let mut map = foretoken_preview::SafetyMap::default();
        map.update(&book, &known, &plan, unit);
        assert!(!map.dangers().is_empty(), "the unit stands somewhere");
        1
    })
}

fn solve(of: &Workload) -> Work {
    let replay = of.replay();
    let known = replay.battle.project(&replay.book, Team::PLAYER);
    let book = replay.book;
    Box::new(move || {
        let options = SolveOptions { rounds: 2, nodes: 300, all: false };
        let mut search = Search::new(&book, Position::start(known.for_side(Team::PLAYER), Plan::default()), options);
        let mut worker = Worker::new(Team::PLAYER, &PlannerOptions { budget: 500, ..Level::Easy.options() });
        while let Some((positions, limit)) = search.batch() {
            let end = search.end();
            let found = positions.iter().map(|position| worker.expand(&book, position, end, limit)).collect();
            search.take(found);
        }
        search.finish().nodes
    })
}

fn random_decisions(of: &Workload) -> Work {
    let (folder, name) = of.pack();
    let pack = Pack::open(folder).unwrap_or_else(|error| panic!("{error}"));
    let scenario: Scenario = pack.scenario(name).unwrap_or_else(|error| panic!("{error}")).without_computer();
    let (mut battle, mut dice, mut seed) = (scenario.battle(1), Dice::new(1), 1);
    let mut step = move |battle: &mut Battle| {
        let Some(side) = battle.side_to_decide() else {
            seed += 1;
            *battle = scenario.battle(seed);
            return;
        };
        let count = battle.decisions(side).len();
        let index = dice.below(count as u32) as usize;
        battle.step(index).unwrap_or_else(|error| panic!("{error}"));
    };
    (0..20).for_each(|_| step(&mut battle));
    Box::new(move || {
        (0..200).for_each(|_| step(&mut battle));
        200
    })
}

fn random_actions(of: &Workload) -> Work {
    let replay = of.replay();
    let known = replay.battle.project(&replay.book, Team::PLAYER);
    let (book, mut player) = (replay.book, Player::new(1));
    (0..20).for_each(|_| player.play(&book, &known));
    Box::new(move || {
        (0..200).for_each(|_| player.play(&book, &known));
        assert!(player.changes > 0, "nothing was done");
        200
    })
}

fn battle(of: &Workload) -> Work {
    let (book, opening) = of.compile();
    let options = PlannerOptions { budget: 2_000, ..PlannerOptions::default() };
    Box::new(move || {
        black_box(simulate::play(&book, &opening, &options));
        1
    })
}

fn stat_by_hand(_: &Workload) -> Work {
    let units: Vec<ByHand> = (0..UNITS).map(|_| ByHand::new()).collect();
    Box::new(move || {
        for unit in &units {
            (0..STATS.len()).for_each(|stat| _ = black_box(unit.stat(black_box(stat))));
        }
        (UNITS * STATS.len()) as u64
    })
}

fn stat(_: &Workload) -> Work {
    let book = rulebook();
    let battle = book.battle(1);
    let stats = STATS.map(|name| book.find_stat(name).unwrap_or_else(|| panic!("no stat {name}")));
    Box::new(move || {
        let sheet = battle.state().sheet(&book);
        for unit in 0..UNITS as u16 {
            stats.iter().for_each(|&stat| _ = black_box(sheet.stat(EntityId(unit), black_box(stat))));
        }
        (UNITS * STATS.len()) as u64
    })
}

fn pair(units: u16) -> Work {
    let mut pair = Preview::new(&WorkItem::new(16, units, SEED));
    pair.pair();
    Box::new(move || {
        (0..TURNS).for_each(|_| pair.pair());
        TURNS
    })
}

fn turn(units: u16, tokens: Tokens) -> Work {
    let mut turn = Turn::new(&WorkItem::new(16, units, SEED), tokens);
    turn.run();
    Box::new(move || {
        (0..TURNS).for_each(|_| turn.run());
        TURNS
    })
}
