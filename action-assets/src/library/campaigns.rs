//! Campaigns of a pack: their numbers as columns, their formulas, and the camp, a battle state of the party on a board
//! of one row.

use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::rulebook::{Column, ColumnOf};
use foretoken_vm::{CompiledScenario, Team};

use super::{Library, Stored};
use crate::assets::{AnyAsset, AssetType, CampaignAsset, LegendEntry, Scenario, SpendRule, UnitAsset};
use crate::compile::Compiler;
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean, no_such};
use crate::inspect::Formula;
use crate::walk;

/// Name of the scenario and the unit type of a camp. No asset can use it.
pub const CAMP: &str = "(camp)";

/// A compiled camp.
#[derive(Clone, Debug)]
pub struct CompiledCamp {
    /// Rules of the camp, and an opening with the camp's own unit as its only member.
    pub scenario: CompiledScenario,
    /// Formulas of the campaign's conditions and prices, by the path of their field. Those that are `1` are left out.
    pub formulas: BTreeMap<String, u32>,
}

/// Returns a condition and the amounts of a price with their paths.
fn priced<'a>(
    path: String,
    (field, condition): (&str, &'a Formula),
    spends: &'a [SpendRule],
) -> impl Iterator<Item = (String, &'a Formula)> {
    let first = std::iter::once((format!("{path}.{field}"), condition));
    let amount = move |(at, own): (usize, &'a SpendRule)| (format!("{path}.spends[{at}].amount"), &own.amount);
    first.chain(spends.iter().enumerate().map(amount))
}

/// Returns the formulas over the camp with their paths.
fn formulas(campaign: &CampaignAsset) -> impl Iterator<Item = (String, &Formula)> {
    let rooms = campaign.rooms.iter().enumerate().flat_map(|(room, rule)| {
        let ways =
            rule.next.iter().enumerate().map(move |(at, way)| (format!("rooms[{room}].next[{at}].when"), &way.when));
        let changes = rule
            .changes
            .iter()
            .enumerate()
            .map(move |(at, own)| (format!("rooms[{room}].changes[{at}].when"), &own.when));
        let offers =
            rule.offers.iter().enumerate().flat_map(move |(at, own)| {
                priced(format!("rooms[{room}].offers[{at}]"), ("when", &own.when), &own.spends)
            });
        let options = rule.options.iter().enumerate().flat_map(move |(at, own)| {
            priced(format!("rooms[{room}].options[{at}]"), ("needs", &own.needs), &own.spends)
        });
        ways.chain(changes).chain(offers).chain(options)
    });
    rooms.filter(|(_, formula)| !formula.is_one())
}

impl Library {
    /// Returns a campaign.
    pub fn campaign(&self, name: &str) -> Option<&CampaignAsset> {
        match self.asset(AssetType::Campaign, name) {
            Some(AnyAsset::Campaign(campaign)) => Some(campaign),
            _ => None,
        }
    }

    /// Returns the pack with another version of a campaign. Faults keep the places of the original text.
    #[must_use]
    pub fn with_campaign(&self, name: &str, campaign: CampaignAsset) -> Self {
        let mut library = self.clone();
        if let Some(stored) = library.assets.get_mut(&(AssetType::Campaign, name.to_owned())) {
            std::sync::Arc::make_mut(stored).asset = AnyAsset::Campaign(campaign);
        }
        library
    }

    pub(super) fn campaign_columns(&self) -> Vec<Column> {
        let campaigns = self.assets().filter_map(|(_, _, asset)| match asset {
            AnyAsset::Campaign(campaign) => Some(campaign),
            _ => None,
        });
        let values = campaigns.flat_map(|campaign| &campaign.values);
        let column = |name: &String| Column { name: name.clone(), of: ColumnOf::Entity, default: 0, weight: 0 };
        values.map(|value| column(&value.name)).chain(self.left_columns.iter().cloned()).collect()
    }

    /// Compiles the formulas of all campaigns to report their faults. Keeps only those of `kept`, so that a campaign
    /// changes no other rulebook.
    pub(super) fn campaigns(&self, kept: Option<&str>, compiler: &mut Compiler<'_>) -> BTreeMap<String, u32> {
        let mut all = BTreeMap::new();
        for ((kind, name), stored) in &self.assets {
            let AnyAsset::Campaign(campaign) = &stored.asset else { continue };
            let file = kind.path(name);
            self.campaign_references(&file, stored, &mut compiler.diagnostics);
            let (mark, carried) = (compiler.tables.mark(), compiler.tables.carried.len());
            for (path, formula) in formulas(campaign) {
                let index = compiler.condition_of_use(&file, &stored.spans, &path, formula);
                if kept == Some(name.as_str()) {
                    all.insert(path, index);
                }
            }
            if kept != Some(name.as_str()) {
                compiler.tables.reset(mark);
                compiler.tables.carried.truncate(carried);
            }
        }
        all
    }

    fn campaign_references(&self, file: &str, stored: &Stored, diagnostics: &mut Diagnostics) {
        for (path, to, name) in walk::references(stored.asset.clone().inspect_mut()) {
            let Some(&kind) = AssetType::ALL.iter().find(|kind| kind.reference() == to) else { continue };
            if self.stored(kind, &name).is_none() {
                let help = did_you_mean(&name, self.names_of(kind));
                let mut fault = Diagnostic::error("unknown-reference", no_such(to, &name)).file(file).path(&path);
                fault.span = stored.spans.nearest(&path);
                diagnostics.push(fault.maybe_help(help));
            }
        }
    }

    /// Reports a fault of a campaign at a field.
    pub fn campaign_fault(&self, name: &str, path: &str, fault: Diagnostic) -> Diagnostic {
        let mut fault = fault.file(AssetType::Campaign.path(name)).path(path);
        fault.span = self.stored(AssetType::Campaign, name).and_then(|stored| stored.spans.nearest(path));
        fault
    }

    /// Adds the texts of the files, so that faults show their lines.
    pub fn add_sources(&self, diagnostics: &mut Diagnostics) {
        for ((kind, name), stored) in &self.assets {
            diagnostics.add_known_source(kind.path(name), stored.source.clone());
        }
    }

    /// Compiles the camp of a campaign: a row of `width` cells with the camp's own unit on the first one. Returns all
    /// faults of the pack; the camp is `None` if the campaign or an action that it uses has one.
    pub fn compile_camp(&self, name: &str, width: usize) -> (Option<CompiledCamp>, Diagnostics) {
        let mut faults = self.faults();
        let Some(campaign) = self.campaign(name) else {
            let help = did_you_mean(name, self.names_of(AssetType::Campaign));
            faults.push(Diagnostic::error("unknown-reference", no_such("campaign", name)).maybe_help(help));
            return (None, faults);
        };
        let mut actions: BTreeSet<String> = BTreeSet::new();
        for room in &campaign.rooms {
            actions.insert(room.reward.clone());
            actions.extend(room.offers.iter().map(|offer| offer.action.clone()));
            actions.extend(room.options.iter().map(|option| option.action.clone()));
        }
        actions.retain(|action| self.action(action).is_some());
        let unit = UnitAsset {
            title: "Camp".to_owned(),
            glyph: "^".to_owned(),
            health: 1,
            initiative: 1,
            anchored: true,
            actions: actions.into_iter().collect(),
            ..UnitAsset::default()
        };
        let ground =
            self.names_of(AssetType::Terrain).find(|name| self.terrain(name).is_some_and(|own| !own.blocks_movement));
        let scenario = Scenario {
            title: "Camp".to_owned(),
            map: vec![format!("^{}", ".".repeat(width))],
            ground: ground.unwrap_or_default().to_owned(),
            legend: vec![LegendEntry { glyph: "^".to_owned(), unit: CAMP.to_owned(), ..LegendEntry::default() }],
            planned_teams: Vec::new(),
            ..Scenario::default()
        };
        let mut library = self.clone();
        library.place_asset(CAMP, AnyAsset::Unit(unit));
        library.place_asset(CAMP, AnyAsset::Scenario(scenario));
        let (scenario, mut found, unusable, formulas) = library.build_with(Some(CAMP), Some(name));
        let own = [AssetType::Unit.path(CAMP), AssetType::Scenario.path(CAMP)];
        found.retain(|fault| !own.contains(&fault.file));
        let is_usable =
            !unusable.is_unusable(AssetType::Campaign, name) && !unusable.is_unusable(AssetType::Unit, CAMP);
        faults.append(found);
        let has_camp = scenario.opening.roster.first().is_some_and(|camp| camp.team == Team::PLAYER);
        ((is_usable && has_camp).then_some(CompiledCamp { scenario, formulas }), faults)
    }
}
