//! Requests that take several picks. Each pick is an answer of its own, by a key of its own; what they resolve to is a list
//! in an arena of the machine's buffers, which `ForEach` goes through in order. The slot of the request holds the last one.

use super::cx::{Resolved, RunContext};
use super::fast::FastContext;
use super::legal;
use super::step::Flow;
use crate::intent::{Answer, Key};
use crate::program::values::Addresses;
use crate::program::{Address, Label, Request, Several};
use crate::space::Cell;
use crate::state::{ChangeKind, EntityId, MAX_CAPTURED};
use crate::tokens::Declare;

/// What was picked so far of several, as cells, and how many there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picks {
    cells: [Cell; Several::MOST],
    count: u8,
    /// Fewest picks.
    pub least: u8,
    /// Most picks.
    pub most: u8,
    /// Whether the same may be picked again.
    pub repeats: bool,
    /// Whether each is measured from the one before it.
    pub is_chain: bool,
}

impl Picks {
    /// The cells that were picked, in order: of units where they stood when the next was asked for.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        self.cells.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Whether what was picked is enough; nothing is where a request is optional.
    #[must_use]
    pub const fn may_end(&self, request: &Request) -> bool {
        self.count >= self.least || self.count == 0 && request.flags.optional
    }

    /// Whether what was picked is enough with one pick more.
    #[must_use]
    pub const fn may_end_with_another(&self) -> bool {
        self.count + 1 >= self.least
    }

    fn push(&mut self, cell: Cell) {
        if let Some(place) = self.cells.get_mut(usize::from(self.count)) {
            *place = cell;
            self.count += 1;
        }
    }

    fn takes(&self, cell: Cell) -> bool {
        self.repeats || !self.cells().contains(&cell)
    }
}

impl RunContext<'_> {
    /// Resolves a request for several by the answers to its picks, in order. A pick that no longer fits is chosen by the
    /// request's rule, or left out where that does not choose; a chain ends there. With fewer than the least there is no
    /// answer.
    #[cold]
    pub(super) fn resolve_several(&mut self, declare: &Declare, request: &Request, several: Several) -> Flow {
        let Some(start) = self.cell_at(request.from) else { return self.without(declare, request, Cell::NOWHERE) };
        let mut picks = Picks {
            cells: [Cell::NOWHERE; Several::MOST],
            count: 0,
            least: self.amount(several.least).clamp(0, Several::MOST as i32) as u8,
            most: self.amount(several.most).clamp(0, Several::MOST as i32) as u8,
            repeats: several.repeats,
            is_chain: several.is_chain,
        };
        let used = if request.flags.automatic { None } else { self.used };
        let key = Key::new(declare.at, self.frame.iterations);
        let turn = self.fast(|fast| fast.redirect_of(request));
        self.fast(|fast| fast.put(declare.at, Resolved::NONE));
        let mut from = start;
        for pick in 0..picks.most {
            let key = key.of_pick(pick);
            let resolved = match (used.and_then(|used| used.answer(key)), used) {
                (Some(Answer::Pass), _) if picks.may_end(request) => return Flow::Next,
                (Some(answer), _) => {
                    let fits = self.fit(request, from, turn, &answer);
                    let again = |cell| legal::is_taken(self.state, request, picks.cells(), cell);
                    fits.filter(|resolved| picks.takes(resolved.cell()) && (picks.repeats || !again(resolved.cell())))
                }
                (None, Some(used)) if self.asking => {
                    self.ask((used.program, declare.ask.request), request, key, from, Some(picks));
                    return Flow::End;
                }
                // Who decides gave fewer, or a rule chooses for all.
                (None, _) if !picks.may_end(request) || self.aim_of(request).is_some() => None,
                (None, _) if request.flags.automatic || used.is_none() => None,
                (None, _) => break,
            };
            // By rule nothing is chosen twice: it would be the same again.
            let resolved = resolved.or_else(|| {
                let found = self.by_rule(request, from, picks.cells());
                found.filter(|found| !picks.cells().contains(&found.cell()))
            });
            let Some(resolved) = resolved else {
                if several.is_chain || used.is_none() {
                    break;
                }
                continue;
            };
            self.fast(|fast| fast.keep_pick(declare.at, resolved));
            picks.push(resolved.cell());
            if several.is_chain {
                from = resolved.cell();
            }
        }
        if picks.may_end(request) {
            return Flow::Next;
        }
        self.fast(|fast| fast.put(declare.at, Resolved::NONE));
        self.without(declare, request, start)
    }
}

