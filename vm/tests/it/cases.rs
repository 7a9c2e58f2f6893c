//! Random battles: boards, programs of arbitrary tokens, and answers.

use crate::code;
use crate::fixture::{Play, Scene};
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Amount, Asks, Fallback, Filter, Label, Request, RequestFlags, Several, SlotFilter};
use foretoken_vm::regions::RegionId;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns, UnitType};
use foretoken_vm::space::{LinkSet, Pattern, Rectangle, Slope, WalkLink, WalkPath};
use foretoken_vm::tokens::delay::{Counts, Survives};
use foretoken_vm::tokens::external::ExternIndex;
use foretoken_vm::tokens::flow::{Ends, Level, Slots, Through};
use foretoken_vm::tokens::movement::Course;
use foretoken_vm::tokens::operand::{Addresses, Area, Extra, IsBlow, Program, To, UnitTypeId};
use foretoken_vm::tokens::push::Way;
use foretoken_vm::tokens::redirect::ByTarget;
use foretoken_vm::tokens::spawn::Side;
use foretoken_vm::tokens::surface::{Laid, Rounds};
use foretoken_vm::tokens::teleport::Destination;
use foretoken_vm::tokens::trail::Side as TrailSide;
use foretoken_vm::tokens::wait::Facing;
use foretoken_vm::tokens::{
    Anchor, Call, Damage, Delay, Each, EachBegin, EachPick, End, Gather, Heal, Jump, JumpUnless, Kill, LoopBegin,
    LoopNext, Mirror, Move, MoveAttack, Push, Quicken, Redirect, Shield, Spawn, Stun, Surface, Swap, Teleport, Trail,
    TrailEnd, Veil, Wait,
};
use foretoken_vm::{ActionUse, Address, Answer, Board, Cell, Dir, EntityId, Intent, Key, Symmetry, Team, Token};
use proptest::prelude::*;

type Decision = (u16, Vec<(u8, u16, Answer)>);

type At = (i32, i32);

/// A random battle: its map, two actions, a trigger, and answers.
#[derive(Clone, Debug)]
pub struct Case {
    pub map: String,
    /// Heights of cells, as (x, y, height, corners).
    pub relief: Vec<(i32, i32, u8, [u8; 4])>,
    /// A floor above the ground: its rectangle, height and holes.
    pub deck: Option<(Rectangle, u8, u64)>,
    /// Sight radius under fog.
    pub sight: Option<u16>,
    /// Whether some objects are neutral and block sight.
    pub things: bool,
    leap: u8,
    /// Links with start, direction, end and cost; impossible ones are ignored.
    pub links: Vec<(At, usize, At, u8)>,
    pub programs: Vec<(Vec<Request>, Vec<Token>)>,
    on_hurt: bool,
    on_death: bool,
    pub decisions: Vec<Decision>,
}

fn address() -> impl Strategy<Value = Address> {
    prop_oneof![
        6 => (0_u8..4).prop_map(Address),
        2 => Just(Address::SELF),
        1 => prop::sample::select(vec![Address::CAUSE, Address::HERE, Address::BOARD, Address(60), Address(0xf1)]),
    ]
}

pub fn request() -> impl Strategy<Value = Request> {
    let parts = (
        prop::sample::select(vec![Asks::Cell, Asks::Unit, Asks::Direction]),
        prop_oneof![3 => Just(Address::SELF), 1 => address()],
        prop::sample::select(RegionId::core().collect::<Vec<_>>()),
        0_u8..3,
        prop_oneof![1_u8..6, Just(255)],
        prop_oneof![2 => Just(0_u16), 1 => 0_u16..128],
        0_u8..4,
        prop::sample::select(Fallback::ALL.to_vec()),
        any::<(bool, bool, bool, bool)>(),
        prop::option::weighted(0.3, (any::<(bool, bool)>(), amount(), amount())),
    );
    parts.prop_map(|(asks, from, region, min, max, filter, surface, fallback, flags, several)| Request {
        asks,
        from,
        region,
        min: Amount::Const(min.into()),
        max: Amount::Const(max.into()),
        filter: Filter(filter),
        surface: if surface > 2 { 0 } else { surface },
        fallback,
        flags: RequestFlags {
            optional: flags.0,
            strict: flags.1,
            turnable: flags.2,
            automatic: flags.3 && flags.0,
            links: if flags.3 && flags.1 { LinkSet::NONE } else { LinkSet::ALL },
        },
        several: several.map(|((is_chain, repeats), least, most)| Several { is_chain, least, most, repeats }),
        slots: SlotFilter::default(),
    })
}

