//! Compiles a tree of parts to a linear program. Kinds request values by field name and continue after faults; the
//! compiler locates the faults.

mod amounts;
mod carried;
mod draft;
mod faults;
mod flow;
mod includes;
mod names;
mod searches;
mod tables;

pub(crate) use carried::NO_TARGET;
pub use draft::MAX_CAPTURED;
pub(crate) use draft::{Declared, Draft};
pub(crate) use includes::Actions;
use includes::Includes;
pub(crate) use searches::{CHANGED, is_in_group};
pub(crate) use tables::{Names, Tables};

use foretoken_vm::Rules;
use foretoken_vm::program::{Address, Amount, Label, Request, Several, Targeting, Token, TokenSet};
use foretoken_vm::regions::{Bound, Region, RegionId};
use foretoken_vm::tokens::Declare;
use foretoken_vm::tokens::external::ExternIndex;
use foretoken_vm::tokens::flow::Ask;
use foretoken_vm::tokens::operand::To;

use crate::diagnostic::{Diagnostic, Diagnostics, Severity, did_you_mean, no_such};
use crate::formula::FormulaFault;
use crate::inspect::Formula;
use crate::part::{Part, Spans};
use crate::pattern::Pattern;
use crate::syntax::Span;

/// Limit of instructions in one program.
pub const MAX_CODE: usize = 4_096;
/// Limit of nested parts, with included ones.
pub const MAX_NESTING: usize = 96;
/// Limit of nested inclusions.
pub const MAX_INCLUDES: usize = 6;
/// Limit of parts in one action, counted at each inclusion.
pub const MAX_PARTS: usize = 8_192;
/// Limit of compiled parts in one action. Delayed parts are compiled twice.
const MAX_VISITS: usize = 20_000;

/// The compiler's interface for kinds.
#[derive(Debug)]
pub struct Compiler<'a> {
    pub(crate) tables: Tables<'a>,
    pub(crate) actions: &'a dyn Actions,
    /// The current program last, the programs around its delays before it.
    pub(crate) drafts: Vec<Draft>,
    pub(crate) diagnostics: Diagnostics,
    file: String,
    path: String,
    at: Option<Span>,
    pending: Vec<Fault>,
    hints: Vec<FormulaFault>,
    late: Vec<(Diagnostic, String)>,
    /// Above zero during a trial compilation, which reports nothing.
    dry: usize,
    including: Vec<String>,
    includes: Includes,
    cycle: Option<Vec<String>>,
    nesting: usize,
    visits: usize,
    subject: Option<Address>,
    any_target: bool,
    /// Whether a formula of an effect source is compiled: names without a scope are its parameters, then its bearer's
    /// stats.
    is_carried: bool,
    is_answer: bool,
}

#[derive(Debug)]
struct Fault {
    severity: Severity,
    field: String,
    code: &'static str,
    message: String,
    help: Option<String>,
    late: Option<String>,
    character: u32,
    cause: Option<String>,
}

impl Fault {
    fn new(severity: Severity, field: &str, code: &'static str, message: impl Into<String>) -> Self {
        let (field, message) = (field.to_owned(), message.into());
        Self { severity, field, code, message, help: None, late: None, character: 0, cause: None }
    }
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(actions: &'a dyn Actions, tables: Tables<'a>) -> Self {
        Self {
            tables,
            actions,
            drafts: Vec::new(),
            diagnostics: Diagnostics::new(),
            file: String::new(),
            path: String::new(),
            at: None,
            pending: Vec::new(),
            hints: Vec::new(),
            late: Vec::new(),
            dry: 0,
            including: Vec::new(),
            includes: Includes::of(actions),
            cycle: None,
            nesting: 0,
            visits: 0,
            subject: None,
            any_target: false,
            is_carried: false,
            is_answer: false,
        }
    }

