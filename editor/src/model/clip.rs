//! Parts as text on the clipboard: copies are canonical asset text, and pasted text can come from any source.

use crate::EditorError;
use foretoken_action_assets::walk::{part_lists, with_parts};
use foretoken_action_assets::{
    AnyAsset, AssetType, Diagnostics, Field, Inspect, Inspector, KindRegistry, Part, Severity, load_asset,
    write::Asset, write_asset,
};

const AROUND: usize = 2;
const MARGIN: &str = "        ";

#[derive(Clone, Debug, Default, PartialEq)]
struct Clip {
    parts: Vec<Part>,
}

impl Inspect for Clip {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.parts(Field::new("parts", "Copied parts."), &mut self.parts);
    }
}

impl Asset for Clip {
    const TYPE: &'static str = "Parts";
}

/// Returns parts as file text, each with a trailing comma.
#[must_use]
pub fn text_of(parts: &[Part]) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let text = write_asset(&mut Clip { parts: parts.to_vec() });
    let lines: Vec<&str> = text.lines().collect();
    let own = lines.get(AROUND..lines.len().saturating_sub(AROUND)).unwrap_or_default();
    own.iter().map(|line| format!("{}\n", line.strip_prefix(MARGIN).unwrap_or(line))).collect()
}

/// Parses parts from a text: a sequence, a list, or a whole asset with parts.
///
/// # Errors
/// [`EditorError::NoPart`] and [`EditorError::BadPart`].
pub fn parts_of(text: &str, registry: &KindRegistry) -> Result<Vec<Part>, EditorError> {
    let text = text.trim();
    let mut faults = Diagnostics::new();
    let whole = AssetType::ALL.iter().copied().find(|kind| {
        let rest = text.strip_prefix(kind.name()).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with('('))
    });
    let parts = match whole {
        Some(kind) => {
            let read = AnyAsset::read(kind, "", text.as_bytes(), registry, &mut faults);
            read.map_or_else(Vec::new, |(asset, _)| parts_within(asset))
        }
        None => {
            let listed = if text.starts_with('[') { text.to_owned() } else { format!("[{text}\n]") };
            let wrapped = format!("{}(parts: {listed})", Clip::TYPE);
            let read = load_asset::<Clip>("", wrapped.as_bytes(), registry, &mut faults);
            read.map_or_else(Vec::new, |loaded| loaded.value.parts)
        }
    };
    match faults.iter().find(|fault| fault.severity == Severity::Error) {
        Some(fault) => Err(EditorError::BadPart { line: fault.line, message: fault.message.clone() }),
        None if parts.is_empty() => Err(EditorError::NoPart),
        None => Ok(parts),
    }
}

fn parts_within(mut asset: AnyAsset) -> Vec<Part> {
    let list = part_lists(asset.inspect_mut()).first().copied().unwrap_or_default();
    with_parts(asset.inspect_mut(), list, std::mem::take).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_same_as_text() {
        let registry = KindRegistry::core();
        let parts: Vec<Part> = registry.iter().map(|kind| Part::new((kind.make)())).collect();
        let text = text_of(&parts);
        assert_eq!(parts_of(&text, &registry).expect("it is read"), parts);
        assert_eq!(parts_of(&format!("[{text}]"), &registry).expect("a list, too"), parts);
        assert_eq!(parts_of(&format!("Action(body: [{text}])"), &registry).expect("an asset, too"), parts);
    }

    #[test]
    fn any_text_may_be_on_the_clipboard() {
        let registry = KindRegistry::core();
        for text in
            ["", " ", "]", "[", "((((", "Push", "Push(", "Psh(target: \"T1\")", "Action(", "Unit()", "\u{1F600}"]
        {
            let error = parts_of(text, &registry).expect_err(text);
            assert!(error.to_string().contains("clipboard"), "{error}");
        }
    }
}
