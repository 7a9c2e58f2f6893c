//! From a tree of parts to a linear program: what kinds call while they compile.
//!
//! A kind says what it needs (a target's address, an amount, a surface's index) by the name of the field that holds it,
//! and goes on with a harmless value where something is wrong. Faults wait until the part is done, and then are placed
//! by where its fields stood in the text; so no kind knows of files, lines or paths.

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
pub(crate) use searches::{CHANGED, lies_in};
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

/// The most instructions of one program.
pub const MAX_CODE: usize = 4_096;
/// How deep parts may lie within parts, included ones counted.
pub const MAX_NESTING: usize = 96;
/// How deep actions may include each other.
pub const MAX_INCLUDES: usize = 6;
/// The most parts that one action may have, included ones counted as often as they are included.
pub const MAX_PARTS: usize = 8_192;
/// The most parts that are compiled of one action: what lies in delays is compiled twice.
const MAX_VISITS: usize = 20_000;

/// What a kind compiles with.
#[derive(Debug)]
pub struct Compiler<'a> {
    pub(crate) tables: Tables<'a>,
    pub(crate) actions: &'a dyn Actions,
    /// The program at hand last, those it delays before it.
    pub(crate) drafts: Vec<Draft>,
    pub(crate) diagnostics: Diagnostics,
    file: String,
    /// The path of the part at hand.
    path: String,
    /// Where the part at hand stands.
    at: Option<Span>,
    /// Faults of the part at hand that are not placed yet.
    pending: Vec<Fault>,
    /// Hints at the formula at hand.
    hints: Vec<FormulaFault>,
    /// Placed faults about names that may turn out to be declared later.
    late: Vec<(Diagnostic, String)>,
    /// Above zero while a body is compiled to learn what it uses; nothing is said then.
    dry: usize,
    /// Actions that are being compiled into each other, outermost first.
    including: Vec<String>,
    includes: Includes,
    /// The way by which the action at hand includes itself, where it does.
    cycle: Option<Vec<String>>,
    nesting: usize,
    visits: usize,
    /// The target that the part at hand is about, as far as it has said.
    subject: Option<Address>,
    /// Whether names of targets are taken as they come.
    any_target: bool,
    /// Whether a formula of a carrier is compiled: names without a scope are its parameters, then its bearer's stats.
    is_carried: bool,
    /// Whether it is a condition by which a carrier answers what was done.
    is_answer: bool,
}

#[derive(Debug)]
struct Fault {
    severity: Severity,
    field: String,
    code: &'static str,
    message: String,
    help: Option<String>,
    /// The name of a target that may be declared later.
    late: Option<String>,
    /// Where in the field's text it is, in characters from 1; 0 for all of it.
    character: u32,
    /// The file that the fault is in, where it is another.
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

    /// Says what is wrong with a stored formula, wherever it might be used.
    pub(crate) fn stored(&mut self, file: &str, spans: &Spans, formula: &Formula) {
        let mark = self.tables.mark();
        self.any_target = true;
        self.apart(file, spans, |compiler| compiler.amount("formula", formula));
        self.any_target = false;
        self.tables.reset(mark);
    }

    /// Compiles one action into the tables' programs.
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

    /// Compiles a number that belongs to no action and bounds something.
    pub(crate) fn bound(&mut self, file: &str, spans: &Spans, field: &str, formula: &Formula) -> Amount {
        self.apart(file, spans, |compiler| compiler.bounding(field, formula))
    }

    /// Compiles what belongs to no action.
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

    /// Compiles a condition that belongs to no action.
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

    /// Compiles the parts of a list in order, without a scope of their own.
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
                self.fault_with_help("", "too-large", "the action is too large or nests too deep", help);
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

    /// Adds a token and returns its place.
    pub fn emit(&mut self, token: impl Into<Token>) -> u32 {
        let path = self.path.clone();
        let set = &mut self.draft().set;
        let at = set.code.len() as u32;
        // `part` has said that it is too large; a kind that emits without end must not take all memory.
        if set.code.len() < 2 * MAX_CODE {
            set.code.push(token.into());
            set.debug.parts.push(path);
        }
        at
    }

    /// Where the next instruction will stand.
    pub fn here(&mut self) -> u32 {
        self.draft().set.code.len() as u32
    }

    /// Lets the instruction at `at` go on at `to`.
    pub fn set_jump(&mut self, at: u32, to: u32) {
        if let Some(token) = self.draft().set.code.get_mut(at as usize) {
            token.lead_to(to);
        }
    }

