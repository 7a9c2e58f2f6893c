//! The map of a run: rooms and ways, the party at the side, the values of the run, and what is known of a room.

use super::chart::Chart;
use super::request::RunRequest;
use super::{end, give_up, journal, party, rewind, room};
use crate::runs::map::{first_room, icon, open_rooms};
use crate::runs::{RunGame, words};
use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::{Bindings, Command};
use crate::window::screens::focus::Focus;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::title::request::TitleRequest;
use foretoken_campaign::{Command as Decision, MemberView};
use foretoken_editor::{Colour, Rect};
use glam::Vec2;

/// A widget of the map beside the rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Member(usize),
    Enter,
    Party,
    Journal,
    Rewind,
    GiveUp,
    Settings,
    Help,
    Leave,
}

/// The map.
#[derive(Debug)]
pub(super) struct MapScreen {
    chart: Chart,
    room: usize,
    /// Whether the focus is on the rooms or on the widgets around them.
    is_on_rooms: bool,
    focus: Focus<Spot>,
    dragged: Option<Vec2>,
    /// Number of entries of the run for which the next room was selected.
    advanced: usize,
    caption: String,
}

impl MapScreen {
    pub(super) fn new(game: &RunGame) -> Self {
        let view = game.view();
        Self {
            chart: Chart::new(view),
            room: first_room(view),
            is_on_rooms: true,
            focus: Focus::default(),
            dragged: None,
            advanced: 0,
            caption: view.campaign.clone(),
        }
    }

    fn select(&mut self, cx: &mut ScreenContext<'_>, room: usize) {
        if self.room != room || !self.is_on_rooms {
            cx.shared.sounds.play(Sound::Hover);
        }
        (self.room, self.is_on_rooms) = (room, true);
        self.chart.show(room);
    }

    /// Enters a room, opens the current one, or says why not.
    fn press_room(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(game) = cx.run() else { return };
        let (view, room) = (game.view(), self.room);
        let request: Request = if view.ending.is_some() {
            Request::Push(Box::<end::RunEnd>::default())
        } else if view.here == Some(room) {
            Request::Push(Box::<room::Room>::default())
        } else if open_rooms(view).contains(&room) {
            RunRequest::Act(Decision::Enter(room)).into()
        } else {
            let unfinished = game.run().unfinished().map(words::unfinished);
            cx.shared.run_told = unfinished.unwrap_or_else(|| words::standing(view, room));
            return cx.shared.sounds.play(Sound::Refuse);
        };
        cx.ask(request);
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        let page: Box<dyn Screen> = match spot {
            Spot::Enter => return self.press_room(cx),
            Spot::Member(at) => Box::new(party::Party::of(at)),
            Spot::Party => Box::new(party::Party::of(0)),
            Spot::Journal => Box::<journal::RunJournal>::default(),
            Spot::Rewind => Box::<rewind::RunRewind>::default(),
            Spot::GiveUp => Box::<give_up::GiveUp>::default(),
            Spot::Settings => return cx.ask(Request::Do(Command::Settings)),
            Spot::Help => return cx.ask(Request::Do(Command::Help)),
            Spot::Leave => return cx.ask(TitleRequest::Show),
        };
        cx.shared.sounds.play(Sound::Pick);
        cx.ask(Request::Push(page));
    }

    fn steer(&mut self, cx: &mut ScreenContext<'_>, command: Command) {
        let by = match command {
            Command::Right => (1, 0),
            Command::Left => (-1, 0),
            Command::Down => (0, 1),
            _ => (0, -1),
        };
        if self.is_on_rooms {
            match self.chart.map().beside(self.room, by) {
                Some(room) => self.select(cx, room),
                // Behind the last room are the party at the right and the buttons.
                None => {
                    self.is_on_rooms = false;
                    self.focus.set(if by == (1, 0) { Spot::Member(0) } else { Spot::Party });
                }
            }
        } else if !self.focus.steer(command) {
            self.is_on_rooms = true;
        }
    }

