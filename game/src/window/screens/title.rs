//! The title screen: go on, the scenarios with a picture of each, the editor, recorded battles, the settings.

mod records;

use crate::window::hud::pages::{self, PendingScales};
use crate::window::hud::{ButtonStyle, Hud};
use foretoken_session::content::ScenarioInfo;
use foretoken_session::saves::Kept;
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
    pub records: Vec<Kept>,
    /// What is open over it.
    pub over: Option<Over>,
    /// The record that is deleted if one says so once more.
    deleting: Option<PathBuf>,
    /// Sizes whose sliders are being moved.
    pub held: PendingScales,
    /// What to tell.
    pub message: String,
    /// The scenario under the cursor, for keys and game pads.
    pub at: usize,
    /// How many cards stand side by side.
    columns: usize,
    /// The cursor moved, so its card is to come into sight.
    moved: bool,
}

/// What may be open over the title screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The recorded battles.
    Records,
    /// The settings.
    Settings,
    /// The help page.
    Help,
    /// The question whether to leave.
    Leaving,
}

impl Title {
    /// Opens something, or closes it where it is open.
    pub fn toggle(&mut self, over: Over) {
        self.over = Some(over).filter(|_| self.over != Some(over));
    }

    /// The cursor goes along the cards, or by rows of them.
    pub fn walk(&mut self, along: i32, down: i32) {
        let (count, columns) = (self.scenarios.len() as i32, self.columns.max(1) as i32);
        if count == 0 {
            return;
        }
        let at = (self.at as i32).min(count - 1);
        let to = match down {
            0 => (at + along).rem_euclid(count),
            // From above a gap in the last row it goes to that row's end.
            1.. if at / columns < (count - 1) / columns => (at + columns).min(count - 1),
            ..0 if at >= columns => at - columns,
            _ => at,
        };
        (self.at, self.moved) = (to as usize, true);
    }
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
    /// A recorded battle, to delete.
    Delete(PathBuf),
    /// The editor.
    Editor,
    /// To leave.
    Quit,
}

/// Draws it.
pub fn draw(hud: &mut Hud<'_>, title: &mut Title, still: bool) -> Option<Chosen> {
    let (ui, s) = (hud.ui, hud.s);
    let mut top = 12.0 * s;
    if let Some(logo) = pages::logo_frame(hud.art, hud.time, still) {
        let scale = hud.whole((hud.size[0] / logo.w as f32 * 0.5).min(hud.size[1] / logo.h as f32 * 0.2));
        let (w, h) = (logo.w as f32 * scale, logo.h as f32 * scale);
        let left = ((hud.size[0] - w) / 2.0).round();
        let above = (hud.size[1] * 0.03).round();
        hud.image(&ui.get_background_draw_list(), logo, [left, above], [left + w, above + h], [1.0; 4]);
        top = 2.0 * above + h;
    }
    let (mut chosen, bar) = bar(hud, title);
    chosen = chosen.or(scenarios(hud, title, top, bar[1] - 10.0 * s));
    match title.over {
        Some(Over::Records) => chosen = chosen.or(records::draw(hud, title)),
        Some(Over::Leaving) => chosen = chosen.or(leaving(hud, title)),
        _ => {}
    }
    chosen
}

/// The question whether to leave.
fn leaving(hud: &mut Hud<'_>, title: &mut Title) -> Option<Chosen> {
    let mut chosen = None;
    let at = [hud.size[0] / 2.0, hud.size[1] * 0.42];
    let most = [hud.size[0] - 20.0 * hud.s, hud.size[1] * 0.8];
    hud.panel("title/leaving", at, [0.5, 0.5], most, |hud| {
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("white", "Leave Foretoken?");
        font.pop();
        if hud.button("leaving/leave", Some("quit"), "Leave", ButtonStyle { chosen: true, ..ButtonStyle::default() }) {
            chosen = Some(Chosen::Quit);
        }
        hud.ui.same_line();
        if hud.button("leaving/stay", Some("check"), "Stay", ButtonStyle::default()) {
            title.over = None;
        }
    });
    chosen
}

