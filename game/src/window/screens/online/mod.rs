//! The flow of online play: the lobby, the battle at a server, its page and its end. The model of the lobby is in
//! [`Shared::online`]. During a battle the session has the place at the server.
//!
//! [`Shared::online`]: crate::window::screens::shared::Shared

mod lobby;
pub(in crate::window) mod request;
mod talk;

use crate::online::{Entrance, Online, socket};
use crate::window::screens::app::App;
use crate::window::screens::battle::Begun;
use crate::window::screens::screen::{FlowRequest, ScreenContext};
use crate::window::screens::shared::Shared;
use foretoken_session::Session;
use foretoken_session::wire::ToServer;
use lobby::Lobby;
use request::OnlineRequest;
pub(in crate::window) use talk::{Talk, pause};

impl FlowRequest for OnlineRequest {
    fn perform(self: Box<Self>, app: &mut App) {
        match *self {
            Self::Open => app.open_lobby(),
            Self::Begin => app.begin_online(),
            Self::Anew => {
                if let Some(session) = app.take_online() {
                    app.show_online(session);
                }
            }
            Self::Rematch => {
                let battle = app.battle_mut();
                if let Some(place) = battle.and_then(|battle| battle.controller.session.place_mut()) {
                    place.tell(ToServer::Rematch);
                }
                app.tell("You asked for a rematch. It begins when the other players ask, too.".to_owned());
            }
            Self::Lobby => _ = app.return_to_lobby(),
            Self::Leave => {
                if app.return_to_lobby()
                    && let Some(online) = &mut app.shared.online
                {
                    online.leave();
                }
            }
        }
    }
}

impl Shared {
    /// Returns the model of the lobby, created when it is first needed.
    pub(super) fn online(&mut self) -> &mut Online {
        let (level, start) = (self.level(), &self.start);
        let opener = start.links.clone().map_or_else(socket::opener, |links| links.0);
        let folder = start.records.with_file_name("online");
        let content = &self.content;
        self.online.get_or_insert_with(|| Box::new(Online::new(content.clone(), Some(&folder), opener).at_level(level)))
    }
}

impl ScreenContext<'_> {
    /// Returns the model of the lobby.
    pub(in crate::window) fn online(&mut self) -> &mut Online {
        self.shared.online()
    }
}

impl App {
    /// Returns the model of the lobby; `None` before it is first opened.
    #[must_use]
    pub fn online(&self) -> Option<&Online> {
        self.shared.online.as_deref()
    }

    /// Connects to a server and enters a table there.
    pub fn join(&mut self, address: &str, name: Option<&str>, entrance: Option<Entrance>) {
        let online = self.shared.online();
        if let Some(name) = name {
            online.set_name(name);
        }
        online.join(address, entrance);
        self.open_lobby();
    }

    pub(in crate::window) fn is_online(&self) -> bool {
        let in_lobby = self.online().is_some_and(|online| online.place().is_some());
        in_lobby || self.battle().is_some_and(|battle| battle.controller.session.place().is_some())
    }

    fn open_lobby(&mut self) {
        self.shared.online();
        self.close_workshop();
        self.stack.truncate(1);
        self.stack.push(Box::<Lobby>::default());
    }

    fn begin_online(&mut self) {
        if let Some(session) = self.shared.online().take_battle() {
            self.show_online(session);
        }
    }

    fn show_online(&mut self, session: Session) {
        let table = session.place().and_then(|place| place.client().table());
        let title = table.map_or_else(String::new, |table| table.title.clone());
        let art = self.materials().art_for(session.pack());
        self.open(Begun::plain(session, title, art));
    }

    /// Takes the session of an online battle off its screen; `None` without one.
    fn take_online(&mut self) -> Option<Session> {
        self.battle()?.controller.session.place()?;
        let battle = self.take_battle()?;
        Some(battle.controller.session)
    }

    /// Shows the lobby instead of an online battle. Returns false without one.
    pub(in crate::window) fn return_to_lobby(&mut self) -> bool {
        let Some(session) = self.take_online() else { return false };
        self.shared.online().put_back(session);
        let pack = self.shared.pack.clone();
        self.use_art_of(&pack);
        self.open_lobby();
        true
    }
}
