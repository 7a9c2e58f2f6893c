//! A battle of a run on the terminal's battle screen. A battle that is left stays in the run's folder and goes on at the
//! next visit.

use crate::presentation::Presentation;
use crate::tui::{self, App, Ended};
use foretoken_campaign::{Mode, Played, RunRecord, outcome_of};
use foretoken_session::content::Content;
use foretoken_session::record::RecordWriter;
use foretoken_session::saves::{self, Resumed};
use foretoken_session::{Session, Setup};
use std::path::Path;

/// Record of the battle that is being played.
const UNFINISHED: &str = "unfinished.battle";

/// Plays the battle of the room. Returns whether it came to its end; the run then goes on behind it.
///
/// # Errors
///
/// If no battle waits, or its record cannot be written or read.
pub(super) fn fight(content: &Content, record: &mut RunRecord) -> anyhow::Result<bool> {
    let path = record.folder().join(UNFINISHED);
    let mut session = begun(content, record, &path)?;
    loop {
        let view = record.run().view();
        let title = view.here.and_then(|here| view.rooms.get(here)?.title.clone()).unwrap_or_default();
        let told = content.folder(&session.setup().pack).map(|folder| Presentation::of_pack(&folder));
        let mut app = App::new(session, title, Vec::new()).with_presentation(told.unwrap_or_default());
        let ended = tui::run(&mut app)?;
        let is_over = app.session().outcome() != 0;
        if ended == Ended::Again && record.run().state().mode == Mode::Free {
            drop(app);
            std::fs::remove_file(&path)?;
            session = begun(content, record, &path)?;
            continue;
        }
        if !is_over {
            return Ok(false);
        }
        let (campaign, state) = (record.run().campaign(), record.run().state());
        let Setup { book, opening, .. } = app.session().setup();
        let outcome = outcome_of(campaign, state, book, opening, app.session().battle())?;
        // The writer closes the file.
        drop(app);
        record.finish_battle(Played { record: std::fs::read(&path)?, outcome })?;
        std::fs::remove_file(&path)?;
        return Ok(true);
    }
}

/// Resumes the unfinished battle if it is that of the room, or begins it.
fn begun(content: &Content, record: &RunRecord, path: &Path) -> anyhow::Result<Session> {
    let setup = record.run().battle_setup()?.ironman(record.run().state().mode == Mode::Ironman);
    if path.exists() {
        let Resumed { session, .. } = saves::resume(content, path)?;
        if session.setup().opening == setup.opening {
            return Ok(session);
        }
        // It belongs to a battle that the run has left by `auto` or a rewind, or to another party.
        drop(session);
        std::fs::remove_file(path)?;
    }
    Ok(Session::recorded(setup, Some(RecordWriter::create(path)?))?)
}
