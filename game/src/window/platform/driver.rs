//! A driver without a window: it owns a device that nobody looks at, feeds the app its input events, and reads the
//! picture and the state. Tests, screenshots and benchmarks play the real app with it.

use crate::window::battle::Battle;
use crate::window::platform::input::{Button, Input, Key};
use crate::window::render::gpu::{self, GpuError, Picture, Target};
use crate::window::{App, Runner};
use foretoken_vm::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// ImGui has one context in a process, so drivers take turns.
static ONE: Mutex<()> = Mutex::new(());

/// A tick of time, in seconds.
pub const TICK: f32 = 1.0 / 60.0;

/// The app on a device without a window.
#[derive(Debug)]
pub struct Driver {
    /// The app and its device.
    pub runner: Runner,
    target: Target,
    /// Whether every frame is drawn, and not only those whose picture is read.
    draws: bool,
    instance: wgpu::Instance,
    _turn: MutexGuard<'static, ()>,
}

impl Driver {
    /// A driver around an app, for pictures of a size.
    ///
    /// # Errors
    /// When there is no adapter.
    pub fn new(make: impl FnOnce() -> anyhow::Result<App>, size: (u32, u32)) -> anyhow::Result<Self> {
        let turn = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let instance = gpu::instance(None);
        let mut runner = Runner::new(make()?, size, 1.0);
        runner.attach(&instance, None)?;
        let gpu = runner.gpu().ok_or_else(|| GpuError::NoAdapter("none".to_owned()))?;
        let target = Target::new(gpu, size);
        let mut driver = Self { runner, target, draws: false, instance, _turn: turn };
        driver.frames(3);
        Ok(driver)
    }

    /// Draws every frame, for measuring how long that takes.
    #[must_use]
    pub const fn drawing(mut self) -> Self {
        self.draws = true;
        self
    }

    /// The app.
    #[must_use]
    pub const fn app(&self) -> &App {
        &self.runner.app
    }

    /// The battle on the screen, for measuring what the interface would ask of it.
    pub fn battle_mut(&mut self) -> Option<&mut Battle> {
        self.runner.app.battle_mut()
    }

    /// Waits until all that was drawn is done.
    pub fn finish(&self) {
        if let Some(gpu) = self.runner.gpu() {
            // A device that is lost has nothing left to do.
            let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        }
    }

    /// What draws, by name.
    #[must_use]
    pub fn adapter(&self) -> String {
        self.runner.gpu().map_or_else(String::new, gpu::Gpu::adapter_name)
    }

    /// Makes frames, a tick of time apart.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame(TICK);
        }
    }

    /// Makes a frame after so many seconds. A device that was lost is made anew, as the window does.
    pub fn frame(&mut self, seconds: f32) {
        if self.runner.gpu().is_none_or(gpu::Gpu::is_lost) {
            // Without a device there is no picture; what is asked next says so.
            if self.runner.attach(&self.instance, None).is_err() {
                return;
            }
            if let Some(gpu) = self.runner.gpu() {
                self.target = Target::new(gpu, self.target.size);
            }
        }
        let size = self.target.size;
        self.runner.frame(seconds, self.draws.then_some(&self.target.view), size);
    }

    /// Feeds an event and makes a frame.
    pub fn feed(&mut self, input: Input) {
        if let Input::Resized(width, height) = input
            && let Some(gpu) = self.runner.gpu().filter(|_| width > 0 && height > 0)
        {
            self.target = Target::new(gpu, (width, height));
        }
        self.runner.input(input);
        self.frames(1);
    }

    /// Moves the pointer there in a few steps, as a hand does.
    pub fn point(&mut self, x: f32, y: f32) {
        self.feed(Input::Pointer(x - 1.0, y));
        self.feed(Input::Pointer(x, y));
        self.frames(1);
    }

    /// Presses and releases a mouse button there.
    pub fn click_at(&mut self, x: f32, y: f32) {
        self.point(x, y);
        self.feed(Input::Button(Button::Left, true));
        self.feed(Input::Button(Button::Left, false));
        self.frames(2);
    }

    /// Presses the widget of a name. False if there is none in sight.
    pub fn click(&mut self, name: &str) -> bool {
        let Some((x, y)) = self.middle(name) else { return false };
        self.click_at(x, y);
        true
    }

    /// Presses the widget of a name twice, quickly.
    pub fn double_click(&mut self, name: &str) -> bool {
        let Some((x, y)) = self.middle(name) else { return false };
        self.point(x, y);
        for _ in 0..2 {
            self.feed(Input::Button(Button::Left, true));
            self.feed(Input::Button(Button::Left, false));
        }
        self.frames(2);
        true
    }

    /// Drags from one widget to another. False if one is not in sight.
    pub fn drag(&mut self, from: &str, to: &str) -> bool {
        let (Some(from), Some(to)) = (self.middle(from), self.middle(to)) else { return false };
        self.drag_between(from, to);
        true
    }

    /// Drags from place to place.
    pub fn drag_between(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.point(from.0, from.1);
        self.feed(Input::Button(Button::Left, true));
        for step in 1..=8 {
            let share = step as f32 / 8.0;
            self.feed(Input::Pointer(from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share));
        }
        self.frames(2);
        self.feed(Input::Button(Button::Left, false));
        self.frames(2);
    }

    /// The middle of the widget of a name.
    #[must_use]
    pub fn middle(&self, name: &str) -> Option<(f32, f32)> {
        let [x, y] = self.app().widget_rects.get(name)?.middle();
        Some((x, y))
    }

    /// Clicks on a cell of the board. False if there is no battle.
    pub fn click_cell(&mut self, cell: Cell) -> bool {
        let Some(place) = self.app().battle().map(|battle| battle.pixel_of(cell)) else { return false };
        self.click_at(place.x, place.y);
        true
    }

    /// Points at a cell of the board. False if there is no battle.
    pub fn point_cell(&mut self, cell: Cell) -> bool {
        let Some(place) = self.app().battle().map(|battle| battle.pixel_of(cell)) else { return false };
        self.point(place.x, place.y);
        true
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key: Key) {
        self.feed(Input::Key(key, true));
        self.feed(Input::Key(key, false));
    }

    /// Presses and releases a key while another is held.
    pub fn chord(&mut self, held: Key, key: Key) {
        self.feed(Input::Key(held, true));
        self.key(key);
        self.feed(Input::Key(held, false));
    }

    /// Types words into the widget that takes them.
    pub fn type_text(&mut self, words: &str) {
        for letter in words.chars() {
            self.feed(Input::Text(letter));
        }
        self.frames(1);
    }

    /// Lets time pass until nothing is being shown, at most a minute of it.
    pub fn settle(&mut self) {
        for _ in 0..3_600 {
            if !self.app().battle().is_some_and(|battle| battle.playback.is_playing()) {
                break;
            }
            self.frames(1);
        }
        self.frames(30);
    }

    /// The picture of the frame that was made last.
    ///
    /// # Errors
    /// When the device does not hand it out.
    pub fn picture(&mut self) -> Result<Picture, GpuError> {
        if !self.draws {
            self.runner.present(&self.target.view, self.target.size);
        }
        let gpu = self.runner.gpu().ok_or_else(|| GpuError::NoPicture("there is no device".to_owned()))?;
        self.target.read(gpu)
    }
}
