//! Reactions, auras and large units for random worlds.

use super::Choices;
use foretoken_action_assets::assets::{AIMS, PolicyAsset, PolicyRow, PolicyUse};
use foretoken_action_assets::{AnyAsset, AssetType, Formula, Library};

/// Reaction actions: label and possible bodies. The label is the action's name and identifies the reaction in changes.
const ANSWERS: &[(&str, &[&str])] = &[
    (
        "re-change",
        &[
            r#"Push(target: "cause", mirrorable: false, label: "re-change")"#,
            r#"Damage(target: "cause", mirrorable: false, label: "re-change")"#,
            r#"Heal(target: "self", label: "re-change")"#,
        ],
    ),
    (
        "re-blow",
        &[
            r#"Damage(target: "cause", label: "re-blow")"#,
            r#"Push(target: "cause", distance: 2, label: "re-blow")"#,
            r#"ChangeStat(target: "self", stat: "might", amount: 1, label: "re-blow"), ApplyStatus(target: "cause", status: "s0")"#,
        ],
    ),
    (
        "re-miss",
        &[
            r#"ChangeStat(target: "self", stat: "might", amount: 1, label: "re-miss")"#,
            r#"Push(target: "cause", label: "re-miss")"#,
        ],
    ),
    (
        "re-moves",
        &[
            r#"Surface(target: "here", surface: "fire", lasts: 2, label: "re-moves")"#,
            r#"ChangeStat(target: "self", stat: "might", amount: "occupied(here)", label: "re-moves")"#,
            r###"Damage(target: "here", amount: 1, area: [".#.", "#@#", ".#."], label: "re-moves")"###,
        ],
    ),
    (
        "re-use-ends",
        &[
            r###"Damage(target: "here", mirrorable: false, area: [".#.", "#@#", ".#."], label: "re-use-ends")"###,
            r#"Push(target: "here", label: "re-use-ends")"#,
            r#"Heal(target: "self", amount: 2, label: "re-use-ends"), ApplyStatus(target: "self", status: "s1")"#,
        ],
    ),
    (
        "re-begins",
        &[
            r#"Damage(target: "here", label: "re-begins")"#,
            r#"ChangeStat(target: "self", stat: "might", amount: -1, label: "re-begins"), RemoveStatus(target: "self", statuses: ["s0"])"#,
            r#"Push(target: "here", distance: "1 + self.might / 4", label: "re-begins")"#,
        ],
    ),
    (
        "re-aura",
        &[
            r#"Damage(target: "self", mirrorable: false, label: "re-aura")"#,
            r#"ChangeStat(target: "self", stat: "might", amount: 1, label: "re-aura"), Push(target: "cause", label: "re-aura")"#,
        ],
    ),
];

const SKILLS: &[&str] = &[
    r#"Skill(reactions: [(on: StatChange, action: "re-change"), (on: UseEnds, action: "re-use-ends", toward: Enemy, region: "star", most: 9)])"#,
    r#"Skill(reactions: [(on: Attacked, action: "re-blow", turns: true), (on: Missed, action: "re-miss"), (on: Moves, action: "re-moves")])"#,
    r#"Skill(reactions: [(on: ActivationBegins, action: "re-begins", toward: Enemy, by: "9 - cause.health", region: "star", most: 9), (on: StatChange, change: Any, role: Attacker, action: "re-change", when: "c.health > 1")])"#,
    r#"Skill(reactions: [(on: Moves, action: "re-moves", toward: Itself), (on: Attacked, action: "re-blow", role: Attacker, priority: 1), (on: StatChange, stat: "might", change: Any, action: "re-change", toward: Anybody, region: "star", most: 9)])"#,
    r#"Skill(damage_modifiers: [(mode: Replace, amount: 0)], reactions: [(on: Missed, action: "re-miss"), (on: UseEnds, action: "re-use-ends", toward: Ally, region: "star", most: 9, turns: true), (on: ActivationBegins, action: "re-begins", toward: Anybody, region: "star", most: 9)])"#,
];

const AURAS: &[&str] = &[
    r#"Skill(auras: [(gives: "lit", on: All, most: 2)], reactions: [(on: EntersAura, action: "re-aura")])"#,
    r#"Skill(auras: [(gives: "lit", on: Enemies, region: "star", most: 9)], condition: "c.health > 1")"#,
    r#"Skill(auras: [(gives: "bound", on: All, itself: true, region: "square", most: 1)], reactions: [(on: LeavesAura, action: "re-aura")])"#,
];

const GIVEN: &[(&str, &str)] = &[
    (
        "lit",
        r#"Status(modifiers: [(stat: "might", amount: 2), (stat: "movement", amount: 1)], reactions: [(on: EntersAura, action: "re-aura"), (on: StatChange, action: "re-change")])"#,
    ),
    (
        "bound",
        r#"Status(on_reapply: Stack, limit: 2, modifiers: [(stat: "max_health", amount: 2)], damage_modifiers: [(amount: 1, stage: Outgoing)], reactions: [(on: LeavesAura, action: "re-aura"), (on: Attacked, action: "re-blow")])"#,
    ),
];

const KINDS: [&str; 3] = ["u0", "u1", "u2"];

const WALKS: [&str; 6] = ["walk-1", "walk-2", "walk-3", "walk-4", "walk-5", "walk-6"];

/// Returns the labels of all reactions of a lively world.
pub fn lively_labels() -> impl Iterator<Item = &'static str> {
    ANSWERS.iter().map(|(name, _)| *name)
}

