//! Exchanging east and west, sides 0 and 1, or both mirrors a battle: offers, log and states. `docs/rules.md` lists the
//! ties decided by the order of cells or sides; these worlds have none and use the turn order `rounds`.

use foretoken_preview::Predictor;
use foretoken_tests::{Choices, Features, Mirror, Table, World, decide_all, duel, spend};
use foretoken_vm::space::Symmetry;
use foretoken_vm::state::{BattleField, CellRow, EffectInstance, Pool, entry};
use foretoken_vm::stats::StatId;
use foretoken_vm::{
    ActionUse, Answer, Battle, Buffers, Cell, Change, ChangeKind, CompiledScenario, Dir, EntityId, Intent, Known, Log,
    Plan, Slot, Team,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

const PLAIN: Features = Features { chance: false, hidden: false, fog: false, veil: false, lively: false };

struct Pair {
    mirror: Mirror,
    books: [Arc<CompiledScenario>; 2],
    battles: [Battle; 2],
    predictors: [Predictor; 2],
    buffers: [Buffers; 2],
}

impl Pair {
    fn new(world: &World, flips: bool, swaps: bool) -> Self {
        let mirror = Mirror { width: world.book.board.width(), flips, swaps };
        let books = [Arc::clone(&world.book), mirror.book(&world.book, &world.library)];
        let battles = [0, 1].map(|at: usize| books[at].battle(1));
        Self { mirror, books, battles, predictors: Default::default(), buffers: Default::default() }
    }

    fn compare_boards(&self) {
        let [board, other] = [0, 1].map(|at: usize| &self.books[at].board);
        for cell in board.cells() {
            let image = self.mirror.cell(cell);
            let names = [(0, cell), (1, image)]
                .map(|(at, cell): (usize, Cell)| self.books[at].terrain_at(cell).map(|kind| &kind.name));
            assert_eq!(names[0], names[1], "{cell}");
            assert_eq!(board.elevation(cell), other.elevation(image), "{cell}");
        }
        assert_eq!(board.cells().count(), other.cells().count());
    }

    fn decide(&mut self, choices: &mut Choices) -> [Plan; 2] {
        let (mirror, books, battles) = (self.mirror, self.books.clone(), self.battles.clone());
        let mut decided: BTreeMap<EntityId, Intent> = BTreeMap::new();
        let mut plans = [Plan::default(), Plan::default()];
        let predictors = &mut self.predictors;
        decide_all(&books[0], &battles[0], &mut plans[0], |known, plan, unit| {
            let image = battles[1].project(&books[1], mirror.team(known.viewer()));
            let intent = random_intent(choices, mirror, &books, [known, &image], plan, unit, predictors);
            decided.insert(unit, intent.clone());
            Some(intent)
        });
        decide_all(&books[1], &battles[1], &mut plans[1], |_, _, unit| {
            Some(mirror.intent(decided.get(&unit).unwrap_or(&Intent { complete: true, ..Intent::default() })))
        });
        plans
    }

    /// Returns whether units or entries of both sides tie in initiative and speed; side 0 then acts first.
    fn has_tie(&self) -> bool {
        let (book, state) = (&self.books[0], self.battles[0].state());
        let sheet = state.sheet(book);
        let units = state.living().filter(|(_, row)| row.is_activated()).map(|(id, row)| {
            (sheet.stat(id, StatId::INITIATIVE), sheet.stat(id, StatId::SPEED), i32::from(row.team.0))
        });
        let entries = state.entries().iter().filter(|words| words[entry::WAITING] != 0);
        let entries = entries.map(|words| (words[entry::INITIATIVE], words[entry::SPEED], words[entry::TEAM]));
        let mut all: Vec<(i32, i32, i32)> = units.chain(entries).collect();
        all.sort_unstable();
        all.windows(2).any(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) && pair[0].2 != pair[1].2)
    }

    fn execute(&mut self, mut plans: [Plan; 2]) -> bool {
        let mut logs = [Log::default(), Log::default()];
        loop {
            let advances = [0, 1].map(|at: usize| {
                let (book, buffers) = (&self.books[at], &mut self.buffers[at]);
                self.battles[at].apply_for_execution(book, &plans[at], buffers, &mut logs[at])
            });
            if self.mirror.swaps && self.has_tie() {
                return false;
            }
            if let Some(difference) = self.difference(&logs) {
                // Each side has its own order of directions, which affects automatic paths.
                let by_way = self.mirror.flips != self.mirror.swaps
                    && (0..2).any(|at: usize| has_way_found(&plans[at], &logs[at]));
                assert!(by_way, "{difference}");
                return false;
            }
            assert_eq!(advances[0], advances[1]);
            self.compare_states();
            logs.iter_mut().for_each(Log::clear);
            let spent = [0, 1].map(|at: usize| spend(&self.books[at], &self.battles[at], &mut plans[at], advances[at]));
            assert_eq!(spent[0], spent[1]);
            if spent[0] {
                return true;
            }
        }
    }

    fn difference(&self, logs: &[Log; 2]) -> Option<String> {
        // Only the changed words of an entry are written, so logs differ in them.
        let counts = |change: &&Change| change.kind != ChangeKind::Entry || (change.at as usize) < entry::TEAM;
        let mut image: Vec<Change> = logs[0].changes.iter().filter(counts).map(|change| self.change(change)).collect();
        let mut other: Vec<Change> = logs[1].changes.iter().filter(counts).map(plain).collect();
        for changes in [&mut image, &mut other] {
            let of_surface = |change: &Change| change.kind == ChangeKind::Surface;
            let runs = changes.chunk_by_mut(|a, b| of_surface(a) && of_surface(b));
            runs.for_each(|run| run.sort_by_key(|change| change.at));
        }
        if image == other {
            return None;
        }
        let at = image.iter().zip(&other).take_while(|(a, b)| a == b).count();
        let from = at.saturating_sub(12);
        Some(format!(
            "the logs differ at {at}, {:?}\n{:?}\n{:?}\nbefore: {:?}",
            self.mirror,
            image.get(at),
            other.get(at),
            &logs[0].changes[from..at.min(logs[0].changes.len())]
        ))
    }

    fn change(&self, change: &Change) -> Change {
        use ChangeKind as K;
        let (mirror, mut image) = (self.mirror, plain(change));
        let cell = |bits: i32| mirror.cell(Cell::from_bits(bits as u32)).bits() as i32;
        let place = |bits: u32| mirror.cell(Cell::from_bits(bits)).bits();
        let dir = |dir: i32| if dir < 0 { dir } else { mirror.dir(Dir::from_index(dir as u8)) as i32 };
        let team = |team: i32| i32::from(mirror.team(Team(team as u8)).0);
        let both = |image: &mut Change, turn: &dyn Fn(i32) -> i32| {
            (image.before, image.after) = (turn(image.before), turn(image.after));
        };
        match change.kind {
            K::Cell => both(&mut image, &cell),
            K::Facing => both(&mut image, &dir),
            K::Redirected => {
                both(&mut image, &|turn| mirror.turn(Symmetry::from_index(turn as u8)).index().into());
            }
            K::Team => both(&mut image, &team),
            K::Surface
            | K::CellColumn
            | K::Collided
            | K::NoEffect
            | K::Struck
            | K::Veiled
            | K::Fell
            | K::SkippedStunned
            | K::Undecided
            | K::Detected => image.at = place(change.at),
            K::Passed | K::Bumped => (image.at, image.before) = (place(change.at), cell(change.before)),
            K::Spawn => {
                let side = team(change.after >> 16 & 0xff);
                (image.at, image.after) = (place(change.at), change.after & !(0xff << 16) | side << 16);
            }
            K::EffectInstance if EffectInstance::of_place(change.at).2 == EffectInstance::SIDE => {
                both(&mut image, &|side| if side > 0 { team(side - 1) + 1 } else { 0 });
            }
            K::Ended if change.before >> 16 > 0 => {
                image.before = change.before & 0xffff | (team((change.before >> 16) - 1) + 1) << 16;
            }
            _ => {}
        }
        image
    }

    fn compare_states(&self) {
        let [a, b] = [0, 1].map(|at: usize| self.battles[at].state());
        let mirror = self.mirror;
        assert_eq!(a.entities().len(), b.entities().len());
        for (at, (one, other)) in a.entities().iter().zip(b.entities()).enumerate() {
            let id = EntityId(at as u16);
            let mut image = *other;
            image.cell = mirror.cell(image.cell);
            image.team = mirror.team(image.team);
            image.facing = mirror.dir(Dir::from_index(image.facing)) as u8;
            image.redirect = mirror.turn(image.redirect);
            let told = |row: &foretoken_vm::Entity| format!("{row:?}").split(", place").next().map(str::to_owned);
            assert_eq!(told(one), told(&image), "{id}");
            for pool in (0..Pool::MOST).map(Pool) {
                let words = |held: &EffectInstance, swaps: bool| {
                    let mut words = held.words;
                    if pool == Pool::STATUSES && swaps && words[EffectInstance::SIDE] > 0 {
                        words[EffectInstance::SIDE] =
                            i32::from(mirror.team(Team(words[EffectInstance::SIDE] as u8 - 1)).0) + 1;
                    }
                    (held.number, words)
                };
                let of = |state: &foretoken_vm::GameState, swaps| {
                    state.instances().of(id, pool).iter().map(|held| words(held, swaps)).collect::<Vec<_>>()
                };
                assert_eq!(of(a, false), of(b, true), "{id}");
            }
            for column in 0..self.books[0].columns.of(foretoken_vm::rulebook::ColumnOf::Entity).count() {
                assert_eq!(a.entity_column(id, column as u16), b.entity_column(id, column as u16), "{id}");
            }
        }
        let laid = |state: &foretoken_vm::GameState, flips: bool| -> BTreeMap<Cell, CellRow> {
            let rows = state.cells().surfaces().filter(|(_, row)| row.surface > 0);
            rows.map(|(cell, row)| (if flips { mirror.cell(cell) } else { cell }, row)).collect()
        };
        assert_eq!(laid(a, true), laid(b, false));
        assert_eq!(a.agenda().collect::<Vec<Slot>>(), b.agenda().collect::<Vec<Slot>>());
        assert_eq!(a.round(), b.round());
        let outcome = |state: &foretoken_vm::GameState| state.battle(BattleField::Outcome) == 0;
        assert_eq!(outcome(a), outcome(b));
    }
}

