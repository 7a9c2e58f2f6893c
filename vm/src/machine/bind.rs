//! Binding of intents for fast execution. Answers are put into instructions, and common sequences become one operation.
//! A bound intent is reused while it stays the same.

use super::Resolved;
use super::decode::{FastStep, Step};
use super::fast::{FastContext, MOST_CHANGES};
use super::halting::Stop;
use super::series::MOST_AGAIN;
use super::slices::Slices;
use super::step::{Flow, Stretch};
use crate::intent::{ActionUse, Answer, Key, Plan};
use crate::program::Area;
use crate::program::{Address, Asks, Label, Request, Token, TokenSet};
use crate::regions::RegionId;
use crate::rulebook::Rulebook;
use crate::space::{Board, Cell, Dir, Layout, Symmetry, TilePos};
use crate::state::{EntityId, Grid};
use crate::stats::{EffectSourceClass, EffectSourceRef};
use crate::tokens::{Call, Extern, Leads, Nature, Reads, Stage, damage, push, teleport};
use crate::validate::Points;

#[derive(Debug, Default)]
pub(crate) struct Bounds {
    units: Vec<Bound>,
    /// Rulebook and plan revision, and a number that differs whenever either does.
    of: (u64, u64),
    stamp: u64,
}

#[derive(Debug, Default)]
pub(super) struct Bound {
    /// Key under which the intent was last found plain; 0 if it is not. In a quiet stretch, the key under which it
    /// needs only the slices of [`super::quiet::PlainContext`].
    plain: u64,
    quiet: u64,
    unit_type: u16,
    is_plain: bool,
    pub(super) has_steps: bool,
    is_quiet: bool,
    pub(super) ops: Vec<BoundOp>,
    pub(super) uses: Vec<BoundUse>,
    pub(super) steps: u32,
    pub(super) most_changes: usize,
    book: u64,
    version: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BoundUse {
    pub(super) program: u16,
    pub(super) slots: u8,
    /// Skill by which the unit uses the program.
    of: EffectSourceRef,
    pub(super) asks: bool,
    pub(super) remembers: bool,
    pub(super) steps_before: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum BoundOp {
    Go(Near, Label),
    Blow(Near, Blow),
    Ask(Near),
    Idle,
    Call(FastStep<Call>, u32, Call),
    Step(FastStep<Token>, u32, Token),
    Begin(u32),
    Rest(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    cell: i32,
    place: i32,
    pub(super) pc: u32,
    slot: u8,
    takes_care: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    harm: i32,
    dir: Dir,
    hit: Label,
    push: Label,
}

impl Bounds {
    #[inline]
    pub(super) fn of(&mut self, book: &Rulebook, plan: &Plan, units: usize) -> (&mut [Bound], Stamp) {
        let of = (book.id, plan.revision());
        if self.of != of || self.units.len() < units {
            (self.of, self.stamp) = (of, self.stamp + 1);
            self.units.resize_with(units.max(self.units.len()), Bound::default);
        }
        (&mut self.units, Stamp(self.stamp))
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp(u64);

impl Stamp {
    #[inline(always)]
    pub(super) const fn key(self, unit_type: u16) -> u64 {
        self.0 << 16 | unit_type as u64
    }
}

impl Bound {
    #[inline(always)]
    pub(super) const fn is_of(&self, key: u64, is_quiet: bool) -> bool {
        key == if is_quiet { self.quiet } else { self.plain }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn renew(&mut self, book: &Rulebook, plan: &Plan, id: EntityId, unit_type: u16, key: u64) -> bool {
        let version = plan.version(id);
        if (self.book, self.version, self.unit_type) != (book.id, version, unit_type) {
            (self.book, self.version, self.unit_type) = (book.id, version, unit_type);
            self.bind(book, plan, id);
        }
        self.plain = if self.is_plain { key } else { 0 };
        self.quiet = if self.is_quiet { self.plain } else { 0 };
        self.is_plain
    }

    fn bind(&mut self, book: &Rulebook, plan: &Plan, id: EntityId) {
        (self.is_plain, self.has_steps, self.most_changes, self.steps) = (false, false, 1, 0);
        self.uses.clear();
        self.ops.clear();
        let (unit_type, mut most_work) = (self.unit_type, 0);
        let Some(kind) = book.unit_types.get(usize::from(unit_type)).filter(|kind| kind.policy.is_none()) else {
            return;
        };
        if !book.decoded.capabilities.is_neutral_to_activations(unit_type) {
            return;
        }
        let Some(intent) = plan.intent(id) else {
            self.ops.push(BoundOp::Idle);
            (self.is_plain, self.is_quiet, self.most_changes) = (true, true, 2);
            return;
        };
        if !intent.complete {
            return;
        }
        let mut points = Points::of(kind);
        for (index, used) in intent.uses.iter().enumerate() {
            let Some(of) = skill_by_type(book, unit_type, used.program) else { return };
            let owns = of != EffectSourceRef::NONE || kind.actions.contains(&used.program);
            let Ok(program) = points.pay(book, owns, &intent.uses[..index], used) else { return };
            if program.usable.when.is_some() {
                return;
            }
            let begin = self.ops.len();
            let end = bind(book, program, used, &mut self.ops);
            let ops = self.ops.get_mut(begin..).unwrap_or_default();
            let asks = ops.iter().any(BoundOp::is_step);
            if self.has_steps {
                ops.iter_mut().for_each(BoundOp::take_care);
            }
            let remembers = asks || ops.iter().any(BoundOp::is_remembered);
            let slots = program.addresses;
            self.uses.push(BoundUse { program: used.program, slots, of, asks, remembers, steps_before: self.steps });
            self.has_steps |= ops.iter().any(BoundOp::is_open);
            self.steps += end;
            let goes_on = |op: &BoundOp| if op.is_open() { 1 + MOST_AGAIN as usize } else { 3 };
            let steps: usize = ops.iter().map(goes_on).sum();
            self.most_changes += steps * MOST_CHANGES;
            most_work += steps * (MOST_CHANGES + 1) + end as usize + 1;
            most_work += ops.iter().map(|op| looked_at(book, op)).sum::<usize>();
            let is_whole = !matches!(ops.last(), Some(BoundOp::Rest(_)));
            if index > 0 || remembers {
                self.ops.insert(begin, BoundOp::Begin(index as u32));
            }
            if !is_whole {
                break;
            }
        }
        self.is_plain = (book.limits.work() as usize) > most_work;
        self.is_quiet = self.ops.iter().all(BoundOp::is_quiet);
    }
}

impl BoundOp {
    pub(super) const fn pc(&self) -> u32 {
        match *self {
            Self::Go(near, _) | Self::Blow(near, _) | Self::Ask(near) => near.pc,
            Self::Call(_, pc, _) | Self::Step(_, pc, _) | Self::Rest(pc) => pc,
            Self::Begin(_) | Self::Idle => 0,
        }
    }

    const fn is_step(&self) -> bool {
        matches!(self, Self::Step(..))
    }

    const fn is_call(&self) -> bool {
        matches!(self, Self::Call(..))
    }

    const fn is_open(&self) -> bool {
        self.is_step() || self.is_call()
    }

    const fn is_quiet(&self) -> bool {
        match self {
            Self::Go(near, _) | Self::Blow(near, _) | Self::Ask(near) => !near.takes_care,
            _ => matches!(self, Self::Begin(_) | Self::Idle),
        }
    }

    const fn take_care(&mut self) {
        if let Self::Go(near, _) | Self::Blow(near, _) | Self::Ask(near) = self {
            near.takes_care = true;
        }
    }

    const fn is_remembered(&self) -> bool {
        match self {
            Self::Go(near, _) | Self::Blow(near, _) | Self::Ask(near) => near.takes_care,
            _ => self.is_call(),
        }
    }
}

/// Returns the skill by which every unit of a type uses a program, or [`EffectSourceRef::NONE`] if it needs none.
/// Returns `None` if the skill has a recharge, limited uses, costs, a condition or replacements, or if the rules have
/// decks. Units with their own skills, or with items that give skills, run in the general loop.
fn skill_by_type(book: &Rulebook, unit_type: u16, program: u16) -> Option<EffectSourceRef> {
    if !book.decks.is_empty() {
        return None;
    }
    let sources = &book.decoded.skill_sources;
    let mut own = sources.using(program).iter().copied().filter(|&skill| sources.is_own(unit_type, skill));
    let Some(skill) = own.next() else { return Some(EffectSourceRef::NONE) };
    let kind = book.skills.get(usize::from(skill))?;
    let is_free = kind.recharge == 0 && kind.uses == 0 && kind.costs.is_empty() && kind.usable.when.is_none();
    let is_sole = kind.replaced_by.is_empty() && own.next().is_none();
    (is_free && is_sole).then_some(EffectSourceRef { class: EffectSourceClass::Skill, kind: skill })
}

fn looked_at(book: &Rulebook, op: &BoundOp) -> usize {
    let BoundOp::Step(_, _, token) = op else { return 0 };
    // Each cell of an area may be inspected along a line across the board.
    let cells = |area: Area| book.patterns.get(usize::from(area.pattern)).map_or(0, |pattern| pattern.cells.len());
    let area = token.area().map_or(0, |area| cells(area) * 2 * Board::MAX_SIDE as usize);
    area + token.nature().looks_at
}

fn bind(book: &Rulebook, program: &TokenSet, used: &ActionUse, ops: &mut Vec<BoundOp>) -> u32 {
    let (steps, natures) = (book.decoded.program(used.program), book.decoded.natures(used.program));
    let (mut pc, mut is_open) = (0, false);
    while let Some((step, nature)) = steps.get(pc).zip(natures.get(pc)) {
        let rest = &natures[pc + 1..];
        if nature.leads != Leads::On {
            break;
        }
        let itself = (BoundOp::Step(step.fast, pc as u32, step.token), 1);
        let (op, count) = match (nature.resolves, nature.calls) {
            (Some((request, slot)), _) if is_passed(program, used, request, slot) => {
                pc += 1 + usize::from(is_without(book, &natures[..pc], rest, slot));
                continue;
            }
            // On level ground a difference of dense tile numbers leads there, and no height refuses it.
            (Some((request, slot)), _) => match near(program, used, request, slot).filter(|_| book.board.is_level()) {
                Some(offset) => fuse(book, program, rest, pc as u32, slot, offset),
                None => itself,
            },
            (None, Some(call)) => (call_of(book, step, pc as u32, call), 1),
            (None, None) => itself,
        };
        ops.push(op);
        is_open |= op.is_open();
        if is_open {
            ops.last_mut().into_iter().for_each(BoundOp::take_care);
        }
        pc += count;
    }
    let end = pc as u32;
    match natures.get(pc).map(|nature| nature.leads) {
        None => end,
        Some(Leads::End) => end + 1,
        Some(Leads::On | Leads::Elsewhere) => {
            ops.push(BoundOp::Rest(end));
            end
        }
    }
}

fn call_of(book: &Rulebook, step: &Step, pc: u32, call: Call) -> BoundOp {
    let own = book.externs.get(usize::from(call.token.0)).and_then(Extern::fast_step);
    match own.filter(|_| !call.amount.is_formula()) {
        Some(own) => BoundOp::Call(own, pc, call),
        None => BoundOp::Step(step.fast, pc, step.token),
    }
}

fn is_passed(program: &TokenSet, used: &ActionUse, request: u16, slot: Address) -> bool {
    let index = usize::from(request);
    let passed = || matches!(used.answer_to(Key::new(slot, [0; 3]), index), Some(Answer::Pass));
    program.requests.get(index).is_some_and(|request| {
        request.from == Address::SELF
            && request.flags.optional
            && !request.flags.automatic
            && !request.is_list()
            && passed()
    })
}

fn is_without(book: &Rulebook, before: &[Nature], rest: &[Nature], slot: Address) -> bool {
    let resolves = |nature: &Nature| nature.resolves.is_some_and(|(_, at)| at == slot);
    let goes = matches!(stage_of(book, rest.first()), Some(Stage::Goes { to, .. }) if to == slot);
    goes && !before.iter().any(resolves)
}

fn near(program: &TokenSet, used: &ActionUse, request: u16, slot: Address) -> Option<(i32, i32)> {
    let index = usize::from(request);
    let request = program.requests.get(index)?;
    let Request { asks: Asks::Cell, from: Address::SELF, region: RegionId::STEPS, .. } = *request else { return None };
    if request.flags.automatic || request.flags.strict || request.is_list() || slot.0 >= program.addresses {
        return None;
    }
    let &Answer::Offset(dx, dy) = used.answer_to(Key::new(slot, [0; 3]), index)? else { return None };
    let (dx, dy) = (i32::from(dx), i32::from(dy));
    let steps = dx.unsigned_abs() + dy.unsigned_abs();
    let (least, most) = request.bounds()?;
    let fits = (least..=most).contains(&(steps as i32)) && dx.unsigned_abs() < Layout::MARGIN;
    fits.then_some((dx, dy))
}

fn stage_of(book: &Rulebook, nature: Option<&Nature>) -> Option<Stage> {
    let nature = nature?;
    let Some(call) = nature.calls else { return nature.stage };
    let token = book.externs.get(usize::from(call.token.0)).filter(|_| !call.amount.is_formula())?;
    token.fast_step()?;
    token.stage?(&call)
}

fn fuse(
    book: &Rulebook,
    program: &TokenSet,
    rest: &[Nature],
    pc: u32,
    slot: Address,
    (dx, dy): (i32, i32),
) -> (BoundOp, usize) {
    let place = book.board.layout().rows().difference((dx, dy));
    let is_kept = |fused: usize| rest.iter().skip(fused).any(|nature| is_read_possible(program, nature, slot));
    let near = |fused| {
        let takes_care = fused == 0 || is_kept(fused);
        Near { cell: dx + (dy << 12), place, pc, slot: slot.0, takes_care }
    };
    match (stage_of(book, rest.first()), stage_of(book, rest.get(1))) {
        (Some(Stage::Goes { to, label }), _) if to == slot => (BoundOp::Go(near(1), label), 2),
        (Some(Stage::Hits { at, harm, label: hit }), Some(Stage::Pushes { whom, label: push }))
            if at == slot && whom == slot && !book.remembers_blows && book.board.is_level() =>
        {
            match Dir::towards(dx, dy) {
                Some(dir) => (BoundOp::Blow(near(2), Blow { harm, dir, hit, push }), 3),
                None => (BoundOp::Ask(near(0)), 1),
            }
        }
        _ => (BoundOp::Ask(near(0)), 1),
    }
}

fn is_read_possible(program: &TokenSet, nature: &Nature, slot: Address) -> bool {
    let of_request = |(request, _): (u16, Address)| {
        program.requests.get(usize::from(request)).is_none_or(|request| {
            let is_plain =
                matches!(request.asks, Asks::Cell) && request.region == RegionId::STEPS && !request.is_list();
            !is_plain || request.from == slot || request.bounds().is_none()
        })
    };
    match nature.reads {
        Reads::Any => true,
        Reads::Nothing => false,
        Reads::These(one, other) => one == slot || other == slot,
        Reads::OfRequest => nature.resolves.is_none_or(of_request),
    }
}

#[inline(always)]
pub(super) fn asked<'s>(slices: &mut impl Slices<'s>, near: &Near) -> Option<TilePos> {
    let owner = slices.rows().get(slices.actor().index())?;
    let cell = Cell::from_bits(owner.cell.bits().wrapping_add_signed(near.cell));
    let (spot, turned) = (TilePos { cell, place: owner.place.beside(near.place) }, owner.redirect);
    if slices.word(spot.place) == Grid::OFF {
        return None;
    }
    if let Some(fast) = slices.all()
        && near.takes_care
    {
        if turned != Symmetry::IDENTITY {
            return None;
        }
        fast.take_care(*near, cell);
    }
    Some(spot)
}

#[inline(always)]
pub(super) fn ask_and_go<'s>(slices: &mut impl Slices<'s>, near: &Near, label: Label) -> Option<Stop> {
    let Some(to) = asked(slices, near) else { return Some(stops_at(slices, near.pc)) };
    let mark = slices.mark();
    teleport::put(slices, slices.actor(), to, label);
    if slices.all().is_some_and(|fast| fast.look) {
        Some(stopped_behind(near.pc + 1, slices.count_at(mark), None))
    } else {
        None
    }
}

#[inline(always)]
pub(super) fn ask_and_blow<'s>(slices: &mut impl Slices<'s>, near: &Near, blow: &Blow) -> Option<Stop> {
    let Some(spot) = asked(slices, near) else { return Some(stops_at(slices, near.pc)) };
    let mark = slices.mark();
    if let Some(id) = damage::strike(slices, spot, blow.harm, blow.hit) {
        if slices.is_look_due() {
            return Some(stopped_behind(near.pc + 1, slices.count_at(mark), Some((*near, spot.cell))));
        }
        push::shove(slices, id, blow.dir, false, blow.push);
        if slices.is_look_due() {
            return Some(stopped_behind(near.pc + 2, slices.count_at(mark), None));
        }
    }
    None
}

#[inline(always)]
pub(super) fn stops_at<'s>(slices: &impl Slices<'s>, pc: u32) -> Stop {
    untried(pc, slices.count())
}

#[cold]
#[inline(never)]
const fn untried(pc: u32, before: usize) -> Stop {
    Stop { pc, stretch: Stretch::Untried, before, more: 0, asked: None }
}

#[cold]
#[inline(never)]
const fn stopped_behind(pc: u32, before: usize, asked: Option<(Near, Cell)>) -> Stop {
    Stop { pc, stretch: Stretch::Over(Flow::Next), before, more: 0, asked }
}

impl FastContext<'_> {
    #[inline(always)]
    fn take_care(&mut self, near: Near, cell: Cell) {
        self.keep(near, cell);
        self.forget_path(Address(near.slot));
    }

    #[inline(always)]
    fn keep(&mut self, near: Near, cell: Cell) {
        if let Some(slot) = self.slots.get_mut(usize::from(near.slot)) {
            *slot = Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL | Resolved::ROOTED);
        }
    }

    #[inline(always)]
    pub(super) fn begin_use(&mut self, part: &BoundUse, here: Cell) {
        // Plain uses have no loops or veils, so the rest of the frame is unchanged.
        let (frame, id) = (&mut *self.frame, self.actor);
        (frame.program, frame.slots, frame.owner, frame.cause, frame.here) = (part.program, part.slots, id, id, here);
        (frame.credit, frame.scope.of) = (id, part.of);
        self.slots.iter_mut().take(usize::from(part.slots)).for_each(|slot| *slot = Resolved::NONE);
    }

    pub(super) fn forget_ways(&mut self) {
        self.paths.clear();
        self.picks.clear();
        self.routes.clear();
    }

    #[cold]
    #[inline(never)]
    pub(super) fn leave(&mut self, part: &BoundUse, here: Cell, stop: &Stop) {
        if !part.remembers {
            self.begin_use(part, here);
        }
        if !part.asks {
            self.forget_ways();
        }
        if let Some((near, cell)) = stop.asked {
            self.keep(near, cell);
        }
        self.frame.pc = stop.pc;
    }
}
