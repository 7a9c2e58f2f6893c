//! The party: loadouts with their alternatives, items, the stash, and stats with their parts. A change is compared with
//! the current state before it is made.

use super::request::RunRequest;
use super::scroll::Scroll;
use crate::runs::party::{Deed, Group, Row, Standing, groups};
use crate::runs::{RunGame, words};
use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::platform::input::Chord;
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Card, Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_campaign::entry::EquipChange;
use foretoken_campaign::pages::member_line;
use foretoken_session::texts::unit_page::PageLine;

/// A widget of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Member(usize),
    Row(usize, usize),
    Deed(usize),
    /// The stats at the right, which scroll.
    Page,
    Close,
}

/// The page of a member.
#[derive(Debug)]
pub(super) struct Party {
    member: usize,
    focus: Focus<Spot>,
    /// Row whose changes are listed.
    open: Option<(usize, usize)>,
    shown: Option<Shown>,
    scroll: Scroll,
}

/// Rows and texts of the page, until the run changes.
#[derive(Debug)]
struct Shown {
    of: (usize, usize),
    groups: Vec<Group>,
    page: Vec<PageLine>,
    compared: Option<(Vec<EquipChange>, Vec<String>)>,
}

impl Party {
    pub(super) fn of(member: usize) -> Self {
        Self { member, focus: Focus::default(), open: None, shown: None, scroll: Scroll::default() }
    }

    fn turn_to(&mut self, member: usize) {
        (self.member, self.open) = (member, None);
        self.focus.set(Spot::Member(member));
    }

    fn row(&self, (group, row): (usize, usize)) -> Option<&Row> {
        self.shown.as_ref()?.groups.get(group)?.rows.get(row)
    }

    /// Returns the change under the focus: that of an open row, or the only one of a row.
    fn deed(&self) -> Option<&Deed> {
        match *self.focus.at()? {
            Spot::Deed(at) => self.row(self.open?)?.deeds.get(at),
            Spot::Row(group, row) => self.row((group, row))?.deeds.first(),
            _ => None,
        }
    }

    fn make(cx: &mut ScreenContext<'_>, deed: &Deed) {
        match &deed.refused {
            Some(why) => {
                cx.shared.run_told.clone_from(why);
                cx.shared.sounds.play(Sound::Refuse);
            }
            None => cx.ask(RunRequest::Equip(deed.steps.clone())),
        }
    }

    /// Renews the rows if the run or the member changed.
    fn refresh(&mut self, game: &RunGame) {
        let of = (self.member, game.run().entries().len());
        if self.shown.as_ref().is_some_and(|shown| shown.of == of) {
            return;
        }
        let Some(member) = game.view().party.get(self.member) else { return };
        let (groups, page) = (groups(game, member), game.run().member_page(&member.name));
        self.shown = Some(Shown { of, groups, page, compared: None });
    }

    fn compare(&mut self, game: &RunGame) -> Option<(String, Vec<String>)> {
        let deed = self.deed().filter(|deed| deed.refused.is_none()).cloned()?;
        let shown = self.shown.as_mut()?;
        if shown.compared.as_ref().is_none_or(|(steps, _)| *steps != deed.steps) {
            shown.compared = Some((deed.steps.clone(), game.run().consequences(&deed.steps)));
        }
        let lines = shown.compared.as_ref().map(|(_, lines)| lines.clone()).unwrap_or_default();
        Some((deed.words, lines))
    }
}

impl FocusPage for Party {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        cx.shared.run_told.clear();
        match spot {
            Spot::Member(at) => self.turn_to(at),
            Spot::Page => {}
            Spot::Close => self.close(cx),
            Spot::Row(group, row) => {
                let Some(own) = self.row((group, row)) else { return };
                match &own.deeds[..] {
                    [] => {
                        cx.shared.run_told = own.about.first().cloned().unwrap_or_default();
                        cx.shared.sounds.play(Sound::Refuse);
                    }
                    [deed] => Self::make(cx, deed),
                    _ if self.open == Some((group, row)) => self.open = None,
                    _ => {
                        self.open = Some((group, row));
                        self.focus.set(Spot::Deed(0));
                        cx.shared.sounds.play(Sound::Pick);
                    }
                }
            }
            Spot::Deed(at) => {
                let deed = self.open.and_then(|row| self.row(row)).and_then(|row| row.deeds.get(at)).cloned();
                if let (Some(deed), Some((group, row))) = (deed, self.open.take()) {
                    self.focus.set(Spot::Row(group, row));
                    Self::make(cx, &deed);
                }
            }
        }
    }
}

