//! The panel after a battle: outcome and next steps.

use crate::window::battle::Battle;
use crate::window::hud::panel_layout::PanelLayout;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::battle::request::BattleRequest;
use crate::window::screens::battle::shown_in;
use crate::window::screens::commands::Command;
use crate::window::screens::online::request::OnlineRequest;
use crate::window::screens::run::request::RunRequest;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::title::request::TitleRequest;
use foretoken_session::Session;
use foretoken_session::rating::Rating;
use foretoken_vm::Outcome;
use glam::Vec2;

#[derive(Debug)]
pub(in crate::window) struct End {
    at: usize,
    rating: Option<Rating>,
}

impl End {
    pub(in crate::window) fn new(battle: &Battle, is_of_run: bool) -> Self {
        let session = &battle.controller.session;
        // After a defeat the second choice is likely: the battle again, or undo.
        let is_lost = session.seat().outcome() != Outcome::Won;
        let at = usize::from(is_lost && session.place().is_none() && !(is_of_run && session.is_ironman()));
        Self { at, rating: Rating::of(session) }
    }

    pub(in crate::window) fn is_of(battle: &Battle) -> bool {
        battle.controller.session.outcome() != 0 && !battle.playback.is_playing()
    }

    fn choose(cx: &mut ScreenContext<'_>, choice: EndChoice) {
        let Some(battle) = cx.battle() else { return };
        if let EndChoice::From(rewind_point) = choice {
            battle.controller.rewind(rewind_point);
            return;
        }
        if let EndChoice::Show(rewind_point) = choice {
            battle.controller.show_better(rewind_point);
            return;
        }
        if let EndChoice::Run = choice {
            return cx.ask(RunRequest::Finish);
        }
        if let EndChoice::Online(request) = choice {
            return cx.ask(request);
        }
        let setup = battle.controller.session.setup();
        let (pack, scenario) = (setup.pack.clone(), setup.book.scenario.clone());
        let request = match choice {
            EndChoice::Again => BattleRequest::Play(format!("{pack}/{scenario}")).into(),
            EndChoice::Next => BattleRequest::PlayNext(pack, scenario).into(),
            EndChoice::Title => TitleRequest::Show.into(),
            EndChoice::Do(command) => Request::Do(command),
            EndChoice::From(_) | EndChoice::Show(_) | EndChoice::Run | EndChoice::Online(_) => return,
        };
        cx.ask(request);
    }
}

