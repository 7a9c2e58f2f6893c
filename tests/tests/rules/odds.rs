//! Odds: exact ones against all real outcomes, sampled ones against thousands of battles, and their description.

use crossterm::event::KeyCode;
use expect_test::{Expect, expect};
use foretoken_game::tui::{self, App, Input};
use foretoken_preview::{Extent, MOST_STATES, Method, Odds, OddsBudget, OddsReport, Predictor, SAMPLES, Spread};
use foretoken_session::Session;
use foretoken_session::texts::health::HealthOutlook;
use foretoken_session::texts::{forecast_text, names, odds_text};
use foretoken_tests::{Pack, cell, find, spend};
use foretoken_vm::{Battle, Buffers, ChancePolicy, ChangeKind, EntityId, GameState, Log, Plan, Rulebook, Team};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

fn pack(map: &str, rat_health: i32) -> Pack {
    let aimed = "DeclareTarget(name: \"T1\", filter: [Occupied])";
    Pack::new(map)
        .with(
            "actions/shove.ron",
            &format!(
                "Action(title: \"Sword\", body: [{aimed}, Damage(target: \"T1\", amount: \"if 1d20 >= 8: 1d8; 0\")])"
            ),
        )
        .with(
            "actions/brace.ron",
            &format!("Action(title: \"Stone\", body: [{aimed}, Damage(target: \"T1\", amount: \"2d6\")])"),
        )
        .with(
            "actions/interpose.ron",
            &format!("Action(title: \"Luck\", body: [{aimed}, Push(target: \"T1\", distance: \"random{{0.25: 1; default: 2}}\")])"),
        )
        .with(
            "units/rat.ron",
            &format!(
                "Unit(title: \"Rat\", glyph: \"r\", health: {rat_health}, initiative: 1, tags: [\"dark\"], \
                 actions: [\"wait\"])"
            ),
        )
}

fn choose(session: &mut Session, unit: EntityId, action: &str, picks: &[&str]) {
    assert!(session.seat_mut().choose_for(unit), "{unit} is the player's");
    let program = session.book().find_program(action).expect("an action of that name");
    assert!(session.seat_mut().use_action(program), "{action} can be afforded");
    for pick in picks {
        let answer = session.seat().answer_on(cell(pick)).expect("it can be picked");
        assert!(session.seat_mut().answer(answer));
    }
}

fn decided(pack: &Pack, decisions: &[(u16, &str, &str)]) -> Session {
    let mut session = pack.start();
    for &(unit, action, at) in decisions {
        choose(&mut session, EntityId(unit), action, &[at]);
        assert!(session.decide(), "{action} is decided");
    }
    session
}

fn odds(session: &Session, actor: Option<EntityId>, budget: OddsBudget) -> Odds {
    let mut odds = Odds::within(budget);
    odds.ask(session.book(), session.seat().known(), session.seat().plan(), actor);
    assert!(odds.work(session.book(), session.seat().known(), u64::MAX));
    odds
}

fn report(odds: &Odds) -> &OddsReport {
    odds.report().expect("they are found")
}

fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn check(session: &Session, actor: EntityId, expected: Expect) {
    let odds = odds(session, Some(actor), OddsBudget::default());
    let (book, state, report) = (session.book(), session.seat().known().state(), report(&odds));
    let mut told = format!("{}\n", odds_text::method(report.method));
    told += &indented(&odds_text::turn(book, state, report, Team::PLAYER));
    let activation = report.activation.as_ref().expect("it acts");
    told += &format!("{}\n", names::entity(book, state, actor));
    told += &indented(&odds_text::effects(book, state, activation));
    expected.assert_eq(&told);
}

const LINE: &str = "
    #######
    #Wr..r#
    #W...r#
    #######
    ";

