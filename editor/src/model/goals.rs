//! Goals and losses that a designer can choose instead of writing a formula: defeat a side, reach a zone, hold some
//! rounds, protect units.

use foretoken_action_assets::assets::{GoalRule, Scenario};
use foretoken_action_assets::{Formula, Library};
use std::collections::{BTreeMap, BTreeSet};

/// Side of objects that belong to no side.
const NEUTRAL: i32 = 7;
/// Rounds to hold if the scenario has no limit.
const ROUNDS: i32 = 5;
/// Most presets that bring units into zones.
const MOST_ZONES: usize = 12;

/// A goal or loss to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalPreset {
    /// Label.
    pub name: String,
    /// The goal.
    pub goal: GoalRule,
}

impl GoalPreset {
    fn new(name: String, text: String, when: &str) -> Self {
        Self { name, goal: GoalRule { text, when: Formula::from(when), team: 0 } }
    }
}

/// Tags of the unit types of each side.
type Sides<'l> = BTreeMap<i32, BTreeMap<&'l str, BTreeSet<&'l str>>>;

/// Returns the goals that fit a scenario, or its losses.
#[must_use]
pub fn goal_presets(library: &Library, scenario: &Scenario, is_loss: bool) -> Vec<GoalPreset> {
    let sides = sides(library, scenario);
    let rounds = if scenario.rounds > 0 { scenario.rounds } else { ROUNDS };
    let own: Vec<&str> = own_tags(&sides).into_iter().collect();
    let mut presets = Vec::new();
    if is_loss {
        for tag in own {
            presets.push(GoalPreset::new(
                format!("Protect: {tag}"),
                format!("no {tag} lives"),
                &format!("count({tag}) = 0"),
            ));
        }
        let text = format!("round {rounds} ends");
        presets.push(GoalPreset::new(format!("Only {rounds} rounds"), text, &format!("round > {rounds}")));
        return presets;
    }
    let enemies: Vec<i32> = sides.keys().copied().filter(|side| *side != 0 && *side != NEUTRAL).collect();
    for &side in &enemies {
        let Some(tags) = cover(&sides, side) else { continue };
        let sum = tags.iter().map(|tag| format!("count({tag})")).collect::<Vec<_>>().join(" + ");
        let text = if enemies.len() == 1 { "Defeat all enemies.".to_owned() } else { format!("Defeat side {side}.") };
        presets.push(GoalPreset::new(format!("Defeat side {side}"), text, &format!("{sum} = 0")));
    }
    let zones: BTreeSet<&str> =
        scenario.legend.iter().map(|entry| entry.zone.as_str()).filter(|zone| !zone.is_empty()).collect();
    let reach = zones.iter().flat_map(|zone| own.iter().map(move |tag| (zone, tag)));
    for (zone, tag) in reach.take(MOST_ZONES) {
        let (name, text) = (format!("Reach {zone}: {tag}"), format!("Bring one {tag} to the zone {zone}."));
        presets.push(GoalPreset::new(name, text, &format!("inside({tag}, {zone}) > 0")));
    }
    let text = format!("Hold out until round {rounds} ends.");
    presets.push(GoalPreset::new(format!("Hold {rounds} rounds"), text, &format!("round > {rounds}")));
    presets
}

fn sides<'l>(library: &'l Library, scenario: &'l Scenario) -> Sides<'l> {
    let mut sides = Sides::new();
    for entry in scenario.legend.iter().filter(|entry| !entry.unit.is_empty()) {
        let Some(unit) = library.unit(&entry.unit) else { continue };
        let tags = unit.tags.iter().map(String::as_str).collect();
        sides.entry(entry.team).or_default().insert(&entry.unit, tags);
    }
    sides
}