impl Screen for End {
    fn name(&self) -> &'static str {
        "end"
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>, _: f32) {
        if let Some(battle) = cx.battle() {
            battle.controller.look_back();
        }
    }

    fn settle(&mut self, cx: &mut ScreenContext<'_>) {
        if !cx.battle().is_some_and(|battle| Self::is_of(battle)) {
            cx.ask(Request::Pop(self.name()));
        }
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        let is_of_run = cx.shared.run.is_some();
        let ends = cx.battle().map_or_else(Vec::new, |battle| ends(&battle.controller.session, is_of_run));
        let (at, count) = (self.at, ends.len().max(1));
        match command {
            Command::Right | Command::Down | Command::Next => self.at = (at + 1) % count,
            Command::Left | Command::Up | Command::Previous => self.at = (at + count - 1) % count,
            Command::Confirm | Command::Done => {
                if let Some(button) = ends.get(at) {
                    Self::choose(cx, button.choice);
                }
            }
            Command::Back | Command::Menu => cx.ask(TitleRequest::Show),
            Command::Commit
            | Command::WaitOn
            | Command::Gather
            | Command::Reset
            | Command::Auto
            | Command::Threat
            | Command::Safety
            | Command::Radial
            | Command::Focus => {}
            _ if command.action().is_some() => {}
            _ => return Heard::Passed,
        }
        Heard::Taken
    }

    fn point(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) {
        if let Some((screen, below)) = cx.below.split_last_mut() {
            screen.point(&mut ScreenContext { shared: cx.shared, below, is_top: false }, pixel);
        }
    }

    fn is_stepping_back(&self) -> bool {
        false
    }

    fn button_at(&self) -> Option<usize> {
        Some(self.at)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = shown_in(cx.below).filter(|_| cx.is_top) else {
            return;
        };
        if let Some(choice) = over(hud, battle, self, cx.shared.run.is_some()) {
            Self::choose(cx, choice);
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum EndChoice {
    Run,
    Online(OnlineRequest),
    Next,
    Again,
    Title,
    Do(Command),
    /// Goes back to a turning point and plays on.
    From(usize),
    /// Goes back to a turning point and shows the better decision.
    Show(usize),
}

struct Button {
    name: &'static str,
    icon: &'static str,
    words: &'static str,
    choice: EndChoice,
}

const fn button(name: &'static str, icon: &'static str, words: &'static str, choice: EndChoice) -> Button {
    Button { name, icon, words, choice }
}

const OF_RUN: Button = button("run", "play", "Continue the run", EndChoice::Run);

const ONLINE: [Button; 4] = [
    button("rematch", "rewind", "Rematch", EndChoice::Online(OnlineRequest::Rematch)),
    button("talk", "log", "Table and chat", EndChoice::Do(Command::Talk)),
    button("lobby", "map", "Lobby", EndChoice::Online(OnlineRequest::Lobby)),
    button("leave", "quit", "Leave the table", EndChoice::Online(OnlineRequest::Leave)),
];

const ENDS: [Button; 5] = [
    button("next", "play", "Next battle", EndChoice::Next),
    button("again", "restart", "Again", EndChoice::Again),
    button("undo", "undo", "Undo", EndChoice::Do(Command::Undo)),
    button("rewind", "rewind", "Rewind to…", EndChoice::Do(Command::Rewind)),
    button("title", "quit", "Title", EndChoice::Title),
];

/// Returns the choices. In a run, its continuation takes the place of another battle.
fn ends(session: &Session, is_of_run: bool) -> Vec<Button> {
    if let Some(place) = session.place() {
        let is_watcher = place.client().is_watcher();
        return ONLINE.into_iter().skip(usize::from(is_watcher)).collect();
    }
    let goes_back = |button: &Button| matches!(button.choice, EndChoice::Do(Command::Undo | Command::Rewind));
    let starts = |button: &Button| matches!(button.choice, EndChoice::Next | EndChoice::Again);
    let own = is_of_run.then_some(OF_RUN).into_iter();
    let others = ENDS.into_iter().filter(|button| !(is_of_run && starts(button)));
    own.chain(others).filter(|button| !(session.is_ironman() && goes_back(button))).collect()
}

fn over(hud: &mut Hud<'_>, battle: &Battle, end: &End, is_of_run: bool) -> Option<EndChoice> {
    let session = &battle.controller.session;
    let told = hud.art.presentation();
    let (title, words) = told.end(session);
    let cost = told.cost(session);
    let won = session.seat().outcome() == Outcome::Won;
    let mut asked = None;
    let at = hud.at(0.5, 0.42, (0.0, 0.0));
    let room = PanelLayout::new(hud.free, 8.0 * hud.s);
    let width = room.width() - hud.rim()[0];
    hud.panel("over", at, [0.5, 0.5], [room.width(), room.height()], |hud| {
        let right = hud.ui.cursor_screen_pos()[0] + width;
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words(if won { "accent" } else { "enemy-pale" }, &title);
        hud.words("white", words);
        font.pop();
        if let Some(met) = told.met(session) {
            hud.wrapped("text", width, &met);
        }
        hud.wrapped("text-soft", width, &cost);
        for (index, line) in end.rating.iter().flat_map(foretoken_session::texts::rating::lines).enumerate() {
            hud.wrapped(if index == 0 { "accent" } else { "text-soft" }, width, &line);
        }
        let is_ironman = session.is_ironman();
        if !battle.controller.message.is_empty() {
            hud.wrapped("white", width, &battle.controller.message);
        }
        let at_end = end.at;
        for (index, end) in ends(session, is_of_run).into_iter().enumerate() {
            let look = ButtonStyle { chosen: index == at_end, pulse: index == at_end, ..ButtonStyle::default() };
            if index > 0 {
                hud.beside(hud.button_width(Some(end.icon), end.words, look), right);
            }
            if hud.button(&format!("over/{}", end.name), Some(end.icon), end.words, look) {
                asked = Some(end.choice);
            }
        }
        if let Some(words) = battle.controller.no_turning_point() {
            hud.wrapped("text-soft", width, words);
        }
        for point in battle.controller.turning_points() {
            hud.wrapped("text", width, &format!("Round {}: {}.", point.round, point.words));
            if is_ironman {
                continue;
            }
            let (at, look) = (point.rewind_point, ButtonStyle::default());
            if hud.button(&format!("over/show {at}"), Some("eye"), "Show me", look) {
                asked = Some(EndChoice::Show(at));
            }
            let words = format!("Play on from {}", point.start);
            hud.beside(hud.button_width(None, &words, look), right);
            if hud.button(&format!("over/from {at}"), None, &words, look) {
                asked = Some(EndChoice::From(at));
            }
        }
    });
    asked
}