impl Screen for Party {
    fn name(&self) -> &'static str {
        "party"
    }

    fn key(&mut self, _: &mut ScreenContext<'_>, chord: Chord) -> bool {
        self.scroll.key(chord)
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        let count = cx.run().map_or(1, |game| game.view().party.len()).max(1);
        match command {
            Command::Back if self.open.is_some() => {
                if let Some((group, row)) = self.open.take() {
                    self.focus.set(Spot::Row(group, row));
                }
            }
            Command::Back | Command::Unit | Command::Undo => self.close(cx),
            Command::Up | Command::Down if self.focus.at() == Some(&Spot::Page) && self.scroll.has_room(command) => {
                self.scroll.step(command);
            }
            Command::Next => self.turn_to((self.member + 1) % count),
            Command::Previous => self.turn_to((self.member + count - 1) % count),
            Command::Menu => return Heard::Passed,
            _ if self.press_or_steer(cx, command) => {
                if let Some(&Spot::Member(at)) = self.focus.at() {
                    self.turn_to(at);
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

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        self.member = self.member.min(game.view().party.len().saturating_sub(1));
        self.refresh(game);
        self.focus.begin();
        let mut pressed = None;
        let told = &cx.shared.run_told;
        let open = pages::page(hud, "Party", [1120.0, 700.0], |hud| {
            pressed = self.tabs(hud, game);
            if let Some(member) = game.view().party.get(self.member) {
                hud.words("white", &member_line(member));
            }
            let low = 44.0 * hud.s.max(hud.text);
            let [width, _] = hud.ui.content_region_avail();
            let is_wide = width > 40.0 * hud.ui.text_line_height();
            // In a narrow window the stats are below the rows.
            let high = (hud.ui.content_region_avail()[1] - low).max(0.0);
            let rows = if is_wide { [(width * 0.46).round(), -low] } else { [0.0, (high * 0.6).round()] };
            hud.ui.child_window("party/rows").size(rows).build(|| pressed = pressed.or(self.rows(hud)));
            if is_wide {
                hud.ui.same_line();
            }
            let look = self.focus.is_at(&Spot::Page);
            hud.ui.child_window("party/page").size([0.0, -low]).border(look).build(|| self.page(hud, game));
            self.focus.add_item(hud, Spot::Page);
            if self.focus.button(hud, Spot::Close, "party/close", "check", "Done") {
                pressed = Some(Spot::Close);
            }
            hud.ui.same_line();
            hud.ui.align_text_to_frame_padding();
            match told.is_empty() {
                true => hud.words("dim", words::PARTY_KEYS),
                false => hud.words("enemy-pale", told),
            }
        });
        self.finish(cx, pressed, open);
    }
}

impl Party {
    fn tabs(&mut self, hud: &mut Hud<'_>, game: &RunGame) -> Option<Spot> {
        let mut pressed = None;
        let right = hud.ui.cursor_screen_pos()[0] + hud.ui.content_region_avail()[0];
        for (at, member) in game.view().party.iter().enumerate() {
            let look = ButtonStyle { chosen: at == self.member, ..ButtonStyle::default() };
            if at > 0 {
                hud.beside(hud.button_width(Some("shield"), &member.name, look), right);
            }
            let name = format!("party/member {}", member.name);
            let icon = if member.wounded > 0 { "heart-lost" } else { "heart-full" };
            if self.focus.styled(hud, Spot::Member(at), (&name, icon, &member.name), look) {
                pressed = Some(Spot::Member(at));
            }
        }
        pressed
    }

    fn rows(&mut self, hud: &mut Hud<'_>) -> Option<Spot> {
        let Some(shown) = &self.shown else { return None };
        let (focus, open) = (&mut self.focus, self.open);
        let mut pressed = None;
        for (group_at, group) in shown.groups.iter().enumerate() {
            hud.words("accent", &group.title);
            for (at, row) in group.rows.iter().enumerate() {
                let (spot, is_open) = (Spot::Row(group_at, at), open == Some((group_at, at)));
                let icon = match row.standing {
                    Standing::InUse => Some("check"),
                    Standing::Free => None,
                    Standing::Locked => Some("lock"),
                };
                let mut lines: Vec<(&'static str, String)> = Vec::new();
                let most = if row.standing == Standing::Locked { 1 } else { 2 };
                lines.extend(row.about.iter().take(most).map(|line| ("text-soft", line.trim().to_owned())));
                let card = Card {
                    name: format!("party/row {}", row.words),
                    icon,
                    title: row.words.clone(),
                    lines,
                    is_refused: row.standing == Standing::Locked,
                    is_marked: row.standing == Standing::InUse,
                };
                if focus.card(hud, spot, &card) {
                    pressed = Some(spot);
                }
                for (at, deed) in row.deeds.iter().enumerate().filter(|_| is_open) {
                    hud.ui.indent();
                    let lines = deed.refused.iter().map(|why| ("enemy-pale", words::refused(why))).collect();
                    let card = Card {
                        name: format!("party/deed {at}"),
                        title: deed.words.clone(),
                        lines,
                        is_refused: deed.refused.is_some(),
                        ..Card::default()
                    };
                    if focus.card(hud, Spot::Deed(at), &card) {
                        pressed = Some(Spot::Deed(at));
                    }
                    hud.ui.unindent();
                }
            }
        }
        pressed
    }

    /// Draws the comparison of the change under the focus, and the stats.
    fn page(&mut self, hud: &mut Hud<'_>, game: &RunGame) {
        let compared = self.compare(game);
        if let Some((words, lines)) = compared {
            hud.broken("white", &words);
            if lines.is_empty() {
                hud.broken("text-soft", words::NO_CHANGE);
            }
            for line in lines {
                hud.broken("accent-bright", &line);
            }
            hud.ui.spacing();
        }
        let about = match self.focus.at() {
            Some(&Spot::Row(group, row)) => self.row((group, row)),
            _ => None,
        };
        if let Some(row) = about.filter(|row| row.about.len() > 2) {
            hud.broken("white", &row.words);
            row.about.iter().for_each(|line| hud.broken("text", line));
        }
        if let Some(shown) = &self.shown {
            pages::told_lines(hud, &shown.page);
        }
        self.scroll.apply(hud);
    }
}
