//! Programs made ready to run: what an instruction means is decided once, when the rulebook is finished, instead of each
//! time it runs. Nothing here is saved, hashed or shown; the instructions remain what a program is.
//!
//! A specialised operation knows the commonest case of its instruction and only that. What it meets beside that (an
//! answer turned or missing, a shield, a unit that hides) it leaves to the instruction itself, so there is one meaning.

use super::{Address, Asks, Cost, Instr, Op, RangeShape, TokenSet, bits};
use crate::formula::FormulaOp;
use crate::rulebook::Rulebook;
use crate::space::Ground;
use crate::state::{ChangeKind, Team};

/// A rulebook made ready to run. Empty until [`Rulebook::finish`], and then all runs by the instructions themselves.
#[derive(Clone, Debug, Default)]
pub struct Decoded {
    /// Operations of each program, one an instruction.
    pub(crate) programs: Vec<Vec<Exec>>,
    /// Whether each archetype has each program among its actions and can pay for it, as bits: `words` words an archetype.
    usable: Vec<u64>,
    words: usize,
    /// Where one can stand, with a border, so that a step off the board is found like a wall.
    pub(crate) ground: Ground,
    /// Kinds of changes after which a step must be looked at: they may trigger a program or end the running one.
    pub(crate) interest: u64,
    /// Whether any kind of entity starts unseen.
    pub(crate) may_hide: bool,
    /// What may hide from each side.
    hideable: [Hideable; Team::COUNT],
}

/// What may hide from a side by the rulebook, whether anything does or not: of it, a side knows no more than the least
/// number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Hideable {
    /// Bits of the tags of entities that may hide.
    tags: u64,
    /// Whether the death of one of them counts as a loss.
    losses: bool,
}

impl Hideable {
    /// Whether a formula's operation reads something of which more may be hidden than the side knows.
    pub(crate) const fn concerns(self, op: FormulaOp) -> bool {
        match op {
            FormulaOp::Count(tag) | FormulaOp::Inside(tag, _) => self.tags >> (tag & 63) & 1 == 1,
            FormulaOp::Losses => self.losses,
            _ => false,
        }
    }

    /// What may hide from each side: kinds that start unseen, on the sides that they are placed on or may be spawned on.
    fn of(book: &Rulebook) -> [Self; Team::COUNT] {
        let mut all = [Self::default(); Team::COUNT];
        for (index, kind) in book.archetypes.iter().enumerate().filter(|(_, kind)| kind.hidden) {
            let spawns = book.programs.iter().flat_map(|program| &program.code);
            let spawns = spawns.filter(|instr| instr.op == Op::Spawn && usize::from(instr.x) == index);
            // Who spawns is not told by the program.
            let spawned = spawns.fold(0, |teams, instr| {
                teams | if instr.has(bits::VARIANT) { 1_u8 << Team::NEUTRAL.0 } else { u8::MAX }
            });
            let placed = book.placements.iter().filter(|placement| usize::from(placement.archetype) == index);
            let teams = placed.fold(spawned, |teams, placement| teams | 1 << (placement.team.0 & 7));
            for (viewer, hideable) in all.iter_mut().enumerate().filter(|&(viewer, _)| teams & !(1 << viewer) != 0) {
                debug_assert!(viewer < Team::COUNT, "one for each side");
                hideable.tags |= kind.tags;
                hideable.losses |= kind.counts_as_loss;
            }
        }
        all
    }
}

/// Slots that the short forms know.
pub(crate) const SHORT_SLOTS: usize = 8;

/// The bit of a kind of change in [`Decoded::interest`].
#[inline(always)]
pub(crate) const fn bit(what: ChangeKind) -> u64 {
    1 << what as u8
}

/// One operation. Slots are below the program's addresses, so they need no test when it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exec {
    /// What the instruction says.
    General,
    /// The program ends.
    End,
    /// On at a later instruction.
    Forward(u32),
    /// Asks for a cell `min` to `min + span` steps from the actor, which nobody has to fit. Its answer is usually the
    /// one at `order`.
    Ask { slot: u8, order: u8, min: u8, span: u8 },
    /// The actor is put on the cell in a slot.
    Go { slot: u8, label: u8 },
    /// Harms the entity on the cell in a slot.
    Strike { slot: u8, label: u8, harm: i32 },
    /// The actor goes to the cell in a slot, or harms who is there.
    GoOrStrike { slot: u8, label: u8, harm: i32 },
    /// Pushes the entity on the cell in a slot away from the actor by one cell.
    Shove { slot: u8, label: u8 },
    /// [`Exec::Ask`] and [`Exec::Go`] of the same slot, in one. The second stays behind the first, where jumps find it.
    AskGo { slot: u8, order: u8, min: u8, span: u8, label: u8 },
    /// [`Exec::Ask`], [`Exec::Strike`] and [`Exec::Shove`] by one cell, of the same slot.
    AskBlow { slot: u8, order: u8, min: u8, span: u8, hit: u8, push: u8, harm: i32 },
}

