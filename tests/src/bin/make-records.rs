//! Creates missing recorded battles in `tests/records` from those of the previous rules version in
//! `tests/records/rules-N`. A battle that is unchanged under the current rules is copied; otherwise the planner replays
//! the scenario with the old assets. Existing records are never replaced, because they prove that rules are stable:
//! `cargo run -p foretoken-tests --bin make-records`.

use foretoken_session::content::Content;
use foretoken_session::record::{self, Entry};
use foretoken_session::{Session, Setup, saves};
use foretoken_vm::RULES_VERSION;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Content::open(&root.join("../assets"))?;
    let folder = root.join("records");
    let before = folder.join(format!("rules-{}", RULES_VERSION - 1));
    let mut old: Vec<_> = std::fs::read_dir(&before)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    old.sort();
    for old in old {
        let path = folder.join(old.file_name().unwrap_or_default());
        if !path.exists() {
            make(&content, &old, &path)?;
        }
    }
    Ok(())
}

/// Copies a battle, or replays its scenario if the rules change its course.
fn make(content: &Content, old: &Path, path: &Path) -> Result<(), Box<dyn Error>> {
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::open(old)?;
    std::fs::copy(old, path)?;
    match saves::rehash(content, path) {
        Ok(kept) => {
            std::fs::remove_file(kept)?;
            println!("{}: taken over", path.display());
        }
        Err(error) => {
            std::fs::remove_file(path)?;
            let start = &opened.start;
            let text = opened.entries.iter().find_map(|entry| match entry {
                Entry::Assets(text) => Some(text.clone()),
                _ => None,
            });
            let assets = text.ok_or("a record has its assets")?;
            let compiled = compile(&assets, &start.scenario).map_err(|error| error.to_string())?;
            let (pack, level) = (start.pack.clone(), opened.level());
            let setup = Setup { assets: assets.into(), pack, level, ..Setup::of(compiled, start.seed) };
            let mut session = Session::start(setup, Some(path))?;
            while session.outcome() == 0 {
                session.decide_rest_by_planner();
                session.commit();
            }
            println!("{}: played anew, for {error}", path.display());
        }
    }
    Ok(())
}