    pub(crate) fn stored(&mut self, file: &str, spans: &Spans, formula: &Formula) {
        let mark = self.tables.mark();
        self.any_target = true;
        self.apart(file, spans, |compiler| compiler.amount("formula", formula));
        self.any_target = false;
        self.tables.reset(mark);
    }

    pub(crate) fn action(&mut self, file: &str, set: TokenSet, body: &[Part]) {
        file.clone_into(&mut self.file);
        self.visits = 0;
        self.including = vec![set.name.clone()];
        let endless = self.includes.measure(&set.name).endless;
        let cycle = endless.then(|| self.includes.cycle(&set.name)).flatten();
        self.cycle = cycle.map(|names| names.into_iter().map(str::to_owned).collect());
        self.drafts = vec![Draft::new(set)];
        self.scope(|c| c.parts("body", body));
        if let Some(draft) = self.drafts.pop() {
            self.settle_late(&draft);
            self.tables.programs.push(draft.set);
        }
        self.path.clear();
        self.including.clear();
    }

    pub(crate) fn bound(&mut self, file: &str, spans: &Spans, field: &str, formula: &Formula) -> Amount {
        self.apart(file, spans, |compiler| compiler.bounding(field, formula))
    }

    fn apart(&mut self, file: &str, spans: &Spans, compile: impl FnOnce(&mut Self) -> Amount) -> Amount {
        file.clone_into(&mut self.file);
        self.path.clear();
        self.including.clear();
        self.drafts.clear();
        let amount = compile(self);
        for mut fault in std::mem::take(&mut self.pending) {
            fault.late = None;
            self.place(fault, spans);
        }
        amount
    }

    pub(crate) fn condition(&mut self, file: &str, spans: &Spans, field: &str, formula: &Formula) -> u32 {
        let amount = self.apart(file, spans, |compiler| compiler.factor(field, formula));
        self.formula_of(amount)
    }

    pub(crate) fn draft(&mut self) -> &mut Draft {
        if self.drafts.is_empty() {
            self.drafts.push(Draft::default());
        }
        let last = self.drafts.len() - 1;
        &mut self.drafts[last]
    }

    /// Compiles the parts of a list in order.
    pub fn parts(&mut self, field: &str, parts: &[Part]) {
        for (index, part) in parts.iter().enumerate() {
            let joined = self.path.is_empty() || self.path.ends_with('/');
            let base = if joined { self.path.clone() } else { format!("{}.", self.path) };
            self.part(format!("{base}{field}[{index}]"), part);
        }
    }

    fn part(&mut self, path: String, part: &Part) {
        self.visits += 1;
        if self.visits > MAX_VISITS || self.nesting >= MAX_NESTING || self.draft().set.code.len() >= MAX_CODE {
            let help = "make it smaller, or repeat a list instead of including it often".to_owned();
            let told = self.draft().too_large;
            self.draft().too_large = true;
            if !told {
                self.fault_with_help("", "too-large", "the action is too large or nested too deeply", help);
            }
            return;
        }
        let mark = self.pending.len();
        let outer_path = std::mem::replace(&mut self.path, path);
        let outer_at = self.at;
        if self.including.len() == 1 {
            self.at = part.spans.own;
        }
        self.subject = None;
        self.nesting += 1;
        self.tables.kinds.insert((part.kind.name().to_owned(), part.kind.version()));
        part.kind.compile(self);
        self.nesting -= 1;
        if self.including.len() == 1 {
            let faults = self.pending.split_off(mark.min(self.pending.len()));
            faults.into_iter().for_each(|fault| self.place(fault, &part.spans));
        }
        (self.path, self.at) = (outer_path, outer_at);
    }

    /// Adds a token and returns its index.
    pub fn emit(&mut self, token: impl Into<Token>) -> u32 {
        let path = self.path.clone();
        let set = &mut self.draft().set;
        let at = set.code.len() as u32;
        // `part` has reported the size; this only bounds the memory.
        if set.code.len() < 2 * MAX_CODE {
            set.code.push(token.into());
            set.debug.parts.push(path);
        }
        at
    }

