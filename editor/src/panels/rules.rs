//! Rules text panel: the rules text of the open asset, made from its compiled form. Long lines, such as those with long
//! formulas, are cut; a press shows them in full.

use super::PanelContext;
use foretoken_action_assets::AssetType;
use foretoken_action_assets::texts::rules::{self, Line};
use foretoken_vm::Rulebook;
use foretoken_vm::stats::EffectSourceClass;
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(crate) struct Rules {
    of: Option<(AssetType, String, u64)>,
    lines: Vec<Line>,
    /// Indices of the long lines that are shown in full.
    full: BTreeSet<usize>,
}

/// Most letters of a line that is not shown in full.
const SHORT: usize = 110;

impl Rules {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let told = [AssetType::Action, AssetType::Skill, AssetType::Item, AssetType::Status];
        let Some((kind, name)) = cx.model.open.clone().filter(|(kind, _)| told.contains(kind)) else {
            ui.text_disabled("Open an action, a skill, an item or a status to read what it does.");
            return;
        };
        let key = (kind, name, cx.shared.revision);
        if self.of.as_ref() != Some(&key) {
            let (book, _) = cx.host.library().compile_actions();
            self.lines = lines(&book, key.0, &key.1);
            self.of = Some(key);
            self.full.clear();
        }
        if self.lines.is_empty() {
            ui.text_disabled("It has no effect, or it does not compile.");
        }
        for (index, line) in self.lines.iter().enumerate() {
            let indent = f32::from(line.depth) * ui.text_line_height();
            if indent > 0.0 {
                ui.indent_by(indent);
            }
            match short(&line.words).filter(|_| !self.full.contains(&index)) {
                Some(words) => {
                    ui.text_wrapped(words);
                    if cx.button_beside("more", &format!("rules/more/{index}"), &line.words) {
                        self.full.insert(index);
                    }
                }
                None => ui.text_wrapped(&line.words),
            }
            cx.widget_rects.item(ui, format!("rules/{index}"));
            if indent > 0.0 {
                ui.unindent_by(indent);
            }
        }
    }
}

fn lines(book: &Rulebook, kind: AssetType, name: &str) -> Vec<Line> {
    let class = match kind {
        AssetType::Skill => EffectSourceClass::Skill,
        AssetType::Item => EffectSourceClass::Item,
        AssetType::Status => EffectSourceClass::Status,
        _ => {
            let program = book.find_program(name);
            return program.map_or_else(Vec::new, |program| rules::of_program(book, program, None));
        }
    };
    let found = book.effect_sources().find(|(of, effect_source)| of.class == class && effect_source.name == name);
    found.map_or_else(Vec::new, |(of, _)| rules::of_effect_source(book, of, None))
}

/// Returns the beginning of a long line, up to a whole word; `None` for a short line.
fn short(words: &str) -> Option<String> {
    if words.chars().count() <= SHORT {
        return None;
    }
    let begin: String = words.chars().take(SHORT).collect();
    let end = begin.rfind(' ').unwrap_or(begin.len());
    Some(format!("{} ...", &begin[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_lines_are_cut_between_words() {
        assert_eq!(short("Push 2."), None);
        let long = "word ".repeat(40);
        let cut = short(&long).expect("it is long");
        assert!(cut.ends_with("word ...") && cut.len() < SHORT + 5, "{cut}");
    }
}
