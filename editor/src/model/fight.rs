//! Battle tests of a unit against the party of a scenario. They need no change of the pack: the assets of the test
//! differ from it by the foe on the map, the goals, and a tag for each side.

use foretoken_action_assets::assets::{GoalRule, Scenario};
use foretoken_action_assets::painting::{Brush, Painting};
use foretoken_action_assets::{AnyAsset, AssetType, Formula, Library};
use foretoken_vm::Cell;

/// Tags of the sides, for the goals of the test.
const FOE: &str = "test_foe";
const PARTY: &str = "test_party";
/// Side of objects that belong to no side.
const NEUTRAL: i32 = 7;
/// Index of the usual facing.
const USUAL: usize = 0;

/// Returns the scenarios whose map has units of the player, in the order of the pack.
#[must_use]
pub fn parties(library: &Library) -> Vec<String> {
    let has_party = |scenario: &Scenario| {
        let own = |glyph: &str| scenario.rows().any(|(_, _, row)| row.contains(glyph));
        scenario.legend.iter().any(|entry| entry.team == 0 && !entry.unit.is_empty() && own(&entry.glyph))
    };
    let names = library.names_of(AssetType::Scenario).filter_map(|name| Some((name, library.scenario(name)?)));
    let mut found: Vec<(i32, &str)> =
        names.filter(|(_, scenario)| has_party(scenario)).map(|(name, scenario)| (scenario.order, name)).collect();
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// Returns the assets of a test in which a unit is the only foe of the party of a scenario, on its map. Returns `None`
/// if there is no such scenario or unit, or no cell for the unit.
#[must_use]
pub fn fight(library: &Library, scenario: &str, unit: &str) -> Option<Vec<(String, AnyAsset)>> {
    let asset = library.scenario(scenario)?;
    let mut foe = library.unit(unit)?.clone();
    foe.title = if foe.title.is_empty() { unit.to_owned() } else { foe.title };
    let blank =
        |library: &Library| AnyAsset::Scenario(Scenario { spawns: Vec::new(), ..asset.clone() }).painting(library);
    let units = blank(library)?.units();
    let (party, others): (Vec<_>, Vec<_>) = units.into_iter().partition(|(_, _, team)| *team == 0);
    let foes: Vec<Cell> = others.into_iter().filter(|(.., team)| *team != NEUTRAL).map(|(cell, ..)| cell).collect();
    let (first, ..) = party.first()?;
    // A unit of the party that is also the foe needs a second type, so that the goals tell the sides apart.
    let name = if party.iter().any(|(_, kind, _)| kind == unit) { FOE } else { unit };
    foe.tags.push(FOE.to_owned());
    let mut with_foe = library.clone();
    with_foe.put(name, AnyAsset::Unit(foe.clone()));
    let mut map = blank(&with_foe)?;
    map.paint(foes.iter().copied(), &Brush::Erase);
    if !has_placed(&mut map, name, &foes, *first) {
        return None;
    }
    let AnyAsset::Scenario(mut fight) = map.into_asset() else { return None };
    let goal = |text: &str, tag: &str| GoalRule {
        text: text.to_owned(),
        when: Formula::from(format!("count({tag}) = 0").as_str()),
        team: 0,
    };
    fight.goals = vec![goal(&format!("Defeat {}.", foe.title), FOE)];
    fight.losses = vec![goal("your last unit dies", PARTY)];
    fight.bonus_goals.clear();
    fight.timetable.clear();
    fight.lesson.clear();
    fight.par = 0;
    fight.planned_teams = vec![1];
    fight.deciders.retain(|rule| rule.team == 0);
    let mut assets = vec![(scenario.to_owned(), AnyAsset::Scenario(fight))];
    assets.push((name.to_owned(), AnyAsset::Unit(foe)));
    let mut kinds: Vec<&str> = party.iter().map(|(_, kind, _)| kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let mut member = library.unit(kind)?.clone();
        member.tags.push(PARTY.to_owned());
        assets.push((kind.to_owned(), AnyAsset::Unit(member)));
    }
    Some(assets)
}

/// Places the foe on the first cell of a foe that has room, otherwise on the cell with room that is nearest to the party.
fn has_placed(map: &mut Painting, unit: &str, foes: &[Cell], party: Cell) -> bool {
    let brush = Brush::Unit { name: unit.to_owned(), team: 1, facing: USUAL };
    let mut others: Vec<Cell> = map.cells().collect();
    let distance = |cell: &Cell| {
        let (across, down) = party.offset_to(*cell);
        across.abs() + down.abs()
    };
    others.retain(|&cell| map.unit_at(cell).is_none());
    others.sort_by_key(distance);
    foes.iter().chain(&others).any(|&cell| map.paint([cell], &brush).changed > 0)
}
