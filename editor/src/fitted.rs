//! Texts that fit into a width of the screen.

/// Returns a text that fits into a width; a longer one ends in dots.
pub(crate) fn fitted(text: &str, width: f32, width_of: impl Fn(&str) -> f32) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while short.pop().is_some() {
        let dotted = format!("{}...", short.trim_end());
        if width_of(&dotted) <= width {
            return dotted;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_end_in_dots() {
        let width = |text: &str| text.chars().count() as f32;
        assert_eq!(fitted("The Mill", 8.0, width), "The Mill");
        assert_eq!(fitted("The Old Mill", 8.0, width), "The O...");
        assert_eq!(fitted("The Old Mill", 2.0, width), "");
    }
}
