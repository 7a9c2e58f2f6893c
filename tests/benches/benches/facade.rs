//! Random legal decisions on 16x16 with 7 units, through the crate `foretoken` and directly through VM and predictor.
//! Both list and take the same decisions; equal states are asserted before timing.

use foretoken::{Pack, Scenario};
use foretoken_action_assets::Files;
use foretoken_preview::Predictor;
use foretoken_turn_work::measure::measure;
use foretoken_vm::chance::Dice;
use foretoken_vm::schedulers::{Choose, Spent, Until, View};
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    ActionUse, Advance, Answer, Battle, Buffers, EntityId, Intent, Known, Log, Plan, Question, Rulebook, Team,
};
use std::path::Path;

const BATCH: u32 = 64;

const FIELD: &str = r##"Scenario(
    title: "Field",
    map: [
        "................", "................", "...O........O...", "......r.........",
        "................", ".....W....r.....", "................", "...O........O...",
        "........S.......", "..............r.", "................", ".....W..........",
        "...O........O...", "................", "........r.......", "................",
    ],
    legend: [
        (glyph: "W", unit: "warden"),
        (glyph: "S", unit: "seer"),
        (glyph: "r", unit: "rat", team: 1),
    ],
)"##;

struct Plain<'r> {
    rules: &'r Rulebook,
    battle: Battle,
    decided: Plan,
    asked: Option<Choose>,
    known: Known,
    plan: Plan,
    draft: Option<(EntityId, Intent)>,
    moves: Vec<Move>,
    answers: Vec<Answer>,
    predictor: Predictor,
    buffers: Buffers,
    log: Log,
}

#[derive(Clone, Copy)]
enum Move {
    Use(EntityId, u16),
    Answer(Question, Answer),
    Back,
    Done(EntityId),
    EndTurn,
}

impl<'r> Plain<'r> {
    fn new(rules: &'r Rulebook, scenario: &Scenario, seed: u64) -> Self {
        let mut plain = Self {
            rules,
            battle: Battle::new(rules, &scenario.opening().seeded(seed)),
            decided: Plan::default(),
            asked: None,
            known: Known::default(),
            plan: Plan::default(),
            draft: None,
            moves: Vec::new(),
            answers: Vec::new(),
            predictor: Predictor::default(),
            buffers: Buffers::default(),
            log: Log::default(),
        };
        plain.go_on();
        plain
    }

    fn go_on(&mut self) {
        self.asked = None;
        while self.battle.state().battle(BattleField::Outcome) == 0 {
            let view = View::new(self.rules, self.battle.state(), &self.decided, None);
            if let Some(asked) = self.rules.scheduler.choose(&view) {
                self.known = self.battle.project(self.rules, asked.team);
                self.show(asked.team);
                self.asked = Some(asked);
                return;
            }
            let advance = self.battle.apply_for_execution(self.rules, &self.decided, &mut self.buffers, &mut self.log);
            if advance == Advance::Over {
                return;
            }
            let view = View::new(self.rules, self.battle.state(), &self.decided, None);
            match self.rules.scheduler.spent(&view, advance) {
                Spent::Nothing => {}
                Spent::Unit(unit) => self.decided.clear(unit),
                Spent::All => self.decided.clear_all(),
            }
            self.log.clear();
        }
    }

    /// Adds the decisions that a side knows: its own, and those of sides that have finished deciding.
    fn show(&mut self, team: Team) {
        let state = self.battle.state();
        let mut plan = self.decided.clone();
        for (unit, _) in self.decided.iter() {
            let of = state.entity(unit);
            if of.is_hidden_from(team) || of.team != team && !self.decided.is_closed(of.team) {
                plan.clear(unit);
            }
        }
        self.plan = self.battle.numbering(team).plan_to_known(&plan);
    }

    fn list(&mut self) {
        self.moves.clear();
        let Some(asked) = self.asked.clone() else { return };
        if let Some((unit, intent)) = self.draft.clone() {
            let Self { predictor, rules, known, plan, answers, moves, .. } = self;
            match predictor.ask(rules, known, plan, unit, answers) {
                None => {
                    self.uses(unit, &intent);
                    self.moves.push(Move::Done(unit));
                }
                Some(_) if answers.is_empty() => moves.extend([Move::Done(unit), Move::Back]),
                Some(question) => moves.extend(answers.iter().map(|&answer| Move::Answer(question, answer))),
            }
            return;
        }
        let numbering = self.battle.numbering(asked.team);
        let units: Vec<EntityId> = asked.units.iter().filter_map(|&unit| numbering.to_known(unit)).collect();
        for unit in units {
            if asked.until == Until::Closed && self.plan.intent(unit).is_some_and(|intent| intent.complete) {
                continue;
            }
            self.uses(unit, &Intent::default());
            if asked.until.is_ended_by_decision() {
                self.moves.push(Move::Done(unit));
            }
        }
        if asked.until.is_closable() {
            self.moves.push(Move::EndTurn);
        }
    }

