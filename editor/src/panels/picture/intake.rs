//! PNG import: the file is read and fitted in the background and then replaces the pose.

use super::{Drawing, PicturePanel, name_of};
use crate::panels::PanelContext;
use crate::pixels::Grid;
use crate::pixels::import::{ImportError, bring_file};
use std::path::PathBuf;
use std::thread::JoinHandle;

#[derive(Debug)]
struct Reading {
    file: String,
    path: String,
    pose: String,
    thread: JoinHandle<Result<Grid, ImportError>>,
}

#[derive(Debug, Default)]
pub(super) struct Intake {
    typed: String,
    reading: Option<Reading>,
}

impl PicturePanel {
    pub(super) fn height_of_intake(&self, cx: &PanelContext<'_>) -> f32 {
        cx.ui.frame_height_with_spacing() + 2.0
    }

    pub(super) fn bring(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing, grid: &Grid) {
        let ui = cx.ui;
        let width = ui.calc_text_size("Import")[0] + 24.0;
        ui.set_next_item_width(ui.content_region_avail()[0] - width);
        let line = ui.input_text("##picture/file", &mut self.intake.typed).hint("PNG file to import");
        let entered = line.enter_returns_true(true).build();
        cx.spot("picture/file", "Path of a PNG file. It is scaled to the size of the pose, and its colours are replaced by those of the palette.");
        ui.same_line();
        let none = ui.begin_disabled(self.intake.typed.trim().is_empty() || self.intake.reading.is_some());
        let pressed = ui.button("Import##picture/import");
        cx.spot("picture/import", "Replaces the shown pose by the PNG file. Undo restores the pose.");
        none.end();
        let Some(frame) = drawing.sheet.frames().get(self.pose).filter(|_| entered || pressed) else { return };
        if self.intake.reading.is_some() || self.intake.typed.trim().is_empty() {
            return;
        }
        let file = self.intake.typed.trim().trim_matches('"').to_owned();
        let (from, size, palette) = (PathBuf::from(&file), grid.size(), drawing.palette.clone());
        let thread = std::thread::spawn(move || bring_file(&from, size, &palette));
        self.intake.reading = Some(Reading { file, path: drawing.path.clone(), pose: frame.name.clone(), thread });
    }

    pub(super) fn take_in(&mut self, cx: &mut PanelContext<'_>) {
        let Some(reading) = self.intake.reading.take_if(|reading| reading.thread.is_finished()) else { return };
        let Reading { file, path, pose, thread } = reading;
        let name =
            PathBuf::from(&file).file_name().map_or_else(|| file.clone(), |name| name.to_string_lossy().into_owned());
        let grid = match thread.join() {
            Ok(Ok(grid)) => grid,
            Ok(Err(error)) => return cx.model.tell(format!("{name} was not imported: {error}.")),
            Err(_) => return cx.model.tell(format!("{name} was not imported: it could not be decoded.")),
        };
        let text = cx.model.art(cx.host, &path).map(crate::pixels::Sheet::read);
        let at = text.as_ref().and_then(|sheet| sheet.frames().iter().position(|frame| frame.name == pose));
        let (Some(mut sheet), Some(at)) = (text, at) else {
            return cx.model.tell(format!("{name} was not imported: the pose no longer exists."));
        };
        sheet.set(at, &grid);
        let label = format!("{}: {name}", name_of(&path));
        cx.model.edit_art(cx.host, &label, "", vec![(path, Some(sheet.text()))]);
        cx.model.tell(format!(
            "{name} was imported with the palette's colours, {} by {} pixels.",
            grid.size().0,
            grid.size().1
        ));
    }
}
