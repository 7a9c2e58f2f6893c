//! Laws of the VM as properties of random boards, actions and answers.

use foretoken_action_assets::assets::EffectSourceRules;
use foretoken_action_assets::{AnyAsset, AssetType, Library};
use foretoken_preview::{
    Agenda, Extent, Forecast, Method, Odds, OddsBudget, OddsReport, Planner, PlannerOptions, Predictor,
};
use foretoken_tests::{Choices, Features, World, assert_valid, decide_all, random_intent, spend};
use foretoken_vm::machine::is_seen_by_side;
use foretoken_vm::schedulers::{Next, View};
use foretoken_vm::state::{Entity, Span, flag};
use foretoken_vm::{
    ActionUse, Address, Answer, Battle, Buffers, Cell, ChancePolicy, Change, ChangeKind, CompiledScenario, Dice,
    EntityId, Intent, Key, Known, Log, Plan, Predicted, Slot, Team, Trap,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt;

const EVERYTHING: Features = Features { chance: true, hidden: true, fog: true, veil: true, lively: false };
const OPEN: Features = Features { chance: false, hidden: false, fog: false, veil: false, lively: false };

#[derive(Clone)]
struct Case {
    world: World,
    choices: Choices,
    seed: u64,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}\n{:?}\n{:?}", self.seed, self.world, self.choices)
    }
}

impl Case {
    fn new(numbers: Vec<u16>, seed: u64, features: Features) -> Self {
        let mut choices = Choices::new(numbers);
        let world = World::new(&mut choices, features).under(seed);
        Self { world, choices, seed }
    }

    fn numbered(number: u64, features: Features) -> Self {
        let mut dice = Dice::new(number);
        Self::new((0..700).map(|_| dice.below(1 << 16) as u16).collect(), number, features)
    }

    fn battle(&self) -> Battle {
        self.world.book.battle(self.seed)
    }

    fn decide(&mut self, battle: &Battle) -> Plan {
        let book = &self.world.book;
        let mut plan = Plan::default();
        let choices = &mut self.choices;
        decide_all(book, battle, &mut plan, |known, plan, unit| Some(random_intent(choices, book, known, plan, unit)));
        plan
    }
}

fn case(features: Features) -> impl Strategy<Value = Case> {
    let numbers = prop::collection::vec(any::<u16>(), 0..900);
    (numbers, any::<u64>()).prop_map(move |(numbers, seed)| Case::new(numbers, seed, features))
}

fn lively_or_not(features: Features) -> impl Strategy<Value = Case> {
    let numbers = prop::collection::vec(any::<u16>(), 0..900);
    (numbers, any::<u64>(), any::<bool>())
        .prop_map(move |(numbers, seed, lively)| Case::new(numbers, seed, Features { lively, ..features }))
}

/// Fixed cases, unless PROPTEST_RNG_SEED is set. Failures become tests of their own.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases: foretoken_tests::cases(cases), ..foretoken_tests::config() }
}

fn altered(book: &CompiledScenario, plan: &Plan, mut alter: impl FnMut(EntityId, &mut Intent)) -> Plan {
    let mut other = Plan::default();
    for (unit, intent) in plan.iter() {
        let mut intent = intent.clone();
        alter(unit, &mut intent);
        let priority = Plan::priority_in(book, &intent);
        other.set(unit, intent, priority);
    }
    other
}

fn execute(book: &CompiledScenario, battle: &mut Battle, plan: &Plan, log: &mut Log) {
    let (mut buffers, mut left) = (Buffers::default(), plan.clone());
    loop {
        let advance = battle.apply_for_execution(book, &left, &mut buffers, log);
        assert_valid(book, battle.state());
        if spend(book, battle, &mut left, advance) {
            return;
        }
    }
}

fn decisions(book: &CompiledScenario) -> usize {
    if book.scheduler.name() == "rounds" { 3 } else { 15 }
}

fn do_nothing(book: &CompiledScenario, battle: &Battle, plan: &mut Plan) {
    loop {
        let asked = book.scheduler.choose(&View::new(book, battle.state(), plan, None));
        match asked {
            Some(choose) if choose.until.is_closable() => plan.close(choose.team),
            Some(choose) => plan.set(choose.units[0], Intent { uses: Vec::new(), complete: true }, 0),
            None => return,
        }
    }
}

