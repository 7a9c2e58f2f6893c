//! Description of fields (`doUI()` of document 003). A type lists its fields once in [`Inspect::inspect`]; readers,
//! writers and the editor are [`Inspector`]s.

use std::ops::RangeInclusive;

use crate::part::Part;
use crate::pattern::Pattern;

/// Description of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name in text and code, unique in its type.
    pub name: &'static str,
    /// One sentence for designers.
    pub doc: &'static str,
    /// Whether the text must contain it. It is written even with its default value.
    pub required: bool,
    /// Whether a list of one group is written without brackets. Both forms are read.
    pub lone: bool,
    /// Unit of the number, such as `steps`; may be empty.
    pub unit: &'static str,
    /// A former name, which the reader accepts with a warning; empty if there is none.
    pub former: &'static str,
}

impl Field {
    /// Creates an optional field.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Field { name, doc, required: false, lone: false, unit: "", former: "" }
    }

    /// Makes the field required.
    #[must_use]
    pub const fn required(self) -> Self {
        Field { required: true, ..self }
    }

    /// Adds a former name.
    #[must_use]
    pub const fn formerly(self, former: &'static str) -> Self {
        Field { former, ..self }
    }

    /// Sets the unit of the number.
    #[must_use]
    pub const fn in_unit(self, unit: &'static str) -> Self {
        Field { unit, ..self }
    }

    /// Writes a list of one group without brackets.
    #[must_use]
    pub const fn lone(self) -> Self {
        Field { lone: true, ..self }
    }
}

/// A value of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name in text, such as `Cell`.
    pub name: &'static str,
    /// One sentence for designers.
    pub doc: &'static str,
}

impl Choice {
    /// Creates a choice.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Choice { name, doc }
    }
}

/// Role of a name in an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    /// Declares a target for the following parts.
    DeclaresTarget,
    /// Uses an earlier target.
    UsesTarget,
}

/// Text of a formula. Plain numbers are written without quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula(pub String);

impl Formula {
    /// Creates a formula.
    pub fn new(text: impl Into<String>) -> Self {
        Formula(text.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the text is `1`, the default of conditions and repetitions.
    pub fn is_one(&self) -> bool {
        self.0.trim() == "1"
    }
}

impl From<&str> for Formula {
    fn from(text: &str) -> Self {
        Formula::new(text)
    }
}

impl From<i32> for Formula {
    fn from(number: i32) -> Self {
        Formula(number.to_string())
    }
}

/// Frame of a map.
#[derive(Clone, Copy, Debug, Default)]
pub struct Canvas {
    /// Columns and rows of the map below, for a layer.
    pub over: Option<(usize, usize)>,
    /// Character of an empty cell in a layer.
    pub blank: char,
}

/// Visits a type's fields and may change them, within their ranges and options.
pub trait Inspector {
    /// Shows a heading for the following fields. It is not written.
    fn heading(&mut self, words: &'static str) {
        let _ = words;
    }

    /// Visits free text.
    fn text(&mut self, field: Field, value: &mut String);

    /// Visits a flag.
    fn flag(&mut self, field: Field, value: &mut bool);

    /// Visits an integer in a range.
    fn number(&mut self, field: Field, value: &mut i32, range: RangeInclusive<i32>);

    /// Visits an ordered pair of numbers in bounds; written `(1, 3)`.
    fn range(&mut self, field: Field, value: &mut (i32, i32), bounds: RangeInclusive<i32>);

    /// Visits the index of an option; written as its name.
    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]);

    /// Visits ascending indices of options; written as names.
    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]);

    /// Visits a formula; written as a number or a text.
    fn formula(&mut self, field: Field, value: &mut Formula);

    /// Visits a name in the action's scope.
    fn name(&mut self, field: Field, value: &mut String, role: NameRole);

    /// Visits the name of an asset of type `to`, such as `unit`; empty for none.
    fn reference(&mut self, field: Field, value: &mut String, to: &'static str);

    /// Visits names of assets of type `to`.
    fn references(&mut self, field: Field, value: &mut Vec<String>, to: &'static str) {
        let _ = to;
        self.texts(field, value);
    }

    /// Visits a set of cells; written as rows of text.
    fn pattern(&mut self, field: Field, value: &mut Pattern);

    /// Visits a list of texts.
    fn texts(&mut self, field: Field, value: &mut Vec<String>);

    /// Visits the rows of a map.
    fn map(&mut self, field: Field, rows: &mut Vec<String>, canvas: Canvas) {
        let _ = canvas;
        self.texts(field, rows);
    }

    /// Visits the parts of an action.
    fn parts(&mut self, field: Field, value: &mut Vec<Part>);

    /// Visits a group of fields; written as an unnamed struct.
    fn group(&mut self, field: Field, value: &mut dyn Inspect);

    /// Visits a list of groups; see [`Field::lone`].
    fn groups(&mut self, field: Field, value: &mut dyn Groups);
}

/// A type with fields to visit, always in the same order. Fields without effect may be skipped.
pub trait Inspect {
    /// Visits the fields.
    fn inspect(&mut self, inspector: &mut dyn Inspector);
}

/// A list of values of one type, for inspectors.
pub trait Groups {
    /// Number of values.
    fn len(&self) -> usize;

    /// Whether the list is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value at an index.
    fn get(&mut self, index: usize) -> Option<&mut dyn Inspect>;

    /// Appends a default value.
    fn push_default(&mut self);

    /// Removes the value at an index, if it exists.
    fn remove(&mut self, index: usize);

    /// Moves a value from one index to another, if both exist.
    fn move_to(&mut self, from: usize, to: usize);

    /// Removes all values.
    fn clear(&mut self);

    /// Returns a default value for comparison.
    fn fresh(&self) -> Box<dyn Inspect>;
}

impl<T: Inspect + Default + 'static> Groups for Vec<T> {
    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn get(&mut self, index: usize) -> Option<&mut dyn Inspect> {
        self.as_mut_slice().get_mut(index).map(|item| item as &mut dyn Inspect)
    }

    fn push_default(&mut self) {
        self.push(T::default());
    }

    fn remove(&mut self, index: usize) {
        if index < Vec::len(self) {
            Vec::remove(self, index);
        }
    }

    fn move_to(&mut self, from: usize, to: usize) {
        if from < Vec::len(self) && to < Vec::len(self) {
            let item = Vec::remove(self, from);
            self.insert(to, item);
        }
    }

    fn clear(&mut self) {
        Vec::clear(self);
    }

    fn fresh(&self) -> Box<dyn Inspect> {
        Box::new(T::default())
    }
}
