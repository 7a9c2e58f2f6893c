//! What a screen is: the title, a battle, a page over it. The app holds a stack of them; a new one is a file with a type that
//! implements [`Screen`], and the line that opens it.

use crate::window::battle::Battle;
use crate::window::battle::replay_viewer::ReplayViewer;
use crate::window::hud::Hud;
use crate::window::platform::input::Chord;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::commands::Command;
use crate::window::screens::shared::Shared;
use foretoken_session::Report;
use glam::Vec2;
use std::fmt::{self, Debug};
use std::path::PathBuf;

/// Whether a command meant something to a screen, or goes on to the one beneath.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::window) enum Heard {
    Taken,
    Passed,
}

/// One thing that the window shows, over others.
pub(in crate::window) trait Screen: Debug {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// What the window's title says of it; what is beneath says it where this is none.
    fn caption(&self) -> Option<&str> {
        None
    }

    /// Whether nothing beneath it is seen; what is not seen is not updated either.
    fn hides(&self) -> bool {
        false
    }

    /// Time passes.
    fn update(&mut self, _: &mut Cx<'_>, _seconds: f32) {}

    /// Something was done: what is over closes itself.
    fn settle(&mut self, _: &mut Cx<'_>) {}

    /// A command. What is open stands before what is beneath, which hears nothing that is taken.
    fn command(&mut self, cx: &mut Cx<'_>, command: Command) -> Heard;

    /// A key, before it is looked up as a command; true if that is all it means.
    fn key(&mut self, _: &mut Cx<'_>, _: Chord) -> bool {
        false
    }

    /// The pointer moved over what no panel covers.
    fn point(&mut self, _: &mut Cx<'_>, _pixel: Vec2) {}

    /// A click on what no panel covers.
    fn click(&mut self, _: &mut Cx<'_>, _pixel: Vec2) {}

    /// Whether a right click is a step back here; to leave a battle or the game takes a key or a button.
    fn steps_back(&self) -> bool {
        true
    }

    /// Which of its buttons keys and game pads are at.
    fn button_at(&self) -> Option<usize> {
        None
    }

    /// Its panels.
    fn draw(&mut self, cx: &mut Cx<'_>, hud: &mut Hud<'_>);

    /// Its scene; nothing is drawn behind the panels without one.
    fn scene<'s>(&'s mut self, _: &'s Shared) -> Option<SceneFrame<'s>> {
        None
    }

    /// The battle that it shows.
    fn battle(&self) -> Option<&Battle> {
        None
    }

    /// The same, to be altered.
    fn battle_mut(&mut self) -> Option<&mut Battle> {
        None
    }

    /// The place of its battle, where that can be given to a thread and back.
    fn slot(&mut self) -> Option<&mut Option<Box<Battle>>> {
        None
    }

    /// The record that it shows.
    fn replay(&self) -> Option<&ReplayViewer> {
        None
    }

    /// It pauses before an activation of its record.
    fn pause_at(&mut self, _activation: usize) {}

    /// What a thread does while it is shown, and whether that has only just begun.
    fn busy(&self) -> Option<(&str, bool)> {
        None
    }
}

/// What a screen is given: what all share, and the screens beneath it.
#[derive(Debug)]
pub(in crate::window) struct Cx<'a> {
    pub(in crate::window) shared: &'a mut Shared,
    pub(in crate::window) below: &'a mut [Box<dyn Screen>],
    /// Whether nothing is over it.
    pub(in crate::window) is_top: bool,
}

impl Cx<'_> {
    /// The battle beneath.
    pub(in crate::window) fn battle(&mut self) -> Option<&mut Battle> {
        battle_in(self.below)
    }

    /// Asks the app for something, which it does once the screen is done.
    pub(in crate::window) fn ask(&mut self, request: Request) {
        self.shared.requests.push(request);
    }
}

/// The topmost battle of some screens.
pub(in crate::window) fn battle_in(screens: &mut [Box<dyn Screen>]) -> Option<&mut Battle> {
    screens.iter_mut().rev().find_map(|screen| screen.battle_mut())
}

/// Work on a battle that may take long; what comes of it is what is to be shown.
pub(in crate::window) struct BattleWork(Box<Work>);

type Work = dyn FnOnce(&mut Battle) -> Option<Report> + Send;

impl BattleWork {
    pub(in crate::window) fn new(work: impl FnOnce(&mut Battle) -> Option<Report> + Send + 'static) -> Self {
        Self(Box::new(work))
    }

    pub(in crate::window) fn run(self, battle: &mut Battle) -> Option<Report> {
        (self.0)(battle)
    }
}

impl Debug for BattleWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BattleWork")
    }
}

/// What a screen asks of the app.
#[derive(Debug)]
pub(in crate::window) enum Request {
    /// A screen over all others.
    Open(Box<dyn Screen>),
    /// The topmost screen of a name goes.
    Close(&'static str),
    /// The title screen and nothing else.
    Title,
    /// The title screen with the recorded battles.
    Records,
    /// A battle of a scenario, by its pack and name.
    Play(String),
    /// A battle of the scenario that follows one, by the pack and name of that.
    PlayNext(String, String),
    /// To go on with a recorded battle.
    Resume(PathBuf),
    /// To look at a recorded battle.
    Watch(PathBuf),
    /// A recorded battle is deleted.
    Delete(PathBuf),
    /// Something is done with the battle on the screen that may take long; the pack has words for it by this key.
    Work(&'static str, BattleWork),
    /// A command, as if its key had been pressed.
    Do(Command),
    /// The editor opens, or closes.
    Editor,
    /// What was achieved in a battle is kept.
    Achieved(Box<crate::achieved::Note>),
    /// The settings changed and are kept.
    KeepSettings,
    /// Battles that begin are to be harder, or easy again.
    NextLevel,
    /// Battles that begin are ironman, or no longer.
    Ironman,
    /// The window closes.
    Quit,
}