proptest! {
    #![proptest_config(config(192))]

    /// Law 5: without chance, hiding and veils, execution equals the prediction change by change.
    #[test]
    fn what_needs_no_chance_is_exact(mut case in lively_or_not(OPEN)) {
        let book = case.world.book.clone();
        let mut battle = case.battle();
        let (mut foreseen, mut happened, mut buffers) = (Log::default(), Log::default(), Buffers::default());
        for _ in 0..decisions(&book) {
            let plan = case.decide(&battle);
            // An open intent stops at its request in a prediction, but not in execution.
            let plan = altered(&book, &plan, |_, intent| intent.complete = true);
            let mut predicted = Predicted::of(&battle.project(&book, Team::PLAYER));
            let mut left = plan.clone();
            loop {
                let a = predicted.apply_for_preview(&book, &plan, ChancePolicy::Likely, &mut buffers, &mut foreseen);
                let b = battle.apply_for_execution(&book, &left, &mut buffers, &mut happened);
                prop_assert_eq!(a, b);
                prop_assert!(!foreseen.drew_chance && !foreseen.uncertain);
                let known = battle.project(&book, Team::PLAYER);
                prop_assert!(known.state() == predicted.state(), "the states differ after {:?}", a);
                prop_assert_eq!(known.state().hash64(&book), predicted.state().hash64(&book));
                prop_assert_eq!(&foreseen.changes, &happened.changes);
                if spend(&book, &battle, &mut left, b) {
                    break;
                }
            }
        }
    }

    /// Laws 10 and 11: states stay valid, and saving and loading after every activation changes nothing.
    #[test]
    fn states_stay_valid_and_snapshots_are_whole(mut case in lively_or_not(EVERYTHING)) {
        let book = case.world.book.clone();
        let (mut battle, mut buffers) = (case.battle(), Buffers::default());
        let mut loaded = battle.clone();
        let (mut log, mut loaded_log) = (Log::default(), Log::default());
        assert_valid(&book, battle.state());
        for _ in 0..decisions(&book) {
            let mut plan = case.decide(&battle);
            loop {
                let bytes = loaded.to_bytes().expect("a battle fits its bytes");
                loaded = Battle::from_bytes(&book, &bytes).expect("its bytes fit the rulebook");
                prop_assert!(loaded == battle, "loading changes nothing");
                let advance = battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
                let again = loaded.apply_for_execution(&book, &plan, &mut buffers, &mut loaded_log);
                assert_valid(&book, battle.state());
                prop_assert_eq!(advance, again);
                prop_assert_eq!(&log.changes, &loaded_log.changes);
                prop_assert!(loaded == battle, "going on after loading is going on");
                if spend(&book, &battle, &mut plan, advance) {
                    break;
                }
            }
        }
    }

    /// The predicted agenda of idle sides equals the executed one in turns, times and points.
    #[test]
    fn the_agenda_is_what_happens_when_nobody_does_anything(mut case in case(OPEN), played in 0..6_usize) {
        let book = case.world.book.clone();
        let (mut battle, mut buffers, mut log) = (case.battle(), Buffers::default(), Log::default());
        for _ in 0..played {
            let plan = case.decide(&battle);
            execute(&book, &mut battle, &plan, &mut log);
        }
        let mut plan = Plan::default();
        if battle.state().open_activation().is_some() {
            let nothing = |_: &Known, _: &Plan, _| None;
            decide_all(&book, &battle, &mut plan, nothing);
            execute(&book, &mut battle, &plan, &mut log);
            plan.clear_all();
        }
        let order = &book.scheduler;
        let mut agenda = Agenda::default();
        agenda.foresee(&book, &battle.project(&book, Team::PLAYER), &plan, 15);
        for (at, turn) in agenda.turns().iter().enumerate() {
            do_nothing(&book, &battle, &mut plan);
            let view = View::new(&book, battle.state(), &plan, None);
            let points = match order.next(&view) {
                Next::Slot(_, Slot::Unit(unit)) => order.points_at_turn(&view, unit),
                _ => None,
            };
            let round = battle.state().round();
            let advance = battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
            let time = order.time(&View::new(&book, battle.state(), &plan, None));
            spend(&book, &battle, &mut plan, advance);
            let happened = (advance, round, time, points);
            prop_assert_eq!((turn.advance, turn.round, turn.time, turn.points), happened, "turn {}", at);
        }
    }

    #[test]
    fn what_is_rolled_back_is_as_before(mut case in lively_or_not(EVERYTHING), policy in 0..3_usize, viewer in 0..2_u8) {
        let policy = [ChancePolicy::Likely, ChancePolicy::Low, ChancePolicy::High][policy];
        let book = case.world.book.clone();
        let (battle, mut buffers) = (case.battle(), Buffers::default());
        let plan = case.decide(&battle);
        let known = battle.project(&book, Team(viewer));
        let plan = battle.numbering(Team(viewer)).plan_to_known(&plan);
        let mut predicted = Predicted::of(&known);
        let mut log = Log::default();
        let mut kept = Vec::new();
        for _ in 0..12 {
            kept.push((log.len(), predicted.state().clone()));
            predicted.apply_for_preview(&book, &plan, policy, &mut buffers, &mut log);
            assert_valid(&book, predicted.state());
        }
        let (changes, end) = (log.changes.clone(), predicted.state().clone());
        for (mark, before) in kept.iter().rev() {
            predicted.roll_back(&book, &mut log, *mark);
            prop_assert!(predicted.state() == before);
            prop_assert_eq!(predicted.state().hash64(&book), before.hash64(&book));
        }
        prop_assert!(predicted.state() == known.state());
        for _ in 0..12 {
            predicted.apply_for_preview(&book, &plan, policy, &mut buffers, &mut log);
        }
        prop_assert_eq!(changes, log.changes);
        prop_assert!(*predicted.state() == end);
    }

    /// Superfluous answers change nothing; missing ones use their default deterministically.
    #[test]
    fn surplus_answers_are_ignored_and_missing_ones_do_no_harm(mut case in case(EVERYTHING)) {
        let book = case.world.book.clone();
        let battle = case.battle();
        let plan = case.decide(&battle);
        let surplus = altered(&book, &plan, |_, intent| {
            for used in &mut intent.uses {
                let asked = book.program(used.program).map_or(0, |program| program.addresses);
                let nowhere = Address(asked + 3);
                used.answers.insert(0, (Key::new(nowhere, [0; 3]), Answer::Offset(1, 0)));
                used.answers.push((Key::new(nowhere, [9, 9, 9]), Answer::Unit(EntityId(0))));
            }
        });
        let missing = altered(&book, &plan, |_, intent| intent.uses.iter_mut().for_each(|used| used.answers.clear()));
        let run = |plan: &Plan| {
            let (mut battle, mut log) = (battle.clone(), Log::default());
            execute(&book, &mut battle, plan, &mut log);
            (battle, log.changes)
        };
        prop_assert!(run(&plan) == run(&surplus), "answers to nothing are ignored");
        prop_assert!(run(&missing) == run(&missing), "what is missing is settled by rule");
    }
}

