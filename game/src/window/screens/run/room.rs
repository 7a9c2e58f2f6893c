//! The page of the current room: its text, the battle that waits, options, offers, and what the last decision changed.

use super::focus::{Card, Focus};
use super::party::Party;
use super::request::RunRequest;
use crate::runs::map::icon;
use crate::runs::{RunGame, words};
use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_campaign::{Command as Decision, MoveView, Run, TakeOffer};
use foretoken_editor::Colour;
use foretoken_vm::{Answer, Key};

/// A widget of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
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
    /// Chosen offers of loot.
    chosen: Vec<TakeOffer>,
    /// Option whose questions are open, with the answers so far.
    asked: Option<(u16, Vec<(Key, Answer)>)>,
    /// Item whose comparison was computed, and its texts.
    compared: Option<(String, Vec<(&'static str, String)>)>,
}

/// Whether the current room has something to do, or something to read.
pub(super) fn has_content(game: &RunGame) -> bool {
    let view = game.view();
    let is_way = |own: &MoveView| matches!(own.command, Decision::Enter(_));
    view.battle || !game.news().is_empty() || view.moves.iter().any(|own| !is_way(own))
}

impl Room {
    fn open_questions(&mut self, cx: &mut ScreenContext<'_>, option: u16, answers: Vec<(Key, Answer)>) {
        let Some(game) = cx.run() else { return };
        match game.run().question(option, &answers) {
            Ok(Some(asked)) if !asked.answers.is_empty() => {
                self.asked = Some((option, answers));
                self.focus.set(Spot::Answer(0));
            }
            _ => {
                self.asked = None;
                cx.ask(RunRequest::Act(Decision::Choose(option, answers)));
            }
        }
    }

    fn press_move(&mut self, cx: &mut ScreenContext<'_>, at: usize) {
        let Some(own) = cx.run().and_then(|game| game.view().moves.get(at)) else { return };
        if let Some(why) = own.refused.clone() {
            cx.shared.run_told = why;
            return cx.shared.sounds.play(Sound::Refuse);
        }
        match own.command.clone() {
            Decision::Choose(option, answers) => self.open_questions(cx, option, answers),
            Decision::Take(offers) if offers.is_empty() => cx.ask(RunRequest::Act(Decision::Take(offers))),
            Decision::Take(offers) => self.toggle(cx, offers),
            decision => cx.ask(RunRequest::Act(decision)),
        }
    }

    fn toggle(&mut self, cx: &mut ScreenContext<'_>, offers: Vec<TakeOffer>) {
        let most = cx.run().map_or(0, |game| game.run().most_offers());
        for offer in offers {
            if let Some(at) = self.chosen.iter().position(|own| *own == offer) {
                self.chosen.remove(at);
                continue;
            }
            // One item pays for one offer, and an offer is there once.
            self.chosen.retain(|own| own.offer != offer.offer && (own.gives.is_none() || own.gives != offer.gives));
            if self.chosen.len() >= most && most > 0 {
                self.chosen.remove(0);
            }
            self.chosen.push(offer);
        }
        cx.shared.sounds.play(Sound::Pick);
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Fight => cx.ask(RunRequest::Fight),
            Spot::Auto => cx.ask(RunRequest::Auto),
            Spot::Move(at) => self.press_move(cx, at),
            Spot::Take if self.chosen.is_empty() => cx.shared.sounds.play(Sound::Refuse),
            Spot::Take => cx.ask(RunRequest::Act(Decision::Take(std::mem::take(&mut self.chosen)))),
            Spot::Party => cx.ask(Request::Push(Box::new(Party::of(0)))),
            Spot::Close => self.close(cx),
            Spot::Answer(at) => {
                let Some((option, mut answers)) = self.asked.clone() else { return };
                let asked = cx.run().and_then(|game| game.run().question(option, &answers).ok().flatten());
                if let Some(asked) = asked
                    && let Some((answer, _)) = asked.answers.get(at)
                {
                    answers.push((asked.key, *answer));
                    self.open_questions(cx, option, answers);
                }
            }
        }
    }

    fn close(&mut self, cx: &mut ScreenContext<'_>) {
        if self.asked.take().is_some() {
            return;
        }
        if let Some(game) = cx.shared.run.as_deref_mut() {
            game.read_news();
        }
        cx.shared.run_told.clear();
        cx.ask(Request::Pop(self.name()));
    }

    fn compare(&mut self, run: &Run, item: Option<&str>) -> Option<&[(&'static str, String)]> {
        let item = item?;
        if self.compared.as_ref().is_none_or(|(known, _)| known != item) {
            self.compared = Some((item.to_owned(), words::comparison(run, item)));
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
            Command::Commit if !self.chosen.is_empty() => self.press(cx, Spot::Take),
            Command::Confirm | Command::Done => {
                if let Some(spot) = self.focus.at().copied() {
                    self.press(cx, spot);
                }
            }
            Command::Log | Command::Rewind => return Heard::Passed,
            _ if self.focus.steer(command) => cx.shared.sounds.play(Sound::Hover),
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
        let told = cx.shared.run_told.clone();
        let title = format!("{}###room", game.room_title());
        let lines: usize = game.view().moves.iter().map(|own| 2 + own.details.len()).sum();
        let high = (260 + 22 * (lines + game.news().len())).clamp(340, 640) as f32;
        let open = pages::page(hud, &title, [860.0, high], |hud| {
            let low = 52.0 * hud.s.max(hud.text);
            let height = -low;
            hud.ui.child_window("room/body").size([0.0, height]).build(|| pressed = self.body(hud, game, &told));
            pressed = pressed.or(self.footer(hud, game));
        });
        self.focus.end();
        if let Some(spot) = pressed {
            self.press(cx, spot);
        } else if !open {
            self.close(cx);
        }
    }
}

impl Room {
    fn body(&mut self, hud: &mut Hud<'_>, game: &RunGame, told: &str) -> Option<Spot> {
        heading(hud, game);
        news(hud, game);
        if !told.is_empty() {
            hud.broken("enemy-pale", told);
        }
        if self.asked.is_some() {
            return self.questions(hud, game);
        }
        let mut pressed = battle(hud, &mut self.focus, game);
        let item = match self.focus.at() {
            Some(Spot::Move(at)) => words::offered(game, *at).map(str::to_owned),
            _ => None,
        };
        let has_offers = game.view().moves.iter().enumerate().any(|(at, _)| words::offered(game, at).is_some());
        let width = hud.ui.content_region_avail()[0];
        let is_wide = has_offers && width > 34.0 * hud.ui.text_line_height();
        let left = if is_wide { width * 0.54 } else { 0.0 };
        hud.ui.child_window("room/moves").size([left, 0.0]).build(|| pressed = pressed.or(self.moves(hud, game)));
        if is_wide {
            hud.ui.same_line();
            let lines = self.compare(game.run(), item.as_deref()).unwrap_or_default();
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
        let is_loot = |own: &MoveView| matches!(&own.command, Decision::Take(offers) if !offers.is_empty());
        if view.moves.iter().any(is_loot) {
            hud.broken("text-soft", &words::offers(most, self.chosen.len()));
        }
        let mut has_ways = false;
        for (at, own) in view.moves.iter().enumerate() {
            let is_way = matches!(own.command, Decision::Enter(_));
            if is_way && !std::mem::replace(&mut has_ways, true) {
                hud.ui.separator();
                hud.words("text-soft", words::WAYS);
            }
            let is_marked = match &own.command {
                Decision::Take(offers) => !offers.is_empty() && offers.iter().all(|offer| self.chosen.contains(offer)),
                _ => false,
            };
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

    fn questions(&mut self, hud: &mut Hud<'_>, game: &RunGame) -> Option<Spot> {
        let (option, answers) = self.asked.as_ref()?;
        let asked = game.run().question(*option, answers).ok().flatten()?;
        hud.broken("accent", &asked.prompt);
        let mut pressed = None;
        for (at, (answer, words)) in asked.answers.iter().enumerate() {
            let with: Vec<_> = answers.iter().copied().chain([(asked.key, *answer)]).collect();
            let foretold = game.run().foresee(*option, &with).unwrap_or_default();
            let lines = if foretold.is_certain { foretold.lines } else { foretold.odds };
            let lines = lines.into_iter().map(|line| ("text-soft", line)).collect();
            let card = Card { name: format!("room/answer {at}"), title: words.clone(), lines, ..Card::default() };
            if self.focus.card(hud, Spot::Answer(at), &card) {
                pressed = Some(Spot::Answer(at));
            }
        }
        pressed
    }

    fn footer(&mut self, hud: &mut Hud<'_>, game: &RunGame) -> Option<Spot> {
        let mut pressed = None;
        hud.ui.separator();
        let is_loot = |own: &MoveView| matches!(&own.command, Decision::Take(offers) if !offers.is_empty());
        let mut button =
            |hud: &mut Hud<'_>, focus: &mut Focus<Spot>, (spot, name, icon, words): (Spot, &str, &str, &str), look| {
                if focus.styled(hud, spot, (name, icon, words), look) {
                    pressed = Some(spot);
                }
                hud.ui.same_line();
            };
        if game.view().moves.iter().any(is_loot) {
            let enabled = !self.chosen.is_empty();
            let look = ButtonStyle { enabled, pulse: enabled, ..ButtonStyle::default() };
            button(hud, &mut self.focus, (Spot::Take, "room/take", "check", "Take"), look);
        }
        let look = ButtonStyle::default();
        button(hud, &mut self.focus, (Spot::Party, "room/party", "shield", "Party"), look);
        let close = if self.asked.is_some() { "Back" } else { "To the map" };
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
    hud.words("text-soft", &format!("{} · {}", words::kind(view, room), words::values(view)));
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

fn battle(hud: &mut Hud<'_>, focus: &mut Focus<Spot>, game: &RunGame) -> Option<Spot> {
    let (title, note) = game.run().battle_text()?;
    let mut lines = vec![("text", format!("{title}. {note}"))];
    lines.push(("text-soft", words::FIGHT_ABOUT.to_owned()));
    let words = if game.has_battle_begun() { words::FIGHT_ON } else { words::FIGHT };
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
