//! Runs that the designer starts at a room. If the room has a battle, it opens; otherwise the editor shows the party.

use crate::editor_host::RoomRun;
use crate::window::battle::Battle;
use crate::window::screens::app::App;
use crate::window::screens::battle::battle_in;
use anyhow::Context;
use foretoken_action_assets::Library;
use foretoken_editor::RoomTest;
use foretoken_session::{Session, saves};
use std::path::Path;
use std::sync::Arc;

/// A started run with the session of its battle, if the room has one.
type Started = (RoomRun, Option<Session>);

fn start(
    library: &Library,
    pack: &str,
    test: &RoomTest,
    level: foretoken_preview::Level,
    records: &Path,
) -> anyhow::Result<Started> {
    let run = RoomRun::start(library, pack, test, level)?;
    let Some(setup) = run.setup()? else { return Ok((run, None)) };
    let name = format!("{}{}-{}", saves::TEST, test.campaign, test.room);
    let writer = saves::new_record(records, &name).context("the record of the battle cannot be written")?;
    let session = Session::recorded(setup, Some(writer))?;
    Ok((run, Some(session)))
}

impl App {
    pub(super) fn play_room(&mut self, test: RoomTest) {
        let Some(pack) = self.workshop.as_ref().map(|workshop| workshop.pack.clone()) else { return };
        let Some(library) = self.host_to_edit().map(|host| host.library().clone()) else { return };
        let (records, level) = (self.shared.start.records.clone(), self.shared.level());
        self.work("The planner plays to the room …".to_owned(), None, move || {
            let library = Arc::new(library);
            let started = start(&library, &pack, &test, level, &records);
            Box::new(move |app: &mut Self| match started {
                Ok((run, session)) => app.room_entered(run, session, library),
                Err(error) => app.tell_editor(error.to_string()),
            })
        });
    }

    fn room_entered(&mut self, run: RoomRun, session: Option<Session>, library: Arc<Library>) {
        let title = run.title();
        let Some(session) = session else {
            let Some(host) = self.host_to_edit() else { return };
            host.set_room_run(run);
            return self.tell_editor(format!("The run is in {title}. The graph shows its party."));
        };
        let editor_host = match battle_in(&mut self.stack) {
            Some(battle) => battle.editor_host.take(),
            None => self.workshop.as_mut().and_then(|workshop| workshop.bare.take()),
        };
        let mut fresh = Battle::new(session, title.clone(), Vec::new(), &self.shared.art, self.shared.size);
        fresh.controller.session.set_waits(self.work.is_waiting());
        fresh.editor_host = editor_host.map(|mut editor_host| {
            editor_host.lend(None);
            editor_host.set_in_force(library);
            editor_host.set_room_run(run);
            editor_host
        });
        fresh.controller.say(format!("A test of the room {title} with the party of the run."));
        if let Some(untouched) = self.leave() {
            saves::leave(&untouched);
        }
        self.show_battle(Box::new(fresh));
        if let Some(workshop) = &mut self.workshop {
            workshop.editor.show_battle();
        }
    }

    fn tell_editor(&mut self, words: String) {
        if let Some(workshop) = &mut self.workshop {
            workshop.editor.model_mut().tell(words);
        }
    }
}
