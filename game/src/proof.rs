//! Proofs that a scenario can be won: a line of decisions beside the scenario, as `solve --save` wrote it, which `check` plays.

use anyhow::Context;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Diagnostic, Diagnostics, Library, store};
use foretoken_preview::Level;
use foretoken_session::line::{self, LineStep};
use foretoken_session::referee::Setup;
use foretoken_vm::{Outcome, Team};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What the names of proofs end with, behind their scenario's. Not `.ron`, so no pack takes one for an asset.
const ENDING: &str = ".proof.json";
/// Larger files are no proofs.
const MAX_BYTES: u64 = 1 << 20;

/// Why a proof proves nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProofError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The file is larger than a proof.
    #[error("the file has {0} bytes; a proof has {MAX_BYTES} at most")]
    TooLarge(u64),
    /// The text is no proof.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The scenario has faults.
    #[error("its scenario does not compile")]
    NoScenario,
    /// There is no such level.
    #[error("{0}")]
    Level(String),
    /// A step of the line cannot be played.
    #[error("{0}")]
    Line(String),
    /// The line ends without a win.
    #[error("it does not win any more")]
    NotWon,
}

/// What was proved, and the line that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Proof {
    /// The side that wins.
    pub side: u8,
    /// The battle's seed and the level of those that it wins against.
    pub seed: u64,
    pub level: String,
    /// Rounds that were searched, and whether any reply was.
    pub rounds: i32,
    pub against: String,
    /// Classes of winning ends, where those were counted, and whether every line within the rounds was looked at.
    pub ends: Option<usize>,
    pub whole: bool,
    /// Hash of the state at the line's end.
    pub hash: String,
    /// The line.
    pub steps: Vec<LineStep>,
}

impl Proof {
    /// The file of a scenario's proof in a pack's folder.
    pub(crate) fn path(pack: &Path, scenario: &str) -> PathBuf {
        pack.join(Self::name(scenario))
    }

    fn name(scenario: &str) -> String {
        let file = AssetType::Scenario.path(scenario);
        format!("{}{ENDING}", file.strip_suffix(".ron").unwrap_or(&file))
    }

    /// Writes it beside its scenario. Returns where.
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

    /// Plays it on a library; the error says why it proves nothing any more.
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

/// What is wrong with the proofs of a pack.
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
            let help = format!("`foretoken solve {scenario} --save` looks for another");
            let broken = Diagnostic::error("broken-proof", format!("this proves nothing any more: {reason}"));
            found.push(broken.file(file).help(help));
        }
    }
    for file in orphans(folder, library) {
        let words = "there is no scenario of this name, so it proves nothing";
        found.push(Diagnostic::warning("proof-of-nothing", words).file(file));
    }
    found
}

/// Proofs beside which no scenario lies, in order.
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

    /// A proof tells units by their numbers, ways by their steps, and cells by how far they are off, so that it goes along
    /// where a map grows or shrinks.
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
