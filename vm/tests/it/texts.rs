//! Programs as text, and the reference of tokens.

use crate::code;
use crate::fixture::{Scene, T1, T2, cell};
use expect_test::expect;
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Address, Amount, Asks, DebugInfo, Fallback, Filter, Label, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::{Pattern, Terrain};
use foretoken_vm::tokens::delay::{Counts, Survives};
use foretoken_vm::tokens::flow::{Ends, Through};
use foretoken_vm::tokens::movement::Course;
use foretoken_vm::tokens::operand::{Area, Part, Program, To, UnitKind};
use foretoken_vm::tokens::push::Way;
use foretoken_vm::tokens::redirect::ByTarget;
use foretoken_vm::tokens::spawn::Side;
use foretoken_vm::tokens::surface::Laid;
use foretoken_vm::tokens::teleport::Destination;
use foretoken_vm::tokens::trail;
use foretoken_vm::tokens::wait::Facing;
use foretoken_vm::tokens::{
    Damage, Delay, Each, EachBegin, EachPick, End, Gather, Heal, LoopNext, Mirror, Move, MoveAttack, Push, Redirect,
    Shield, Spawn, Surface, Teleport, Trail, TrailEnd, Veil, Wait,
};
use foretoken_vm::{Token, TokenSet, disassemble};

/// One of every token, with each of its operands that reads as something.
fn every_token() -> Vec<Token> {
    let label = Label(1);
    let (wide, turned) = (
        Area { pattern: 1, ..Area::default() },
        Area {
            pattern: 1,
            filter: Filter(Filter::ENEMY | Filter::ACTS),
            is_turned: true,
            is_sheltered: true,
            is_aimed: true,
        },
    );
    vec![
        code::declare(T1, 0, 3),
        code::jump(4),
        code::unless(Amount::Formula(0), 5),
        code::repeat(0, 2, 6),
        code::next(0, 1, 2),
        LoopNext { ends: Ends::ByCondition, to: To(2), ..LoopNext::default() }.into(),
        EachBegin { target: T1, middle: T2, area: wide, ..EachBegin::default() }.into(),
        Each { at: T1, middle: T2, area: turned, to: To(7), ..Each::default() }.into(),
        EachPick { at: T2, list: T1, to: To(7), ..EachPick::default() }.into(),
        EachPick { at: T2, list: T1, through: Through::Way, ..EachPick::default() }.into(),
        Gather { at: T1, count: Amount::Const(3) }.into(),
        Trail { program: Program(1), ..Trail::default() }.into(),
        Trail { program: Program(1), side: trail::Side::Left, ..Trail::default() }.into(),
        TrailEnd {}.into(),
        Redirect { target: T1, by: ByTarget(Some(T2)), ..Redirect::default() }.into(),
        Delay { program: Program(1), rounds: Amount::Const(2), counts: Counts::Own, ..Delay::default() }.into(),
        Delay { program: Program(1), rounds: Amount::Const(2), counts: Counts::All, ..Delay::default() }.into(),
        code::veil(1, 9),
        Veil { label, to: To(9), ..Veil::default() }.into(),
        code::walk(T1),
        Move { course: Course::Dash(T2), label }.into(),
        Move { course: Course::Through(T2), label }.into(),
        code::slide(),
        MoveAttack { target: T1, amount: Amount::Const(2), label, ..MoveAttack::default() }.into(),
        code::push(T1, 2),
        Push { target: T1, way: Way::ToActor, label, ..Push::default() }.into(),
        Push { target: T1, way: Way::Towards(T2), ..Push::default() }.into(),
        code::teleport(Address::SELF, T1),
        Teleport { target: T1, to: Destination::AcrossFrom(T2), label }.into(),
        code::swap(Address::SELF, T1),
        code::redirect(T1, 5),
        code::stun(T1, 2),
        code::damage(Address::HERE, 2),
        Damage { target: T1, amount: Amount::Formula(9), area: wide, ..Damage::default() }.into(),
        Heal { target: Address::CAUSE, amount: Amount::Const(1), area: turned, label }.into(),
        Shield { target: Address::BOARD, amount: Amount::Formula(0), ..Shield::default() }.into(),
        code::lay(T1, 1),
        Surface { target: T1, laid: Laid(0), area: wide, ..Surface::default() }.into(),
        code::spawn(T1, 0),
        Spawn { target: T1, unit: UnitKind(9), side: Side::Neutral, label }.into(),
        code::delay(0, 2).into(),
        Delay { survives: Survives::Nobody, ..code::delay(99, 1) }.into(),
        Mirror { target: T1, label }.into(),
        code::wait(),
        Wait { facing: Facing(Some(T1)), label }.into(),
        code::kill(T1),
        code::anchor(Address(7)),
        code::quicken(T1, -3),
        code::call(0),
        End {}.into(),
    ]
}

