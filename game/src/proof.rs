//! Proofs that a scenario can be won: a line of decisions in a file beside it, written by `solve --save` and played by
//! `check`.

use anyhow::Context;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Diagnostic, Diagnostics, Library, store};
use foretoken_preview::Level;
use foretoken_session::line::{self, LineStep};
use foretoken_session::referee::Setup;
use foretoken_vm::{Outcome, Team};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// File name suffix of proofs. It is not `.ron`, so no proof is read as an asset.
const ENDING: &str = ".proof.json";
const MAX_BYTES: u64 = 1 << 20;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ProofError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("the proof file is too large: {0} bytes; the limit is {MAX_BYTES}")]
    TooLarge(u64),
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("the scenario does not compile")]
    NoScenario,
    #[error("{0}")]
    Level(String),
    #[error("{0}")]
    Line(String),
    #[error("the solution no longer wins")]
    NotWon,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Proof {
    /// Winning side.
    pub side: u8,
    /// Battle seed and opponents' level.
    pub seed: u64,
    pub level: String,
    /// Searched rounds, and whether all counter-moves were searched.
    pub rounds: i32,
    pub against: String,
    /// Number of classes of winning ends, if counted, and whether all lines were searched.
    pub ends: Option<usize>,
    pub whole: bool,
    /// Hash of the final state.
    pub hash: String,
    /// Line.
    pub steps: Vec<LineStep>,
}

impl Proof {
    pub(crate) fn path(pack: &Path, scenario: &str) -> PathBuf {
        pack.join(Self::name(scenario))
    }

    fn name(scenario: &str) -> String {
        let file = AssetType::Scenario.path(scenario);
        format!("{}{ENDING}", file.strip_suffix(".ron").unwrap_or(&file))
    }

    pub(crate) fn save(&self, pack: &Path, scenario: &str) -> anyhow::Result<PathBuf> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        let path = Self::path(pack, scenario);
        store::replace_in(pack, &Self::name(scenario), text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    fn read(path: &Path) -> Result<Self, ProofError> {
        let size = std::fs::metadata(path)?.len();
        if size > MAX_BYTES {
            return Err(ProofError::TooLarge(size));
        }
        let text = std::fs::read_to_string(path)?;
        Ok(serde_json::from_str(&text)?)
    }

    fn replay(&self, library: &Library, scenario: &str) -> Result<(), ProofError> {
        let compiled = library.compile_usable(scenario);
        let compiled = compiled.scenario.ok_or(ProofError::NoScenario)?;
        let level = self.level.parse::<Level>().map_err(|error| ProofError::Level(error.to_string()))?;
        let setup = Setup::of(compiled, self.seed).at_level(level);
        let played = line::play_line(setup, Team(self.side), &self.steps)
            .map_err(|reason| ProofError::Line(reason.to_string()))?;
        match (played.trouble, played.outcome) {
            (Some(trouble), _) => Err(ProofError::Line(trouble.to_string())),
            (None, Outcome::Won) => Ok(()),
            (None, _) => Err(ProofError::NotWon),
        }
    }
}

pub(crate) fn check(folder: &Path, library: &Library) -> Diagnostics {
    let mut found = Diagnostics::new();
    for scenario in library.names_of(AssetType::Scenario) {
        let path = Proof::path(folder, scenario);
        if !path.is_file() {
            continue;
        }
        let outcome = Proof::read(&path).and_then(|proof| proof.replay(library, scenario));
        if let Err(reason) = outcome {
            let file = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let help = format!("run `foretoken solve {scenario} --save` to find another solution");
            let broken = Diagnostic::error("broken-proof", format!("the solution is no longer valid: {reason}"));
            found.push(broken.file(file).help(help));
        }
    }
    for file in orphans(folder, library) {
        let words = "there is no scenario of this name";
        found.push(Diagnostic::warning("proof-of-nothing", words).file(file));
    }
    found
}

fn orphans(folder: &Path, library: &Library) -> Vec<String> {
    let scenarios = AssetType::Scenario.folder();
    let entries = std::fs::read_dir(folder.join(scenarios)).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let proofs = names.filter_map(|name| name.strip_suffix(ENDING).map(str::to_owned));
    let mut orphans: Vec<String> = proofs.filter(|name| library.scenario(name).is_none()).collect();
    orphans.sort();
    orphans.into_iter().map(|name| format!("{scenarios}/{name}{ENDING}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::KindRegistry;
    use foretoken_action_assets::painting::Side;

    /// A proof has unit numbers, path steps and relative cells, so it stays valid when a map grows or shrinks.
    #[test]
    fn a_proof_goes_along_with_a_resize() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil");
        let shipped = Library::load_folder(&folder, KindRegistry::core());
        let mut proofs = 0;
        for scenario in shipped.names_of(AssetType::Scenario) {
            let Ok(proof) = Proof::read(&Proof::path(&folder, scenario)) else { continue };
            for side in [Side::North, Side::West, Side::South, Side::East] {
                let mut library = shipped.clone();
                let drawn = library.asset(AssetType::Scenario, scenario).cloned();
                let mut map = drawn.and_then(|drawn| drawn.painting(&library)).expect("a map");
                assert!(map.resize(side, true));
                library.put(scenario, map.into_asset());
                assert!(proof.replay(&library, scenario).is_ok(), "{scenario}: {side:?}");
            }
            proofs += 1;
        }
        assert!(proofs > 0);
    }
}
