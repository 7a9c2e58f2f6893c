//! `import`: a map of the Tiled editor as a scenario.

use super::packs::is_pack;
use super::{Found, print};
use crate::escape;
use anyhow::{Context, bail};
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{AnyAsset, Library, store, tiled};
use foretoken_session::content::Content;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Make a scenario of a map of the Tiled editor.
#[derive(Debug, clap::Args)]
pub(super) struct Import {
    /// The map, a `.tmx` file; its tilesets and templates lie in its folder.
    map: PathBuf,
    /// The folder in which the map and its tilesets and templates lie; else the map's own folder.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// The scenario's file, such as `assets/PACK/scenarios/NAME.ron`; else it is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Take the place of a file that is there.
    #[arg(long, requires = "out")]
    force: bool,
}

impl Import {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        if let Some(out) = self.out.as_ref().filter(|out| !self.force && is_taken(out)) {
            bail!("{} is there already; --force takes its place", out.display());
        }
        let footprints = self.out.as_deref().map(|out| footprints(content, out)).transpose()?.unwrap_or_default();
        let options = tiled::Options { root: self.root.clone(), footprints };
        let imported = tiled::import(&self.map, &options)?;
        let mut told = String::new();
        for warning in &imported.warnings {
            told.push_str(&format!("warning: {warning}\n"));
        }
        // What is printed may be piped into a file, so warnings go beside it.
        io::stderr().write_all(escape::printable(&told).as_bytes())?;
        let text = AnyAsset::Scenario(imported.scenario).to_text();
        match &self.out {
            Some(out) => {
                store::replace(out, text.as_bytes()).with_context(|| format!("cannot write {}", out.display()))?;
            }
            None => print(&text)?,
        }
        Ok(Found::Fine)
    }
}

/// Tells whether something is at a path, also a link that leads nowhere.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Reads how many cells the units of the pack stand on to which a scenario is written.
fn footprints(content: &Content, out: &Path) -> anyhow::Result<tiled::Footprints> {
    let pack = out.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "scenarios"));
    let Some(pack) = pack.and_then(Path::parent).filter(|pack| is_pack(pack)) else { return Ok(BTreeMap::new()) };
    let library = Library::load_folder(pack, content.registry()?);
    let size = |name: &str| library.unit(name).map(|unit| (name.to_owned(), (unit.width, unit.depth)));
    Ok(library.names_of(AssetType::Unit).filter_map(size).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MAP: &str = r#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
 <tileset firstgid="1" tilewidth="8" tileheight="8" tilecount="1" columns="1"><tile id="0" type="wall"/></tileset>
 <layer name="ground" width="2" height="1"><data encoding="csv">1,0</data></layer>
</map>"#;

    fn import(map: &Path, out: &Path, force: bool) -> anyhow::Result<Found> {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let import = Import { map: map.to_owned(), root: None, out: Some(out.to_owned()), force };
        import.run(&Content::find(Some(&assets)).expect("content"))
    }

    #[test]
    fn a_scenario_is_written_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (map, out) = (folder.path().join("a.tmx"), folder.path().join("scenarios/a.ron"));
        fs::write(&map, MAP).expect("written");
        assert_eq!(import(&map, &out, false).expect("it is read"), Found::Fine);
        let text = fs::read_to_string(&out).expect("it is written");
        assert!(text.contains(r##""#.","##), "{text}");
        assert!(import(&map, &out, false).is_err(), "it is there already");
        assert!(import(&map, &out, true).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let (map, link) = (folder.path().join("a.tmx"), folder.path().join("link.ron"));
        fs::write(&map, MAP).expect("written");
        std::os::unix::fs::symlink("there.ron", &link).expect("linked");
        assert!(import(&map, &link, false).is_err(), "a link that leads nowhere is there, too");
        assert!(import(&map, &link, true).is_err(), "it leads nowhere");
        let there = folder.path().join("there.ron");
        fs::write(&there, "").expect("written");
        assert!(import(&map, &link, true).is_ok());
        assert!(fs::symlink_metadata(&link).expect("it").is_symlink());
        assert!(fs::read_to_string(&there).expect("it").contains("Scenario"));
    }

    /// The pack that a scenario is written to tells how many cells its units stand on.
    #[test]
    fn units_of_several_cells_are_those_of_the_pack() {
        let folder = tempfile::tempdir().expect("a folder");
        let object = r#"<objectgroup><object type="bulk" x="0" y="0" width="16" height="8"/></objectgroup></map>"#;
        let map = folder.path().join("a.tmx");
        fs::write(&map, MAP.replace("</map>", object)).expect("written");
        fs::create_dir_all(folder.path().join("pack/units")).expect("made");
        fs::write(folder.path().join("pack/units/bulk.ron"), "Unit(width: 2)").expect("written");
        let out = folder.path().join("pack/scenarios/a.ron");
        assert_eq!(import(&map, &out, false).expect("it is read"), Found::Fine);
        assert!(fs::read_to_string(&out).expect("it").contains(r#""b.","#));
    }
}
