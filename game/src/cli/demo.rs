//! The demo: a battle of the computer on every side, printed by turn and recorded.

use super::output::{Found, print};
use super::planners::varied;
use foretoken_preview::PlannerOptions;
use foretoken_session::content::{Content, Ready};
use foretoken_session::texts::view::BoardView;
use foretoken_session::texts::{names, text};
use foretoken_session::{Session, saves};
use std::path::Path;

pub(super) fn run(content: &Content, scenario: &str, seed: Option<u64>, folder: &Path) -> anyhow::Result<Found> {
    let Ready { setup, title, note, .. } = content.setup(scenario, seed)?;
    let writer = saves::new_record(folder, scenario)?;
    let path = writer.path().to_owned();
    // A given seed also seeds the planner, so that battles without chance differ.
    let planner = seed.map_or_else(PlannerOptions::default, |seed| varied(seed, &PlannerOptions::default()));
    let mut session = Session::recorded(setup, Some(writer))?.with_planner(planner);
    print(&format!("{title}\n{note}\n\n"))?;
    while session.outcome() == 0 {
        let round = session.battle().state().round();
        session.decide_rest_by_planner();
        let book = std::sync::Arc::clone(session.book());
        let mut view = BoardView::of(&book, session.seat().known().state(), session.seat().team());
        let forecast = session.seat().forecast();
        view.foresee(&book, session.seat().known().state(), forecast, None);
        print(&format!("Round {round}, predicted\n{}\n", text::board(&view)))?;
        let report = session.commit();
        let told = text::report(&book, session.seat().known().state(), &report);
        print(&format!("Round {round}, played\n{told}\n"))?;
    }
    let view = BoardView::of(session.book(), session.seat().known().state(), session.seat().team());
    let outcome = names::outcome(session.book(), session.outcome()).replacen("the", "The", 1);
    print(&format!("{}\n{outcome}.\n", text::board(&view)))?;
    if let Some(trouble) = session.take_trouble() {
        print(&format!("{trouble}\n"))?;
    }
    if session.referee().is_whole() {
        print(&format!("Record: {}\n", path.display()))?;
        Ok(Found::Fine)
    } else {
        Ok(Found::Problems)
    }
}
