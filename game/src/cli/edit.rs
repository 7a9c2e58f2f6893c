//! `edit`: the editor over a running battle, in the window.

use super::output::Found;
use super::packs::pack_of;
use super::play;
use super::screen::{self, Wanted};
use foretoken_session::content::Content;
use std::path::PathBuf;

/// Open the editor over a battle of a pack
#[derive(Debug, clap::Args)]
pub(super) struct Edit {
    /// Pack by name or folder, or `PACK/SCENARIO`; the default pack if omitted
    pack: Option<String>,
    /// Scenario for tests; the first if omitted
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Folder for records; the user's data folder by default
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

impl Edit {
    pub(super) fn run(self, content: &Content) -> anyhow::Result<Found> {
        let called = self.pack.as_deref().and_then(|given| given.rsplit_once('/')).filter(|(pack, name)| {
            content.scenarios(pack).is_ok_and(|scenarios| scenarios.iter().any(|info| info.name == *name))
        });
        let (content, pack) = match (called, &self.pack) {
            (Some((pack, _)), _) => pack_of(content, pack)?,
            (None, Some(given)) => pack_of(content, given)?,
            (None, None) => (content.clone(), content.usual_pack()),
        };
        let scenario = match self.scenario.or_else(|| called.map(|(_, name)| name.to_owned())) {
            Some(name) => Some(name),
            None => content.scenarios(&pack)?.into_iter().next().map(|info| info.name),
        };
        let records = play::records_folder(self.records.as_deref())?;
        let (seed, resume) = (None, None);
        screen::open(
            &content,
            Wanted {
                scenario,
                seed,
                resume,
                records,
                editor: true,
                pack: Some(pack),
                hot_seat: false,
                level: None,
                ironman: false,
                lesson: false,
                lose_graphics: false,
            },
        )?;
        Ok(Found::Fine)
    }
}
