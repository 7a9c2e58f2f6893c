//! Units with five modifiers on each of four stats, as a pack and handwritten.

use foretoken_action_assets::library::Files;
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_vm::CompiledScenario;

/// Number of units.
pub const UNITS: usize = 100;
/// Names of the stats.
pub const STATS: [&str; 4] = ["aim", "guard", "luck", "might"];

const EFFECT_SOURCES: [(&str, &str, f64); 5] = [
    ("items/ring.ron", "Augment", 3.0),
    ("items/sword.ron", "Multiply", 1.5),
    ("skills/drill.ron", "Augment", 2.0),
    ("skills/eye.ron", "Multiply", 1.25),
    ("statuses/haste.ron", "Augment", 1.0),
];

/// Returns the rules with one scenario of all units.
///
/// # Panics
/// If the rules do not compile.
#[must_use]
pub fn rulebook() -> CompiledScenario {
    let mut files = Files::new();
    for stat in STATS {
        files = files.with(format!("stats/{stat}.ron"), format!("Stat(title: \"{stat}\", start: 10, most: 1000)"));
    }
    for (path, mode, amount) in EFFECT_SOURCES {
        let modifier = |stat: &str| format!("(stat: \"{stat}\", mode: {mode}, amount: {amount})");
        let modifiers: Vec<String> = STATS.into_iter().map(modifier).collect();
        let (kind, slot) = match path.split_once('/') {
            Some(("items", "ring.ron")) => ("Item", "slots: [\"finger\"], "),
            Some(("items", _)) => ("Item", "slots: [\"hand\"], "),
            Some(("skills", _)) => ("Skill", ""),
            _ => ("Status", ""),
        };
        files = files.with(path, format!("{kind}({slot}modifiers: [{}])", modifiers.join(", ")));
    }
    let unit = r#"Unit(glyph: "U", health: 5, slots: ["finger", "hand"], wears: ["ring", "sword"], skills: ["drill", "eye"], statuses: ["haste"])"#;
    let row = format!("\"{}\"", "U".repeat(10));
    let map = vec![row; 10].join(", ");
    let scenario = format!(
        "Scenario(map: [{map}], ground: \"floor\", legend: [(glyph: \"U\", unit: \"one\")], goals: [(text: \"Never.\", when: 0)])"
    );
    let files = files.with("units/one.ron", unit).with("terrains/floor.ron", "Terrain(glyph: \".\")");
    let library = Library::load(&files.with("scenarios/field.ron", scenario), KindRegistry::core());
    let (book, faults) = library.compile("field");
    book.unwrap_or_else(|| panic!("{}", faults.render()))
}

#[derive(Clone, Copy, Debug)]
enum Modifier {
    Add(f64),
    Times(f64),
}

/// Handwritten unit: base and modifiers of each stat, by class.
#[derive(Clone, Debug)]
pub struct ByHand {
    base: [i32; STATS.len()],
    classes: [Vec<Modifier>; 3],
}

impl Default for ByHand {
    fn default() -> Self {
        Self::new()
    }
}

impl ByHand {
    /// Creates a unit with all five modifiers on each stat.
    #[must_use]
    pub fn new() -> Self {
        let modifier = |at: usize| match EFFECT_SOURCES[at] {
            (_, "Augment", amount) => Modifier::Add(amount),
            (.., amount) => Modifier::Times(amount),
        };
        let class = |range: std::ops::Range<usize>| range.map(modifier).collect();
        Self { base: [10; STATS.len()], classes: [class(0..2), class(2..4), class(4..5)] }
    }

    /// Returns a stat by index.
    #[must_use]
    pub fn stat(&self, stat: usize) -> i32 {
        let mut value = f64::from(self.base[stat]);
        for class in &self.classes {
            let (mut sum, mut factor) = (0.0, 1.0);
            for modifier in class {
                match modifier {
                    Modifier::Add(amount) => sum += amount,
                    Modifier::Times(amount) => factor += amount - 1.0,
                }
            }
            value = (value + sum) * factor;
        }
        value.floor().clamp(0.0, 1000.0) as i32
    }
}
