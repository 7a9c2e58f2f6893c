//! The pack Banner: its statuses, items and skills, the examples of documents 000 and 001, and its scenarios between
//! planners.

use expect_test::{Expect, expect, expect_file};
use foretoken_action_assets::assets::{AnyAsset, GoalRule, LegendEntry};
use foretoken_action_assets::{AssetType, Formula, KindRegistry, Library, Scenario};
use foretoken_preview::Predictor;
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::record::{self, Verdict};
use foretoken_session::texts::{carried, names, rules};
use foretoken_tests::{carry_out_round, find, root};
use foretoken_vm::machine::find_walks;
use foretoken_vm::space::{PathFinder, SafestPaths};
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef, StatId};
use foretoken_vm::{
    ActionUse, Answer, Battle, Buffers, ChangeKind, Entity, EntityId, GameState, Intent, Outcome, Plan, Predicted,
    Rulebook, Team,
};
use std::sync::Arc;

const YARD: &str = "
    ...k.....
    ....H....
    ..kPL.k..
    ...k.....
    .........
    ....k....
    .........";

/// Returns the pack with an arena. Letters are units, lower case the enemies; `P` is a tester with ample resources and
/// the content of `rest`.
fn arena(map: &str, rest: &str, files: &[(&str, &str)]) -> Library {
    let mut library = Library::load_folder(&root().join("assets/banner"), KindRegistry::core());
    let numbers = ["mana", "mana_most", "stamina", "strength", "magic"];
    let numbers: String = numbers.iter().map(|name| format!("(name: \"{name}\", value: 20), ")).collect();
    let slots = r#"slots: ["hand", "off hand", "body", "feet", "charm"]"#;
    let tester = format!(
        r#"Unit(title: "Tester", glyph: "P", health: 100, initiative: 9, movement: 4, stats: [{numbers}(name: "luck", value: 1), (name: "evasion", value: 0)], {slots}, {rest})"#
    );
    let still = r#"Unit(title: "Levy", glyph: "K", health: 100, initiative: 5, tags: ["levy"], actions: ["hit", "wait"], stats: [(name: "evasion", value: 0)])"#;
    let hit = r#"Action(title: "Hit", body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Damage(target: "T1", amount: 10, label: "attack")])"#;
    let own = [("units/tester.ron", tester.as_str()), ("units/knight.ron", still), ("actions/hit.ron", hit)];
    for &(path, text) in own.iter().chain(files) {
        let faults = library.reload(path, Some(text.as_bytes()));
        assert!(faults.is_empty(), "{}", faults.render());
    }
    let rows: Vec<String> = map.lines().map(str::trim).filter(|row| !row.is_empty()).map(str::to_owned).collect();
    let mut scenario = Scenario { map: rows, ground: "grass".to_owned(), ..Scenario::default() };
    scenario.goals.push(GoalRule { text: "Never.".to_owned(), when: Formula::from(0), team: 0 });
    let mut drawn: Vec<char> = scenario.map.iter().flat_map(|row| row.chars()).filter(|c| c.is_alphabetic()).collect();
    drawn.sort_unstable();
    drawn.dedup();
    for glyph in drawn {
        let names = library.names_of(AssetType::Unit).map(str::to_owned).collect::<Vec<_>>();
        let is_drawn =
            |name: &String| library.unit(name).is_some_and(|unit| unit.glyph == glyph.to_ascii_uppercase().to_string());
        let unit = names.into_iter().find(is_drawn).expect("a unit is drawn so");
        let acts = library.unit(&unit).is_none_or(|unit| unit.acts);
        let team = if acts { i32::from(glyph.is_lowercase()) } else { 7 };
        scenario.legend.push(LegendEntry { glyph: glyph.to_string(), unit, team, ..LegendEntry::default() });
    }
    library.put("arena", AnyAsset::Scenario(scenario));
    library
}

struct Table {
    book: Arc<Rulebook>,
    battle: Battle,
    buffers: Buffers,
    told: String,
    drew_chance: bool,
}

impl Table {
    fn new(library: &Library) -> Self {
        let (book, faults) = library.compile("arena");
        let book = Arc::new(book.unwrap_or_else(|| panic!("{}", faults.render())));
        let (battle, book) = (book.battle(1), Arc::new(book.rules.clone()));
        Self { book, battle, buffers: Buffers::default(), told: String::new(), drew_chance: false }
    }

