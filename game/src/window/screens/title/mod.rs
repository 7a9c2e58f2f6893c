//! The flow of the title screen.

mod buttons;
mod leaving;
mod records;
pub(in crate::window) mod request;
mod rows;
mod screen;

use crate::window::screens::app::App;
use crate::window::screens::screen::FlowRequest;
use foretoken_session::saves;
use records::Records;
use request::TitleRequest;
pub(in crate::window) use screen::Title;

impl FlowRequest for TitleRequest {
    fn perform(self: Box<Self>, app: &mut App) {
        match *self {
            Self::Show if app.return_to_editor() || app.return_to_lobby() => {}
            Self::Show => app.show_title(),
            Self::Records => {
                app.show_title();
                app.stack.push(Box::<Records>::default());
            }
            Self::Delete(path) => {
                if let Err(error) = saves::delete(&path) {
                    app.shared.lobby.message = error.to_string();
                }
                app.look_for_battles(None);
            }
            Self::NextLevel => {
                app.shared.settings.level = app.shared.level().next().code();
                app.shared.start.level = None;
                app.keep_settings();
            }
            Self::Ironman => {
                app.shared.settings.ironman = !app.shared.is_ironman();
                app.shared.start.ironman = false;
                app.keep_settings();
            }
        }
    }
}

impl App {
    pub(in crate::window) fn show_title(&mut self) {
        let untouched = self.leave();
        self.close_workshop();
        let pack = self.shared.pack.clone();
        self.use_art_of(&pack);
        self.shared.lobby.message.clear();
        self.look_for_battles(untouched);
    }
}
