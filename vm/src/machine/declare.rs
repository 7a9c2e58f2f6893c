//! The `Declare` token: resolves a request once, from its answer or by its default, and keeps the result.

use super::cx::{Resolved, RunContext};
use super::fast::FastContext;
use super::legal::{self, Measured};
use super::several::Picks;
use super::step::Flow;
use crate::intent::{Answer, Key};
use crate::program::{Address, Asks, Fallback, Label, Request};
use crate::space::{Cell, Dir, LinkSet, Symmetry, WalkPath};
use crate::state::{ChangeKind, EntityId};
use crate::tokens::Declare;
use crate::trap::Trap;

/// A request without an answer, as the decider gets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Acting unit.
    pub actor: EntityId,
    /// Program that asks.
    pub program: u16,
    /// Index of the action within the intent.
    pub use_index: usize,
    /// Key of the answer.
    pub key: Key,
    /// Request.
    pub request: Request,
    /// Index of the request in its program.
    pub request_index: u16,
    /// Cell from which offsets count.
    pub from: Cell,
    /// Bounds of distance or number, evaluated for this question.
    pub across: (i32, i32),
    /// Symmetry that turns the answer of a redirected intent.
    pub redirect: Symmetry,
    /// Earlier picks, for a request with several.
    pub picks: Option<Picks>,
}

impl Question {
    /// Returns whether [`Answer::Pass`] is legal.
    #[must_use]
    pub fn is_pass_legal(&self) -> bool {
        self.picks.map_or(self.request.flags.optional, |picks| picks.is_end_allowed(&self.request))
    }

    pub(super) fn taken(&self) -> &[Cell] {
        self.picks.as_ref().filter(|picks| !picks.repeats).map_or(&[], Picks::cells)
    }
}

#[inline(always)]
pub(crate) fn declare(fast: &mut FastContext<'_>, declare: &Declare) -> Flow {
    let Some(request) = fast.requests.get(usize::from(declare.ask.request)) else {
        return Flow::Trap(Trap::BadProgram);
    };
    if request.is_list() || request.asks == Asks::Slot {
        return Flow::Whole;
    }
    let used = if request.flags.automatic { None } else { fast.used };
    let key = Key::new(declare.at, fast.frame.iterations);
    let Some(answer) = used.and_then(|used| used.answer_to(key, declare.ask.request.into())) else {
        return Flow::Whole;
    };
    let Some(from) = fast.spot_at(request.from) else { return Flow::Whole };
    if let Answer::Pass = answer
        && request.flags.optional
    {
        return Flow::Next;
    }
    // Turned answers are rare and may need a note, so they take the general path.
    if fast.redirect_of(request) != Symmetry::IDENTITY {
        return Flow::Whole;
    }
    let Some(asked) = Measured::plain(fast.book, request) else { return Flow::Whole };
    let Some(resolved) = fast.fit(asked, from.cell, Symmetry::IDENTITY, answer) else { return Flow::Whole };
    fast.store(declare.at, resolved);
    if let Answer::Path(path) = answer {
        fast.keep_path(declare.at, from.cell, *path, request.flags.links);
    }
    Flow::Next
}

pub(crate) fn resolve(cx: &mut RunContext<'_>, declare: &Declare) -> Flow {
    let program = cx.program;
    let Some(request) = program.requests.get(usize::from(declare.ask.request)) else {
        return Flow::Trap(Trap::BadProgram);
    };
    if let Some(several) = request.several() {
        return cx.resolve_several(declare, request, several);
    }
    if request.asks == Asks::Region {
        return cx.resolve_region(declare, request);
    }
    if request.asks == Asks::Slot {
        return cx.resolve_slot(declare, request);
    }
    let used = if request.flags.automatic { None } else { cx.used };
    let key = Key::new(declare.at, cx.frame.iterations);
    let Some(from) = cx.cell_at(request.from) else { return cx.fallback(declare, request, Cell::NOWHERE) };
    let turn = cx.fast(|fast| fast.redirect_of(request));
    let answer = used.and_then(|used| used.answer_to(key, declare.ask.request.into()));
    let resolved = match (answer, used) {
        (Some(answer), _) => cx.fit(request, from, turn, answer),
        (None, Some(used)) if cx.asking => {
            cx.ask((used.program, declare.ask.request), request, key, from, None);
            return Flow::End;
        }
        (None, _) => None,
    };
    let Some(resolved) = resolved else { return cx.fallback(declare, request, from) };
    cx.fast(|fast| {
        fast.store(declare.at, resolved);
        if let Some(Answer::Path(path)) = answer {
            fast.keep_path(declare.at, from, path.turned(turn), request.flags.links);
        }
    });
    Flow::Next
}

