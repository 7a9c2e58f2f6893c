//! Control flow for kinds with bodies: scopes, branches, loops, veils, delays and inclusions.

use foretoken_vm::program::{Address, Amount, Label, Token};
use foretoken_vm::tokens::flow::{Ends, Level, Slots, Through};
use foretoken_vm::tokens::operand::{Addresses, Area, Program, To};
use foretoken_vm::tokens::trail::Side;
use foretoken_vm::tokens::{
    Delay, Each, EachBegin, EachPick, Gather, Jump, JumpUnless, LoopBegin, LoopNext, Trail, TrailEnd, Veil,
};

use super::{Compiler, Draft, MAX_CAPTURED, MAX_INCLUDES, MAX_PARTS};
use crate::diagnostic::{did_you_mean, no_such};
use crate::inspect::Formula;
use crate::part::Part;

/// Limit of nested loops. The turns of each are part of the keys of answers.
const MAX_LOOPS: u8 = 3;
const MAX_DELAYS: usize = 3;

impl Compiler<'_> {
    /// Compiles a body in a scope. A request without an answer skips to its end.
    pub fn scope(&mut self, body: impl FnOnce(&mut Self)) {
        self.draft().open(false);
        body(self);
        self.draft().close();
    }

    /// Compiles one of two bodies by a condition.
    pub fn branch(
        &mut self,
        condition: Amount,
        then: impl FnOnce(&mut Self),
        fallback: Option<impl FnOnce(&mut Self)>,
    ) {
        let unless = self.emit(JumpUnless { condition, to: To::default() });
        self.scope(then);
        let mut end = unless;
        if let Some(fallback) = fallback {
            end = self.emit(Jump::default());
            let here = self.here();
            self.set_jump(unless, here);
            self.scope(fallback);
        }
        let here = self.here();
        self.set_jump(end, here);
    }

    /// Repeats a body a number of times or while a condition holds. Each turn has a new scope.
    pub fn repeat(&mut self, times: Option<Amount>, condition: Option<(&str, &Formula)>, body: impl FnOnce(&mut Self)) {
        let Some(level) = self.next_level() else { return self.scope(body) };
        let outer = level.0;
        self.draft().loops += 1;
        let counted = times.unwrap_or(Amount::Const(1));
        let begin = self.emit(LoopBegin { level, times: counted, to: To::default() });
        let first = self.draft().set.addresses;
        let again = self.here();
        let unless = condition.map(|(field, formula)| {
            let condition = self.condition_amount(field, formula);
            self.emit(JumpUnless { condition, to: To::default() })
        });
        self.draft().leaves.push(unless.into_iter().collect());
        self.scope(body);
        let own = Slots { first, count: self.draft().set.addresses - first };
        let ends = if times.is_some() { Ends::Counted } else { Ends::ByCondition };
        self.emit(LoopNext { level, ends, own, to: To(again) });
        self.leave(level);
        let here = self.here();
        self.set_jump(begin, here);
        self.draft().loops = outer;
    }

    fn leave(&mut self, level: Level) {
        let leaves = self.draft().leaves.pop().unwrap_or_default();
        if !leaves.is_empty() {
            // An empty loop ends the loop counters of the loop that was left.
            let exit = self.emit(LoopBegin { level, ..LoopBegin::default() });
            leaves.into_iter().for_each(|leave| self.set_jump(leave, exit));
            let here = self.here();
            self.set_jump(exit, here);
        }
    }

    /// Leaves the innermost loop if a target resolved to nothing.
    pub fn leave_unless(&mut self, field: &str, target: &str) {
        if self.draft().leaves.is_empty() {
            return self.fault(field, "no-loop", "this part is not in a loop that it could end");
        }
        let condition = self.amount(field, &Formula(format!("exists({target})")));
        let leave = self.emit(JumpUnless { condition, to: To::default() });
        if let Some(leaves) = self.draft().leaves.last_mut() {
            leaves.push(leave);
        }
    }

    fn next_level(&mut self) -> Option<Level> {
        let level = self.draft().loops;
        if level >= MAX_LOOPS {
            self.fault("", "too-many-loops", format!("loops are nested more than {MAX_LOOPS} deep"));
            return None;
        }
        Some(Level(level))
    }

    /// Repeats a body for each cell of an area; `name` is the cell.
    pub fn each(&mut self, target: Address, area: Area, name: &str, body: impl FnOnce(&mut Self)) {
        let Some(level) = self.next_level() else { return };
        self.draft().open(false);
        // No asset can use this name.
        let (path, at) = (self.path.clone(), self.at);
        let middle = self.draft().new_address("(middle)", path, at);
        if let (Some(middle), Some(at)) = (middle, self.new_target("name", name)) {
            self.emit(EachBegin { level, target, middle, area });
            let each = self.emit(Each { level, at, middle, area, to: To::default() });
            self.turns(level, each, body);
        }
        self.draft().close();
    }

    /// Repeats a body for each pick, or for each cell of a path.
    pub fn each_of(&mut self, list: Address, through: Through, name: &str, body: impl FnOnce(&mut Self, Address)) {
        let Some(level) = self.next_level() else { return };
        self.draft().open(false);
        if let Some(at) = self.new_target("name", name) {
            self.emit(LoopBegin { level, times: Amount::Const(1), to: To::default() });
            let begin = self.here() - 1;
            let each = self.emit(EachPick { level, at, through, list, to: To::default() });
            self.turns(level, each, |compiler| body(compiler, at));
            let here = self.here();
            self.set_jump(begin, here);
        }
        self.draft().close();
    }

    fn turns(&mut self, level: Level, each: u32, body: impl FnOnce(&mut Self)) {
        let outer = self.draft().loops;
        self.draft().loops += 1;
        self.draft().leaves.push(Vec::new());
        let first = self.draft().set.addresses;
        self.scope(body);
        let own = Slots { first, count: self.draft().set.addresses - first };
        self.emit(LoopNext { level, ends: Ends::ByCondition, own, to: To(each) });
        self.leave(level);
        let here = self.here();
        self.set_jump(each, here);
        self.draft().loops = outer;
    }

    /// Whether a target is a list.
    pub fn is_list(&mut self, target: &str) -> bool {
        let level = self.drafts.len().saturating_sub(1);
        self.list_of(level, target).is_some()
    }

    /// Compiles a part that others see only as "????" on its cells.
    pub fn veil(&mut self, label: Label, body: impl FnOnce(&mut Self)) {
        let veil = self.emit(Veil { label, ..Veil::default() });
        self.draft().record();
        self.scope(body);
        let used = self.draft().recorded();
        let count = used.len() as u8;
        let targets = Addresses { first: self.data(used), count };
        let to = To(self.here());
        if let Some(token) = self.draft().set.code.get_mut(veil as usize) {
            *token = Token::Veil(Veil { label, targets, to });
        }
    }

    /// Compiles a body that runs later as its own program, with the present targets.
    pub fn delay(&mut self, delay: Delay, field: &str, body: &[Part]) {
        let delayed_around = self.drafts.iter().filter(|draft| draft.is_delayed).count();
        if delayed_around >= MAX_DELAYS {
            return self.fault("", "too-many-delays", format!("delays are nested more than {MAX_DELAYS} deep"));
        }
        let (program, captured) = self.later("delay", field, body);
        self.emit(Delay { program, captured, ..delay });
    }

    /// Compiles moves with a body that runs for each cell entered.
    pub fn trail(&mut self, side: Side, (field, body): (&str, &[Part]), moves: impl FnOnce(&mut Self)) {
        if self.draft().in_trail {
            return self.fault("", "trail-in-trail", "a trail cannot be inside the moves of another trail");
        }
        if self.drafts.iter().filter(|draft| draft.is_delayed).count() >= MAX_DELAYS {
            return self.fault("", "too-many-delays", format!("delays are nested more than {MAX_DELAYS} deep"));
        }
        let (program, captured) = self.later("trail", field, body);
        self.emit(Trail { program, side, captured });
        self.draft().in_trail = true;
        let leaves = std::mem::take(&mut self.draft().leaves);
        self.scope(moves);
        self.draft().leaves = leaves;
        self.draft().in_trail = false;
        self.emit(TrailEnd::default());
    }

    fn later(&mut self, what: &str, field: &str, body: &[Part]) -> (Program, Addresses) {
        let outer = self.draft();
        outer.delays += 1;
        let name = format!("{}/{what}-{}", outer.set.name, outer.delays);
        let title = outer.set.title.clone();
        // Captured targets come first in the body's memory, so a trial compilation finds them.
        let mark = self.tables.mark();
        self.dry += 1;
        let tried = self.delayed_body(name.clone(), (Vec::new(), &[]), field, body);
        self.dry -= 1;
        self.tables.reset(mark);
        let names = &self.draft().set.debug.names;
        let named = |address: &Address| names.get(address.0 as usize).cloned().unwrap_or_default();
        let (mut captured, mut lists) = (Vec::new(), Vec::new());
        for (at, address) in tried.captured.iter().enumerate() {
            let most = tried.gathered.get(&(at as u8)).copied();
            let count = most.map_or(1, |most| most.map_or(usize::MAX, usize::from)).min(MAX_CAPTURED + 1);
            if most.is_some() {
                lists.push(Gather { at: Address(captured.len() as u8), count: Amount::Const(count as i32) });
            }
            captured.extend(std::iter::repeat_n((*address, named(address)), count));
        }
        if captured.len() > MAX_CAPTURED {
            let message = format!(
                "a {what} can use at most {MAX_CAPTURED} targets that were chosen before it; each pick of a list counts"
            );
            let help = format!(
                "allow fewer picks with `at_most` of the list, or move the {what} into a loop, so that each {what} uses one pick"
            );
            self.fault_with_help("", "too-many-captured", message, help);
            captured.truncate(MAX_CAPTURED);
        }
        let mut done = self.delayed_body(name, (captured, &lists), field, body);
        done.set.title = title;
        let captured = std::mem::take(&mut done.captured);
        let count = done.set.captured;
        let all = std::mem::take(&mut done.all);
        self.draft().all.extend(all);
        let program = Program(self.tables.program(done.set));
        let first = self.data(captured.iter().take(usize::from(count)).map(|address| i32::from(address.0)));
        (program, Addresses { first, count })
    }

    fn delayed_body(
        &mut self,
        name: String,
        (captured, lists): (Vec<(Address, String)>, &[Gather]),
        field: &str,
        body: &[Part],
    ) -> Draft {
        self.drafts.push(Draft::delayed(name, captured));
        for &list in lists {
            self.emit(list);
        }
        self.scope(|c| c.parts(field, body));
        self.drafts.pop().unwrap_or_default()
    }

    /// Compiles another action's body here. It sees no names of this one.
    pub fn include(&mut self, field: &str, name: &str) {
        let actions = self.actions;
        let Some(body) = actions.action_body(name) else {
            let help = did_you_mean(name, actions.action_names());
            return self.fault_with_help(field, "unknown-reference", no_such("action", name), help);
        };
        let inner = self.includes.measure(name);
        if inner.endless {
            if let Some(cycle) = self.cycle.take_if(|cycle| cycle.get(1).is_some_and(|second| second == name)) {
                let message = format!("the actions include each other in a circle: {}", cycle.join(" -> "));
                self.fault(field, "include-cycle", message);
            }
            // Actions on the cycle report it.
            return;
        }
        if self.including.len() + inner.depth > MAX_INCLUDES {
            return self.fault(field, "too-many-includes", "included actions are nested more than 6 deep");
        }
        if self.visits + inner.parts > MAX_PARTS {
            let message = format!("with `{name}` the action has more than {MAX_PARTS} parts");
            let help = "make it smaller, or repeat a list instead of including it often".to_owned();
            self.draft().too_large = true;
            return self.fault_with_help(field, "too-large", message, help);
        }
        self.including.push(name.to_owned());
        let path = format!("{}/{name}/", self.path);
        let outer = std::mem::replace(&mut self.path, path);
        self.draft().open(true);
        self.parts("body", body);
        self.draft().close();
        self.path = outer;
        self.including.pop();
    }
}
