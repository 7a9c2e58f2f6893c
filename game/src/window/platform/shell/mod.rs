//! The real window: winit's loop around the runner. It owns the surface, measures time, and keeps going when surface or
//! device are lost.
#![allow(clippy::disallowed_types, reason = "time is measured here, for drawing alone")]

mod canvas;
mod clipboard;
mod translate;

use crate::window::App;
use crate::window::platform::input::Input;
use crate::window::platform::pad::Pads;
use crate::window::platform::runner::{Cursor, Runner};
use crate::window::render::gpu::GpuError;
use canvas::Canvas;
use clipboard::Clipboard;
use std::sync::Arc;
use std::time::{Duration, Instant};
use translate::Translator;
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::window::{CursorIcon, Window, WindowAttributes, WindowId};

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// No screen to show it on.
    #[error("no display was found ({0}); play in the terminal with --tty")]
    NoDisplay(String),
    /// The screen shows none.
    #[error("no window could be opened ({0}); play in the terminal with --tty")]
    NoWindow(String),
    /// Nothing to draw with.
    #[error(transparent)]
    NoGraphics(#[from] GpuError),
}

/// The time between two looks while nothing is seen.
const UNSEEN: Duration = Duration::from_millis(100);
/// A picture that was asked for and is not wanted for so long is one that nobody sees.
const FORGOTTEN: Duration = Duration::from_millis(400);

/// What goes wrong with the graphics, one each second, where that is asked for.
const LOSSES: [Input; 4] = [Input::SurfaceLost, Input::DeviceLost, Input::SurfaceLost, Input::DeviceLost];
/// The time between two of them.
const BETWEEN: Duration = Duration::from_secs(1);

/// Opens the window around the app that `make` makes, and stays until it is closed. The app is made once it is certain
/// that it can be seen. With `lose_graphics` surface and device are lost a few times on the way.
///
/// # Errors
/// [`CannotOpen`] when there can be no window; what `make` says; a sentence when drawing came to an end for good.
pub fn run(make: impl FnOnce() -> anyhow::Result<App>, lose_graphics: bool) -> anyhow::Result<()> {
    let events = event_loop()?;
    let mut shell = Shell {
        make: Some(make),
        display: events.owned_display_handle(),
        shown: None,
        translator: Translator::default(),
        pads: Pads::new(),
        polled: Instant::now(),
        losses: if lose_graphics { LOSSES.to_vec() } else { Vec::new() },
        lost: Instant::now(),
        ended: Ok(()),
    };
    let ran = events.run_app(&mut shell);
    // What is shown goes before the loop's own error is told: the record is complete then.
    drop(shell.shown);
    shell.ended?;
    ran.map_err(|error| anyhow::anyhow!("the window came to an end: {error}"))
}

/// The loop of the system's events. Libraries that are missing make winit panic in places; that is no display, too.
fn event_loop() -> Result<EventLoop<()>, CannotOpen> {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let made = std::panic::catch_unwind(EventLoop::new);
    std::panic::set_hook(told);
    match made {
        Ok(made) => made.map_err(|error| CannotOpen::NoDisplay(plain(&error.to_string()))),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(|words| (*words).to_owned()));
            let words = words.unwrap_or_else(|| "a library of the display is missing".to_owned());
            Err(CannotOpen::NoDisplay(plain(&words)))
        }
    }
}

/// Words of a library as a part of a sentence: one line, no place in its source, no full stop.
fn plain(words: &str) -> String {
    let line = words.lines().next().unwrap_or_default();
    let line = match line.split_once(".rs:") {
        Some((_, after)) => after.split_once(": ").map_or(line, |(_, rest)| rest),
        None => line,
    };
    line.trim().trim_end_matches('.').to_owned()
}

/// The window and what is in it.
struct Shown {
    canvas: Canvas,
    runner: Runner,
    window: Arc<Window>,
    size: (u32, u32),
    occluded: bool,
    focused: bool,
    cursor: Option<Cursor>,
    caption: String,
    /// When time was last let pass.
    last: Instant,
    /// When a picture was asked for that has not been drawn yet.
    asked: Option<Instant>,
}

impl Shown {
    const fn unseen(&self) -> bool {
        self.occluded || self.size.0 == 0 || self.size.1 == 0
    }

    /// Seconds since the last time.
    fn passed(&mut self, now: Instant) -> f32 {
        let passed = now.saturating_duration_since(self.last).as_secs_f32();
        self.last = now;
        passed
    }

    fn draw(&mut self) -> Result<(), GpuError> {
        self.asked = None;
        let seconds = self.passed(Instant::now());
        if self.unseen() || self.runner.keeps_picture() {
            self.runner.idle(seconds);
            return Ok(());
        }
        self.canvas.draw(&mut self.runner, seconds, self.size)?;
        let caption = self.runner.caption();
        if caption != self.caption {
            self.window.set_title(&caption);
            self.caption = caption;
        }
        let cursor = self.runner.cursor();
        if cursor != self.cursor {
            self.cursor = cursor;
            self.window.set_cursor_visible(cursor.is_some());
            if let Some(cursor) = cursor {
                self.window.set_cursor(icon(cursor));
            }
        }
        Ok(())
    }

