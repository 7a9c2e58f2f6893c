//! Rules text: what actions, skills, items, statuses, terrain and surfaces do, in words for players. It is made of the compiled program and of
//! the carrier as the machine reads them, so it says what happens and nothing else. Each token describes its effect as plain
//! data ([`Deed`](foretoken_vm::tokens::Deed)); `deed.rs` has a sentence for each.

mod deed;
mod effect_source;
mod ground;
mod number;
mod program;
mod target;
mod words;

use foretoken_vm::program::{TokenSet, Usable};
use foretoken_vm::rulebook::Rulebook;
use foretoken_vm::state::EntityId;
use foretoken_vm::stats::{EffectSourceRef, Sheet};
use std::cell::RefCell;
use std::fmt;

/// One line of a rules text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How far it is set off: 0 for what stands by itself, one more for what belongs to the line before.
    pub depth: u8,
    /// The words.
    pub words: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:width$}{}", "", self.words, width = usize::from(self.depth) * 2)
    }
}

/// For whom rules are told: formulas then have their numbers for that unit, as it is in that state.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    sheet: Sheet<'a>,
    unit: EntityId,
    /// The number of the holding that is told of; 0 for none.
    number: u16,
}

impl<'a> Reader<'a> {
    /// A unit of a state that belongs to the rulebook.
    #[must_use]
    pub const fn new(sheet: Sheet<'a>, unit: EntityId) -> Self {
        Self { sheet, unit, number: 0 }
    }

    /// The same of one of its statuses or items, by the number of the holding.
    #[must_use]
    pub const fn instance(self, number: u16) -> Self {
        Self { number, ..self }
    }
}

/// The text of a program, such as that of an action.
#[must_use]
pub fn of_program(book: &Rulebook, program: u16, reader: Option<Reader<'_>>) -> Vec<Line> {
    let Some(set) = book.program(program) else { return Vec::new() };
    let scope = reader.map(|reader| {
        let skill = reader.sheet.skill_of(reader.unit, program);
        skill.map_or(EffectSourceRef::NONE, |(kind, _)| EffectSourceRef {
            class: foretoken_vm::stats::EffectSourceClass::Skill,
            kind,
        })
    });
    let teller = Describer::new(book, set, reader, scope.unwrap_or_default());
    let mut lines = Vec::new();
    // Where each decision is carried out at once nothing is put in order.
    if book.scheduler.decides_ahead() {
        lines.extend(match set.priority.signum() {
            1 => Some(Line { depth: 0, words: "Who means to do it acts first in the round".to_owned() }),
            -1 => Some(Line { depth: 0, words: "Who means to do it acts last in the round".to_owned() }),
            _ => None,
        });
    }
    lines.extend(teller.usable(&set.usable));
    lines.extend(teller.program(0));
    lines.extend(teller.definitions(0));
    lines
}

/// The text of a skill, an item or a status.
#[must_use]
pub fn of_effect_source(book: &Rulebook, of: EffectSourceRef, reader: Option<Reader<'_>>) -> Vec<Line> {
    effect_source::lines(book, of, reader)
}

/// The text of a terrain, by its index in the rulebook; empty for plain ground.
#[must_use]
pub fn of_terrain(book: &Rulebook, index: usize) -> Vec<Line> {
    ground::terrain(book, index)
}

/// The text of a surface, by its index in the rulebook.
#[must_use]
pub fn of_surface(book: &Rulebook, index: usize) -> Vec<Line> {
    ground::surface(book, index)
}

/// Lines as one text.
#[must_use]
pub fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Tells of one program.
struct Describer<'a> {
    book: &'a Rulebook,
    program: &'a TokenSet,
    reader: Option<Reader<'a>>,
    /// The carrier that is told of.
    of: EffectSourceRef,
    /// Whether its targets are called by their names, as there are several.
    names_targets: bool,
    /// What the bearer is called.
    bearer: &'static str,
    /// Stored formulas that were named: name and text. They are told once, at the end.
    defined: RefCell<Vec<(String, String)>>,
    /// Whether it is told what surfaces do that are laid.
    tells_ground: bool,
    /// Surfaces of which that was told. It is told once.
    laid: RefCell<Vec<usize>>,
}

impl<'a> Describer<'a> {
    fn new(book: &'a Rulebook, program: &'a TokenSet, reader: Option<Reader<'a>>, of: EffectSourceRef) -> Self {
        let names = program.debug.names.iter().filter(|name| !name.starts_with('('));
        Self {
            book,
            program,
            reader,
            of,
            names_targets: names.count() > 1,
            // Where somebody is aimed at, `it` could be taken for them.
            bearer: if program.requests.is_empty() { "it" } else { "the user" },
            defined: RefCell::default(),
            tells_ground: true,
            laid: RefCell::default(),
        }
    }

    /// The same for what a surface does: what that lays is not gone into, for it may be the same one.
    fn of_ground(self) -> Self {
        Self { tells_ground: false, ..self }
    }

    /// For a program that this one leads to.
    fn inner(&self, program: &'a TokenSet) -> Self {
        let defined = RefCell::new(self.defined.borrow().clone());
        let laid = RefCell::new(self.laid.borrow().clone());
        Self { program, defined, laid, ..*self }
    }

    /// When an action or a skill may be used, if that is limited.
    fn usable(&self, usable: &Usable) -> Option<Line> {
        let when = usable.when?;
        Some(Line { depth: 0, words: format!("Only if {}", self.formula(when)) })
    }

    /// The values of the stored formulas that the text names.
    fn definitions(&self, depth: u8) -> Vec<Line> {
        let line = |(name, text): (String, String)| Line { depth, words: format!("{name}: {text}") };
        self.defined.take().into_iter().map(line).collect()
    }
}
