//! Runs that the designer starts at a room. The screens of a run play them; leaving the run returns to the editor with all
//! its edits.

use crate::editor_host::{EditorHost, RoomRun};
use crate::runs::RunGame;
use crate::runs::folder::beside;
use crate::window::screens::app::App;
use crate::window::screens::battle::battle_in;
use foretoken_editor::RoomTest;
use foretoken_session::saves;
use std::sync::Arc;

/// Folder of these runs, beside the runs of the player.
const TESTS: &str = "test-runs";

impl App {
    pub(super) fn play_room(&mut self, test: RoomTest) {
        let Some(pack) = self.workshop.as_ref().map(|workshop| workshop.pack.clone()) else { return };
        let Some(library) = self.host_to_edit().map(|host| host.library().clone()) else { return };
        let (content, level) = (self.shared.content.clone(), self.shared.level());
        let runs = beside(&self.shared.start.records).with_file_name(TESTS);
        self.work("The planner plays to the room …".to_owned(), None, move || {
            let started = RoomRun::start(&library, &pack, &test, level).map_err(anyhow::Error::from);
            let started = started.and_then(|run| Ok((RunGame::adopt(&content, &runs, run.run())?, run)));
            Box::new(move |app: &mut Self| match started {
                Ok((game, run)) => app.room_entered(run, game),
                Err(error) => app.tell_editor(error.to_string()),
            })
        });
    }

    /// Keeps the assets of the editor, and shows the run.
    fn room_entered(&mut self, run: RoomRun, game: RunGame) {
        let host = match battle_in(&mut self.stack) {
            Some(battle) => battle.editor_host.take(),
            None => self.workshop.as_mut().and_then(|workshop| workshop.bare.take()),
        };
        let Some(mut host) = host else { return };
        host.lend(None);
        host.set_room_run(run);
        let pack = game.run().campaign().pack.clone();
        if let Some(untouched) = self.leave() {
            saves::leave(&untouched);
        }
        if let Some(workshop) = &mut self.workshop {
            workshop.waiting = Some(host);
        }
        self.shared.run = Some(Box::new(game));
        self.use_art_of(&pack);
        self.show_run();
    }

    /// Returns from a run of the editor to the editor. Returns false if no run of the editor is played.
    pub(in crate::window) fn return_to_editor(&mut self) -> bool {
        let workshop = self.workshop.as_mut();
        let Some((host, pack)) = workshop.and_then(|own| Some((own.waiting.take()?, own.pack.clone()))) else {
            return false;
        };
        if let Some(untouched) = self.leave() {
            saves::leave(&untouched);
        }
        self.use_art_of(&pack);
        let materials = self.materials();
        self.work("The editor opens …".to_owned(), None, move || {
            let all = materials.content.scenarios(&pack).unwrap_or_default();
            let begun = all.iter().find_map(|info| materials.begin(&format!("{pack}/{}", info.name)).ok());
            Box::new(move |app: &mut Self| match begun {
                Some(begun) => {
                    app.open(begun);
                    app.lend_host(host);
                    app.open_workshop(&pack, None);
                }
                None => {
                    app.stack.truncate(1);
                    app.open_workshop(&pack, Some(host));
                }
            })
        });
        true
    }

    /// Gives the battle on the screen an editor with unsaved edits. They are compared with the assets of the battle.
    fn lend_host(&mut self, mut host: EditorHost) {
        if let Some(battle) = battle_in(&mut self.stack) {
            if let Some(fresh) = &battle.editor_host {
                host.set_in_force(Arc::new(fresh.library().clone()));
            }
            battle.editor_host = Some(host);
        }
    }

    fn tell_editor(&mut self, words: String) {
        if let Some(workshop) = &mut self.workshop {
            workshop.editor.model_mut().tell(words);
        }
    }
}