impl Decoded {
    /// What a rulebook comes to. Without `specialise` every operation is general.
    pub(crate) fn new(book: &Rulebook, specialise: bool) -> Self {
        let programs = if specialise { book.programs.iter().map(|p| operations(book, p)).collect() } else { vec![] };
        let when = |any: bool, what: ChangeKind| if any { bit(what) } else { 0 };
        let enters = book.terrains.iter().any(|t| t.on_enter.is_some())
            || book.surfaces.iter().any(|surface| surface.on_enter.is_some());
        let hurts = book.archetypes.iter().any(|kind| kind.on_hurt.is_some());
        let interest = bit(ChangeKind::Flags) | when(enters, ChangeKind::Cell) | when(hurts, ChangeKind::Health);
        let words = book.programs.len().div_ceil(64);
        let mut usable = vec![0; words * book.archetypes.len()];
        for (index, kind) in book.archetypes.iter().enumerate() {
            let pays = |program: &TokenSet| match program.cost {
                Cost::Move => kind.points.0 > 0,
                Cost::Action => kind.points.1 > 0,
                Cost::Free => true,
            };
            for &action in kind.actions.iter().filter(|&&action| book.program(action).is_some_and(pays)) {
                usable[index * words + usize::from(action) / 64] |= 1_u64 << (action % 64);
            }
        }
        Self {
            programs,
            usable,
            words,
            ground: Ground::new(&book.board, &book.terrains),
            interest,
            may_hide: book.archetypes.iter().any(|kind| kind.hidden),
            hideable: Hideable::of(book),
        }
    }

    /// What may hide from a side.
    pub(crate) fn hideable(&self, viewer: Team) -> Hideable {
        self.hideable.get(usize::from(viewer.0)).copied().unwrap_or_default()
    }

    /// The operations of a program that a unit of this archetype can pay for and that fits the short forms' memory.
    #[inline(always)]
    pub(crate) fn plain(&self, program: u16, archetype: u16) -> Option<&[Exec]> {
        let ops = self.programs.get(program as usize)?;
        let word = self.usable.get(archetype as usize * self.words + program as usize / 64)?;
        (word >> (program % 64) & 1 == 1).then_some(ops)
    }

    /// The operations of a program; none where it must run by its instructions.
    #[inline(always)]
    pub(crate) fn program(&self, index: u16) -> &[Exec] {
        self.programs.get(index as usize).map_or(&[], Vec::as_slice)
    }
}

fn operations(book: &Rulebook, program: &TokenSet) -> Vec<Exec> {
    // Under loops the key of an answer names their turns, so it is not known beforehand.
    let loops = program.code.iter().any(|instr| matches!(instr.op, Op::LoopBegin | Op::LoopNext));
    let mut asked = 0_usize;
    let decode = |(pc, instr): (usize, &Instr)| {
        let order = asked;
        asked += usize::from(instr.op == Op::Declare);
        match instr.op {
            Op::Declare if loops => Exec::General,
            Op::Declare => ask(program, instr, order),
            op => operation(book, program, pc, op, instr),
        }
    };
    let mut ops: Vec<Exec> = program.code.iter().enumerate().map(decode).collect();
    for at in 0..ops.len() {
        ops[at] = sequence(&ops[at..]);
    }
    ops
}

/// The first operation, together with those behind it where there is a form for all of them.
fn sequence(ops: &[Exec]) -> Exec {
    match *ops {
        [Exec::Ask { slot, order, min, span }, Exec::Go { slot: to, label }, ..] if to == slot => {
            Exec::AskGo { slot, order, min, span, label }
        }
        [
            Exec::Ask { slot, order, min, span },
            Exec::Strike { slot: struck, label: hit, harm },
            Exec::Shove { slot: pushed, label: push },
            ..,
        ] if struck == slot && pushed == slot => Exec::AskBlow { slot, order, min, span, hit, push, harm },
        [first, ..] => first,
        [] => Exec::General,
    }
}

fn ask(program: &TokenSet, instr: &Instr, order: usize) -> Exec {
    let request = program.requests.get(instr.x as usize);
    let plain = request.filter(|request| {
        request.asks == Asks::Cell
            && request.from == Address::SELF
            && request.reach == RangeShape::Steps
            && request.min <= request.max
            && !request.flags.strict
            && !request.flags.automatic
    });
    match (plain, slot(program, instr.a), u8::try_from(order)) {
        (Some(request), Some(slot), Ok(order)) => {
            Exec::Ask { slot, order, min: request.min, span: request.max - request.min }
        }
        _ => Exec::General,
    }
}

/// An address as a slot that the program has, among the first few.
fn slot(program: &TokenSet, address: Address) -> Option<u8> {
    let few = program.addresses.min(SHORT_SLOTS as u8);
    (address.is_slot() && address.0 < few).then_some(address.0)
}

fn operation(book: &Rulebook, program: &TokenSet, pc: usize, op: Op, instr: &Instr) -> Exec {
    let (a, label, n) = (slot(program, instr.a), instr.label, instr.n);
    let fixed = !instr.has(bits::FORMULA);
    // A blow that Mirror may repeat is put down in the battle's row, which is left to the instruction.
    let forgotten = !instr.has(bits::BLOW) || !book.remembers_blows;
    match (op, a) {
        (Op::End, _) => Exec::End,
        (Op::Jump, _) if instr.to as usize > pc => Exec::Forward(instr.to),
        (Op::Teleport, _) if instr.a == Address::SELF && !instr.has(bits::VARIANT) => {
            slot(program, instr.b).map_or(Exec::General, |slot| Exec::Go { slot, label })
        }
        (Op::MoveAttack, Some(slot)) if fixed && forgotten => Exec::GoOrStrike { slot, label, harm: n.max(0) },
        (Op::Damage, Some(slot)) if fixed && forgotten && instr.x == 0 => Exec::Strike { slot, label, harm: n.max(0) },
        (Op::Push, Some(slot)) if fixed && forgotten && n == 1 && !instr.has(bits::VARIANT | bits::HAS_B) => {
            Exec::Shove { slot, label }
        }
        _ => Exec::General,
    }
}
