//! Fog: what a seat sees, learns from events, and can undo.

use expect_test::{Expect, expect};
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::fog::{Fog, sight_lines};
use foretoken_session::record;
use foretoken_session::referee::Refusal;
use foretoken_session::texts::sight;
use foretoken_session::texts::text;
use foretoken_session::texts::view::BoardView;
use foretoken_session::{Decision, Pending, Referee};
use foretoken_tests::{Pack, cell, find};
use foretoken_vm::{ActionUse, Address, Answer, Intent, Key, Team};

const DARK: Team = Team(1);

/// Walks each unit `(side, character, columns, rows)` to the end of the round. Returns the report to the player's side.
fn round(referee: &mut Referee, walks: &[(Team, char, i16, i16)]) -> String {
    for _ in 0..2 {
        let Pending::Decide(asked) = referee.pending().clone() else { break };
        let book = std::sync::Arc::clone(referee.book());
        let known = referee.known(asked.team);
        for &(_, glyph, dx, dy) in walks.iter().filter(|walk| walk.0 == asked.team) {
            let unit = find(&book, known.state(), glyph);
            let kind = book.unit_type(known.state().entity(unit)).expect("a kind");
            let answers = vec![(Key::new(Address(0), [0; 3]), Answer::Offset(dx, dy))];
            let uses = vec![ActionUse { program: kind.actions[0], answers }];
            let decision = Decision { unit, intent: Intent { uses, complete: true } };
            referee.decide(asked.team, decision).expect("it holds");
        }
        referee.close(asked.team).expect("it is asked");
        referee.advance();
    }
    let briefing = referee.brief(Team::PLAYER);
    let report = briefing.report.unwrap_or_default();
    text::report(referee.book(), briefing.known.state(), &report)
}

fn battle(map: &str) -> Referee {
    let mut referee = Referee::start(Pack::new(map).sight(4).setup().hot_seat(), None).expect("nothing is recorded");
    referee.advance();
    referee
}

fn board(referee: &Referee, team: Team) -> String {
    let (book, known) = (referee.book(), referee.known(team));
    let mut view = BoardView::of(book, known.state(), team);
    view.darken(book, known.state(), &Fog::known(book, &known));
    text::board(&view)
}