    /// Selects the next room that can be entered, then the party, then the buttons.
    fn cycle(&mut self, cx: &mut ScreenContext<'_>, command: Command) {
        let Some(game) = cx.run() else { return };
        let mut rooms = open_rooms(game.view());
        rooms.extend(game.view().here);
        let count = rooms.len().max(1);
        let at = rooms.iter().position(|&room| room == self.room);
        let to = match (at, command) {
            (Some(at), Command::Next) => (at + 1) % count,
            (Some(at), _) => (at + count - 1) % count,
            (None, _) => 0,
        };
        if let Some(&room) = rooms.get(to) {
            self.select(cx, room);
        }
    }
}

impl Screen for MapScreen {
    fn name(&self) -> &'static str {
        "run"
    }

    fn caption(&self) -> Option<&str> {
        Some(&self.caption)
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn is_stepping_back(&self) -> bool {
        false
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>, seconds: f32) {
        self.chart.update(seconds, cx.shared.settings.reduced_motion);
    }

    fn settle(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(game) = cx.run() else { return };
        let count = game.run().entries().len();
        if self.advanced != count && !game.has_content() {
            self.advanced = count;
            // With nothing left to do in the room, the next one is the likely choice.
            self.room = open_rooms(game.view()).first().copied().unwrap_or(self.room);
        }
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back | Command::Menu => cx.ask(TitleRequest::Show),
            Command::Up | Command::Down | Command::Left | Command::Right => self.steer(cx, command),
            Command::Next | Command::Previous => self.cycle(cx, command),
            Command::Confirm | Command::Done => match self.focus.at().copied().filter(|_| !self.is_on_rooms) {
                Some(spot) => self.press(cx, spot),
                None => self.press_room(cx),
            },
            Command::Unit | Command::Undo => self.press(cx, Spot::Party),
            Command::Log => self.press(cx, Spot::Journal),
            Command::Rewind => self.press(cx, Spot::Rewind),
            Command::ZoomIn => self.chart.zoom(1.2),
            Command::ZoomOut => self.chart.zoom(1.0 / 1.2),
            Command::Focus => self.chart.centre(self.room),
            _ => {
                if let Some(page) = pages::page_of_title(command) {
                    cx.ask(Request::Push(page));
                }
            }
        }
        Heard::Taken
    }

    fn point(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) {
        if let Some(from) = self.dragged {
            self.chart.pan(pixel - from);
            self.dragged = Some(pixel);
            return;
        }
        if let Some(room) = self.chart.room_at(pixel)
            && (self.room != room || !self.is_on_rooms)
        {
            cx.shared.sounds.play(Sound::Hover);
            (self.room, self.is_on_rooms) = (room, true);
        }
    }

    fn click(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) {
        if let Some(room) = self.chart.room_at(pixel) {
            (self.room, self.is_on_rooms) = (room, true);
            self.press_room(cx);
        }
    }

    fn grab(&mut self, _: &mut ScreenContext<'_>, pixel: Vec2) -> bool {
        self.dragged = Some(pixel);
        true
    }

    fn release(&mut self, _: &mut ScreenContext<'_>, _: Vec2) {
        self.dragged = None;
    }

    fn wheel(&mut self, _: &mut ScreenContext<'_>, by: f32) -> bool {
        self.chart.zoom(1.15_f32.powf(by));
        true
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else {
            // A thread has the run.
            let list = hud.ui.get_background_draw_list();
            list.add_rect([0.0; 2], hud.size, hud.colour("panel", 1.0)).filled(true).build();
            return;
        };
        let (gap, free) = (8.0 * hud.s, hud.free);
        self.focus.begin();
        self.focus.set_away(self.is_on_rooms);
        let top = top(hud, game);
        let (mut pressed, buttons) = buttons(hud, &mut self.focus, (&cx.shared.bindings, game.view().ending.is_some()));
        let wide = free.width() > 30.0 * hud.ui.text_line_height();
        let (of_member, side) = members(hud, &mut self.focus, game, buttons.bottom + gap);
        pressed = pressed.or(of_member);
        let low = (top.bottom).max(buttons.bottom) + gap;
        let right = if wide { side.left - gap } else { free.right };
        let (of_room, below) = about(hud, &mut self.focus, (game, self.room), (&cx.shared.run_told, right), cx.is_top);
        pressed = pressed.or(of_room);
        self.focus.end();
        let beside = Rect::new(free.left, low, right, below.top - gap);
        let under = Rect::new(free.left, low.max(side.bottom + gap), free.right, below.top - gap);
        self.chart.place((beside, under), hud.s, self.room);
        self.chart.draw(hud, game, Some(self.room).filter(|_| self.is_on_rooms || !cx.is_top));
        // A page over the map is closed first.
        if let Some(spot) = pressed.filter(|_| cx.is_top) {
            self.press(cx, spot);
        }
    }
}

