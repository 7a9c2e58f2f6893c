//! Forecasts: results for each unit, detours of walks, and decisions that would have been better.

use crate::fixture::{Play, offset};
use crate::scenes::{actions, at, letter, program, scene};
use foretoken_preview::{Extent, Forecast, Level, compare, regret, rescues};
use foretoken_vm::machine::Way;
use foretoken_vm::regions::RegionId;
use foretoken_vm::{ActionUse, Answer, Intent, Plan, Team};

fn forecast(play: &Play) -> Forecast {
    let mut forecast = Forecast::default();
    forecast.update(&play.book, &play.known(Team::PLAYER), &play.plan, None);
    forecast
}

#[test]
fn what_becomes_of_each_unit_is_told() {
    let mut scene = scene("Ab.");
    scene.kind('b').health = 2;
    let mut play = scene.start();
    let told = |play: &Play| {
        let forecast = forecast(play);
        assert!(forecast.is_outcome_known() && !forecast.has_chance() && forecast.beyond().is_none());
        let told = forecast.outlooks().iter().map(|of| {
            assert_eq!(of.range, (of.after, of.after));
            format!("{} {} to {} at {}, dies {}", letter(play, of.unit), of.before, of.after, at(of.cell), of.dies)
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(told(&play), ["A 5 to 5 at 0,0, dies false", "b 2 to 2 at 1,0, dies false"]);
    play.decide('A', "shove", &[offset(1, 0)]);
    assert_eq!(told(&play), ["A 5 to 5 at 0,0, dies false", "b 2 to 2 at 2,0, dies false"]);
    play.decide('A', "hit", &[offset(1, 0)]);
    let dead = &told(&play)[1];
    assert!(dead.starts_with("b 2 to 0 at ") && dead.ends_with("dies true"), "{dead}");
    let comparison = compare(&play.book, &play.known(Team::PLAYER), [&play.plan, &Plan::default()]);
    let units: Vec<char> = comparison.differences.iter().map(|of| letter(&play, of.unit)).collect();
    assert_eq!(units, ['b']);
    let health = comparison.differences[0].under.map(|of| of.map(|of| of.after));
    assert_eq!(health, [Some(0), Some(2)]);
}

#[test]
fn a_walk_says_which_harm_it_goes_around() {
    let mut scene = scene("A^\n..");
    let walk = program(&scene, "walk");
    scene.book.programs[usize::from(walk)].requests[0].region = RegionId::WALK;
    let mut play = scene.start();
    play.intend('A', Intent { uses: vec![ActionUse::new(play.program("walk"))], complete: false });
    let known = play.known(Team::PLAYER);
    let (mut forecast, mut answers) = (Forecast::default(), Vec::new());
    let question = forecast.ask(&play.book, &known, &play.plan, play.id('A'), &mut answers).expect("A is asked");
    let to = |dx: i16, dy: i16| {
        let ends = |answer: &&Answer| match answer {
            Answer::Path(path) => path.len() == usize::from(dx.unsigned_abs() + dy.unsigned_abs()),
            answer => **answer == offset(dx, dy),
        };
        *answers.iter().find(ends).expect("it is offered")
    };
    let spared = |forecast: &mut Forecast, answer| {
        let spared = forecast.spared(&play.book, &question, Way::default(), answer);
        spared.into_iter().map(|(cell, harm)| (at(cell), harm)).collect::<Vec<_>>()
    };
    assert_eq!(spared(&mut forecast, to(1, 1)), [("1,0".to_owned(), 1)]);
    assert_eq!(spared(&mut forecast, to(0, 1)), []);
}

#[test]
fn another_decision_would_have_saved_the_unit() {
    let mut scene = scene("A.b");
    (scene.kind('A').health, scene.kind('b').movement) = (2, 1);
    actions(&mut scene, "A", &["brace", "hit"]);
    let mut play = scene.start();
    let walk = ActionUse { program: play.program("walk"), answers: vec![] };
    let hit = ActionUse { program: play.program("hit"), answers: vec![] };
    let answered = |mut used: ActionUse, dx| {
        used.answers.push((foretoken_vm::Key::new(crate::fixture::T1, [0; 3]), offset(dx, 0)));
        used
    };
    play.intend('b', Intent { uses: vec![answered(walk, -1), answered(hit, -1)], complete: true });
    play.intend('A', Intent { uses: vec![], complete: true });
    let known = play.known(Team::PLAYER);
    let (a, brace) = (play.id('A'), play.program("brace"));
    let found = rescues(&play.book, &known, &play.plan, &[a], a, 1_000_000);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].unit, found[0].intent.uses[0].program), (a, brace));
    let found = regret((&play.book, &known, &play.plan), Extent::Horizon, &[a], Team::PLAYER, 1_000_000);
    let regret = found.expect("a shield spares a death");
    assert_eq!((regret.unit, regret.intent.uses[0].program), (a, brace));
    assert_eq!((regret.saved, regret.health, regret.spares_defeat), (vec![a], 2, false));
    assert!(rescues(&play.book, &known, &play.plan, &[a], play.id('b'), 1_000_000).is_empty());
}

/// Both attack each other for 2. A shield saves 2 health but deals 2 damage less: no regret.
#[test]
fn what_does_as_much_less_harm_spares_nothing() {
    for (strikes, regrets) in [(true, false), (false, true)] {
        let mut scene = scene("Ab");
        actions(&mut scene, "A", &["brace", "hit"]);
        let mut play = scene.start();
        play.decide('b', "hit", &[offset(-1, 0)]);
        if strikes {
            play.decide('A', "hit", &[offset(1, 0)]);
        } else {
            play.intend('A', Intent { uses: vec![], complete: true });
        }
        let known = play.known(Team::PLAYER);
        let found = regret((&play.book, &known, &play.plan), Extent::Horizon, &[play.id('A')], Team::PLAYER, 1_000_000);
        assert_eq!(found.as_ref().map(|of| of.health), regrets.then_some(2), "{found:?}");
    }
}

#[test]
fn levels_are_found_by_name_and_number() {
    for (at, (name, level)) in
        [("easy", Level::Easy), ("normal", Level::Normal), ("hard", Level::Hard)].into_iter().enumerate()
    {
        assert_eq!((name.parse::<Level>(), level.name()), (Ok(level), name));
        assert_eq!((Level::ALL[at], Level::from_code(level.code())), (level, Some(level)));
        assert_eq!(level.next(), Level::ALL[(at + 1) % 3]);
    }
    assert_eq!(Level::from_code(3), None);
    let unknown = "mad".parse::<Level>().expect_err("no level has that name");
    assert_eq!(unknown.to_string(), "unknown level `mad`; use easy, normal or hard");
}
