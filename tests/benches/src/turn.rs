//! Turn-preview work item as a rulebook, plan and prediction buffers, with a check against the pair's changes and final
//! state.

use foretoken_turn_work as work;
use foretoken_turn_work::plain::Preview;
use foretoken_turn_work::reference;
use foretoken_vm::machine::{FastContext, Run};
use foretoken_vm::program::{Amount, Asks, Fallback, Filter, Request, RequestFlags, SlotFilter};
use foretoken_vm::regions::RegionId;
use foretoken_vm::rulebook::{Member, Opening, UnitType};
use foretoken_vm::space::{Rectangle, Slope, Terrain};
use foretoken_vm::state::flag;
use foretoken_vm::tokens::external::ExternIndex;
use foretoken_vm::tokens::flow::Ask;
use foretoken_vm::tokens::operand::{IsBlow, To};
use foretoken_vm::tokens::teleport::Destination;
use foretoken_vm::tokens::{Call, Damage, Declare, End, Extern, Push, Teleport};
use foretoken_vm::{
    ActionUse, Address, Advance, Answer, Battle, Board, Buffers, Cell, ChancePolicy, ChangeKind, Dir, EntityId, Flow,
    Intent, Key, Known, Label, Log, Plan, Predicted, Ran, Rulebook, Rules, Team, TokenSet,
};
use std::ops::ControlFlow;

const GOAL: Address = Address(0);
const AIM: Address = Address(1);

/// Tokens for attacks and pushes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tokens {
    /// Core tokens.
    Core,
    /// Equivalent tokens of this crate, through the rulebook's table.
    Extern,
}

/// Item for repeated predictions over reused buffers.
#[derive(Debug)]
pub struct Turn {
    /// Rules and terrain.
    pub book: Rulebook,
    /// Opening with the units' cells.
    pub opening: Opening,
    /// Intents of all units.
    pub plan: Plan,
    /// True battle.
    pub battle: Battle,
    /// Known state that predictions start from.
    pub known: Known,
    /// Working copy after the last prediction.
    pub predicted: Predicted,
    /// Changes of the last prediction.
    pub log: Log,
    /// Buffers reused between predictions.
    pub buffers: Buffers,
    /// Number of activations, without the end of the round, which the pair does not model.
    pub activations: u32,
}

impl Turn {
    /// Creates rulebook, plan and buffers of an item.
    ///
    /// # Panics
    /// If the board exceeds the VM's maximum width.
    #[must_use]
    pub fn new(item: &work::WorkItem, tokens: Tokens) -> Self {
        Self::under(item, tokens, 0)
    }

    /// Creates the item with empty floors above the board.
    ///
    /// # Panics
    /// As [`Self::new`].
    #[must_use]
    pub fn under(item: &work::WorkItem, tokens: Tokens, floors: u8) -> Self {
        let (book, opening) = rulebook(item, tokens, floors);
        let battle = Battle::new(&book, &opening);
        let known = battle.project(&book, Team::PLAYER);
        let tally = reference::Battle::new(item).run(&item.decisions, &mut Vec::new());
        Self {
            plan: plan(item),
            predicted: Predicted::of(&known),
            log: Log::default(),
            buffers: Buffers::default(),
            activations: tally.activations,
            book,
            opening,
            battle,
            known,
        }
    }

    /// Runs the item: resets to the known state, then runs all activations.
    pub fn run(&mut self) {
        self.predicted.reset(&self.known);
        self.log.clear();
        self.go_on(self.activations);
    }

    /// Projects the true state again into the existing buffers.
    pub fn project(&mut self) {
        self.battle.project_into(&self.book, Team::PLAYER, &mut self.known);
    }

