//! Binding: what a unit means to do, made ready to run. Answers are put into the instructions that ask for them, and where
//! a request, a move, a blow and a push follow each other as they mostly do, they become one operation. What was bound is
//! kept for as long as the unit's intent stays the same.

use super::Resolved;
use super::decode::{HotStep, Run, Step};
use super::hot::{Hot, MOST_CHANGES};
use super::series::MOST_AGAIN;
use super::step::Flow;
use crate::intent::{ActionUse, Answer, Key, Plan};
use crate::program::{Address, Amount, Asks, Label, Request, Token, TokenSet};
use crate::regions::RegionId;
use crate::rulebook::Rulebook;
use crate::space::{Board, Cell, Dir, Layout, Spot, Symmetry, WalkPath};
use crate::state::{EntityId, Grid};
use crate::tokens::operand::Area;
use crate::tokens::push::Way;
use crate::tokens::teleport::Destination;
use crate::tokens::{Call, Damage, Declare, Extern, Push, Teleport, damage, push, teleport};
use crate::validate::Points;

/// What a unit means to do, bound to a rulebook.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bound {
    /// The rulebook, the intent and the kind of unit that it was bound for.
    book: u64,
    version: u64,
    archetype: u16,
    /// Whether it can run in a series: a complete intent whose uses all hold.
    pub(super) is_plain: bool,
    pub(super) uses: Vec<BoundUse>,
    /// Changes, and pieces of work, that it may come to at most.
    pub(super) most_changes: usize,
    pub(super) most_work: usize,
}

/// One use.
#[derive(Clone, Debug)]
pub(super) struct BoundUse {
    pub(super) program: u16,
    pub(super) slots: u8,
    /// Whether any operation may look at requests, answers and ways.
    pub(super) asks: bool,
    pub(super) ops: Vec<BoundOp>,
    /// The instruction behind the last operation, whether the program ends there, and whether that is an instruction too.
    pub(super) end: u32,
    pub(super) ends: bool,
    pub(super) end_counts: bool,
}

/// One operation: a token, or several that follow each other, with the answer put in.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoundOp {
    /// The actor goes to the cell that was asked for.
    Go(Near, Label),
    /// Who is on the cell that was asked for is struck and pushed by one.
    Blow(Near, Blow),
    /// A cell was asked for.
    Ask(Near),
    /// A step of another crate.
    Call(HotStep<Call>, u32, Call),
    /// Any other step.
    Step(HotStep<Token>, u32, Token),
}

/// A request that is answered by a cell near the actor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// What leads from the actor's cell and place to those that are meant.
    cell: i32,
    place: i32,
    /// The instruction that asks, and the slot that the answer goes to.
    pub(super) pc: u32,
    slot: u8,
}

/// What a blow needs beside the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    harm: i32,
    dir: Dir,
    hit: Label,
    push: Label,
}

impl Bound {
    /// Whether this is what the unit means to do now.
    #[inline(always)]
    pub(super) fn is_valid(&self, book: &Rulebook, plan: &Plan, id: EntityId, archetype: u16) -> bool {
        self.version == plan.version(id) && self.archetype == archetype && self.book == book.id
    }

    /// Binds what the unit means to do now.
    #[cold]
    #[inline(never)]
    pub(super) fn renew(&mut self, book: &Rulebook, plan: &Plan, id: EntityId, archetype: u16) {
        (self.book, self.version, self.archetype) = (book.id, plan.version(id), archetype);
        (self.is_plain, self.most_changes, self.most_work) = (false, 1, 0);
        self.uses.clear();
        let Some(intent) = plan.intent(id).filter(|intent| intent.complete) else { return };
        let Some(kind) = book.archetypes.get(usize::from(archetype)) else { return };
        let mut points = Points::of(kind);
        for (index, used) in intent.uses.iter().enumerate() {
            let Ok(program) = points.pay(book, kind.actions.contains(&used.program), &intent.uses[..index], used)
            else {
                return;
            };
            let steps = book.decoded.program(used.program);
            let part = bind(book, program, steps, used);
            // What a step that is not fused may come to, for each time that it may go on.
            let steps: usize = part.ops.iter().map(|op| if op.is_step() { 1 + MOST_AGAIN as usize } else { 3 }).sum();
            self.most_changes += steps * MOST_CHANGES;
            self.most_work += steps * (MOST_CHANGES + 1) + part.end as usize;
            self.most_work += part.ops.iter().map(|op| looked_at(book, op)).sum::<usize>();
            // The instruction at its end counts as well.
            self.most_work += 1;
            self.uses.push(part);
        }
        self.is_plain = true;
    }
}

