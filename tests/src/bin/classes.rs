//! Measures the planner's unit classes: mirrored sides of the pack `banner` fight with and without a class, from both
//! ends. Prints rows for `docs/benchmarks.md`: `cargo run --release -p foretoken-tests --bin classes -- --seeds 10`.

use foretoken_action_assets::assets::{GoalRule, LegendEntry};
use foretoken_action_assets::{AnyAsset, AssetType, KindRegistry, Library, Scenario, UnitAsset};
use foretoken_preview::{PlannerOptions, Weights};
use foretoken_session::simulate;
use foretoken_vm::rulebook::Class;
use foretoken_vm::{CompiledScenario, Outcome, Team};
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

const MAP: [&str; 7] =
    ["...........", ".K.......k.", ".A..%.%..a.", "....%.%....", ".M..%.%..m.", ".H.......h.", "..........."];

/// Classes of each row: glyph, unit type and class.
const ROWS: [(&str, &[(&str, Class)]); 6] = [
    ("offensive: archer, mage", &[("archer", Class::Offensive), ("mage", Class::Offensive)]),
    ("offensive: knight", &[("knight", Class::Offensive)]),
    ("tank: knight", &[("knight", Class::Tank)]),
    ("support: healer", &[("healer", Class::Support)]),
    (
        "support: archer, mage, healer",
        &[("archer", Class::Support), ("mage", Class::Support), ("healer", Class::Support)],
    ),
    (
        "as shipped: tank, offensive, offensive, support",
        &[
            ("knight", Class::Tank),
            ("archer", Class::Offensive),
            ("mage", Class::Offensive),
            ("healer", Class::Support),
        ],
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let (mut seeds, mut budget) = (10_u64, 20_000);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a number"))?;
        match word.as_str() {
            "--seeds" => seeds = value.parse()?,
            "--budget" => budget = value.parse()?,
            _ => return Err(format!("{word} is none of --seeds and --budget").into()),
        }
    }
    let plain = drawn()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "| who has a class | battles | won | lost | drawn | survivors, theirs |\n|---|---|---|---|---|---|")?;
    for (name, classes) in ROWS {
        let (mut won, mut lost, mut drawn, mut own, mut others) = (0, 0, 0, 0, 0);
        for side in [Team(0), Team(1)] {
            let CompiledScenario { rules, opening } = with_classes(&plain, side, classes);
            let book = Arc::new(rules);
            for seed in 0..seeds {
                let tally = simulate::play(&book, &opening.seeded(seed), &varied(seed, budget));
                match Outcome::for_side(tally.outcome, side) {
                    Outcome::Won => won += 1,
                    Outcome::Lost => lost += 1,
                    Outcome::Drawn | Outcome::Open => drawn += 1,
                }
                let alive = |team| tally.alive.get(&team).copied().unwrap_or_default();
                own += alive(side);
                others += alive(Team(1 - side.0));
            }
        }
        let battles = 2 * seeds;
        let mean = |sum: usize| sum as f64 / battles as f64;
        writeln!(out, "| {name} | {battles} | {won} | {lost} | {drawn} | {:.1}, {:.1} |", mean(own), mean(others))?;
        out.flush()?;
    }
    Ok(())
}

/// Varies the weights with the seed, equally for both sides, so that battles differ.
fn varied(seed: u64, budget: u64) -> PlannerOptions {
    let usual = Weights::default();
    let spread = |weight: i64, by: u64| weight * (70 + (seed * by % 61) as i64) / 100;
    let weights = Weights { life: spread(usual.life, 23), distance: spread(usual.distance, 37), ..usual };
    PlannerOptions { budget, weights, seed, ..PlannerOptions::default() }
}

const SIDES: [&str; 2] = ["west", "east"];

fn drawn() -> Result<CompiledScenario, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/banner");
    let mut library = Library::load_folder(&folder, KindRegistry::core());
    let mut legend = vec![LegendEntry { glyph: "%".into(), terrain: "wall".into(), ..LegendEntry::default() }];
    for (glyph, kind) in [("K", "knight"), ("A", "archer"), ("M", "mage"), ("H", "healer")] {
        let Some(AnyAsset::Unit(unit)) = library.asset(AssetType::Unit, kind).cloned() else {
            return Err(format!("banner has no {kind}").into());
        };
        for (team, side) in SIDES.into_iter().enumerate() {
            let name = format!("{side}-{kind}");
            library.put(&name, AnyAsset::Unit(UnitAsset { tags: vec![side.to_owned()], ..unit.clone() }));
            let glyph = if team == 0 { glyph.to_owned() } else { glyph.to_lowercase() };
            let (team, facing) = (team as i32, 1 + 2 * team);
            legend.push(LegendEntry { glyph, unit: name, team, facing, ..LegendEntry::default() });
        }
    }
    let won_by = |team: usize| GoalRule {
        text: "None of the others is left.".into(),
        when: format!("count({}) = 0", SIDES[1 - team]).as_str().into(),
        team: team as i32,
    };
    let scenario = Scenario {
        map: MAP.map(str::to_owned).to_vec(),
        legend,
        goals: vec![won_by(0), won_by(1)],
        scheduler: "charge-time".into(),
        ground: "grass".into(),
        rounds: 40,
        ..Scenario::default()
    };
    library.put("mirrored", AnyAsset::Scenario(scenario));
    let (book, faults) = library.compile("mirrored");
    let book = book.ok_or_else(|| faults.render())?;
    Ok(of_classes(&book, |_| Class::Usual))
}

fn with_classes(plain: &CompiledScenario, side: Team, classes: &[(&str, Class)]) -> CompiledScenario {
    of_classes(plain, |name| {
        let own = name.strip_prefix(SIDES[usize::from(side.0)]).and_then(|name| name.strip_prefix('-'));
        let class = classes.iter().find(|(kind, _)| own == Some(kind));
        class.map_or(Class::Usual, |&(_, class)| class)
    })
}

fn of_classes(plain: &CompiledScenario, class: impl Fn(&str) -> Class) -> CompiledScenario {
    let mut rules = plain.to_rules();
    rules.unit_types.iter_mut().for_each(|kind| kind.class = class(&kind.name));
    CompiledScenario { rules: rules.build(), opening: plain.opening.clone() }
}