fn has_way_found(plan: &Plan, log: &Log) -> bool {
    plan.iter().any(|(unit, intent)| {
        let answers = intent.uses.iter().flat_map(|used| &used.answers);
        let ways: Vec<Dir> = answers
            .filter_map(|(_, answer)| if let Answer::Path(path) = answer { Some(path.steps()) } else { None })
            .flatten()
            .collect();
        let faced = log.changes.iter().filter(|change| change.kind == ChangeKind::Cell && change.entity == unit);
        let steps = faced.filter_map(|change| {
            let [from, to] = [change.before, change.after].map(|bits| Cell::from_bits(bits as u32));
            let (dx, dy) = from.offset_to(to);
            Dir::towards(dx, dy)
        });
        !ways.is_empty() && steps.collect::<Vec<_>>() != ways
    })
}

fn plain(change: &Change) -> Change {
    let mut plain = *change;
    let outcome = change.kind == ChangeKind::Battle && change.at == BattleField::Outcome as u32;
    if change.kind == ChangeKind::Fallback {
        plain.at = 0;
    }
    if outcome {
        (plain.before, plain.after) = (0, 0);
    }
    plain
}

fn random_intent(
    choices: &mut Choices,
    mirror: Mirror,
    books: &[Arc<CompiledScenario>; 2],
    known: [&Known; 2],
    plan: &Plan,
    unit: EntityId,
    predictors: &mut [Predictor; 2],
) -> Intent {
    let mut intent = Intent { complete: true, ..Intent::default() };
    let kind = books[0].unit_type(known[0].state().entity(unit)).filter(|kind| !kind.actions.is_empty());
    let Some(kind) = kind else { return intent };
    let mut image = Plan::default();
    for (unit, intent) in plan.iter() {
        image.set(unit, mirror.intent(intent), Plan::priority_in(&books[1], intent));
    }
    let mut plans = [plan.clone(), image];
    for _ in 0..choices.below(4) {
        intent.uses.push(ActionUse::new(*choices.pick(&kind.actions)));
        for _ in 0..4 {
            let mut asked = [0, 1].map(|at: usize| {
                let intent =
                    Intent { complete: false, ..if at == 0 { intent.clone() } else { mirror.intent(&intent) } };
                let priority = Plan::priority_in(&books[at], &intent);
                plans[at].set(unit, intent, priority);
                let mut answers = Vec::new();
                let question = predictors[at].ask(&books[at], known[at], &plans[at], unit, &mut answers);
                (question.map(|question| (question.use_index, question.key)), answers)
            });
            let answers = asked[0].1.clone();
            asked[0].1.iter_mut().for_each(|answer| *answer = mirror.answer(*answer));
            // Given paths are equal only if both the board and the sides are exchanged.
            let told = |answers: &[Answer]| {
                let way = |answer: &Answer| match answer {
                    Answer::Path(_) if mirror.flips != mirror.swaps => "a way".to_owned(),
                    answer => format!("{answer:?}"),
                };
                let mut told: Vec<String> = answers.iter().map(way).collect();
                told.sort_unstable();
                told
            };
            assert_eq!(asked[0].0, asked[1].0, "what is asked");
            assert_eq!(told(&asked[0].1), told(&asked[1].1), "what is offered to {unit}");
            let Some((index, key)) = asked[0].0 else { break };
            if answers.is_empty() {
                break;
            }
            let answer = *choices.pick(&answers);
            if let Some(used) = intent.uses.get_mut(index) {
                used.answers.push((key, answer));
            }
        }
    }
    intent
}

