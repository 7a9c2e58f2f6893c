//! What a screen is: the title, a battle, a page over it. The app holds a stack of them; a new one is a file with a type that
//! implements [`Screen`], and the line that opens it.

use crate::window::hud::Hud;
use crate::window::platform::input::Chord;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::app::App;
use crate::window::screens::commands::Command;
use crate::window::screens::shared::Shared;
use glam::Vec2;
use std::any::Any;
use std::fmt::Debug;

/// Whether a command meant something to a screen, or goes on to the one beneath.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::window) enum Heard {
    Taken,
    Passed,
}

/// One thing that the window shows, over others.
pub(in crate::window) trait Screen: Any + Debug {
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
    fn update(&mut self, _: &mut ScreenContext<'_>, _seconds: f32) {}

    /// Something was done: what is over closes itself.
    fn settle(&mut self, _: &mut ScreenContext<'_>) {}

    /// A command. What is open stands before what is beneath, which hears nothing that is taken.
    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard;

    /// A key, before it is looked up as a command; true if that is all it means.
    fn key(&mut self, _: &mut ScreenContext<'_>, _: Chord) -> bool {
        false
    }

    /// The pointer moved over what no panel covers.
    fn point(&mut self, _: &mut ScreenContext<'_>, _pixel: Vec2) {}

    /// A click on what no panel covers.
    fn click(&mut self, _: &mut ScreenContext<'_>, _pixel: Vec2) {}

    /// Whether a right click is a step back here; to leave a battle or the game takes a key or a button.
    fn steps_back(&self) -> bool {
        true
    }

    /// Which of its buttons keys and game pads are at.
    fn button_at(&self) -> Option<usize> {
        None
    }

    /// Its panels.
    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>);

    /// Its scene; nothing is drawn behind the panels without one.
    fn scene<'s>(&'s mut self, _: &'s Shared) -> Option<SceneFrame<'s>> {
        None
    }
}

/// The topmost screen of a type. A flow finds its own screens with it.
pub(in crate::window) fn topmost<T: Screen>(screens: &[Box<dyn Screen>]) -> Option<&T> {
    screens.iter().rev().find_map(|screen| (&**screen as &dyn Any).downcast_ref())
}

/// The same, to be altered.
pub(in crate::window) fn topmost_mut<T: Screen>(screens: &mut [Box<dyn Screen>]) -> Option<&mut T> {
    screens.iter_mut().rev().find_map(|screen| (&mut **screen as &mut dyn Any).downcast_mut())
}

/// What a screen is given: what all share, and the screens beneath it.
#[derive(Debug)]
pub(in crate::window) struct ScreenContext<'a> {
    pub(in crate::window) shared: &'a mut Shared,
    pub(in crate::window) below: &'a mut [Box<dyn Screen>],
    /// Whether nothing is over it.
    pub(in crate::window) is_top: bool,
}

impl ScreenContext<'_> {
    /// Asks the app for something, which it does once the screen is done.
    pub(in crate::window) fn ask(&mut self, request: impl Into<Request>) {
        self.shared.requests.push(request.into());
    }
}

/// What a screen asks of the app.
#[derive(Debug)]
pub(in crate::window) enum Request {
    /// A screen over all others.
    Push(Box<dyn Screen>),
    /// The topmost screen of a name goes.
    Pop(&'static str),
    /// A command, as if its key had been pressed.
    Do(Command),
    /// Something that a flow does.
    Flow(Box<dyn FlowRequest>),
    /// The window closes.
    Quit,
}

/// What the screens of one flow ask for. Each flow (a battle, the title, the editor, the settings) has a type of its own for it and
/// carries it out itself; the app knows none of them.
pub(in crate::window) trait FlowRequest: Debug {
    /// Carries it out.
    fn perform(self: Box<Self>, app: &mut App);
}

impl<R: FlowRequest + 'static> From<R> for Request {
    fn from(request: R) -> Self {
        Self::Flow(Box::new(request))
    }
}
