//! Names that a text field can hold: turn orders, stats, columns, and the zones, labels, tags and slots that the pack
//! already uses. The field stays free, because a new name can be typed.

use crate::Host;
use foretoken_action_assets::AssetType;
use foretoken_action_assets::walk::{Value, walk};
use std::collections::BTreeSet;

/// Fields whose names the pack lists.
const LISTED: [&str; 10] =
    ["column", "group", "label", "scheduler", "slots", "stat", "tags", "types", "unlock", "zone"];

/// Stats that every unit has.
const CORE_STATS: [&str; 8] = ["health", "max_health", "movement", "initiative", "speed", "jump", "leap", "sight"];

/// Returns whether [`known_names`] lists the names of a field.
#[must_use]
pub fn is_listed(field: &str) -> bool {
    LISTED.contains(&field)
}

/// Returns the names for a field, sorted.
#[must_use]
pub fn known_names(host: &dyn Host, field: &str) -> Vec<String> {
    let library = host.library();
    let columns = || library.rules().columns.into_iter().map(|column| column.name);
    let stats = || library.names_of(AssetType::Stat).map(str::to_owned);
    let mut names: BTreeSet<String> = match field {
        "scheduler" => return library.registry().orders().map(|order| order.name().to_owned()).collect(),
        "column" => columns().collect(),
        "stat" => columns().chain(stats()).chain(CORE_STATS.map(str::to_owned)).collect(),
        _ => used_names(host, field),
    };
    names.remove("");
    names.into_iter().collect()
}

/// Returns the names that the fields of this name have in the whole pack.
fn used_names(host: &dyn Host, field: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (_, _, asset) in host.library().assets() {
        walk(asset.clone().inspect_mut(), "", &mut |_, own, value| match value {
            Value::Text(text) if own.name == field => _ = names.insert(text.clone()),
            Value::Texts(texts) if own.name == field => names.extend(texts.iter().cloned()),
            _ => {}
        });
    }
    names
}
