//! The help page of a battle's rules, generated from the rulebook.

use super::unit_page::{PageLine, Sort};
use super::{agenda, names, rules};
use foretoken_vm::rulebook::{Timed, UnitBlocking};
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
    page.part("Walks", &[walks(book)]);
    page.part("Targets", &TARGETS);
    page.part("Veiled and uncertain", &VEILED);
    page.part("Collisions", &[collisions(book)]);
    if book.board.has_heights() || book.board.floors() > 1 {
        page.part("Heights", &heights(book));
    }
    if let Some(sight) = book.sight {
        page.part("Fog", &[fog(sight)]);
    }
    if !book.timetable.is_empty() {
        page.part("As rounds begin", &timetable(book));
    }
    page.ground(book);
    page.lines
}

const PLANS: [&str; 2] = [
    "A plan travels with the body: an aim is kept as a direction and a distance, so a unit that is moved before it acts aims from \
     where it stands then. An aim at a unit follows that unit.",
    "A walk whose way is closed goes around, or ends before what closes it. Ground that walkers avoid closes a way, such as fire \
     that is new, but for the cell that the walk leads to: that one is entered.",
];

const TARGETS: [&str; 2] = [
    "One goes through targets in one order: first those that something comes of, of these enemies before ground and one's own, \
     each row by row of the board.",
    "Distances are steps to the four sides, over walls and over who stands there, unless an action says otherwise, such as in \
     sight or in a straight line.",
];

const VEILED: [&str; 2] = [
    "???? is a part of a plan that its side veils: where it strikes is known, what it does is not. What comes after it may come \
     otherwise, and is drawn faint.",
    "What is called uncertain hangs on chance, or on what is veiled or not seen. What is likeliest is shown.",
];

fn timetable(book: &Rulebook) -> Vec<String> {
    let line = |timed: &Timed| {
        let again = if timed.every == 0 { String::new() } else { format!(", and every {} rounds after", timed.every) };
        format!("Round {}{again}: {} at {}.", timed.round, names::action(book, timed.program), timed.cell)
    };
    book.timetable.iter().map(line).collect()
}

fn walks(book: &Rulebook) -> &'static str {
    match book.unit_blocking {
        UnitBlocking::All => "Nobody walks through anybody, not even through units of the same side.",
        UnitBlocking::Others => {
            "Who walks passes units of its own side, and stops on nobody's cell. Other units close the way, and so do things such as \
             crates."
        }
        UnitBlocking::None => {
            "Who walks passes all units, and stops on nobody's cell. Things such as crates close the way."
        }
    }
}

fn collisions(book: &Rulebook) -> String {
    match book.collision_harm {
        0 => "Who is pushed against ground or somebody else stops there, and is not harmed by it.".to_owned(),
        harm => format!(
            "Who is pushed against ground or somebody else stops there. That does {harm} harm to it, and to who is in the way. It is \
             shown where it is foreseen."
        ),
    }
}

fn heights(book: &Rulebook) -> [String; 4] {
    let safe = names::count(book.safe_fall.unwrap_or(Rules::USUAL_SAFE_FALL), "step");
    let harm = book.fall_harm.unwrap_or(1);
    let highest = names::count(Board::HIGHEST_STEP / 2, "step");
    [
        format!("Who is pushed over an edge falls. The harm is {harm} for each step beyond {safe}."),
        "Nobody falls on somebody else: where somebody stands on the lower cell, the push ends at the edge as a collision.".to_owned(),
        "Units climb and jump down as many steps at once as their jump says.".to_owned(),
        format!("Who is pushed or drawn goes up no more than {highest}: what is higher stops it like a wall."),
    ]
}

fn fog(sight: u16) -> String {
    let far = names::count(i32::from(sight), "cell");
    format!(
        "Units see {far} far, unless their own page says otherwise. Who sees is seen. Of cells out of sight a side knows what it saw \
         there last."
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