/// Two battles that the player cannot distinguish: they differ in the seed and in type, cell and state of hidden units.
struct Twins {
    books: [std::sync::Arc<CompiledScenario>; 2],
    battles: [Battle; 2],
}

impl Twins {
    fn of(case: &mut Case) -> Self {
        let library = &case.world.library;
        let compile = |hidden: &str| {
            let mut library = library.clone();
            for (from, name) in [("u1", "h1"), ("u2", "h2")] {
                let Some(AnyAsset::Unit(mut unit)) = library.asset(AssetType::Unit, from).cloned() else { continue };
                (unit.hidden, unit.width, unit.depth) = (true, 1, 1);
                unit.statuses.retain(|status| !is_shield(&library, AssetType::Status, status));
                unit.skills.retain(|skill| !is_shield(&library, AssetType::Skill, skill));
                unit.carries.retain(|item| !is_shield(&library, AssetType::Item, item));
                unit.wears.retain(|item| !is_shield(&library, AssetType::Item, item));
                library.put(name, AnyAsset::Unit(unit));
            }
            let mut scenario = library.scenario("drawn").cloned().unwrap_or_default();
            for entry in scenario.legend.iter_mut().filter(|entry| entry.unit == "u1" && entry.team == 1) {
                hidden.clone_into(&mut entry.unit);
            }
            library.put("drawn", AnyAsset::Scenario(scenario));
            let (book, faults) = library.compile("drawn");
            std::sync::Arc::new(book.unwrap_or_else(|| panic!("{}", faults.render())))
        };
        let books = [compile("h1"), compile("h2")];
        let one = books[0].battle(case.seed);
        let mut other = books[1].battle(case.seed ^ 0x5eed);
        vary(&books[1], &mut other, &mut case.choices);
        Self { books, battles: [one, other] }
    }
}

