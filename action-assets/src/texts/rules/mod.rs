//! Rules texts for players, made from compiled programs and effect sources. Tokens describe themselves as
//! [`Deed`](foretoken_vm::tokens::Deed)s.

mod area;
mod asked;
mod deed;
mod effect_source;
mod event;
mod functions;
mod ground;
mod number;
mod phrase;
mod program;
mod queue;
mod region;
mod slot;
mod target;
mod words;

use asked::Asked;
use foretoken_vm::program::{TokenSet, Usable};
use foretoken_vm::rulebook::Rulebook;
use foretoken_vm::state::EntityId;
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef, Sheet, StatusKind};
use std::cell::RefCell;
use std::fmt;

/// A line of a rules text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Indentation level.
    pub depth: u8,
    /// The text.
    pub words: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:width$}{}", "", self.words, width = usize::from(self.depth) * 2)
    }
}

/// The unit whose numbers the text shows.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    sheet: Sheet<'a>,
    unit: EntityId,
    number: u16,
}

impl<'a> Reader<'a> {
    /// Creates a reader for a unit.
    #[must_use]
    pub const fn new(sheet: Sheet<'a>, unit: EntityId) -> Self {
        Self { sheet, unit, number: 0 }
    }

    /// Selects one of its effect instances by number.
    #[must_use]
    pub const fn instance(self, number: u16) -> Self {
        Self { number, ..self }
    }
}

/// Describes a program, such as that of an action.
#[must_use]
pub fn of_program(book: &Rulebook, program: u16, reader: Option<Reader<'_>>) -> Vec<Line> {
    let Some(set) = book.program(program) else { return Vec::new() };
    let scope = reader.map(|reader| {
        let skill = reader.sheet.skill_of(reader.unit, program);
        skill.map_or(EffectSourceRef::NONE, |(kind, _)| EffectSourceRef { class: EffectSourceClass::Skill, kind })
    });
    let teller = Describer::new(book, set, reader, scope.unwrap_or_default());
    let mut lines = Vec::new();
    // Immediate turn orders have no priorities.
    if book.scheduler.is_decided_ahead() {
        lines.extend(match set.priority.signum() {
            1 => Some(Line { depth: 0, words: "Quick: acts first in the round".to_owned() }),
            -1 => Some(Line { depth: 0, words: "Slow: acts last in the round".to_owned() }),
            _ => None,
        });
    }
    lines.extend(teller.usable(&set.usable));
    lines.extend(teller.program(0));
    lines.extend(teller.definitions(0));
    lines
}

/// Describes a skill, an item or a status.
#[must_use]
pub fn of_effect_source(book: &Rulebook, of: EffectSourceRef, reader: Option<Reader<'_>>) -> Vec<Line> {
    effect_source::lines(book, of, reader)
}

/// Describes a terrain; empty for plain ground.
#[must_use]
pub fn of_terrain(book: &Rulebook, index: usize) -> Vec<Line> {
    ground::terrain(book, index)
}

/// Describes a surface.
#[must_use]
pub fn of_surface(book: &Rulebook, index: usize) -> Vec<Line> {
    ground::surface(book, index)
}

/// Joins lines to one text.
#[must_use]
pub fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

struct Describer<'a> {
    book: &'a Rulebook,
    program: &'a TokenSet,
    reader: Option<Reader<'a>>,
    of: EffectSourceRef,
    asked: Asked,
    bearer: &'static str,
    cause: &'static str,
    /// Name of a loss to which a handler reacts.
    lost: &'static str,
    defined: RefCell<Vec<(String, String)>>,
    tells_ground: bool,
    laid: RefCell<Vec<usize>>,
}

impl<'a> Describer<'a> {
    fn new(book: &'a Rulebook, program: &'a TokenSet, reader: Option<Reader<'a>>, of: EffectSourceRef) -> Self {
        Self {
            book,
            program,
            reader,
            of,
            asked: Asked::by(program),
            bearer: "the user",
            cause: "the unit that caused this",
            lost: "the amount lost",
            defined: RefCell::default(),
            tells_ground: true,
            laid: RefCell::default(),
        }
    }

    /// Describes a surface. Surfaces that it places are not described, because that could recur.
    fn of_ground(self) -> Self {
        Self { tells_ground: false, bearer: "it", ..self }
    }

    /// Returns the described status, if any.
    fn of_status(&self) -> Option<&StatusKind> {
        self.book.statuses.get(usize::from(self.of.kind)).filter(|_| self.of.class == EffectSourceClass::Status)
    }

    fn inner(&self, program: &'a TokenSet) -> Self {
        let defined = RefCell::new(self.defined.borrow().clone());
        let laid = RefCell::new(self.laid.borrow().clone());
        Self { program, defined, laid, asked: Asked::by(program).within(self.asked), ..*self }
    }

    fn usable(&self, usable: &Usable) -> Option<Line> {
        let when = usable.when?;
        Some(Line { depth: 0, words: format!("Only if {}", self.condition_of(when)) })
    }

    fn definitions(&self, depth: u8) -> Vec<Line> {
        let line = |(name, text): (String, String)| Line { depth, words: format!("{name}: {text}") };
        self.defined.take().into_iter().map(line).collect()
    }
}
