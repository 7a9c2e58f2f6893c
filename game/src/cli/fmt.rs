//! `fmt`: assets in their canonical form.

use super::{Found, print};
use anyhow::Context;
use foretoken_action_assets::assets::fmt_text;
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};

/// Bring assets into their canonical form.
#[derive(Debug, clap::Args)]
pub(super) struct Fmt {
    /// Files or folders; all packs if none is given.
    paths: Vec<PathBuf>,
    /// Change nothing; say which files differ.
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let roots = if self.paths.is_empty() { vec![content.root().to_owned()] } else { self.paths.clone() };
        let mut files = Vec::new();
        for root in &roots {
            collect(root, &mut files).with_context(|| format!("cannot read {}", root.display()))?;
        }
        files.sort();
        let registry = content.registry()?;
        let mut found = Found::Fine;
        for file in files {
            let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            match fmt_text(&file.to_string_lossy(), &text, &registry) {
                Ok(formatted) if formatted == text => {}
                Ok(_) if self.check => {
                    found = Found::Problems;
                    print(&format!("{} is not in canonical form\n", file.display()))?;
                }
                Ok(formatted) => {
                    crate::files::replace(&file, formatted.as_bytes())?;
                    print(&format!("{} formatted\n", file.display()))?;
                }
                Err(faults) => {
                    found = Found::Problems;
                    print(&faults.render())?;
                }
            }
        }
        Ok(found)
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !std::fs::metadata(path)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        // Links are not followed: a folder that leads back into itself would never end.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), files)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|extension| extension == "ron") {
            files.push(entry.path());
        }
    }
    Ok(())
}
