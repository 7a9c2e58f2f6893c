//! Plays demonstrations. `A` is the actor, `a` an ally, `b` to `d` are enemies and `n` is a thing, each with 4 health,
//! a movement of 3 and all item slots. Other units idle. An answer is a unit's letter, a cell, a direction or `pass`.

mod checks;
mod facts;

pub use checks::{Check, is_of_demonstration};
pub use facts::{FactError, settable};

use std::collections::BTreeSet;

use foretoken_vm::program::Asks;
use foretoken_vm::{
    ActionUse, Advance, Answer, Battle, Buffers, Cell, Dir, EntityId, GameState, Intent, Plan, Predicted, Question,
    Rulebook, Team, state::Log,
};

use crate::assets::{AnyAsset, AssetType, DeckAsset, GoalRule, LegendEntry, Scenario, SkillAsset, UnitAsset};
use crate::demonstration::Demonstration;
use crate::diagnostic::Diagnostics;
use crate::library::Library;
use facts::{changed, check_fact};

/// Units of demonstration boards besides a pack's own, with their sides.
pub const CAST: &[(char, u8)] = &[('A', 0), ('a', 0), ('b', 1), ('c', 1), ('d', 1), ('n', 7)];
const SCENE: &str = "demonstration";
const MOST_STEPS: usize = 200;
/// Name of the deck and the skill that the actor of an action for slots gets.
const DECK: &str = "of-the-actor";

/// Reason why a demonstration cannot be played.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Its pack or board has faults.
    Faults(Diagnostics),
    /// A field is wrong; the path and the message.
    Field(String, String),
    /// An answer is missing or illegal.
    Answer {
        /// Index of the answer.
        at: usize,
        /// Message, in one sentence.
        message: String,
        /// Legal answers: the text, and the cell.
        fitting: Vec<(String, Option<Cell>)>,
    },
}

impl Trouble {
    /// Returns the path of the wrong field and a message.
    #[must_use]
    pub fn told(&self) -> (String, String) {
        match self {
            Trouble::Faults(faults) => {
                let message = faults.errors().next().map_or_else(String::new, |fault| fault.message.clone());
                ("before".to_owned(), format!("the board cannot be set up: {message}"))
            }
            Trouble::Field(field, message) => (field.clone(), message.clone()),
            Trouble::Answer { at, message, .. } => (format!("answers[{at}]"), message.clone()),
        }
    }
}

/// A played demonstration.
#[derive(Debug)]
pub struct Played {
    /// Rulebook with the board.
    pub book: Rulebook,
    /// Battle before.
    pub start: Battle,
    /// Battle after.
    pub end: Battle,
    /// Plan of the actor.
    pub plan: Plan,
    /// The actor.
    pub actor: EntityId,
    /// Changes with the tokens that made them.
    pub log: Log,
}

impl Demonstration {
    fn drawn(&self) -> BTreeSet<char> {
        self.before.iter().flat_map(|row| row.chars()).collect()
    }

    fn staged(&self, library: &Library, action: &str) -> Library {
        let begun = self.start.iter().filter_map(|fact| fact.split_whitespace().nth(1));
        let begun = begun.map(|what| (AssetType::Status, what.to_owned()));
        self.stage(library.around(action, &self.drawn(), begun), action)
    }

