//! The rules of a battle in words, for the help pages: the turn order, what plans are, what is veiled, what stops and what falls,
//! and what the ground does. All of it is read off the rulebook.

use super::unit_page::{PageLine, Sort};
use super::{agenda, names, rules};
use foretoken_vm::rulebook::Obstruct;
use foretoken_vm::{Board, Rulebook, Rules};

/// The lines of the page. `at_once` says that each decision is carried out at once, `they` is what the pack calls the other side.
#[must_use]
pub fn rules_page(book: &Rulebook, at_once: bool, they: &str) -> Vec<PageLine> {
    let mut page = Page::default();
    page.part("Order", agenda::how_it_goes(book, at_once, they));
    if !at_once {
        page.part(
            "Plans",
            vec![
                "A plan travels with the body: an aim is kept as a direction and a distance, so a unit that is moved before it acts \
                 aims from where it stands then. An aim at a unit follows that unit."
                    .to_owned(),
                "A walk whose way is closed goes around, or ends before what closes it. Ground that walkers avoid closes a way, \
                 such as fire that is new, but for the cell that the walk leads to: that one is entered."
                    .to_owned(),
            ],
        );
    }
    page.part(
        "Walks",
        vec![
            match book.obstruct {
                Obstruct::All => "Nobody walks through anybody, not even through units of the same side.",
                Obstruct::Others => {
                    "Who walks passes units of its own side, and stops on nobody's cell. Other units close the way, and so do things \
                     such as crates."
                }
                Obstruct::None => "Who walks passes all units, and stops on nobody's cell. Things such as crates close the way.",
            }
            .to_owned(),
        ],
    );
    page.part(
        "Targets",
        vec![
            "One goes through targets in one order: first those that something comes of, of these enemies before ground and \
             one's own, each row by row of the board."
                .to_owned(),
            "Distances are steps to the four sides, over walls and over who stands there, unless an action says otherwise, such \
             as in sight or in a straight line."
                .to_owned(),
        ],
    );
    page.part(
        "Veiled and uncertain",
        vec![
            "???? is a part of a plan that its side veils: where it strikes is known, what it does is not. What comes after it may \
             come otherwise, and is drawn faint."
                .to_owned(),
            "What is called uncertain hangs on chance, or on what is veiled or not seen. What is likeliest is shown.".to_owned(),
        ],
    );
    page.part(
        "Collisions",
        vec![match book.collision_harm {
            0 => "Who is pushed against ground or somebody else stops there, and is not harmed by it.".to_owned(),
            harm => format!(
                "Who is pushed against ground or somebody else stops there. That does {harm} harm to it, and to who is in the way. It is shown where it is \
                 foreseen."
            ),
        }],
    );
    if book.board.has_heights() || book.board.floors() > 1 {
        let safe = names::count(book.safe_fall.unwrap_or(Rules::USUAL_SAFE_FALL), "step");
        let harm = book.fall_harm.unwrap_or(1);
        page.part(
            "Heights",
            vec![
                format!("Who is pushed over an edge falls. The harm is {harm} for each step beyond {safe}."),
                "Nobody falls on somebody else: where somebody stands on the lower cell, the push ends at the edge as a collision.".to_owned(),
                "Units climb and jump down as many steps at once as their jump says.".to_owned(),
                format!(
                    "Who is pushed or drawn goes up no more than {}: what is higher stops it like a wall.",
                    names::count(Board::HIGHEST_STEP / 2, "step")
                ),
            ],
        );
    }
    if let Some(sight) = book.sight {
        page.part(
            "Fog",
            vec![format!(
                "Units see {} far, unless their own page says otherwise. Who sees is seen. Of cells out of sight a side knows what \
                 it saw there last.",
                names::count(i32::from(sight), "cell")
            )],
        );
    }
    page.ground(book);
    page.lines
}

#[derive(Default)]
struct Page {
    lines: Vec<PageLine>,
}

impl Page {
    fn line(&mut self, sort: Sort, depth: u8, words: String) {
        self.lines.push(PageLine { sort, depth, words });
    }

    fn part(&mut self, heading: &str, lines: Vec<String>) {
        self.line(Sort::Heading, 0, heading.to_owned());
        lines.into_iter().for_each(|words| self.line(Sort::Text, 0, words));
    }

    /// Terrain and surfaces that do anything.
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
