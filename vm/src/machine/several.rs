//! Requests with several picks. Each pick is an answer with its own key; the results form a list for `ForEach`.

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

/// Picks so far as cells, with their limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picks {
    cells: [Cell; Several::MOST],
    count: u8,
    /// Minimum picks.
    pub least: u8,
    /// Maximum picks.
    pub most: u8,
    /// Whether a target can be picked again.
    pub repeats: bool,
    /// Whether each pick is measured from the one before.
    pub is_chain: bool,
}

impl Picks {
    /// Returns the picked cells in order; those of units may be outdated.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        self.cells.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Returns whether the picks suffice; no pick suffices if the request is optional.
    #[must_use]
    pub const fn is_end_allowed(&self, request: &Request) -> bool {
        self.count >= self.least || self.count == 0 && request.flags.optional
    }

    /// Returns whether one more pick makes them suffice.
    #[must_use]
    pub const fn is_end_allowed_with_another(&self) -> bool {
        self.count + 1 >= self.least
    }

    fn push(&mut self, cell: Cell) {
        if let Some(place) = self.cells.get_mut(usize::from(self.count)) {
            *place = cell;
            self.count += 1;
        }
    }

    fn is_allowed(&self, cell: Cell) -> bool {
        self.repeats || !self.cells().contains(&cell)
    }
}

impl RunContext<'_> {
    /// Resolves a request by its picks. A pick that no longer fits is chosen by rule or left out; a chain ends there.
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
                (Some(Answer::Pass), _) if picks.is_end_allowed(request) => return Flow::Next,
                (Some(answer), _) => {
                    let fits = self.fit(request, from, turn, &answer);
                    let again = |cell| legal::is_taken(self.state, request, picks.cells(), cell);
                    fits.filter(|resolved| {
                        picks.is_allowed(resolved.cell()) && (picks.repeats || !again(resolved.cell()))
                    })
                }
                (None, Some(used)) if self.asking => {
                    self.ask((used.program, declare.ask.request), request, key, from, Some(picks));
                    return Flow::End;
                }
                (None, _) if !picks.is_end_allowed(request) || self.aim_of(request).is_some() => None,
                (None, _) if request.flags.automatic || used.is_none() => None,
                (None, _) => break,
            };
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
        if picks.is_end_allowed(request) {
            return Flow::Next;
        }
        self.fast(|fast| fast.put(declare.at, Resolved::NONE));
        self.without(declare, request, start)
    }
}

impl RunContext<'_> {
    /// Resolves a region request: the number of a part gives the cells of that part, nearest first. A rule picks the
    /// largest part, the first among equals.
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
        if cells.is_empty() && (request.fallback.is_choosing() || self.aim_of(request).is_some()) {
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

    pub(crate) fn pick(&self, at: Address, index: usize) -> Option<Resolved> {
        let slot = self.frame.base + u32::from(at.0);
        let held = Some(self.slot(at)).filter(|held| held.kind() != 0)?;
        let mut picks = self.picks.iter().filter(|&&(of, _)| of == slot).map(|&(_, pick)| pick).peekable();
        if picks.peek().is_none() { Some(held).filter(|_| index == 0) } else { picks.nth(index) }
    }

    /// Returns a cell on the way to an address: on the path of a walk, else on the straight line from the program's
    /// start, else the target cell.
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