    /// Returns the pack with the board as a scenario.
    #[must_use]
    pub fn stage(&self, mut library: Library, action: &str) -> Library {
        let drawn = self.drawn();
        let mut legend = Vec::new();
        let mut terrains = Vec::new();
        let mut known = BTreeSet::new();
        let mut slots = BTreeSet::new();
        for (_, name, asset) in library.assets() {
            match asset {
                AnyAsset::Terrain(terrain) => {
                    known.extend(terrain.glyph.chars().next());
                    terrains.push((terrain.glyph == "." && !terrain.blocks_movement, !terrain.blocks_movement, name));
                }
                AnyAsset::Item(item) => slots.extend(item.slots.iter().cloned()),
                AnyAsset::Surface(surface) if surface.glyph.chars().all(|glyph| drawn.contains(&glyph)) => {
                    let (glyph, surface) = (surface.glyph.clone(), name.to_owned());
                    legend.push(LegendEntry { glyph, surface, ..LegendEntry::default() });
                }
                AnyAsset::Unit(unit) if unit.glyph.chars().all(|glyph| drawn.contains(&glyph)) => {
                    let team = if unit.acts { 1 } else { 7 };
                    let (glyph, unit) = (unit.glyph.clone(), name.to_owned());
                    legend.push(LegendEntry { glyph, unit, team, ..LegendEntry::default() });
                }
                _ => {}
            }
        }
        let ground = terrains.iter().max_by_key(|(plain, open, _)| (*plain, *open));
        let ground = ground.map_or_else(String::new, |(_, _, name)| (*name).to_owned());
        let deck = if library.has_slot_request(action) { Self::stage_deck(&mut library, action) } else { Vec::new() };
        for &(letter, team) in CAST {
            let unit = UnitAsset {
                deck: if letter == 'A' && !deck.is_empty() { DECK.to_owned() } else { String::new() },
                deck_skills: if letter == 'A' { deck.clone() } else { Vec::new() },
                glyph: letter.to_string(),
                health: 4,
                initiative: if letter == 'A' { 10 } else { 0 },
                acts: letter != 'n',
                actions: vec![action.to_owned()],
                slots: slots.iter().cloned().collect(),
                ..UnitAsset::default()
            };
            library.place_asset(&letter.to_string(), AnyAsset::Unit(unit));
            if drawn.contains(&letter) {
                let (glyph, unit) = (letter.to_string(), letter.to_string());
                legend.push(LegendEntry { glyph, unit, team: i32::from(team), ..LegendEntry::default() });
            }
        }
        // The fixed cast precedes the pack's units; of those, the first with a character counts.
        legend.reverse();
        let mut own = BTreeSet::new();
        legend.retain(|entry| own.insert(entry.glyph.clone()));
        let unknown_ground = drawn.contains(&'.') && !known.contains(&'.') && !own.contains(".");
        if unknown_ground {
            legend.push(LegendEntry { glyph: ".".to_owned(), ..LegendEntry::default() });
        }
        let goals = vec![GoalRule { text: "Never.".to_owned(), when: 0.into(), team: 0 }];
        let scene = Scenario { map: self.before.clone(), legend, ground, goals, ..Scenario::default() };
        library.place_asset(SCENE, AnyAsset::Scenario(scene));
        library
    }

    /// Adds a deck whose slots all hold a skill with the action, for the actor. Returns the skills of its slots.
    fn stage_deck(library: &mut Library, action: &str) -> Vec<String> {
        let skill = SkillAsset { action: action.to_owned(), recharge: 2, ..SkillAsset::default() };
        library.place_asset(DECK, AnyAsset::Skill(skill));
        let deck = DeckAsset { slots: 3, ..DeckAsset::default() };
        library.place_asset(DECK, AnyAsset::Deck(deck));
        vec![DECK.to_owned(); 3]
    }

    /// Plays the demonstration.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be played. A different result is not an error.
    pub fn play(&self, library: &Library, action: &str) -> Result<Played, Trouble> {
        let (scenario, faults) = self.staged(library, action).compile(SCENE);
        let Some(scenario) = scenario else { return Err(Trouble::Faults(faults)) };
        let mut start = scenario.battle(1);
        let book = scenario.rules;
        if let Some((at, message)) = self.begin(&book, &mut start).into_iter().next() {
            return Err(Trouble::Field(format!("start[{at}]"), message));
        }
        let actor = find(&book, start.state(), "A").ok_or_else(|| {
            let message = "no unit acts: the board has no `A`".to_owned();
            Trouble::Field("before".to_owned(), message)
        })?;
        let plan = self.plan(&book, &start, actor, action)?;
        let mut end = start.clone();
        let (mut buffers, mut log) = (Buffers::default(), Log::traced());
        end.apply_for_execution(&book, &plan, &mut buffers, &mut log);
        for _ in 0..MOST_STEPS {
            if end.state().round() > self.rounds || self.rounds == 0 {
                break;
            }
            end.apply_for_execution(&book, &Plan::default(), &mut buffers, &mut log);
        }
        Ok(Played { book, start, end, plan, actor, log })
    }