fn top(hud: &mut Hud<'_>, game: &RunGame) -> Rect {
    let at = [hud.free.left + 8.0 * hud.s, hud.free.top + 8.0 * hud.s];
    let most = [hud.free.width() * 0.5, hud.free.height() * 0.4];
    let view = game.view();
    hud.panel("run/top", at, [0.0, 0.0], most, |hud| {
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("accent", &view.campaign);
        font.pop();
        if !view.values.is_empty() {
            hud.words("white", &words::values(view));
        }
    })
}

fn buttons(hud: &mut Hud<'_>, focus: &mut Focus<Spot>, (bindings, is_over): (&Bindings, bool)) -> (Option<Spot>, Rect) {
    let s = hud.s;
    let at = [hud.free.right - 8.0 * s, hud.free.top + 8.0 * s];
    let width = hud.free.width() * 0.48;
    let mut pressed = None;
    let rows = [
        (Spot::Party, "party", "shield", "Party", Some(Command::Unit)),
        (Spot::Journal, "journal", "log", "Journal", Some(Command::Log)),
        (Spot::Rewind, "rewind", "rewind", "Rewind", Some(Command::Rewind)),
        (Spot::GiveUp, "give-up", "cross", "", None),
        (Spot::Settings, "settings", "settings", "", Some(Command::Settings)),
        (Spot::Help, "help", "help", "", Some(Command::Help)),
        (Spot::Leave, "leave", "quit", "", Some(Command::Menu)),
    ];
    // An ended run cannot be given up.
    let rows = rows.into_iter().filter(|row| !is_over || row.0 != Spot::GiveUp);
    let place = hud.panel("run/buttons", at, [1.0, 0.0], [width, hud.free.height() * 0.4], |hud| {
        let right = hud.ui.cursor_screen_pos()[0] + width - hud.rim()[0];
        for (index, (spot, name, icon, words, command)) in rows.enumerate() {
            if index > 0 {
                hud.beside(hud.button_width(Some(icon), words, ButtonStyle::default()), right);
            }
            if focus.button(hud, spot, &format!("run/{name}"), icon, words) {
                pressed = Some(spot);
            }
            let tip = match spot {
                Spot::Leave => "Return to the title screen. The run is saved.".to_owned(),
                Spot::Party => "Skills, items and stats of the party".to_owned(),
                Spot::Journal => "What happened in this run".to_owned(),
                Spot::Rewind => "Go back to an earlier room".to_owned(),
                Spot::GiveUp => words::GIVE_UP.to_owned(),
                _ => command.map(Command::title).unwrap_or_default(),
            };
            hud.tip(&command.map_or(tip.clone(), |command| bindings.with_key(&tip, command)));
        }
    });
    (pressed, place)
}

