//! Control flow of programs: end, requests, jumps, loops and veils.

use super::operand::{Address, Addresses, Amount, Area, Label, To};
use super::{Leads, Nature, Operand, Reads, Show, Step, area};
use crate::formula::Formula;
use crate::machine::{Flow, Resolved, Run, RunContext, declare, resolve};
use crate::program::{Asks, Fallback, Request};
use crate::regions::RegionId;
use crate::rulebook::Rulebook;
use crate::space::Cell;
use crate::state::{ChangeKind, EntityId, MAX_CAPTURED};
use crate::trap::Trap;
use serde::Serialize;
use std::fmt::Write;

operands! {
    /// Ends the program.
    End: "" {}
}

impl Step for End {
    const RUN: Run<Self> = Run::FastContext(|_, _| Flow::End);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::End, reads: Reads::Nothing, ..Nature::default() }
    }
}

operands! {
    /// Resolves a request once, from its answer or by its default. The result stays for the scope.
    Declare: "{at} = {ask}" {
        /// Address of the result.
        at: Address,
        /// The request, with the end of its scope.
        ask: Ask,
    }
}

/// A request of the program with its default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Ask {
    /// Index of the request.
    pub request: u16,
    /// End of the enclosing scope, for a skipped request.
    pub end: To,
}

impl Operand for Ask {
    fn kind() -> &'static str {
        "request"
    }

    fn text(&self, show: &Show<'_>) -> String {
        let request = show.program.requests.get(usize::from(self.request)).copied().unwrap_or_default();
        let fallback = match request.fallback {
            Fallback::SkipScope => format!("skip to {}", self.end.text(show)),
            Fallback::Cancel => "cancel".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        };
        format!("{}, otherwise {fallback}", asked(show, &request))
    }

    fn part(&mut self) -> super::Part<'_> {
        self.end.part()
    }
}

impl Step for Declare {
    const RUN: Run<Self> = Run::Both(declare, resolve);

    fn nature(&self) -> Nature {
        let resolves = Some((self.ask.request, self.at));
        Nature { resolves, reads: Reads::OfRequest, ..Nature::default() }
    }
}

operands! {
    /// Continues at another instruction.
    Jump: "to {to}" {
        /// Next instruction.
        to: To,
    }
}

impl Step for Jump {
    const RUN: Run<Self> = Run::FastContext(|_, jump| Flow::Jump(jump.to.0));

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, ..Nature::default() }
    }
}

operands! {
    /// Continues at another instruction if the condition is 0.
    JumpUnless as "Unless": "{condition} to {to}" {
        /// The condition.
        condition: Amount,
        /// Next instruction.
        to: To,
    }
}

impl Step for JumpUnless {
    const RUN: Run<Self> =
        Run::FastContext(|_, jump| if jump.condition.number() == 0 { Flow::Jump(jump.to.0) } else { Flow::Next });

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, ..Nature::default() }
    }
}

/// Nesting level of a loop, 0 to 2, which selects its counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Level(pub u8);

impl Level {
    /// Maximum nested loops.
    pub const COUNT: usize = 3;

    pub(crate) const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }
}

impl Operand for Level {
    fn kind() -> &'static str {
        "loop"
    }

    fn text(&self, _: &Show<'_>) -> String {
        self.0.to_string()
    }
}

operands! {
    /// Begins a loop with a number of iterations. Without any, continues after the loop.
    LoopBegin as "Repeat": "{times} times, then {to}" {
        /// The loop.
        level: Level,
        /// Number of iterations; 0 or less for none.
        times: Amount,
        /// First instruction after the loop.
        to: To,
    }
}

impl Step for LoopBegin {
    const RUN: Run<Self> = Run::Whole(loop_begin);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, ..Nature::default() }
    }
}

