//! A driver with an offscreen device: feeds input to the app and reads picture and state, for tests, screenshots and
//! benchmarks.

use crate::window::battle::Battle;
use crate::window::platform::input::{Button, Input, Key};
use crate::window::render::gpu::{self, GpuError, Picture, Target};
use crate::window::{App, Runner};
use foretoken_vm::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// ImGui has one context per process, so drivers take turns.
static ONE: Mutex<()> = Mutex::new(());

/// Seconds of a tick.
pub const TICK: f32 = 1.0 / 60.0;

/// App on an offscreen device.
#[derive(Debug)]
pub struct Driver {
    /// App and its device.
    pub runner: Runner,
    target: Target,
    draws: bool,
    instance: wgpu::Instance,
    _turn: MutexGuard<'static, ()>,
}

impl Driver {
    /// Creates a driver with a picture size.
    ///
    /// # Errors
    ///
    /// If there is no adapter.
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

    /// Draws every frame, for benchmarks.
    #[must_use]
    pub const fn drawing(mut self) -> Self {
        self.draws = true;
        self
    }

    /// Returns the app.
    #[must_use]
    pub const fn app(&self) -> &App {
        &self.runner.app
    }

    /// Returns the battle on the screen.
    pub fn battle_mut(&mut self) -> Option<&mut Battle> {
        self.runner.app.battle_mut()
    }

    /// Waits until all drawing is done.
    pub fn finish(&self) {
        if let Some(gpu) = self.runner.gpu() {
            let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
        }
    }

    /// Returns the adapter's name.
    #[must_use]
    pub fn adapter(&self) -> String {
        self.runner.gpu().map_or_else(String::new, gpu::Gpu::adapter_name)
    }

    /// Runs frames of one tick each.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.frame(TICK);
        }
    }

    /// Runs a frame after some seconds. Recreates a lost device, as the window does.
    pub fn frame(&mut self, seconds: f32) {
        if self.runner.gpu().is_none_or(gpu::Gpu::is_lost) {
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

    /// Feeds an event and runs a frame.
    pub fn feed(&mut self, input: Input) {
        if let Input::Resized(width, height) = input
            && let Some(gpu) = self.runner.gpu().filter(|_| width > 0 && height > 0)
        {
            self.target = Target::new(gpu, (width, height));
        }
        self.runner.input(input);
        self.frames(1);
    }

    /// Moves the pointer in a few steps.
    pub fn point(&mut self, x: f32, y: f32) {
        self.feed(Input::Pointer(x - 1.0, y));
        self.feed(Input::Pointer(x, y));
        self.frames(1);
    }

    /// Clicks at a point.
    pub fn click_at(&mut self, x: f32, y: f32) {
        self.point(x, y);
        self.feed(Input::Button(Button::Left, true));
        self.feed(Input::Button(Button::Left, false));
        self.frames(2);
    }

    /// Clicks a widget by name. Returns false if it is not visible.
    pub fn click(&mut self, name: &str) -> bool {
        let Some((x, y)) = self.middle(name) else { return false };
        self.click_at(x, y);
        true
    }

    /// Double-clicks a widget. Returns false if it is not visible.
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

    /// Drags from one widget to another. Returns false if one is not visible.
    pub fn drag(&mut self, from: &str, to: &str) -> bool {
        let (Some(from), Some(to)) = (self.middle(from), self.middle(to)) else { return false };
        self.drag_between(from, to);
        true
    }

    /// Drags between points.
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

    /// Returns the middle of a widget.
    #[must_use]
    pub fn middle(&self, name: &str) -> Option<(f32, f32)> {
        let [x, y] = self.app().widget_rects.get(name)?.middle();
        Some((x, y))
    }

    /// Clicks a cell. Returns false without a battle.
    pub fn click_cell(&mut self, cell: Cell) -> bool {
        let Some(place) = self.app().battle().map(|battle| battle.pixel_of(cell)) else { return false };
        self.click_at(place.x, place.y);
        true
    }

    /// Points at a cell. Returns false without a battle.
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

    /// Presses a key while another is held.
    pub fn chord(&mut self, held: Key, key: Key) {
        self.feed(Input::Key(held, true));
        self.key(key);
        self.feed(Input::Key(held, false));
    }

    /// Types text.
    pub fn type_text(&mut self, words: &str) {
        for letter in words.chars() {
            self.feed(Input::Text(letter));
        }
        self.frames(1);
    }

    /// Runs until no playback is left, for at most a minute.
    pub fn settle(&mut self) {
        for _ in 0..3_600 {
            if !self.app().battle().is_some_and(|battle| battle.playback.is_playing()) {
                break;
            }
            self.frames(1);
        }
        self.frames(30);
    }

    /// Returns the last picture.
    ///
    /// # Errors
    ///
    /// If the device cannot read it back.
    pub fn picture(&mut self) -> Result<Picture, GpuError> {
        if !self.draws {
            self.runner.present(&self.target.view, self.target.size);
        }
        let gpu = self.runner.gpu().ok_or_else(|| GpuError::NoPicture("there is no device".to_owned()))?;
        self.target.read(gpu)
    }
}
