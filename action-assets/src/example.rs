//! The boards that kinds draw in their headers, read and played: a drawing that no longer tells the truth is a failed
//! test.
//!
//! A header has its examples in fences marked `text`, each in three paragraphs:
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
//! * The parts of an action, then what its targets are, in the order in which it asks: a unit's letter, a cell such as
//!   `c1`, a direction such as `south`, or `pass`. `rounds: 2` plays on to the end of round 2 instead of ending with
//!   the actor's activation.
//! * The board before and after. `.` floor, `#` wall, `O` pit, `^` fire, `%` oil, which fire takes, `=` ice, on which
//!   one slides; `A` the actor, `a` an ally, `b` to `d` enemies, `n` a thing. All have 4 health and walk 3 cells; the
//!   actor acts first and nobody else does anything.
//! * What a board cannot show, if anything: whose, which number, before and after.
//!
//! An action `strike`, which asks for a unit beside the actor and harms it by 1, is there to be used by others.

use std::fmt::Write as _;

use foretoken_vm::{
    Advance, Answer, Battle, Buffers, Cell, Dir, EntityId, GameState, Intent, Plan, Predicted, Question, Rulebook,
    Symmetry, Team, Use, state::Log,
};

use crate::kind::KindRegistry;
use crate::library::{Files, Library};

/// One drawn example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// The action's parts, as text.
    pub parts: String,
    /// What its targets are, in the order in which it asks.
    pub answers: Vec<String>,
    /// The round to whose end it is played; 0 for the actor's activation alone.
    pub rounds: i32,
    /// The board before, row by row.
    pub before: Vec<String>,
    /// The board after.
    pub after: Vec<String>,
    /// What the board does not show: unit, number, before, after.
    pub facts: Vec<[String; 4]>,
}

/// The examples in the header of a kind's source.
///
/// # Errors
/// What cannot be read.
pub fn examples(source: &str) -> Result<Vec<Example>, String> {
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
    fn read(lines: &[&str]) -> Result<Self, String> {
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
        if example.before.is_empty() { Err("an example draws a board".to_owned()) } else { Ok(example) }
    }

    fn read_action(&mut self, line: &str) -> Result<(), String> {
        if let Some(answers) = line.strip_prefix("answers:") {
            self.answers = answers.split_whitespace().map(str::to_owned).collect();
        } else if let Some(rounds) = line.strip_prefix("rounds:") {
            self.rounds = rounds.trim().parse().map_err(|_| format!("no number of rounds: {line}"))?;
        } else {
            let ends_open = self.parts.is_empty() || self.parts.ends_with([',', '[', '(']);
            self.parts.push_str(if ends_open { "" } else { "," });
            self.parts.push_str(line.trim());
        }
        Ok(())
    }

    fn read_row(&mut self, line: &str) -> Result<(), String> {
        let (before, after) = line.split_once("->").ok_or_else(|| format!("no arrow: {line}"))?;
        self.before.push(before.trim().to_owned());
        self.after.push(after.trim().to_owned());
        Ok(())
    }

    fn read_fact(&mut self, line: &str) -> Result<(), String> {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [who, what, before, "->", after] => {
                self.facts.push([who, what, before, after].map(|word| (*word).to_owned()));
                Ok(())
            }
            _ => Err(format!("no fact such as `b health 4 -> 3`: {line}")),
        }
    }

    /// The pack that the example is played with; its action is `example`, its scenario too.
    pub fn library(&self, registry: KindRegistry) -> Library {
        let mut files = Files::new()
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
            .with("actions/example.ron", format!("Action(body: [{}])", self.parts));
        let mut legend = String::new();
        let drawn: std::collections::BTreeSet<char> = self.before.iter().flat_map(|row| row.chars()).collect();
        for glyph in ['^', '%', '='].into_iter().filter(|glyph| drawn.contains(glyph)) {
            let surface =
                [('^', "fire"), ('%', "oil"), ('=', "ice")].iter().find(|(g, _)| *g == glyph).map_or("", |s| s.1);
            // Writing into a string cannot fail, here and below.
            let _ = write!(legend, "(glyph: \"{glyph}\", surface: \"{surface}\"),");
        }
        for unit in ['A', 'a', 'b', 'c', 'd', 'n'] {
            let acts = unit != 'n';
            let initiative = if unit == 'A' { 10 } else { 0 };
            let text = format!(
                "Unit(glyph: \"{unit}\", health: 4, initiative: {initiative}, acts: {acts}, actions: [\"example\"])"
            );
            files = files.with(format!("units/{unit}.ron"), text);
            let team = match unit {
                'A' | 'a' => 0,
                'n' => 7,
                _ => 1,
            };
            if drawn.contains(&unit) {
                let _ = write!(legend, "(glyph: \"{unit}\", unit: \"{unit}\", team: {team}),");
            }
        }
        let map: String = self.before.iter().map(|row| format!("\"{row}\",")).collect();
        let goals = "goals: [(text: \"Never.\", when: 0)]";
        let scenario = format!("Scenario(map: [{map}], legend: [{legend}], {goals})");
        Library::load(&files.with("scenarios/example.ron", scenario), registry)
    }

    /// Plays the example.
    ///
    /// # Errors
    /// Where it differs from what is drawn, or why it cannot be played.
    pub fn play(&self, registry: KindRegistry) -> Result<(), String> {
        let (book, diagnostics) = self.library(registry).compile("example");
        let book = book.filter(|_| diagnostics.is_empty()).ok_or_else(|| diagnostics.render())?;
        let mut battle = Battle::new(&book, 1);
        let actor = find(&book, battle.state(), "A")?;
        same("the board before", &self.before, &draw(&book, battle.state()))?;
        for [who, what, before, _] in &self.facts {
            self.check_fact(&book, battle.state(), who, what, before, "before")?;
        }
        let plan = self.plan(&book, &battle, actor)?;
        let (mut buffers, mut log) = (Buffers::default(), Log::default());
        battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
        for _ in 0..200 {
            if battle.state().round() > self.rounds || self.rounds == 0 {
                break;
            }
            battle.apply_for_execution(&book, &Plan::default(), &mut buffers, &mut log);
        }
        same("the board after", &self.after, &draw(&book, battle.state()))?;
        for [who, what, _, after] in &self.facts {
            self.check_fact(&book, battle.state(), who, what, after, "after")?;
        }
        Ok(())
    }

    /// Answers what the actor is asked, by prediction, as a player does.
    fn plan(&self, book: &Rulebook, battle: &Battle, actor: EntityId) -> Result<Plan, String> {
        let known = battle.project(book, Team::PLAYER);
        let program = book.find_program("example").ok_or("there is no example")?;
        let mut intent = Intent { uses: vec![Use::new(program)], complete: false };
        let (mut buffers, mut answers) = (Buffers::default(), self.answers.iter());
        loop {
            let mut plan = Plan::default();
            plan.set(actor, intent.clone(), 0);
            let mut predicted = Predicted::of(&known);
            let advance =
                predicted.apply_for_preview(book, &plan, Default::default(), &mut buffers, &mut Log::default());
            let Advance::Unit(_, question) = advance else { return Err(format!("not the actor's turn: {advance:?}")) };
            let Some(question) = question else {
                let left: Vec<&String> = answers.collect();
                intent.complete = true;
                plan.set(actor, intent, 0);
                return if left.is_empty() { Ok(plan) } else { Err(format!("nobody asks for {left:?}")) };
            };
            let word = answers.next().ok_or_else(|| format!("there is no answer to {question:?}"))?;
            let answer = read_answer(book, predicted.state(), &question, word)?;
            let mut legal = Vec::new();
            predicted.legal_answers(book, &question, &mut buffers, &mut legal);
            if !legal.contains(&answer) {
                return Err(format!("`{word}` is not among the legal answers {legal:?}"));
            }
            intent.uses[0].answers.push((question.key, answer));
        }
    }

    fn check_fact(
        &self,
        book: &Rulebook,
        state: &GameState,
        who: &str,
        what: &str,
        said: &str,
        when: &str,
    ) -> Result<(), String> {
        let entity = state.entity(find(book, state, who)?);
        let found = match what {
            "health" => entity.health.to_string(),
            "shield" => entity.shield.to_string(),
            "stunned" => entity.stunned.to_string(),
            "initiative" => entity.initiative.to_string(),
            "turned" => Symmetry::name(entity.turned).to_owned(),
            "facing" => Dir::from_index(entity.facing).to_string(),
            _ => return Err(format!("a fact is about health, shield, stunned, initiative, turned or facing: {what}")),
        };
        if found == said { Ok(()) } else { Err(format!("{who} has {what} {found} {when}, and {said} is drawn")) }
    }
}

