//! A compiled campaign: its asset, its camp, and the scenarios of its battles.

use crate::check;
use crate::layers::expanded;
use crate::rooms::{Content, RoomKinds};
use crate::tables::{self, Table};
use foretoken_action_assets::assets::{CampaignAsset, MemberRule, RoomRule, ValueRule};
use foretoken_action_assets::{AssetType, Library};
use foretoken_vm::{CompiledScenario, Member, Rulebook};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Reason why a campaign cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CampaignError {
    /// The campaign or something that it needs has faults; the text lists them.
    #[error("{0}")]
    Faults(String),
    /// A scenario has faults.
    #[error("the scenario `{scenario}` cannot be played: {faults}")]
    Scenario {
        /// Name.
        scenario: String,
        /// Faults.
        faults: String,
    },
}

impl CampaignError {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Faults(_) => "campaign-faults",
            Self::Scenario { .. } => "campaign-scenario",
        }
    }
}

/// A compiled campaign.
#[derive(Debug)]
pub struct Campaign {
    /// Name of its pack.
    pub pack: String,
    /// Name.
    pub name: String,
    /// Asset.
    pub asset: CampaignAsset,
    /// Kinds of rooms.
    pub kinds: RoomKinds,
    /// Rules of the camp.
    pub rules: Arc<Rulebook>,
    pub(crate) camp: Member,
    pub(crate) formulas: BTreeMap<String, u32>,
    library: Library,
    /// Seed of the generated rooms; `None` for a campaign without layers.
    pub(crate) layers_of: Option<u64>,
    text: OnceLock<String>,
    index: BTreeMap<String, usize>,
    /// Tables of the offers of each room that has one.
    tables: BTreeMap<usize, Vec<Table>>,
    scenarios: Mutex<BTreeMap<String, Arc<CompiledScenario>>>,
}

impl Campaign {
    /// Compiles a campaign of a pack.
    ///
    /// # Errors
    ///
    /// If it or something that it needs has a fault.
    pub fn compile(library: &Library, pack: &str, name: &str, kinds: RoomKinds) -> Result<Self, CampaignError> {
        let (campaign, mut faults) = Self::build(library, pack, name, kinds);
        let Some(campaign) = campaign else { return Err(CampaignError::Faults(faults.render())) };
        let found = check::structure(&campaign, library);
        if found.has_errors() {
            faults.append(found);
            return Err(CampaignError::Faults(faults.render()));
        }
        Ok(campaign)
    }

    /// Compiles a campaign without the checks of its map. Returns the faults of the pack.
    pub(crate) fn build(
        library: &Library,
        pack: &str,
        name: &str,
        kinds: RoomKinds,
    ) -> (Option<Self>, foretoken_action_assets::Diagnostics) {
        Self::build_for(library, pack, name, kinds, 0)
    }

    fn build_for(
        library: &Library,
        pack: &str,
        name: &str,
        kinds: RoomKinds,
        seed: u64,
    ) -> (Option<Self>, foretoken_action_assets::Diagnostics) {
        let layered = library.campaign(name).filter(|asset| !asset.layers.is_empty());
        let layers_of = layered.map(|_| seed);
        // Layers with faults are left out; the checks report them.
        let layered = layered.and_then(|asset| expanded(asset, seed).ok());
        let mut whole = layered.or_else(|| library.campaign(name).cloned());
        let tables = whole.as_mut().map(|asset| tables::fill(asset, library)).unwrap_or_default();
        let original = library;
        let library = &whole.map_or_else(|| library.clone(), |whole| library.with_campaign(name, whole));
        let width = library.campaign(name).map_or(0, |asset| asset.members.len());
        let (camp, faults) = library.compile_camp(name, width);
        let (Some(camp), Some(asset)) = (camp, library.campaign(name)) else { return (None, faults) };
        let Some(own) = camp.scenario.opening.roster.first().cloned() else { return (None, faults) };
        let mut rules = camp.scenario.rules.to_rules();
        for (at, kind) in rules.unit_types.iter_mut().enumerate() {
            kind.acts = at == usize::from(own.unit_type);
            kind.policy = None;
        }
        let index = asset.rooms.iter().enumerate().rev().map(|(at, room)| (room.name.clone(), at)).collect();
        let campaign = Self {
            pack: pack.to_owned(),
            name: name.to_owned(),
            asset: asset.clone(),
            kinds,
            rules: Arc::new(rules.build()),
            camp: own,
            formulas: camp.formulas,
            library: original.clone(),
            layers_of,
            text: OnceLock::new(),
            index,
            tables,
            scenarios: Mutex::default(),
        };
        (Some(campaign), faults)
    }

    /// Returns the campaign with the generated rooms of a seed.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled.
    pub fn for_seed(self: &Arc<Self>, seed: u64) -> Result<Arc<Self>, CampaignError> {
        if self.layers_of.is_none_or(|own| own == seed) {
            return Ok(Arc::clone(self));
        }
        let (campaign, faults) = Self::build_for(&self.library, &self.pack, &self.name, self.kinds.clone(), seed);
        campaign.map(Arc::new).ok_or_else(|| CampaignError::Faults(faults.render()))
    }