    fn uses(&mut self, unit: EntityId, intent: &Intent) {
        let Self { predictor, rules, known, plan, answers, moves, .. } = self;
        let offered = predictor.offered(rules, known, plan, unit);
        let mut tried_plan = plan.clone();
        for program in offered {
            let mut tried = intent.clone();
            tried.uses.push(ActionUse::new(program));
            let priority = Plan::priority_in(rules, &tried);
            tried_plan.set(unit, tried, priority);
            let question = predictor.ask(rules, known, &tried_plan, unit, answers);
            if question.is_none() || !answers.is_empty() {
                moves.push(Move::Use(unit, program));
            }
        }
    }

    fn step(&mut self, dice: &mut Dice) -> bool {
        let Some(team) = self.asked.as_ref().map(|asked| asked.team) else { return false };
        self.list();
        let chosen = self.moves[dice.below(self.moves.len() as u32) as usize];
        match chosen {
            Move::Use(unit, program) => {
                let (_, intent) = self.draft.get_or_insert_with(|| (unit, Intent::default()));
                intent.uses.push(ActionUse::new(program));
            }
            Move::Answer(question, answer) => {
                let used = self.draft.as_mut().and_then(|(_, intent)| intent.uses.get_mut(question.use_index));
                used.expect("it is asked of a use").answers.push((question.key, answer));
            }
            Move::Back => {
                let (_, intent) = self.draft.as_mut().expect("a draft");
                intent.uses.pop();
                if intent.uses.is_empty() {
                    self.draft = None;
                    self.show(team);
                }
            }
            Move::Done(unit) => {
                let (_, mut intent) = self.draft.take().unwrap_or((unit, Intent::default()));
                intent.complete = true;
                let numbering = self.battle.numbering(team);
                let truth = numbering.to_truth(unit).expect("a unit that is there");
                let intent = numbering.intent_to_truth(&intent);
                let priority = Plan::priority_in(self.rules, &intent);
                self.decided.set(truth, intent, priority);
                self.go_on();
            }
            Move::EndTurn => {
                self.decided.close(team);
                self.go_on();
            }
        }
        if let Some((unit, intent)) = &self.draft {
            let priority = Plan::priority_in(self.rules, intent);
            self.plan.set(*unit, intent.clone(), priority);
        }
        true
    }
}

struct Facade<'s> {
    scenario: &'s Scenario,
    battle: foretoken::Battle,
    dice: Dice,
    seed: u64,
}

impl<'s> Facade<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        Self { scenario, battle: scenario.battle(1), dice: Dice::new(1), seed: 1 }
    }

    fn step(&mut self) {
        let Some(side) = self.battle.side_to_decide() else {
            self.seed += 1;
            self.battle = self.scenario.battle(self.seed);
            return;
        };
        let count = self.battle.decisions(side).len();
        let index = self.dice.below(count as u32) as usize;
        self.battle.step(index).expect("it is legal");
    }
}

struct Without<'r> {
    rules: &'r Rulebook,
    scenario: &'r Scenario,
    plain: Plain<'r>,
    dice: Dice,
    seed: u64,
}

impl<'r> Without<'r> {
    fn new(rules: &'r Rulebook, scenario: &'r Scenario) -> Self {
        Self { rules, scenario, plain: Plain::new(rules, scenario, 1), dice: Dice::new(1), seed: 1 }
    }

    fn step(&mut self) {
        if !self.plain.step(&mut self.dice) {
            self.seed += 1;
            self.plain = Plain::new(self.rules, self.scenario, self.seed);
        }
    }
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/vigil");
    let (files, _) = Files::from_folder(&folder);
    let files = files.with("scenarios/field.ron", FIELD).0;
    let pack = Pack::from_files("vigil", files);
    let scenario = pack.scenario("field").unwrap_or_else(|error| panic!("{error}")).without_computer();
    let rules: &Rulebook = scenario.rules();
    assert_eq!((rules.board.width(), scenario.opening().roster.len()), (16, 7));

    let mut through = Facade::new(&scenario);
    let mut without = Without::new(rules, &scenario);
    for step in 0..3_000 {
        through.step();
        without.step();
        assert_eq!(through.battle.hash64(), without.plain.battle.state().hash64(rules), "step {step}");
    }
    println!("round {} of battle {}", without.plain.battle.state().round(), through.seed);
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(101);
    let rows = measure(
        &mut [
            ("without the façade", &mut || (0..BATCH).for_each(|_| without.step())),
            ("through the façade", &mut || (0..BATCH).for_each(|_| through.step())),
        ],
        rounds,
    );
    for row in &rows {
        let ns = row.ns_median / f64::from(BATCH);
        println!("{}: {:.1} µs a step, {:.2} of the rate without it", row.name, ns / 1e3, 1.0 / row.ratio_to_first);
    }
}
