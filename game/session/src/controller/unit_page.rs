//! The page of the unit, or else of the cell, under the cursor.

use super::Controller;
use crate::texts::unit_page::{self, PageLine, Sort};
use crate::texts::{carried, decks, messages, names, odds_text, rules};
use foretoken_preview::{Forecast, OddsBudget, Worth, worths};
use foretoken_vm::{EntityId, Plan};

impl Controller {
    /// Returns the unit that pages are about: the one under the cursor, else the choosing one, else none.
    #[must_use]
    pub fn looked_at(&self) -> EntityId {
        let under = self.session.seat().known().state().occupant(self.cursor);
        if under.is_some() { under } else { self.subject().unwrap_or(EntityId::NONE) }
    }

    /// Returns the unit of the page if it has a deck.
    #[must_use]
    pub fn page_deck(&self) -> Option<EntityId> {
        let state = self.session.seat().known().state();
        let unit = state.occupant(self.cursor);
        (unit.is_some() && self.session.book().deck_of(state.entity(unit)).is_some()).then_some(unit)
    }

    /// Returns heading and lines of the page. Item actions are listed for units of the deciding side.
    #[must_use]
    pub fn unit_page(&mut self) -> (String, Vec<PageLine>) {
        let unit = self.session.seat().known().state().occupant(self.cursor);
        if !unit.is_some() {
            return self.cell_page();
        }
        self.availability();
        let worths = self.worths(unit);
        let rescues = self.rescues(unit);
        let (seat, book) = (self.session.seat(), self.session.book());
        let intent = seat.draft().map(|draft| draft.intent().clone()).unwrap_or_default();
        let choices = if self.subject() == Some(unit) { seat.choices_of(unit, &intent) } else { Vec::new() };
        let state = seat.known().state();
        let mut lines = unit_page::lines(book, state, unit, &choices);
        let (saves, later) = (messages::what_saves("it"), dies_behind_the_end(seat.forecast(), unit));
        let foreseen = [
            (saves.as_str(), rescues.as_slice()),
            (messages::heading_beyond(), later.as_slice()),
            (messages::heading_to_come(), self.to_come(unit)),
            (messages::heading_worth(), &worths),
        ];
        for (heading, told) in foreseen.into_iter().filter(|(_, told)| !told.is_empty()) {
            lines.push(PageLine { sort: Sort::Heading, depth: 0, words: heading.to_owned() });
            let text = |words: &String| PageLine { sort: Sort::Text, depth: 0, words: words.clone() };
            lines.extend(told.iter().map(text));
        }
        (carried::heading(book, state, unit), lines)
    }

    fn cell_page(&self) -> (String, Vec<PageLine>) {
        let (book, state, cell) = (self.session.book(), self.session.seat().known().state(), self.cursor);
        let does = rules::of_cell(book, state, cell).into_iter();
        let lies = names::lie(&book.board, cell).into_iter().chain(names::zones(book, cell));
        let is_wall = book.terrain_at(cell).is_some_and(|terrain| terrain.blocks_movement);
        let free = (!is_wall).then(|| messages::nobody_here().to_owned());
        let told = does.chain(lies).chain(self.cell_words()).chain(free);
        let line = |words| PageLine { sort: Sort::Text, depth: 0, words };
        (messages::cell_heading(cell, &rules::ground_title(book, state, cell)), told.map(line).collect())
    }

    /// Returns the rules text of a unit's action with the current values.
    #[must_use]
    pub fn rules_of(&self, unit: EntityId, program: u16) -> Vec<String> {
        let (seat, book) = (self.session.seat(), self.session.book());
        let (energy, _) = decks::energy(seat, unit);
        let mut lines = decks::of_action(book, seat.forecast().state(), unit, program, energy);
        lines.extend(rules::usable(book, seat.known().state(), unit, program).into_iter().flat_map(|told| told.lines));
        lines
    }
}

fn dies_behind_the_end(forecast: &Forecast, unit: EntityId) -> Vec<String> {
    let lives = forecast.state().entity(unit).is_alive();
    let dies_later = forecast.beyond().is_some_and(|beyond| !beyond.state.entity(unit).is_alive());
    (lives && dies_later).then(|| messages::would_die().to_owned()).into_iter().collect()
}

/// Limit of effect sources on a page, for about one frame of work.
const MOST_EFFECT_SOURCES: usize = 12;
const BUDGET: OddsBudget = OddsBudget { states: 256, bytes: 4 << 20, work: 100_000, samples: 50 };

impl Controller {
    /// Computes and caches the forecast of a unit's statuses.
    pub fn foretell(&mut self, unit: EntityId) {
        let (seat, book) = (self.session.seat(), self.session.book());
        let (known, plan) = (seat.known(), seat.plan());
        let key = (unit, known.origin(), book.id());
        let is_same =
            |(unit, origin, book, kept): &(EntityId, u64, u64, Plan)| (*unit, *origin, *book) == key && kept == plan;
        if self.foretold.of.as_ref().is_some_and(is_same) {
            return;
        }
        let futures = self.foretold.futures.of(book, known, plan, unit);
        let told = |future| odds_text::future(book, known.state(), &future);
        self.foretold.lines = futures.into_iter().map(told).collect();
        (self.foretold.worths, self.foretold.rescues) = (None, None);
        self.foretold.of = Some((unit, key.1, key.2, plan.clone()));
    }

    /// Returns the cached forecast of a unit's statuses, by line.
    #[must_use]
    pub fn to_come(&self, unit: EntityId) -> &[String] {
        let is_of = self.foretold.of.as_ref().is_some_and(|of| of.0 == unit);
        if is_of { &self.foretold.lines } else { &[] }
    }

    fn worths(&mut self, unit: EntityId) -> Vec<String> {
        self.foretell(unit);
        if let Some(told) = &self.foretold.worths {
            return told.clone();
        }
        let (seat, book) = (self.session.seat(), self.session.book());
        let (known, state) = (seat.known(), seat.known().state());
        let all = worths(book, known, seat.plan(), BUDGET, MOST_EFFECT_SOURCES);
        let concerns = |worth: &&Worth| worth.bearer == unit || worth.of.iter().any(|of| of.unit == unit);
        let told: Vec<String> = all.iter().filter(concerns).map(|worth| odds_text::worth(book, state, worth)).collect();
        self.foretold.worths = Some(told.clone());
        told
    }
}