    /// Returns the displayed name.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.asset.title.is_empty() { &self.name } else { &self.asset.title }
    }

    /// Returns the assets as canonical text.
    #[must_use]
    pub fn assets(&self) -> &str {
        self.text.get_or_init(|| self.library.canonical_text())
    }

    /// Returns the index of a room.
    #[must_use]
    pub fn room_index(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// Returns a room by name.
    #[must_use]
    pub fn room(&self, name: &str) -> Option<&RoomRule> {
        self.asset.rooms.get(self.room_index(name)?)
    }

    /// Returns the displayed name of a room.
    #[must_use]
    pub fn room_title<'c>(&'c self, name: &'c str) -> &'c str {
        match self.room(name) {
            Some(room) if !room.title.is_empty() => &room.title,
            _ => name,
        }
    }

    /// Returns the number of offers of a room in the asset. Those of its tables follow them.
    pub(crate) fn own_offers(&self, room: usize) -> usize {
        let all = self.asset.rooms.get(room).map_or(0, |rule| rule.offers.len());
        self.tables(room).first().map_or(all, |table| usize::from(table.skills.start))
    }

    /// Returns the tables of a room's offers.
    pub(crate) fn tables(&self, room: usize) -> &[Table] {
        self.tables.get(&room).map_or(&[], Vec::as_slice)
    }

    /// Returns what a room contains. A room of an unknown kind is a placeholder without content.
    #[must_use]
    pub fn content(&self, room: &RoomRule) -> Content {
        self.kinds.get(&room.kind).map(|kind| kind.content(room)).unwrap_or_default()
    }

    /// Returns the rule of a member.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&MemberRule> {
        self.asset.members.iter().find(|member| member.name == name)
    }

    /// Returns the skills of all loadouts of a member.
    #[must_use]
    pub fn pool(&self, member: &str) -> Vec<String> {
        let loadouts = self.member(member).into_iter().flat_map(|rule| &rule.loadouts);
        loadouts.flat_map(|loadout| &loadout.skills).map(|own| own.skill.clone()).collect()
    }

    /// Returns a number of the run.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&ValueRule> {
        self.asset.values.iter().find(|value| value.name == name)
    }

    /// Returns the displayed name of a number of the run.
    #[must_use]
    pub fn value_title<'c>(&'c self, name: &'c str) -> &'c str {
        match self.value(name) {
            Some(value) if !value.title.is_empty() => &value.title,
            _ => name,
        }
    }

    /// Returns a compiled scenario of the pack.
    ///
    /// # Errors
    ///
    /// If it does not compile.
    pub fn scenario(&self, name: &str) -> Result<Arc<CompiledScenario>, CampaignError> {
        let known = || self.scenarios.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(scenario) = known().get(name) {
            return Ok(Arc::clone(scenario));
        }
        let library = self.library_for(name);
        let (compiled, faults) = library.compile(name);
        let Some(compiled) = compiled else {
            return Err(CampaignError::Scenario { scenario: name.to_owned(), faults: faults.render() });
        };
        let compiled = Arc::new(compiled);
        known().insert(name.to_owned(), Arc::clone(&compiled));
        Ok(compiled)
    }

    /// Returns the asset of a scenario of the pack.
    pub(crate) fn scenario_asset(&self, name: &str) -> Option<&foretoken_action_assets::assets::Scenario> {
        self.library.scenario(name)
    }

    /// Returns the pack for a battle: in the scenario, the types of all members may appear on the party's side, and
    /// those of changes on the other side.
    pub(crate) fn library_for(&self, scenario: &str) -> std::borrow::Cow<'_, Library> {
        use foretoken_action_assets::AnyAsset;
        use foretoken_action_assets::assets::CastRule;
        let Some(asset) = self.library.scenario(scenario).filter(|asset| asset.sight > 0) else {
            return std::borrow::Cow::Borrowed(&self.library);
        };
        let mut asset = asset.clone();
        let members = self.asset.members.iter().map(|member| (&member.unit, 0));
        let changed = self.asset.rooms.iter().filter(|room| room.scenario == scenario).flat_map(|room| &room.changes);
        let changed = changed.filter(|rule| !rule.becomes.is_empty()).map(|rule| (&rule.becomes, 1));
        for (unit, team) in members.chain(changed) {
            let is_there = asset.cast.iter().any(|rule| rule.unit == *unit && rule.team == team);
            if !is_there {
                asset.cast.push(CastRule { unit: unit.clone(), team });
            }
        }
        let mut library = self.library.clone();
        library.put(scenario, AnyAsset::Scenario(asset));
        std::borrow::Cow::Owned(library)
    }

    /// Returns the tags of all skills of the pack.
    pub(crate) fn tags_of_skills(&self) -> BTreeSet<String> {
        use foretoken_action_assets::AnyAsset;
        let skills = self.library.assets().filter_map(|(_, _, asset)| match asset {
            AnyAsset::Skill(skill) => Some(&skill.effect_source.tags),
            _ => None,
        });
        skills.flatten().cloned().collect()
    }

    /// Returns the names of all campaigns of a pack in their order.
    #[must_use]
    pub fn names(library: &Library) -> Vec<String> {
        let mut names: Vec<String> = library.names_of(AssetType::Campaign).map(str::to_owned).collect();
        names.sort_by_key(|name| (library.campaign(name).map_or(0, |asset| asset.order), name.clone()));
        names
    }
}
