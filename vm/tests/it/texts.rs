//! Disassembly of programs, and the reference of tokens.

use crate::code;
use crate::fixture::{Scene, T1, T2, cell};
use expect_test::expect;
use foretoken_vm::formula::Formula;
use foretoken_vm::program::{Address, Amount, Asks, DebugInfo, Filter, Label, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::Pattern;
use foretoken_vm::tokens::delay::{Counts, Survives};
use foretoken_vm::tokens::flow::{Ends, Through};
use foretoken_vm::tokens::movement::Course;
use foretoken_vm::tokens::operand::{Area, Part, Program, To, UnitTypeId};
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
        Spawn { target: T1, unit: UnitTypeId(9), side: Side::Neutral, label }.into(),
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
        0019  Declare     ?@0x01 = slot relative to ?@0x00, otherwise skip to 0000
        0020  Declare     ?@0x01 = cell steps 0..1 [empty], otherwise skip to 0000
        0021  Declare     ?@0x01 = cell steps 0..1 [occupied], otherwise skip to 0000
        0022  Declare     ?@0x01 = cell steps 0..1 [ally], otherwise skip to 0000
        0023  Declare     ?@0x01 = cell steps 0..1 [enemy], otherwise skip to 0000
        0024  Declare     ?@0x01 = cell steps 0..1 [self], otherwise skip to 0000
        0025  Declare     ?@0x01 = cell steps 0..1 [neutral], otherwise skip to 0000
        0026  Declare     ?@0x01 = cell steps 0..1 [acting], otherwise skip to 0000
        0027  Declare     ?@0x01 = cell steps 0..1 relative to board [empty occupied ally enemy self neutral acting], otherwise skip to 0000
        0028  Declare     ?@0x01 = cell steps 0..1 on ice, otherwise skip to 0000
        0029  Declare     ?@0x01 = cell steps 0..1 on fire, otherwise skip to 0000
        0030  Declare     ?@0x01 = cell steps 0..1 on ?, otherwise skip to 0000
        0031  Declare     ?@0x01 = optional cell steps 0..1, otherwise skip to 0000
        0032  Declare     ?@0x01 = cell steps 0..1 strict, otherwise skip to 0000
        0033  Declare     ?@0x01 = cell steps 0..1 turnable, otherwise skip to 0000
        0034  Declare     ?@0x01 = chosen cell steps 0..1, otherwise skip to 0000
        0035  Declare     ?@0x01 = cell steps 0..0 relative to ?@0x00, otherwise skip to 0000
    "#]]
    .assert_eq(&disassembly(TokenSet { code, requests, ..TokenSet::default() }));
}

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

        Enters a program in the agenda, with captured targets. It runs after the delay, at its owner's place in the order.

        | operand | kind | |
        |---|---|---|
        | `owner` | target | Unit for which it runs. |
        | `program` | program | The program. |
        | `rounds` | amount | Rounds or activations, 1 to 1,000. |
        | `counts` | count | Measure of the delay. |
        | `survives` | ending | Whether it outlives its owner. |
        | `captured` | targets | Captured targets. |
        | `label` | label | Displayed label. |
    "#]]
    .assert_eq(part);
    let damage = text.split("\n## ").find(|part| part.starts_with("Damage\n")).expect("a part of its own");
    let kind = |row: &str| row.split(" | ").nth(1).map(str::to_owned);
    let kinds: Vec<String> = damage.lines().filter(|line| line.starts_with("| `")).filter_map(kind).collect();
    assert_eq!(kinds, ["target", "amount", "area", "switch", "label"]);
    assert!(text.contains("\n## End\n\nEnds the program.\n\n## "), "without operands there is no table");
}

#[test]
fn the_reference_names_lists_of_statuses() {
    let text = foretoken_vm::tokens::reference();
    let part = text.split("\n## ").find(|part| part.starts_with("RemoveStatus\n")).expect("a part of its own");
    assert!(part.contains("| `statuses` | statuses | Status types. |"), "{part}");
}
