//! Start of a battle from a scenario or a record.

use crate::art::{Art, Scheme};
use crate::editor_host::EditorHost;
use crate::window::Start;
use foretoken_action_assets::assets::LessonStep;
use foretoken_preview::Level;
use foretoken_session::Session;
use foretoken_session::content::{Content, Ready};
use foretoken_session::saves::{self, Resumed};
use std::path::Path;
use std::sync::Arc;

#[derive(Debug)]
pub(in crate::window) struct Begun {
    pub(in crate::window) session: Session,
    pub(in crate::window) title: String,
    pub(in crate::window) hints: Vec<String>,
    pub(in crate::window) lesson: Vec<LessonStep>,
    pub(in crate::window) teaches: bool,
    pub(in crate::window) editor_host: Option<EditorHost>,
    pub(in crate::window) art: Option<Arc<Art>>,
    pub(in crate::window) told: Option<String>,
}

impl Begun {
    /// A battle without hints, lesson and editing, such as a watched one.
    pub(in crate::window) const fn plain(session: Session, title: String, art: Option<Arc<Art>>) -> Self {
        let lesson = Vec::new();
        Self { session, title, hints: Vec::new(), lesson, teaches: false, editor_host: None, art, told: None }
    }
}

#[derive(Clone, Debug)]
pub(in crate::window) struct Materials {
    pub(in crate::window) content: Content,
    pub(in crate::window) start: Start,
    pub(in crate::window) scheme: Scheme,
    pub(in crate::window) level: Level,
    pub(in crate::window) ironman: bool,
    pub(in crate::window) art_of: String,
}

impl Materials {
    pub(in crate::window) fn begin(&self, name: &str) -> anyhow::Result<Begun> {
        let Ready { setup, title, hints, lesson, .. } = self.content.setup(name, self.start.seed)?;
        let setup = if self.start.hot_seat { setup.hot_seat() } else { setup.at_level(self.level) };
        let setup = setup.ironman(self.ironman);
        let scenario = setup.book.scenario.clone();
        let writer = saves::new_record(&self.start.records, &scenario)?;
        let teaches = self.start.lesson && self.start.seed.is_none() && !self.start.hot_seat;
        let teaches = teaches && saves::is_first(writer.path());
        let seed = self.start.seed.unwrap_or_else(|| saves::seed_of(writer.path(), setup.seed()));
        let setup = setup.with_seed(seed);
        Ok(Begun { lesson, teaches, ..self.around(Session::recorded(setup, Some(writer))?, title, hints) })
    }

    pub(in crate::window) fn resume(&self, path: &Path) -> anyhow::Result<Begun> {
        let Resumed { session, title, hints, lesson, remark } = saves::resume(&self.content, path)?;
        Ok(Begun { told: Some(remark), lesson, teaches: self.start.lesson, ..self.around(session, title, hints) })
    }

    fn around(&self, session: Session, title: String, hints: Vec<String>) -> Begun {
        let pack = session.setup().pack.clone();
        let editor_host = EditorHost::open(&self.content, &pack).ok();
        Begun { hints, editor_host, ..Begun::plain(session, title, self.art_for(&pack)) }
    }

    pub(in crate::window) fn art_for(&self, pack: &str) -> Option<Arc<Art>> {
        let load = || Arc::new(Art::load(&self.content.place_of(pack).join("art"), self.scheme).0);
        (pack != self.art_of).then(load)
    }
}
