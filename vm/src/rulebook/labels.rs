//! Labels: displayed words of effects with their reaction types.

use super::Rules;
use crate::program::Label;

impl Rules {
    /// Separator between a label's word and its reaction types.
    pub const BETWEEN_TYPES: char = '\u{1f}';

    /// Returns the index of a label.
    #[must_use]
    pub fn find_label(&self, name: &str) -> Option<Label> {
        let found = self.labels.iter().position(|label| label == name)?;
        u16::try_from(found).ok().map(Label)
    }

    /// Returns the displayed word of a label.
    #[must_use]
    pub fn label(&self, label: Label) -> &str {
        self.types_of(label).next().unwrap_or_default()
    }

    /// Iterates over the word of a label and its reaction types.
    pub fn types_of(&self, label: Label) -> impl Iterator<Item = &str> + use<'_> {
        self.labels.get(usize::from(label.0)).map_or("", String::as_str).split(Self::BETWEEN_TYPES)
    }
}
