//! Binding: what a unit means to do, made ready to run. Answers are put into the instructions that ask for them, and where
//! a request, a move, a blow and a push follow each other as they mostly do, they become one operation. What was bound is
//! kept for as long as the unit's intent stays the same.

use super::Resolved;
use super::decode::{HotStep, Step};
use super::hot::{Hot, MOST_CHANGES, Spot};
use super::series::MOST_AGAIN;
use super::step::Flow;
use crate::intent::{ActionUse, Answer, Key, Plan};
use crate::program::{Address, Asks, Instr, Op, RangeShape, Request, TokenSet, bits};
use crate::rulebook::Rulebook;
use crate::space::{Board, Cell, Dir, Layout, Symmetry, WalkPath};
use crate::state::{EntityId, Grid};
use crate::tokens::{damage, push, teleport};
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

/// One operation: an instruction with its answer put in, or several that follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundOp {
    pub(super) run: HotStep,
    /// The instruction. Where an answer is put in, `n` and `to` are what leads from the actor's cell and place to those
    /// that are meant.
    pub(super) instr: Instr,
    pub(super) what: What,
    /// The instruction it begins with, and how many it is of.
    pub(super) pc: u16,
    pub(super) count: u16,
}

/// What an operation is, as far as the series has it inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The actor goes to the cell that was asked for.
    Go,
    /// Who is on the cell that was asked for is struck and pushed by one.
    Blow,
    /// Anything else.
    Step,
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
            let Ok(program) = points.pay(book, kind, &intent.uses[..index], used) else { return };
            let steps = book.decoded.program(used.program);
            let part = bind(book, program, steps, used);
            for op in &part.ops {
                let steps = usize::from(op.count) + if op.what == What::Step { MOST_AGAIN as usize } else { 0 };
                self.most_changes += steps * MOST_CHANGES;
                self.most_work += steps * (MOST_CHANGES + 1) + looked_at(book, op);
            }
            // The instruction at its end counts as well.
            self.most_work += 1;
            self.uses.push(part);
        }
        self.is_plain = true;
    }
}

/// The cells that an operation may look at at most.
fn looked_at(book: &Rulebook, op: &BoundOp) -> usize {
    match op.instr.op {
        _ if op.what != What::Step => 0,
        Op::Damage | Op::Heal | Op::Shield => {
            let pattern = book.patterns.get(usize::from(op.instr.x)).map_or(0, |pattern| pattern.cells.len());
            // Each may be looked at along a line across the board.
            pattern * 2 * Board::MAX_SIDE as usize
        }
        Op::Move => 2 * WalkPath::MAX,
        _ => 0,
    }
}

/// Binds a program up to where it may lead back or ends.
fn bind(book: &Rulebook, program: &TokenSet, steps: &[Step], used: &ActionUse) -> BoundUse {
    let mut ops: Vec<BoundOp> = Vec::new();
    let mut pc = 0;
    while let Some(step) = steps.get(pc).filter(|_| pc <= usize::from(u16::MAX)) {
        let plain = BoundOp { run: step.hot, instr: step.instr, what: What::Step, pc: pc as u16, count: 1 };
        let op = near(program, used, &step.instr).map_or(plain, |asked| fuse(book, &steps[pc + 1..], plain, asked));
        match step.instr.op {
            Op::End | Op::Jump | Op::JumpUnless | Op::LoopBegin | Op::LoopNext | Op::Veil => break,
            _ => ops.push(op),
        }
        pc += usize::from(op.count);
    }
    let last = steps.get(pc).map(|step| step.instr.op);
    let asks = ops.iter().any(|op| op.what == What::Step);
    let (ends, end_counts) = (matches!(last, None | Some(Op::End)), last == Some(Op::End));
    BoundUse { program: used.program, slots: program.addresses, asks, ops, end: pc as u32, ends, end_counts }
}

/// The cell that a request was answered with, where that is near the actor and fits wherever it stands.
fn near(program: &TokenSet, used: &ActionUse, instr: &Instr) -> Option<(i32, i32)> {
    let request = program.requests.get(instr.x as usize).filter(|_| instr.op == Op::Declare)?;
    let Request { asks: Asks::Cell, from: Address::SELF, reach: RangeShape::Steps, .. } = *request else { return None };
    if request.flags.automatic || request.flags.strict || instr.a.0 >= program.addresses {
        return None;
    }
    let &Answer::Offset(dx, dy) = used.answer_to(Key::new(instr.a, [0; 3]), instr.x as usize)? else { return None };
    let (dx, dy) = (i32::from(dx), i32::from(dy));
    let steps = dx.unsigned_abs() + dy.unsigned_abs();
    let fits = (u32::from(request.min)..=u32::from(request.max)).contains(&steps) && dx.unsigned_abs() < Layout::MARGIN;
    fits.then_some((dx, dy))
}