fn is_shield(library: &Library, kind: AssetType, name: &str) -> bool {
    let immune = |status: &str| {
        let asset = library.asset(AssetType::Status, status);
        matches!(asset, Some(AnyAsset::Status(status)) if !status.effect_source.immune.is_empty())
    };
    let gives = |effect_source: &EffectSourceRules| effect_source.auras.iter().any(|aura| immune(&aura.gives));
    match library.asset(kind, name) {
        Some(AnyAsset::Status(status)) => gives(&status.effect_source),
        Some(AnyAsset::Skill(skill)) => gives(&skill.effect_source),
        Some(AnyAsset::Item(item)) => {
            gives(&item.effect_source)
                || item.statuses.iter().any(|status| is_shield(library, AssetType::Status, status))
                || item.skills.iter().any(|skill| is_shield(library, AssetType::Skill, skill))
        }
        _ => false,
    }
}

fn vary(book: &CompiledScenario, battle: &mut Battle, choices: &mut Choices) {
    let mut log = Log::default();
    for index in 0..battle.state().entities().len() {
        let id = EntityId(index as u16);
        let row = *battle.state().entity(id);
        if !row.is_hidden_from(Team::PLAYER) {
            continue;
        }
        let health = 1 + choices.below(row.max_health as usize) as i32;
        let wound = Change {
            kind: ChangeKind::Health,
            label: foretoken_vm::Label::NONE,
            entity: id,
            at: 0,
            before: row.health,
            after: health,
        };
        battle.state_mut().write(book, &mut log, wound);
        let open = |cell: Cell| {
            let ground = book.terrain_at(cell).is_none_or(|ground| !ground.blocks_movement);
            let hides = row.flags & flag::HIDDEN != 0 || !is_seen_by_side(book, battle.state(), Team::PLAYER, cell);
            book.board.contains(cell) && ground && hides && !battle.state().occupant(cell).is_some()
        };
        let open = |&cell: &Cell| {
            let mut stood: Entity = row;
            stood.cell = cell;
            book.cells_of(&stood).all(open)
        };
        let free: Vec<Cell> = book.board.cells().filter(open).collect();
        if !free.is_empty() {
            let to = choices.pick(&free).bits() as i32;
            let from = row.cell.bits() as i32;
            let step = Change {
                kind: ChangeKind::Cell,
                label: foretoken_vm::Label::NONE,
                entity: id,
                at: 0,
                before: from,
                after: to,
            };
            battle.state_mut().write(book, &mut log, step);
        }
    }
    battle.look_around(book);
    assert_valid(book, battle.state());
}