    /// Runs further activations.
    pub fn go_on(&mut self, activations: u32) {
        let Self { book, plan, predicted, buffers, log, .. } = self;
        let mut left = activations;
        if left > 0 {
            predicted.run(book, plan, ChancePolicy::Likely, buffers, log, |_| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
    }

    /// Runs the item and returns the last activation.
    ///
    /// # Panics
    /// If nothing runs.
    pub fn run_to_last(&mut self) -> Ran {
        self.predicted.reset(&self.known);
        self.log.clear();
        let Self { book, plan, predicted, buffers, log, .. } = self;
        let (mut left, mut last) = (self.activations, None);
        predicted.run(book, plan, ChancePolicy::Likely, buffers, log, |ran| {
            left -= 1;
            last = Some(ran);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        last.expect("somebody acts")
    }

    /// Undoes and repeats the last activation, as hovering does.
    pub fn run_last_again(&mut self, last: &Ran) {
        self.predicted.go_back(&self.book, &mut self.log, last);
        self.advance();
    }

    /// Runs the next activation.
    pub fn advance(&mut self) -> Advance {
        let Self { book, plan, predicted, buffers, log, .. } = self;
        predicted.apply_for_preview(book, plan, ChancePolicy::Likely, buffers, log)
    }

    /// Runs the item and compares changes and final state with the pair.
    ///
    /// # Panics
    /// If they differ.
    pub fn check(&mut self, item: &work::WorkItem) {
        let mut pair = Preview::new(item);
        pair.pair();
        self.run();
        assert_eq!(self.log.changes.len(), pair.written, "as many changes");
        for (index, (own, other)) in self.log.changes.iter().zip(pair.changes()).enumerate() {
            // The pair has only the alive flag.
            let bits = if own.kind == ChangeKind::Flags { flag::ALIVE as i32 } else { -1 };
            let own = work::Change {
                kind: own.kind as u8,
                label: own.label.0 as u8,
                entity: own.entity.0,
                at: own.at,
                before: own.before & bits,
                after: own.after & bits,
            };
            assert_eq!(own, *other, "change {index}");
        }
        let state = self.predicted.state();
        assert_eq!(state.next_place(), pair.state.turn as usize, "the turn");
        assert_eq!(state.entities().len(), pair.state.units.len(), "as many units");
        for (own, other) in state.entities().iter().zip(pair.state.units.iter()) {
            let own = (own.cell.bits(), own.health, own.flags & flag::ALIVE);
            assert_eq!(own, (other.cell, other.health, other.flags), "a unit's row");
        }
        for cell in self.book.board.cells() {
            let unit = pair.state.grid[(cell.y() as usize + 1) * (usize::from(item.width) + 2) + cell.x() as usize + 1];
            let unit = if unit < work::plain::EDGE { EntityId(unit) } else { EntityId::NONE };
            assert_eq!(state.occupant(cell), unit, "who stands on {cell}");
        }
    }
}

fn cell(board: &Board, (x, y): (i16, i16)) -> Cell {
    board.cell(i32::from(x), i32::from(y)).expect("items keep to their board")
}

fn rulebook(item: &work::WorkItem, tokens: Tokens, floors: u8) -> (Rulebook, Opening) {
    let side = i32::from(item.width);
    let mut board = Board::new(side, side);
    for (index, _) in item.walls.iter().enumerate().filter(|(_, wall)| **wall) {
        let place = ((index % item.walls.len().isqrt()) as i16, (index / item.walls.len().isqrt()) as i16);
        board.set_terrain(cell(&board, place), 1);
    }
    for floor in 1..=floors {
        board.add_floor(Rectangle { x: 0, y: 0, width: side, height: side });
        let cells = (0..side).flat_map(|y| (0..side).filter_map(move |x| Cell::on_floor(x, y, floor)));
        cells.for_each(|cell| board.put(cell, 0, Slope::level(4 * floor)));
    }
    let member = |&start| Member::new(0, Team::PLAYER, cell(&board, start), Dir::East);
    let opening = Opening { roster: item.starts.iter().map(member).collect(), ..Opening::default() };
    let rules = Rules {
        terrains: vec![
            Terrain { name: "floor".to_owned(), ..Terrain::default() },
            Terrain { name: "wall".to_owned(), blocks_movement: true, blocks_sight: true, ..Terrain::default() },
        ],
        unit_types: vec![UnitType {
            name: "unit".to_owned(),
            health: work::HEALTH,
            acts: true,
            points: (1, 1),
            actions: vec![0],
            ..UnitType::default()
        }],
        programs: vec![program(tokens)],
        labels: ["activation", "move", "hit", "push"].map(str::to_owned).to_vec(),
        externs: vec![Extern::new("hit", 1, Run::FastContext(hit)), Extern::new("shove", 1, Run::FastContext(shove))],
        collision_harm: work::COLLISION,
        board,
        ..Rules::default()
    };
    (rules.build(), opening)
}

fn program(tokens: Tokens) -> TokenSet {
    let neighbour = Request {
        asks: Asks::Cell,
        from: Address::SELF,
        region: RegionId::STEPS,
        min: Amount::Const(0),
        max: Amount::Const(1),
        filter: Filter::default(),
        surface: 0,
        fallback: Fallback::SkipScope,
        flags: RequestFlags { optional: true, ..RequestFlags::default() },
        several: None,
        slots: SlotFilter::default(),
    };
    let declare = |at: Address, request: u16, end: u32| Declare { at, ask: Ask { request, end: To(end) } }.into();
    let label = |label: u8| Label(label.into());
    let to = Destination::At(GOAL);
    let teleport = Teleport { target: Address::SELF, to, label: label(work::label::MOVE) }.into();
    let (target, is_blow) = (AIM, IsBlow(true));
    let (harm, cell) = (Amount::Const(work::DAMAGE), Amount::Const(1));
    let (hit, shove) = (label(work::label::HIT), label(work::label::PUSH));
    let (hit, push) = match tokens {
        Tokens::Core => (
            Damage { target, amount: harm, is_blow, label: hit, ..Damage::default() }.into(),
            Push { target, distance: cell, is_blow, label: shove, ..Push::default() }.into(),
        ),
        Tokens::Extern => (
            Call { token: ExternIndex(0), target, amount: harm, label: hit, ..Call::default() }.into(),
            Call { token: ExternIndex(1), target, amount: cell, label: shove, ..Call::default() }.into(),
        ),
    };
    TokenSet {
        name: "turn".to_owned(),
        code: vec![declare(GOAL, 0, 2), teleport, declare(AIM, 1, 5), hit, push, End {}.into()],
        requests: vec![neighbour, neighbour],
        addresses: 2,
        ..TokenSet::default()
    }
}

fn plan(item: &work::WorkItem) -> Plan {
    let mut plan = Plan::default();
    for (unit, decision) in item.decisions.iter().enumerate() {
        let key = |address| Key::new(address, [0; 3]);
        let offset = |(x, y): (i16, i16)| Answer::Offset(x, y);
        let answers =
            vec![(key(GOAL), decision.move_to.map_or(Answer::Pass, offset)), (key(AIM), offset(decision.aim))];
        let intent = Intent { uses: vec![ActionUse { program: 0, answers }], complete: true };
        plan.set(EntityId(unit as u16), intent, 0);
    }
    plan
}

fn hit(hot: &mut FastContext<'_>, call: &Call) -> Flow {
    let Some(spot) = hot.spot_at(call.target) else { return Flow::Next };
    let target = hot.occupant(spot);
    if target.is_some() {
        hot.harm(target, call.amount.number(), call.label);
    } else {
        hot.note(ChangeKind::Struck, hot.actor(), spot.cell, 0, call.label);
    }
    Flow::Next
}

fn shove(hot: &mut FastContext<'_>, call: &Call) -> Flow {
    let Some(id) = hot.unit_at(call.target) else { return Flow::Next };
    let (actor, from) = (hot.spot_of(hot.actor()), hot.spot_of(id));
    let (dx, dy) = actor.cell.offset_to(from.cell);
    let Some(dir) = Dir::towards(dx, dy) else { return Flow::Next };
    let (to, _) = hot.beside(from, dir);
    if hot.is_free(to) {
        hot.shift(id, to, call.label);
        return Flow::Next;
    }
    let (harm, blocker) = (hot.book().collision_harm, hot.occupant(to));
    let other = if blocker.is_some() { i32::from(blocker.0) } else { -1 };
    hot.note(ChangeKind::Collided, id, from.cell, other, call.label);
    hot.harm(id, harm, call.label);
    if blocker.is_some() {
        hot.harm(blocker, harm, call.label);
    }
    Flow::Next
}
