//! A run that the designer starts at a room. Its party is that of a run in which the planner plays the shortest way
//! there, or one that the designer sets.

use foretoken_action_assets::Library;
use foretoken_campaign::entry::Entry;
use foretoken_campaign::{
    BeginOptions, Campaign, CampaignError, Command, Mode, Pilot, PilotError, Refusal, RoomKinds, Run,
};
use foretoken_editor::{MemberLine, RoomParty, RoomTest, RunAt, SetParty};
use foretoken_preview::Level;
use std::sync::Arc;

/// First seed of such runs, so that each start at one room has one party.
const SEED: u64 = 1;
/// Runs along the shortest way, with other decisions of the pilot each.
const ALONG: u64 = 6;
/// Runs on any way.
const ANYWHERE: u64 = 16;

/// Reason why a run cannot start at a room.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RoomRunError {
    /// The campaign has faults.
    #[error("The campaign has faults: {}", first_line(&.0.to_string()))]
    Campaign(#[from] CampaignError),
    /// The campaign has no such room.
    #[error("The campaign has no room `{0}`.")]
    NoRoom(String),
    /// The planner did not reach the room.
    #[error("None of {tries} runs of the planner reached the room `{room}`. Set a party instead.")]
    NotReached {
        /// Room.
        room: String,
        /// Number of runs.
        tries: u64,
    },
    /// The set party has no member.
    #[error("The party has no member.")]
    NoParty,
    /// Offers that appear once in a run have no place.
    #[error("The run cannot begin, because an offer that appears once in a run has no place.")]
    NoBegin,
    /// The room cannot be entered.
    #[error("The room cannot be entered: {0}")]
    Refused(#[from] Refusal),
    /// The planner cannot play.
    #[error("The planner cannot play to the room: {0}")]
    Pilot(#[from] PilotError),
}

/// A run in the room where it started.
#[derive(Debug)]
pub(crate) struct RoomRun {
    run: Run,
    shown: RunAt,
}

impl RoomRun {
    /// Starts a run. Takes as long as the planner plays.
    ///
    /// # Errors
    ///
    /// If the campaign has faults, the room is not reached, or the party does not fit.
    pub(crate) fn start(library: &Library, pack: &str, test: &RoomTest, level: Level) -> Result<Self, RoomRunError> {
        let campaign = Campaign::compile(library, pack, &test.campaign, RoomKinds::default())?;
        if campaign.room(&test.room).is_none() {
            return Err(RoomRunError::NoRoom(test.room.clone()));
        }
        let options = BeginOptions { seed: SEED, mode: Mode::SameDice, level, ..BeginOptions::default() };
        let run = match &test.party {
            RoomParty::Set(party) => with_party(campaign, &options, &test.room, party)?,
            RoomParty::Plausible => played(&Arc::new(campaign), &options, &test.room, &test.way)?,
        };
        let shown = shown(&run, &test.campaign);
        Ok(Self { run, shown })
    }

    /// Returns the run as the editor shows it.
    pub(crate) const fn shown(&self) -> &RunAt {
        &self.shown
    }

    /// Returns the run.
    #[cfg(any(feature = "window", test))]
    pub(crate) const fn run(&self) -> &Run {
        &self.run
    }

    /// Continues the run under an edited campaign, if its room still exists. Otherwise the run keeps its earlier
    /// campaign and shows the reason. Returns a notice if that changed.
    pub(crate) fn take_over(&mut self, edited: Result<Campaign, CampaignError>) -> Option<String> {
        let before = self.shown.clone();
        match edited.map_err(|error| first_line(&error.to_string())) {
            Err(fault) => self.refuse(format!("the campaign has faults: {fault}")),
            Ok(campaign) if campaign.room(&self.shown.room).is_none() => {
                self.refuse(format!("the campaign has no room `{}` any more", self.shown.room));
            }
            Ok(campaign) => {
                let name = self.shown.campaign.clone();
                self.run = Run::of_entries(Arc::new(campaign), self.run.entries().to_vec());
                self.shown = shown(&self.run, &name);
            }
        }
        if self.shown == before {
            return None;
        }
        let taken = "The run uses the edited campaign.".to_owned();
        Some(self.shown.refused.clone().unwrap_or(taken))
    }

    fn refuse(&mut self, reason: String) {
        self.shown.refused = Some(format!("The run uses an earlier version, because {reason}."));
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
}

/// Plays the shortest way, then any way, until a run is in the room.
fn played(campaign: &Arc<Campaign>, options: &BeginOptions, room: &str, way: &[String]) -> Result<Run, RoomRunError> {
    let is_there = |run: &Run| run.state().here.as_ref().is_some_and(|here| here.room == room);
    // With another seed the battles differ, too, so that a defeat on the way is not repeated.
    let seeded = |seed: u64| BeginOptions { seed: options.seed + seed, ..options.clone() };
    for seed in 0..ALONG {
        if let Some(run) = along(campaign, &seeded(seed), way, seed)?.filter(is_there) {
            return Ok(run);
        }
    }
    for seed in 0..ANYWHERE {
        let mut run = Run::begin(Arc::clone(campaign), &seeded(seed)).ok_or(RoomRunError::NoBegin)?;
        Pilot { seed }.play_until(&mut run, &is_there, &mut |_, _| {})?;
        if is_there(&run) {
            return Ok(run);
        }
    }
    Err(RoomRunError::NotReached { room: room.to_owned(), tries: ALONG + ANYWHERE })
}

/// Plays along a way. `None` if the run ends before, or a way is closed.
fn along(
    campaign: &Arc<Campaign>,
    options: &BeginOptions,
    way: &[String],
    seed: u64,
) -> Result<Option<Run>, RoomRunError> {
    let mut run = Run::begin(Arc::clone(campaign), options).ok_or(RoomRunError::NoBegin)?;
    for (at, room) in way.iter().enumerate() {
        let Some(index) = run.campaign().room_index(room) else { return Ok(None) };
        if run.act(&Command::Enter(index)).is_err() {
            return Ok(None);
        }
        if at + 1 == way.len() {
            return Ok(Some(run));
        }
        let entered = run.state().way.len();
        Pilot { seed }.play_until(&mut run, &|run| run.state().way.len() > entered, &mut |_, _| {})?;
        if run.state().way.len() <= entered {
            return Ok(None);
        }
        // The pilot left by a way of its own; that step is taken back.
        let last = run.entries().iter().rposition(|entry| matches!(entry, Entry::Enter(_))).unwrap_or(0);
        let entries = run.entries()[..last].to_vec();
        run = Run::of_entries(Arc::clone(run.campaign()), entries);
    }
    Ok(None)
}

/// Enters a room with a party that the designer sets.
fn with_party(campaign: Campaign, options: &BeginOptions, room: &str, party: &SetParty) -> Result<Run, RoomRunError> {
    let campaign = Arc::new(campaign).for_seed(options.seed)?;
    let Some(Entry::Begin(mut begin)) = Run::first_entry(&campaign, options) else {
        return Err(RoomRunError::NoBegin);
    };
    let whole = Run::of_entries(Arc::clone(&campaign), vec![Entry::Begin(begin.clone())]);
    begin.party.retain_mut(|own| {
        let Some(set) = party.members.iter().find(|set| set.name == own.name) else { return true };
        // A member without a stored health has all of it.
        if let Some((_, most)) = whole.scene().health(&campaign, &own.name).filter(|_| set.health < 100) {
            let health = i64::from(most) * i64::from(set.health.max(1)) / 100;
            own.health = u16::try_from(health.max(1)).unwrap_or(u16::MAX);
        }
        set.is_there
    });
    if begin.party.is_empty() {
        return Err(RoomRunError::NoParty);
    }
    for (name, value) in &mut begin.values {
        let range = campaign.value(name).map_or((*value, *value), |rule| rule.range);
        if let Some((_, set)) = party.values.iter().find(|(own, _)| own == name) {
            *value = (*set).clamp(range.0.min(range.1), range.1.max(range.0));
        }
    }
    let mut run = Run::of_entries(campaign, vec![Entry::Begin(begin)]);
    run.enter_alone(room).map_err(|_| RoomRunError::NoRoom(room.to_owned()))?;
    Ok(run)
}

fn shown(run: &Run, campaign: &str) -> RunAt {
    let view = run.view();
    let member = |own: &foretoken_campaign::MemberView| {
        let statuses = own.statuses.iter().map(|(name, amount)| format!("{name} {amount}"));
        let wounded = (own.wounded > 0).then(|| format!("misses {} rooms", own.wounded));
        let note: Vec<String> = own.items.iter().cloned().chain(statuses).chain(wounded).collect();
        MemberLine { name: own.name.clone(), unit: own.unit.clone(), health: own.health, note: note.join(", ") }
    };
    RunAt {
        campaign: campaign.to_owned(),
        room: run.state().here.as_ref().map(|here| here.room.clone()).unwrap_or_default(),
        way: run.state().way.clone(),
        party: view.party.iter().map(member).collect(),
        values: view.values,
        refused: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::assets::CampaignAsset;
    use foretoken_action_assets::{AnyAsset, Files, KindRegistry};
    use foretoken_editor::SetMember;

    const CAMPAIGN: &str = "Campaign(
        members: [(name: \"Ada\", unit: \"guard\"), (name: \"Bo\", unit: \"guard\")],
        values: [(name: \"gold\", start: 2, range: (0, 9))],
        starts: [\"gate\"],
        rooms: [
            (name: \"gate\", kind: \"battle\", scenario: \"yard\", reward: \"pay\", next: [(to: \"camp\"), (to: \"mill\")]),
            (name: \"mill\", kind: \"rest\", options: [(text: \"Sleep.\", action: \"pay\")], next: [(to: \"camp\")]),
            (name: \"camp\", kind: \"battle\", scenario: \"yard\", next: [(to: \"end\")]),
            (name: \"end\", kind: \"end\"),
        ],
    )";

    fn library() -> Library {
        let files = Files::new()
            .with("terrains/floor.ron", "Terrain(glyph: \".\")")
            .with("units/guard.ron", "Unit(title: \"Guard\", glyph: \"G\", health: 10, initiative: 2, actions: [\"hit\", \"walk\"])")
            .with("units/rat.ron", "Unit(title: \"Rat\", glyph: \"r\", health: 2, initiative: 1, tags: [\"rat\"], actions: [\"hit\", \"walk\"])")
            .with("actions/walk.ron", "Action(cost: Move, body: [DeclareTarget(name: \"T1\", reach: Walk, range: (1, 255), filter: [Empty]), Move])")
            .with("actions/hit.ron", "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (1, 1), filter: [Enemy]), Damage(target: \"T1\", amount: 2)])")
            .with("actions/pay.ron", "Action(title: \"Pay\", body: [ChangeStat(target: \"self\", stat: \"gold\", amount: 3)])")
            .with(
                "scenarios/yard.ron",
                "Scenario(map: [\"G..r\", \"G...\"], legend: [(glyph: \"G\", unit: \"guard\"), (glyph: \"r\", unit: \"rat\", team: 1)], \
                 goals: [(text: \"Kill the rat.\", when: \"count(rat) = 0\")], losses: [(text: \"time runs out\", when: \"round > 12\")])",
            )
            .with("campaigns/way.ron", CAMPAIGN);
        Library::load(&files, KindRegistry::core())
    }

    fn started(room: &str, way: &[&str], party: RoomParty) -> Result<RoomRun, RoomRunError> {
        let way = way.iter().map(|room| (*room).to_owned()).collect();
        let test = RoomTest { campaign: "way".to_owned(), room: room.to_owned(), way, party };
        RoomRun::start(&library(), "pack", &test, Level::Easy)
    }

    fn set(health: i32, is_there: bool, gold: i32) -> RoomParty {
        let member = |name: &str| SetMember { name: name.to_owned(), is_there, health };
        let bo = SetMember { is_there: false, ..member("Bo") };
        RoomParty::Set(SetParty { members: vec![member("Ada"), bo], values: vec![("gold".to_owned(), gold)] })
    }

    #[test]
    fn the_planner_plays_the_shortest_way() {
        let run = started("camp", &["gate", "camp"], RoomParty::Plausible).expect("it is reached");
        assert_eq!(run.shown().way, ["gate", "camp"], "it does not pass the mill");
        assert_eq!(run.shown().values, [("gold".to_owned(), 5)], "the reward of the first battle is paid");
        let setup = run.run().battle_setup().expect("a battle");
        let names: Vec<&str> = setup.opening.members().map(|member| member.name.as_str()).collect();
        assert!(names.contains(&"Ada"), "{names:?}");
        let quiet = started("mill", &[], RoomParty::Plausible).expect("any way leads there");
        assert!(!quiet.run().is_battle_due() && quiet.shown().room == "mill");
    }

    #[test]
    fn a_set_party_enters_the_room() {
        let run = started("camp", &[], set(30, true, 40)).expect("it starts");
        let shown = run.shown();
        assert_eq!((shown.room.as_str(), shown.way.len(), shown.party.len()), ("camp", 1, 1));
        assert_eq!((shown.party[0].health, shown.values[0].1), ((3, 10), 9), "numbers stay in their ranges");
        let setup = run.run().battle_setup().expect("a battle");
        assert!(setup.opening.members().any(|member| member.name == "Ada" && member.health == 3));
        let alone = started("camp", &[], set(30, false, 0));
        assert!(matches!(alone, Err(RoomRunError::NoParty)));
        assert!(matches!(started("moon", &[], RoomParty::Plausible), Err(RoomRunError::NoRoom(_))));
    }

    fn edited(alter: impl FnOnce(&mut CampaignAsset)) -> Result<Campaign, CampaignError> {
        let mut library = library();
        let mut asset = library.campaign("way").expect("it").clone();
        alter(&mut asset);
        library.put("way", AnyAsset::Campaign(asset));
        Campaign::compile(&library, "pack", "way", RoomKinds::default())
    }

    #[test]
    fn a_run_takes_edits_over_as_long_as_its_room_exists() {
        let mut run = started("mill", &[], set(100, true, 1)).expect("it starts");
        assert_eq!(run.take_over(edited(|_| ())), None, "nothing changed");
        let told = run.take_over(edited(|asset| asset.values[0].title = "Coins".to_owned()));
        assert_eq!(told.as_deref(), Some("The run uses the edited campaign."));
        assert_eq!(run.shown().values, [("Coins".to_owned(), 1)]);
        let told = run.take_over(edited(|asset| {
            asset.rooms.remove(1);
            asset.rooms[0].next.remove(1);
        }));
        let reason = "The run uses an earlier version, because the campaign has no room `mill` any more.";
        assert_eq!((told.as_deref(), run.shown().refused.as_deref()), (Some(reason), Some(reason)));
        assert_eq!(run.shown().values[0].0, "Coins", "the run goes on");
        let told = run.take_over(edited(|asset| asset.starts.clear())).expect("a notice");
        assert!(told.contains("the campaign has faults"), "{told}");
        assert_eq!(run.take_over(edited(|_| ())).as_deref(), Some("The run uses the edited campaign."));
        assert_eq!(run.shown().refused, None);
    }
}
