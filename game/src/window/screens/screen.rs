//! The interface of screens, which the app holds in a stack.

use crate::window::hud::Hud;
use crate::window::platform::input::Chord;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::app::App;
use crate::window::screens::commands::Command;
use crate::window::screens::shared::Shared;
use glam::Vec2;
use std::any::Any;
use std::fmt::Debug;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::window) enum Heard {
    Taken,
    Passed,
}

pub(in crate::window) trait Screen: Any + Debug {
    fn name(&self) -> &'static str;

    fn caption(&self) -> Option<&str> {
        None
    }

    fn is_opaque(&self) -> bool {
        false
    }

    fn update(&mut self, _: &mut ScreenContext<'_>, _seconds: f32) {}

    fn settle(&mut self, _: &mut ScreenContext<'_>) {}

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard;

    /// Handles a key before the command lookup. Returns true to stop the lookup.
    fn key(&mut self, _: &mut ScreenContext<'_>, _: Chord) -> bool {
        false
    }

    /// Handles a typed letter.
    fn letter(&mut self, _: &mut ScreenContext<'_>, _: char) {}

    fn point(&mut self, _: &mut ScreenContext<'_>, _pixel: Vec2) {}

    /// The pointer moved onto a panel.
    fn point_nowhere(&mut self, _: &mut ScreenContext<'_>) {}

    fn click(&mut self, _: &mut ScreenContext<'_>, _pixel: Vec2) {}

    /// Begins a drag with the left button. Returns false if nothing there can be dragged.
    fn grab(&mut self, _: &mut ScreenContext<'_>, _pixel: Vec2) -> bool {
        false
    }

    /// Ends a drag.
    fn release(&mut self, _: &mut ScreenContext<'_>, _pixel: Vec2) {}

    /// Handles the wheel. Returns false if it does not use it.
    fn wheel(&mut self, _: &mut ScreenContext<'_>, _by: f32) -> bool {
        false
    }

    fn is_stepping_back(&self) -> bool {
        true
    }

    fn button_at(&self) -> Option<usize> {
        None
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>);

    fn scene<'s>(&'s mut self, _: &'s Shared) -> Option<SceneFrame<'s>> {
        None
    }
}

pub(in crate::window) fn topmost<T: Screen>(screens: &[Box<dyn Screen>]) -> Option<&T> {
    screens.iter().rev().find_map(|screen| (&**screen as &dyn Any).downcast_ref())
}

pub(in crate::window) fn topmost_mut<T: Screen>(screens: &mut [Box<dyn Screen>]) -> Option<&mut T> {
    screens.iter_mut().rev().find_map(|screen| (&mut **screen as &mut dyn Any).downcast_mut())
}

#[derive(Debug)]
pub(in crate::window) struct ScreenContext<'a> {
    pub(in crate::window) shared: &'a mut Shared,
    pub(in crate::window) below: &'a mut [Box<dyn Screen>],
    pub(in crate::window) is_top: bool,
}

impl ScreenContext<'_> {
    pub(in crate::window) fn ask(&mut self, request: impl Into<Request>) {
        self.shared.requests.push(request.into());
    }
}

#[derive(Debug)]
pub(in crate::window) enum Request {
    Push(Box<dyn Screen>),
    Pop(&'static str),
    Do(Command),
    Flow(Box<dyn FlowRequest>),
    Quit,
}

pub(in crate::window) trait FlowRequest: Debug {
    fn perform(self: Box<Self>, app: &mut App);
}

impl<R: FlowRequest + 'static> From<R> for Request {
    fn from(request: R) -> Self {
        Self::Flow(Box::new(request))
    }
}