    /// Plays the demonstration and returns the differences with their paths.
    #[must_use]
    pub fn check(&self, library: &Library, action: &str) -> Vec<(String, String)> {
        match self.play(library, action) {
            Ok(played) => self.compare(&played),
            Err(trouble) => vec![trouble.told()],
        }
    }

    /// Sets up the board, playable or not; `None` if that fails.
    #[must_use]
    pub fn set_up(&self, library: &Library, action: &str) -> Option<(Rulebook, Battle)> {
        let staged = self.staged(library, action);
        let scenario = staged.compile(SCENE).0.or_else(|| {
            let mut bare = staged.clone();
            bare.place_asset(action, AnyAsset::Action(crate::Action::default()));
            bare.compile(SCENE).0
        })?;
        let mut battle = scenario.battle(1);
        self.begin(&scenario.rules, &mut battle);
        Some((scenario.rules, battle))
    }

    /// Returns the differences of a played demonstration; see [`Self::check`].
    #[must_use]
    pub fn compare(&self, played: &Played) -> Vec<(String, String)> {
        if self.after.is_empty() {
            return vec![("after".to_owned(), "the result is not recorded yet".to_owned())];
        }
        let mut differences = Vec::new();
        let rows = draw(&played.book, played.end.state());
        if self.after != rows {
            let message =
                format!("the result differs from the recording:\n{}\nbut\n{}", self.after.join("\n"), rows.join("\n"));
            differences.push(("after".to_owned(), message));
        }
        for (at, fact) in self.facts.iter().enumerate() {
            if let Err(error) = check_fact(fact, played) {
                differences.push((format!("facts[{at}]"), error.to_string()));
            }
        }
        for fact in self.unlisted(played) {
            differences.push(("facts".to_owned(), format!("`{fact}` is not listed")));
        }
        differences
    }

    /// Returns the differences as text: positions, surfaces and numbers.
    #[must_use]
    pub fn differences(&self, played: &Played) -> Vec<String> {
        let now = draw(&played.book, played.end.state());
        let mut told = Vec::new();
        if self.after.is_empty() {
            told.push("No result is recorded yet.".to_owned());
        } else if self.after != now {
            told.extend(moved(&self.after, &now));
        }
        let facts = self.facts.iter().filter_map(|fact| check_fact(fact, played).err());
        told.extend(facts.map(|error| format!("{error}.")));
        told.extend(self.unlisted(played).into_iter().map(|fact| format!("{fact} is not listed.")));
        told
    }

    /// Stores the result as the expected board and numbers.
    pub fn record(&mut self, played: &Played) {
        self.after = draw(&played.book, played.end.state());
        self.facts = changed(played, |_| true);
    }

