//! Battles of the shipped packs, played through the library.

use foretoken::{Battle, Deciders, Decision, Error, Opening, Pack, Side, replay};

fn pack(name: &str) -> Pack {
    let folder = format!("{}/../../assets/{name}", env!("CARGO_MANIFEST_DIR"));
    Pack::open(folder).unwrap_or_else(|error| panic!("{error}"))
}

#[derive(Clone)]
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn play(battle: &mut Battle, numbers: &mut Numbers, most: usize) -> usize {
    for taken in 0..most {
        let Some(side) = battle.side_to_decide() else { return taken };
        let count = battle.decisions(side).len();
        assert!(count > 0, "there is always a decision");
        battle.step(numbers.below(count)).expect("it is legal");
    }
    most
}

#[test]
fn random_decisions_are_recorded_and_replayed() {
    for pack in [pack("vigil"), pack("banner")] {
        let names: Vec<String> = pack.scenarios().map(str::to_owned).collect();
        for name in names {
            let scenario = pack.scenario(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut battle = scenario.without_computer().battle(7);
            play(&mut battle, &mut Numbers(3), 60);
            let replayed = replay(&battle.record().expect("it fits")).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(replayed.is_same, "{name}: {}", replayed.words);
        }
    }
}

#[test]
fn battles_against_the_computer_are_recorded() {
    let scenario = pack("vigil").scenario("first-light").expect("it is shipped").at_level(foretoken::Level::Easy);
    let mut battle = scenario.battle(1);
    for _ in 0..3 {
        let Some(side) = battle.side_to_decide() else { break };
        let end = battle.decisions(side).iter().position(|decision| *decision == Decision::EndTurn);
        battle.step(end.expect("the turn can be ended")).expect("it is legal");
    }
    let replayed = replay(&battle.record().expect("it fits")).expect("it is a record");
    assert!(replayed.is_same, "{}", replayed.words);
}

#[test]
fn a_clone_goes_on_as_its_original() {
    let scenario = pack("banner").scenario("the-terraces").expect("it is shipped").without_computer();
    let mut battle = scenario.battle(5);
    play(&mut battle, &mut Numbers(1), 25);
    let mut clone = battle.clone();
    for other in [&mut battle, &mut clone] {
        play(other, &mut Numbers(9), 40);
    }
    assert_eq!(battle.hash64(), clone.hash64());
    assert_eq!(battle.record().expect("it fits"), clone.record().expect("it fits"));
}

/// Without chance and hidden units, a prediction equals the next state.
#[test]
fn what_is_foreseen_comes() {
    let scenario = pack("vigil").scenario("first-light").expect("it is shipped").without_computer();
    let mut battle = scenario.battle(1);
    let mut numbers = Numbers(4);
    // The last side of the round knows all decisions, so it predicts the end of the round.
    for _ in 0..200 {
        let side = battle.side_to_decide().expect("it goes on");
        let all = battle.decisions(side);
        let ends = all.iter().position(|decision| *decision == Decision::EndTurn);
        let random = numbers.below(all.len());
        let Some(at) = ends.filter(|_| numbers.below(3) == 0) else {
            battle.step(random).expect("it is legal");
            continue;
        };
        let round = battle.observe(side).round();
        let prediction = battle.predict(side);
        battle.step(at).expect("it is legal");
        if battle.observe(side).round() > round && !prediction.is_uncertain {
            assert_eq!(prediction.end, *battle.observe(side).state());
            return;
        }
    }
    panic!("no round ended");
}

#[test]
fn odds_are_read_while_a_decision_is_chosen() {
    let mut battle = pack("banner").scenario("the-terraces").expect("it is shipped").without_computer().battle(1);
    let mut numbers = Numbers(2);
    for _ in 0..80 {
        let side = battle.side_to_decide().expect("it goes on");
        let odds = battle.odds(side);
        assert!(odds.units.iter().all(|unit| (0.0..=1.0).contains(&unit.dies)));
        if odds.units.iter().any(|unit| unit.health.values().len() > 1) {
            return;
        }
        let count = battle.decisions(side).len();
        battle.step(numbers.below(count)).expect("it is legal");
    }
    panic!("no decision had chance in it");
}

#[test]
fn what_is_wrong_has_a_code() {
    let pack = pack("vigil");
    let error = pack.scenario("nowhere").expect_err("there is none");
    assert_eq!(error.code(), "no-scenario");
    assert!(error.to_string().contains("first-light"), "{error}");
    let scenario = pack.scenario("first-light").expect("it is shipped");
    let mut battle = scenario.battle(1);
    assert!(matches!(battle.step(10_000), Err(Error::NoDecision { index: 10_000, .. })));
    let mut opening = scenario.opening().clone();
    opening.roster[1].cell = opening.roster[0].cell;
    let error = scenario.with_opening(opening).expect_err("two units on a cell");
    assert_eq!(error.code(), "opening");
    assert!(matches!(Pack::open("/nowhere"), Err(Error::NoPack(_))));
    assert_eq!(replay(b"no record").expect_err("it is none").code(), "record");
}

#[test]
fn an_opening_replaces_that_of_the_scenario() {
    let scenario = pack("vigil").scenario("first-light").expect("it is shipped");
    let mut opening = Opening { deciders: Deciders::default(), ..scenario.opening().clone() };
    opening.roster.iter_mut().filter(|member| member.team == Side::PLAYER).for_each(|member| member.health = 1);
    let battle = scenario.with_opening(opening).expect("it fits").battle(2);
    let observation = battle.observe(Side::PLAYER);
    let own = observation.units().filter(|unit| unit.side == Side::PLAYER);
    assert!(own.map(|unit| unit.health).all(|health| health == 1));
}

#[test]
fn a_battle_goes_on_from_its_record_and_the_steps_of_its_draft() {
    for name in ["vigil", "banner"] {
        let pack = pack(name);
        let first = pack.scenarios().next().expect("there is one").to_owned();
        let mut battle = pack.scenario(&first).expect("it compiles").battle(4);
        let mut numbers = Numbers(9);
        for _ in 0..12 {
            let mut restored = Battle::from_record(&battle.record().expect("it fits")).expect("it is whole");
            battle.steps_of_draft().to_vec().into_iter().for_each(|index| restored.step(index).expect("it was legal"));
            assert_eq!(restored.hash64(), battle.hash64());
            assert_eq!(restored.side_to_decide(), battle.side_to_decide());
            let Some(side) = battle.side_to_decide() else { break };
            assert_eq!(restored.decisions(side), battle.decisions(side));
            play(&mut battle, &mut numbers, 5);
            play(&mut restored, &mut numbers.clone(), 5);
            assert!(replay(&restored.record().expect("it fits")).expect("it is a record").is_same);
        }
    }
}

#[test]
fn a_plan_is_predicted_as_its_steps_and_the_battle_stays() {
    let scenario = pack("vigil").scenario("first-light").expect("it is shipped");
    let mut battle = scenario.battle(1);
    let side = battle.side_to_decide().expect("a side decides");
    let before = battle.hash64();
    let end = battle.decisions(side).len() - 1;
    for first in 0..end {
        let mut stepped = battle.clone();
        stepped.step(first).expect("it is legal");
        if stepped.hash64() != before {
            continue;
        }
        let (told, expected) = (battle.predict_plan(side, &[first]).expect("it is legal"), stepped.predict(side));
        assert_eq!(told.marks, expected.marks);
    }
    // A plan ends where the battle would go on, and never shows more.
    assert!(battle.predict_plan(side, &[end]).is_ok());
    assert_eq!(battle.predict_plan(side, &[end, 0]).expect_err("it ended").code(), "plan-over");
    assert_eq!(battle.predict_plan(Side(1), &[0]).expect_err("it does not decide").code(), "not-asked");
    assert_eq!(battle.hash64(), before);
}

#[test]
fn arrays_hold_the_observation_and_never_less() {
    use foretoken::arrays::{Arrays, Shape};
    let scenario = pack("banner").scenario("the-terraces").expect("it is shipped");
    let mut battle = scenario.without_computer().battle(1);
    play(&mut battle, &mut Numbers(2), 40);
    for side in [Side::PLAYER, Side(1)] {
        let mut arrays = Arrays::new(Shape::of(&scenario, 64, 512));
        arrays.write(&mut battle, side).expect("there is room");
        for unit in battle.observe(side).units() {
            let row = &arrays.units[usize::from(unit.id.0) * Shape::UNIT.len()..][..Shape::UNIT.len()];
            let relation = if unit.side == side { 1 } else { -1 };
            assert_eq!(row[..2], [1, relation]);
            assert_eq!(row[3..5], [unit.cell.x(), unit.cell.y()]);
            assert_eq!(row[7..9], [unit.health, unit.max_health]);
        }
        assert_eq!(arrays.mask.iter().filter(|&&legal| legal).count(), battle.decisions(side).len());
        let mut small = Arrays::new(Shape::of(&scenario, 3, 512));
        assert_eq!(small.write(&mut battle, side).expect_err("there are more units").code(), "shape");
    }
}

#[test]
fn a_file_that_is_no_asset_is_refused() {
    let torn = pack("vigil").with_files([("units/rat.ron".to_owned(), Some(b"(".to_vec()))]);
    assert_eq!(torn.expect_err("it is torn").code(), "faults");
}

#[test]
fn arrays_have_the_units_of_all_floors() {
    use foretoken::arrays::{Arrays, Shape};
    let scenario = pack("vigil").scenario("under-the-arch").expect("it is shipped");
    let mut battle = scenario.without_computer().battle(1);
    let shape = Shape::of(&scenario, 64, 512);
    assert!(shape.floors > 1, "the arch is over a road");
    let (mut arrays, mut above) = (Arrays::new(shape), 0);
    for _ in 0..60 {
        let side = battle.side_to_decide().unwrap_or(Side::PLAYER);
        arrays.write(&mut battle, side).expect("there is room");
        for unit in battle.observe(side).units() {
            let (x, y, floor) = (unit.cell.x() as usize, unit.cell.y() as usize, usize::from(unit.cell.floor()));
            let at = (floor * shape.height + y) * shape.width + x;
            assert_eq!(arrays.cells[at * Shape::CELL.len() + 4], i32::from(unit.id.0) + 1, "{unit:?}");
            above += u32::from(floor > 0);
        }
        play(&mut battle, &mut Numbers(5), 3);
    }
    assert!(above > 0, "nobody stood on the arch");
}

#[test]
fn runs_are_written_and_read_and_their_questions_answered() {
    use foretoken::campaigns::{BeginOptions, Command, Run, answered, foresee, question_of, record_of, run_of};
    let campaign = pack("vigil").campaign("the-long-watch").expect("it is shipped");
    assert_eq!(pack("vigil").campaign("nowhere").expect_err("it is not there").code(), "no-campaign");
    let (mut numbers, mut answers) = (Numbers(3), 0);
    for seed in 0..3 {
        let mut run = Run::begin(campaign.clone(), &BeginOptions { seed, ..BeginOptions::default() }).expect("it fits");
        for _ in 0..30 {
            if run.is_battle_due() {
                run.fight_by_planner().expect("the party fits");
                continue;
            }
            let moves = run.view().moves;
            let open: Vec<&Command> =
                moves.iter().filter(|own| own.refused.is_none()).map(|own| &own.command).collect();
            if run.state().ending.is_some() || open.is_empty() {
                break;
            }
            let command = open[numbers.below(open.len())];
            let mut picks = Vec::new();
            while let Some(asked) = {
                let so_far = answered(&run, command, &picks).expect("the answers are possible");
                question_of(&run, &so_far).expect("the option is there")
            } {
                assert!(answered(&run, command, &[&picks[..], &[asked.answers.len()]].concat()).is_err());
                picks.push(numbers.below(asked.answers.len()));
                answers += 1;
            }
            let whole = answered(&run, command, &picks).expect("the answers are possible");
            assert!(foresee(&run, &whole).is_ok());
            run.act(&whole).expect("it was offered");
        }
        let record = record_of(&run).expect("it is small");
        let again = run_of(&record).expect("it is whole");
        assert_eq!(again.state(), run.state());
        assert_eq!(again.view(), run.view());
        assert_eq!(run_of(&record[..record.len() - 1]).expect_err("it is torn").code(), "record");
    }
    assert!(answers > 0, "no option asked anything");
}