impl BoundOp {
    /// Whether it may look at requests, answers and ways, and go on.
    const fn is_step(&self) -> bool {
        matches!(self, Self::Step(..) | Self::Call(..))
    }
}

/// The cells that an operation may look at at most.
fn looked_at(book: &Rulebook, op: &BoundOp) -> usize {
    let BoundOp::Step(_, _, token) = op else { return 0 };
    // Each cell of an area may be looked at along a line across the board.
    let cells = |area: Area| book.patterns.get(usize::from(area.pattern)).map_or(0, |pattern| pattern.cells.len());
    let area = token.area().map_or(0, |area| cells(area) * 2 * Board::MAX_SIDE as usize);
    area + if matches!(token, Token::Move(_)) { 2 * WalkPath::MAX } else { 0 }
}

/// Binds a program up to where it may lead back or ends.
fn bind(book: &Rulebook, program: &TokenSet, steps: &[Step], used: &ActionUse) -> BoundUse {
    let mut ops: Vec<BoundOp> = Vec::new();
    let mut pc = 0;
    while let Some(step) = steps.get(pc) {
        let rest = &steps[pc + 1..];
        let (op, count) = match step.token {
            Token::End(_) | Token::Jump(_) | Token::JumpUnless(_) => break,
            Token::LoopBegin(_) | Token::LoopNext(_) | Token::Veil(_) => break,
            Token::EachBegin(_) | Token::Each(_) | Token::EachPick(_) | Token::Trail(_) => break,
            Token::Declare(declare) if is_passed(program, used, &declare) => {
                pc += 1 + usize::from(is_without(&steps[..pc], rest, declare.at));
                continue;
            }
            // On one level a difference of places leads there, and no height refuses it.
            Token::Declare(declare) => match near(program, used, &declare).filter(|_| book.board.is_level()) {
                Some(offset) => fuse(book, rest, pc as u32, declare.at, offset),
                None => (BoundOp::Step(step.hot, pc as u32, step.token), 1),
            },
            Token::Call(call) => (call_of(book, step, pc as u32, call), 1),
            _ => (BoundOp::Step(step.hot, pc as u32, step.token), 1),
        };
        ops.push(op);
        pc += count;
    }
    let last = steps.get(pc).map(|step| step.token);
    let asks = ops.iter().any(BoundOp::is_step);
    let (ends, end_counts) = (matches!(last, None | Some(Token::End(_))), matches!(last, Some(Token::End(_))));
    BoundUse { program: used.program, slots: program.addresses, asks, ops, end: pc as u32, ends, end_counts }
}

/// A token of another crate. One that is slices alone, previews as it executes and needs no formula is called itself.
fn call_of(book: &Rulebook, step: &Step, pc: u32, call: Call) -> BoundOp {
    match book.externs.get(usize::from(call.token.0)) {
        Some(&Extern { step: Run::Hot(own) | Run::Both(own, _), preview: None, .. }) if !call.amount.is_formula() => {
            BoundOp::Call(own, pc, call)
        }
        _ => BoundOp::Step(step.hot, pc, step.token),
    }
}

/// Whether a request relative to the actor was passed over, as it may be.
fn is_passed(program: &TokenSet, used: &ActionUse, declare: &Declare) -> bool {
    let index = usize::from(declare.ask.request);
    let passed = || matches!(used.answer_to(Key::new(declare.at, [0; 3]), index), Some(Answer::Pass));
    program.requests.get(index).is_some_and(|request| {
        request.from == Address::SELF
            && request.flags.optional
            && !request.flags.automatic
            && !request.is_list()
            && passed()
    })
}

/// Whether what follows is the actor going where nothing was picked, which does nothing.
fn is_without(before: &[Step], rest: &[Step], slot: Address) -> bool {
    let declares = |step: &Step| matches!(step.token, Token::Declare(declare) if declare.at == slot);
    rest.first().is_some_and(|step| goes(&step.token, slot).is_some()) && !before.iter().any(declares)
}

