//! Test battles with the edited assets.

use crate::editor_host::{EditorHost, Lent, Playable};
use foretoken_action_assets::{AssetType, Library};
use foretoken_editor::model::fight;
use foretoken_preview::Level;
use foretoken_session::saves;
use foretoken_session::{Session, Setup};
use std::path::Path;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("The battle test cannot start: {0}")]
pub(super) struct CannotTry(String);

#[derive(Debug)]
pub(super) struct BattleTest {
    setup: Setup,
    scenario: String,
    pub(super) title: String,
    pub(super) hints: Vec<String>,
    pub(super) in_force: Arc<Library>,
    pub(super) not_in_force: Option<String>,
    pub(super) lent_before: Option<Lent>,
}

/// Subject of a battle test.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// The assets: this scenario, or one in which a unit has this action.
    Assets { scenario: Option<String>, action: Option<String> },
    /// A unit as the only foe in a scenario.
    Foe { scenario: String, unit: String },
}

impl Subject {
    pub(super) fn action(&self) -> Option<&str> {
        match self {
            Self::Assets { action, .. } => action.as_deref(),
            Self::Foe { .. } => None,
        }
    }
}

impl BattleTest {
    pub(super) fn prepare(
        editor_host: &mut EditorHost,
        pack: &str,
        here: Option<String>,
        subject: Subject,
    ) -> Result<Self, CannotTry> {
        let (scenario, lent) = match subject {
            Subject::Assets { scenario, action } => of_assets(editor_host.library(), here, scenario, action),
            Subject::Foe { scenario, unit } => {
                if fight(editor_host.library(), &scenario, &unit).is_none() {
                    return Err(CannotTry(format!("no cell of {scenario} has room for {unit}")));
                }
                (scenario.clone(), Some(Lent::Foe { scenario, unit }))
            }
        };
        let lent_before = editor_host.lend(lent);
        let playable = editor_host.playable(&scenario);
        let not_in_force = playable.not_in_force();
        let Playable { scenario: compiled, library: in_force, played: library, faults, .. } = playable;
        let Some(compiled) = compiled else {
            editor_host.lend(lent_before);
            return Err(CannotTry(faults.render()));
        };
        let asset = library.scenario(&scenario).cloned().unwrap_or_default();
        let setup = Setup::of(compiled, asset.seed as u64);
        let setup = Setup { assets: library.canonical_text().into(), pack: pack.to_owned(), ..setup };
        Ok(Self { setup, scenario, title: asset.title, hints: asset.hints, in_force, not_in_force, lent_before })
    }

    pub(super) fn at_level(self, level: Level) -> Self {
        Self { setup: self.setup.at_level(level), ..self }
    }

    pub(super) fn begin(self, records: &Path) -> (Self, anyhow::Result<Session>) {
        let name = format!("{}{}", saves::TEST, self.scenario);
        let setup = self.setup.clone();
        let begun = saves::new_record(records, &name).map_err(anyhow::Error::from);
        let session = begun.and_then(|writer| Ok(Session::recorded(setup, Some(writer))?));
        (self, session)
    }
}

/// Returns the scenario of a test of assets, and the action that one of its units needs.
fn of_assets(
    library: &Library,
    here: Option<String>,
    scenario: Option<String>,
    action: Option<String>,
) -> (String, Option<Lent>) {
    let first = || library.names_of(AssetType::Scenario).next().map(str::to_owned);
    let here = here.or_else(first).unwrap_or_default();
    let with_action = || action.as_ref().and_then(|action| scenario_with(library, action, &here));
    let scenario = scenario.or_else(with_action).unwrap_or_else(|| here.clone());
    let lent = action.and_then(|action| Some(Lent::Action { unit: borrower(library, &scenario, &action)?, action }));
    (scenario, lent)
}

fn scenario_with(library: &Library, action: &str, here: &str) -> Option<String> {
    let has = |name: &str| {
        let Some(scenario) = library.scenario(name) else { return false };
        let mut units = scenario.legend.iter().filter_map(|entry| library.unit(&entry.unit));
        units.any(|unit| unit.actions.iter().any(|own| own == action))
    };
    let mut names = library.names_of(AssetType::Scenario);
    if has(here) { Some(here.to_owned()) } else { names.find(|name| has(name)).map(str::to_owned) }
}

fn borrower(library: &Library, scenario: &str, action: &str) -> Option<String> {
    if scenario_with(library, action, scenario).as_deref() == Some(scenario) {
        return None;
    }
    let legend = &library.scenario(scenario)?.legend;
    let mut own = legend.iter().filter(|entry| entry.team == 0).map(|entry| entry.unit.clone());
    own.find(|unit| library.unit(unit).is_some_and(|unit| unit.acts))
}