proptest! {
    #![proptest_config(config(64))]

    /// Law 3: neither hidden units nor the seed affect knowledge, marks, legal answers, the agenda or the computer's
    /// decisions.
    #[test]
    fn nothing_hidden_can_be_told_from_a_prediction(mut case in case(Features { hidden: false, ..EVERYTHING })) {
        let twins = Twins::of(&mut case);
        let viewer = Team::PLAYER;
        let known = [0, 1].map(|at| twins.battles[at].project(&twins.books[at], viewer));
        prop_assert!(known[0].state() == known[1].state());
        let wires = [0, 1].map(|at| known[at].to_bytes().expect("small"));
        prop_assert_eq!(&wires[0], &wires[1]);
        prop_assert_eq!(known[0].state().hash64(&twins.books[0]), known[1].state().hash64(&twins.books[1]));
        prop_assert!(known[0].state().agenda().eq(known[1].state().agenda()));

        let mut plans = [Plan::default(), Plan::default()];
        for at in [0, 1] {
            for (unit, row) in twins.battles[at].state().living().filter(|(_, row)| row.is_hidden_from(viewer)) {
                let own = twins.battles[at].project(&twins.books[at], row.team);
                let numbering = twins.battles[at].numbering(row.team);
                let number = numbering.to_known(unit).expect("it knows itself");
                let plan = numbering.plan_to_known(&plans[at]);
                let intent = random_intent(&mut case.choices, &twins.books[at], &own, &plan, number);
                let priority = Plan::priority_in(&twins.books[at], &intent);
                plans[at].set(unit, numbering.intent_to_truth(&intent), priority);
            }
            plans[at] = twins.battles[at].numbering(viewer).plan_to_known(&plans[at]);
        }
        let units: Vec<EntityId> = known[0].state().living().filter(|(_, e)| e.is_activated()).map(|(id, _)| id).collect();
        for &unit in &units {
            let intent = random_intent(&mut case.choices, &twins.books[0], &known[0], &plans[0], unit);
            let priority = Plan::priority_in(&twins.books[0], &intent);
            plans.iter_mut().for_each(|plan| plan.set(unit, intent.clone(), priority));
        }
        let mut forecasts = [Forecast::default(), Forecast::default()];
        for at in [0, 1] {
            forecasts[at].update(&twins.books[at], &known[at], &plans[at], units.first().copied());
        }
        prop_assert_eq!(forecasts[0].marks(), forecasts[1].marks());
        prop_assert_eq!(forecasts[0].outlooks(), forecasts[1].outlooks());
        prop_assert_eq!(forecasts[0].agenda().turns(), forecasts[1].agenda().turns());
        prop_assert!(forecasts[0].state() == forecasts[1].state());
        let odds = [0, 1].map(|at| few_odds(&twins.books[at], &known[at], &plans[at], units.first().copied(), u64::MAX));
        prop_assert_eq!(odds[0].report(), odds[1].report());

        let of_viewer = |unit: &&EntityId| known[0].state().entity(**unit).team == viewer;
        for &unit in units.iter().filter(of_viewer).take(2) {
            let kind = twins.books[0].unit_type(known[0].state().entity(unit));
            for &program in kind.map_or(&[][..], |kind| &kind.actions) {
                let asked = [0, 1].map(|at| {
                    let (mut plan, mut answers) = (plans[at].clone(), Vec::new());
                    plan.set(unit, Intent { uses: vec![ActionUse::new(program)], complete: false }, 0);
                    let question = forecasts[at].ask(&twins.books[at], &known[at], &plan, unit, &mut answers);
                    (question, answers)
                });
                prop_assert_eq!(&asked[0], &asked[1]);
            }
            let decided = [0, 1].map(|at| {
                let options = PlannerOptions { budget: 1_500, beam: 4, answers: 8, ..PlannerOptions::default() };
                Planner::new(options).decide(&twins.books[at], &known[at], &plans[at], unit)
            });
            prop_assert_eq!(&decided[0], &decided[1]);
        }
    }
}

fn few_odds(book: &CompiledScenario, known: &Known, plan: &Plan, actor: Option<EntityId>, piece: u64) -> Odds {
    let mut odds = Odds::within(OddsBudget { states: 100, work: 100_000, samples: 25, ..OddsBudget::default() });
    odds.ask(book, known, plan, actor);
    while !odds.work(book, known, piece) {}
    odds
}

