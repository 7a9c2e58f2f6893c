//! The pack `jail` against `tests/die/examples.jsonl`: worked examples and random battles of an independent model of the
//! die game, with all states after each step.
//!
//! An example names moves of the pack, or describes a move by its effects. Rolls of enemies are part of the example.

mod endless;
mod slots;

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_vm::chance::Distribution;
use foretoken_vm::policies::{Policy, PolicyKind};
use foretoken_vm::program::Asks;
use foretoken_vm::schedulers::{Spent, View};
use foretoken_vm::state::{BattleField, EffectInstance, Log, Pool};
use foretoken_vm::{ActionUse, Advance, Answer, Battle, Buffers, CompiledScenario, EntityId, Intent, Key, Plan, Team};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// A policy whose title lists the rows of its moves, from 1.
#[derive(Debug)]
struct Given;

impl PolicyKind for Given {
    fn name(&self) -> &'static str {
        "given"
    }

    fn doc(&self) -> &'static str {
        "Takes the rows that its title lists."
    }

    fn faults(&self, _: &Policy) -> Vec<String> {
        Vec::new()
    }

    fn row_at(&self, policy: &Policy, place: u32, _: &mut dyn FnMut(&Distribution) -> usize) -> usize {
        let rolls = policy.title.split_whitespace().filter_map(|roll| roll.parse::<usize>().ok());
        rolls.cycle().nth(place as usize).map_or(0, |roll| roll - 1)
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

type Tags = Vec<(String, i32)>;
type Statuses = BTreeMap<String, i32>;

#[derive(Deserialize)]
#[serde(untagged)]
enum Face {
    OfPack { r#move: String },
    Given { cooldown: i32, target: Tags, own: Tags },
}

#[derive(Deserialize)]
struct Foe {
    hp: i32,
    moves: Vec<(Tags, Tags)>,
    queue: Vec<Vec<usize>>,
    actions: usize,
    #[serde(flatten)]
    statuses: Statuses,
}

#[derive(Deserialize)]
struct Start {
    faces: BTreeMap<u16, Face>,
    enemies: Vec<Foe>,
    top: i32,
    hp: i32,
    #[serde(default)]
    player: Statuses,
}

#[derive(Deserialize)]
struct Step {
    r#do: String,
    #[serde(default)]
    face: u16,
    target: Option<usize>,
    #[serde(default)]
    rolls: Vec<i32>,
}

#[derive(Deserialize)]
struct Example {
    id: String,
    start: Start,
    script: Vec<Step>,
    after: Vec<serde_json::Value>,
}

const STATUSES: [&str; 7] = ["block", "burn", "bleed", "vulnerable", "stun", "bolster", "scry"];

fn name_of(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

fn part(tag: &str, amount: i32, to: &str) -> String {
    let all = |filter: &str, body: &str| {
        format!(
            r#"DeclareTarget(name: "all", asks: Region, reach: Board, filter: [{filter}], automatic: true, otherwise: Nearest), ForEach(target: "all", body: [{body}])"#
        )
    };
    match tag {
        "hit" => format!(r#"Damage(target: "{to}", amount: {amount}, label: "hit")"#),
        "heal" => format!(r#"Heal(target: "{to}", amount: {amount})"#),
        "splash" => all("Enemy", &format!(r#"Damage(target: "each", amount: {amount}, label: "splash")"#)),
        "bolster" => all("Ally, Self", &format!(r#"ApplyStatus(target: "each", status: "bolster", amount: {amount})"#)),
        "purge" => format!(
            r#"ApplyStatus(target: "{to}", status: "burn", amount: -{amount}), ApplyStatus(target: "{to}", status: "bleed", amount: -{amount})"#
        ),
        "reroll" => format!(r#"ChangeStat(target: "{to}", stat: "top", how: Set, amount: "1d20")"#),
        "scry" => format!(
            r#"ApplyStatus(target: "{to}", status: "scry", amount: {amount}), HandleMove(target: "{to}", at: "1 + {to}.dice", count: "{to}.status.scry * {to}.dice")"#
        ),
        _ => format!(r#"ApplyStatus(target: "{to}", status: "{tag}", amount: {amount})"#),
    }
}

fn action(target: &Tags, own: &Tags, is_of_die: bool) -> String {
    let mut parts = Vec::new();
    parts.extend(is_of_die.then(|| r#"Include(action: "face")"#.to_owned()));
    if !target.is_empty() {
        parts.push(r#"DeclareTarget(name: "T1", asks: Unit, reach: Board, filter: [Enemy])"#.to_owned());
    }
    parts.extend(own.iter().map(|(tag, amount)| part(tag, *amount, "self")));
    parts.extend(target.iter().map(|(tag, amount)| part(tag, *amount, "T1")));
    if parts.is_empty() {
        parts.push(r#"Wait(label: "wait")"#.to_owned());
    }
    format!("Action(body: [{}])", parts.join(", "))
}

/// The shipped pack with the units and moves of an example.
fn library(start: &Start) -> Library {
    let mut registry = KindRegistry::core();
    registry.register_policy(&Given).expect("a new name");
    let folder = root().join("assets/jail");
    let mut files = Files::new();
    for kind in ["actions", "decks", "skills", "statuses", "terrains"] {
        for file in std::fs::read_dir(folder.join(kind)).expect("a folder of the pack") {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            files = files.with(format!("{kind}/{name}"), std::fs::read(&path).expect("a readable file"));
        }
    }
    files = files.with("rules.ron", std::fs::read(folder.join("rules.ron")).expect("a readable file"));
    let mut faces = Vec::new();
    for number in 1..=20 {
        let name = match start.faces.get(&number) {
            Some(Face::OfPack { r#move }) => name_of(r#move),
            Some(Face::Given { cooldown, target, own }) => {
                let name = format!("x-face-{number}");
                let skill = format!(r#"Skill(action: "{name}", recharge: {cooldown})"#);
                files = files.with(format!("actions/{name}.ron"), action(target, own, true));
                files = files.with(format!("skills/{name}.ron"), skill);
                name
            }
            None => "x-blank".to_owned(),
        };
        faces.push(format!("{name:?}"));
    }
    files = files
        .with("actions/x-blank.ron", action(&Vec::new(), &Vec::new(), true))
        .with("skills/x-blank.ron", r#"Skill(action: "x-blank", recharge: 2)"#)
        .with(
            "units/x-prisoner.ron",
            format!(
                r#"Unit(glyph: "@", health: 40, movement: 0, moves: 0, actions_per_turn: 2, tags: ["prisoner"], deck: "die", deck_skills: [{}])"#,
                faces.join(", ")
            ),
        );
    let (mut map, mut legend) = (String::new(), r#"(glyph: "@", unit: "x-prisoner")"#.to_owned());
    for (at, foe) in start.enemies.iter().enumerate() {
        let (mut rows, mut actions) = (String::new(), String::new());
        for (row, (target, own)) in foe.moves.iter().enumerate() {
            let name = format!("x-move-{at}-{row}");
            files = files.with(format!("actions/{name}.ron"), action(target, own, false));
            let _ = write!(rows, r#"(name: "{}", uses: [(action: "{name}")]), "#, row + 1);
            let _ = write!(actions, "{name:?}, ");
        }
        let rolls: Vec<String> = foe.queue.iter().flatten().map(usize::to_string).collect();
        let (ahead, dice) = (foe.queue.len().min(8) * foe.actions, foe.actions);
        files = files
            .with(
                format!("policies/x-{at}.ron"),
                format!(
                    r#"Policy(title: "{}", kind: "given", ahead: {ahead}, shown: {dice}, moves: {dice}, rows: [{rows}])"#,
                    rolls.join(" ")
                ),
            )
            .with(
                format!("units/x-{at}.ron"),
                format!(
                    r#"Unit(glyph: "{at}", health: {}, movement: 0, tags: ["foe"], policy: "x-{at}", actions: [{actions}], stats: [(name: "dice", value: {dice})])"#,
                    foe.hp
                ),
            );
        let _ = write!(map, "{at}.");
        let _ = write!(legend, r#", (glyph: "{at}", unit: "x-{at}", team: 1)"#);
    }
    files = files.with(
        "scenarios/x.ron",
        format!(
            r#"Scenario(map: ["{map}@"], legend: [{legend}], goals: [(text: "Won.", when: "count(foe) = 0")], losses: [(text: "Lost.", when: "count(prisoner) = 0")], scheduler: "team-rounds")"#
        ),
    );
    Library::load(&files, registry)
}

struct Game {
    scenario: CompiledScenario,
    battle: Battle,
    uses: Vec<ActionUse>,
    hero: EntityId,
    foes: Vec<EntityId>,
}

impl Game {
    fn new(example: &Example, seed: u64) -> Self {
        let (scenario, faults) = library(&example.start).compile("x");
        let mut scenario = scenario.unwrap_or_else(|| panic!("{}: {}", example.id, faults.render()));
        let top = scenario.rules.columns.find(foretoken_vm::rulebook::ColumnOf::Entity, "top").expect("a column");
        let status = |rules: &foretoken_vm::Rulebook, name: &str| {
            let found = rules.statuses.iter().position(|kind| kind.effect_source.name == name);
            found.unwrap_or_else(|| panic!("no status {name}")) as u16
        };
        let own = |rules: &foretoken_vm::Rulebook, statuses: &Statuses| {
            let own = statuses.iter().map(|(name, &amount)| (status(rules, name), amount));
            own.map(|(status, amount)| foretoken_vm::rulebook::MemberStatus::new(status, amount)).collect()
        };
        for member in &mut scenario.opening.roster {
            let name = &scenario.rules.unit_types[usize::from(member.unit_type)].name;
            match name.trim_start_matches("x-").parse::<usize>() {
                Ok(at) => member.statuses = Some(own(&scenario.rules, &example.start.enemies[at].statuses)),
                Err(_) => {
                    member.columns = vec![(top, example.start.top)];
                    member.health = example.start.hp as u16;
                    member.statuses = Some(own(&scenario.rules, &example.start.player));
                }
            }
        }
        let battle = Battle::new(&scenario.rules, &scenario.seeded(seed));
        let find = |team: u8| -> Vec<EntityId> {
            let rows = battle.state().entities().iter().enumerate();
            rows.filter(|(_, row)| row.team == Team(team)).map(|(at, _)| EntityId(at as u16)).collect()
        };
        let (hero, mut foes) = (find(0)[0], find(1));
        foes.sort_by_key(|&id| battle.state().entity(id).cell.x());
        Self { battle, uses: Vec::new(), hero, foes, scenario }
    }

    fn is_over(&self) -> bool {
        self.battle.state().battle(BattleField::Outcome) != 0
    }

    /// Uses a face; returns whether the rules allow it.
    fn use_face(&mut self, face: u16, target: Option<usize>) -> bool {
        let (rules, state) = (&self.scenario.rules, self.battle.state());
        let slot = state.sheet(rules).slots(self.hero).find(|slot| slot.number == face);
        let skill = slot.and_then(|slot| rules.skills.get(usize::from(slot.skill?)));
        let Some(program) = skill.and_then(|skill| skill.action) else { return false };
        let mut used = ActionUse::new(program);
        for token in &rules.programs[usize::from(program)].code {
            let foretoken_vm::program::Token::Declare(declare) = token else { continue };
            let request = rules.programs[usize::from(program)].requests[usize::from(declare.ask.request)];
            let answer = match request.asks {
                Asks::Slot => Some(Answer::Number(face as i16)),
                Asks::Unit => target.map(|target| Answer::Unit(self.foes[target])),
                _ => None,
            };
            used.answers.extend(answer.map(|answer| (Key::new(declare.at, [0; 3]), answer)));
            let needs_target = request.asks == Asks::Unit;
            let is_alive = target.is_some_and(|target| state.entity(self.foes[target]).is_alive());
            if needs_target && !is_alive {
                return false;
            }
        }
        let mut intent = Intent { uses: self.uses.clone(), complete: false };
        let is_next =
            state.sheet(rules).slots(self.hero).any(|slot| slot.number == face && slot.is_next && slot.left == 0);
        if self.is_over() || !is_next || intent.allows(rules, state, self.hero, program).is_err() {
            return false;
        }
        intent.uses.push(used);
        self.uses.clone_from(&intent.uses);
        self.go(intent);
        true
    }

    fn end(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let intent = Intent { uses: std::mem::take(&mut self.uses), complete: true };
        self.go(intent);
        true
    }

    /// Runs until the player decides again.
    fn go(&mut self, intent: Intent) {
        let rules = &self.scenario.rules;
        let (mut plan, mut buffers, mut log) = (Plan::default(), Buffers::default(), Log::default());
        let is_end = intent.complete;
        plan.set(self.hero, intent, 0);
        for _ in 0..100 {
            let advance = self.battle.apply_for_execution(rules, &plan, &mut buffers, &mut log);
            match rules.scheduler.spent(&View::new(rules, self.battle.state(), &plan, None), advance) {
                Spent::Nothing => {}
                Spent::Unit(unit) => plan.clear(unit),
                Spent::All => plan.clear_all(),
            }
            let waits = rules.scheduler.choose(&View::new(rules, self.battle.state(), &plan, None)).is_some();
            if advance == Advance::Over || waits && (!is_end || self.battle.state().open_activation().is_none()) {
                return;
            }
        }
        panic!("the enemies' turn does not end");
    }

    fn statuses(&self, id: EntityId, out: &mut serde_json::Map<String, serde_json::Value>) {
        for (held, kind) in self.battle.state().sheet(&self.scenario.rules).statuses(id) {
            let amount = held.words[EffectInstance::AMOUNT];
            if STATUSES.contains(&kind.effect_source.name.as_str()) && amount != 0 {
                out.insert(kind.effect_source.name.clone(), amount.into());
            }
        }
    }

    /// The state as the player sees it, in the form of the examples.
    fn shown(&self, example: &Example) -> serde_json::Value {
        use serde_json::{Map, Value, json};
        let (rules, state) = (&self.scenario.rules, self.battle.state());
        let mut player = Map::from_iter([("hp".to_owned(), Value::from(state.entity(self.hero).health.max(0)))]);
        self.statuses(self.hero, &mut player);
        let sheet = state.sheet(rules);
        let cooling = sheet.slots(self.hero).filter(|slot| slot.left > 0);
        let cooling: Map<String, Value> = cooling.map(|slot| (slot.number.to_string(), slot.left.into())).collect();
        let mut enemies = Vec::new();
        for (foe, &id) in example.start.enemies.iter().zip(&self.foes) {
            let row = state.entity(id);
            if !row.is_alive() {
                enemies.push(json!({ "hp": 0 }));
                continue;
            }
            let mut told = Map::from_iter([("hp".to_owned(), Value::from(row.health))]);
            self.statuses(id, &mut told);
            let queue = state.instances().of(id, Pool::MOVES).iter().map(EffectInstance::kind);
            let known: Vec<usize> = queue.map_while(|row| row.map(|row| row + 1)).collect();
            let mut rounds = known.chunks(foe.actions).map(Value::from);
            told.insert("now".to_owned(), rounds.next().unwrap_or_default());
            told.insert("seen".to_owned(), rounds.collect());
            enemies.push(Value::Object(told));
        }
        let shown = json!({
            "player": player,
            "energy": 2 - self.uses.len(),
            "top": sheet.current_slot(self.hero),
            "cooling": cooling,
            "enemies": enemies,
        });
        if let Some(outcome) = match state.battle(BattleField::Outcome) {
            0 => None,
            _ if state.entity(self.hero).is_alive() => Some("won"),
            _ => Some("lost"),
        } {
            // Once a battle is over, only what decides it counts.
            let hp = |of: &Value| json!({ "hp": of["hp"] });
            let enemies: Vec<Value> = shown["enemies"].as_array().into_iter().flatten().map(hp).collect();
            return json!({ "outcome": outcome, "player": hp(&shown["player"]), "enemies": enemies });
        }
        shown
    }
}

/// Plays an example; returns the first difference, and whether the die rolled as the example says.
fn play(example: &Example, seed: u64) -> (Result<(), String>, bool) {
    let mut game = Game::new(example, seed);
    let mut is_rolled = true;
    let differs = |game: &Game, at: usize, is_refused: bool| {
        let mut shown = game.shown(example);
        if is_refused {
            shown["refused"] = true.into();
        }
        let expected = &example.after[at];
        (shown != *expected).then(|| format!("{}, step {at}:\nexpected {expected}\nfound    {shown}", example.id))
    };
    if let Some(difference) = differs(&game, 0, false) {
        return (Err(difference), true);
    }
    for (at, step) in example.script.iter().enumerate() {
        let is_done = match step.r#do.as_str() {
            "use" => game.use_face(step.face, step.target),
            _ => game.end(),
        };
        if let Some(&roll) = step.rolls.last() {
            let top = game.battle.state().sheet(&game.scenario.rules).current_slot(game.hero);
            is_rolled &= i32::from(top) == roll || !is_done;
        }
        if let Some(difference) = differs(&game, at + 1, !is_done) {
            return (Err(difference), is_rolled);
        }
    }
    (Ok(()), is_rolled)
}

#[test]
fn the_pack_agrees_with_the_examples() {
    let text = std::fs::read_to_string(root().join("tests/die/examples.jsonl")).expect("the examples");
    let mut differences = Vec::new();
    let mut count = 0;
    for line in text.lines() {
        let example: Example = serde_json::from_str(line).expect("an example");
        count += 1;
        let rolls = example.script.iter().any(|step| !step.rolls.is_empty());
        let mut seeds = 0..if rolls { 4_000 } else { 1 };
        let found = seeds.find_map(|seed| match play(&example, seed) {
            (result, true) => Some(result),
            _ => None,
        });
        match found {
            Some(Ok(())) => {}
            Some(Err(difference)) => differences.push(difference),
            None => differences.push(format!("{}: no seed gives its rolls", example.id)),
        }
    }
    assert!(count > 100, "{count} examples");
    assert!(differences.is_empty(), "{} of {count} differ\n{}", differences.len(), differences.join("\n"));
}
