//! Badges of scenarios in a list: what to do, how long it takes, how many enemies there are, and the turn order.

use super::names::count;
use foretoken_action_assets::assets::{LegendEntry, Scenario};
use foretoken_vm::Team;

/// Returns the badges of a scenario for the player's side.
#[must_use]
pub fn badges(scenario: &Scenario) -> Vec<String> {
    let mut badges: Vec<String> = kind(scenario).map(str::to_owned).into_iter().collect();
    badges.extend((scenario.par > 0).then(|| count(scenario.par, "round")));
    let enemies = enemies(scenario);
    badges
        .extend((enemies > 0).then(|| if enemies == 1 { "1 enemy".to_owned() } else { format!("{enemies} enemies") }));
    badges.extend((scenario.scheduler != "rounds").then(|| scenario.scheduler.replace('-', " ")));
    badges
}

/// Returns what the first goal asks for, by what its condition reads.
fn kind(scenario: &Scenario) -> Option<&'static str> {
    let goal = scenario.goals.iter().find(|goal| goal.team == 0)?;
    let when = &goal.when.0;
    Some(match () {
        () if when.contains("inside(") => "reach a place",
        () if when.contains("round") => "hold out",
        () => "defeat",
    })
}

/// Counts the units of other sides on the map; neutral objects have the highest number of a side.
fn enemies(scenario: &Scenario) -> usize {
    let is_enemy = |letter: &char| {
        let of = |entry: &&LegendEntry| entry.glyph.chars().eq([*letter]);
        let entry = scenario.legend.iter().find(of);
        entry.is_some_and(|entry| !entry.unit.is_empty() && (1..i32::from(Team::NEUTRAL.0)).contains(&entry.team))
    };
    scenario.rows().map(|(_, _, row)| row.chars().filter(is_enemy).count()).sum()
}
