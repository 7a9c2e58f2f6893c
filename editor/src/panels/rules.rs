//! Rules text panel: the rules text of the open asset, made from its compiled form.

use super::PanelContext;
use foretoken_action_assets::AssetType;
use foretoken_action_assets::texts::rules::{self, Line};
use foretoken_vm::Rulebook;
use foretoken_vm::stats::EffectSourceClass;

#[derive(Debug, Default)]
pub(crate) struct Rules {
    of: Option<(AssetType, String, u64)>,
    lines: Vec<Line>,
}

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
        }
        if self.lines.is_empty() {
            ui.text_disabled("It has no effect, or it does not compile.");
        }
        for line in &self.lines {
            let indent = f32::from(line.depth) * ui.text_line_height();
            if indent > 0.0 {
                ui.indent_by(indent);
            }
            ui.text_wrapped(&line.words);
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