fn loop_begin(cx: &mut RunContext<'_>, begin: &LoopBegin) -> Flow {
    let times = cx.amount(begin.times);
    if times > cx.book.limits.loop_count {
        return Flow::Trap(Trap::LoopCount);
    }
    let level = begin.level.index();
    if times <= 0 {
        // Conditional loops also end here; their iterations no longer count in keys.
        cx.frame.iterations[level] = 0;
        return Flow::Jump(begin.to.0);
    }
    cx.frame.iterations[level] = 1;
    cx.frame.loop_left[level] = times as u16;
    Flow::Next
}

/// Condition that ends a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Ends {
    /// A counter.
    #[default]
    Counted,
    /// A condition before each iteration.
    ByCondition,
}

impl Operand for Ends {
    fn kind() -> &'static str {
        "ending"
    }

    fn text(&self, _: &Show<'_>) -> String {
        if *self == Self::Counted { "" } else { " while it holds" }.to_owned()
    }
}

/// Consecutive memory slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Slots {
    /// First slot.
    pub first: u8,
    /// Number of slots.
    pub count: u8,
}

impl Operand for Slots {
    fn kind() -> &'static str {
        "slots"
    }

    fn text(&self, _: &Show<'_>) -> String {
        String::new()
    }
}

operands! {
    /// Starts the next iteration of a loop, with new requests for its own targets.
    LoopNext as "Next Iteration": "from {to}{ends}" {
        /// The loop.
        level: Level,
        /// Condition that ends it.
        ends: Ends,
        /// Targets to clear before the next iteration.
        own: Slots,
        /// Start of the iteration.
        to: To,
    }
}

impl Step for LoopNext {
    const RUN: Run<Self> = Run::Whole(loop_next);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, ..Nature::default() }
    }
}

fn loop_next(cx: &mut RunContext<'_>, next: &LoopNext) -> Flow {
    let level = next.level.index();
    let left = &mut cx.frame.loop_left[level];
    // Iterations of a conditional loop count for keys but not down.
    if next.ends == Ends::Counted {
        *left = left.saturating_sub(1);
        if *left == 0 {
            cx.frame.iterations[level] = 0;
            return Flow::Next;
        }
    }
    cx.frame.iterations[level] = cx.frame.iterations[level].saturating_add(1);
    let first = cx.frame.base as usize + usize::from(next.own.first);
    let end = cx.frame.base as usize + usize::from(cx.frame.slots);
    for slot in cx.buffers.slots.iter_mut().take(end).skip(first).take(usize::from(next.own.count)) {
        *slot = Resolved::NONE;
    }
    Flow::Jump(next.to.0)
}

operands! {
    /// Begins a loop over the cells of an area, which stays in place.
    EachBegin as "For Each": "around {target} as {middle}" {
        /// The loop.
        level: Level,
        /// Centre of the area.
        target: Address,
        /// Address of the centre, with the direction from the actor.
        middle: Address,
        /// Cells around the target.
        area: Area,
    }
}

impl Step for EachBegin {
    const RUN: Run<Self> = Run::Whole(each_begin);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, ..Nature::default() }
    }
}

fn each_begin(cx: &mut RunContext<'_>, begin: &EachBegin) -> Flow {
    let level = begin.level.index();
    (cx.frame.iterations[level], cx.frame.loop_left[level]) = (1, 0);
    let middle = cx.fast(|fast| {
        let (cell, dir) = area::middle_of(fast, begin.target, begin.area)?;
        Some(Resolved::new(cell, EntityId::NONE, dir as u8, Resolved::CELL))
    });
    cx.fast(|fast| fast.put(begin.middle, middle.unwrap_or(Resolved::NONE)));
    Flow::Next
}

operands! {
    /// Takes the next cell of the area for an iteration. Without one, continues after the loop.
    Each as "Next Cell": "{at} around {middle}{area}, then {to}" {
        /// The loop.
        level: Level,
        /// Address of the cell.
        at: Address,
        /// Address of the centre.
        middle: Address,
        /// Cells around it.
        area: Area,
        /// First instruction after the loop.
        to: To,
    }
}

impl Step for Each {
    const RUN: Run<Self> = Run::Whole(each);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, ..Nature::default() }
    }
}

