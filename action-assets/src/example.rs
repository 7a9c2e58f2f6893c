//! Examples in the headers of action kinds. Each is played as a test.
//!
//! Examples are in fences marked `text`, each with three paragraphs:
//!
//! ```text
//! DeclareTarget(name: "T1", asks: Unit), Push(target: "T1", distance: 2)
//! answers: b
//!
//! .Ab...  ->  .A..b.
//! ......  ->  ......
//!
//! b health 4 -> 4
//! ```
//!
//! * The parts of an action, then the answers in order: a unit's letter, a cell such as `c1`, a direction such as `south`, or `pass`. With `rounds: 2`, play goes on to the end of round 2.
//! * The board before and after. `.` floor, `#` wall, `O` pit, `^` fire, `%` oil (flammable), `=` ice (units slide); `A` the actor, `a` an ally, `b` to `d` enemies, `n` a thing. All have 4 health and walk 3 cells. The actor acts first and other units idle.
//! * Facts: unit, number, before and after.
//!
//! The pack has a status `poison` (damage after each activation), an item `ring` on the actor's `finger` (movement +2),
//! a unit type `i` (imp) with a policy of the rows `rests` and `strikes`, and an action `strike` (1 damage to an
//! adjacent unit).

use crate::demonstration::Demonstration;
use crate::kind::KindRegistry;
use crate::library::{Files, Library};

const NAME: &str = "example";

/// A drawn example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// Text of the action's parts.
    pub parts: String,
    /// The demonstration.
    pub drawn: Demonstration,
}

/// Why an example is invalid, or how its result differs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExampleError {
    /// It has no board.
    #[error("an example must draw a board")]
    NoBoard,
    /// The line of rounds has no number.
    #[error("expected a number of rounds, found: {0}")]
    Rounds(String),
    /// A row has no arrow between before and after.
    #[error("expected an arrow, found: {0}")]
    NoArrow(String),
    /// A line is not a fact.
    #[error("expected a fact such as `b health 4 -> 3`, found: {0}")]
    NoFact(String),
    /// The result differs; one line for each difference.
    #[error("{0}")]
    Differs(String),
}

impl ExampleError {
    /// Returns a stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoBoard => "example-no-board",
            Self::Rounds(_) => "example-rounds",
            Self::NoArrow(_) => "example-no-arrow",
            Self::NoFact(_) => "no-fact",
            Self::Differs(_) => "example-differs",
        }
    }
}

/// Reads the examples in a kind's header.
///
/// # Errors
///
/// Returns the first invalid example.
pub fn examples(source: &str) -> Result<Vec<Example>, ExampleError> {
    let header =
        source.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    let mut examples = Vec::new();
    let mut fence: Option<Vec<&str>> = None;
    for line in header {
        match (&mut fence, line) {
            (None, "```text") => fence = Some(Vec::new()),
            (Some(lines), "```") => {
                examples.push(Example::read(lines)?);
                fence = None;
            }
            (Some(lines), line) => lines.push(line),
            (None, _) => {}
        }
    }
    Ok(examples)
}

impl Example {
    fn read(lines: &[&str]) -> Result<Self, ExampleError> {
        let mut example = Example::default();
        for (number, paragraph) in lines.split(|line| line.trim().is_empty()).enumerate() {
            for line in paragraph {
                match number {
                    0 => example.read_action(line)?,
                    1 => example.read_row(line)?,
                    _ => example.read_fact(line)?,
                }
            }
        }
        if example.drawn.is_empty() { Err(ExampleError::NoBoard) } else { Ok(example) }
    }

    fn read_action(&mut self, line: &str) -> Result<(), ExampleError> {
        if let Some(answers) = line.strip_prefix("answers:") {
            self.drawn.answers = answers.split_whitespace().map(str::to_owned).collect();
        } else if let Some(rounds) = line.strip_prefix("rounds:") {
            self.drawn.rounds = rounds.trim().parse().map_err(|_| ExampleError::Rounds(line.to_owned()))?;
        } else {
            let ends_open = self.parts.is_empty() || self.parts.ends_with([',', '[', '(']);
            self.parts.push_str(if ends_open { "" } else { "," });
            self.parts.push_str(line.trim());
        }
        Ok(())
    }

    fn read_row(&mut self, line: &str) -> Result<(), ExampleError> {
        let (before, after) = line.split_once("->").ok_or_else(|| ExampleError::NoArrow(line.to_owned()))?;
        self.drawn.before.push(before.trim().to_owned());
        self.drawn.after.push(after.trim().to_owned());
        Ok(())
    }

    fn read_fact(&mut self, line: &str) -> Result<(), ExampleError> {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [_, _, _, "->", _] => {
                self.drawn.facts.push(line.trim().to_owned());
                Ok(())
            }
            _ => Err(ExampleError::NoFact(line.to_owned())),
        }
    }

    /// Returns the pack for the example.
    pub fn library(&self, registry: KindRegistry) -> Library {
        let files = Files::new()
            .with("terrains/floor.ron", "Terrain(glyph: \".\")")
            .with("terrains/wall.ron", "Terrain(glyph: \"#\", blocks_movement: true, blocks_sight: true)")
            .with("terrains/pit.ron", "Terrain(glyph: \"O\", avoided: true, on_enter: \"fall\")")
            .with("surfaces/fire.ron", "Surface(glyph: \"^\", burns: [\"oil\"])")
            .with("surfaces/oil.ron", "Surface(glyph: \"%\")")
            .with("surfaces/ice.ron", "Surface(glyph: \"=\", on_enter: \"slide\")")
            .with("actions/fall.ron", "Action(body: [Kill(target: \"self\")])")
            .with("actions/slide.ron", "Action(body: [Move(mode: Slide)])")
            .with(
                "actions/strike.ron",
                "Action(body: [DeclareTarget(name: \"T1\", asks: Unit), Damage(target: \"T1\")])",
            )
            .with("actions/sting.ron", "Action(body: [Damage(target: \"self\", amount: \"status.amount\")])")
            .with(
                "statuses/poison.ron",
                "Status(lasts: 2, tags: [\"harm.poison\"], reactions: [(on: Tick, action: \"sting\")])",
            )
            .with(
                "policies/imp.ron",
                "Policy(kind: \"script\", rows: [(name: \"rests\"), (name: \"strikes\", uses: [(action: \"strike\")])])",
            )
            .with("units/imp.ron", "Unit(glyph: \"i\", health: 4, policy: \"imp\", actions: [\"strike\"])")
            .with("items/ring.ron", "Item(slots: [\"finger\"], modifiers: [(stat: \"movement\", amount: 2)])")
            .with(format!("actions/{NAME}.ron"), format!("Action(body: [{}])", self.parts));
        Library::load(&files, registry)
    }

    /// Plays the example.
    ///
    /// # Errors
    ///
    /// Returns the differences.
    pub fn play(&self, registry: KindRegistry) -> Result<(), ExampleError> {
        let differences = self.drawn.check(&self.library(registry), NAME);
        let told: Vec<String> = differences.into_iter().map(|(way, message)| format!("{way}: {message}")).collect();
        if told.is_empty() { Ok(()) } else { Err(ExampleError::Differs(told.join("\n"))) }
    }
}
