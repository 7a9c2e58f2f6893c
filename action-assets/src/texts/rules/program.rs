//! Texts of control flow: targets, branches, loops, veils and delays.

use super::phrase::{capital, with_article};
use super::{Describer, Line, ground};
use foretoken_vm::program::{Address, Amount, Area, Asks, Filter, Holds, Token};
use foretoken_vm::tokens::delay::{Counts, Survives};
use foretoken_vm::tokens::flow::{EachPick, Through};
use foretoken_vm::tokens::trail::Side;
use foretoken_vm::tokens::{Declare, Deed, Delay, JumpUnless, LoopBegin, Trail};

const DEEPEST: u8 = 12;

impl Describer<'_> {
    pub(super) fn program(&self, depth: u8) -> Vec<Line> {
        let mut lines = Vec::new();
        self.block(0, self.program.code.len(), depth, &mut lines);
        lines
    }

    pub(super) fn leads_to(&self, program: u16, depth: u8, lines: &mut Vec<Line>) {
        self.leads_to_of(self.bearer, program, depth, lines);
    }

    fn leads_to_of(&self, bearer: &'static str, program: u16, depth: u8, lines: &mut Vec<Line>) {
        let Some(set) = self.book.program(program).filter(|_| depth < DEEPEST) else { return };
        let inner = Describer { bearer, ..self.inner(set) };
        lines.extend(inner.program(depth));
        self.takes_over(&inner);
    }

    /// Takes the definitions and surfaces that another describer has collected.
    pub(super) fn takes_over(&self, other: &Self) {
        self.defined.replace(other.defined.take());
        self.laid.replace(other.laid.take());
    }

    fn block(&self, from: usize, to: usize, depth: u8, lines: &mut Vec<Line>) {
        if depth >= DEEPEST {
            return;
        }
        let say = |words: String, lines: &mut Vec<Line>| {
            if !words.is_empty() {
                lines.push(Line { depth, words });
            }
        };
        let code = &self.program.code;
        let mut at = from;
        while let Some(token) = code.get(at).filter(|_| at < to) {
            at = match token {
                Token::Declare(declare) => {
                    say(self.declare(declare), lines);
                    at + 1
                }
                Token::Jump(jump) => (jump.to.0 as usize).max(at + 1),
                Token::JumpUnless(unless) => self.branch(at, to, unless, depth, lines),
                // An empty loop only ends the one before it.
                Token::LoopBegin(begin) if Self::is_constant(begin.times, 0) => at + 1,
                Token::LoopBegin(begin) => self.repeats(at, to, begin, depth, lines),
                Token::EachBegin(begin) => {
                    let name = match code.get(at + 1) {
                        Some(Token::Each(each)) => self.loop_name(each.at),
                        _ => String::new(),
                    };
                    say(format!("{}{name}:", self.each_of_area(begin.target, begin.area)), lines);
                    self.turns(at + 2, to, depth, lines)
                }
                Token::Veil(veil) => {
                    say("Hidden from other sides:".to_owned(), lines);
                    let end = (veil.to.0 as usize).clamp(at + 1, to);
                    self.block(at + 1, end, depth + 1, lines);
                    end
                }
                Token::Delay(delay) => {
                    say(self.later(delay), lines);
                    // The body of another owner's delay describes that owner.
                    let bearer = if delay.owner == Address::SELF { self.bearer } else { "it" };
                    self.leads_to_of(bearer, delay.program.0, depth + 1, lines);
                    at + 1
                }
                Token::Trail(Trail { program, side, .. }) => {
                    let side = if *side == Side::Entered { "entered" } else { "left" };
                    say(format!("On each cell {side} by the next movement:"), lines);
                    self.leads_to(program.0, depth + 1, lines);
                    at + 1
                }
                token => {
                    let deed = token.deed();
                    say(capital(&self.deed(deed)), lines);
                    if let Deed::LaySurface { surface, .. } = deed {
                        self.laid(surface.into(), depth + 1, lines);
                    }
                    at + 1
                }
            };
        }
    }

    fn laid(&self, index: usize, depth: u8, lines: &mut Vec<Line>) {
        if !self.tells_ground {
            return;
        }
        let mut told = self.laid.borrow_mut();
        if !told.contains(&index) {
            told.push(index);
            let of =
                ground::surface(self.book, index).into_iter().filter(|line| !line.words.starts_with(ground::LASTS));
            lines.extend(of.map(|line| Line { depth: line.depth + depth, ..line }));
        }
    }

    fn declare(&self, declare: &Declare) -> String {
        let Some(request) = self.program.requests.get(usize::from(declare.ask.request)) else { return String::new() };
        if request.asks == Asks::Slot && request.slots.holds == Holds::ThisAction {
            // Every action of a deck asks for the slot that holds it.
            return String::new();
        }
        let (how, without) = self.asked(request);
        let asks = self.request(request);
        let label = self.label_of(declare.at, request);
        match how {
            "Itself" => format!("{label}: {}", self.bearer),
            "Target" => format!("{label}{asks}{without}"),
            how => {
                let asks = asks.trim_start_matches(": ");
                let asks = asks.trim_start_matches("another ").trim_start_matches("an ").trim_start_matches("a ");
                format!("{label}: {} {asks}{without}", how.to_lowercase())
            }
        }
    }

    fn branch(&self, at: usize, to: usize, unless: &JumpUnless, depth: u8, lines: &mut Vec<Line>) -> usize {
        let target = unless.to.0 as usize;
        let condition = self.condition(unless.condition);
        if target > to || target <= at {
            lines.push(Line { depth, words: format!("The rest happens only if {condition}") });
            return at + 1;
        }
        let over = match self.program.code.get(target - 1) {
            Some(Token::Jump(jump)) if target - 1 > at && jump.to.0 as usize > target => Some(jump.to.0 as usize),
            _ => None,
        };
        let then_end = if over.is_some() { target - 1 } else { target };
        let mut then = Vec::new();
        self.block(at + 1, then_end, depth + 1, &mut then);
        let mut otherwise = Vec::new();
        let end = over.map_or(target, |over| over.min(to));
        self.block(target, end, depth + 1, &mut otherwise);
        if then.is_empty() && !otherwise.is_empty() {
            lines.push(Line { depth, words: format!("Unless {condition}:") });
            lines.append(&mut otherwise);
            return end;
        }
        if !then.is_empty() {
            lines.push(Line { depth, words: format!("If {condition}:") });
            lines.append(&mut then);
        }
        // An empty alternative is left out.
        let is_idle = |line: &Line| line.words == capital(Self::NOTHING);
        if !otherwise.iter().all(is_idle) {
            lines.push(Line { depth, words: "Otherwise:".to_owned() });
            lines.append(&mut otherwise);
        }
        end
    }

    fn repeats(&self, at: usize, to: usize, begin: &LoopBegin, depth: u8, lines: &mut Vec<Line>) -> usize {
        if let Some(Token::EachPick(EachPick { at: slot, through, list, .. })) = self.program.code.get(at + 1) {
            let name = self.loop_name(*slot);
            let words = match through {
                Through::Picks => format!("For each of {}{name}:", self.list(*list)),
                Through::Way => format!("For each cell on the path to {}{name}:", self.target(*list)),
            };
            lines.push(Line { depth, words });
            return self.turns(at + 2, to, depth, lines);
        }
        let end = self.loop_end(at + 1, to);
        let again = match self.program.code.get(at + 1) {
            // The condition precedes each turn and jumps behind the loop.
            Some(Token::JumpUnless(unless)) if unless.to.0 as usize > end => Some(unless.condition),
            _ => None,
        };
        let words = match (again, begin.times) {
            (Some(condition), Amount::Const(1)) => format!("While {}:", self.condition(condition)),
            (Some(condition), times) => {
                format!("Up to {} times, while {}:", self.amount(times), self.condition(condition))
            }
            (None, times) => format!("{} times:", self.amount(times)),
        };
        lines.push(Line { depth, words });
        self.turns(at + 1 + usize::from(again.is_some()), to, depth, lines)
    }

    fn each_of_area(&self, target: Address, area: Area) -> String {
        let sides = self.sides(area.filter);
        let cells = self.area(target, area);
        let cells = cells.trim_start_matches("on ");
        let is_one = area.pattern == 0;
        match (sides.as_str(), area.filter) {
            ("", filter) if filter.is_open() => format!("For each of {cells}"),
            ("", filter) if filter.has_bit(Filter::EMPTY) && is_one => format!("If no unit is on {cells}"),
            ("", filter) if filter.has_bit(Filter::EMPTY) => format!("For each of {cells} without a unit"),
            ("", _) if is_one => format!("If a unit is on {cells}"),
            ("", _) => format!("For each unit on {cells}"),
            (sides, _) if is_one => format!("If {} is on {cells}", with_article(sides)),
            (_, filter) => format!("For {} on {cells}", self.all_of(filter)),
        }
    }

    fn turns(&self, from: usize, to: usize, depth: u8, lines: &mut Vec<Line>) -> usize {
        let end = self.loop_end(from, to);
        self.block(from, end, depth + 1, lines);
        end + 1
    }

    fn loop_end(&self, from: usize, to: usize) -> usize {
        let mut open = 0;
        for (at, token) in self.program.code.iter().enumerate().take(to).skip(from) {
            match token {
                Token::LoopBegin(begin) if !Self::is_constant(begin.times, 0) => open += 1,
                Token::EachBegin(_) => open += 1,
                Token::LoopNext(_) if open == 0 => return at,
                Token::LoopNext(_) => open -= 1,
                _ => {}
            }
        }
        to
    }

    fn later(&self, delay: &Delay) -> String {
        let number = self.amount(delay.rounds);
        let s = if Self::is_constant(delay.rounds, 1) { "" } else { "s" };
        let when = match delay.counts {
            Counts::Rounds => format!("{number} round{s} later"),
            Counts::Own => format!("{number} of its turns later"),
            Counts::All => format!("{number} turn{s} of any units later"),
        };
        let whose = match delay.owner {
            Address::SELF => String::new(),
            owner => format!(", {} does this", self.unit_on(owner)),
        };
        let owner = if delay.owner == Address::SELF { self.bearer } else { "it" };
        let dies =
            if delay.survives == Survives::Nobody { format!(", unless {owner} dies first") } else { String::new() };
        capital(&format!("{when}{whose}{dies}:"))
    }
}