impl FastContext<'_> {
    #[inline(always)]
    fn store(&mut self, at: Address, resolved: Resolved) {
        self.put(at, resolved);
        if self.frame.pc < self.frame.veiled_to && resolved.cell() != Cell::NOWHERE {
            self.note(ChangeKind::Veiled, self.frame.owner, resolved.cell(), 0, Label::NONE);
        }
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, at: Address, resolved: Resolved) {
        if at.0 < self.frame.slots
            && let Some(slot) = self.slots.get_mut(usize::from(at.0))
        {
            *slot = resolved;
        }
        self.forget_path(at);
    }

    #[inline(always)]
    pub(super) fn forget_path(&mut self, address: Address) {
        if !self.paths.is_empty() {
            let at = self.frame.base + u32::from(address.0);
            self.paths.retain(|&(slot, ..)| slot != at);
        }
        if !self.picks.is_empty() {
            let at = self.frame.base + u32::from(address.0);
            self.picks.retain(|&(slot, _)| slot != at);
        }
    }

    fn keep_path(&mut self, address: Address, from: Cell, path: WalkPath, links: LinkSet) {
        let gait = self.sheet().gait_of(self.frame.owner, links);
        self.paths.push((self.frame.base + u32::from(address.0), from, path, gait));
    }

    #[inline(always)]
    fn is_rooted(&self, from: Address) -> bool {
        from == Address::SELF || from.is_slot() && self.slot(from).is_rooted()
    }

    #[inline(always)]
    pub(super) fn redirect_of(&self, request: &Request) -> Symmetry {
        if self.is_rooted(request.from) { self.entity(self.frame.owner).redirect } else { Symmetry::IDENTITY }
    }

    #[inline(always)]
    fn fit(&mut self, asked: Measured<'_>, from: Cell, turn: Symmetry, answer: &Answer) -> Option<Resolved> {
        let request = asked.request;
        let root = if self.is_rooted(request.from) { Resolved::ROOTED } else { 0 };
        let board = &self.book.board;
        let cell_of = |cell| Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL | root);
        let resolved = match answer {
            Answer::Offset(dx, dy) if request.asks == Asks::Cell => {
                cell_of(board.offset(from, turn.apply((i32::from(*dx), i32::from(*dy))))?)
            }
            Answer::Raised(dx, dy, floors) if request.asks == Asks::Cell => {
                cell_of(board.raised(from, turn.apply((i32::from(*dx), i32::from(*dy))), *floors)?)
            }
            Answer::Path(path) if request.asks == Asks::Cell => {
                let gait = self.sheet().gait_of(self.frame.owner, request.flags.links);
                cell_of(board.end_of(from, path, turn, gait)?)
            }
            Answer::Dir(dir) if request.asks == Asks::Direction => {
                let dir = turn.apply_dir(*dir);
                let cell = self.book.step_out(self.entity(self.frame.owner), from, dir).unwrap_or(Cell::NOWHERE);
                return Some(Resolved::new(cell, EntityId::NONE, dir as u8, Resolved::DIR | root))
                    .filter(|_| self.is_passing(request, cell));
            }
            Answer::Number(number) if request.asks == Asks::Number => {
                return asked.contains_number(*number).then(|| Resolved::of_number(*number));
            }
            Answer::Unit(id) if request.asks == Asks::Unit => {
                let id = if turn == Symmetry::IDENTITY { *id } else { self.redirected_unit(request, from, turn, *id)? };
                let entity = self.entity(id);
                if !entity.is_alive() {
                    return None;
                }
                let (cells, is_one) = (self.book.cells_of(entity), self.book.decoded.is_one_cell());
                if !is_one {
                    return self.fit_any(asked, from, cells, id, root);
                }
                Resolved::new(entity.cell, id, 0, Resolved::UNIT | root)
            }
            _ => return None,
        };
        let (actor, strict) = (self.frame.owner, request.flags.strict);
        let is_within = legal::is_in_reach(self.footing(), actor, asked, from, resolved.cell(), strict);
        (is_within && self.is_passing(request, resolved.cell())).then_some(resolved)
    }

    #[cold]
    fn fit_any(
        &self,
        asked: Measured<'_>,
        from: Cell,
        mut cells: impl Iterator<Item = Cell>,
        id: EntityId,
        root: u8,
    ) -> Option<Resolved> {
        let (actor, strict) = (self.frame.owner, asked.request.flags.strict);
        let fits = |cell: &Cell| {
            legal::is_in_reach(self.footing(), actor, asked, from, *cell, strict)
                && self.is_passing(asked.request, *cell)
        };
        cells.find(fits).map(|cell| Resolved::new(cell, id, 0, Resolved::UNIT | root))
    }

    #[inline(always)]
    fn is_passing(&self, request: &Request, cell: Cell) -> bool {
        !request.flags.strict || legal::is_passing_filter(self.footing(), self.frame.owner, request, cell)
    }

    #[cold]
    fn redirected_unit(&mut self, request: &Request, from: Cell, turn: Symmetry, id: EntityId) -> Option<EntityId> {
        if !request.flags.turnable {
            self.note(ChangeKind::NoEffect, self.frame.owner, self.entity(id).cell, 0, Label::NONE);
            return Some(id);
        }
        let offset = turn.apply(from.offset_to(self.entity(id).cell));
        self.footing().occupant_of_column(from, offset)
    }
}

