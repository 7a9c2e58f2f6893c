//! The scenarios of a server: those of the packs, and the battles of campaigns with the party that the campaign begins
//! with. All tables of a scenario share its rules and texts.

use foretoken_campaign::{BeginOptions, Campaign, RoomKinds, Run};
use foretoken_preview::Level;
use foretoken_session::record::CompileError;
use foretoken_session::referee::SeatControl;
use foretoken_session::wire::pack;
use foretoken_session::{Content, ContentError, Setup};
use foretoken_vm::{Battle, Rulebook, Team};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A scenario that tables play.
#[derive(Debug)]
pub struct Playable {
    /// Setup with a seat for every side, at its level.
    pub setup: Setup,
    /// Title.
    pub title: String,
    /// Sides that act.
    pub sides: Vec<Team>,
}

/// Values that all tables share, made when first used.
type Shared<K, V> = Mutex<BTreeMap<K, Arc<V>>>;

/// Scenarios by name and level, compiled when first used.
#[derive(Debug)]
pub struct Catalog {
    content: Content,
    list: Vec<(String, String)>,
    /// Campaigns with rooms in the list, by `pack/name`.
    campaigns: BTreeMap<String, Arc<Campaign>>,
    /// By name and level.
    playable: Shared<(String, u8), Playable>,
    /// By number of the rules and side.
    texts: Shared<(u64, u8), Vec<u8>>,
    /// By scenario and hash of the text.
    rules: Shared<(String, [u8; 32]), Rulebook>,
}

/// Lists the battles of a campaign by `pack/campaign/room`.
fn battles(path: &str, campaign: &Campaign) -> Vec<(String, String)> {
    let rooms = campaign.asset.rooms.iter().filter(|room| campaign.content(room).has_battle);
    let named = |name: &str| {
        let title = format!("{}: {}", campaign.title(), campaign.room_title(name));
        (format!("{path}/{name}"), title)
    };
    rooms.map(|room| named(&room.name)).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Catalog {
    /// Lists the scenarios of all packs, and the battles of their campaigns. A campaign with faults is left out.
    ///
    /// # Errors
    ///
    /// If two action kinds share a name.
    pub fn new(content: Content) -> Result<Self, ContentError> {
        content.registry()?;
        let (mut list, mut campaigns) = (Vec::new(), BTreeMap::new());
        for pack in content.packs() {
            let scenarios = content.scenarios(&pack).unwrap_or_default();
            list.extend(scenarios.into_iter().map(|info| (format!("{pack}/{}", info.name), info.title)));
            let Ok(library) = content.library(&pack) else { continue };
            for name in Campaign::names(&library) {
                let path = format!("{pack}/{name}");
                match Campaign::compile(&library, &pack, &name, RoomKinds::default()) {
                    Ok(campaign) => {
                        list.extend(battles(&path, &campaign));
                        campaigns.insert(path, Arc::new(campaign));
                    }
                    Err(error) => tracing::warn!(campaign = path, %error, "a campaign has faults"),
                }
            }
        }
        Ok(Self {
            content,
            list,
            campaigns,
            playable: Mutex::default(),
            texts: Mutex::default(),
            rules: Mutex::default(),
        })
    }

    /// Returns the content.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    /// Returns the scenarios as `pack/name`, and the battles of campaigns as `pack/campaign/room`, with their titles.
    #[must_use]
    pub fn list(&self) -> &[(String, String)] {
        &self.list
    }

    /// Returns a scenario of the list.
    ///
    /// # Errors
    ///
    /// If its assets have faults.
    pub fn playable(&self, scenario: &str, level: Level) -> Result<Option<Arc<Playable>>, ContentError> {
        let key = (scenario.to_owned(), level.code());
        if let Some(playable) = lock(&self.playable).get(&key) {
            return Ok(Some(Arc::clone(playable)));
        }
        let Some((_, title)) = self.list.iter().find(|(name, _)| name == scenario) else { return Ok(None) };
        let setup = match self.room(scenario, level) {
            Some(setup) => setup?,
            None => self.content.setup(scenario, None)?.setup.at_level(level),
        };
        let open = Battle::new(&setup.book, &setup.clone().hot_seat().opening);
        let sides = SeatControl::default().seats(open.state());
        let playable = Arc::new(Playable { setup, title: title.clone(), sides });
        lock(&self.playable).insert(key, Arc::clone(&playable));
        Ok(Some(playable))
    }

    /// Returns the setup of a campaign's battle; `None` if the name is not of one.
    fn room(&self, name: &str, level: Level) -> Option<Result<Setup, ContentError>> {
        let (path, room) = name.rsplit_once('/')?;
        let campaign = Arc::clone(self.campaigns.get(path)?);
        let fault = |text: String| ContentError::Faults(text);
        let begin = || {
            let options = BeginOptions { level, ..BeginOptions::default() };
            let no_places = || fault(format!("the guaranteed rooms of `{path}` do not fit its map"));
            let mut run = Run::begin(campaign, &options).ok_or_else(no_places)?;
            run.enter_alone(room).map_err(|refusal| fault(refusal.to_string()))?;
            run.battle_setup().map_err(|error| fault(error.to_string()))
        };
        Some(begin())
    }

    /// Compiles the rules of a seat's text. All plain clients of a text share them.
    ///
    /// # Errors
    ///
    /// If the text does not compile.
    pub fn rules(&self, text: &str, scenario: &str) -> Result<Arc<Rulebook>, CompileError> {
        let key = (scenario.to_owned(), Sha256::digest(text).into());
        if let Some(rules) = lock(&self.rules).get(&key) {
            return Ok(Arc::clone(rules));
        }
        let rules = self.content.rules_of_text(text, scenario)?;
        lock(&self.rules).insert(key, Arc::clone(&rules));
        Ok(rules)
    }

    /// Returns the assets for a side's seat as compressed text.
    ///
    /// # Errors
    ///
    /// As [`Content::text_for_seats`].
    pub fn text(&self, setup: &Setup, side: Team) -> Result<Arc<Vec<u8>>, ContentError> {
        let key = (setup.book.id(), side.0);
        if let Some(text) = lock(&self.texts).get(&key) {
            return Ok(Arc::clone(text));
        }
        let text = Arc::new(pack(self.content.text_for_seats(setup, side)?.as_bytes(), b""));
        lock(&self.texts).insert(key, Arc::clone(&text));
        Ok(text)
    }
}
