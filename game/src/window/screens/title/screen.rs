//! The title screen.

use super::buttons::{self, Deed};
use super::leaving::Leaving;
use super::rows::Rows;
use crate::art::{Art, Region};
use crate::window::hud::Hud;
use crate::window::screens::battle::request::BattleRequest;
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::shared::Lobby;
use foretoken_editor::Colour;
use foretoken_session::content::ScenarioInfo;
use imgui::{Condition, TextureId, WindowFlags};

/// Part of the title with the focus of keys and pad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Zone {
    /// Button above the cards, by index.
    Above(usize),
    #[default]
    Cards,
    /// Button of the bar, by index.
    Bar(usize),
}

#[derive(Debug, Default)]
pub(in crate::window) struct Title {
    at: usize,
    cards: Rows,
    moved: bool,
    zone: Zone,
}

/// Returns the button to which a command leads along a row; `None` for other commands.
fn along(at: usize, count: usize, command: Command) -> Option<usize> {
    match command {
        Command::Right | Command::Next => Some((at + 1) % count.max(1)),
        Command::Left | Command::Previous => Some((at + count.max(1) - 1) % count.max(1)),
        _ => None,
    }
}

impl Title {
    /// Keeps the focus at a button when a row gets shorter.
    fn keep_within(&mut self, above: usize, bar: usize) {
        self.zone = match self.zone {
            Zone::Above(_) if above == 0 => Zone::Cards,
            Zone::Above(at) => Zone::Above(at.min(above - 1)),
            Zone::Bar(at) => Zone::Bar(at.min(bar.saturating_sub(1))),
            Zone::Cards => Zone::Cards,
        };
    }

    /// Moves the focus along the rows of buttons, and between them and the cards. Returns false if the cards take the
    /// command.
    fn walk_buttons(&mut self, above: usize, bar: usize, command: Command) -> bool {
        let to = match (self.zone, command) {
            (Zone::Above(_), Command::Down) | (Zone::Bar(_), Command::Up) => Zone::Cards,
            (Zone::Above(at), _) if let Some(to) = along(at, above, command) => Zone::Above(to),
            (Zone::Bar(at), _) if let Some(to) = along(at, bar, command) => Zone::Bar(to),
            (Zone::Above(_), Command::Up) => Zone::Bar(0),
            (Zone::Bar(_), Command::Down) if above > 0 => Zone::Above(0),
            (Zone::Bar(_), Command::Down) => Zone::Cards,
            (Zone::Cards, Command::Up) if !self.cards.is_in_first(self.at) => return false,
            (Zone::Cards, Command::Up) => {
                if above > 0 {
                    Zone::Above(0)
                } else {
                    Zone::Bar(0)
                }
            }
            (Zone::Cards, Command::Down) if self.cards.is_in_last(self.at) => Zone::Bar(0),
            _ => return false,
        };
        self.zone = to;
        true
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, deed: Deed) {
        match deed.request(&cx.shared.lobby) {
            Some(request) => cx.ask(request),
            None => (self.zone, self.at, self.moved) = (Zone::Cards, 0, true),
        }
    }

    fn walk(&mut self, to: usize) {
        (self.at, self.moved) = (to, true);
    }
}