    fn state(&self) -> &GameState {
        self.battle.state()
    }

    fn tester(&self) -> EntityId {
        find(&self.book, self.state(), 'P')
    }

    fn foe(&self, at: usize) -> EntityId {
        let foes = self.state().living().filter(|(_, entity)| entity.team == Team(1));
        foes.map(|(id, _)| id).nth(at).expect("one of the others")
    }

    fn uses(&self, unit: EntityId, action: &str, pick: usize) -> ActionUse {
        let program = self.book.find_program(action).unwrap_or_else(|| panic!("no action `{action}`"));
        let known = self.battle.project(&self.book, self.state().entity(unit).team);
        let (mut plan, mut predictor) = (Plan::default(), Predictor::default());
        let mut intent = Intent { uses: vec![ActionUse::new(program)], complete: false };
        let mut buffers = Buffers::default();
        loop {
            plan.set(unit, intent.clone(), 0);
            let Some(question) = predictor.ask(&self.book, &known, &plan, unit, &mut Vec::new()) else { break };
            let mut at = Predicted::default();
            predictor.copy_into(&mut at);
            let mut legal = Vec::new();
            at.legal_answers(&self.book, &question, &mut buffers, &mut legal);
            let Some(&answer) = legal.get(pick % legal.len().max(1)) else { break };
            intent.uses[0].answers.push((question.key, answer));
        }
        intent.uses.remove(0)
    }

    fn at(&self, unit: EntityId, action: &str, target: EntityId) -> ActionUse {
        let mut used = self.uses(unit, action, 0);
        if let Some((_, answer)) = used.answers.first_mut() {
            *answer = Answer::Unit(target);
        }
        used
    }

    /// Runs a round. Without chance the prediction comes true; nothing traps, each change alters the hash, and saving
    /// round-trips.
    fn round(&mut self, uses: Vec<(EntityId, ActionUse)>) -> &mut Self {
        let mut plan = Plan::default();
        for (unit, used) in uses {
            let mut intent = plan.intent(unit).cloned().unwrap_or_default();
            (intent.complete, _) = (true, intent.uses.push(used));
            plan.set(unit, intent, 0);
        }
        let log = carry_out_round(&self.book, &mut self.battle, &mut self.buffers, &plan);
        let state = self.battle.state();
        self.drew_chance |= log.drew_chance;
        let trapped = log.changes.iter().find(|change| change.kind == ChangeKind::Trapped);
        assert!(trapped.is_none(), "{trapped:?}");
        for at in 0..log.changes.len() {
            if let Some(told) = names::told(&self.book, state, &log.changes, at) {
                self.told.push_str(&format!("{told}\n"));
            }
        }
        self
    }
}

impl Table {
    fn stats_of(&self, unit: EntityId) -> String {
        let told = |stat: StatId| {
            let name = self.book.stat_title(stat);
            format!("{name}: {}\n", carried::breakdown(&self.book, self.state(), unit, stat))
        };
        (0..self.book.stat_count()).map(StatId).map(told).collect()
    }
}

fn pack() -> Library {
    Library::load_folder(&root().join("assets/banner"), KindRegistry::core())
}

fn names_of(of: AssetType) -> Vec<String> {
    pack().names_of(of).map(str::to_owned).collect()
}

fn title(of: AssetType, name: &str) -> String {
    match pack().asset(of, name) {
        Some(AnyAsset::Status(asset)) => asset.effect_source.title.clone(),
        Some(AnyAsset::Item(asset)) => asset.effect_source.title.clone(),
        Some(AnyAsset::Skill(asset)) => asset.effect_source.title.clone(),
        _ => panic!("{name} carries nothing"),
    }
}