    fn plan(&self, book: &Rulebook, battle: &Battle, actor: EntityId, action: &str) -> Result<Plan, Trouble> {
        let (known, numbering) = (battle.project(book, Team::PLAYER), battle.numbering(Team::PLAYER));
        let trouble = |message: String| Trouble::Field("before".to_owned(), message);
        let program = book.find_program(action).ok_or_else(|| trouble(format!("unknown action `{action}`")))?;
        let mut intent = Intent { uses: vec![ActionUse::new(program)], complete: false };
        let mut buffers = Buffers::default();
        for at in 0.. {
            let mut plan = Plan::default();
            plan.set(numbering.to_known(actor).unwrap_or(actor), intent.clone(), 0);
            let mut predicted = Predicted::of(&known);
            let advance =
                predicted.apply_for_preview(book, &plan, Default::default(), &mut buffers, &mut Log::default());
            let Advance::Unit(_, question) = advance else { return Err(trouble("the actor does not act".to_owned())) };
            let Some(question) = question else {
                intent.complete = true;
                let mut plan = Plan::default();
                plan.set(actor, numbering.intent_to_truth(&intent), 0);
                let left = self.answers.get(at..).unwrap_or_default();
                let message = || format!("no part of the action asks for {}", left.join(", "));
                return if left.is_empty() {
                    Ok(plan)
                } else {
                    Err(Trouble::Answer { at, message: message(), fitting: vec![] })
                };
            };
            let mut legal = Vec::new();
            predicted.legal_answers(book, &question, &mut buffers, &mut legal);
            let given = self.answers.get(at).and_then(|word| read_answer(book, predicted.state(), &question, word));
            // A cell as the answer to a walk stands for the path there.
            let is_given = |legal: &&Answer| match (**legal, given) {
                (Answer::Path(path), Some(Answer::Offset(dx, dy))) => path.offset() == (i32::from(dx), i32::from(dy)),
                (legal, given) => Some(legal) == given,
            };
            match legal.iter().find(is_given).copied() {
                Some(answer) => intent.uses[0].answers.push((question.key, answer)),
                None => {
                    let fitting = fitting(book, &predicted, &question, &legal);
                    let words: Vec<&str> = fitting.iter().take(12).map(|(word, _)| word.as_str()).collect();
                    let what = self.answers.get(at).map_or("an answer is missing".to_owned(), |word| {
                        format!("`{word}` is not a valid answer here")
                    });
                    let message = match words.is_empty() {
                        true => format!("{what}; no answer on this board is valid"),
                        false => format!("{what}; valid answers: {}", words.join(", ")),
                    };
                    return Err(Trouble::Answer { at, message, fitting });
                }
            }
        }
        Err(trouble("the action never stops asking for targets".to_owned()))
    }
}

fn fitting(
    book: &Rulebook,
    predicted: &Predicted,
    question: &Question,
    legal: &[Answer],
) -> Vec<(String, Option<Cell>)> {
    let word = |&answer: &Answer| {
        let cell = predicted.cell_of(book, question, answer);
        let letter = |id: EntityId| {
            let row = predicted.state().entity(id);
            let letter = book.unit_type(row).map(|kind| kind.glyph.to_string()).unwrap_or_default();
            (find(book, predicted.state(), &letter) == Some(id)).then_some(letter)
        };
        let of_cell = |cell: Cell| {
            let there = predicted.state().occupant(cell);
            there.is_some().then(|| letter(there)).flatten().unwrap_or_else(|| cell.to_string())
        };
        let written = match answer {
            Answer::Pass => "pass".to_owned(),
            Answer::Number(number) => part_words(book, question, number).unwrap_or_else(|| number.to_string()),
            Answer::Dir(dir) => dir.name().to_owned(),
            Answer::Unit(id) => letter(id).unwrap_or_else(|| cell.map(of_cell).unwrap_or_default()),
            Answer::Offset(..) | Answer::Raised(..) | Answer::Path(_) => cell.map(of_cell).unwrap_or_default(),
        };
        (written, cell)
    };
    legal.iter().map(word).collect()
}

fn find(book: &Rulebook, state: &GameState, name: &str) -> Option<EntityId> {
    let drawn = |kind: &foretoken_vm::rulebook::UnitType| name.chars().eq([kind.glyph]);
    let at = |test: &dyn Fn(&foretoken_vm::rulebook::UnitType) -> bool| {
        state.entities().iter().position(|entity| book.unit_type(entity).is_some_and(test))
    };
    at(&|kind| kind.name == name).or_else(|| at(&drawn)).map(|at| EntityId(at as u16))
}

fn part_words(book: &Rulebook, question: &Question, number: i16) -> Option<String> {
    let region = book.region(question.request.region).filter(|_| question.request.asks == Asks::Region)?;
    let part = usize::try_from(number).ok()?.checked_sub(1)?;
    Some(region.part_words(book, part))
}