#[test]
fn a_blow_that_may_miss_is_told_by_what_flips_it() {
    let session = decided(&pack(LINE, 6), &[(0, "shove", "c2")]);
    check(
        &session,
        EntityId(0),
        expect![[r#"
            exact, 9 states
              Rat A: dies 24 %; health 1–6, most likely 6 (35 %)
            Warden A
              Rat A: hit 65 %, 1–6, kills 24 %; hits on 8 and more of 1–20; kills on 6 and more of 1–8
        "#]],
    );
}

#[test]
fn a_sum_of_dice_has_one_value_from_which_on_it_kills() {
    let session = decided(&pack(LINE, 9), &[(0, "brace", "c2")]);
    check(
        &session,
        EntityId(0),
        expect![[r#"
            exact, 11 states
              Rat A: dies 28 %; health 1–7, most likely 2 (17 %)
            Warden A
              Rat A: hit 100 %, 2–9, kills 28 %; kills on 9 and more of 2–12
        "#]],
    );
}

/// Branches show no dice threshold, and final cells have chances.
#[test]
fn where_somebody_comes_to_stand_has_chances_as_well() {
    let session = decided(&pack(LINE, 9), &[(0, "interpose", "c2")]);
    check(
        &session,
        EntityId(0),
        expect![[r#"
            exact, 2 states
              Rat A: stands on d2 (25 %), e2 (75 %)
            Warden A
              Rat A: stands on d2 (25 %), e2 (75 %)
        "#]],
    );
}

#[test]
fn a_status_has_its_chance() {
    let hex = "Action(title: \"Hex\", body: [DeclareTarget(name: \"T1\", asks: Unit), \
               Branch(if: \"1d4 >= 4\", then: [ApplyStatus(target: \"T1\", status: \"hex\")])])";
    let pack = pack(LINE, 9).with("statuses/hex.ron", "Status(title: \"Hex\")").with("actions/brace.ron", hex);
    let session = decided(&pack, &[(0, "brace", "c2")]);
    check(
        &session,
        EntityId(0),
        expect![[r#"
            exact, 2 states
              Rat A: has Hex 25 %
            Warden A
              Rat A: has Hex 25 %
        "#]],
    );
}

/// The second of two attacks is described by its overall odds, not under the condition that the target survives.
#[test]
fn a_second_blow_counts_what_the_first_left() {
    let map = "
        ####
        #Wr#
        ##W#
        ####
        ";
    let session = decided(&pack(map, 9), &[(0, "brace", "c2"), (2, "brace", "c2")]);
    check(
        &session,
        EntityId(2),
        expect![[r#"
            exact, 26 states
              Rat: dies 95 %; health 1–5, most likely 1 (3 %)
            Warden B
              Rat: hit 72 %, 1–7, kills 67 %
        "#]],
    );
}

const BITE: &str = "Action(title: \"Bite\", body: [DeclareTarget(name: \"T1\", filter: [Enemy]), Damage(target: \"T1\", \
                    amount: \"1d3\")])";
const BITER: &str =
    "Unit(title: \"Rat\", glyph: \"r\", health: 6, initiative: 1, tags: [\"dark\"], actions: [\"bite\"])";

/// A unit that could die before its activation acts only with a probability.
#[test]
fn who_may_be_dead_by_then_may_not_act() {
    let map = "
        ####
        #Wr#
        ####
        ";
    let biting = pack(map, 6).with("actions/bite.ron", BITE).with("units/rat.ron", BITER);
    let session = decided(&biting, &[(0, "shove", "c2")]);
    check(
        &session,
        EntityId(1),
        expect![[r#"
            exact, 21 states
              Warden: health 2 (25 %), 3 (25 %), 4 (25 %), 5 (24 %)
              Rat: dies 24 %; health 1–6, most likely 6 (35 %)
            Rat
              Rat acts 76 %
              Warden: hit 76 %, 1–3
        "#]],
    );
}

#[test]
fn the_action_being_chosen_is_told_with_its_odds() {
    let mut session = pack(LINE, 6).start();
    choose(&mut session, EntityId(0), "shove", &[]);
    let rat = session.seat().answer_on(cell("c2"));
    session.seat_mut().hover(rat);
    let told = |session: &Session| {
        let acts = forecast_text::acts(session.seat(), EntityId::NONE);
        acts.iter()
            .map(|act| {
                format!(
                    "{}\n  {}\n",
                    act.title,
                    act.effects.iter().map(|line| line.words.as_str()).collect::<Vec<_>>().join("\n  ")
                )
            })
            .collect::<String>()
    };
    let before = told(&session);
    assert!(session.seat().forecast().is_counting_odds());
    while !session.seat_mut().count_odds(50) {}
    let after = told(&session);
    expect![[r#"
        1. Warden A: Sword
          Rat A health 6→2 (uncertain)
        then
        1. Warden A: Sword
          Rat A: hit 65 %, 1–6, kills 24 %; hits on 8 and more of 1–20; kills on 6 and more of 1–8
          Rat A health 6→2 (uncertain)
    "#]]
    .assert_eq(&format!("{before}then\n{after}"));
    assert!(session.seat_mut().step_back());
    assert!(!session.seat().forecast().is_counting_odds() && session.seat().forecast().odds().is_none());
}

/// Collects all real outcomes by forcing each draw. Outcomes of a draw are equally likely, because the dice are single.
fn every_way(book: &Rulebook, battle: &Battle, plan: &Plan, chance: f64, ends: &mut Vec<(GameState, f64)>) {
    let mut open = vec![(Vec::new(), chance)];
    while let Some((forced, chance)) = open.pop() {
        let run = |forced: &[usize]| {
            let (mut battle, mut log) = (battle.clone(), Log::default());
            let (advance, rest) = battle.apply_forced(book, plan, forced, &mut Buffers::default(), &mut log);
            (battle, log, advance, rest)
        };
        let (next, _, advance, rest) = run(&forced);
        if rest < 0 {
            let (_, log, ..) = run(&[&forced[..], &[usize::MAX]].concat());
            let drawn = log.changes.iter().filter(|change| change.kind == ChangeKind::Drew);
            let faces = drawn.map(|change| change.before + 1).nth(forced.len()).expect("one more draw");
            let ways = (0..faces as usize).map(|face| ([&forced[..], &[face]].concat(), chance / f64::from(faces)));
            open.extend(ways);
            continue;
        }
        let mut left = plan.clone();
        if spend(book, &next, &mut left, advance) {
            ends.push((next.project(book, Team::PLAYER).state().clone(), chance));
        } else {
            every_way(book, &next, &left, chance, ends);
        }
    }
}

#[test]
fn small_turns_come_to_what_every_way_in_truth_comes_to() {
    let map = "
        #####
        #Wr.#
        #Wr.#
        #####
        ";
    let biting = pack(map, 6).with("actions/bite.ron", BITE).with("units/rat.ron", BITER);
    for (pack, decisions) in [
        (pack(map, 6), &[(0, "shove", "c2")][..]),
        (pack(map, 6), &[(0, "shove", "c2"), (2, "shove", "c3")]),
        (biting, &[(0, "shove", "c2"), (2, "shove", "c3")]),
    ] {
        let session = decided(&pack, decisions);
        let mut ends = Vec::new();
        every_way(session.book(), session.battle(), session.seat().plan(), 1.0, &mut ends);
        let odds = odds(&session, None, OddsBudget::default());
        let mut left = ends;
        for (state, chance) in odds.states() {
            let found: f64 = left.iter().filter(|(end, _)| state.is_of(end)).map(|(_, chance)| chance).sum();
            assert!((found - chance).abs() < 1e-9, "{found} in truth, {chance} foreseen");
            left.retain(|(end, _)| !state.is_of(end));
        }
        assert!(left.is_empty(), "{} ways are not foreseen", left.len());
        assert!(matches!(report(&odds).method, Method::Exact { states } if states as usize == odds.states().count()));
    }
}

fn large() -> Session {
    let map = "
        ##########
        #W.r..W.r#
        #........#
        #W.r..W.r#
        ##########
        ";
    let reach = "DeclareTarget(name: \"T1\", range: (1, 3), filter: [Occupied])";
    let throw =
        format!("Action(title: \"Throw\", body: [{reach}, Damage(target: \"T1\", amount: \"if 1d20 >= 8: 2d6; 0\")])");
    let pack = pack(map, 9).with("actions/brace.ron", &throw);
    let mut session = pack.start();
    let wardens = session.seat().units().to_vec();
    for (unit, at) in wardens.into_iter().zip(["d2", "i2", "d4", "i4"]) {
        choose(&mut session, unit, "brace", &[at]);
        assert!(session.decide());
    }
    session
}

fn carried_out(session: &Session, seed: u64) -> Battle {
    let (book, mut left) = (session.book(), session.seat().plan().clone());
    let mut battle = session.setup().clone().with_seed(seed).battle();
    let (mut buffers, mut log) = (Buffers::default(), Log::default());
    loop {
        log.clear();
        let advance = battle.apply_for_execution(book, &left, &mut buffers, &mut log);
        if spend(book, &battle, &mut left, advance) {
            return battle;
        }
    }
}

/// Pearson's statistic at a probability of 1 in 1,000, for 1 and more degrees of freedom.
const RARE: [f64; 10] = [10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12, 27.88, 29.59];

/// Returns whether Pearson's test accepts the counts. Outcomes expected less than five times are merged.
fn is_within_chance(counts: &Spread<i32>, chances: &Spread<i32>, battles: f64) -> bool {
    let (mut rare, mut terms) = ((0.0, 0.0), Vec::new());
    for &(value, chance) in chances.values() {
        let (seen, expected) = (counts.chance_of(|seen| seen == value), chance * battles);
        if expected < 5.0 { rare = (rare.0 + seen, rare.1 + expected) } else { terms.push((seen, expected)) }
    }
    terms.extend((rare.1 > 0.0).then_some(rare));
    let squared: f64 = terms.iter().map(|(seen, expected)| (seen - expected) * (seen - expected) / expected).sum();
    let degrees = terms.len() - 1;
    let known = counts.values().iter().all(|&(value, _)| chances.chance_of(|chance| chance == value) > 0.0);
    known && squared < RARE[degrees - 1]
}

#[test]
fn large_turns_come_out_as_often_as_the_odds_say() {
    const BATTLES: u64 = 10_000;
    let session = large();
    let odds = odds(&session, None, OddsBudget { states: 1 << 16, ..OddsBudget::default() });
    let report = report(&odds);
    assert!(matches!(report.method, Method::Exact { states } if states as usize > MOST_STATES), "{:?}", report.method);
    let mut seen = report.units.iter().map(|_| Spread::default()).collect::<Vec<Spread<i32>>>();
    let mut dead = vec![0_u32; report.units.len()];
    for seed in 0..BATTLES {
        let battle = carried_out(&session, seed);
        for (at, unit) in report.units.iter().enumerate() {
            let row = battle.state().entity(unit.unit);
            seen[at].add(if row.is_alive() { row.health } else { 0 }, 1.0);
            dead[at] += u32::from(!row.is_alive());
        }
    }
    for ((unit, seen), dead) in report.units.iter().zip(&seen).zip(dead) {
        if unit.health.is_certain() {
            assert_eq!(seen.range(), unit.health.range());
            continue;
        }
        assert!(is_within_chance(seen, &unit.health, BATTLES as f64), "{}: {seen:?} of {:?}", unit.unit, unit.health);
        let (share, chance) = (f64::from(dead) / BATTLES as f64, unit.dies);
        assert!((share - chance) * (share - chance) < 16.0 * chance * (1.0 - chance) / BATTLES as f64);
    }
}

/// Beyond the budget, odds are sampled within a few of their stated errors. Activations before the limit stay exact.
#[test]
fn beyond_the_budget_odds_are_sampled_with_their_error() {
    let session = large();
    let first = session.seat().units()[0];
    let sampled = odds(&session, Some(first), OddsBudget::default());
    let sampled = report(&sampled);
    let exact = odds(&session, None, OddsBudget { states: 1 << 16, ..OddsBudget::default() });
    assert_eq!(sampled.method, Method::Sampled { samples: SAMPLES });
    for (unit, truly) in sampled.units.iter().zip(&report(&exact).units) {
        assert!((unit.dies - truly.dies).abs() <= 4.0 * sampled.method.error(unit.dies));
        for &(health, chance) in truly.health.values() {
            let said = unit.health.chance_of(|value| value == health);
            assert!((said - chance).abs() <= 4.0 * sampled.method.error(said), "{health}: {said}, truly {chance}");
        }
        assert!((unit.health.total() - 1.0).abs() < 1e-9);
    }
    let activation = sampled.activation.as_ref().expect("it acts");
    assert!(matches!(activation.method, Method::Exact { .. }));
    assert!((activation.units.iter().map(|unit| unit.health.total()).sum::<f64>() - 8.0).abs() < 1e-9);
    expect![[r#"
        Rat A: dies 19 ±1 %; health 1–9, most likely 9 (34 ±2 %)
        Rat B: dies 19 ±1 %; health 1–9, most likely 9 (35 ±2 %)
        Rat C: dies 18 ±1 %; health 1–9, most likely 9 (35 ±2 %)
        Rat D: dies 17 ±1 %; health 1–9, most likely 9 (36 ±2 %)"#]]
    .assert_eq(&odds_text::turn(session.book(), session.seat().known().state(), sampled, Team::PLAYER).join("\n"));
    for budget in [
        OddsBudget { states: 3, ..OddsBudget::default() },
        OddsBudget { bytes: 10_000, ..OddsBudget::default() },
        OddsBudget { work: 1_000, ..OddsBudget::default() },
    ] {
        let (one, other) = (odds(&session, Some(first), budget), odds(&session, Some(first), budget));
        assert_eq!(report(&one), report(&other));
        assert_eq!(report(&one).units, sampled.units);
        assert!(report(&one).activation.is_some());
    }
}

#[test]
fn the_likeliest_line_has_a_chance() {
    let session = decided(&pack(LINE, 6), &[(0, "shove", "c2")]);
    let (known, plan) = (session.seat().known(), session.seat().plan());
    let mut line = Predictor::default();
    line.run(session.book(), known, plan, ChancePolicy::Likely, Extent::Horizon);
    let odds = odds(&session, None, OddsBudget::default());
    let chance: f64 = odds.states().filter(|(state, _)| state.is_of(line.state())).map(|(_, chance)| chance).sum();
    assert!(chance > 0.0);
    let rat = find(session.book(), known.state(), 'r');
    assert!(odds_text::of_unit(session.seat(), rat).is_none(), "they were not counted for the seat");
}

fn screen(app: &mut App) -> String {
    let (width, height) = (110, 20);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal.draw(|frame| tui::draw(app, frame)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(|y| format!("│{}\n", row(y))).collect()
}

/// Board, list of units, forecast page and odds take the likeliest health from one place, before and after the odds are
/// computed.
#[test]
fn every_place_shows_the_same_health() {
    for health in 2..=9 {
        for action in ['2'] {
            let mut app = App::new(pack(LINE, health).start(), "Odds".to_owned(), Vec::new());
            for key in [KeyCode::Enter, KeyCode::Char(action)] {
                app.handle(Input::Key(key));
            }
            for is_counted in [false, true] {
                if is_counted {
                    assert!(app.count_odds(u64::MAX));
                }
                let shown = screen(&mut app);
                let seat = app.session().seat();
                let rat = seat
                    .known()
                    .state()
                    .living()
                    .map(|(id, _)| id)
                    .find(|id| HealthOutlook::of(seat.forecast(), *id).is_some_and(|outlook| outlook.is_change()));
                let rat = rat.expect("the rat in front may lose health");
                let outlook = HealthOutlook::of(seat.forecast(), rat).expect("a prediction");
                let list = format!("{}{}", outlook.before, outlook.becomes());
                assert!(shown.contains(&list), "{list} is in the list:\n{shown}");
                let dagger = if outlook.is_death() { "†".to_owned() } else { outlook.after.to_string() };
                let cell = format!("{}⇢{dagger}", outlook.before);
                assert!(shown.contains(&cell), "{cell} is on the board:\n{shown}");
                let Some((odds, method)) = odds_text::of_unit(seat, rat) else {
                    assert!(!is_counted);
                    continue;
                };
                let (words, chance) =
                    (odds_text::unit(seat.book(), odds, method).expect("chance"), outlook.chance_words());
                let is_said = match outlook.is_death() {
                    true => words.starts_with(&format!("dies {chance}")),
                    false => words.contains(&format!("{} ({chance})", outlook.after)),
                };
                assert!(is_said, "{outlook:?} is in {words}");
            }
        }
    }
}

#[test]
fn the_terminal_shows_ranges_and_then_odds() {
    let mut app = App::new(pack(LINE, 6).start(), "Odds".to_owned(), Vec::new());
    for key in [KeyCode::Enter, KeyCode::Char('2')] {
        app.handle(Input::Key(key));
    }
    assert!(app.is_counting_odds());
    let before = screen(&mut app);
    assert!(app.count_odds(u64::MAX) && !app.is_counting_odds());
    let after = screen(&mut app);
    expect![[r#"
        │ Odds · Round 1 · Goal: Never.
        │     a    b    c    d    e    f    g   In turn order:
        │ 1   #    #    #    #    #    #    #   ▶(W) Warden A  5     ·Sword
        │                                        (W) Warden B  5     ·…
        │ 2   #  A(W) »<r>«  .    .  B<r>   #   ·<r> Rat A     6⇢†..6 waits
        │          5  ∘6⇢2◉            6 ◉       <r> Rat B     6     waits
        │ 3   #  B(W)   .    .    .  C<r>   #    <r> Rat C     6     waits
        │          5 ∘                 6 ◉
        │ 4   #    #    #    #    #    #    #   Warden A: Sword
        │                                       Which cell? Rat A (1 of 2)
        │                                         Rat A health 6→2 (uncertain)
        │
        │
        │
        │
        │
        │
        │
        │
        │ arrows/Tab aim · Enter choose · Esc back · ? help

        │ Odds · Round 1 · Goal: Never.
        │     a    b    c    d    e    f    g   In turn order:
        │ 1   #    #    #    #    #    #    #   ▶(W) Warden A  5     ·Sword
        │                                        (W) Warden B  5     ·…
        │ 2   #  A(W) »<r>«  .    .  B<r>   #   ·<r> Rat A     6⇢6 35 % †24 % waits
        │          5  ∘6⇢6◉            6 ◉       <r> Rat B     6     waits
        │ 3   #  B(W)   .    .    .  C<r>   #    <r> Rat C     6     waits
        │          5 ∘                 6 ◉
        │ 4   #    #    #    #    #    #    #   Warden A: Sword
        │                                       Which cell? Rat A (1 of 2)
        │                                         Rat A: hit 65 %, 1–6, kills 24 %; hits on 8 and more of 1–20; kills
        │                                       on 6 and more of 1–8
        │                                         Rat A health 6→2 (uncertain)
        │
        │
        │
        │
        │
        │
        │ arrows/Tab aim · Enter choose · Esc back · ? help
    "#]]
    .assert_eq(&format!("{before}\n{after}"));
    for key in [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Up, KeyCode::Right] {
        app.handle(Input::Key(key));
    }
    app.count_odds(u64::MAX);
    expect![[r#"
        │ Odds · Round 1 · Goal: Never.
        │     a    b    c    d    e    f    g   In turn order:
        │ 1   #    #    #    #    #    #    #    (W) Warden A  5     ✓Sword
        │                                        (W) Warden B  5     ·…
        │ 2   #  A(W) »<r>«  .    .  B<r>   #   ·<r> Rat A     6⇢6 35 % †24 % waits
        │          5   6⇢6             6         <r> Rat B     6     waits
        │ 3   #  B(W)   .    .    .  C<r>   #    <r> Rat C     6     waits
        │          5                   6
        │ 4   #    #    #    #    #    #    #   Rat A  6/6 health
        │                                       initiative 1, walks 3, faces west: Wait
        │                                       Forecast: dies 24 %; health 1–6, most likely 6 (35 %)
        │                                       1. Warden A: Sword
        │                                         Rat A health 6→2 (uncertain)
        │
        │
        │
        │
        │
        │
        │ Tab next · Enter choose · e play round · u undo · ? help
    "#]]
    .assert_eq(&screen(&mut app));
}