/// The buttons below: in one row, or in as many as they need. Returns what was chosen, and where the bar stands.
fn bar(hud: &mut Hud<'_>, title: &mut Title) -> (Option<Chosen>, [f32; 4]) {
    let s = hud.s;
    let mut chosen = None;
    let most = [hud.size[0] - 16.0 * s, hud.size[1] * 0.6];
    let width = most[0] - hud.rim()[0];
    let row = [
        ("continue", "play", "Continue", title.left.is_some()),
        ("editor", "editor", "Editor", true),
        ("replays", "log", "Recorded battles", true),
        ("settings", "settings", "Settings", true),
        ("help", "help", "Help", true),
        ("quit", "quit", "Quit", true),
    ];
    let place = hud.panel("title/bar", [hud.size[0] / 2.0, hud.size[1] - 10.0 * s], [0.5, 1.0], most, |hud| {
        let right = hud.ui.cursor_screen_pos()[0] + width;
        if !title.message.is_empty() {
            hud.wrapped("white", width.min(700.0 * s), &title.message);
        }
        let mut first = true;
        for (name, icon, words, _) in row.into_iter().filter(|(.., shown)| *shown) {
            let enabled = name != "replays" || !title.records.is_empty();
            let look = ButtonStyle { enabled, ..ButtonStyle::default() };
            if !std::mem::take(&mut first) {
                hud.beside(hud.button_width(Some(icon), words, look), right);
            }
            if hud.button(&format!("title/{name}"), Some(icon), words, look) {
                match name {
                    "continue" => chosen = title.left.clone().map(Chosen::Resume),
                    "editor" => chosen = Some(Chosen::Editor),
                    "replays" => title.toggle(Over::Records),
                    "settings" => title.toggle(Over::Settings),
                    "help" => title.toggle(Over::Help),
                    _ => chosen = Some(Chosen::Quit),
                }
            }
            if !enabled {
                hud.tip("No battle is recorded yet: every one that is played will be.");
            }
        }
    });
    (chosen, place)
}

/// The scenarios' cards in the middle of what is left, in rows that scroll where they do not all fit.
fn scenarios(hud: &mut Hud<'_>, title: &mut Title, top: f32, bottom: f32) -> Option<Chosen> {
    let (ui, s) = (hud.ui, hud.s);
    let flags = WindowFlags::NO_DECORATION
        | WindowFlags::NO_BACKGROUND
        | WindowFlags::NO_MOVE
        | WindowFlags::NO_SAVED_SETTINGS
        | WindowFlags::NO_DOCKING
        | WindowFlags::NO_NAV;
    let flags = (flags - WindowFlags::NO_SCROLLBAR) | WindowFlags::NO_BRING_TO_FRONT_ON_FOCUS;
    let gap = 20.0 * s;
    let card = Card::new(hud, bottom - top);
    let [pad, pad_y] = ui.clone_style().window_padding;
    let bar = ui.clone_style().scrollbar_size;
    let room = hud.size[0] - 2.0 * (pad + bar);
    let columns = ((room + gap) / (card.size[0] + gap)).floor().clamp(1.0, 3.0) as usize;
    let rows = title.scenarios.len().div_ceil(columns);
    let wide = columns as f32 * (card.size[0] + gap) - gap;
    let high = rows as f32 * (card.size[1] + gap) - gap + 2.0 * pad_y;
    // As much room on the right as on the left, whether there is a scrollbar or not.
    let width = wide + 2.0 * (pad + bar);
    let height = high.min((bottom - top).max(100.0 * s));
    let above = top + ((bottom - top - height) / 2.0).max(0.0);
    title.columns = columns;
    let moved = std::mem::take(&mut title.moved);
    let (mut chosen, mut pointed) = (None, None);
    let place = [((hud.size[0] - width) / 2.0).round(), above.round()];
    let window = ui.window("title/scenarios").position(place, Condition::Always);
    window.size([width, height], Condition::Always).flags(flags).build(|| {
        for (index, (info, picture)) in title.scenarios.iter().enumerate() {
            let (row, column) = ((index / columns) as f32, (index % columns) as f32);
            let upper = pad_y + row * (card.size[1] + gap);
            ui.set_cursor_pos([pad + bar + column * (card.size[0] + gap), upper]);
            if moved && index == title.at {
                let lowest = (upper + card.size[1] + pad_y - height).max(0.0);
                ui.set_scroll_y(ui.scroll_y().max(lowest).min(upper - pad_y));
            }
            if card.draw(hud, info, *picture, index == title.at) {
                chosen = Some(Chosen::Scenario(info.name.clone()));
            }
            // There is one cursor: the pointer takes it along, and keys go on from there.
            if ui.is_item_hovered() && ui.io().mouse_delta != [0.0; 2] {
                pointed = Some(index);
            }
        }
    });
    chosen
}