fn amount() -> impl Strategy<Value = Amount> {
    let number = prop_oneof![6 => 0_i32..4, 1 => -3_i32..200];
    prop_oneof![number.prop_map(Amount::Const), (0_u32..6).prop_map(Amount::Formula)]
}

fn area() -> impl Strategy<Value = Area> {
    let filter = prop_oneof![2 => Just(0_u16), 1 => 0_u16..128];
    let parts = (0_u16..4, filter, any::<(bool, bool, bool)>());
    parts.prop_map(|(pattern, filter, (is_turned, is_sheltered, is_aimed))| Area {
        pattern,
        filter: Filter(filter),
        is_turned,
        is_sheltered,
        is_aimed,
    })
}

fn flow() -> impl Strategy<Value = Token> {
    let level = (0_u8..4).prop_map(Level);
    let to = (0_u32..12).prop_map(To);
    let loops = (level, amount(), to.clone(), any::<bool>(), 0_u8..4, 0_u8..4);
    let loops = loops.prop_map(|(level, times, to, counted, first, count)| {
        let ends = if counted { Ends::Counted } else { Ends::ByCondition };
        [LoopBegin { level, times, to }.into(), LoopNext { level, ends, own: Slots { first, count }, to }.into()]
    });
    let each = (0_u8..4, address(), (0_u8..4, 0_u8..4), area(), to.clone(), any::<bool>());
    let each = each.prop_map(|(level, target, (middle, at), area, to, begins)| {
        let (level, middle, at) = (Level(level), Address(middle), Address(at));
        if begins {
            EachBegin { level, target, middle, area }.into()
        } else {
            Each { level, at, middle, area, to }.into()
        }
    });
    let pick = (0_u8..4, address(), 0_u8..4, any::<bool>(), to.clone());
    let pick = pick.prop_map(|(level, list, at, ways, to)| {
        let through = if ways { Through::Way } else { Through::Picks };
        EachPick { level: Level(level), at: Address(at), through, list, to }.into()
    });
    let veil = (0_u16..4, 0_u8..4, to.clone());
    prop_oneof![
        Just(End {}.into()),
        to.clone().prop_map(|to| Jump { to }.into()),
        (amount(), to).prop_map(|(condition, to)| JumpUnless { condition, to }.into()),
        each,
        pick,
        (loops, 0_usize..2).prop_map(|(both, which)| both[which]),
        veil.prop_map(|(first, count, to)| {
            Veil { label: Label::NONE, targets: Addresses { first, count }, to }.into()
        }),
    ]
}

