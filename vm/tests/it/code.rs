//! Constructors of tokens by the operands that tests vary.

use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::tokens::flow::{Ask, Ends, Level, Slots};
use foretoken_vm::tokens::movement::Course;
use foretoken_vm::tokens::operand::{Addresses, Area, Program, To, UnitTypeId};
use foretoken_vm::tokens::surface::Laid;
use foretoken_vm::tokens::teleport::Destination;
use foretoken_vm::tokens::{
    Anchor, Call, Damage, Declare, Delay, Jump, JumpUnless, Kill, LoopBegin, LoopNext, Move, Push, Quicken, Redirect,
    Shield, Spawn, Stun, Surface, Swap, Teleport, Token, Veil, Wait,
};
use foretoken_vm::{Symmetry, tokens};

const NONE: Label = Label::NONE;

pub fn declare(at: Address, request: u16, to: u32) -> Token {
    Declare { at, ask: Ask { request, end: To(to) } }.into()
}

pub fn jump(to: u32) -> Token {
    Jump { to: To(to) }.into()
}

pub fn unless(condition: Amount, to: u32) -> Token {
    JumpUnless { condition, to: To(to) }.into()
}

pub fn repeat(level: u8, times: i32, to: u32) -> Token {
    LoopBegin { level: Level(level), times: Amount::Const(times), to: To(to) }.into()
}

/// Next iteration of a counted loop at `to`; clears `own` targets.
pub fn next(level: u8, own: u8, to: u32) -> Token {
    let own = Slots { first: 0, count: own };
    LoopNext { level: Level(level), ends: Ends::Counted, own, to: To(to) }.into()
}

/// Next iteration of a conditional loop.
pub fn next_while(level: u8, own: u8, to: u32) -> Token {
    let own = Slots { first: 0, count: own };
    LoopNext { level: Level(level), ends: Ends::ByCondition, own, to: To(to) }.into()
}

/// A veiled part with `count` targets of the program's data.
pub fn veil(count: u8, to: u32) -> Token {
    Veil { label: NONE, targets: Addresses { first: 0, count }, to: To(to) }.into()
}

pub fn damage(target: Address, harm: i32) -> Token {
    Damage { target, amount: Amount::Const(harm), ..Damage::default() }.into()
}

pub fn shield(target: Address, points: i32) -> Token {
    Shield { target, amount: Amount::Const(points), ..Shield::default() }.into()
}

pub fn push(target: Address, cells: i32) -> Token {
    Push { target, distance: Amount::Const(cells), ..Push::default() }.into()
}

pub fn walk(to: Address) -> Token {
    Move { course: Course::Walk(to), label: NONE }.into()
}

pub fn slide() -> Token {
    Move { course: Course::Slide, label: NONE }.into()
}

pub fn teleport(target: Address, to: Address) -> Token {
    Teleport { target, to: Destination::At(to), label: NONE }.into()
}

pub fn swap(target: Address, other: Address) -> Token {
    Swap { target, other, label: NONE }.into()
}

pub fn redirect(target: Address, turn: u8) -> Token {
    Redirect { target, turn: Symmetry::from_index(turn), ..Redirect::default() }.into()
}

pub fn stun(target: Address, intents: i32) -> Token {
    Stun { target, intents: Amount::Const(intents), area: Area::default(), label: NONE }.into()
}

pub fn quicken(target: Address, by: i32) -> Token {
    Quicken { target, amount: Amount::Const(by), label: NONE }.into()
}

pub fn anchor(target: Address) -> Token {
    Anchor { target, label: NONE }.into()
}

pub fn kill(target: Address) -> Token {
    Kill { target, label: NONE }.into()
}

pub fn wait() -> Token {
    Wait::default().into()
}

pub fn spawn(target: Address, unit_type: u16) -> Token {
    Spawn { target, unit: UnitTypeId(unit_type), ..Spawn::default() }.into()
}

/// Lays a surface, by index plus one.
pub fn lay(target: Address, surface: u8) -> Token {
    Surface { target, laid: Laid(surface), ..Surface::default() }.into()
}

/// A program of the actor, rounds later.
pub fn delay(program: u16, rounds: i32) -> Delay {
    Delay { owner: Address::SELF, program: Program(program), rounds: Amount::Const(rounds), ..Delay::default() }
}

/// A delay with the first target of the program's data.
pub fn delay_with_target(program: u16, rounds: i32) -> Delay {
    Delay { captured: Addresses { first: 0, count: 1 }, ..delay(program, rounds) }
}

/// A token of another crate.
pub fn call(index: u16) -> Token {
    Call { token: tokens::external::ExternIndex(index), ..Call::default() }.into()
}