fn each(cx: &mut RunContext<'_>, each: &Each) -> Flow {
    let level = each.level.index();
    let done = u32::from(cx.frame.loop_left[level]);
    let found = cx.fast(|fast| {
        let middle = fast.slot(each.middle);
        if middle.cell() == Cell::NOWHERE {
            return None;
        }
        let mut done = done;
        loop {
            let begins = done == 0;
            let found = area::next_from(fast, each.area, middle.cell(), middle.dir(), done)?;
            if each.area.filter.is_open() || !fast.is_met_again(found.1, begins) {
                return Some(found);
            }
            done = found.0;
        }
    });
    let Some((done, spot)) = found else {
        cx.frame.iterations[level] = 0;
        return Flow::Jump(each.to.0);
    };
    cx.frame.loop_left[level] = done as u16;
    cx.fast(|fast| fast.put(each.at, Resolved::new(spot.cell, EntityId::NONE, 0, Resolved::CELL)));
    Flow::Next
}

leads! { End Declare Jump JumpUnless LoopBegin LoopNext EachBegin Each EachPick Gather Veil }

/// Elements of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Through {
    /// Picks of a request with several.
    #[default]
    Picks,
    /// Cells of the way to the target.
    Way,
}

impl Operand for Through {
    fn kind() -> &'static str {
        "list"
    }

    fn text(&self, _: &Show<'_>) -> String {
        if *self == Self::Picks { "of" } else { "on the way to" }.to_owned()
    }
}

operands! {
    /// Takes the next pick, or the next cell of a way, for an iteration. Without one, continues after the loop.
    EachPick as "Next Pick": "{at} {through} {list}, then {to}" {
        /// The loop.
        level: Level,
        /// Address of the pick.
        at: Address,
        /// Picks or way.
        through: Through,
        /// Target with the picks or the way.
        list: Address,
        /// First instruction after the loop.
        to: To,
    }
}

impl Step for EachPick {
    const RUN: Run<Self> = Run::Whole(each_pick);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, ..Nature::default() }
    }
}

fn each_pick(cx: &mut RunContext<'_>, each: &EachPick) -> Flow {
    let level = each.level.index();
    let index = usize::from(cx.frame.iterations[level].saturating_sub(1));
    cx.charge(index as u32);
    let found = cx.fast(|fast| match each.through {
        Through::Picks => fast.pick(each.list, index),
        Through::Way => {
            let cell = fast.cell_on_way(each.list, index)?;
            Some(Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL))
        }
    });
    let Some(found) = found else {
        cx.frame.iterations[level] = 0;
        return Flow::Jump(each.to.0);
    };
    cx.fast(|fast| fast.put(each.at, found));
    Flow::Next
}

operands! {
    /// Restores the list of a request with several picks from captured addresses.
    Gather: "{count} from {at}" {
        /// First address, which then holds the list.
        at: Address,
        /// Number of addresses, up to the maximum of an entry.
        count: Amount,
    }
}

impl Step for Gather {
    const RUN: Run<Self> = Run::Whole(gather);
}

fn gather(cx: &mut RunContext<'_>, gather: &Gather) -> Flow {
    let count = cx.amount(gather.count).clamp(0, MAX_CAPTURED as i32) as u8;
    let kept: Vec<Resolved> = (0..count).map(|at| cx.slot(Address(gather.at.0.saturating_add(at)))).collect();
    cx.fast(|fast| {
        fast.put(gather.at, Resolved::NONE);
        kept.into_iter().filter(|pick| pick.kind() != 0).for_each(|pick| fast.keep_pick(gather.at, pick));
    });
    Flow::Next
}

operands! {
    /// Begins a veiled part. Viewers who may not see it see only the affected cells and continue after it.
    Veil: "\"????\" to others, who go on at {to}" {
        /// Displayed label.
        label: Label,
        /// Targets from outside.
        targets: Addresses,
        /// End of the part.
        to: To,
    }
}

impl Step for Veil {
    const RUN: Run<Self> = Run::Whole(veil);

