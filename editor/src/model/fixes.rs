//! Quick fixes of faults: the missing asset is created, the nearest name is used, or the reference is taken out. Each is
//! one edit, with undo.

use super::{AssetId, Model, objection};
use crate::Host;
use foretoken_action_assets::walk::{Value, names_in_scope, part_of, split_part, walk};
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostic, NameRole, nearest};

/// A way to fix a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuickFix {
    /// Creates the asset that a reference names.
    Create(AssetType, String),
    /// Uses this name, from a byte to another of the value's text.
    Use(String, std::ops::Range<usize>),
    /// Takes the reference out.
    Remove,
}

impl QuickFix {
    /// Returns the words on the button.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Create(kind, name) => format!("Create {} `{name}`", kind.reference()),
            Self::Use(name, _) => format!("Use `{name}`"),
            Self::Remove => "Take it out".to_owned(),
        }
    }

    /// Returns one sentence for the tooltip.
    #[must_use]
    pub const fn doc(&self) -> &'static str {
        match self {
            Self::Create(..) => "Creates an asset of this name with default values.",
            Self::Use(..) => "Uses the most similar name that exists.",
            Self::Remove => "Removes the reference from the list, or empties its field.",
        }
    }
}

impl Model {
    /// Returns the quick fixes of a fault.
    #[must_use]
    pub fn fixes(&self, host: &dyn Host, fault: &Diagnostic) -> Vec<QuickFix> {
        let Some(mut asset) = asset_of(host, fault).and_then(|(kind, name)| host.library().asset(kind, &name).cloned())
        else {
            return Vec::new();
        };
        let (part, _) = part_of(asset.inspect_mut(), &fault.path);
        let scope = names_in_scope(asset.inspect_mut(), part);
        let mut fixes = Vec::new();
        walk(asset.inspect_mut(), "", &mut |path, _, value| {
            if path != fault.path {
                return;
            }
            match value {
                Value::Reference(name, to) => fixes = reference_fixes(host, name, to),
                Value::Name(name, NameRole::UsesTarget) => {
                    let found = nearest(name, scope.iter().map(String::as_str));
                    fixes.extend(found.map(|found| QuickFix::Use(found.to_owned(), 0..name.len())));
                }
                Value::Text(text) => fixes.extend(suggested(fault, text)),
                Value::Formula(formula) => fixes.extend(suggested(fault, formula.as_str())),
                _ => {}
            }
        });
        fixes
    }

    /// Applies a quick fix.
    pub fn fix(&mut self, host: &mut dyn Host, fault: &Diagnostic, fix: &QuickFix) {
        if let QuickFix::Create(kind, name) = fix {
            self.make(host, *kind, name, None);
            return;
        }
        let Some(id) = asset_of(host, fault) else { return };
        let Some(mut asset) = host.library().asset(id.0, &id.1).cloned() else { return };
        let label = match fix {
            QuickFix::Remove => format!("take out {}", fault.path),
            other => other.words(),
        };
        change(&mut asset, &fault.path, fix);
        self.edit(host, &label, "", vec![(id, Some(asset))]);
    }
}

fn asset_of(host: &dyn Host, fault: &Diagnostic) -> Option<AssetId> {
    let (kind, name) = AssetType::of_path(&fault.file)?;
    host.library().asset(kind, name).map(|_| (kind, name.to_owned()))
}

fn reference_fixes(host: &dyn Host, name: &str, to: &str) -> Vec<QuickFix> {
    let Some(kind) = AssetType::ALL.iter().copied().find(|kind| kind.reference() == to) else { return Vec::new() };
    if name.is_empty() || host.library().asset(kind, name).is_some() {
        return Vec::new();
    }
    let makes = !kind.folder().is_empty() && super::asset_name(name) == name && objection(host, kind, name).is_none();
    let created = makes.then(|| QuickFix::Create(kind, name.to_owned()));
    let found = nearest(name, host.library().names_of(kind));
    let used = found.map(|found| QuickFix::Use(found.to_owned(), 0..name.len()));
    created.into_iter().chain(used).chain([QuickFix::Remove]).collect()
}

/// Returns the name that the help of a fault suggests, with its place in the text.
fn suggested(fault: &Diagnostic, text: &str) -> Option<QuickFix> {
    let name = fault.help.as_deref()?.strip_prefix("did you mean `")?.split_once('`')?.0;
    let start = match fault.character {
        0 => 0,
        character => text.char_indices().nth(character as usize - 1)?.0,
    };
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
    let length = match fault.character {
        0 => text.len(),
        _ => text[start..].find(|letter| !is_word(letter)).unwrap_or(text.len() - start),
    };
    (length > 0).then(|| QuickFix::Use(name.to_owned(), start..start + length))
}

fn change(asset: &mut AnyAsset, fault: &str, fix: &QuickFix) {
    let listed = split_part(fault);
    let mut is_removed = false;
    walk(asset.inspect_mut(), "", &mut |path, _, value| match (value, fix) {
        (Value::References(names, _), QuickFix::Remove) => {
            if let Some((_, at)) = listed.filter(|(list, at)| *list == path && *at < names.len()) {
                names.remove(at);
                is_removed = true;
            }
        }
        (Value::Reference(name, _), QuickFix::Remove) if path == fault && !is_removed => name.clear(),
        (Value::Reference(text, _) | Value::Name(text, _) | Value::Text(text), QuickFix::Use(new, at))
            if path == fault =>
        {
            replace(text, new, at.clone());
        }
        (Value::Formula(formula), QuickFix::Use(new, at)) if path == fault => {
            replace(&mut formula.0, new, at.clone());
        }
        _ => {}
    });
}

fn replace(text: &mut String, new: &str, at: std::ops::Range<usize>) {
    if text.get(at.clone()).is_some() {
        text.replace_range(at, new);
    }
}
