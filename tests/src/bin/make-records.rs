//! Makes the recorded battles under `tests/records` that are not there: one of each shipped scenario, and one that takes
//! back, forks and has its assets exchanged on the way. Those that are there are never made anew, for they prove that rules
//! stay what they are: `cargo run -p foretoken-tests --bin make-records`.

use foretoken_action_assets::{KindRegistry, Library, assets::AssetType};
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_vm::state::Renames;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let content = Content::find(Some(&root.join("../assets")))?;
    let folder = root.join("records");
    std::fs::create_dir_all(&folder)?;
    for info in content.scenarios("vigil")? {
        let path = folder.join(format!("{}.battle", info.name));
        if path.exists() {
            continue;
        }
        let mut session = Session::start(content.setup(&info.name, None)?.setup, Some(&path))?;
        while session.outcome() == 0 {
            session.decide_rest_by_planner();
            session.commit();
        }
    }
    forked(&content, &folder.join("taken-back-forked-and-patched.battle"))
}

/// A battle with everything that a record can hold.
fn forked(content: &Content, path: &Path) -> Result<(), Box<dyn Error>> {
    if path.exists() {
        return Ok(());
    }
    let ready = content.setup("turned-blades", None)?;
    let mut library = Library::from_canonical_text(&ready.setup.assets, KindRegistry::core());
    let mut session = Session::start(ready.setup, Some(path))?;
    session.decide_rest_by_planner();
    session.undo()?;
    session.decide_rest_by_planner();
    session.commit();
    session.undo()?;
    session.commit();
    session.decide_rest_by_planner();
    session.commit();
    session.rewind(2).expect("it goes back");
    session.decide_rest_by_planner();
    session.commit();
    // From here on shoves push two cells.
    let path = AssetType::Action.path("shove");
    let shove = library.action("shove").ok_or("there is a shove")?;
    let text = foretoken_action_assets::write_asset(&mut shove.clone()).replace("label: \"shove\"", "distance: 2");
    library.reload(&path, Some(text.as_bytes()));
    let book = library.compile("turned-blades").0.ok_or("it still compiles")?;
    session.exchange_assets(Arc::new(book), library.canonical_text(), &Renames::default())?;
    while session.outcome() == 0 {
        session.decide_rest_by_planner();
        session.commit();
    }
    Ok(())
}
