//! The help page of a battle's rules, generated from the rulebook.

use super::unit_page::{PageLine, Sort};
use super::{agenda, glossary, names, rules};
use foretoken_vm::rulebook::{Deck, Timed, UnitBlocking};
use foretoken_vm::{Board, Rulebook, Rules};

/// Returns the lines of the page. `at_once` is set if decisions run at once; `they` is the pack's name of the other
/// side.
#[must_use]
pub fn rules_page(book: &Rulebook, at_once: bool, they: &str) -> Vec<PageLine> {
    let mut page = Page::default();
    page.part("Order", &agenda::how_it_goes(book, at_once, they));
    if !at_once {
        page.part("Plans", &PLANS);
    }
    for deck in &book.decks {
        page.part(&deck.title, &slots(deck));
    }
    // Without movement, distances and obstacles matter to nobody.
    let has_movement = book.unit_types.iter().any(|own| own.movement > 0);
    if has_movement {
        page.part("Walks", &[walks(book)]);
        page.part("Targets", &TARGETS);
    }
    page.part("Unknown and uncertain effects", &VEILED);
    if has_movement {
        page.part("Collisions", &[collisions(book)]);
    }
    page.statuses(book);
    if book.board.has_heights() || book.board.floors() > 1 {
        page.part("Heights", &heights(book));
    }
    if let Some(sight) = book.sight {
        page.part("Fog", &[fog(sight)]);
    }
    if !book.timetable.is_empty() {
        page.part("At the start of rounds", &timetable(book));
    }
    page.ground(book);
    page.lines
}

const PLANS: [&str; 2] = [
    "An attack keeps its direction and distance. If a unit is moved before it acts, it attacks from its new cell. An attack at a unit follows that unit.",
    "If a path is blocked, the unit walks around or stops before the obstacle. It also stops before harmful ground, such as fire, that appeared after its order.",
];

const TARGETS: [&str; 2] = [
    "Tab steps through the possible targets: enemies first, then ground and your own units.",
    "Distances count steps in four directions and ignore walls and units, unless an action says \"in sight\" or \"in a straight line\".",
];

fn slots(deck: &Deck) -> Vec<String> {
    let word = &deck.word;
    let mut told = vec![match deck.current {
        Some(_) => {
            format!(
                "Each {word} is an action. You use a {word} next to the current one, and it becomes the current one."
            )
        }
        None => format!("Each {word} is an action. You can use every {word} that is ready."),
    }];
    told.push(format!("Using a {word} costs 1 energy. Energy is full again when the unit's next turn begins."));
    told.push(format!("A used {word} is on cooldown for the number of turns shown on it."));
    told
}

const VEILED: [&str; 2] = [
    "???? marks an attack with an unknown effect: you see where it hits, but not what it does. Later results may change, so they are drawn faint.",
    "\"Uncertain\" means dice, unknown effects or hidden enemies. The most likely result is shown.",
];

fn timetable(book: &Rulebook) -> Vec<String> {
    let line = |timed: &Timed| {
        let again = if timed.every == 0 { String::new() } else { format!(", then every {} rounds", timed.every) };
        format!("Round {}{again}: {} at {}.", timed.round, names::action(book, timed.program), timed.cell)
    };
    book.timetable.iter().map(line).collect()
}

fn walks(book: &Rulebook) -> &'static str {
    match book.unit_blocking {
        UnitBlocking::All => "Units block each other's path, even on the same side.",
        UnitBlocking::Others => {
            "Units can walk through allies, but not stop on them. Other units and objects such as crates block the path."
        }
        UnitBlocking::None => {
            "Units can walk through all units, but not stop on them. Objects such as crates block the path."
        }
    }
}

fn collisions(book: &Rulebook) -> String {
    match book.collision_harm {
        0 => "A pushed unit stops at walls and other units. Collisions deal no damage.".to_owned(),
        harm => format!(
            "A pushed unit stops at walls and other units. Collision: {harm} damage to it and to the unit that it hits. The forecast includes this."
        ),
    }
}

fn heights(book: &Rulebook) -> [String; 4] {
    let safe = names::count(book.safe_fall.unwrap_or(Rules::USUAL_SAFE_FALL), "step");
    let harm = book.fall_harm.unwrap_or(1);
    let highest = names::count(Board::HIGHEST_STEP / 2, "step");
    [
        format!("A unit that falls takes {harm} damage for each height step beyond {safe}."),
        "If a unit stands on the lower cell, the push ends at the edge as a collision.".to_owned(),
        "A unit's jump is the number of steps that it can climb or jump down at once.".to_owned(),
        format!("A push or pull can lift a unit {highest} at most; a higher ledge acts as a wall."),
    ]
}

fn fog(sight: u16) -> String {
    let far = names::count(i32::from(sight), "cell");
    format!(
        "A unit sees {far} far, unless its page says otherwise. If you can see an enemy, it can see you. Hidden cells show what you saw there last."
    )
}

#[derive(Default)]
struct Page {
    lines: Vec<PageLine>,
}

impl Page {
    fn line(&mut self, sort: Sort, depth: u8, words: String) {
        self.lines.push(PageLine { sort, depth, words });
    }

    fn part(&mut self, heading: &str, lines: &[impl AsRef<str>]) {
        self.line(Sort::Heading, 0, heading.to_owned());
        lines.iter().for_each(|words| self.line(Sort::Text, 0, words.as_ref().to_owned()));
    }

    fn statuses(&mut self, book: &Rulebook) {
        let told: Vec<_> = glossary::statuses(book).collect();
        if told.is_empty() {
            return;
        }
        self.line(Sort::Heading, 0, "Statuses".to_owned());
        for own in told {
            self.line(Sort::Name, 0, own.title.clone());
            self.line(Sort::Text, 1, own.note.clone());
        }
    }

    fn ground(&mut self, book: &Rulebook) {
        let terrains = (0..book.terrains.len()).filter_map(|index| rules::terrain(book, index));
        let surfaces = (0..book.surfaces.len()).filter_map(|index| rules::surface(book, index));
        let told: Vec<_> = terrains.chain(surfaces).filter(|told| !told.lines.is_empty()).collect();
        if told.is_empty() {
            return;
        }
        self.line(Sort::Heading, 0, "Ground".to_owned());
        for ground in told {
            self.line(Sort::Name, 0, ground.title);
            ground.lines.into_iter().for_each(|words| self.line(Sort::Text, 1, words));
        }
    }
}
