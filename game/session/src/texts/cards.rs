//! Badges of scenarios in a list: what to do, how long it takes, how many enemies there are, and the turn order.

use super::names::count;
use foretoken_action_assets::assets::{LegendEntry, Scenario};
use foretoken_vm::Team;

/// Returns the badges of a scenario for the player's side.
#[must_use]
pub fn badges(scenario: &Scenario) -> Vec<String> {
    let mut badges: Vec<String> = kind(scenario).map(str::to_owned).into_iter().collect();
    badges.extend((scenario.par > 0).then(|| format!("~{}", count(scenario.par, "round"))));
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

/// Counts the units of other sides on the map as on normal: of a pool of spawns, only those that it keeps.
fn enemies(scenario: &Scenario) -> usize {
    let is_enemy = |letter: char| {
        let of = |entry: &&LegendEntry| entry.glyph.chars().eq([letter]);
        let entry = scenario.legend.iter().find(of);
        entry.is_some_and(|entry| !entry.unit.is_empty() && (1..i32::from(Team::NEUTRAL.0)).contains(&entry.team))
    };
    let drawn = || scenario.rows().flat_map(|(_, _, row)| row.chars()).filter(|&letter| is_enemy(letter));
    let is_of_pool = |letter: char| scenario.spawns.iter().any(|pool| pool.glyphs.contains(letter));
    let kept = scenario.spawns.iter().map(|pool| {
        let units = drawn().filter(|letter| pool.glyphs.contains(*letter)).count();
        let groups = if pool.together { pool.glyphs.chars().count().max(1) } else { units.max(1) };
        units * (pool.keep.max(0) as usize).min(groups) / groups
    });
    drawn().filter(|letter| !is_of_pool(*letter)).count() + kept.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::assets::SpawnRule;

    #[test]
    fn pools_count_with_what_they_keep() {
        let entry = |glyph: &str, team| LegendEntry {
            glyph: glyph.to_owned(),
            unit: "rat".to_owned(),
            team,
            ..LegendEntry::default()
        };
        let pool = |glyphs: &str, keep| SpawnRule { glyphs: glyphs.to_owned(), keep, ..SpawnRule::default() };
        let map = vec!["W.rr".to_owned(), "XXab".to_owned()];
        let legend = vec![entry("W", 0), entry("r", 1), entry("X", 1), entry("a", 1), entry("b", 1)];
        let spawns = vec![pool("X", 0), pool("ab", 1)];
        let scenario = Scenario { map, legend, spawns, par: 4, ..Scenario::default() };
        assert_eq!(badges(&scenario), ["~4 rounds", "3 enemies"], "two rats and one of the pool");
    }
}