fn play(numbers: Vec<u16>, lively: bool, flips: bool, swaps: bool) {
    let mut choices = Choices::new(numbers);
    let world = World::new(&mut choices, Features { lively, ..PLAIN }).without_ties(flips == swaps);
    let mut pair = Pair::new(&world, flips, swaps);
    pair.compare_boards();
    pair.compare_states();
    for _ in 0..3 {
        let plans = pair.decide(&mut choices);
        if !pair.execute(plans) {
            return;
        }
    }
}

fn numbers() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..900)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: foretoken_tests::cases(96), max_shrink_iters: 200, ..foretoken_tests::config() })]

    #[test]
    fn a_mirrored_board_with_exchanged_sides_mirrors_the_battle(numbers in numbers(), lively in any::<bool>()) {
        play(numbers, lively, true, true);
    }

    /// East and west are exchanged. The order of directions stays, so paths are not compared, and an automatic path
    /// ends the comparison.
    #[test]
    fn a_mirrored_board_mirrors_the_battle(numbers in numbers(), lively in any::<bool>()) {
        play(numbers, lively, true, false);
    }

    #[test]
    fn the_number_of_a_side_changes_nothing(numbers in numbers(), lively in any::<bool>()) {
        play(numbers, lively, false, true);
    }
}

fn outcome(map: &str, columns: i32, rounds: &[&str]) -> Vec<(i32, i32, i32)> {
    let rows: Vec<String> = map.lines().map(|row| row.trim().to_owned()).filter(|row| !row.is_empty()).collect();
    let flips = columns > 0;
    let rows = rows.iter().map(|row| if flips { row.chars().rev().collect() } else { row.clone() });
    let pack = duel(&rows.collect::<Vec<String>>().join("\n"))
        .with("actions/shove.ron", r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), Push(target: "T1", distance: 2)])"#)
        .with("actions/near.ron", r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (1, 9), filter: [Enemy], otherwise: Nearest, automatic: true), Damage(target: "T1", amount: 4)])"#)
        .with("actions/blast.ron", r###"Action(body: [DeclareTarget(name: "T1", range: (0, 9)), Damage(target: "T1", amount: 2, area: [".#.", "#@#", ".#."])])"###)
        .with("units/first.ron", r#"Unit(glyph: "A", health: 20, initiative: 9, movement: 4, actions: ["shove", "near", "blast", "rest"])"#)
        .with("units/third.ron", r#"Unit(glyph: "Z", health: 20, initiative: 5, tags: ["dark"], actions: ["hit", "shove", "rest"])"#)
        .with("units/second.ron", r#"Unit(glyph: "y", health: 20, initiative: 3, tags: ["dark"], actions: ["hit", "shove", "rest"])"#);
    let mut table = Table::new(&pack);
    for line in rounds {
        let image = |word: &str| match word.split_once(':') {
            Some((deed, at)) if flips && at.trim_end_matches(',').len() == 2 => {
                let cell = foretoken_tests::cell(at.trim_end_matches(','));
                let image = Mirror { width: columns, flips, swaps: false }.cell(cell);
                format!("{deed}:{image}{}", if at.ends_with(',') { "," } else { "" })
            }
            _ => word.to_owned(),
        };
        table.round(&line.split(' ').map(image).collect::<Vec<_>>().join(" "));
    }
    ['A', 'Z', 'y']
        .map(|letter| {
            let row = table.battle.state().entity(table.unit(letter));
            (if flips { columns - 1 - row.cell.x() } else { row.cell.x() }, row.cell.y(), row.health)
        })
        .into()
}

#[test]
fn battles_made_by_hand_are_mirrored() {
    let map = "
        A.y..#
        ......
        .Z....";
    for (rounds, expected) in [
        // `y` is pushed from c1 to e1, `Z` damages `A` for 4.
        (&["A shove:y, Z hit:A"][..], [(0, 0, 16), (1, 2, 20), (4, 0, 20)]),
        // The wall at f1 stops the second push, which damages `y` for 1.
        (&["A shove:y", "A shove:y"][..], [(0, 0, 20), (1, 2, 20), (4, 0, 19)]),
        // The area around b2 meets `Z` at b3 alone.
        (&["A blast:b2, y hit:A"][..], [(0, 0, 16), (1, 2, 18), (2, 0, 20)]),
    ] {
        assert_eq!(outcome(map, 0, rounds), expected, "{rounds:?}");
        assert_eq!(outcome(map, 6, rounds), expected, "{rounds:?}");
    }
}

/// Of equally near targets, an automatic choice takes the first in reading order: the western one on both boards.
#[test]
fn ties_go_to_the_cell_that_is_read_first() {
    assert_eq!(outcome("Z.A.y", 0, &["A near"]), [(2, 0, 20), (0, 0, 16), (4, 0, 20)]);
    assert_eq!(outcome("Z.A.y", 5, &["A near"]), [(2, 0, 20), (0, 0, 20), (4, 0, 16)]);
}