    /// What an effect on one target begins with: the address of the field `target`, and the index of a label.
    pub fn subject(&mut self, target: &str, label: &str, usual: &str) -> (Address, Label) {
        (self.target("target", target), self.label(label, usual))
    }

    /// The index of a label, `usual` where none is given.
    pub fn label(&mut self, given: &str, usual: &str) -> Label {
        let name = if given.is_empty() { usual } else { given };
        match self.tables.label(name) {
            Some(index) => Label(index),
            None => {
                self.fault("label", "too-many-labels", "there are more than 65,535 labels");
                Label::NONE
            }
        }
    }

    /// Whether some policy of the pack has a row of this name.
    pub fn has_policy_row(&self, name: &str) -> bool {
        self.tables.names.policy_rows.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    /// The same effect with reactable types beside its word.
    pub fn typed(&mut self, label: Label, types: &[String]) -> Label {
        if types.is_empty() {
            return label;
        }
        for (at, own) in types.iter().enumerate() {
            if own.is_empty() || own.contains(Rules::BETWEEN_TYPES) {
                self.fault(&format!("types[{at}]"), "bad-type", "a reactable type is a word such as `attack.ranged`");
            }
        }
        let mut types = types.to_vec();
        types.sort();
        types.dedup();
        let word = self.tables.label_name(label).to_owned();
        let name = [&[word], types.as_slice()].concat().join(&Rules::BETWEEN_TYPES.to_string());
        self.label(&name, "")
    }

    /// A region by name, with the bounds across that it has by itself.
    pub fn region(&mut self, field: &str, name: &str) -> Option<(RegionId, (Amount, Amount))> {
        // Core regions have no bounds of their own: they are a request's reach.
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
    pub fn walks(&self, id: RegionId) -> bool {
        let own = id.0.checked_sub(RegionId::CORE).and_then(|at| self.tables.regions.get(usize::from(at)));
        id == RegionId::WALK || own.is_some_and(|region| region.shape.bound() == Bound::Walk)
    }

    fn is_custom(&self, id: RegionId) -> bool {
        let own = id.0.checked_sub(RegionId::CORE).and_then(|at| self.tables.regions.get(usize::from(at)));
        own.is_some_and(|region| region.shape.is_foreign())
    }

    /// The cells of a region around a target, as a pattern, and what narrows them when they are struck.
    pub fn region_area(&mut self, field: &str, name: &str) -> u16 {
        let Some((id, across)) = self.region(field, name) else { return 0 };
        let numbers = if let (Amount::Const(least), Amount::Const(most)) = across { Some((least, most)) } else { None };
        let region = self.tables.regions.get(usize::from(id.0.saturating_sub(RegionId::CORE)));
        let own = region.filter(|_| id.0 >= RegionId::CORE).cloned();
        let region = own.or_else(|| Region::core().get(usize::from(id.0)).cloned()).unwrap_or_default();
        let parts = region.shape.parts().unwrap_or_default();
        let refused = match region.shape.bound() {
            _ if region.has_formula() || numbers.is_none() => {
                Some(("has bounds by formula", "write its bounds as numbers, or ask for the region in a DeclareTarget"))
            }
            _ if parts.iter().any(|part| self.is_custom(*part)) => {
                Some(("is made of a region of another crate", "name that region here by itself, or draw the area"))
            }
            Bound::Walk | Bound::Board => Some((
                "depends on the board",
                "use a shape with bounds such as Square, or `ForEach` over a DeclareTarget",
            )),
            Bound::Asked => None,
        };
        if let Some((why, help)) = refused {
            self.fault_with_help(
                field,
                "no-area",
                format!("the region `{name}` {why}, so it is no area"),
                help.to_owned(),
            );
            return 0;
        }
        let cells = self.tables.offsets(&region, numbers.unwrap_or_default());
        if cells.is_empty() {
            self.warn(field, "empty-area", "the area has no cell, so nothing will happen");
        }
        let facings = region.shape.facings();
        self.tables.pattern(foretoken_vm::space::Pattern { cells, region: Some(id.0), facings })
    }

    /// The index of a pattern; the target's cell alone is 0.
    pub fn pattern(&mut self, field: &str, pattern: &Pattern) -> u16 {
        if pattern.is_empty() {
            self.warn(field, "empty-area", "the area has no cell, so nothing will happen");
        }
        let cells = pattern.cells().map(|(dx, dy)| (dx as i8, dy as i8)).collect();
        self.tables.pattern(foretoken_vm::space::Pattern::of(cells))
    }

    /// The index of a surface plus one; the empty name, and one that is not known, is 0.
    pub fn surface(&mut self, field: &str, name: &str) -> u8 {
        if name.is_empty() {
            return 0;
        }
        let found = self.tables.names.surfaces.binary_search_by(|known| known.as_str().cmp(name));
        found.map_or_else(|_| self.unknown(field, name, "surface"), |at| at as u16 + 1) as u8
    }

    /// The index of a unit.
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

    /// A token that a kind brought along.
    pub fn extern_token(&mut self, name: &str) -> ExternIndex {
        match self.tables.externs.iter().position(|token| token.name == name) {
            Some(index) => ExternIndex(index as u16),
            None => {
                self.fault("", "unknown-token", format!("no registered kind brings the token `{name}`"));
                ExternIndex(u16::MAX)
            }
        }
    }

    /// The index of a registered column.
    pub fn column(&mut self, field: &str, of: foretoken_vm::rulebook::ColumnOf, name: &str) -> u16 {
        match crate::formula::Meaning::column(self, of, name) {
            Ok(index) => index,
            Err(unknown) => {
                self.fault_with_help(field, unknown.code, unknown.message, unknown.help);
                0
            }
        }
    }

    /// Adds operands that do not fit an instruction and returns where they begin.
    pub fn data(&mut self, words: impl IntoIterator<Item = i32>) -> u16 {
        let words: Vec<i32> = words.into_iter().collect();
        let data = &mut self.draft().set.data;
        let fits = data.len() + words.len() <= usize::from(u16::MAX);
        let at = data.len() as u16;
        if fits {
            data.extend(words);
            return at;
        }
        self.fault("", "too-large", "the action's veiled and delayed parts name too many targets");
        0
    }

    /// Declares a target: emits its request, and makes the name known to what follows in this scope. `prompt` is what
    /// the player is asked, empty for the front end's own words.
    pub fn declare(&mut self, field: &str, name: &str, request: Request, prompt: &str) {
        self.declare_taken(field, name, request, prompt, Targeting::default());
    }

    /// The same, with how front ends take the answers.
    pub fn declare_taken(&mut self, field: &str, name: &str, request: Request, prompt: &str, targeting: Targeting) {
        let Some(address) = self.new_target(field, name) else { return };
        if request.is_list() {
            let most = match request.several {
                Some(Several { most: Amount::Const(most), .. }) => u8::try_from(most).ok(),
                _ => None,
            };
            self.draft().lists.insert(address.0, most);
        }
        if !request.flags.automatic && !request.fallback.chooses() && self.draft().is_delayed {
            let help = "let it be chosen by Nearest, Weakest or Actor, or declare it before the delay".to_owned();
            self.fault_with_help("otherwise", "asks-later", "nobody can be asked when a delayed part runs", help);
        }
        let set = &mut self.draft().set;
        set.requests.push(request);
        set.debug.prompts.push(prompt.to_owned());
        set.debug.targeting.push(targeting);
        let request = (set.requests.len() - 1) as u16;
        let pc = self.emit(Declare { at: address, ask: Ask { request, end: To::default() } });
        self.draft().note_declare(pc);
    }

    /// The address of a name that is declared in this scope from here on.
    pub(crate) fn new_target(&mut self, field: &str, name: &str) -> Option<Address> {
        let fault = match name {
            "" => Some(("unnamed", "a target needs a name".to_owned())),
            "self" | "cause" | "here" | "board" => Some(("reserved-name", format!("`{name}` always means the same"))),
            _ => None,
        };
        if let Some((code, message)) = fault {
            self.fault(field, code, message);
            return None;
        }
        if let Some(first) = self.draft().declared_here(name).map(|first| first.path.clone()) {
            let message = format!("`{name}` is declared twice in one scope, first in {first}");
            let help = "give it another name, or put one of the two into a list of its own".to_owned();
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

    /// What is known late: whether an unresolved name is declared further on.
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

    /// A declaration's place in words.
    pub(crate) fn spoken_place(&self, declared: &Declared) -> String {
        format!("{}{}", declared.path, self.spoken_line(declared, "line"))
    }

    /// Where a declaration that is out of scope was in scope, in words: the part around it.
    pub(crate) fn spoken_scope(&self, declared: &Declared) -> String {
        let around = declared.path.rsplit_once('.').map_or("the action", |(around, _)| around);
        format!("{around}{}", self.spoken_line(declared, "declared on line"))
    }

    fn spoken_line(&self, declared: &Declared, word: &str) -> String {
        let source = self.diagnostics.source(&self.file).zip(declared.at);
        source.map_or_else(String::new, |(source, at)| format!(" ({word} {})", source.position(at.start).line))
    }
}