/// Tags that only units of a side have.
fn tags_of<'l>(sides: &Sides<'l>, side: i32) -> BTreeSet<&'l str> {
    let of = |units: &BTreeMap<&'l str, BTreeSet<&'l str>>| -> BTreeSet<&'l str> {
        units.values().flatten().copied().collect()
    };
    let others: BTreeSet<&str> =
        sides.iter().filter(|(other, _)| **other != side).flat_map(|(_, units)| of(units)).collect();
    let own = sides.get(&side).map(of).unwrap_or_default();
    own.difference(&others).copied().collect()
}

fn own_tags<'l>(sides: &Sides<'l>) -> BTreeSet<&'l str> {
    tags_of(sides, 0)
}

/// Returns few tags that together are on all units of a side and on no others; `None` if there are none.
fn cover<'l>(sides: &Sides<'l>, side: i32) -> Option<Vec<&'l str>> {
    let tags = tags_of(sides, side);
    let mut open: Vec<&BTreeSet<&str>> = sides.get(&side)?.values().collect();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let best = tags.iter().copied().max_by_key(|tag| {
            // The first of equal tags, so that the formula does not depend on the order of the maximum.
            (open.iter().filter(|own| own.contains(tag)).count(), std::cmp::Reverse(*tag))
        })?;
        let before = open.len();
        open.retain(|own| !own.contains(best));
        if open.len() == before {
            return None;
        }
        chosen.push(best);
    }
    Some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::{AnyAsset, Files, KindRegistry};

    fn library() -> Library {
        let files = Files::new()
            .with("terrains/floor.ron", "Terrain(glyph: \".\")")
            .with("actions/wait.ron", "Action(body: [Wait])")
            .with("units/hero.ron", "Unit(glyph: \"h\", tags: [\"hero\", \"living\"], actions: [\"wait\"])")
            .with("units/rat.ron", "Unit(glyph: \"r\", tags: [\"dark\", \"living\"], actions: [\"wait\"])")
            .with("units/imp.ron", "Unit(glyph: \"i\", tags: [\"dark\", \"imp\"], actions: [\"wait\"])")
            .with("units/golem.ron", "Unit(glyph: \"g\", tags: [\"stone\"], actions: [\"wait\"])")
            .with(
                "scenarios/a.ron",
                "Scenario(map: [\"h.rig\", \"z....\"], legend: [(glyph: \"h\", unit: \"hero\"), (glyph: \"r\", unit: \"rat\", team: 1), \
                 (glyph: \"i\", unit: \"imp\", team: 1), (glyph: \"g\", unit: \"golem\", team: 1), (glyph: \"z\", zone: \"gate\")])",
            );
        Library::load(&files, KindRegistry::core())
    }

    #[test]
    fn presets_write_formulas_that_compile() {
        let library = library();
        let scenario = library.scenario("a").expect("it").clone();
        let of = |is_loss| goal_presets(&library, &scenario, is_loss);
        let when = |presets: &[GoalPreset]| -> Vec<String> {
            presets.iter().map(|preset| preset.goal.when.as_str().to_owned()).collect()
        };
        assert_eq!(when(&of(false)), ["count(dark) + count(stone) = 0", "inside(hero, gate) > 0", "round > 5"]);
        assert_eq!(when(&of(true)), ["count(hero) = 0", "round > 5"]);
        for preset in of(false).into_iter().chain(of(true)) {
            let mut library = library.clone();
            let scenario = Scenario { goals: vec![preset.goal], ..scenario.clone() };
            library.put("a", AnyAsset::Scenario(scenario));
            let (compiled, faults) = library.compile("a");
            assert!(compiled.is_some(), "{}: {}", preset.name, faults.render());
        }
    }

    #[test]
    fn a_side_without_tags_of_its_own_has_no_preset() {
        let mut library = library();
        let mut golem = library.unit("golem").expect("it").clone();
        golem.tags = vec!["hero".to_owned()];
        library.put("golem", AnyAsset::Unit(golem));
        let scenario = library.scenario("a").expect("it").clone();
        let names: Vec<String> =
            goal_presets(&library, &scenario, false).into_iter().map(|preset| preset.name).collect();
        assert_eq!(names, ["Hold 5 rounds"]);
    }
}