impl Screen for Title {
    fn name(&self) -> &'static str {
        "title"
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        let (above, bar) = (buttons::above(&cx.shared.lobby), buttons::bar(cx.shared));
        match command {
            _ if self.walk_buttons(above.len(), bar.len(), command) => {}
            Command::Back | Command::Menu => cx.ask(Request::Push(Box::new(Leaving))),
            Command::Right | Command::Next => self.walk(self.cards.along(self.at, 1)),
            Command::Left | Command::Previous => self.walk(self.cards.along(self.at, -1)),
            Command::Down => self.walk(self.cards.down(self.at, 1)),
            Command::Up => self.walk(self.cards.down(self.at, -1)),
            Command::Confirm | Command::Done => {
                let button = match self.zone {
                    Zone::Above(at) => above.get(at),
                    Zone::Bar(at) => bar.get(at),
                    Zone::Cards => {
                        if let Some((info, _)) = cx.shared.lobby.scenarios.get(self.at) {
                            let name = info.name.clone();
                            cx.ask(BattleRequest::Play(name));
                        }
                        None
                    }
                };
                if let Some(button) = button.filter(|button| button.is_enabled) {
                    self.press(cx, button.deed);
                }
            }
            _ => {
                if let Some(page) = pages::page_of_title(command) {
                    cx.ask(Request::Push(page));
                }
            }
        }
        Heard::Taken
    }

    fn is_stepping_back(&self) -> bool {
        false
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let s = hud.s;
        let mut top = 12.0 * s;
        let above = buttons::above(&cx.shared.lobby);
        if let Some(logo) = logo_frame(hud.art, hud.time, cx.shared.settings.reduced_motion) {
            // The row of runs takes its height from the logo, so that as many cards stay in view.
            let share = if above.is_empty() { 0.2 } else { 0.15 };
            let scale = hud.whole((hud.size[0] / logo.w as f32 * 0.5).min(hud.size[1] / logo.h as f32 * share));
            let (w, h) = (logo.w as f32 * scale, logo.h as f32 * scale);
            let left = ((hud.size[0] - w) / 2.0).round();
            let edge = (hud.size[1] * 0.03).round();
            hud.image(&hud.ui.get_background_draw_list(), logo, [left, edge], [left + w, edge + h], Colour::WHITE);
            top = (1.3 * edge).round() + h;
        }
        let middle = hud.size[0] / 2.0;
        let bar = buttons::bar(cx.shared);
        self.keep_within(above.len(), bar.len());
        let at_above = if let Zone::Above(at) = self.zone { Some(at) } else { None };
        let at_bar = if let Zone::Bar(at) = self.zone { Some(at) } else { None };
        let mut pressed = None;
        if !above.is_empty() {
            let row = buttons::draw(hud, ("title/runs", [middle, top], [0.5, 0.0]), (&above, at_above), ("", 0.4));
            (pressed, top) = (row.0, row.1.bottom);
        }
        let low = [middle, hud.size[1] - 10.0 * s];
        let message = &cx.shared.lobby.message;
        let (of_bar, area) = buttons::draw(hud, ("title/bar", low, [0.5, 1.0]), (&bar, at_bar), (message, 0.5));
        let chosen = scenarios(hud, (&cx.shared.lobby, &cx.shared.pack), self, top + 6.0 * s, area.top - 10.0 * s);
        if let Some(deed) = pressed.or(of_bar) {
            self.press(cx, deed);
        }
        if let Some(scenario) = chosen {
            cx.ask(BattleRequest::Play(scenario));
        }
    }
}

fn logo_frame(art: &Art, time: f32, still: bool) -> Option<Region> {
    let second = !still && (time * 2.3).sin() > 0.4;
    art.frame_or("ui/logo", if second { &["logo2", "logo"] } else { &["logo"] })
}

