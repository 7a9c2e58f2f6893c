//! Campaigns while they are edited: they are checked in the background, and the run that the designer started at a room
//! takes the edits over.

use super::{EditorHost, RoomRun};
use foretoken_action_assets::{AssetType, Diagnostics, Library};
use foretoken_campaign::{Campaign, CampaignError, RoomKinds, check};
use std::thread::JoinHandle;

/// Frames without an edit before campaigns are checked.
const QUIET: u32 = 15;

/// Checks of the campaigns, and a run of one of them.
#[derive(Debug, Default)]
pub(super) struct Campaigns {
    work: Option<JoinHandle<Checked>>,
    /// Frames until the next check.
    due: Option<u32>,
    found: Diagnostics,
    run: Option<RoomRun>,
}

#[derive(Debug)]
struct Checked {
    faults: Diagnostics,
    /// The campaign of the run, compiled anew.
    campaign: Option<Result<Campaign, CampaignError>>,
}

impl Campaigns {
    /// Returns checks of which the first one is due.
    pub(super) fn begin() -> Self {
        Self { due: Some(0), ..Self::default() }
    }
}

impl EditorHost {
    fn pack(&self) -> String {
        self.watch.folder().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Reports that assets changed.
    pub(super) const fn campaigns_changed(&mut self) {
        self.campaigns.due = Some(QUIET);
    }

    pub(super) const fn campaign_faults(&self) -> &Diagnostics {
        &self.campaigns.found
    }

    /// Returns the run that the designer started at a room, if any.
    pub(crate) const fn room_run(&self) -> Option<&RoomRun> {
        self.campaigns.run.as_ref()
    }

    /// Keeps a run that the designer started at a room, to show it and to take edits over.
    #[cfg(feature = "window")]
    pub(crate) fn set_room_run(&mut self, run: RoomRun) {
        self.campaigns.run = Some(run);
    }

    /// Runs once a frame: begins a check that is due and takes the result of a finished one. Returns whether the faults
    /// changed.
    pub(crate) fn has_checked_campaigns(&mut self) -> bool {
        if let Some(work) = self.campaigns.work.take_if(|work| work.is_finished()) {
            let Ok(Checked { faults, campaign }) = work.join() else { return false };
            let edited = campaign.zip(self.campaigns.run.as_mut());
            self.notices.extend(edited.and_then(|(campaign, run)| run.take_over(campaign)));
            let is_other = !self.campaigns.found.iter().eq(faults.iter());
            self.campaigns.found = faults;
            return is_other;
        }
        if self.campaigns.work.is_some() {
            return false;
        }
        match self.campaigns.due {
            Some(0) => {
                self.campaigns.due = None;
                self.check_campaigns()
            }
            due => {
                self.campaigns.due = due.map(|frames| frames - 1);
                false
            }
        }
    }

    fn check_campaigns(&mut self) -> bool {
        if self.library.names_of(AssetType::Campaign).next().is_none() {
            let had_faults = !std::mem::take(&mut self.campaigns.found).is_empty();
            return had_faults;
        }
        let (library, pack) = (self.library.clone(), self.pack());
        let of_run = self.campaigns.run.as_ref().map(|run| run.shown().campaign.clone());
        self.campaigns.work = Some(std::thread::spawn(move || checked(&library, &pack, of_run.as_deref())));
        false
    }
}

fn checked(library: &Library, pack: &str, of_run: Option<&str>) -> Checked {
    let kinds = RoomKinds::default();
    let faults = check::check_all(library, pack, &kinds);
    let campaign = of_run.map(|name| Campaign::compile(library, pack, name, kinds));
    Checked { faults, campaign }
}
