//! `replay film`: renders a recorded battle to an animated GIF or PNG files, without a window.

use super::output::{Found, print};
use crate::window::film::{Order, STEP, WIDTHS};
use crate::window::{App, Driver, Start};
use anyhow::{Context, bail};
use foretoken_session::content::Content;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;

/// Arguments of `replay film`
#[derive(Debug, clap::Args)]
pub(super) struct Film {
    /// Record file
    file: PathBuf,
    /// Output `.gif` file, or folder with `--png`
    #[arg(long)]
    out: PathBuf,
    /// Write numbered PNG files instead of a GIF
    #[arg(long)]
    png: bool,
    /// First activation, from 1
    #[arg(long)]
    from: Option<usize>,
    /// Last activation
    #[arg(long)]
    to: Option<usize>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Width in pixels, 64 to 1280
    #[arg(long, default_value_t = WIDTHS.1)]
    width: u32,
}

const SIZE: (u32, u32) = (1280, 800);

impl Film {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let order = Order {
            out: self.out.clone(),
            as_png: self.png,
            span: (self.from, self.to),
            width: self.width,
            force: self.force,
        };
        order.check()?;
        let is_same = || Some(self.out.canonicalize().ok()? == self.file.canonicalize().ok()?);
        if is_same() == Some(true) {
            bail!("{}: this is the record itself; choose another file for the film", self.out.display());
        }
        let folder = self.out.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("{}: the folder does not exist", folder.display());
        }
        foretoken_session::record::open(&self.file).with_context(|| self.file.display().to_string())?;
        let start = Start { watch: Some(self.file.clone()), ..Start::default() };
        let mut driver = Driver::new(|| App::new(content.clone(), start), SIZE)?;
        driver.frames(3);
        if driver.app().replay().is_none() {
            bail!("{}: {}", self.file.display(), driver.app().told());
        }
        driver.runner.app.film(order)?;
        let bar = ProgressBar::new(1000);
        bar.set_style(ProgressStyle::with_template("{bar:40} {percent} %")?);
        while let Some(share) = driver.app().filmed() {
            bar.set_position((share * 1000.0) as u64);
            driver.frame(STEP);
        }
        bar.finish_and_clear();
        let told = driver.app().told().to_owned();
        let is_written = driver.app().is_film_written();
        print(&format!("{told}\n"))?;
        Ok(if is_written { Found::Fine } else { Found::Problems })
    }
}