/// Height of a scenario's picture as a share of its width.
const SHAPE: f32 = 150.0 / 280.0;

/// A scenario's card: picture, title, and what it is about in two lines.
struct Card {
    size: [f32; 2],
    /// Height of its picture.
    picture: f32,
    /// Heights of a line of the title and of a line of the note.
    lines: (f32, f32),
}

impl Card {
    /// A card for a list that is so high: one row at least is to be seen whole.
    fn new(hud: &Hud<'_>, high: f32) -> Self {
        let (ui, s) = (hud.ui, hud.s);
        let note = ui.text_line_height();
        let font = ui.push_font(hud.fonts.large);
        let title = ui.text_line_height();
        font.pop();
        // Larger text wants a wider card; the picture keeps its shape.
        let width = (280.0 * s).max(15.0 * note).min(hud.size[0] * 0.9);
        let words = title + 2.0 * note + 14.0 * s;
        let picture = (width * SHAPE).min(high - words - 2.0 * ui.clone_style().window_padding[1]).max(note);
        Self { size: [width, picture + words], picture, lines: (title, note) }
    }

    /// Draws it; returns whether it was pressed.
    fn draw(&self, hud: &mut Hud<'_>, info: &ScenarioInfo, picture: Option<TextureId>, marked: bool) -> bool {
        let (ui, s) = (hud.ui, hud.s);
        let pressed = ui.invisible_button(format!("##scenario {}", info.name), self.size);
        hud.widget_rects.item(ui, format!("scenario/{}", info.name));
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let list = ui.get_window_draw_list();
        list.add_rect(min, max, hud.colour("night", 0.95)).filled(true).rounding(5.0 * s).build();
        if let Some(texture) = picture {
            // Where there is no room for all of it, its middle is shown.
            let cut = ((1.0 - self.picture / (self.size[0] * SHAPE)) / 2.0).max(0.0);
            let (from, to) = ([min[0] + 3.0, min[1] + 3.0], [max[0] - 3.0, min[1] + self.picture]);
            let image = list.add_image_rounded(texture, from, to, 4.0 * s);
            image.uv_min([0.0, cut]).uv_max([1.0, 1.0 - cut]).build();
        }
        let rim = if marked { hud.colour("light", 1.0) } else { hud.colour("slate", 1.0) };
        list.add_rect(min, max, rim).rounding(5.0 * s).thickness(if marked { 2.0 } else { 1.0 }).build();
        let (left, width) = (min[0] + 10.0 * s, self.size[0] - 20.0 * s);
        let mut y = min[1] + self.picture + 4.0 * s;
        let font = ui.push_font(hud.fonts.large);
        list.add_text([left, y], hud.colour("light", 1.0), hud.fitted(&info.title, width));
        font.pop();
        y += self.lines.0 + 2.0 * s;
        let lines = hud.lines(&info.note, width, 2);
        // What is written there in full needs no telling.
        let cut = lines.last().is_some_and(|line| !info.note.trim_end().ends_with(line.as_str()));
        for line in lines {
            list.add_text([left, y], hud.colour("stone-light", 1.0), line);
            y += self.lines.1;
        }
        hud.tip(if cut { &info.note } else { "" });
        pressed
    }
}
