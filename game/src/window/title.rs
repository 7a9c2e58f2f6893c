//! The title screen: go on, the scenarios with a picture of each, the editor, recorded battles, the settings.

use super::hud::{Hud, Look, pages};
use crate::content::ScenarioInfo;
use imgui::{Condition, TextureId, WindowFlags};
use std::path::PathBuf;

/// What the title screen knows.
#[derive(Debug, Default)]
pub struct Title {
    /// The scenarios, with their pictures once they are made.
    pub scenarios: Vec<(ScenarioInfo, Option<TextureId>)>,
    /// The battle that was left last.
    pub left: Option<PathBuf>,
    /// Recorded battles, the last first.
    pub records: Vec<PathBuf>,
    /// The list of records is open.
    pub choosing_record: bool,
    /// The settings are open.
    pub settings: bool,
    /// What to tell.
    pub message: String,
    /// The scenario under the cursor, for keys and game pads.
    pub at: usize,
}

/// What was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// A scenario.
    Scenario(String),
    /// A recorded battle, to go on with.
    Resume(PathBuf),
    /// A recorded battle, to look at.
    Watch(PathBuf),
    /// The editor.
    Editor,
    /// To leave.
    Quit,
}

/// Draws it.
pub fn draw(hud: &mut Hud<'_>, title: &mut Title, still: bool) -> Option<Chosen> {
    let (ui, s) = (hud.ui, hud.s);
    if let Some(logo) = pages::logo_frame(hud.art, hud.time, still) {
        let scale = hud.whole((hud.size[0] / logo.w as f32 * 0.5).min(hud.size[1] / logo.h as f32 * 0.2));
        let (w, h) = (logo.w as f32 * scale, logo.h as f32 * scale);
        let left = ((hud.size[0] - w) / 2.0).round();
        let top = (24.0 * s).round();
        hud.image(&ui.get_background_draw_list(), logo, [left, top], [left + w, top + h], [1.0; 4]);
    }
    let logo_room = hud.size[1] * 0.24;
    let mut chosen = None;
    let bar = [hud.size[0] / 2.0, hud.size[1] - 16.0 * s];
    hud.panel("title/bar", bar, [0.5, 1.0], |hud| {
        if !title.message.is_empty() {
            hud.wrapped("white", 700.0 * s, &title.message);
        }
        if title.left.is_some()
            && hud.button("title/continue", Some("play"), "Continue", Look { pulse: true, ..Look::default() })
        {
            chosen = title.left.clone().map(Chosen::Resume);
        }
        if title.left.is_some() {
            hud.ui.same_line();
        }
        if hud.button("title/editor", Some("editor"), "Editor", Look::default()) {
            chosen = Some(Chosen::Editor);
        }
        hud.ui.same_line();
        if hud.button(
            "title/replays",
            Some("log"),
            "Recorded battles",
            Look { enabled: !title.records.is_empty(), ..Look::default() },
        ) {
            title.choosing_record = !title.choosing_record;
        }
        hud.ui.same_line();
        if hud.button("title/settings", Some("settings"), "Settings", Look::default()) {
            title.settings = !title.settings;
        }
        hud.ui.same_line();
        if hud.button("title/quit", Some("quit"), "Quit", Look::default()) {
            chosen = Some(Chosen::Quit);
        }
    });
    let flags = WindowFlags::NO_DECORATION
        | WindowFlags::NO_BACKGROUND
        | WindowFlags::NO_MOVE
        | WindowFlags::NO_SAVED_SETTINGS
        | WindowFlags::NO_DOCKING;
    let flags = (flags - WindowFlags::NO_SCROLLBAR) | WindowFlags::NO_BRING_TO_FRONT_ON_FOCUS;
    let card = [280.0 * s, 150.0 * s];
    let columns = ((hud.size[0] - 40.0 * s) / (card[0] + 24.0 * s)).floor().clamp(1.0, 3.0) as usize;
    let width = columns as f32 * (card[0] + 24.0 * s) + 24.0 * s;
    let height = (hud.size[1] - logo_room - 90.0 * s).max(100.0 * s);
    let window = ui.window("title/scenarios").position([(hud.size[0] - width) / 2.0, logo_room], Condition::Always);
    window.size([width, height], Condition::Always).flags(flags).build(|| {
        for (index, (info, picture)) in title.scenarios.iter().enumerate() {
            if index % columns > 0 {
                ui.same_line_with_spacing(0.0, 20.0 * s);
            }
            if scenario(hud, info, *picture, card, index == title.at) {
                chosen = Some(Chosen::Scenario(info.name.clone()));
            }
        }
    });
    if title.choosing_record {
        chosen = chosen.or(records(hud, title));
    }
    chosen
}

/// A card: picture, title, and what it is about.
fn scenario(hud: &mut Hud<'_>, info: &ScenarioInfo, picture: Option<TextureId>, card: [f32; 2], marked: bool) -> bool {
    let (ui, s) = (hud.ui, hud.s);
    let group = ui.begin_group();
    let high = card[1] + 58.0 * s;
    let pressed = ui.invisible_button(format!("##scenario {}", info.name), [card[0], high]);
    hud.spots.item(ui, format!("scenario/{}", info.name));
    let hovered = ui.is_item_hovered();
    let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
    let list = ui.get_window_draw_list();
    list.add_rect(min, max, hud.colour("night", 0.95)).filled(true).rounding(5.0 * s).build();
    if let Some(texture) = picture {
        list.add_image_rounded(texture, [min[0] + 3.0, min[1] + 3.0], [max[0] - 3.0, min[1] + card[1]], 4.0 * s)
            .build();
    }
    let rim = if hovered || marked { hud.colour("light", 1.0) } else { hud.colour("slate", 1.0) };
    list.add_rect(min, max, rim).rounding(5.0 * s).thickness(if hovered { 2.0 } else { 1.0 }).build();
    let font = ui.push_font(hud.fonts.large);
    list.add_text([min[0] + 10.0 * s, min[1] + card[1] + 4.0 * s], hud.colour("light", 1.0), &info.title);
    let line = ui.text_line_height();
    font.pop();
    let clip = [max[0] - 6.0 * s, max[1]];
    list.with_clip_rect_intersect(min, clip, || {
        list.add_text(
            [min[0] + 10.0 * s, min[1] + card[1] + 6.0 * s + line],
            hud.colour("stone-light", 1.0),
            &info.note,
        );
    });
    hud.tip(&info.note);
    group.end();
    pressed
}

fn records(hud: &mut Hud<'_>, title: &mut Title) -> Option<Chosen> {
    let (ui, s) = (hud.ui, hud.s);
    let mut open = true;
    let mut chosen = None;
    let window = ui.window("Recorded battles").size([560.0 * s, 380.0 * s], Condition::Appearing);
    let window =
        window.position([hud.size[0] / 2.0, hud.size[1] / 2.0], Condition::Appearing).position_pivot([0.5, 0.5]);
    window
        .flags(WindowFlags::NO_COLLAPSE | WindowFlags::NO_SAVED_SETTINGS | WindowFlags::NO_DOCKING)
        .opened(&mut open)
        .build(|| {
            for path in &title.records {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if ui.button(format!("Watch##{name}")) {
                    chosen = Some(Chosen::Watch(path.clone()));
                }
                hud.spots.item(ui, format!("watch/{name}"));
                ui.same_line();
                if ui.button(format!("Go on##{name}")) {
                    chosen = Some(Chosen::Resume(path.clone()));
                }
                ui.same_line();
                ui.text(&name);
            }
        });
    title.choosing_record = open;
    chosen
}