    /// Asks for the next picture if it is time for it; says when to look again. While all of it stays as it is, time passes
    /// without one.
    fn next(&mut self, now: Instant) -> Instant {
        let Some(seconds) = self.runner.until_next() else {
            if now - self.last >= UNSEEN {
                let seconds = self.passed(now);
                self.runner.idle(seconds);
            }
            return self.last + UNSEEN;
        };
        let due = self.last + Duration::from_secs_f32(seconds);
        if now < due {
            return due;
        }
        self.asked = Some(now);
        self.window.request_redraw();
        now + UNSEEN
    }

    /// Takes an input, of which some are the window's own concern as well.
    fn input(&mut self, input: Input) -> Result<(), GpuError> {
        match input {
            Input::Resized(width, height) => self.size = (width, height),
            Input::Focus(focused) => self.focused = focused,
            Input::SurfaceLost => self.canvas.renew_surface(&mut self.runner)?,
            _ => {}
        }
        self.runner.input(input);
        Ok(())
    }
}

const fn icon(cursor: Cursor) -> CursorIcon {
    match cursor {
        Cursor::Arrow => CursorIcon::Default,
        Cursor::Hand => CursorIcon::Pointer,
        Cursor::Text => CursorIcon::Text,
        Cursor::Move => CursorIcon::Move,
        Cursor::Across => CursorIcon::EwResize,
        Cursor::Down => CursorIcon::NsResize,
    }
}

struct Shell<F> {
    make: Option<F>,
    display: OwnedDisplayHandle,
    shown: Option<Shown>,
    translator: Translator,
    pads: Pads,
    /// When the pads were last asked.
    polled: Instant,
    /// What is yet to go wrong with the graphics, the next last, and when something did.
    losses: Vec<Input>,
    lost: Instant,
    /// How it ended.
    ended: anyhow::Result<()>,
}

impl<F: FnOnce() -> anyhow::Result<App>> Shell<F> {
    fn open(&self, events: &ActiveEventLoop, make: F) -> anyhow::Result<Shown> {
        let attributes = WindowAttributes::default()
            .with_title("Foretoken")
            .with_inner_size(LogicalSize::new(1280.0, 800.0))
            .with_min_inner_size(LogicalSize::new(320.0, 200.0));
        let window = events.create_window(attributes);
        let window = Arc::new(window.map_err(|error| CannotOpen::NoWindow(plain(&error.to_string())))?);
        let mut canvas = Canvas::new(self.display.clone(), Arc::clone(&window)).map_err(CannotOpen::from)?;
        let app = make()?;
        let size: (u32, u32) = window.inner_size().into();
        let mut runner = Runner::new(app, size, window.scale_factor());
        canvas.attach(&mut runner).map_err(CannotOpen::from)?;
        if let Some(clipboard) = Clipboard::open() {
            runner.set_clipboard(clipboard);
        }
        let (occluded, focused, cursor, asked) = (false, true, None, None);
        let (caption, last) = (String::new(), Instant::now());
        Ok(Shown { canvas, runner, window, size, occluded, focused, cursor, caption, last, asked })
    }

    /// Ends the loop, with what to say where something went wrong.
    fn end(&mut self, events: &ActiveEventLoop, ended: anyhow::Result<()>) {
        if self.ended.is_ok() {
            self.ended = ended;
        }
        events.exit();
    }
}

impl<F: FnOnce() -> anyhow::Result<App>> ApplicationHandler for Shell<F> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        let Some(make) = self.make.take() else { return };
        match self.open(events, make) {
            Ok(shown) => self.shown = Some(shown),
            Err(error) => self.end(events, Err(error)),
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let inputs = self.translator.inputs(&event);
        let Some(shown) = &mut self.shown else { return };
        let done = match event {
            WindowEvent::RedrawRequested => shown.draw(),
            WindowEvent::Occluded(occluded) => {
                shown.occluded = occluded;
                Ok(())
            }
            _ => inputs.into_iter().try_for_each(|input| shown.input(input)),
        };
        if let Err(error) = done {
            self.end(events, Err(error.into()));
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let Some(shown) = &mut self.shown else { return };
        if shown.runner.wants_to_close() {
            self.end(events, Ok(()));
            return;
        }
        let now = Instant::now();
        if now - self.lost > BETWEEN
            && let Some(loss) = self.losses.pop()
        {
            self.lost = now;
            if let Err(error) = shown.input(loss) {
                self.end(events, Err(error.into()));
                return;
            }
        }
        let pressed = self.pads.poll(now.saturating_duration_since(self.polled).as_secs_f32());
        self.polled = now;
        if shown.focused {
            // Pads have no part in surfaces, so nothing can fail here.
            pressed.into_iter().for_each(|input| shown.runner.input(input));
        }
        let next = if shown.unseen() || shown.asked.is_some_and(|asked| now - asked > FORGOTTEN) {
            if now - shown.last >= UNSEEN {
                let seconds = shown.passed(now);
                shown.runner.idle(seconds);
            }
            now + UNSEEN
        } else if shown.asked.is_some() {
            now + UNSEEN
        } else {
            shown.next(now)
        };
        events.set_control_flow(ControlFlow::WaitUntil(next));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_library_says_becomes_part_of_a_sentence() {
        let words = "os error at /root/winit-0.30/src/linux/mod.rs:765: neither DISPLAY nor WAYLAND_DISPLAY is set.";
        assert_eq!(plain(words), "neither DISPLAY nor WAYLAND_DISPLAY is set");
        assert_eq!(plain("first line.\nsecond"), "first line");
        assert_eq!(plain(""), "");
        let sentence = CannotOpen::NoDisplay(plain(words)).to_string();
        assert!(sentence.ends_with("play in the terminal with --tty"));
    }
}
