//! Online play in the terminal: the lobby, its battles, and the lobby again.

use crate::online::{Entrance, Online, socket};
use crate::presentation::Presentation;
use crate::tui::{self, App, Ended, OnlineApp, OnlineWish};
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};

/// Returns the folder of kept seats beside the folder of battle records.
pub(super) fn seats_folder(records: Option<&Path>) -> Option<PathBuf> {
    super::play::records_folder(records).ok().map(|battles| battles.with_file_name("online"))
}

/// Joins a server and enters a table, then plays.
pub(super) fn join(
    content: &Content,
    address: &str,
    name: Option<&str>,
    entrance: Option<Entrance>,
    colours: bool,
) -> anyhow::Result<()> {
    let mut online = Online::new(content.clone(), seats_folder(None).as_deref(), socket::opener());
    if let Some(name) = name {
        online.set_name(name);
    }
    online.join(address, entrance);
    play(content, online, colours)
}

/// Shows the lobby and plays its battles until the player leaves.
pub(super) fn play(content: &Content, online: Online, colours: bool) -> anyhow::Result<()> {
    let mut lobby = OnlineApp::new(online);
    loop {
        let wish = tui::run_online(&mut lobby)?;
        let session = match wish {
            OnlineWish::Quit => return Ok(()),
            OnlineWish::Go => continue,
            OnlineWish::Battle => match lobby.online.take_battle() {
                Some(session) => session,
                None => continue,
            },
        };
        let title = session.place().and_then(|place| place.client().table()).map(|table| table.title.clone());
        let told = content.folder(session.pack()).map(|folder| Presentation::of_pack(&folder)).unwrap_or_default();
        let app = App::new(session, title.unwrap_or_default(), Vec::new()).with_presentation(told);
        let mut app = if colours { app } else { app.without_colours() };
        let ended = tui::run(&mut app)?;
        lobby.online.put_back(app.into_session());
        match ended {
            Ended::Leave => lobby.online.leave(),
            Ended::Quit | Ended::Again | Ended::Next => {}
        }
    }
}
