//! PNG import: a typed, completed or dropped file is read and fitted in the background. A whole picture replaces the shown
//! pose; slices of a sheet become poses. The palette can grow.

use super::{Drawing, PALETTE, PicturePanel, name_of};
use crate::panels::PanelContext;
use crate::pixels::import::{Brought, ImportError, bring_file};
use crate::pixels::{Grid, Sheet, Slicing};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// Most files that are offered for a typed path.
const OFFERED: usize = 6;
const SLICES: &str = "picture/slices";

#[derive(Debug)]
struct Reading {
    file: String,
    path: String,
    pose: String,
    thread: JoinHandle<Result<Brought, ImportError>>,
}

#[derive(Debug)]
pub(super) struct Intake {
    typed: String,
    slicing: Slicing,
    grows: bool,
    /// Files that begin with a typed path.
    offered: (String, Vec<String>),
    /// File that replaces the typed path once its field has no keyboard, because a field keeps its own text until then.
    completed: Option<String>,
    reading: Option<Reading>,
}

impl Default for Intake {
    fn default() -> Self {
        let (typed, slicing) = (String::new(), Slicing::WHOLE);
        Self { typed, slicing, grows: false, offered: Default::default(), completed: None, reading: None }
    }
}

impl PicturePanel {
    pub(super) fn height_of_intake(&self, cx: &PanelContext<'_>) -> f32 {
        cx.ui.frame_height_with_spacing() + 2.0
    }

    pub(super) fn bring(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing, grid: &Grid) {
        let ui = cx.ui;
        if let Some(file) = cx.shared.dropped.take() {
            self.intake.typed = file.to_string_lossy().into_owned();
        }
        let width = ui.calc_text_size("ImportSlices...")[0] + 48.0;
        ui.set_next_item_width((ui.content_region_avail()[0] - width).max(60.0));
        let line = ui.input_text("##picture/file", &mut self.intake.typed).hint("PNG file: type, or drop it here");
        let entered = line.enter_returns_true(true).build();
        let is_typing = ui.is_item_active();
        if let Some(completed) = self.intake.completed.take_if(|_| !is_typing) {
            self.intake.typed = completed;
        }
        cx.spot("picture/file", "Path of a PNG file. It is scaled to the size of the pose, and its colours are replaced by those of the palette.");
        let above = ui.item_rect_min();
        ui.same_line();
        let none = ui.begin_disabled(self.intake.typed.trim().is_empty() || self.intake.reading.is_some());
        let pressed = ui.button("Import##picture/import");
        cx.spot("picture/import", "Replaces the shown pose by the PNG file. Undo restores the pose.");
        none.end();
        ui.same_line();
        if ui.button("Slices...") {
            ui.open_popup(SLICES);
        }
        cx.spot(SLICES, "Cuts a sheet into frames, and lets the palette grow.");
        self.slices(cx);
        self.offer(cx, above, is_typing);
        let Some(frame) = drawing.sheet.frames().get(self.pose).filter(|_| entered || pressed) else { return };
        if self.intake.reading.is_some() || self.intake.typed.trim().is_empty() {
            return;
        }
        let file = self.intake.typed.trim().trim_matches('"').to_owned();
        let (from, size, palette) = (PathBuf::from(&file), grid.size(), drawing.palette.clone());
        let (slicing, grows) = (self.intake.slicing, self.intake.grows);
        let thread = std::thread::spawn(move || bring_file(&from, slicing, size, &palette, grows));
        self.intake.reading = Some(Reading { file, path: drawing.path.clone(), pose: frame.name.clone(), thread });
    }

    /// Draws the fields of the slicing.
    fn slices(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let Some(popup) = ui.begin_popup(SLICES) else { return };
        let Slicing { cell, offset, spacing } = &mut self.intake.slicing;
        for (label, doc, pair) in [
            ("frame", "Width and height of a frame in pixels; 0 for the whole picture.", cell),
            ("offset", "Distance of the first frame from the upper left corner, in pixels.", offset),
            ("spacing", "Distance between two frames, in pixels.", spacing),
        ] {
            for (axis, side) in [("across", &mut pair.0), ("down", &mut pair.1)] {
                ui.set_next_item_width(ui.current_font_size() * 4.0);
                ui.input_scalar(format!("##{label}/{axis}"), side).build();
                cx.spot(format!("picture/slices/{label}/{axis}"), doc);
                ui.same_line();
            }
            ui.text(label);
        }
        ui.checkbox("add missing colours to the palette", &mut self.intake.grows);
        cx.spot(
            "picture/slices/grows",
            "Adds the most frequent colours of the picture that the palette lacks, up to 32.",
        );
        cx.within_popup();
        popup.end();
    }