fn members(hud: &mut Hud<'_>, focus: &mut Focus<Spot>, game: &RunGame, top: f32) -> (Option<Spot>, Rect) {
    let (s, view) = (hud.s, game.view());
    let width = (236.0 * s).max(13.5 * hud.ui.text_line_height()).min(hud.free.width() * 0.42);
    let at = [hud.free.right - 8.0 * s, top];
    let mut pressed = None;
    let most = [width, (hud.free.bottom - top) * 0.72];
    let inner = width - hud.rim()[0] - hud.ui.clone_style().scrollbar_size;
    let place = hud.panel("run/members", at, [1.0, 0.0], most, |hud| {
        for (at, member) in view.party.iter().enumerate() {
            let unit = game.run().unit_of(&member.name).unwrap_or_default();
            if member_row(hud, focus, (at, member, unit), inner) {
                pressed = Some(Spot::Member(at));
            }
        }
        if !view.fallen.is_empty() {
            hud.wrapped("text-soft", inner, &format!("Lost: {}", view.fallen.join(", ")));
        }
    });
    (pressed, place)
}

fn member_row(
    hud: &mut Hud<'_>,
    focus: &mut Focus<Spot>,
    (at, member, unit): (usize, &MemberView, &str),
    width: f32,
) -> bool {
    let (ui, s) = (hud.ui, hud.s);
    let line = ui.text_line_height();
    let height = 2.0 * line + 10.0 * s;
    let spot = Spot::Member(at);
    let is_here = focus.is_at(&spot);
    let name = format!("run/member {}", member.name);
    let pressed = ui.invisible_button(format!("##{name}"), [width, height]);
    hud.widget_rects.item(ui, &*name);
    let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
    let list = ui.get_window_draw_list();
    if is_here || ui.is_item_hovered() {
        list.add_rect(min, max, hud.colour("rim", 0.7)).filled(true).rounding(4.0 * s).build();
    }
    let side = (height - 4.0 * s).round();
    face(hud, &list, unit, [min[0] + 4.0 * s, min[1] + 2.0 * s], side);
    let left = min[0] + side + 12.0 * s;
    let right = max[0] - 6.0 * s;
    let is_wounded = member.wounded > 0;
    let alpha = if is_wounded { 0.6 } else { 1.0 };
    let (health, most) = member.health;
    let numbers = format!("{health}/{most}");
    let [wide, _] = ui.calc_text_size(&numbers);
    let words = hud.fitted(&member.name, right - left - wide - 8.0 * s);
    list.add_text([left, min[1] + 3.0 * s], hud.colour("white", alpha), words);
    list.add_text([right - wide, min[1] + 3.0 * s], hud.colour("text", alpha), &numbers);
    let below = min[1] + 5.0 * s + line;
    if is_wounded {
        let font = hud.ui.push_font(hud.fonts.small);
        let told = hud.fitted(&words::wounded(member.wounded), right - left);
        list.add_text([left, below], hud.colour("danger", 1.0), told);
        font.pop();
    } else {
        let low = below + (line * 0.5).min(8.0 * s);
        let share = if most > 0 { (health as f32 / most as f32).clamp(0.0, 1.0) } else { 0.0 };
        let colour = match share {
            share if share > 0.5 => "gain",
            share if share > 0.25 => "accent",
            _ => "danger",
        };
        list.add_rect([left, below], [right, low], hud.colour("outline", 1.0)).filled(true).build();
        let end = left + (right - left) * share;
        list.add_rect([left, below], [end, low], hud.colour(colour, 1.0)).filled(true).build();
    }
    focus.add_item(hud, spot);
    let mut tip = vec![foretoken_campaign::pages::member_line(member)];
    tip.extend((!member.items.is_empty()).then(|| format!("Items: {}", member.items.join("; "))));
    hud.tip(&tip.join("\n"));
    pressed
}

/// Texels from the top of a figure to its forehead, if its drawing does not name the place.
const HEAD: f32 = 2.0;

