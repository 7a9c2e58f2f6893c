//! The shipped scenarios cover every turn order and region, on records that are resumed, rewound and replayed.

use foretoken_action_assets::assets::{BETWEENS, SHAPES};
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::record::{self, HeldRecord, Verdict};
use foretoken_session::seat::Choice;
use foretoken_session::texts::names::{self, ShortNames};
use foretoken_tests::root;
use foretoken_vm::regions::{Between, Region, RegionId, Shape};
use foretoken_vm::schedulers::Scheduler;
use foretoken_vm::{Battle, EntityId, Rulebook};
use std::collections::BTreeSet;
use std::path::Path;

fn content() -> Content {
    Content::open(&root().join("assets")).expect("the shipped assets")
}

const FACES: &str = "Pattern that faces";

fn scenarios() -> Vec<String> {
    let listed = content().scenarios("vigil").expect("the shipped pack");
    listed.into_iter().map(|scenario| scenario.name).collect()
}

fn made_of(book: &Rulebook, id: RegionId) -> BTreeSet<String> {
    let Some(region) = book.region(id) else { return BTreeSet::new() };
    let mut words = BTreeSet::from([shape(&region.shape).to_owned(), between(region.between).to_owned()]);
    if id.0 < RegionId::CORE {
        words.insert(format!("core {}", region.name));
    }
    let parts = region.shape.parts().unwrap_or_default();
    words.extend(parts.iter().flat_map(|&part| made_of(book, part)));
    words
}

fn shape(shape: &Shape) -> &'static str {
    if shape.facings().is_some() { FACES } else { shape.name() }
}

const fn between(between: Between) -> &'static str {
    match between {
        Between::Pick => "between Pick",
        Between::Line => "between Line",
        Between::Arc => "between Arc",
        Between::Move => "between Move",
        Between::Obstruction => "between Obstruction",
    }
}

fn all() -> BTreeSet<String> {
    let orders = Scheduler::ALL.iter().map(|order| format!("order {}", order.name()));
    let cores = Region::core().iter().map(|region| format!("core {}", region.name));
    let shapes = SHAPES.iter().map(|choice| choice.name.to_owned()).filter(|name| name != "Custom");
    let betweens = BETWEENS.iter().map(|choice| format!("between {}", choice.name));
    let faces = [FACES.to_owned()];
    orders.chain(cores).chain(shapes).chain(betweens).chain(faces).collect()
}

/// Scripted battle: the first asked unit uses an action with a new region; the planner decides for all others.
struct Script {
    session: Session,
    met: BTreeSet<String>,
}

impl Script {
    fn news(&self, program: u16, met: &BTreeSet<String>) -> BTreeSet<String> {
        let book = self.session.book();
        let requests = book.program(program).map_or(&[][..], |program| &program.requests);
        let regions = requests.iter().flat_map(|request| made_of(book, request.region));
        regions.filter(|word| !self.met.contains(word) && !met.contains(word)).collect()
    }

    fn tries(&mut self, unit: EntityId, met: &BTreeSet<String>) -> bool {
        if self.session.seat().is_decided(unit) || !self.session.seat_mut().choose_for(unit) {
            return false;
        }
        let open = self.session.seat().choices().into_iter().filter(Choice::is_open);
        let news: Vec<_> = open.map(|choice| (choice.program, self.news(choice.program, met))).collect();
        for (program, news) in news.into_iter().filter(|(_, news)| !news.is_empty()) {
            let seat = self.session.seat_mut();
            let _ = seat.choose_for(unit) && seat.use_action(program);
            while seat.question().is_some() && seat.answer(0) {}
            if seat.question().is_none() && self.session.decide() {
                self.met.extend(news);
                return true;
            }
            self.session.seat_mut().abandon();
        }
        self.session.seat_mut().abandon();
        false
    }