fn scenarios(
    hud: &mut Hud<'_>,
    (lobby, pack): (&Lobby, &str),
    title: &mut Title,
    top: f32,
    bottom: f32,
) -> Option<String> {
    let (ui, s) = (hud.ui, hud.s);
    let flags = WindowFlags::NO_DECORATION
        | WindowFlags::NO_BACKGROUND
        | WindowFlags::NO_MOVE
        | WindowFlags::NO_SAVED_SETTINGS
        | WindowFlags::NO_DOCKING
        | WindowFlags::NO_NAV;
    let flags = (flags - WindowFlags::NO_SCROLLBAR) | WindowFlags::NO_BRING_TO_FRONT_ON_FOCUS;
    let gap = 20.0 * s;
    let bonus = lobby.scenarios.iter().map(|(info, _)| info.bonus.len()).max().unwrap_or(0);
    let card = Card::new(hud, bottom - top, bonus);
    let [pad, pad_y] = ui.clone_style().window_padding;
    let bar = ui.clone_style().scrollbar_size;
    let room = hud.size[0] - 2.0 * (pad + bar);
    let columns = ((room + gap) / (card.size[0] + gap)).floor().clamp(1.0, 3.0) as usize;
    title.cards = Rows::of(lobby.scenarios.iter().map(|(info, _)| info.chapter.as_str()), columns);
    let chapter_of = |at: usize| lobby.scenarios.get(at).map_or("", |(info, _)| info.chapter.as_str());
    let is_first_of_chapter = |at: usize| at == 0 || chapter_of(at) != chapter_of(at - 1);
    let headed = |at: usize| is_first_of_chapter(at) && !chapter_of(at).is_empty();
    let heading = card.lines.0 + 6.0 * s;
    // Upper edges of the rows' cards; a heading stands above the first row of its chapter.
    let mut high = pad_y;
    let mut uppers = Vec::new();
    for row in title.cards.iter() {
        high += if headed(row.start) { heading } else { 0.0 };
        uppers.extend(row.clone().map(|at| (high, at - row.start)));
        high += card.size[1] + gap;
    }
    let high = high - gap + pad_y;
    let wide = columns as f32 * (card.size[0] + gap) - gap;
    let width = wide + 2.0 * (pad + bar);
    let height = high.min((bottom - top).max(100.0 * s));
    let above = top + ((bottom - top - height) / 2.0).max(0.0);
    let moved = std::mem::take(&mut title.moved);
    let (mut chosen, mut pointed) = (None, None);
    let place = [((hud.size[0] - width) / 2.0).round(), above.round()];
    let window = ui.window("title/scenarios").position(place, Condition::Always);
    window.size([width, height], Condition::Always).flags(flags).build(|| {
        for (index, ((info, picture), (upper, column))) in lobby.scenarios.iter().zip(uppers).enumerate() {
            let left = pad + bar + column as f32 * (card.size[0] + gap);
            let over = if headed(index) { heading } else { 0.0 };
            if headed(index) {
                ui.set_cursor_pos([left, upper - over]);
                let font = ui.push_font(hud.fonts.large);
                ui.text_colored(hud.colour("accent", 1.0), hud.fitted(&info.chapter, room));
                font.pop();
            }
            ui.set_cursor_pos([left, upper]);
            if moved && index == title.at {
                let lowest = (upper + card.size[1] + pad_y - height).max(0.0);
                ui.set_scroll_y(ui.scroll_y().max(lowest).min(upper - over - pad_y));
            }
            let achieved = lobby.achieved.words(pack, &info.name);
            let has = |goal: &String| (goal.clone(), lobby.achieved.has_bonus(pack, &info.name, goal));
            let bonus: Vec<(String, bool)> = info.bonus.iter().map(has).collect();
            if card.draw(
                hud,
                (info, achieved.as_deref(), &bonus),
                *picture,
                index == title.at && title.zone == Zone::Cards,
            ) {
                chosen = Some(info.name.clone());
            }
            if ui.is_item_hovered() && ui.io().mouse_delta != [0.0; 2] {
                pointed = Some(index);
            }
        }
    });
    if let Some(at) = pointed {
        (title.at, title.zone) = (at, Zone::Cards);
    }
    chosen
}

const SHAPE: f32 = 150.0 / 280.0;

struct Card {
    size: [f32; 2],
    picture: f32,
    lines: (f32, f32),
    bonus: usize,
}

impl Card {
    fn new(hud: &Hud<'_>, high: f32, bonus: usize) -> Self {
        let (ui, s) = (hud.ui, hud.s);
        let note = ui.text_line_height();
        let font = ui.push_font(hud.fonts.large);
        let title = ui.text_line_height();
        font.pop();
        let width = (280.0 * s).max(15.0 * note).min(hud.size[0] * 0.9);
        let words = title + 2.0 * note + 14.0 * s;
        let whole = (width * SHAPE).min(high - words - 2.0 * ui.clone_style().window_padding[1]).max(note);
        let left = whole - bonus as f32 * note;
        let (picture, bonus) = if left < width * SHAPE * 0.6 { (whole, 0) } else { (left, bonus) };
        Self { size: [width, whole + words], picture, lines: (title, note), bonus }
    }

