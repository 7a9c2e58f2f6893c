//! The page of the current room: its text, the battle that waits, options, offers, and what the last decision changed.

use super::cached::Cached;
use super::party::Party;
use super::request::RunRequest;
use crate::runs::choice::{Pressed, has_loot};
use crate::runs::map::icon;
use crate::runs::{RoomChoice, RunGame, words};
use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Card, Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_campaign::pages::Offered;
use foretoken_campaign::{Command as Decision, Run};
use foretoken_editor::Colour;

/// A widget of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Fight,
    Auto,
    Move(usize),
    Answer(usize),
    Take,
    Party,
    Close,
}

/// The page of the current room.
#[derive(Debug, Default)]
pub(super) struct Room {
    focus: Focus<Spot>,
    choice: RoomChoice,
    /// Item whose comparison was computed, and its texts.
    compared: Option<(Offered, Vec<(&'static str, String)>)>,
    battle: Cached<Option<BattleText>>,
}

/// Texts of the battle that waits.
#[derive(Debug)]
struct BattleText {
    about: String,
    has_begun: bool,
}

impl BattleText {
    fn of(game: &RunGame) -> Option<Self> {
        let (title, note) = game.run().battle_text()?;
        Some(Self { about: format!("{title}. {note}"), has_begun: game.has_battle_begun() })
    }
}

impl Room {
    fn follow(&mut self, cx: &mut ScreenContext<'_>, pressed: Option<Pressed>) {
        match pressed {
            None => {}
            Some(Pressed::Refused(why)) => {
                cx.shared.run_told = why;
                cx.shared.sounds.play(Sound::Refuse);
            }
            Some(Pressed::Marked) => cx.shared.sounds.play(Sound::Pick),
            Some(Pressed::Asks) => self.focus.set(Spot::Answer(0)),
            Some(Pressed::Decides(decision)) => cx.ask(RunRequest::Act(decision)),
        }
    }
}

impl FocusPage for Room {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Fight => cx.ask(RunRequest::Fight),
            Spot::Auto => cx.ask(RunRequest::Auto),
            Spot::Take if self.choice.count() == 0 => cx.shared.sounds.play(Sound::Refuse),
            Spot::Take => cx.ask(RunRequest::Act(self.choice.take())),
            Spot::Party => cx.ask(Request::Push(Box::new(Party::of(0)))),
            Spot::Close if self.choice.count() > 0 => {
                self.follow(cx, Some(Pressed::Refused(words::TAKE_FIRST.to_owned())));
            }
            Spot::Close => self.close(cx),
            Spot::Move(at) => {
                let pressed = cx.run().and_then(|game| self.choice.press(game, at));
                self.follow(cx, pressed);
            }
            Spot::Answer(at) => {
                let pressed = cx.run().and_then(|game| self.choice.answer(game, at));
                self.follow(cx, pressed);
            }
        }
    }

    fn close(&mut self, cx: &mut ScreenContext<'_>) {
        if self.choice.step_back() {
            return;
        }
        if let Some(game) = cx.shared.run.as_deref_mut() {
            game.read_news();
        }
        cx.shared.run_told.clear();
        cx.ask(Request::Pop(self.name()));
    }
}