    fn turn(&mut self, met: &BTreeSet<String>) {
        for unit in self.session.seat().units().to_vec() {
            if self.tries(unit, met) && self.session.is_immediate() {
                break;
            }
        }
        self.session.decide_rest_by_planner();
        self.session.commit();
    }
}

fn play(scenario: &str, turns: usize, met: &BTreeSet<String>) -> BTreeSet<String> {
    let content = content();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shipped.battle");
    let ready = content.setup(scenario, None).expect("it compiles");
    let order = format!("order {}", ready.setup.book.scheduler.name());
    let session = Session::start(ready.setup, Some(&path)).expect("a battle");
    let hash = |session: &Session| session.battle().state().hash64(session.book());
    let begun = hash(&session);
    let mut script = Script { session, met: BTreeSet::from([order]) };
    for _ in 0..turns {
        script.turn(met);
    }
    let stood = (hash(&script.session), script.session.rewind_points().to_vec());
    let saved = resume(script.session, &path, &compile);
    assert_eq!((hash(&saved), saved.rewind_points().to_vec()), stood, "{scenario} goes on where it was left");
    script.session = saved;
    script.turn(met);
    assert!(script.session.rewind(0).is_ok(), "{scenario}");
    assert_eq!(hash(&script.session), begun, "{scenario} is at its beginning");
    for _ in 0..turns {
        script.session.decide_rest_by_planner();
        script.session.commit();
    }
    script.session.flush().expect("it is written");
    let verdict = record::verify(&record::open(&path).expect("a record"), &compile).expect("it replays");
    assert!(matches!(verdict, Verdict::Same { .. }), "{scenario}: {verdict:?}");
    script.met
}

fn resume(session: Session, path: &Path, compile: &record::Compile<'_>) -> Session {
    drop(session);
    let opened = record::open(path).expect("a record");
    let writer = HeldRecord::new(path).expect("it is free").go_on(&opened).expect("it is as it was read");
    Session::resume(&opened, compile, Some(writer)).expect("it goes on").0
}

#[test]
fn every_turn_order_and_every_region_is_played_in_a_shipped_scenario() {
    let mut met = BTreeSet::new();
    for scenario in scenarios() {
        let mut known = usize::MAX;
        while known != met.len() {
            known = met.len();
            let more = play(&scenario, 16, &met);
            met.extend(more);
        }
    }
    let missing: Vec<String> = all().difference(&met).cloned().collect();
    assert!(missing.is_empty(), "no shipped scenario shows {missing:?}");
}

/// Plates and the turn order show short names where there is little room, so no two units of a battle share one.
#[test]
fn short_names_of_units_are_unique_in_every_battle() {
    let mut starts = BTreeSet::new();
    for pack in content().packs() {
        for scenario in content().scenarios(&pack).expect("the shipped pack") {
            let setup = content().setup(&format!("{pack}/{}", scenario.name), None).expect("no faults").setup;
            let battle = Battle::new(&setup.book, &setup.opening);
            let (state, short) = (battle.state(), ShortNames::of(&setup.book, battle.state()));
            let ids = (0..state.entities().len()).map(|at| EntityId(at as u16));
            let named: Vec<&str> = ids.clone().filter_map(|id| short.get(id)).collect();
            let unique: BTreeSet<&str> = named.iter().copied().collect();
            assert_eq!(unique.len(), named.len(), "{}: {named:?}", scenario.name);
            for id in ids {
                let letters = names::letters_of(&names::entity(&setup.book, state, id)).map(str::to_owned);
                assert_eq!(letters.is_some(), short.get(id).is_some(), "{}: {id:?}", scenario.name);
                if let (Some(letters), Some(own)) = (letters, short.get(id)) {
                    assert!(own.ends_with(&letters), "{own} ends with {letters}");
                    starts.insert(own.len() - letters.len());
                }
            }
        }
    }
    assert!(starts.contains(&0) && starts.contains(&1), "with and without the start of a title: {starts:?}");
}