    fn draw(
        &self,
        hud: &mut Hud<'_>,
        (info, achieved, bonus): (&ScenarioInfo, Option<&str>, &[(String, bool)]),
        picture: Option<TextureId>,
        marked: bool,
    ) -> bool {
        let (ui, s) = (hud.ui, hud.s);
        let pressed = ui.invisible_button(format!("##scenario {}", info.name), self.size);
        hud.widget_rects.item(ui, format!("scenario/{}", info.name));
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let list = ui.get_window_draw_list();
        list.add_rect(min, max, hud.colour("panel", 0.95)).filled(true).rounding(5.0 * s).build();
        if let Some(texture) = picture {
            let cut = ((1.0 - self.picture / (self.size[0] * SHAPE)) / 2.0).max(0.0);
            let (from, to) = ([min[0] + 3.0, min[1] + 3.0], [max[0] - 3.0, min[1] + self.picture]);
            let image = list.add_image_rounded(texture, from, to, 4.0 * s);
            image.uv_min([0.0, cut]).uv_max([1.0, 1.0 - cut]).build();
        }
        let all_badges = info.badges.join(" · ");
        let badges = hud.fitted(&all_badges, self.size[0] - 20.0 * s);
        if !badges.is_empty() && self.picture > 2.0 * self.lines.1 {
            let [wide, high] = ui.calc_text_size(&badges);
            let at = [min[0] + 10.0 * s, min[1] + 6.0 * s];
            let (from, to) = ([at[0] - 4.0 * s, at[1] - 2.0 * s], [at[0] + wide + 4.0 * s, at[1] + high + 2.0 * s]);
            list.add_rect(from, to, hud.colour("panel", 0.85)).filled(true).rounding(3.0 * s).build();
            list.add_text(at, hud.colour("text-soft", 1.0), &badges);
        }
        let rim = if marked { hud.colour("accent", 1.0) } else { hud.colour("rim", 1.0) };
        list.add_rect(min, max, rim).rounding(5.0 * s).thickness(if marked { 2.0 } else { 1.0 }).build();
        let (left, width) = (min[0] + 10.0 * s, self.size[0] - 20.0 * s);
        if let Some(words) = achieved {
            let words = hud.fitted(words, width);
            let [wide, high] = ui.calc_text_size(&words);
            let upper = [left, min[1] + self.picture - high - 6.0 * s];
            let (from, to) = ([left - 4.0 * s, upper[1] - 2.0 * s], [left + wide + 4.0 * s, upper[1] + high + 2.0 * s]);
            list.add_rect(from, to, hud.colour("panel", 0.9)).filled(true).rounding(3.0 * s).build();
            list.add_text(upper, hud.colour("accent", 1.0), words);
        }
        let mut y = min[1] + self.picture + 4.0 * s;
        let font = ui.push_font(hud.fonts.large);
        list.add_text([left, y], hud.colour("accent", 1.0), hud.fitted(&info.title, width));
        font.pop();
        y += self.lines.0 + 2.0 * s;
        let lines = hud.lines(&info.note, width, 2);
        let cut = lines.last().is_some_and(|line| !info.note.trim_end().ends_with(line.as_str()));
        let mut whole: Vec<String> = if badges == all_badges { Vec::new() } else { vec![all_badges] };
        whole.extend(cut.then(|| info.note.clone()));
        for line in lines {
            list.add_text([left, y], hud.colour("text-soft", 1.0), line);
            y += self.lines.1;
        }
        y = max[1] - self.bonus as f32 * self.lines.1 - 5.0 * s;
        for (at, (goal, is_achieved)) in bonus.iter().enumerate() {
            let (words, colour) =
                if *is_achieved { (format!("Done: {goal}"), "accent") } else { (format!("Bonus: {goal}"), "dim") };
            let fitted = hud.fitted(&words, width);
            if at >= self.bonus || fitted != words {
                whole.push(words);
            }
            if at < self.bonus {
                list.add_text([left, y], hud.colour(colour, 1.0), fitted);
                y += self.lines.1;
            }
        }
        hud.tip(&whole.join("\n"));
        pressed
    }
}