/// Any token, sensible or not.
pub fn token() -> impl Strategy<Value = Token> {
    let parts = (0_u8..24, address(), address(), amount(), area(), any::<(bool, bool)>(), 0_u16..4);
    let effect = parts.prop_map(|(which, target, other, amount, area, (one, two), index)| {
        let label = Label(index);
        let is_blow = IsBlow(one);
        match which {
            0 => {
                let dash = if one { Course::Through(target) } else { Course::Dash(target) };
                let course = [Course::Walk(target), dash, Course::Slide, Course::Along(other, LinkSet::NONE)];
                Move { course: course[usize::from(index)], label }.into()
            }
            1 => MoveAttack { target, amount, is_blow, label }.into(),
            2 | 3 => {
                let way = [Way::Away, Way::ToActor, Way::Towards(other), Way::Away][usize::from(index)];
                Push { target, way, distance: amount, is_blow, label }.into()
            }
            4 => {
                let to = if one { Destination::AcrossFrom(other) } else { Destination::At(other) };
                Teleport { target, to, label }.into()
            }
            5 => Swap { target, other, label }.into(),
            6 => {
                let by = ByTarget(two.then_some(other));
                Redirect { target, turn: Symmetry::from_index(index as u8 + 4 * u8::from(one)), by, label }.into()
            }
            7 => Stun { target, intents: amount, area, label }.into(),
            8 | 9 => Damage { target, amount, area, is_blow, label }.into(),
            10 => Heal { target, amount, area, label }.into(),
            11 => Shield { target, amount, area, label }.into(),
            12 => {
                let lasts = Rounds(two.then_some(amount));
                Surface { target, laid: Laid(index as u8), lasts, area, label }.into()
            }
            13 => {
                let side = if one { Side::Neutral } else { Side::Actor };
                Spawn { target, unit: UnitTypeId(index), side, label }.into()
            }
            14 => {
                let survives = if one { Survives::Nobody } else { Survives::Owner };
                let captured = Addresses { first: index, count: 2 };
                let counts = [Counts::Rounds, Counts::Own, Counts::All, Counts::Rounds][usize::from(index)];
                Delay { owner: target, program: Program(index), rounds: amount, counts, survives, captured, label }
                    .into()
            }
            15 => Mirror { target, label }.into(),
            16 => Wait { facing: Facing(one.then_some(target)), label }.into(),
            17 => Kill { target, label }.into(),
            18 => Anchor { target, label }.into(),
            19 => Quicken { target, amount, label }.into(),
            20 => {
                let side = if one { TrailSide::Left } else { TrailSide::Entered };
                Trail { program: Program(index), side, captured: Addresses { first: index, count: 2 } }.into()
            }
            21 => TrailEnd {}.into(),
            22 => Gather { at: target, count: amount }.into(),
            _ => Call { token: ExternIndex(index), target, other, amount, extra: Extra(0), label }.into(),
        }
    });
    let ask = (0_u8..4, 0_u16..4, 0_u32..12);
    prop_oneof![
        4 => ask.prop_map(|(at, request, end)| code::declare(Address(at), request, end)),
        3 => flow(),
        8 => effect,
    ]
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        5 => (-3_i16..4, -3_i16..4).prop_map(|(dx, dy)| Answer::Offset(dx, dy)),
        2 => prop::sample::select(Dir::CARDINAL.to_vec()).prop_map(Answer::Dir),
        3 => (0_u16..8).prop_map(|id| Answer::Unit(EntityId(id))),
        1 => Just(Answer::Pass),
        1 => (-2_i16..3, -2_i16..3, -1_i8..2).prop_map(|(dx, dy, floors)| Answer::Raised(dx, dy, floors)),
        3 => prop::collection::vec(prop::sample::select(Dir::CARDINAL.to_vec()), 0..6)
            .prop_map(|steps| Answer::Path(WalkPath::new(steps).expect("short"))),
    ]
}

fn relief() -> impl Strategy<Value = Vec<(i32, i32, u8, [u8; 4])>> {
    let corners = prop_oneof![3 => Just([0; 4]), 1 => prop::array::uniform4(0_u8..5)];
    let cell = (0..10, 0..7, 0_u8..8, corners);
    prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(cell, 1..30)]
}

fn deck() -> impl Strategy<Value = Option<(Rectangle, u8, u64)>> {
    let rectangle = (0..8, 0..6, 1..10, 1..7).prop_map(|(x, y, width, height)| Rectangle { x, y, width, height });
    prop::option::weighted(0.25, (rectangle, 2_u8..9, any::<u64>()))
}

pub fn case() -> impl Strategy<Value = Case> {
    let map = (2_usize..10, 2_usize..7).prop_flat_map(|(width, height)| {
        let glyph =
            prop_oneof![8 => Just('.'), 1 => Just('#'), 1 => Just('o'), 1 => Just('~'), 1 => Just('^'), 3 => Just('u')];
        prop::collection::vec(prop::collection::vec(glyph, width), height)
    });
    let map = map.prop_map(|rows| {
        let mut letters = "AbCdEfGh".chars();
        let glyph = |g: char| if g == 'u' { letters.next().unwrap_or('.') } else { g };
        let cells: Vec<char> = rows.iter().flatten().copied().map(glyph).collect();
        cells.chunks(rows[0].len()).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    });
    let program = (prop::collection::vec(request(), 3), prop::collection::vec(token(), 1..10));
    let decision = (3_u16..6, prop::collection::vec((0_u8..4, 0_u16..3, answer()), 0..8));
    let parts = (map, prop::collection::vec(program, 3), any::<(bool, bool)>(), prop::collection::vec(decision, 8));
    let sight = prop::option::weighted(0.25, 0_u16..6);
    let links = prop::collection::vec(((0..10, 0..7), 0_usize..4, (0..10, 0..7), 0_u8..4), 0..5);
    let world = (relief(), deck(), sight, any::<bool>(), (links, 0_u8..3));
    (parts, world).prop_map(
        |((map, programs, (on_hurt, on_death), decisions), (relief, deck, sight, things, (links, leap)))| Case {
            map,
            relief,
            deck,
            sight,
            things,
            links,
            leap,
            programs,
            on_hurt,
            on_death,
            decisions,
        },
    )
}

