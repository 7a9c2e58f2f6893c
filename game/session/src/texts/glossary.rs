//! Explanations of the statuses that a text names.

use foretoken_vm::Rulebook;
use foretoken_vm::stats::EffectSource;

/// Returns the statuses that have a title and a description.
pub(super) fn statuses(book: &Rulebook) -> impl Iterator<Item = &EffectSource> {
    let sources = book.statuses.iter().map(|own| &own.effect_source);
    sources.filter(|own| !own.title.is_empty() && !own.note.is_empty())
}

/// Returns the title and the description of each status whose title is a word of the text, in the order of the text.
#[must_use]
pub fn lines(book: &Rulebook, text: &str) -> Vec<String> {
    let told = |own: &EffectSource| Some((word_at(text, &own.title)?, format!("{}: {}", own.title, own.note)));
    let mut found: Vec<(usize, String)> = statuses(book).filter_map(told).collect();
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

/// Returns the offset of a word or words that no letter touches.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let touches = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|&at| !touches(text[..at].chars().next_back()) && !touches(text[at + word.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::word_at;

    #[test]
    fn a_title_is_found_as_a_whole_word() {
        assert_eq!(word_at("Hit 6, Bleed 5", "Bleed"), Some(7));
        assert_eq!(word_at("Bleeding, Bleed", "Bleed"), Some(10));
        assert_eq!(word_at("Nosebleed", "bleed"), None);
    }
}
