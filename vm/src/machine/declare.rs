//! `Declare`: a request is resolved once, from its answer or by its otherwise, and stays what it became.

use super::cx::{Cx, Resolved};
use super::legal;
use super::step::Flow;
use crate::intent::{Answer, Key};
use crate::program::{Address, Asks, Fallback, Instr, Request};
use crate::space::{Cell, Dir, Symmetry};
use crate::state::{ChangeKind, EntityId};
use crate::trap::Trap;

/// A request that nobody answered yet: what the one who decides is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Who acts.
    pub actor: EntityId,
    /// The program that asks.
    pub program: u16,
    /// Index of the action within the intent.
    pub use_index: usize,
    /// The key its answer goes by.
    pub key: Key,
    /// What is asked.
    pub request: Request,
    /// Index of the request in its program.
    pub request_index: u16,
    /// The cell that offsets count from.
    pub from: Cell,
    /// The symmetry by which a redirected intent's answer to it is turned when it resolves.
    pub redirect: Symmetry,
}

impl Cx<'_> {
    /// Resolves a request, or puts it down as asked and ends the program there.
    pub(crate) fn declare(&mut self, instr: &Instr) -> Flow {
        let program = self.program;
        let Some(request) = program.requests.get(instr.x as usize) else { return Flow::Trap(Trap::BadProgram) };
        let key = Key::new(instr.a, self.frame.iterations);
        let used = if request.flags.automatic { None } else { self.used };
        let answer = used.and_then(|used| used.answer_to(key, instr.x as usize));
        if let Some(Answer::Pass) = answer
            && request.flags.optional
        {
            return Flow::Next;
        }
        let Some(from) = self.cell_at(request.from) else { return self.fallback(instr, request, Cell::NOWHERE) };
        let resolved = match answer {
            Some(answer) => self.fit(request, from, answer),
            None => match used {
                Some(used) if self.asking => {
                    self.ask(used.program, instr, request, key, from);
                    return Flow::End;
                }
                _ => None,
            },
        };
        let Some(resolved) = resolved else { return self.fallback(instr, request, from) };
        self.store(instr, resolved);
        if let Some(Answer::Path(path)) = answer {
            self.set_path(instr.a, path.turned(self.redirect_of(request)));
        }
        Flow::Next
    }

    #[cold]
    fn ask(&mut self, program: u16, instr: &Instr, request: &Request, key: Key, from: Cell) {
        self.asked = Some(Question {
            actor: self.frame.owner,
            program,
            use_index: self.use_index,
            key,
            request: *request,
            request_index: instr.x,
            from,
            redirect: self.redirect_of(request),
        });
    }

    #[inline(always)]
    fn store(&mut self, instr: &Instr, resolved: Resolved) {
        self.put(instr, resolved);
        if self.frame.pc < self.frame.veiled_to && resolved.cell() != Cell::NOWHERE {
            self.note(ChangeKind::Veiled, self.frame.owner, resolved.cell().bits(), 0, 0, instr.label);
        }
    }

    #[inline(always)]
    fn put(&mut self, instr: &Instr, resolved: Resolved) {
        let at = self.frame.base as usize + instr.a.0 as usize;
        if instr.a.0 < self.frame.slots
            && let Some(slot) = self.buffers.slots.get_mut(at)
        {
            *slot = resolved;
        }
        if !self.buffers.paths.is_empty() {
            self.buffers.paths.retain(|&(slot, _)| slot as usize != at);
        }
    }

    /// Whether what hangs on this address turns with a redirected intent.
    #[inline]
    fn is_rooted(&self, from: Address) -> bool {
        from == Address::SELF || from.is_slot() && self.slot(from).is_rooted()
    }

    /// The answer as a cell, unit or direction of the state as it is now, if it still fits.
    #[inline]
    pub(crate) fn fit(&mut self, request: &Request, from: Cell, answer: &Answer) -> Option<Resolved> {
        self.fit_turned(request, from, self.redirect_of(request), answer)
    }

    /// The symmetry by which answers to a request are turned.
    fn redirect_of(&self, request: &Request) -> Symmetry {
        if self.is_rooted(request.from) { self.owner().redirect } else { Symmetry::IDENTITY }
    }

    fn fit_turned(&mut self, request: &Request, from: Cell, turn: Symmetry, answer: &Answer) -> Option<Resolved> {
        let root = if self.is_rooted(request.from) { Resolved::ROOTED } else { 0 };
        let board = &self.book.board;
        let resolved = match *answer {
            Answer::Offset(dx, dy) if request.asks == Asks::Cell => {
                let offset = (i32::from(dx), i32::from(dy));
                // Few intents are turned, and eight symmetries in one expression are not free.
                let offset = if turn == Symmetry::IDENTITY { offset } else { turn.apply(offset) };
                let cell = board.offset(from, offset)?;
                Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL | root)
            }
            Answer::Path(ref path) if request.asks == Asks::Cell => {
                let cell = board.offset(from, turn.apply(path.offset()))?;
                Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL | root)
            }
            Answer::Dir(dir) if request.asks == Asks::Direction => {
                let dir = turn.apply_dir(dir);
                let cell = board.step(from, dir).unwrap_or(Cell::NOWHERE);
                Resolved::new(cell, EntityId::NONE, dir as u8, Resolved::DIR | root)
            }
            Answer::Number(number) if request.asks == Asks::Number => {
                let fits = (i16::from(request.min)..=i16::from(request.max)).contains(&number);
                return fits.then(|| Resolved::of_number(number));
            }
            Answer::Unit(id) if request.asks == Asks::Unit => {
                let id = if turn == Symmetry::IDENTITY { id } else { self.redirected_unit(request, from, turn, id)? };
                let entity = self.state.entity(id);
                if !entity.is_alive() {
                    return None;
                }
                Resolved::new(entity.cell, id, 0, Resolved::UNIT | root)
            }
            _ => return None,
        };
        let strict = request.flags.strict;
        if request.asks != Asks::Direction && !legal::within(self, request, from, resolved.cell(), strict) {
            return None;
        }
        if strict && !legal::passes_filter(self, request, resolved.cell()) {
            return None;
        }
        Some(resolved)
    }

    #[cold]
    fn redirected_unit(&mut self, request: &Request, from: Cell, turn: Symmetry, id: EntityId) -> Option<EntityId> {
        if !request.flags.turnable {
            let at = self.state.entity(id).cell.bits();
            self.note(ChangeKind::NoEffect, self.frame.owner, at, 0, 0, 0);
            return Some(id);
        }
        let offset = turn.apply(from.offset_to(self.state.entity(id).cell));
        let found = self.state.occupant(self.book.board.offset(from, offset)?);
        found.is_some().then_some(found)
    }

    #[cold]
    #[inline(never)]
    fn fallback(&mut self, instr: &Instr, request: &Request, from: Cell) -> Flow {
        let found = match request.fallback {
            Fallback::SkipScope | Fallback::Cancel => None,
            // The least number is as good as another where nobody chooses.
            _ if request.asks == Asks::Number => Some((from, Answer::Number(i16::from(request.min)))),
            Fallback::Actor => self.actor_answer(request),
            Fallback::Nearest | Fallback::Weakest if from == Cell::NOWHERE => None,
            Fallback::Nearest => self.best_answer(request, from, |cx, cell, _| cx.steps_from_owner(cell)),
            Fallback::Weakest => self.best_answer(request, from, |cx, cell, id| {
                if id.is_some() { cx.state.entity(id).health } else { cx.steps_from_owner(cell) }
            }),
        };
        // A redirect turns what was answered, and nobody answered this.
        let found = found.and_then(|(from, answer)| self.fit_turned(request, from, Symmetry::IDENTITY, &answer));
        if let Some(resolved) = found {
            self.put(instr, resolved);
            return Flow::Next;
        }
        self.note(ChangeKind::Fallback, self.frame.owner, from.bits(), 0, request.fallback as i32, instr.label);
        if request.fallback == Fallback::Cancel { Flow::End } else { Flow::Jump(instr.to) }
    }

    fn steps_from_owner(&self, cell: Cell) -> i32 {
        self.owner().cell.steps_to(cell)
    }

    fn actor_answer(&self, request: &Request) -> Option<(Cell, Answer)> {
        let here = self.owner().cell;
        Some(match request.asks {
            Asks::Cell => {
                let from = self.cell_at(request.from)?;
                let (dx, dy) = from.offset_to(here);
                (from, Answer::Offset(dx as i16, dy as i16))
            }
            Asks::Unit => (here, Answer::Unit(self.frame.owner)),
            Asks::Direction => (self.cell_at(request.from)?, Answer::Dir(Dir::from_index(self.owner().facing))),
            Asks::Number => return None,
        })
    }

    fn best_answer(
        &mut self,
        request: &Request,
        from: Cell,
        cost: impl Fn(&Self, Cell, EntityId) -> i32,
    ) -> Option<(Cell, Answer)> {
        let mut answers = Vec::new();
        legal::answers_into(self, request, from, Symmetry::IDENTITY, &mut answers);
        let cell_of = |cx: &Self, answer: Answer| match answer {
            Answer::Offset(dx, dy) => cx.book.board.offset(from, (i32::from(dx), i32::from(dy))),
            Answer::Dir(dir) => cx.book.board.step(from, dir),
            Answer::Path(path) => cx.book.board.offset(from, path.offset()),
            Answer::Unit(id) => Some(cx.state.entity(id).cell),
            Answer::Pass | Answer::Number(_) => None,
        };
        let priced = answers.into_iter().filter_map(|answer| {
            let cell = cell_of(self, answer)?;
            let id = self.state.occupant(cell);
            Some((cost(self, cell, id), answer))
        });
        priced.min_by_key(|&(cost, _)| cost).map(|(_, answer)| (from, answer))
    }
}