/// A request with its answer put in, together with what follows where both become one operation.
fn fuse(book: &Rulebook, rest: &[Step], ask: BoundOp, (dx, dy): (i32, i32)) -> BoundOp {
    let place = book.decoded.ground.layout().difference((dx, dy));
    let asked = Instr { n: dx + (dy << 12), to: place as u32, ..ask.instr };
    let slot = ask.instr.a;
    match rest {
        [go, ..]
            if go.instr.op == Op::Teleport
                && (go.instr.a, go.instr.b) == (Address::SELF, slot)
                && !go.instr.has(bits::VARIANT | bits::FORMULA) =>
        {
            let instr = Instr { label: go.instr.label, ..asked };
            BoundOp { run: ask_and_go, instr, what: What::Go, count: 2, ..ask }
        }
        // A blow that Mirror may repeat is put down as well, and one at oneself pushes nowhere.
        [hit, thrust, ..]
            if !book.remembers_blows
                && (dx, dy) != (0, 0)
                && hits(&hit.instr, slot)
                && thrusts(&thrust.instr, slot) =>
        {
            let dir = Dir::towards(dx, dy).unwrap_or(Dir::East);
            // What a blow needs beside the answer: its harm, the way of the push, both labels and where it begins.
            let x = hit.instr.n as u16 | (dir as u16) << HARM_BITS;
            let (b, flags) = (Address(thrust.instr.label), ask.pc);
            let instr = Instr { label: hit.instr.label, x, b, flags, ..asked };
            BoundOp { run: ask_and_blow, instr, what: What::Blow, count: 3, ..ask }
        }
        _ => BoundOp { run: ask_near, instr: asked, ..ask },
    }
}

/// Bits of a blow's harm beside the direction of its push.
const HARM_BITS: u32 = 12;

/// Whether an instruction harms one cell by a small constant amount.
fn hits(instr: &Instr, slot: Address) -> bool {
    let small = !instr.has(bits::FORMULA) && (0..1 << HARM_BITS).contains(&instr.n);
    instr.op == Op::Damage && instr.a == slot && instr.x == 0 && small
}

/// Whether an instruction pushes by one cell, away from the actor.
fn thrusts(instr: &Instr, slot: Address) -> bool {
    let away = !instr.has(bits::FORMULA | bits::VARIANT | bits::HAS_B);
    instr.op == Op::Push && instr.a == slot && instr.n == 1 && away
}

/// The spot that an answer put in leads to.
#[inline(always)]
fn asked(hot: &mut Hot<'_>, instr: &Instr) -> Option<Spot> {
    let owner = hot.entity(hot.frame.owner);
    // What is asked behind a redirect of the actor itself is turned.
    if owner.redirect != Symmetry::IDENTITY {
        return None;
    }
    let here = Spot { cell: owner.cell, place: owner.place };
    let cell = Cell::from_bits(here.cell.bits().wrapping_add_signed(instr.n));
    let place = hot.layout.beside(here.place, instr.to as i32);
    if hot.word(place) == Grid::OFF {
        return None;
    }
    if let Some(slot) = hot.slots.get_mut(usize::from(instr.a.0)) {
        *slot = Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL | Resolved::ROOTED);
    }
    Some(Spot { cell, place })
}

/// A request with its answer put in.
fn ask_near(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    hot.forget_path(instr.a);
    if asked(hot, instr).is_some() { Flow::Next } else { Flow::Whole }
}

/// The same, and the actor goes there.
#[inline(always)]
pub(super) fn ask_and_go(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    let Some(to) = asked(hot, instr) else { return Flow::Whole };
    teleport::put(hot, hot.frame.owner, to, instr.label);
    Flow::Next
}

/// The same, and who is there is struck and pushed by one.
#[inline(always)]
pub(super) fn ask_and_blow(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    let Some(spot) = asked(hot, instr) else { return Flow::Whole };
    let harm = i32::from(instr.x & ((1 << HARM_BITS) - 1));
    if let Some(id) = damage::strike(hot, spot, harm, instr.label) {
        if hot.look {
            // What the harm sets off comes before the push.
            return Flow::Jump(u32::from(instr.flags) + 2);
        }
        push::shove(hot, id, Dir::from_index((instr.x >> HARM_BITS) as u8), false, instr.b.0);
    }
    Flow::Next
}