fn find(book: &Rulebook, state: &GameState, name: &str) -> Result<EntityId, String> {
    let named = |entity| book.archetype(entity).is_some_and(|kind| kind.name == name);
    let at = state.entities().iter().position(named);
    at.map(|at| EntityId(at as u16)).ok_or_else(|| format!("there is no unit `{name}` on the board"))
}

fn read_answer(book: &Rulebook, state: &GameState, question: &Question, word: &str) -> Result<Answer, String> {
    if word == "pass" {
        return Ok(Answer::Pass);
    }
    if let Some(dir) = Dir::CARDINAL.into_iter().find(|dir| dir.name() == word) {
        return Ok(Answer::Dir(dir));
    }
    let letters: Vec<char> = word.chars().collect();
    let cell = match letters.as_slice() {
        [_] => {
            let id = find(book, state, word)?;
            if question.request.asks == foretoken_vm::program::Asks::Unit {
                return Ok(Answer::Unit(id));
            }
            Some(state.entity(id).cell)
        }
        [column @ 'a'..='z', row @ ..] => {
            let row: Option<i32> = row.iter().collect::<String>().parse().ok();
            row.and_then(|row| Cell::new(*column as i32 - 'a' as i32, row - 1))
        }
        _ => None,
    };
    let cell = cell.ok_or_else(|| format!("`{word}` is no answer"))?;
    let (dx, dy) = question.from.offset_to(cell);
    Ok(Answer::Offset(dx as i16, dy as i16))
}

/// The board as rows of text: who stands there, else what lies there, else the ground.
pub fn draw(book: &Rulebook, state: &GameState) -> Vec<String> {
    let glyph = |cell: Cell| {
        let unit = book.archetype(state.entity(state.occupant(cell))).filter(|_| state.occupant(cell).is_some());
        let surface = state.surface(cell).and_then(|surface| book.surfaces.get(usize::from(surface)));
        let ground = book.terrain_at(cell).map_or('?', |terrain| terrain.glyph);
        unit.map(|unit| unit.glyph).or(surface.map(|surface| surface.glyph)).unwrap_or(ground)
    };
    let row = |y| (0..book.board.width()).filter_map(|x| book.board.cell(x, y)).map(glyph).collect();
    (0..book.board.height()).map(row).collect()
}

fn same(what: &str, drawn: &[String], found: &[String]) -> Result<(), String> {
    if drawn == found {
        return Ok(());
    }
    Err(format!("{what} is not as drawn:\n{}\nbut\n{}", drawn.join("\n"), found.join("\n")))
}
