//! `import`: converts Tiled and LDtk maps to scenarios.

use super::output::{Found, print};
use super::packs::is_pack;
use crate::escape;
use anyhow::{Context, bail};
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{AnyAsset, Library, store, tiled};
use foretoken_session::content::Content;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Convert a Tiled or LDtk map to a scenario
#[derive(Debug, clap::Args)]
#[command(after_help = "A map from another game needs a mapping:\n  \
    foretoken import MAP.tmx --explain --out map.ron\n  \
    (replace each `?` in map.ron by a terrain or a unit)\n  \
    foretoken import MAP.tmx --map-to map.ron --out assets/PACK/scenarios/NAME.ron")]
pub(super) struct Import {
    /// Map file: `.tmx` or `.tmj` of Tiled, `.ldtk` of LDtk; it can use files of its folder
    map: PathBuf,
    /// Folder that contains the map and all its files; the map's folder by default
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Mapping file, which assigns meanings to the map's layers, tiles and objects
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    map_to: Option<PathBuf>,
    /// Write an initial mapping file to edit, instead of a scenario
    #[arg(long)]
    explain: bool,
    /// Level of an LDtk project with several levels
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// Pack of the mapping's terrains and units; the pack of `--out` by default
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    /// Output file, such as `assets/PACK/scenarios/NAME.ron`; standard output by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "out")]
    force: bool,
}

impl Import {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        if let Some(out) = self.out.as_ref().filter(|out| !self.force && is_taken(out)) {
            bail!("{} exists already; --force overwrites it", out.display());
        }
        let library = self.library(content)?;
        let mut options = tiled::Options { root: self.root.clone(), level: self.level.clone(), ..Default::default() };
        if let Some(library) = &library {
            let size = |name: &str| library.unit(name).map(|unit| (name.to_owned(), (unit.width, unit.depth)));
            options.footprints = library.names_of(AssetType::Unit).filter_map(size).collect();
            options.terrains = library.names_of(AssetType::Terrain).map(str::to_owned).collect();
        }
        if self.explain {
            return self.explain(&options);
        }
        let mut told = Vec::new();
        if let Some(file) = &self.map_to {
            let mapping = tiled::MappingFile::read(&file.display().to_string(), &read(file)?)?;
            if let Some(library) = &library {
                told.extend(unknown(&mapping, library));
            }
            options.mapping = Some(mapping);
        }
        let imported = tiled::import(&self.map, &options)?;
        told.extend(imported.warnings);
        warn(&told)?;
        self.write(&AnyAsset::Scenario(imported.scenario).to_text())?;
        Ok(Found::Fine)
    }

    fn explain(&self, options: &tiled::Options) -> anyhow::Result<Found> {
        let explained = tiled::explain(&self.map, options)?;
        if explained.left_out > 0 {
            warn(&[format!("too many rules; left out: {}", explained.left_out)])?;
        }
        self.write(&explained.mapping.to_text())?;
        let file = self.out.as_deref().unwrap_or(Path::new("FILE")).display();
        let level = self.level.as_ref().map_or_else(String::new, |level| format!(" --level {level}"));
        let root = self.root.as_ref().map_or_else(String::new, |root| format!(" --root {}", root.display()));
        let next = format!(
            "Names to fill in: {}. Replace each `?` in {file} by a terrain or a unit, and delete the rules that you do \
             not need. Then:\n  foretoken import {}{level}{root} --map-to {file} --out assets/PACK/scenarios/NAME.ron\n",
            explained.open,
            self.map.display()
        );
        io::stderr().write_all(escape::printable(&next).as_bytes())?;
        Ok(Found::Fine)
    }

    fn write(&self, text: &str) -> anyhow::Result<()> {
        match &self.out {
            Some(out) => {
                store::replace(out, text.as_bytes()).with_context(|| format!("cannot write {}", out.display()))?;
            }
            None => print(text)?,
        }
        Ok(())
    }

    fn library(&self, content: &Content) -> anyhow::Result<Option<Library>> {
        if let Some(pack) = &self.pack {
            if !is_pack(pack) {
                bail!("{} is not a pack", pack.display());
            }
            return Ok(Some(Library::load_folder(pack, content.registry()?)));
        }
        let out = self.out.as_deref().and_then(Path::parent);
        let pack = out.filter(|folder| folder.file_name().is_some_and(|name| name == "scenarios"));
        let Some(pack) = pack.and_then(Path::parent).filter(|pack| is_pack(pack)) else { return Ok(None) };
        Ok(Some(Library::load_folder(pack, content.registry()?)))
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let cannot = || format!("cannot read {}", file.display());
    // Opening a pipe would block.
    if !file.metadata().with_context(cannot)?.is_file() {
        bail!("{} is not a regular file", file.display());
    }
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file).with_context(cannot)?;
    opened.take(tiled::MAX_MAPPING_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    Ok(bytes)
}

fn unknown(mapping: &tiled::MappingFile, library: &Library) -> Vec<String> {
    let type_of = |of: &str| match of {
        "terrain" => AssetType::Terrain,
        "surface" => AssetType::Surface,
        _ => AssetType::Unit,
    };
    let names = |of: &str| library.names_of(type_of(of)).map(str::to_owned).collect::<Vec<_>>();
    mapping.unknown(|of, name| library.names_of(type_of(of)).any(|known| known == name), names)
}

fn warn(warnings: &[String]) -> io::Result<()> {
    let told: String = warnings.iter().map(|warning| format!("warning: {warning}\n")).collect();
    io::stderr().write_all(escape::printable(&told).as_bytes())
}

fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
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
        let (root, map_to, level, pack) = (None, None, None, None);
        let (map, out) = (map.to_owned(), Some(out.to_owned()));
        let import = Import { map, root, map_to, explain: false, level, pack, out, force };
        import.run(&Content::open(&assets).expect("content"))
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

    #[test]
    fn a_mapping_is_written_and_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a.tmx"), MAP.replace("type=\"wall\"", "class=\"Mauer\"")).expect("written");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::open(&assets).expect("content");
        let run = |explain: bool, map_to: Option<&str>, out: &str| {
            let (root, level, pack) = (None, None, Some(assets.join("vigil")));
            let (map, map_to, out) = (path("a.tmx"), map_to.map(path), Some(path(out)));
            Import { map, root, map_to, explain, level, pack, out, force: false }.run(&content)
        };
        assert_eq!(run(true, None, "map.ron").expect("it is read"), Found::Fine);
        let mapping = fs::read_to_string(path("map.ron")).expect("it is written");
        let filled = mapping.replace(
            "class: \"Mauer\",\n            seen: 1,\n            terrain: \"?\"",
            "class: \"Mauer\", terrain: \"wall\"",
        );
        assert_ne!(filled, mapping);
        fs::write(path("map.ron"), filled).expect("written");
        assert_eq!(run(false, Some("map.ron"), "a.ron").expect("it is read"), Found::Fine);
        let text = fs::read_to_string(path("a.ron")).expect("it is written");
        assert!(text.contains(r##""#.","##), "{text}");
        fs::write(path("map.ron"), "Mapping(tils: [])").expect("written");
        let error = run(false, Some("map.ron"), "b.ron").expect_err("it is refused").to_string();
        assert!(error.contains("map.ron:1:9") && error.contains("did you mean `tiles`?"), "{error}");
        assert!(!path("b.ron").exists());
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