/// Draws the face of a unit type in a square.
pub(super) fn face(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, unit: &str, at: [f32; 2], side: f32) {
    let sheet = format!("units/{unit}");
    let Some(region) = hud.art.frame(&sheet, "idle") else { return };
    let usual = || {
        let drawn = hud.art.drawn(region);
        let middle = (drawn.x - region.x) as f32 + drawn.w as f32 / 2.0;
        (middle, (drawn.y - region.y) as f32 + HEAD)
    };
    let (hx, hy) = hud.art.point(&sheet, "head").unwrap_or_else(usual);
    let scale = hud.whole(side / 22.0);
    let (left, top) = ((at[0] + side / 2.0 - hx * scale).round(), (at[1] + side * 0.36 - hy * scale).round());
    let whole = Rect::new(left, top, left + region.w as f32 * scale, top + region.h as f32 * scale);
    let window = Rect::new(at[0], at[1], at[0] + side, at[1] + side);
    list.add_rect(window.min(), window.max(), hud.colour("panel-low", 1.0)).filled(true).rounding(3.0 * hud.s).build();
    hud.image_within(list, region, whole, window, Colour::WHITE);
    list.add_rect(window.min(), window.max(), hud.colour("rim", 1.0)).rounding(3.0 * hud.s).build();
}

/// Draws what is known of a room, and the button that enters or opens it.
fn about(
    hud: &mut Hud<'_>,
    focus: &mut Focus<Spot>,
    (game, room): (&RunGame, usize),
    (told, right): (&str, f32),
    is_top: bool,
) -> (Option<Spot>, Rect) {
    let s = hud.s;
    let at = [hud.free.left + 8.0 * s, hud.free.bottom - 8.0 * s];
    let width = (right - at[0]).max(120.0 * s);
    let view = game.view();
    let mut pressed = None;
    let inner = width - hud.rim()[0] - 2.0 * s;
    let place = hud.panel("run/about", at, [0.0, 1.0], [width, hud.free.height() * 0.42], |hud| {
        hud.ui.dummy([inner, 0.0]);
        let size = 16.0 * hud.whole(hud.text);
        let cursor = hud.ui.cursor_screen_pos();
        let font = hud.ui.push_font(hud.fonts.large);
        let line = hud.ui.text_line_height();
        let list = hud.ui.get_window_draw_list();
        let centre = [cursor[0] + size / 2.0, cursor[1] + line / 2.0];
        hud.icon(&list, icon(game.run().known_kind(room)), centre, size, Colour::WHITE);
        drop(list);
        hud.ui.set_cursor_screen_pos([cursor[0] + size + 8.0 * s, cursor[1]]);
        hud.words("white", &words::room(view, room));
        font.pop();
        hud.ui.same_line();
        hud.words("text-soft", &words::kind(view, room));
        if let Some(note) = view.rooms.get(room).and_then(|room| room.note.as_ref()).filter(|note| !note.is_empty()) {
            hud.wrapped("text", inner, note);
        }
        hud.wrapped("text-soft", inner, &words::standing(view, room));
        if !told.is_empty() {
            hud.wrapped("enemy-pale", inner, told);
        }
        let label = match (view.here == Some(room), open_rooms(view).contains(&room)) {
            (true, _) if view.ending.is_some() => Some("End of the run"),
            (true, _) => Some("Open the room"),
            (_, true) => Some("Enter the room"),
            _ => None,
        };
        if let Some(label) = label {
            let look = ButtonStyle { pulse: is_top, ..ButtonStyle::default() };
            if focus.styled(hud, Spot::Enter, ("run/enter", "play", label), look) {
                pressed = Some(Spot::Enter);
            }
            hud.ui.same_line();
        }
        hud.ui.align_text_to_frame_padding();
        let left = hud.ui.content_region_avail()[0];
        hud.words("dim", &hud.fitted(words::MAP_KEYS, left));
    });
    (pressed, place)
}