fn check(actual: &str, expected: Expect) {
    let lines: Vec<String> = actual.lines().map(|line| format!("|{}", line.trim_end())).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn what_is_out_of_sight_is_shaded() {
    let referee = battle("W..#....r");
    check(
        &board(&referee, Team::PLAYER),
        expect![[r#"
            |     a    b    c    d    e    f    g    h    i
            | 1  (W)   .    .    #  ░░.░░░░.░░░░.░░░░.░░░░.░░
            |     5                 ░░░░░░░░░░░░░░░░░░░░░░░░░"#]],
    );
    check(
        &board(&referee, DARK),
        expect![[r#"
            |     a    b    c    d    e    f    g    h    i
            | 1 ░░.░░░░.░░░░.░░░░#░░  .    .    .    .   (r)
            |   ░░░░░░░░░░░░░░░░░░░░                      2"#]],
    );
}

#[test]
fn a_walk_is_told_as_far_as_it_is_seen() {
    let mut referee = battle(
        "W....r
         ......
         ......",
    );
    check(
        &round(&mut referee, &[(DARK, 'r', -3, 0)]),
        expect![[r#"
            |  Warden waits.
            |  Rat is seen by side 1.
            |  Rat: e1 → d1 → c1 (walk).
            |  The round ends.
            |  round 2 begins."#]],
    );
    check(
        &board(&referee, Team::PLAYER),
        expect![[r#"
            |     a    b    c    d    e    f
            | 1  (W)   .   <r>   .    .  ░░.░░
            |     5         2            ░░░░░
            | 2   .    .    .    .  ░░.░░░░.░░
            |                       ░░░░░░░░░░
            | 3   .    .    .    .  ░░.░░░░.░░
            |                       ░░░░░░░░░░"#]],
    );
    check(
        &round(&mut referee, &[(DARK, 'r', 3, 0)]),
        expect![[r#"
            |  Warden waits.
            |  Rat: Walk.
            |  Rat: c1 → d1 → e1 → f1 (walk).
            |  Rat is hidden from side 1.
            |  The round ends.
            |  round 3 begins."#]],
    );
    check(
        &board(&referee, Team::PLAYER),
        expect![[r#"
            |     a    b    c    d    e    f
            | 1  (W)   .    .    .    .  ░?r?░
            |     5                      ░░░░░
            | 2   .    .    .    .  ░░.░░░░.░░
            |                       ░░░░░░░░░░
            | 3   .    .    .    .  ░░.░░░░.░░
            |                       ░░░░░░░░░░"#]],
    );
}

#[test]
fn what_came_into_sight_cannot_be_taken_back() {
    let mut referee = battle("W.....r");
    _ = round(&mut referee, &[(Team::PLAYER, 'W', 3, 0)]);
    assert_eq!(referee.undo(Team::PLAYER), Err(Refusal::Reveal));
    let mut referee = battle("W......r");
    _ = round(&mut referee, &[(Team::PLAYER, 'W', 1, 0)]);
    assert_eq!(referee.undo(Team::PLAYER), Ok(()), "nobody was met");
}

#[test]
fn who_would_see_whom_is_told_of_any_cell() {
    let referee = battle(
        "W..r
         ..#.
         ....",
    );
    let known = referee.known(Team::PLAYER);
    let (book, state) = (referee.book(), known.state());
    let warden = find(book, state, 'W');
    let told = |cell: &str| {
        let cell = foretoken_tests::cell(cell);
        sight::lines(book, state, cell, &sight_lines(book, state, warden, cell))
    };
    assert_eq!(told("a2").as_deref(), Some("From a2: sees Rat; seen by Rat"));
    assert_eq!(told("b3").as_deref(), Some("From b3: sees no enemy; seen by no enemy"));
    assert_eq!(told("c2"), None, "one cannot stand there");
}

const LEAP: &str =
    r#"Action(title: "Leap", body: [DeclareTarget(name: "T1", reach: Board, filter: [Empty]), Teleport(to: "T1")])"#;

const LEAPER: &str = r#"Unit(title: "Leaper", glyph: "Y", health: 3, tags: ["dark"], actions: ["leap"])"#;

#[test]
fn who_leaps_out_of_sight_is_not_followed() {
    let pack = Pack::new("W..Y.....").sight(4).with("actions/leap.ron", LEAP).with("units/leaper.ron", LEAPER);
    let mut referee = Referee::start(pack.setup().hot_seat(), None).expect("nothing is recorded");
    referee.advance();
    check(
        &round(&mut referee, &[(DARK, 'Y', 5, 0)]),
        expect![[r#"
            |  Warden waits.
            |  Leaper: Leap.
            |  Leaper is hidden from side 1.
            |  The round ends.
            |  round 2 begins."#]],
    );
    check(
        &board(&referee, Team::PLAYER),
        expect![[r#"
        |     a    b    c    d    e    f    g    h    i
        | 1  (W)   .    .    .    .  ░░.░░░░.░░░░.░░░░.░░
        |     5                      ░░░░░░░░░░░░░░░░░░░░"#]],
    );
}

#[test]
fn a_death_in_plain_sight_can_be_taken_back() {
    let mut referee = battle("WrO");
    referee.close(DARK).expect("it is asked");
    referee.advance();
    let book = std::sync::Arc::clone(referee.book());
    let known = referee.known(Team::PLAYER);
    let unit = find(&book, known.state(), 'W');
    let answers = vec![(Key::new(Address(0), [0; 3]), Answer::Offset(1, 0))];
    let uses = vec![ActionUse { program: book.find_program("shove").expect("it is shipped"), answers }];
    referee.decide(Team::PLAYER, Decision { unit, intent: Intent { uses, complete: true } }).expect("it holds");
    referee.close(Team::PLAYER).expect("it is asked");
    referee.advance();
    assert_eq!(referee.known(Team::PLAYER).state().living().count(), 1, "the rat fell");
    assert_eq!(referee.undo(Team::PLAYER), Ok(()), "nobody came into sight");
}

#[test]
fn a_replay_in_fog_tells_what_its_player_saw() {
    let content = Content::open(&foretoken_tests::root().join("assets")).expect("the shipped assets");
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mist.battle");
    let setup = content.setup("mist-on-the-canal", None).expect("it compiles").setup;
    let mut session = Session::start(setup, Some(&path)).expect("a battle");
    let team = session.seat().team();
    let mut seen = Vec::new();
    for _ in 0..6 {
        session.decide_rest_by_planner();
        seen.push(session.commit().changes);
    }
    drop(session);
    let opened = record::open(&path).expect("a record");
    let mut replay = record::start(&opened, &compile).expect("it replays");
    replay.watch(team);
    let (mut told, mut all) = (Vec::new(), 0);
    for (number, entry) in opened.entries.iter().enumerate() {
        let known = replay.battle.project(&replay.book, team).state().clone();
        let truth = replay.battle.state().clone();
        replay.apply(number as u32, entry, &compile);
        if entry.is_commit() {
            all += replay.log.changes.len();
            let report = replay.seen(number as u32, truth, known);
            let acts: Vec<_> = report.clone().by_activation().flat_map(|act| act.changes).collect();
            assert_eq!(acts, report.changes);
            told.push(report.changes);
        }
    }
    assert_eq!(told, seen);
    assert!(told.iter().map(Vec::len).sum::<usize>() < all, "something happened out of sight");
}

#[test]
fn cells_in_sight_are_shaded_by_how_well_they_are_seen() {
    let pack = Pack::new(
        "
        ##########
        #W.......#
        #.##.....#
        ##########
    ",
    )
    .sight(5);
    let session = pack.start();
    let fog = Fog::known(session.book(), session.seat().known());
    let seen: Vec<u16> = ["b2", "c2", "d2", "e2", "f2", "g2", "h2"].map(|name| fog.visibility(cell(name))).to_vec();
    assert_eq!(seen, [10_000, 9_000, 8_000, 7_000, 6_000, 5_000, 0]);
    assert_eq!(fog.visibility(cell("b3")), 9_000);
    let plain = Pack::new("\n####\n#W.#\n####\n").start();
    let fog = Fog::known(plain.book(), plain.seat().known());
    assert_eq!(fog.visibility(cell("c2")), 10_000, "without fog all is seen in full");
}
