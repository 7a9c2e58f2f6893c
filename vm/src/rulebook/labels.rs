//! Labels: the words by which effects are shown, with the reactable types that they list.

use super::Rules;
use crate::program::Label;

impl Rules {
    /// Separates the word of a label from the reactable types of its effect, and those from each other.
    pub const BETWEEN_TYPES: char = '\u{1f}';

    /// Index of a registered label.
    #[must_use]
    pub fn find_label(&self, name: &str) -> Option<Label> {
        let found = self.labels.iter().position(|label| label == name)?;
        u16::try_from(found).ok().map(Label)
    }

    /// The word of a label, which players see.
    #[must_use]
    pub fn label(&self, label: Label) -> &str {
        self.types_of(label).next().unwrap_or_default()
    }

    /// The word of a label, then the reactable types that the effect lists beside it.
    pub fn types_of(&self, label: Label) -> impl Iterator<Item = &str> + use<'_> {
        self.labels.get(usize::from(label.0)).map_or("", String::as_str).split(Self::BETWEEN_TYPES)
    }
}
