//! The description of fields: document 003's `doUI()`, made to serve more than the user interface.
//!
//! A type walks its fields once, in [`Inspect::inspect`]; what happens to them is up to the [`Inspector`]. Reading,
//! writing, the editor's panels and the tests' recorder are inspectors, so none of them knows any type, and no type
//! knows any of them. The trait is kept small and object-safe: a method for each way a value is shown and written.

use std::ops::RangeInclusive;

use crate::part::Part;
use crate::pattern::Pattern;

/// What is said about a field wherever it appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in text and code, such as `distance`. Unique within its type.
    pub name: &'static str,
    /// One sentence for the person who edits it.
    pub doc: &'static str,
    /// Whether the text must give it. Such a field is written even when it has its default value.
    pub required: bool,
    /// Whether a list with one group is written as that group, without the list's brackets. Both are read.
    pub lone: bool,
    /// What its number counts, such as `steps`; empty where it is no number, or one that counts nothing.
    pub unit: &'static str,
    /// A former name, which the reader accepts with a warning and the writer replaces; empty if there is none.
    pub former: &'static str,
}

impl Field {
    /// A field that keeps its default value where the text does not name it.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Field { name, doc, required: false, lone: false, unit: "", former: "" }
    }

    /// The same field, which the text must give.
    #[must_use]
    pub const fn required(self) -> Self {
        Field { required: true, ..self }
    }

    /// Returns the field with a former name, which the reader still accepts.
    #[must_use]
    pub const fn formerly(self, former: &'static str) -> Self {
        Field { former, ..self }
    }

    /// The same field, whose number counts these.
    #[must_use]
    pub const fn in_unit(self, unit: &'static str) -> Self {
        Field { unit, ..self }
    }

    /// The same field of groups, of which there is mostly one: it is written without the brackets of a list.
    #[must_use]
    pub const fn lone(self) -> Self {
        Field { lone: true, ..self }
    }
}

/// One of the values a choice can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The bare name it is written as, such as `Cell`.
    pub name: &'static str,
    /// One sentence for the person who chooses.
    pub doc: &'static str,
}

impl Choice {
    /// A choice and its sentence.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Choice { name, doc }
    }
}

/// What a name in an action's scope is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    /// It names a new target, visible to what follows in its scope.
    DeclaresTarget,
    /// It means a target declared before.
    UsesTarget,
}

/// The text of a formula. A formula that is a plain number is written without quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula(pub String);

impl Formula {
    /// The formula of this text.
    pub fn new(text: impl Into<String>) -> Self {
        Formula(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether its text is `1`: as a condition it always holds, as a number of turns it is one.
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

/// What the rows of a map lie on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Canvas {
    /// Columns and rows of the map that it lies over, for a layer of another map.
    pub over: Option<(usize, usize)>,
    /// What a cell of such a layer is before anything is drawn there.
    pub blank: char,
}

/// Something that walks a type's fields and may change their values.
///
/// An inspector keeps every value within what its method is told: numbers within their range, choices below the number
/// of options. Values that are out of it to begin with are a programmer's error in the type's `Default`.
pub trait Inspector {
    /// Says what the fields up to the next heading are about. It is shown, and no part of what is written.
    fn heading(&mut self, words: &'static str) {
        let _ = words;
    }

    /// Free text.
    fn text(&mut self, field: Field, value: &mut String);

    /// Yes or no.
    fn flag(&mut self, field: Field, value: &mut bool);

    /// A whole number within a range.
    fn number(&mut self, field: Field, value: &mut i32, range: RangeInclusive<i32>);

    /// A lowest and a highest number, both within bounds and in order; written `(1, 3)`.
    fn range(&mut self, field: Field, value: &mut (i32, i32), bounds: RangeInclusive<i32>);

    /// One of several options, by index; written as the option's bare name.
    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]);

    /// A set of options, as ascending indices without repetition; written as a list of bare names.
    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]);

    /// A formula; written as a number if it is one, else as a text. Either is read.
    fn formula(&mut self, field: Field, value: &mut Formula);

    /// A name in the action's scope.
    fn name(&mut self, field: Field, value: &mut String, role: NameRole);

    /// The name of another asset of the type `to`, such as `unit`; empty for none.
    fn reference(&mut self, field: Field, value: &mut String, to: &'static str);

    /// The names of other assets of the type `to`, in order; written as a list of texts.
    fn references(&mut self, field: Field, value: &mut Vec<String>, to: &'static str) {
        let _ = to;
        self.texts(field, value);
    }

    /// A set of cells around a centre; written as a drawing, a text for each row.
    fn pattern(&mut self, field: Field, value: &mut Pattern);

    /// A list of texts.
    fn texts(&mut self, field: Field, value: &mut Vec<String>);

    /// A map, a text for each row and a character for each cell. Written as a list of texts.
    fn map(&mut self, field: Field, rows: &mut Vec<String>, canvas: Canvas) {
        let _ = canvas;
        self.texts(field, rows);
    }

    /// A list of parts: the children of an action.
    fn parts(&mut self, field: Field, value: &mut Vec<Part>);

    /// Fields that belong together; written as a struct without a name.
    fn group(&mut self, field: Field, value: &mut dyn Inspect);

    /// A list of such groups; see [`Field::lone`].
    fn groups(&mut self, field: Field, value: &mut dyn Groups);
}

/// A type that can walk its own fields.
///
/// `inspect` calls the inspector once for each field, always in the same order. It may leave out fields that mean
/// nothing beside the value of an earlier one; as an inspector may just have changed that value, it is asked afterwards.
pub trait Inspect {
    /// Walks the fields.
    fn inspect(&mut self, inspector: &mut dyn Inspector);
}

/// A list of things of one type that inspect themselves, without that type's name.
pub trait Groups {
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one at an index.
    fn get(&mut self, index: usize) -> Option<&mut dyn Inspect>;

    /// Adds one with default values at the end.
    fn push_default(&mut self);

    /// Removes the one at an index; the later ones move up. Without one there, nothing happens.
    fn remove(&mut self, index: usize);

    /// Takes out the one at `from` and puts it in so that it has the index `to`. Without either, nothing happens.
    fn move_to(&mut self, from: usize, to: usize);

    /// Removes all.
    fn clear(&mut self);

    /// One with default values that is not in the list, to compare with.
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