    fn nature(&self) -> Nature {
        Nature { leads: Leads::Elsewhere, veils_to: Some(self.to.0), ..Nature::default() }
    }
}

fn veil(cx: &mut RunContext<'_>, veil: &Veil) -> Flow {
    let entitled = cx.viewer.is_none_or(|viewer| viewer == cx.owner().team);
    if entitled {
        return Flow::Next;
    }
    cx.log.uncertain = true;
    for address in veil.targets.of(&cx.program.data) {
        if let Some(cell) = cx.cell_at(address) {
            cx.note(ChangeKind::Veiled, cx.frame.owner, cell.bits(), 0, 0, veil.label);
        }
    }
    // Requests inside are still resolved, so that their cells can be marked.
    cx.frame.veiled_to = veil.to.0;
    Flow::Next
}

/// Skips a token of a veiled part. Loops still count, because answers use their iterations as keys. A loop whose
/// iterations depend on chance or a condition runs once.
#[cold]
pub(crate) fn skip_veiled(cx: &mut RunContext<'_>, token: &super::Token) -> Flow {
    match token {
        super::Token::LoopBegin(begin) => {
            let once = is_random(cx.book, begin.times);
            loop_begin(cx, &if once { LoopBegin { times: Amount::Const(1), ..*begin } } else { *begin })
        }
        super::Token::EachBegin(begin) => each_begin(cx, begin),
        super::Token::LoopNext(next) if next.ends == Ends::Counted => loop_next(cx, next),
        super::Token::LoopNext(next) => {
            cx.frame.iterations[next.level.index()] = 0;
            Flow::Next
        }
        _ => Flow::Next,
    }
}

fn is_random(book: &Rulebook, amount: Amount) -> bool {
    let Amount::Formula(index) = amount else { return false };
    let formula = book.formulas.get(index as usize);
    formula.is_some_and(Formula::is_random)
}

fn asked(show: &Show<'_>, request: &Request) -> String {
    let mut words = String::new();
    if request.flags.automatic {
        words.push_str("chosen ");
    }
    if request.flags.optional {
        words.push_str("optional ");
    }
    words.push_str(match request.asks {
        Asks::Cell => "cell",
        Asks::Unit => "unit",
        Asks::Direction => "direction",
        Asks::Number => "number",
        Asks::Region => "region",
        Asks::Slot => "slot",
    });
    let from = match request.from {
        Address::SELF => String::new(),
        other => format!(" relative to {}", other.text(show)),
    };
    if request.asks == Asks::Number {
        let _ = write!(words, " {}..{}", request.min.text(show), request.max.text(show));
    } else if request.asks == Asks::Slot {
        words.push_str(&request.slots.words());
    } else if request.asks != Asks::Direction {
        let region = show.book.region(request.region).map_or_else(|| "?".to_owned(), |region| region.text(show.book));
        let reach = match (request.region, request.max) {
            (RegionId::WALK, Amount::Const(255)) => "in walking range".to_owned(),
            (RegionId::BOARD, _) => "anywhere".to_owned(),
            _ => format!("{region} {}..{}", request.min.text(show), request.max.text(show)),
        };
        let _ = write!(words, " {reach}");
    }
    words.push_str(&from);
    if let Some(several) = request.several() {
        let how = if several.is_chain { "in a chain" } else { "in a list" };
        let again = if several.repeats { ", again and again" } else { "" };
        let _ = write!(words, ", {}..{} of them {how}{again}", several.least.text(show), several.most.text(show));
    }
    if !request.filter.is_open() {
        let _ = write!(words, " [{}]", request.filter.words());
    }
    if let Some(surface) = request.surface.checked_sub(1) {
        let name = show.book.surfaces.get(surface as usize).map_or("?", |s| s.name.as_str());
        let _ = write!(words, " on {name}");
    }
    let flags = request.flags;
    let switches = [(flags.strict, " strict"), (flags.turnable, " turnable")];
    switches.iter().filter(|(on, _)| *on).for_each(|(_, word)| words.push_str(word));
    words.push_str(&flags.links.words(&show.book.link_names));
    words
}