impl Room {
    fn compare(&mut self, run: &Run, offered: Option<Offered>) -> Option<&[(&'static str, String)]> {
        let offered = offered?;
        if self.compared.as_ref().is_none_or(|(known, _)| *known != offered) {
            let lines = words::comparison(run, &offered);
            self.compared = Some((offered, lines));
        }
        self.compared.as_ref().map(|(_, lines)| lines.as_slice())
    }
}

impl Screen for Room {
    fn name(&self) -> &'static str {
        "room"
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back => self.close(cx),
            Command::Menu => return Heard::Passed,
            Command::Unit | Command::Undo => self.press(cx, Spot::Party),
            Command::Commit if self.choice.is_ready_to_take() => self.press(cx, Spot::Take),
            Command::Log | Command::Rewind => return Heard::Passed,
            _ if self.press_or_steer(cx, command) => {}
            _ => {
                if let Some(page) = pages::page_of_title(command) {
                    cx.ask(Request::Push(page));
                }
            }
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        if !cx.is_top {
            return;
        }
        self.focus.begin();
        let mut pressed = None;
        let told = &cx.shared.run_told;
        let title = format!("{}###room", game.room_title());
        let lines: usize = game.view().moves.iter().map(|own| 2 + own.details.len()).sum();
        let high = (260 + 22 * (lines + game.news().len())).clamp(340, 640) as f32;
        let open = pages::page(hud, &title, [860.0, high], |hud| {
            let low = 52.0 * hud.s.max(hud.text);
            let height = -low;
            hud.ui.child_window("room/body").size([0.0, height]).build(|| pressed = self.body(hud, game, told));
            pressed = pressed.or(self.footer(hud, game));
        });
        self.finish(cx, pressed, open);
    }
}

impl Room {
    fn body(&mut self, hud: &mut Hud<'_>, game: &RunGame, told: &str) -> Option<Spot> {
        heading(hud, game);
        news(hud, game);
        if !told.is_empty() {
            hud.broken("enemy-pale", told);
        }
        if self.choice.question().is_some() {
            return self.questions(hud);
        }
        let battle = self.battle.get(game, BattleText::of);
        let mut pressed = battle.as_ref().and_then(|text| draw_battle(hud, &mut self.focus, text));
        let offered = match self.focus.at() {
            Some(Spot::Move(at)) => words::offered(game, *at),
            _ => None,
        };
        let has_offers = game.view().moves.iter().enumerate().any(|(at, _)| words::offered(game, at).is_some());
        let width = hud.ui.content_region_avail()[0];
        let is_wide = has_offers && width > 34.0 * hud.ui.text_line_height();
        let left = if is_wide { width * 0.54 } else { 0.0 };
        hud.ui.child_window("room/moves").size([left, 0.0]).build(|| pressed = pressed.or(self.moves(hud, game)));
        if is_wide {
            hud.ui.same_line();
            let lines = self.compare(game.run(), offered).unwrap_or_default();
            hud.ui.child_window("room/compare").build(|| {
                for (colour, words) in lines {
                    hud.broken(colour, words);
                }
            });
        }
        pressed
    }

    fn moves(&mut self, hud: &mut Hud<'_>, game: &RunGame) -> Option<Spot> {
        let mut pressed = None;
        let view = game.view();
        let most = game.run().most_offers();
        if has_loot(view) {
            hud.broken("text-soft", &words::offers(most, self.choice.count()));
        }
        let mut has_ways = false;
        for (at, own) in view.moves.iter().enumerate() {
            let is_way = matches!(own.command, Decision::Enter(_));
            if is_way && !std::mem::replace(&mut has_ways, true) {
                hud.ui.separator();
                hud.words("text-soft", words::WAYS);
            }
            let is_marked = self.choice.is_marked(own);
            let mut lines: Vec<(&'static str, String)> =
                own.details.iter().map(|line| ("text-soft", line.clone())).collect();
            lines.extend(own.refused.iter().map(|why| ("enemy-pale", words::refused(why))));
            let icon = match &own.command {
                Decision::Enter(room) => Some(icon(game.run().known_kind(*room))),
                _ if is_marked => Some("check"),
                _ => None,
            };
            let name = format!("room/move {at}");
            let (title, is_refused) = (own.text.clone(), own.refused.is_some());
            let card = Card { name, icon, title, lines, is_refused, is_marked };
            if self.focus.card(hud, Spot::Move(at), &card) {
                pressed = Some(Spot::Move(at));
            }
        }
        pressed
    }

    fn questions(&mut self, hud: &mut Hud<'_>) -> Option<Spot> {
        let question = self.choice.question()?;
        hud.broken("accent", &question.prompt);
        let mut pressed = None;
        for (at, reply) in question.replies.iter().enumerate() {
            let lines = reply.lines.iter().map(|line| ("text-soft", line.clone())).collect();
            let card = Card { name: format!("room/answer {at}"), title: reply.words.clone(), lines, ..Card::default() };
            if self.focus.card(hud, Spot::Answer(at), &card) {
                pressed = Some(Spot::Answer(at));
            }
        }
        pressed
    }

    fn footer(&mut self, hud: &mut Hud<'_>, game: &RunGame) -> Option<Spot> {
        let mut pressed = None;
        hud.ui.separator();
        let mut button =
            |hud: &mut Hud<'_>, focus: &mut Focus<Spot>, (spot, name, icon, words): (Spot, &str, &str, &str), look| {
                if focus.styled(hud, spot, (name, icon, words), look) {
                    pressed = Some(spot);
                }
                hud.ui.same_line();
            };
        if has_loot(game.view()) {
            let enabled = self.choice.count() > 0;
            let look = ButtonStyle { enabled, pulse: enabled, ..ButtonStyle::default() };
            button(hud, &mut self.focus, (Spot::Take, "room/take", "check", "Take"), look);
        }
        let look = ButtonStyle::default();
        button(hud, &mut self.focus, (Spot::Party, "room/party", "shield", "Party"), look);
        let close = if self.choice.question().is_some() { "Back" } else { "To the map" };
        button(hud, &mut self.focus, (Spot::Close, "room/close", "map", close), look);
        hud.ui.align_text_to_frame_padding();
        hud.words("dim", words::PAGE_KEYS);
        pressed
    }
}