/// The cell that a request was answered with, where that is near the actor and fits wherever it stands.
fn near(program: &TokenSet, used: &ActionUse, declare: &Declare) -> Option<(i32, i32)> {
    let index = usize::from(declare.ask.request);
    let request = program.requests.get(index)?;
    let Request { asks: Asks::Cell, from: Address::SELF, region: RegionId::STEPS, .. } = *request else { return None };
    if request.flags.automatic || request.flags.strict || request.is_list() || declare.at.0 >= program.addresses {
        return None;
    }
    let &Answer::Offset(dx, dy) = used.answer_to(Key::new(declare.at, [0; 3]), index)? else { return None };
    let (dx, dy) = (i32::from(dx), i32::from(dy));
    let steps = dx.unsigned_abs() + dy.unsigned_abs();
    let (least, most) = request.bounds()?;
    let fits = (least..=most).contains(&(steps as i32)) && dx.unsigned_abs() < Layout::MARGIN;
    fits.then_some((dx, dy))
}

/// A request with its answer put in, together with what follows where both become one operation, and how many tokens those
/// are.
fn fuse(book: &Rulebook, rest: &[Step], pc: u32, slot: Address, (dx, dy): (i32, i32)) -> (BoundOp, usize) {
    let place = book.board.layout().rows().difference((dx, dy));
    let near = Near { cell: dx + (dy << 12), place, pc, slot: slot.0 };
    if let Some(label) = rest.first().and_then(|step| goes(&step.token, slot)) {
        return (BoundOp::Go(near, label), 2);
    }
    if let [hit, thrust, ..] = rest
        && let Some((harm, hit)) = hits(&hit.token, slot)
        && let Some(push) = thrusts(&thrust.token, slot)
        // A blow that Mirror may repeat is put down as well, and one at oneself pushes nowhere.
        && !book.remembers_blows
        && book.board.is_level()
        && let Some(dir) = Dir::towards(dx, dy)
    {
        return (BoundOp::Blow(near, Blow { harm, dir, hit, push }), 3);
    }
    (BoundOp::Ask(near), 1)
}

/// The label of the actor's going to the cell in a slot, if that is what a token is.
fn goes(token: &Token, slot: Address) -> Option<Label> {
    match *token {
        Token::Teleport(Teleport { target: Address::SELF, to: Destination::At(to), label }) if to == slot => {
            Some(label)
        }
        _ => None,
    }
}

/// What a token harms the cell in a slot by, where that is a number, and its label.
fn hits(token: &Token, slot: Address) -> Option<(i32, Label)> {
    match *token {
        Token::Damage(Damage { target, amount: Amount::Const(harm), area, label, .. })
            if target == slot && area == Area::default() =>
        {
            Some((harm, label))
        }
        _ => None,
    }
}

/// The label of a push by one cell, away from the actor.
fn thrusts(token: &Token, slot: Address) -> Option<Label> {
    match *token {
        Token::Push(Push { target, way: Way::Away, distance: Amount::Const(1), label, .. }) if target == slot => {
            Some(label)
        }
        _ => None,
    }
}

impl Hot<'_> {
    /// The spot that an answer leads to. None where it needs more: what is asked behind a redirect of the actor is turned.
    #[inline(always)]
    fn asked(&mut self, near: Near) -> Option<Spot> {
        let owner = self.entity(self.frame.owner);
        if owner.redirect != Symmetry::IDENTITY {
            return None;
        }
        let cell = Cell::from_bits(owner.cell.bits().wrapping_add_signed(near.cell));
        let place = self.layout.beside(owner.place, near.place);
        if self.word(place) == Grid::OFF {
            return None;
        }
        if let Some(slot) = self.slots.get_mut(usize::from(near.slot)) {
            *slot = Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL | Resolved::ROOTED);
        }
        Some(Spot { cell, place })
    }

    /// A request with its answer put in.
    #[inline(always)]
    pub(super) fn ask(&mut self, near: Near) -> Flow {
        self.forget_path(Address(near.slot));
        if self.asked(near).is_some() { Flow::Next } else { Flow::Whole }
    }

    /// The same, and the actor goes there.
    #[inline(always)]
    pub(super) fn ask_and_go(&mut self, near: Near, label: Label) -> Flow {
        let Some(to) = self.asked(near) else { return Flow::Whole };
        teleport::put(self, self.frame.owner, to, label);
        Flow::Next
    }

    /// The same, and who is there is struck and pushed by one. Where the harm is to be looked at, that comes before the
    /// push, which is where the program goes on.
    #[inline(always)]
    pub(super) fn ask_and_blow(&mut self, near: Near, blow: Blow) -> Flow {
        let Some(spot) = self.asked(near) else { return Flow::Whole };
        if let Some(id) = damage::strike(self, spot, blow.harm, blow.hit) {
            if self.look {
                return Flow::Jump(near.pc + 2);
            }
            push::shove(self, id, blow.dir, false, blow.push);
        }
        Flow::Next
    }
}