fn scene() -> Scene {
    Scene::new("A").with(|scene| {
        scene.book.formulas.push(Formula { source: "a + 1".to_owned(), code: vec![] });
        scene.book.labels = ["", "fire"].map(str::to_owned).to_vec();
        scene.book.patterns = vec![Pattern::single(), Pattern::of(vec![(0, 0), (1, 0)])];
    })
}

fn disassembly(program: TokenSet) -> String {
    let mut scene = scene();
    scene.book.programs.push(program);
    let book = scene.book.build();
    disassemble(&book, book.programs.last().expect("just added"))
}

#[test]
fn every_token_reads_as_what_it_does() {
    let debug = DebugInfo { names: vec!["T1".to_owned(), "T2".to_owned()], ..DebugInfo::default() };
    let requests = vec![cell(3)];
    expect![[r#"
        0000  Declare     T1@0x00 = cell steps 0..3, otherwise skip to 0003
        0001  Jump        to 0004
        0002  Unless      (a + 1) to 0005
        0003  Repeat      2 times, then 0006
        0004  Next Iteration from 0002
        0005  Next Iteration from 0002 while it holds
        0006  For Each    around T1@0x00 as T2@0x01
        0007  Next Cell   T1@0x00 around T2@0x01 over 2 cells, turned, sheltered, from the actor [enemy acting], then 0007
        0008  Next Pick   T2@0x01 of T1@0x00, then 0007
        0009  Next Pick   T2@0x01 on the way to T1@0x00, then 0000
        0010  Gather      3 from T1@0x00
        0011  Trail       slide on each cell entered
        0012  Trail       slide on each cell left
        0013  End Trail
        0014  Redirect    T1@0x00 by None and as T2@0x01 says
        0015  Delay       slide of T1@0x00 in 2 of its activations
        0016  Delay       slide of T1@0x00 in 2 activations
        0017  Veil        "????" to others, who go on at 0009
        0018  Veil        "????" to others, who go on at 0009
        0019  Move        walk to T1@0x00
        0020  Move        dash to T2@0x01
        0021  Move        dash through to T2@0x01
        0022  Move        slide on
        0023  MoveAttack  T1@0x00, 2 to the entity there
        0024  Push        T1@0x00 by 2 away
        0025  Push        T1@0x00 by 0 to self
        0026  Push        T1@0x00 by 0 towards T2@0x01
        0027  Teleport    self to T1@0x00
        0028  Teleport    T1@0x00 to across from T2@0x01
        0029  Swap        self with T1@0x00
        0030  Redirect    T1@0x00 by FlipSlash
        0031  Stun        T1@0x00 for 2
        0032  Damage      here, 2
        0033  Damage      T1@0x00, ? over 2 cells
        0034  Heal        cause, 1 over 2 cells, turned, sheltered, from the actor [enemy acting]
        0035  Shield      board, (a + 1)
        0036  Surface     ice on T1@0x00
        0037  Surface     bare ground on T1@0x00 over 2 cells
        0038  Spawn       A on T1@0x00
        0039  Spawn       ? on T1@0x00
        0040  Delay       fall of self in 2 rounds
        0041  Delay       ? of self in 1 rounds, unless it dies
        0042  Mirror      the last blow on T1@0x00
        0043  Wait
        0044  Wait        facing T1@0x00
        0045  Kill        T1@0x00 ()
        0046  Anchor      ?@0x07
        0047  Quicken     T1@0x00 by -3
        0048  Extern      ? T1@0x00, 0
        0049  End
    "#]]
    .assert_eq(&disassembly(TokenSet { code: every_token(), requests, debug, ..TokenSet::default() }));
}

#[test]
fn scopes_are_indented_where_they_stand() {
    let code = (0..6).map(|_| code::wait()).collect();
    // One within another from the same place on, one to the same end, one of a single instruction, and an empty one.
    let scopes = vec![(0, 6), (0, 3), (1, 3), (4, 5), (5, 5)];
    let debug = DebugInfo { scopes, ..DebugInfo::default() };
    expect![[r#"
              Begin Scope
                Begin Scope
        0000      Wait
                  Begin Scope
        0001        Wait
        0002        Wait
                  End Scope
                End Scope
        0003    Wait
                Begin Scope
        0004      Wait
                End Scope
        0005    Wait
              End Scope
    "#]]
    .assert_eq(&disassembly(TokenSet { code, debug, ..TokenSet::default() }));
}

#[test]
fn every_request_reads_as_what_it_asks() {
    let mut requests = Vec::new();
    for region in RegionId::core() {
        requests.push(Request { region, min: Amount::Const(1), max: Amount::Const(4), ..cell(0) });
    }
    requests.push(Request { region: RegionId::WALK, max: Amount::Const(255), ..cell(0) });
    for asks in Asks::ALL {
        requests.push(Request { asks, from: T1, min: Amount::Const(2), ..cell(5) });
    }
    for bit in 0..7 {
        requests.push(Request { filter: Filter(1 << bit), ..cell(1) });
    }
    requests.push(Request { filter: Filter(127), from: Address::BOARD, ..cell(1) });
    for surface in [1, 2, 9] {
        requests.push(Request { surface, ..cell(1) });
    }
    for flag in 0..4 {
        let mut request = cell(1);
        let flags = &mut request.flags;
        *[&mut flags.optional, &mut flags.strict, &mut flags.turnable, &mut flags.automatic][flag] = true;
        requests.push(request);
    }
    let code = (0..=requests.len() as u16).map(|at| code::declare(T2, at, 0)).collect();
    expect![[r#"
        0000  Declare     ?@0x01 = cell steps 1..4, otherwise skip to 0000
        0001  Declare     ?@0x01 = cell square 1..4, otherwise skip to 0000
        0002  Declare     ?@0x01 = cell line 1..4, otherwise skip to 0000
        0003  Declare     ?@0x01 = cell pierce 1..4, otherwise skip to 0000
        0004  Declare     ?@0x01 = cell sight 1..4, otherwise skip to 0000
        0005  Declare     ?@0x01 = cell walk 1..4, otherwise skip to 0000
        0006  Declare     ?@0x01 = cell anywhere, otherwise skip to 0000
        0007  Declare     ?@0x01 = cell diagonal 1..4, otherwise skip to 0000
        0008  Declare     ?@0x01 = cell star 1..4, otherwise skip to 0000
        0009  Declare     ?@0x01 = cell cylinder 1..4, otherwise skip to 0000
        0010  Declare     ?@0x01 = cell sphere 1..4, otherwise skip to 0000
        0011  Declare     ?@0x01 = cell cone 1..4, otherwise skip to 0000
        0012  Declare     ?@0x01 = cell own cell 1..4, otherwise skip to 0000
        0013  Declare     ?@0x01 = cell in walking range, otherwise skip to 0000
        0014  Declare     ?@0x01 = cell steps 2..5 relative to ?@0x00, otherwise skip to 0000
        0015  Declare     ?@0x01 = unit steps 2..5 relative to ?@0x00, otherwise skip to 0000
        0016  Declare     ?@0x01 = direction relative to ?@0x00, otherwise skip to 0000
        0017  Declare     ?@0x01 = number 2..5 relative to ?@0x00, otherwise skip to 0000
        0018  Declare     ?@0x01 = region steps 2..5 relative to ?@0x00, otherwise skip to 0000
        0019  Declare     ?@0x01 = cell steps 0..1 [empty], otherwise skip to 0000
        0020  Declare     ?@0x01 = cell steps 0..1 [occupied], otherwise skip to 0000
        0021  Declare     ?@0x01 = cell steps 0..1 [ally], otherwise skip to 0000
        0022  Declare     ?@0x01 = cell steps 0..1 [enemy], otherwise skip to 0000
        0023  Declare     ?@0x01 = cell steps 0..1 [self], otherwise skip to 0000
        0024  Declare     ?@0x01 = cell steps 0..1 [neutral], otherwise skip to 0000
        0025  Declare     ?@0x01 = cell steps 0..1 [acting], otherwise skip to 0000
        0026  Declare     ?@0x01 = cell steps 0..1 relative to board [empty occupied ally enemy self neutral acting], otherwise skip to 0000
        0027  Declare     ?@0x01 = cell steps 0..1 on ice, otherwise skip to 0000
        0028  Declare     ?@0x01 = cell steps 0..1 on fire, otherwise skip to 0000
        0029  Declare     ?@0x01 = cell steps 0..1 on ?, otherwise skip to 0000
        0030  Declare     ?@0x01 = optional cell steps 0..1, otherwise skip to 0000
        0031  Declare     ?@0x01 = cell steps 0..1 strict, otherwise skip to 0000
        0032  Declare     ?@0x01 = cell steps 0..1 turnable, otherwise skip to 0000
        0033  Declare     ?@0x01 = chosen cell steps 0..1, otherwise skip to 0000
        0034  Declare     ?@0x01 = cell steps 0..0 relative to ?@0x00, otherwise skip to 0000
    "#]]
    .assert_eq(&disassembly(TokenSet { code, requests, ..TokenSet::default() }));
}

/// What is found among the operands of a token without knowing which it is.
#[test]
fn operands_are_found_by_what_they_are() {
    let mut found = Vec::new();
    for mut token in every_token() {
        let mut parts = Vec::new();
        token.each(&mut |part| {
            parts.push(match part {
                Part::Amount(_) => "amount",
                Part::To(_) => "to",
                Part::Label(_) => "label",
                Part::Area(_) => "area",
                Part::Program(_) => "program",
                Part::Other => "",
            });
        });
        assert_eq!(token.amount().is_some(), parts.contains(&"amount"), "{token:?}");
        assert_eq!(token.label().is_some(), parts.contains(&"label"), "{token:?}");
        assert_eq!(token.area().is_some(), parts.contains(&"area"), "{token:?}");
        let before = token;
        token.lead_to(77);
        assert_eq!(token != before, parts.contains(&"to"), "{token:?}");
        parts.retain(|part| !part.is_empty());
        let line = format!("{}: {}", token.name(), parts.join(", "));
        if !found.contains(&line) {
            found.push(line);
        }
    }
    expect![[r#"
        Declare: to
        Jump: to
        Unless: amount, to
        Repeat: amount, to
        Next Iteration: to
        For Each: area
        Next Cell: area, to
        Next Pick: to
        Gather: amount
        Trail: program
        End Trail: 
        Redirect: label
        Delay: program, amount, label
        Veil: label, to
        Move: label
        MoveAttack: amount, label
        Push: amount, label
        Teleport: label
        Swap: label
        Stun: amount, area, label
        Damage: amount, area, label
        Heal: amount, area, label
        Shield: amount, area, label
        Surface: area, label
        Spawn: label
        Mirror: label
        Wait: label
        Kill: label
        Anchor: label
        Quicken: amount, label
        Extern: amount, label
        End: 
    "#]]
    .assert_eq(&format!("{}\n", found.join("\n")));
    let damage: Token = Damage { target: T1, amount: Amount::Const(4), label: Label(2), ..Damage::default() }.into();
    assert_eq!(
        (damage.amount(), damage.label(), damage.area()),
        (Some(Amount::Const(4)), Some(Label(2)), Some(Area::default()))
    );
}

#[test]
fn the_reference_tells_every_token_with_its_operands() {
    let text = foretoken_vm::tokens::reference();
    for token in every_token() {
        assert!(text.contains(&format!("\n## {}\n", token.name())), "{}", token.name());
    }
    let part = text.split("\n## ").find(|part| part.starts_with("Delay\n")).expect("a part of its own");
    expect![[r#"
        Delay

        Enters a program in the agenda, to run rounds later at its owner's place in the order, with what was picked.

        | operand | kind | |
        |---|---|---|
        | `owner` | target | On whose behalf it runs. |
        | `program` | program | What runs. |
        | `rounds` | amount | Rounds or activations, 1 to 1,000. |
        | `counts` | count | Which of these. |
        | `survives` | ending | Whether it ends with its owner. |
        | `captured` | targets | What it keeps of the targets there are. |
        | `label` | label | What it is shown as. |
    "#]]
    .assert_eq(part);
    let damage = text.split("\n## ").find(|part| part.starts_with("Damage\n")).expect("a part of its own");
    let kind = |row: &str| row.split(" | ").nth(1).map(str::to_owned);
    let kinds: Vec<String> = damage.lines().filter(|line| line.starts_with("| `")).filter_map(kind).collect();
    assert_eq!(kinds, ["target", "amount", "area", "switch", "label"]);
    assert!(text.contains("\n## End\n\nThe program ends.\n\n## "), "without operands there is no table");
}

/// Branches, loops and areas, as players are told of them.
#[test]
fn what_leads_through_a_program_is_told_in_words() {
    use foretoken_vm::rules_text;
    let shield = |points| code::shield(Address::SELF, points);
    let area = |pattern| {
        let area = Area { pattern, ..Area::default() };
        Damage { target: Address::SELF, amount: Amount::Const(2), area, ..Damage::default() }.into()
    };
    let formula = Amount::Formula(0);
    let programs: [(&str, Vec<Token>); 6] = [
        ("if", vec![code::unless(formula, 2), shield(1), shield(2)]),
        ("else", vec![code::unless(formula, 3), shield(1), code::jump(4), shield(2), shield(3)]),
        ("unless", vec![code::unless(formula, 2), code::jump(3), shield(2), shield(3)]),
        ("goes on", vec![code::unless(formula, 9), shield(1)]),
        ("times", vec![code::repeat(0, 3, 3), shield(1), code::next(0, 0, 1), shield(2)]),
        ("areas", (1..=6).map(area).collect()),
    ];
    let mut scene = Scene::new("A.b");
    scene.book.formulas.push(Formula { code: vec![FormulaOp::Round], source: "round".to_owned() });
    let ring = vec![(0, -1), (-1, 0), (1, 0), (0, 1)];
    let square = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))).collect();
    let cells = [vec![(0, 0)], ring.clone(), [ring, vec![(0, 0)]].concat(), square, vec![(1, 0), (2, 0)], vec![(2, 1)]];
    scene.book.patterns = [vec![(0, 0)]].into_iter().chain(cells).map(Pattern::of).collect();
    let mut told = String::new();
    let all: Vec<u16> = programs.iter().map(|(name, code)| scene.add(name, 0, vec![], code.clone())).collect();
    let play = scene.start();
    for ((name, _), program) in programs.iter().zip(all) {
        told += &format!("{name}\n{}", rules_text::text(&rules_text::of_program(&play.book, program, None)));
    }
    expect![[r#"
        if
        If round:
          It is shielded against 1 harm until the round ends
        It is shielded against 2 harm until the round ends
        else
        If round:
          It is shielded against 1 harm until the round ends
        Otherwise:
          It is shielded against 2 harm until the round ends
        It is shielded against 3 harm until the round ends
        unless
        Unless round:
          It is shielded against 2 harm until the round ends
        It is shielded against 3 harm until the round ends
        goes on
        Goes on only if round
        It is shielded against 1 harm until the round ends
        times
        3 times:
          It is shielded against 1 harm until the round ends
        It is shielded against 2 harm until the round ends
        areas
        Harms everybody on it by 2
        Harms everybody on the cells up to 1 step around it (without the middle) by 2
        Harms everybody on the cells up to 1 step around it by 2
        Harms everybody on the square of 1 cell each way around it by 2
        Harms everybody on a line of 2 cells behind it by 2
        Harms everybody on 1 cell [@.. / ..#] (@ is it) by 2
    "#]]
    .assert_eq(&told);
}

/// What becomes of a request without an answer is told where a player may be asked.
#[test]
fn what_happens_without_an_answer_is_told() {
    let mut told = String::new();
    for fallback in Fallback::ALL {
        for (optional, automatic) in [(false, false), (true, false), (false, true)] {
            let mut request = Request { fallback, asks: Asks::Unit, ..cell(3) };
            (request.flags.optional, request.flags.automatic) = (optional, automatic);
            let play = Scene::new("A.b").action("act", vec![request], vec![code::shield(T1, 1)]).start();
            let lines = foretoken_vm::rules_text::of_program(&play.book, play.program("act"), None);
            told += &format!("{fallback:?} {optional} {automatic}: {}\n", lines[0].words);
        }
    }
    expect![[r#"
        SkipScope false false: Target: anybody up to 3 steps away
        SkipScope true false: Target: anybody up to 3 steps away, or none
        SkipScope false true: Target: the nearest anybody up to 3 steps away
        Cancel false false: Target: anybody up to 3 steps away
        Cancel true false: Target: anybody up to 3 steps away, or none
        Cancel false true: Target: the nearest anybody up to 3 steps away
        Nearest false false: Target: anybody up to 3 steps away, else the nearest
        Nearest true false: Target: anybody up to 3 steps away, else the nearest
        Nearest false true: Target: the nearest anybody up to 3 steps away
        Weakest false false: Target: anybody up to 3 steps away, else the weakest
        Weakest true false: Target: anybody up to 3 steps away, else the weakest
        Weakest false true: Target: the weakest anybody up to 3 steps away
        Actor false false: Target: anybody up to 3 steps away, else itself
        Actor true false: Target: anybody up to 3 steps away, else itself
        Actor false true: Target: itself
    "#]]
    .assert_eq(&told);
}

/// What a terrain is told to be where nobody stands, and where somebody may.
#[test]
fn terrains_are_told_in_words() {
    use foretoken_vm::rules_text::{of_terrain, text};
    let told = |alter: fn(&mut Terrain)| {
        let mut scene = Scene::new("A");
        alter(&mut scene.book.terrains[0]);
        text(&of_terrain(&scene.book.build(), 0))
    };
    assert_eq!(told(|_| ()), "");
    assert_eq!(told(|kind| kind.no_surfaces = true), "Surfaces find no hold here\n");
    assert_eq!(told(|kind| kind.avoided = true), "Nobody decides to walk here\n");
    let wall = |kind: &mut Terrain| (kind.no_surfaces, kind.avoided, kind.blocks_movement) = (true, true, true);
    assert_eq!(told(wall), "Nobody can stand here\n");
}

/// What a formula comes to for somebody, with everything that its chances may come to.
#[test]
fn amounts_are_told_with_what_they_may_come_to() {
    use FormulaOp as F;
    use foretoken_vm::Distribution;
    use foretoken_vm::rules_text::{Reader, of_program};
    let half = F::Const(foretoken_vm::formula::Fraction::new(1, 2).expect("a half"));
    let mut told = String::new();
    for code in [
        vec![F::Health(0xff)],
        vec![F::Health(0xfe)],
        vec![F::Draw(0)],
        vec![F::Draw(0), F::Draw(0), F::Add],
        vec![half, half, F::Weigh(2)],
        vec![half, F::Weigh(1)],
        vec![half, F::Const(0.into()), F::Weigh(2)],
    ] {
        let mut scene = Scene::new("A");
        scene.book.distributions = vec![Distribution::new([(1, 1), (4, 2), (9, 1)]).expect("three outcomes")];
        scene.book.formulas.push(Formula { code, source: "strength".to_owned() });
        let amount = Amount::Formula(scene.book.formulas.len() as u32 - 1);
        let code = vec![Shield { target: Address::SELF, amount, ..Shield::default() }.into()];
        let play = scene.action("act", vec![], code).start();
        let reader = Reader::new(play.battle.state().sheet(&play.book), play.id('A'));
        told += &format!("{}\n", of_program(&play.book, play.program("act"), Some(reader))[0].words);
    }
    expect![[r#"
        It is shielded against strength (5 now) harm until the round ends
        It is shielded against strength harm until the round ends
        It is shielded against strength (1–9 now) harm until the round ends
        It is shielded against strength (2–18 now) harm until the round ends
        It is shielded against strength (0–1 now) harm until the round ends
        It is shielded against strength (0–1 now) harm until the round ends
        It is shielded against strength (0–2 now) harm until the round ends
    "#]]
    .assert_eq(&told);
}

/// Loops over picks and ways, trails and regions in sight, as players are told of them.
#[test]
fn what_goes_through_picks_and_ways_is_told_in_words() {
    let each = |to| EachPick { at: T2, list: T1, to: To(to), ..EachPick::default() };
    let way = |to| EachPick { through: Through::Way, ..each(to) };
    let looped = |each: EachPick, from: u32| {
        vec![code::repeat(0, 1, from + 5), each.into(), code::damage(T2, 1), code::next_while(0, 0, from + 2)]
    };
    let shield = || code::shield(Address::SELF, 1);
    let programs: [(&str, Vec<Token>); 3] = [
        ("picks", [vec![shield()], looped(each(6), 1), vec![shield()]].concat()),
        ("way", [vec![shield(), shield(), shield()], looped(way(8), 3)].concat()),
        ("trail", vec![Trail { program: Program(1), ..Trail::default() }.into(), code::walk(T1), TrailEnd {}.into()]),
    ];
    let mut told = String::new();
    for (name, code) in programs {
        let mut scene = Scene::new("A.b");
        let request = Request { region: RegionId::SIGHT, ..cell(3) };
        let act = scene.add("act", 2, vec![request], [vec![code::declare(T1, 0, 9)], code].concat());
        scene.book.programs[usize::from(act)].debug.names = vec!["goal".to_owned(), "each".to_owned()];
        let book = scene.book.build();
        told += &format!(
            "{name}\n{}",
            foretoken_vm::rules_text::text(&foretoken_vm::rules_text::of_program(&book, act, None))
        );
    }
    expect![[r#"
        picks
        Target goal: a cell up to 3 steps away, in sight
        The user is shielded against 1 harm until the round ends
        For each of goal:
          Harms each by 1
        The user is shielded against 1 harm until the round ends
        way
        Target goal: a cell up to 3 steps away, in sight
        The user is shielded against 1 harm until the round ends
        The user is shielded against 1 harm until the round ends
        The user is shielded against 1 harm until the round ends
        For each cell on the way to goal:
          Harms each by 1
        trail
        Target goal: a cell up to 3 steps away, in sight
        On each cell that is entered by what follows:
          Slides on
        Walks to goal
    "#]]
    .assert_eq(&told);
}

/// A condition speaks of the only target as the target, and of several by their names.
#[test]
fn targets_in_conditions_are_called_as_they_are_asked_for() {
    let told = |names: &[&str]| {
        let mut scene = Scene::new("A.b");
        scene.book.formulas.push(Formula { code: vec![FormulaOp::Round], source: "exists(goal)".to_owned() });
        let asks = (0..names.len() as u16).map(|at| code::declare(Address(at as u8), at, 9));
        let first = names.len() as u32;
        let act = vec![code::unless(Amount::Formula(0), first + 2), code::shield(Address::SELF, 1)];
        let act = scene.add("act", names.len() as u8, vec![cell(3); names.len()], asks.chain(act).collect());
        scene.book.programs[usize::from(act)].debug.names = names.iter().map(|&name| name.to_owned()).collect();
        let lines = foretoken_vm::rules_text::of_program(&scene.book.build(), act, None);
        lines.into_iter().map(|line| line.words).nth(names.len())
    };
    assert_eq!(told(&["goal"]).as_deref(), Some("If one is given:"));
    assert_eq!(told(&["goal", "other"]).as_deref(), Some("If there is goal:"));
}