pub fn play_of(case: &Case) -> Play {
    play_with(case, |_| ())
}

fn shape(board: &mut Board, case: &Case) {
    for &(x, y, height, corners) in &case.relief {
        if let Some(cell) = board.cell(x, y) {
            board.put(cell, board.terrain(cell), Slope { height, corners });
        }
    }
    for &((x, y), by, (to_x, to_y), extra_cost) in &case.links {
        if let (Some(from), Some(to)) = (board.cell(x, y), board.cell(to_x, to_y)) {
            _ = board.add_link(WalkLink { name: "link".to_owned(), from, by: Dir::CARDINAL[by], to, extra_cost });
        }
    }
    let Some((rectangle, height, holes)) = case.deck else { return };
    board.add_floor(rectangle);
    for (at, cell) in board.clone().cells().enumerate() {
        if let Some(above) = Cell::on_floor(cell.x(), cell.y(), 1).filter(|_| holes >> (at % 64) & 1 == 0) {
            board.put(above, 0, Slope::level(height));
        }
    }
}

/// Returns the battle of a case with changed rules. Decisions are for units that the player's side knows, in its
/// numbers.
pub fn play_with(case: &Case, alter: impl FnOnce(&mut Scene)) -> Play {
    let mut scene = Scene::new(&case.map);
    shape(&mut scene.book.board, case);
    scene.book.sight = case.sight;
    scene.book.limits.fuel = 60;
    scene.book.limits.depth = 4;
    scene.book.limits.entities = 12;
    scene.book.limits.entries = 4;
    scene.book.patterns = vec![
        Pattern::single(),
        Pattern::of(vec![(0, 0), (1, 0), (2, 0)]),
        Pattern::of(vec![(0, -1), (0, 0), (0, 1), (-1, 0)]),
    ];
    scene.book.formulas = ["a", "b", "c", "d"]
        .map(|source| Formula {
            source: source.to_owned(),
            code: vec![FormulaOp::Health(0), FormulaOp::Round, FormulaOp::Subtract],
        })
        .to_vec();
    scene.book.columns = Columns::new(vec![
        Column { name: "heat".to_owned(), of: ColumnOf::Entity, default: 3, weight: 0 },
        Column { name: "ash".to_owned(), of: ColumnOf::Cell, default: 1, weight: 0 },
    ]);
    for (index, (requests, code)) in case.programs.iter().enumerate() {
        let program = scene.add(&format!("p{index}"), 4, requests.clone(), code.clone());
        scene.book.programs[program as usize].data = vec![0, 1, 0xff, 2];
        scene.book.programs[program as usize].captured = 2;
    }
    for kind in &mut scene.book.unit_types {
        kind.on_hurt = case.on_hurt.then_some(5);
        kind.on_death = case.on_death.then_some(4);
        kind.blocks_sight = case.things;
        kind.leap = case.leap;
    }
    scene.book.terrains[2].avoided = case.leap > 0;
    if case.things {
        scene.opening.roster.iter_mut().skip(2).step_by(2).for_each(|placement| placement.team = Team::NEUTRAL);
    }
    while scene.book.unit_types.len() < 4 {
        scene.book.unit_types.push(UnitType { name: "spare".to_owned(), health: 2, acts: true, ..Default::default() });
    }
    alter(&mut scene);
    let mut play = scene.start();
    let numbering = play.battle.numbering(Team::PLAYER);
    for (index, (program, answers)) in case.decisions.iter().enumerate() {
        let answers = answers
            .iter()
            .map(|&(at, turn, answer)| (Key::new(Address(at), [turn / 2, 0, 0]).of_pick(turn as u8 % 2), answer))
            .collect();
        let uses = vec![ActionUse { program: *program, answers }, ActionUse::new(3)];
        let intent = numbering.intent_to_truth(&Intent { uses, complete: true });
        if let Some(unit) = numbering.to_truth(EntityId(index as u16)) {
            play.plan.set(unit, intent, 0);
        }
    }
    play
}
