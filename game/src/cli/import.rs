//! `import`: a map of the Tiled editor as a scenario.

use super::{Found, print};
use crate::escape;
use anyhow::{Context, bail};
use foretoken_action_assets::{AnyAsset, store, tiled};
use std::io::{self, Write};
use std::path::PathBuf;

/// Make a scenario of a map of the Tiled editor.
#[derive(Debug, clap::Args)]
pub(super) struct Import {
    /// The map, a `.tmx` file; its tilesets and templates lie in its folder.
    map: PathBuf,
    /// The scenario's file, such as `assets/PACK/scenarios/NAME.ron`; else it is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Take the place of a file that is there.
    #[arg(long, requires = "out")]
    force: bool,
}

impl Import {
    pub(super) fn run(&self) -> anyhow::Result<Found> {
        if let Some(out) = self.out.as_ref().filter(|out| !self.force && out.exists()) {
            bail!("{} is there already; --force takes its place", out.display());
        }
        let imported = tiled::import(&self.map)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MAP: &str = r#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
 <tileset firstgid="1" tilewidth="8" tileheight="8" tilecount="1" columns="1"><tile id="0" type="wall"/></tileset>
 <layer name="ground" width="2" height="1"><data encoding="csv">1,0</data></layer>
</map>"#;

    #[test]
    fn a_scenario_is_written_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (map, out) = (folder.path().join("a.tmx"), folder.path().join("scenarios/a.ron"));
        fs::write(&map, MAP).expect("written");
        let import = |force| Import { map: map.clone(), out: Some(out.clone()), force };
        assert_eq!(import(false).run().expect("it is read"), Found::Fine);
        let text = fs::read_to_string(&out).expect("it is written");
        assert!(text.contains(r##""#.","##), "{text}");
        assert!(import(false).run().is_err(), "it is there already");
        assert!(import(true).run().is_ok());
    }
}