    /// Offers files that begin with the typed path.
    fn offer(&mut self, cx: &mut PanelContext<'_>, above: [f32; 2], is_typing: bool) {
        let typed = self.intake.typed.trim();
        if self.intake.offered.0 != typed {
            self.intake.offered = (typed.to_owned(), completions(typed));
        }
        let offered = &self.intake.offered.1;
        if offered.is_empty() || offered.iter().any(|file| file == typed) {
            return;
        }
        let ui = cx.ui;
        let flags = imgui::WindowFlags::NO_DECORATION
            | imgui::WindowFlags::NO_DOCKING
            | imgui::WindowFlags::NO_SAVED_SETTINGS
            | imgui::WindowFlags::NO_FOCUS_ON_APPEARING
            | imgui::WindowFlags::ALWAYS_AUTO_RESIZE;
        let window = ui.window("##picture/offered").flags(flags).position(above, imgui::Condition::Always);
        let window = window.position_pivot([0.0, 1.0]);
        let mut chosen = None;
        let Some(window) = window.begin() else { return };
        for (index, file) in offered.iter().enumerate() {
            if ui.selectable(file) {
                chosen = Some(file.clone());
            }
            cx.widget_rects.item(ui, format!("picture/offered/{index}"));
        }
        window.end();
        // Tab takes the first file.
        if is_typing && ui.is_key_pressed(imgui::Key::Tab) {
            self.intake.completed = offered.first().cloned();
        }
        if let Some(chosen) = chosen {
            self.intake.typed = chosen;
        }
    }

    pub(super) fn take_in(&mut self, cx: &mut PanelContext<'_>) {
        let Some(reading) = self.intake.reading.take_if(|reading| reading.thread.is_finished()) else { return };
        let Reading { file, path, pose, thread } = reading;
        let name =
            PathBuf::from(&file).file_name().map_or_else(|| file.clone(), |name| name.to_string_lossy().into_owned());
        let brought = match thread.join() {
            Ok(Ok(brought)) => brought,
            Ok(Err(error)) => return cx.model.tell(format!("{name} was not imported: {error}.")),
            Err(_) => return cx.model.tell(format!("{name} was not imported: it could not be decoded.")),
        };
        let sheet = cx.model.art(cx.host, &path).map(Sheet::read);
        let is_there = |sheet: &Sheet| sheet.frames().iter().any(|frame| frame.name == pose);
        let Some(mut sheet) = sheet.filter(is_there) else {
            return cx.model.tell(format!("{name} was not imported: the pose no longer exists."));
        };
        let size = brought.frames.first().map_or((0, 0), Grid::size);
        for (index, grid) in brought.frames.iter().enumerate() {
            let pose = numbered(&pose, index);
            match sheet.frames().iter().position(|frame| frame.name == pose) {
                Some(at) => sheet.set(at, grid),
                None => _ = sheet.add(&pose, grid),
            }
        }
        let label = format!("{}: {name}", name_of(&path));
        let palette = brought.palette.map(|palette| (PALETTE.to_owned(), Some(palette.text())));
        let changes = [(path, Some(sheet.text()))].into_iter().chain(palette).collect();
        cx.model.edit_art(cx.host, &label, "", changes);
        let poses = match brought.frames.len() {
            1 => String::new(),
            count => format!(" as {count} poses"),
        };
        cx.model
            .tell(format!("{name} was imported{poses} with the palette's colours, {} by {} pixels.", size.0, size.1));
    }
}

/// Returns the name of a pose of an animation: `idle`, `idle2`, `idle3`.
fn numbered(pose: &str, index: usize) -> String {
    if index == 0 { pose.to_owned() } else { format!("{}{}", super::preview::stem(pose), index + 1) }
}

/// Returns the folders and PNG files that begin with a typed path.
fn completions(typed: &str) -> Vec<String> {
    let Some(at) = typed.rfind(['/', '\\']) else { return Vec::new() };
    let (folder, start) = typed.split_at(at + 1);
    let Ok(entries) = std::fs::read_dir(Path::new(folder)) else { return Vec::new() };
    let mut found: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| name.starts_with(start))?;
            let is_folder = entry.path().is_dir();
            let is_picture = name.to_lowercase().ends_with(".png");
            (is_folder || is_picture).then(|| format!("{folder}{name}{}", if is_folder { "/" } else { "" }))
        })
        .collect();
    found.sort();
    found.truncate(OFFERED);
    found
}