impl RunContext<'_> {
    /// Resolves a request for a region: the number of one of its parts to the cells of that, nearest first. By rule it is the
    /// part with the most of them, the first of those that have as many.
    #[cold]
    pub(super) fn resolve_region(&mut self, declare: &Declare, request: &Request) -> Flow {
        let Some(from) = self.cell_at(request.from) else { return self.without(declare, request, Cell::NOWHERE) };
        let used = if request.flags.automatic { None } else { self.used };
        let key = Key::new(declare.at, self.frame.iterations);
        let turn = self.fast(|fast| fast.redirect_of(request));
        self.fast(|fast| fast.put(declare.at, Resolved::NONE));
        let answer = used.and_then(|used| used.answer_to(key, declare.ask.request.into()).copied());
        let mut cells = match (answer, used) {
            (Some(Answer::Pass), _) if request.flags.optional => return Flow::Next,
            (Some(Answer::Number(number)), _) => legal::cells_of_part(self, request, from, turn, number),
            (None, Some(used)) if self.asking => {
                self.ask((used.program, declare.ask.request), request, key, from, None);
                return Flow::End;
            }
            _ => Vec::new(),
        };
        if cells.is_empty() && (request.fallback.chooses() || self.aim_of(request).is_some()) {
            cells = legal::largest_part(self, request, from);
        }
        if cells.is_empty() {
            return self.without(declare, request, from);
        }
        for cell in cells {
            self.fast(|fast| fast.keep_pick(declare.at, Resolved::new(cell, EntityId::NONE, 0, Resolved::CELL)));
        }
        Flow::Next
    }
}

impl FastContext<'_> {
    /// Puts a pick behind those that an address holds.
    pub(crate) fn keep_pick(&mut self, at: Address, resolved: Resolved) {
        let slot = self.frame.base + u32::from(at.0);
        if at.0 < self.frame.slots
            && let Some(held) = self.slots.get_mut(usize::from(at.0))
        {
            *held = resolved;
            self.picks.push((slot, resolved));
        }
        if self.frame.pc < self.frame.veiled_to {
            self.note(ChangeKind::Veiled, self.frame.owner, resolved.cell(), 0, Label::NONE);
        }
    }

    /// The pick with this index of those that an address holds: the one itself where it takes no several.
    pub(crate) fn pick(&self, at: Address, index: usize) -> Option<Resolved> {
        let slot = self.frame.base + u32::from(at.0);
        let held = Some(self.slot(at)).filter(|held| held.kind() != 0)?;
        let mut picks = self.picks.iter().filter(|&&(of, _)| of == slot).map(|&(_, pick)| pick).peekable();
        if picks.peek().is_none() { Some(held).filter(|_| index == 0) } else { picks.nth(index) }
    }

    /// The cell with this index on the way to an address: of a walk the cells that it leads through, of anything else
    /// those of the straight line from where the program began, up to its own. Where no line leads there, its own alone.
    pub(crate) fn cell_on_way(&self, at: Address, index: usize) -> Option<Cell> {
        let slot = self.frame.base + u32::from(at.0);
        let goal = self.spot_at(at)?.cell;
        let board = &self.book.board;
        if let Some((_, from, path, gait)) = self.paths.iter().find(|&&(of, ..)| of == slot) {
            if index >= path.len() {
                return None;
            }
            let step = |at, dir| Some(board.walk_step(at, dir, *gait)?.to);
            return path.steps().take(index + 1).try_fold(board.spot(*from), step).map(|spot| spot.cell);
        }
        let (dx, dy) = self.frame.here.offset_to(goal);
        let far = dx.abs().max(dy.abs());
        let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        if far == 0 || !is_straight {
            return (index == 0).then_some(goal);
        }
        let along = i32::try_from(index).ok()?.saturating_add(1);
        if along == far {
            return Some(goal);
        }
        if along > far { None } else { board.offset(self.frame.here, (dx.signum() * along, dy.signum() * along)) }
    }
}

impl RunContext<'_> {
    /// What a program that runs later, or within, takes along of these addresses. One that is among them several times is a
    /// list, of which each time takes the next pick.
    pub(crate) fn captured(&mut self, addresses: Addresses) -> [Resolved; MAX_CAPTURED] {
        let mut all = [Resolved::NONE; MAX_CAPTURED];
        let from = addresses.of(&self.program.data).take(MAX_CAPTURED);
        for (at, (place, address)) in all.iter_mut().zip(from.clone()).enumerate() {
            let is_list = from.clone().filter(|&other| other == address).nth(1).is_some();
            let before = from.clone().take(at).filter(|&other| other == address).count();
            *place = if is_list {
                self.fast(|fast| fast.pick(address, before)).unwrap_or(Resolved::NONE)
            } else {
                self.held(address)
            };
        }
        all
    }

    /// What an address holds.
    fn held(&self, address: Address) -> Resolved {
        if address.is_slot() {
            return self.slot(address);
        }
        let cell = self.cell_at(address).unwrap_or(Cell::NOWHERE);
        let unit = self.unit_at(address).unwrap_or(EntityId::NONE);
        let kind = if unit.is_some() { Resolved::UNIT } else { Resolved::CELL };
        Resolved::new(cell, unit, 0, kind)
    }
}