fn heading(hud: &mut Hud<'_>, game: &RunGame) {
    let view = game.view();
    let Some(room) = view.here else { return };
    let size = 16.0 * hud.whole(hud.text) * 2.0;
    let cursor = hud.ui.cursor_screen_pos();
    let list = hud.ui.get_window_draw_list();
    let centre = [cursor[0] + size / 2.0, cursor[1] + size / 2.0];
    hud.icon(&list, icon(game.run().known_kind(room)), centre, size, Colour::WHITE);
    drop(list);
    let left = size + 10.0 * hud.s;
    hud.ui.indent_by(left);
    let told = [words::kind(view, room), words::values(view)];
    hud.words("text-soft", &told.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · "));
    let note = view.rooms.get(room).and_then(|room| room.note.clone()).unwrap_or_default();
    hud.broken("white", &note);
    hud.ui.unindent_by(left);
    let below = cursor[1] + size + 4.0 * hud.s;
    let now = hud.ui.cursor_screen_pos();
    hud.ui.set_cursor_screen_pos([now[0], now[1].max(below)]);
}

fn news(hud: &mut Hud<'_>, game: &RunGame) {
    for (at, line) in game.news().iter().enumerate() {
        hud.broken(if at == 0 { "accent" } else { "text" }, line);
        hud.widget_rects.item(hud.ui, format!("room/news {at}"));
    }
    if !game.news().is_empty() {
        hud.ui.spacing();
    }
}

fn draw_battle(hud: &mut Hud<'_>, focus: &mut Focus<Spot>, text: &BattleText) -> Option<Spot> {
    let lines = vec![("text", text.about.clone()), ("text-soft", words::FIGHT_ABOUT.to_owned())];
    let words = if text.has_begun { words::FIGHT_ON } else { words::FIGHT };
    let fight = Card {
        name: "room/fight".to_owned(),
        icon: Some("room-battle"),
        title: words.to_owned(),
        lines,
        ..Card::default()
    };
    let lines = vec![("text-soft", words::AUTO_ABOUT.to_owned())];
    let (name, title) = ("room/auto".to_owned(), words::AUTO.to_owned());
    let auto = Card { name, icon: Some("skip"), title, lines, ..Card::default() };
    let is_fought = focus.card(hud, Spot::Fight, &fight);
    let is_left = focus.card(hud, Spot::Auto, &auto);
    is_fought.then_some(Spot::Fight).or(is_left.then_some(Spot::Auto))
}