fn read_answer(book: &Rulebook, state: &GameState, question: &Question, word: &str) -> Option<Answer> {
    if word == "pass" {
        return Some(Answer::Pass);
    }
    if question.request.asks == Asks::Region {
        let parts = book.region(question.request.region)?.parts() as i16;
        let named = (1..=parts).find(|&number| part_words(book, question, number).as_deref() == Some(word));
        return named.or_else(|| word.parse().ok()).map(Answer::Number);
    }
    if let Some(dir) = Dir::CARDINAL.into_iter().find(|dir| dir.name() == word) {
        return Some(Answer::Dir(dir));
    }
    if matches!(question.request.asks, Asks::Number | Asks::Slot) {
        return word.parse().ok().map(Answer::Number);
    }
    let letters: Vec<char> = word.chars().collect();
    let cell = match letters.as_slice() {
        [_] => {
            let id = find(book, state, word)?;
            if question.request.asks == Asks::Unit {
                return Some(Answer::Unit(id));
            }
            state.entity(id).cell
        }
        _ => {
            let cell = word.parse().ok()?;
            let there = state.occupant(cell);
            if question.request.asks == Asks::Unit && there.is_some() {
                return Some(Answer::Unit(there));
            }
            cell
        }
    };
    Some(Answer::cell(&book.board, question.from, cell, question.redirect))
}

/// Draws the board.
pub fn draw(book: &Rulebook, state: &GameState) -> Vec<String> {
    let at = |x, y| book.board.top(x, y).map_or(' ', |cell| glyph(book, state, cell));
    (0..book.board.height()).map(|y| (0..book.board.width()).map(|x| at(x, y)).collect()).collect()
}

fn moved(recorded: &[String], now: &[String]) -> Vec<String> {
    let cells = |rows: &[String]| {
        let row = |(y, row): (usize, &String)| {
            let cell = move |(x, glyph)| (format!("{}{}", char::from(b'a' + (x as u8).min(25)), y + 1), glyph);
            row.chars().enumerate().map(cell).collect::<Vec<(String, char)>>()
        };
        rows.iter().enumerate().flat_map(row).collect::<Vec<_>>()
    };
    let (recorded, now) = (cells(recorded), cells(now));
    let place = |board: &[(String, char)], letter: char| {
        board.iter().find(|(_, glyph)| *glyph == letter).map(|(cell, _)| cell.clone())
    };
    let mut told = Vec::new();
    for &(letter, _) in CAST {
        told.extend(match (place(&recorded, letter), place(&now, letter)) {
            (Some(then), Some(now)) if then != now => Some(format!("{letter} ends on {now}, but {then} is recorded.")),
            (Some(then), None) => Some(format!("{letter} is missing, but {then} is recorded.")),
            (None, Some(now)) => Some(format!("{letter} ends on {now}, but the recording has no {letter}.")),
            _ => None,
        });
    }
    let somebody = |glyph: char| CAST.iter().any(|(letter, _)| *letter == glyph);
    for (cell, then) in &recorded {
        let there = now.iter().find(|(of, _)| of == cell).map(|(_, glyph)| *glyph);
        match there {
            Some(there) if there != *then && !somebody(there) && !somebody(*then) => {
                told.push(format!("{cell} is `{there}`, but `{then}` is recorded."));
            }
            _ => {}
        }
    }
    if told.is_empty() { vec!["The board and the recorded board have different sizes.".to_owned()] } else { told }
}

/// Returns the character of a cell.
pub fn glyph(book: &Rulebook, state: &GameState, cell: Cell) -> char {
    let unit = book.unit_type(state.entity(state.occupant(cell))).filter(|_| state.occupant(cell).is_some());
    let surface = state.surface(cell).and_then(|surface| book.surfaces.get(usize::from(surface)));
    let ground = book.terrain_at(cell).map_or('?', |terrain| terrain.glyph);
    unit.map(|unit| unit.glyph).or(surface.map(|surface| surface.glyph)).unwrap_or(ground)
}