proptest! {
    #![proptest_config(config(96))]

    /// Chances sum to 1, and the likeliest outcome is possible and the only one without draws. Odds computed in pieces
    /// equal those computed at once.
    #[test]
    fn odds_agree_with_the_prediction(mut case in case(EVERYTHING)) {
        let book = case.world.book.clone();
        let mut battle = case.battle();
        for _ in 0..2 {
            let plan = case.decide(&battle);
            let known = battle.project(&book, Team::PLAYER);
            let own = battle.numbering(Team::PLAYER).plan_to_known(&plan);
            let mut line = Predictor::default();
            line.run(&book, &known, &own, ChancePolicy::Likely, Extent::Horizon);
            let actor = own.iter().map(|(unit, _)| unit).next();
            let odds = few_odds(&book, &known, &own, actor, u64::MAX);
            let pieces = few_odds(&book, &known, &own, actor, 100);
            prop_assert_eq!(odds.report(), pieces.report());
            let report: &OddsReport = odds.report().expect("they are found");
            for unit in &report.units {
                prop_assert!((unit.health.total() - 1.0).abs() < 1e-9);
                prop_assert!((unit.cell.total() + unit.dies - 1.0).abs() < 1e-9);
            }
            prop_assert!((report.outcomes.total() - 1.0).abs() < 1e-9);
            if let Method::Exact { .. } = report.method {
                let all: f64 = odds.states().map(|(_, chance)| chance).sum();
                prop_assert!((all - 1.0).abs() < 1e-9);
                let likeliest = odds.states().filter(|(state, _)| state.is_of(line.state())).map(|(_, chance)| chance);
                let chance: f64 = likeliest.sum();
                prop_assert!(chance > 0.0);
                if !line.log().drew_chance {
                    prop_assert_eq!(odds.states().count(), 1);
                    prop_assert_eq!(chance, 1.0);
                    prop_assert_eq!(report.outcome_unknown, line.log().outcome_unknown);
                    prop_assert_eq!(report.uncertain, line.log().uncertain);
                }
            }
            execute(&book, &mut battle, &plan, &mut Log::default());
        }
    }
}

#[test]
fn the_worlds_reach_every_kind_and_trap() {
    let (mut ops, mut traps, mut notes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut large_moves, mut later_picks) = (0, 0);
    for number in 0..3_000 {
        let mut case = Case::numbered(number, EVERYTHING);
        let book = case.world.book.clone();
        let mut battle = case.battle();
        for _ in 0..decisions(&book) {
            let plan = case.decide(&battle);
            let answers = plan.iter().flat_map(|(_, intent)| &intent.uses).flat_map(|used| &used.answers);
            later_picks += answers.filter(|(key, _)| key.pick() > 0).count();
            let mut log = Log::traced();
            execute(&book, &mut battle, &plan, &mut log);
            let programs = log.spans.iter().filter(|span| span.program != Span::ENGINE);
            let op = |span: &Span| book.program(span.program)?.code.get(usize::from(span.pc)).copied();
            ops.extend(programs.filter_map(op).map(|token| token.name()));
            let trapped = log.changes.iter().filter(|change| change.kind == ChangeKind::Trapped);
            traps.extend(trapped.filter_map(|change| Trap::from_code(change.after)));
            notes.extend(log.changes.iter().map(|change| change.kind));
            let is_large = |id| !book.footprint_of(battle.state().entity(id)).is_one();
            let moves = log.changes.iter().filter(|change| change.kind == ChangeKind::Cell);
            large_moves += moves.filter(|change| is_large(change.entity)).count();
        }
    }
    let expected = [
        "Move",
        "MoveAttack",
        "Push",
        "Teleport",
        "Swap",
        "Redirect",
        "Stun",
        "Damage",
        "Heal",
        "Shield",
        "Surface",
        "Spawn",
        "Delay",
        "Mirror",
        "Wait",
        "Kill",
        "Anchor",
        "Quicken",
        "ApplyStatus",
        "RemoveStatus",
        "ChangeStat",
        "HandleItem",
        "PassItem",
    ];
    assert!(later_picks > 20, "{later_picks} picks follow another");
    assert!(large_moves > 20, "units of several cells move {large_moves} times");
    assert!(notes.contains(&ChangeKind::Passed), "units are gone over");
    let missing: Vec<&str> = expected.into_iter().filter(|op| !ops.contains(*op)).collect();
    assert!(missing.is_empty(), "no world did {missing:?}; they did {ops:?}");
    let expected = [Trap::Fuel, Trap::Depth, Trap::LoopCount, Trap::Entities, Trap::Entries];
    let missing: Vec<Trap> = expected.into_iter().filter(|trap| !traps.contains(trap)).collect();
    assert!(missing.is_empty(), "no world met {missing:?}");
    for what in [
        ChangeKind::Drew,
        ChangeKind::Fallback,
        ChangeKind::SkippedStunned,
        ChangeKind::EntryDue,
        ChangeKind::Collided,
        ChangeKind::NoEffect,
        ChangeKind::EffectInstance,
        ChangeKind::Ended,
        ChangeKind::Withheld,
        ChangeKind::Altered,
        ChangeKind::Reacts,
        ChangeKind::Team,
    ] {
        assert!(notes.contains(&what), "no world noted {what:?}");
    }
}