#[test]
fn every_status_comes_to_a_unit_that_strikes_and_is_struck() {
    for name in names_of(AssetType::Status) {
        let applies = format!(
            r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), ApplyStatus(target: "T1", status: "{name}", amount: 5)])"#
        );
        let library = arena(YARD, r#"actions: ["applies", "hit", "wait"]"#, &[("actions/applies.ron", &applies)]);
        let mut table = Table::new(&library);
        let (tester, foe) = (table.tester(), table.foe(0));
        table.round(vec![(tester, table.at(tester, "applies", foe))]);
        let has = format!("Levy A gains {}", title(AssetType::Status, &name));
        assert!(table.told.contains(&has), "{name}:\n{}", table.told);
        let mut plain = Table::new(&library);
        plain.round(vec![]);
        for table in [&mut table, &mut plain] {
            table.round(vec![(tester, table.at(tester, "hit", foe)), (foe, table.at(foe, "hit", tester))]);
            for _ in 0..3 {
                table.round(vec![(foe, table.at(foe, "hit", tester))]);
            }
        }
        assert_ne!(table.told.replace(&has, ""), plain.told, "{name} does something");
    }
}

#[test]
fn the_page_of_statuses_is_what_they_do() {
    let mut page = String::from(
        "# Statuses, by example\n\n\
         This page lists every status of the pack `assets/banner`: its rules text, the stats that it changes, and the log of a short fight. In the\n\
         fight a levy gets 5 of the status, is attacked in the same turn, and attacks once each round. A test plays the fights and writes this page.\n",
    );
    for name in names_of(AssetType::Status) {
        let applies = format!(
            r#"Action(cost: Free, body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), ApplyStatus(target: "T1", status: "{name}", amount: 5)])"#
        );
        let files = [("actions/applies.ron", applies.as_str())];
        let mut table = Table::new(&arena(".Pk..", r#"actions: ["applies", "hit", "wait"]"#, &files));
        let (tester, foe) = (table.tester(), table.foe(0));
        let strikes = |table: &Table| (foe, table.at(foe, "hit", tester));
        let first =
            vec![(tester, table.at(tester, "applies", foe)), (tester, table.at(tester, "hit", foe)), strikes(&table)];
        let before = table.stats_of(foe);
        table.round(first);
        let after = table.stats_of(foe);
        for _ in 0..3 {
            table.round(vec![strikes(&table)]);
        }
        let kind = table.book.statuses.iter().position(|kind| kind.effect_source.name == name).expect("a status");
        let of = EffectSourceRef { class: EffectSourceClass::Status, kind: kind as u16 };
        let told = rules::effect_source(&table.book, of, None).expect("it has a text");
        page.push_str(&format!("\n## {}\n\n{}\n\n", told.title, told.note));
        told.lines.iter().for_each(|line| page.push_str(&format!("    {line}\n")));
        page.push_str("\n```text\n");
        after.lines().filter(|line| !before.contains(line)).for_each(|line| page.push_str(&format!("{line}\n")));
        page.push_str(&format!("{}```\n", table.told));
    }
    expect_file!["../../../docs/statuses.md"].assert_eq(&page);
}

#[test]
fn every_item_is_worn_or_carried_in_a_fight() {
    for name in names_of(AssetType::Item) {
        let Some(AnyAsset::Item(item)) = pack().asset(AssetType::Item, &name).cloned() else { continue };
        let act = if item.slots.is_empty() { "Give" } else { "GiveWorn" };
        let takes = format!(r#"Action(cost: Free, body: [HandleItem(target: "self", item: "{name}", act: {act})])"#);
        let uses = format!(r#"Action(body: [HandleItem(target: "self", item: "{name}", act: Use)])"#);
        let files = [("actions/takes.ron", takes.as_str()), ("actions/uses.ron", uses.as_str())];
        let mut table = Table::new(&arena(YARD, r#"actions: ["takes", "uses", "hit", "wait"]"#, &files));
        let (tester, foe) = (table.tester(), table.foe(0));
        table.round(vec![(tester, table.uses(tester, "takes", 0))]);
        let gets = format!("Tester gets {}", item.effect_source.title);
        assert!(table.told.contains(&gets), "{name}:\n{}", table.told);
        assert!(!carried::items(&table.book, table.state(), tester).is_empty(), "{name}");
        table.round(vec![(tester, table.at(tester, "hit", foe)), (foe, table.at(foe, "hit", tester))]);
        if item.charges > 0 {
            let before = table.state().hash64(&table.book);
            table.round(vec![(tester, table.uses(tester, "uses", 0))]);
            assert_ne!(before, table.state().hash64(&table.book), "{name} has a use less");
        }
    }
}

#[test]
fn every_skill_with_an_action_is_used() {
    for name in names_of(AssetType::Skill) {
        let Some(AnyAsset::Skill(skill)) = pack().asset(AssetType::Skill, &name).cloned() else { continue };
        if skill.action.is_empty() {
            continue;
        }
        let rest = format!(
            r#"skills: ["{name}"], actions: ["wait"], statuses: ["vulnerable"],
               carries: ["salve", "tonic", "powder", "buckler", "knights-sword"]"#
        );
        let chest = r#"Unit(glyph: "Q", acts: false, carries: ["tonic"])"#;
        let yard = if name == "pick-up" { YARD.replacen("....H", "...QH", 1) } else { YARD.to_owned() };
        let library = arena(&yard, &rest, &[("units/reliquary.ron", chest)]);
        let is_walk = matches!(skill.action.as_str(), "walk" | "run");
        let cost = format!("({})", skill.action);
        let effects = |table: &Table| -> Vec<String> {
            let told =
                table.told.lines().filter(|line| is_walk || !(line.starts_with("Tester: ") && line.contains(&cost)));
            told.map(str::to_owned).collect()
        };
        let hurt = || {
            let mut table = Table::new(&library);
            let (tester, foe) = (table.tester(), table.foe(1));
            table.round(vec![(foe, table.at(foe, "hit", tester))]);
            table
        };
        let mut plain = hurt();
        plain.round(vec![]).round(vec![]);
        let effective = (0..12).any(|pick| {
            let mut table = hurt();
            let tester = table.tester();
            let used = table.uses(tester, &skill.action, pick);
            table.round(vec![(tester, used)]).round(vec![]);
            effects(&table) != effects(&plain)
        });
        assert!(effective, "{name} has no effect");
    }
}

fn check(rest: &str, rounds: &[(&str, &str)], expected: Expect) {
    let mut table = Table::new(&arena("..Pk..", rest, &[]));
    let (tester, foe) = (table.tester(), table.foe(0));
    for &(own, other) in rounds {
        let mut uses = Vec::new();
        if !own.is_empty() {
            uses.push((tester, table.uses(tester, own, 0)));
        }
        if !other.is_empty() {
            uses.push((foe, table.at(foe, other, tester)));
        }
        table.round(uses);
    }
    let told: Vec<&str> = table.told.lines().filter(|line| !line.starts_with("round ")).collect();
    expected.assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn a_counterattack_gives_half_back_and_thorns_five() {
    check(
        r#"skills: ["counter"], actions: ["wait"]"#,
        &[("", "hit")],
        expect![[r#"
        Tester loses 10 health: 100 → 90 (attack)
        Tester reacts: Counterattack
        Levy loses 5 health: 100 → 95 (attack)
    "#]],
    );
    check(
        r#"wears: ["thorn-mail"], actions: ["wait"]"#,
        &[("", "hit")],
        expect![[r#"
        Tester loses 10 health: 100 → 90 (attack)
        Tester reacts: Thorns
        Levy loses 5 health: 100 → 95 (ailment.thorns)
    "#]],
    );
}

#[test]
fn block_stands_until_the_next_turn_and_mail_comes_before_it() {
    check(
        r#"skills: ["guard"], wears: ["mail"], actions: ["wait"]"#,
        &[("guard", "hit"), ("", "hit"), ("", "hit")],
        expect![[r#"
            Tester: stamina 20 → 19 (guard)
            Tester gains Block
            Mail: 10 → 6 for Tester
            Block: 6 → 0 for Tester
            Tester: Block 20 → 14
            Block on Tester ends: it ran out
            Mail: 10 → 6 for Tester
            Tester loses 6 health: 100 → 94 (attack)
            Mail: 10 → 6 for Tester
            Tester loses 6 health: 94 → 88 (attack)
        "#]],
    );
}

#[test]
fn curses_do_not_take_and_wounds_close() {
    let curse = r#"skills: ["iron-will", "second-wind", "mana-well"], statuses: ["vulnerable"], actions: ["wait"]"#;
    check(
        curse,
        &[("", "hit"), ("", "")],
        expect![[r#"
        Tester loses 10 health: 100 → 90 (attack)
    "#]],
    );
}

#[test]
fn the_documents_examples_are_read_in_stats_and_actions() {
    let rest = r#"skills: ["move", "fleet", "training", "keen-eye"], wears: ["running-boots", "war-banner"], actions: ["wait"]"#;
    let table = Table::new(&arena("..Pk..", rest, &[]));
    let (book, state) = (&table.book, table.state());
    let mut text = String::new();
    for stat in (0..book.stat_count()).map(StatId) {
        if !state.sheet(book).breakdown(table.tester(), stat).1.is_empty() {
            let name = book.stat_title(stat);
            text.push_str(&format!("{name} {}\n", carried::breakdown(book, state, table.tester(), stat)));
        }
    }
    let actions = state.sheet(book).actions(table.tester());
    let titles: Vec<&str> = actions.iter().map(|&program| names::action(book, program)).collect();
    text.push_str(&titles.join(", "));
    expect![[r#"
        Movement 7 = 4 base + 2 Run × 1.25 Fleet of foot
        Luck 16 = 1 base + 10 Keen eye + 5 Inspired
        Strength 23 = 20 base + 3 Inspired
        Wait, Run"#]]
    .assert_eq(&text);
}

fn plays_through(scenario: &str, seed: u64) -> usize {
    let content = Content::open(&root().join("assets")).expect("the shipped assets");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("banner.battle");
    let ready = content.setup(&format!("banner/{scenario}"), Some(seed)).expect("it compiles");
    let mut session = Session::start(ready.setup, Some(&path)).expect("a battle");
    let mut commits = 0;
    while Outcome::for_side(session.outcome(), Team::PLAYER) == Outcome::Open && commits < 60 {
        session.decide_rest_by_planner();
        let changes = session.commit().changes;
        assert!(changes.iter().all(|change| change.kind != ChangeKind::Trapped), "{scenario} by seed {seed}");
        commits += 1;
    }
    session.flush().expect("it is written");
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let verdict = record::verify(&record::open(&path).expect("a record"), &compile).expect("it replays");
    assert!(matches!(verdict, Verdict::Same { .. }), "{scenario} by seed {seed}: {verdict:?}");
    commits
}

#[test]
fn the_terraces_play_through_and_replay() {
    assert!(plays_through("the-terraces", 1) > 2, "more than an opening");
}

#[test]
fn the_thief_leaps_the_river_where_others_cannot() {
    let content = Content::open(&root().join("assets")).expect("the shipped assets");
    let book = content.setup("banner/the-bridge", Some(1)).expect("it compiles").setup;
    let (battle, book) = (book.battle(), book.book);
    let check = |kind: &str, reaches: bool| {
        let of_kind = |(_, row): &(EntityId, &Entity)| book.unit_type(row).is_some_and(|own| own.name == kind);
        let (unit, row) = battle.state().living().find(of_kind).expect("one stands there");
        let (mut paths, mut safest) = (PathFinder::default(), SafestPaths::default());
        find_walks(&book, battle.state(), unit, row.cell, 9, &mut paths, &mut safest);
        for cell in ["g6", "i6"] {
            let points = paths.distance(&book.board, cell.parse().expect("a cell"));
            assert_eq!(points < 9, reaches, "{kind} to {cell}");
        }
    };
    check("thief", true);
    check("healer", false);
}

#[test]
fn the_bridge_plays_through_and_replays() {
    assert!(plays_through("the-bridge", 1) > 2, "more than an opening");
}

#[test]
fn the_chapel_plays_through_and_replays() {
    assert!(plays_through("the-chapel", 1) > 2, "more than an opening");
}

#[test]
fn the_duel_plays_through_by_several_seeds_and_replays() {
    for seed in 1..6 {
        assert!(plays_through("the-wager", seed) > 1, "by seed {seed}");
    }
}

#[test]
fn there_is_as_much_as_a_pack_should_have_and_all_of_it_is_somewhere() {
    let library = pack();
    let counts = [AssetType::Unit, AssetType::Skill, AssetType::Status, AssetType::Item, AssetType::Scenario]
        .map(|of| library.names_of(of).count());
    assert!(counts.iter().zip([6, 20, 12, 15, 4]).all(|(count, least)| *count >= least), "{counts:?}");
    let text = library.canonical_text();
    for (of, field) in [(AssetType::Skill, "skills"), (AssetType::Item, "items"), (AssetType::Status, "statuses")] {
        for name in library.names_of(of) {
            let told = text.matches(&format!("\"{name}\"")).count();
            assert!(told > 0, "{field}: nothing names `{name}`");
        }
    }
}