/// Gives units skills with reactions and auras, and walks. Returns the chosen text.
///
/// # Panics
/// If an asset of this file has a fault.
pub(super) fn put(choices: &mut Choices, library: &mut Library) -> String {
    let mut text = String::new();
    let mut load = |path: String, asset: &str| {
        let faults = library.reload(&path, Some(asset.as_bytes()));
        assert!(faults.is_empty(), "{path}: {}", faults.render());
        text += &format!("{path}: {asset}\n");
    };
    for (name, bodies) in ANSWERS {
        load(format!("actions/{name}.ron"), &format!("Action(body: [{}])", *choices.pick(bodies)));
    }
    for (name, asset) in GIVEN {
        load(format!("statuses/{name}.ron"), asset);
    }
    for kind in KINDS {
        load(format!("skills/{kind}-reacts.ron"), choices.pick::<&str>(SKILLS));
        load(format!("skills/{kind}-aura.ron"), choices.pick::<&str>(AURAS));
    }
    let walk = library.action("walk").cloned().unwrap_or_default();
    for name in WALKS {
        library.put(name, AnyAsset::Action(walk.clone()));
    }
    for kind in KINDS {
        let Some(AnyAsset::Unit(mut unit)) = library.asset(AssetType::Unit, kind).cloned() else { continue };
        unit.actions.extend(WALKS.map(str::to_owned));
        (unit.moves, unit.actions_per_turn) = (3, 2);
        unit.skills.extend([format!("{kind}-reacts"), format!("{kind}-aura")]);
        (unit.movement, unit.health) = (unit.movement.max(3), unit.health + 3);
        if choices.one_in(4) {
            kind.clone_into(&mut unit.policy);
            let policy = AnyAsset::Policy(policy(choices, &unit.actions));
            text += &format!("policies/{kind}.ron: {}", policy.to_text());
            library.put(kind, policy);
        }
        library.put(kind, AnyAsset::Unit(unit));
    }
    text
}

/// Returns a policy without chance that reveals its intents, so that predictions come true.
fn policy(choices: &mut Choices, actions: &[String]) -> PolicyAsset {
    let kind = ["script", "rules"][choices.below(2)].to_owned();
    let rows = (0..1 + choices.below(3)).map(|row| {
        let uses = (0..1 + choices.below(2))
            .map(|_| PolicyUse { action: choices.pick(actions).clone(), aim: choices.below(AIMS.len()) });
        let uses = uses.collect();
        let when = if kind == "rules" { Formula::from("c.health > 2") } else { Formula::from(1) };
        PolicyRow { name: format!("row {row}"), uses, when, ..PolicyRow::default() }
    });
    let rows = rows.collect();
    PolicyAsset { kind, rows, ahead: 1 + choices.below(3) as i32, ..PolicyAsset::default() }
}

/// Makes room on the map for a two-by-two unit of each side: the first `u0` in its corner, the first `u1` in the
/// opposite one.
fn make_room(library: &mut Library) {
    let mut scenario = library.scenario("drawn").cloned().unwrap_or_default();
    let mut map: Vec<Vec<char>> = scenario.map.iter().map(|row| row.chars().collect()).collect();
    let (width, height) = (map[0].len(), map.len());
    if width < 4 || height < 4 {
        return;
    }
    let corners = [(0, 0), (width - 2, height - 2)];
    let glyphs = [map[0][0], map[1][1]];
    map[1][1] = '.';
    let mut heights: Vec<Vec<char>> = scenario.heights.iter().map(|row| row.chars().collect()).collect();
    for ((x, y), glyph) in corners.into_iter().zip(glyphs) {
        for (x, y) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
            map[y][x] = '.';
            if let Some(row) = heights.get_mut(y) {
                row[x] = '0';
            }
        }
        map[y][x] = glyph;
    }
    let rows = |rows: Vec<Vec<char>>| rows.into_iter().map(String::from_iter).collect();
    (scenario.map, scenario.heights) = (rows(map), rows(heights));
    let is_drawn = |glyph: &str| scenario.map.iter().any(|row| row.contains(glyph));
    scenario.legend.retain(|entry| is_drawn(&entry.glyph));
    for entry in scenario.legend.iter_mut().filter(|entry| ["u0", "u1"].contains(&entry.unit.as_str())) {
        if !glyphs.iter().any(|glyph| entry.glyph == glyph.to_string()) {
            "u2".clone_into(&mut entry.unit);
        }
    }
    library.put("drawn", AnyAsset::Scenario(scenario));
}

pub(super) fn widen(choices: &mut Choices, library: &mut Library) -> String {
    make_room(library);
    let drawn = library.scenario("drawn").cloned().unwrap_or_default();
    let mut text = AnyAsset::Scenario(drawn).to_text();
    for kind in KINDS {
        let Some(AnyAsset::Unit(unit)) = library.asset(AssetType::Unit, kind).cloned() else { continue };
        let wanted = *choices.pick(&[(2, 2), (2, 1), (1, 2), (2, 2)]);
        for (width, depth) in [wanted, (2, 1), (1, 2), (1, 1)] {
            library.put(kind, AnyAsset::Unit(foretoken_action_assets::UnitAsset { width, depth, ..unit.clone() }));
            if !library.compile("drawn").1.has_errors() {
                text += &format!("{kind} is {width} by {depth}\n");
                break;
            }
        }
    }
    text
}