impl RunContext<'_> {
    pub(super) fn fit(&mut self, request: &Request, from: Cell, turn: Symmetry, answer: &Answer) -> Option<Resolved> {
        let asked = Measured::now(self, request)?;
        let resolved = self.fast(|fast| fast.fit(asked, from, turn, answer))?;
        let is_cell = matches!(request.asks, Asks::Cell | Asks::Unit);
        (!is_cell || legal::passes_region_formula(self, request, resolved.cell())).then_some(resolved)
    }

    #[cold]
    pub(super) fn ask(
        &mut self,
        (program, index): (u16, u16),
        request: &Request,
        key: Key,
        from: Cell,
        picks: Option<Picks>,
    ) {
        let across = (self.amount(request.min), self.amount(request.max));
        self.asked = Some(Question {
            across,
            actor: self.frame.owner,
            program,
            use_index: self.use_index,
            key,
            request: *request,
            request_index: index,
            from,
            redirect: self.fast(|fast| fast.redirect_of(request)),
            picks,
        });
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fallback(&mut self, declare: &Declare, request: &Request, from: Cell) -> Flow {
        if let Some(resolved) = self.by_rule(request, from, &[]) {
            self.fast(|fast| fast.put(declare.at, resolved));
            return Flow::Next;
        }
        self.without(declare, request, from)
    }

    pub(super) fn by_rule(&mut self, request: &Request, from: Cell, taken: &[Cell]) -> Option<Resolved> {
        if request.asks == Asks::Slot {
            return self.slot_by_rule(request);
        }
        if let Some(aim) = self.aim_of(request) {
            return self.by_aim(aim, request, from, taken);
        }
        let found = match request.fallback {
            Fallback::SkipScope | Fallback::Cancel => None,
            _ if request.asks == Asks::Number => {
                let least = Measured::now(self, request).map(|asked| asked.least_number());
                least.map(|least| (from, Answer::Number(least)))
            }
            Fallback::Actor => self.actor_answer(request),
            Fallback::Nearest | Fallback::Weakest if from == Cell::NOWHERE => None,
            Fallback::Nearest => legal::cheapest(self, request, from, taken, |cx, cell, _| cx.steps_from_owner(cell))
                .map(|answer| (from, answer)),
            Fallback::Weakest => legal::cheapest(self, request, from, taken, |cx, cell, id| {
                if id.is_some() { cx.state.entity(id).health } else { cx.steps_from_owner(cell) }
            })
            .map(|answer| (from, answer)),
        };
        found.and_then(|(from, answer)| self.fit(request, from, Symmetry::IDENTITY, &answer))
    }

    pub(super) fn without(&mut self, declare: &Declare, request: &Request, from: Cell) -> Flow {
        self.note(ChangeKind::Fallback, self.frame.owner, from.bits(), 0, request.fallback as i32, Label::NONE);
        if request.fallback == Fallback::Cancel { Flow::End } else { Flow::Jump(declare.ask.end.0) }
    }

    pub(super) fn steps_from_owner(&self, cell: Cell) -> i32 {
        self.owner().cell.steps_to(cell)
    }

    pub(super) fn actor_answer(&self, request: &Request) -> Option<(Cell, Answer)> {
        let here = self.owner().cell;
        Some(match request.asks {
            Asks::Cell => {
                let from = self.cell_at(request.from)?;
                (from, Answer::cell(&self.book.board, from, here, Symmetry::IDENTITY))
            }
            Asks::Unit => (here, Answer::Unit(self.frame.owner)),
            Asks::Direction => (self.cell_at(request.from)?, Answer::Dir(Dir::from_index(self.owner().facing))),
            Asks::Number | Asks::Region | Asks::Slot => return None,
        })
    }
}