    /// Returns the index of the next instruction.
    pub fn here(&mut self) -> u32 {
        self.draft().set.code.len() as u32
    }

    /// Makes the instruction at `at` continue at `to`.
    pub fn set_jump(&mut self, at: u32, to: u32) {
        if let Some(token) = self.draft().set.code.get_mut(at as usize) {
            token.lead_to(to);
        }
    }

    /// Returns the address of the field `target` and a label.
    pub fn subject(&mut self, target: &str, label: &str, usual: &str) -> (Address, Label) {
        (self.target("target", target), self.label(label, usual))
    }

    /// Returns the index of a label; `usual` if none is given.
    pub fn label(&mut self, given: &str, usual: &str) -> Label {
        let name = if given.is_empty() { usual } else { given };
        match self.tables.label(name) {
            Some(index) => Label(index),
            None => {
                self.fault("label", "too-many-labels", "the pack has more than 65,535 labels");
                Label::NONE
            }
        }
    }

    /// Whether any policy of the pack has a row of this name.
    pub fn has_policy_row(&self, name: &str) -> bool {
        self.tables.names.policy_rows.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    /// Whether the pack has a skill of this name.
    pub fn has_skill(&self, name: &str) -> bool {
        self.tables.names.skills.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    /// Returns the label with types that reactions can test.
    pub fn typed(&mut self, label: Label, types: &[String]) -> Label {
        if types.is_empty() {
            return label;
        }
        for (at, own) in types.iter().enumerate() {
            if own.is_empty() || own.contains(Rules::BETWEEN_TYPES) {
                self.fault(
                    &format!("types[{at}]"),
                    "bad-type",
                    "a label for reactions is a word such as `attack.ranged`",
                );
            }
        }
        let mut types = types.to_vec();
        types.sort();
        types.dedup();
        let word = self.tables.label_name(label).to_owned();
        let name = [&[word], types.as_slice()].concat().join(&Rules::BETWEEN_TYPES.to_string());
        self.label(&name, "")
    }

    /// Returns a region by name, with its own horizontal bounds.
    pub fn region(&mut self, field: &str, name: &str) -> Option<(RegionId, (Amount, Amount))> {
        // Core regions have no bounds: they are the reach of a request.
        let found = self.tables.names.region(name).filter(|id| id.0 >= RegionId::CORE);
        let own = found.and_then(|id| self.tables.regions.get(usize::from(id.0.checked_sub(RegionId::CORE)?)));
        match (found, own) {
            (Some(id), own) => {
                Some((id, own.and_then(|own| own.across).unwrap_or((Amount::Const(1), Amount::Const(1)))))
            }
            (None, _) => {
                let help = did_you_mean(name, self.tables.names.regions.iter().map(String::as_str));
                self.fault_with_help(field, "unknown-reference", no_such("region", name), help);
                None
            }
        }
    }

    /// Whether a region is found by walking.
    pub fn is_walk(&self, id: RegionId) -> bool {
        let own = id.0.checked_sub(RegionId::CORE).and_then(|at| self.tables.regions.get(usize::from(at)));
        id == RegionId::WALK || own.is_some_and(|region| region.shape.bound() == Bound::Walk)
    }

    fn is_custom(&self, id: RegionId) -> bool {
        let own = id.0.checked_sub(RegionId::CORE).and_then(|at| self.tables.regions.get(usize::from(at)));
        own.is_some_and(|region| region.shape.is_foreign())
    }

    /// Returns a pattern of a region's cells around a target.
    pub fn region_area(&mut self, field: &str, name: &str) -> u16 {
        let Some((id, across)) = self.region(field, name) else { return 0 };
        let numbers = if let (Amount::Const(least), Amount::Const(most)) = across { Some((least, most)) } else { None };
        let region = self.tables.regions.get(usize::from(id.0.saturating_sub(RegionId::CORE)));
        let own = region.filter(|_| id.0 >= RegionId::CORE).cloned();
        let region = own.or_else(|| Region::core().get(usize::from(id.0)).cloned()).unwrap_or_default();
        let parts = region.shape.parts().unwrap_or_default();
        let refused = match region.shape.bound() {
            _ if region.has_formula() || numbers.is_none() => Some((
                "has distances or a condition with formulas",
                "write its distances as numbers without a condition, or let a DeclareTarget ask for the region",
            )),
            _ if parts.iter().any(|part| self.is_custom(*part)) => Some((
                "contains a region that comes from Rust code, not from this pack",
                "use that region here directly, or draw the area",
            )),
            Bound::Walk | Bound::Board => Some((
                "depends on the board",
                "use a shape with distances such as Square, or `ForEach` over a DeclareTarget",
            )),
            Bound::Asked => None,
        };
        if let Some((why, help)) = refused {
            self.fault_with_help(
                field,
                "no-area",
                format!("the region `{name}` {why}, so it cannot be an area"),
                help.to_owned(),
            );
            return 0;
        }
        let cells = self.tables.offsets(&region, numbers.unwrap_or_default());
        if cells.is_empty() {
            self.warn(field, "empty-area", "the area has no cell, so it has no effect");
        }
        let facings = region.shape.facings();
        self.tables.pattern(foretoken_vm::space::Pattern { cells, region: Some(id.0), facings })
    }

    /// Returns the index of a pattern; 0 is the target's cell alone.
    pub fn pattern(&mut self, field: &str, pattern: &Pattern) -> u16 {
        if pattern.is_empty() {
            self.warn(field, "empty-area", "the area has no cell, so it has no effect");
        }
        let cells = pattern.cells().map(|(dx, dy)| (dx as i8, dy as i8)).collect();
        self.tables.pattern(foretoken_vm::space::Pattern::of(cells))
    }

    /// Returns the index of a surface plus one; 0 for none.
    pub fn surface(&mut self, field: &str, name: &str) -> u8 {
        if name.is_empty() {
            return 0;
        }
        let found = self.tables.names.surfaces.binary_search_by(|known| known.as_str().cmp(name));
        found.map_or_else(|_| self.unknown(field, name, "surface"), |at| at as u16 + 1) as u8
    }

    /// Returns the index of a unit type.
    pub fn unit(&mut self, field: &str, name: &str) -> u16 {
        let found = self.tables.names.units.binary_search_by(|known| known.as_str().cmp(name));
        found.map_or_else(|_| self.unknown(field, name, "unit"), |at| at as u16)
    }

    fn unknown(&mut self, field: &str, name: &str, what: &str) -> u16 {
        let names = &self.tables.names;
        let names = match what {
            "unit" => &names.units,
            "status" => &names.statuses,
            "item" => &names.items,
            _ => &names.surfaces,
        };
        let help = did_you_mean(name, names.iter().map(String::as_str));
        self.fault_with_help(field, "unknown-reference", no_such(what, name), help);
        0
    }

    /// Returns a token of another crate.
    pub fn extern_token(&mut self, name: &str) -> ExternIndex {
        match self.tables.externs.iter().position(|token| token.name == name) {
            Some(index) => ExternIndex(index as u16),
            None => {
                self.fault(
                    "",
                    "unknown-token",
                    format!("this program has no kind of part with the instruction `{name}`"),
                );
                ExternIndex(u16::MAX)
            }
        }
    }

    /// Returns the index of a registered column.
    pub fn column(&mut self, field: &str, of: foretoken_vm::rulebook::ColumnOf, name: &str) -> u16 {
        match crate::formula::Meaning::column(self, of, name) {
            Ok(index) => index,
            Err(unknown) => {
                self.fault_with_help(field, unknown.code, unknown.message, unknown.help);
                0
            }
        }
    }

    /// Adds operands that do not fit an instruction and returns their index.
    pub fn data(&mut self, words: impl IntoIterator<Item = i32>) -> u16 {
        let words: Vec<i32> = words.into_iter().collect();
        let data = &mut self.draft().set.data;
        let fits = data.len() + words.len() <= usize::from(u16::MAX);
        let at = data.len() as u16;
        if fits {
            data.extend(words);
            return at;
        }
        self.fault("", "too-large", "the parts in Veil and Delay of this action use too many targets");
        0
    }

    /// Declares a target: emits its request and adds the name. An empty `prompt` is the default.
    pub fn declare(&mut self, field: &str, name: &str, request: Request, prompt: &str) {
        self.declare_taken(field, name, request, prompt, Targeting::default());
    }

    /// Declares a target, with the input style of front ends.
    pub fn declare_taken(&mut self, field: &str, name: &str, request: Request, prompt: &str, targeting: Targeting) {
        let Some(address) = self.new_target(field, name) else { return };
        if request.is_list() {
            let most = match request.several {
                Some(Several { most: Amount::Const(most), .. }) => u8::try_from(most).ok(),
                _ => None,
            };
            self.draft().lists.insert(address.0, most);
        }
        if !request.flags.automatic && !request.fallback.is_choosing() && self.draft().is_delayed {
            let help = "choose it with Nearest, Weakest or Actor, or declare it before the delay".to_owned();
            self.fault_with_help("otherwise", "asks-later", "a delayed part cannot ask a player", help);
        }
        let set = &mut self.draft().set;
        set.requests.push(request);
        set.debug.prompts.push(prompt.to_owned());
        set.debug.targeting.push(targeting);
        let request = (set.requests.len() - 1) as u16;
        let pc = self.emit(Declare { at: address, ask: Ask { request, end: To::default() } });
        self.draft().note_declare(pc);
    }

    pub(crate) fn new_target(&mut self, field: &str, name: &str) -> Option<Address> {
        let fault = match name {
            "" => Some(("unnamed", "a target needs a name".to_owned())),
            "self" | "cause" | "here" | "board" => Some((
                "reserved-name",
                format!("`{name}` already has a meaning in each action, so a target cannot have this name"),
            )),
            _ => None,
        };
        if let Some((code, message)) = fault {
            self.fault(field, code, message);
            return None;
        }
        if let Some(first) = self.draft().declared_here(name).map(|first| first.path.clone()) {
            let message = format!("`{name}` is declared twice in the same list, first in {first}");
            let help = "give it another name, or move one of the two into a separate list".to_owned();
            self.fault_with_help(field, "declared-twice", message, help);
        }
        let (path, at) = (self.path.clone(), self.at);
        let address = self.draft().new_address(name, path, at);
        if address.is_none() {
            let message = format!("an action declares {} targets at most", Address::MAX_SLOTS);
            self.fault(field, "too-many-targets", message);
        }
        address
    }

    fn settle_late(&mut self, draft: &Draft) {
        for (mut diagnostic, name) in std::mem::take(&mut self.late) {
            if let Some(later) = draft.all.iter().find(|declared| declared.name == name) {
                let place = self.spoken_place(later);
                diagnostic.message = format!("`{name}` is declared later, in {place}");
                diagnostic.code = "declared-later";
                diagnostic.help = Some("move its DeclareTarget before this".to_owned());
            }
            self.diagnostics.push(diagnostic);
        }
    }

    pub(crate) fn spoken_place(&self, declared: &Declared) -> String {
        format!("{}{}", declared.path, self.spoken_line(declared, "line"))
    }

    pub(crate) fn spoken_scope(&self, declared: &Declared) -> String {
        let around = declared.path.rsplit_once('.').map_or("the action", |(around, _)| around);
        format!("{around}{}", self.spoken_line(declared, "declared on line"))
    }

    fn spoken_line(&self, declared: &Declared, word: &str) -> String {
        let source = self.diagnostics.source(&self.file).zip(declared.at);
        source.map_or_else(String::new, |(source, at)| format!(" ({word} {})", source.position(at.start).line))
    }
}
