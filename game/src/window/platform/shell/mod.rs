//! The window: winit's event loop around the runner. Recovers from lost surfaces and devices.
#![allow(clippy::disallowed_types, reason = "time is measured here, for drawing alone")]

mod canvas;
mod clipboard;
mod translate;

use crate::window::App;
use crate::window::platform::input::Input;
use crate::window::platform::pad::Pads;
use crate::window::platform::runner::{Cursor, Runner};
use crate::window::platform::title::TITLE;
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
use winit::window::{CursorIcon, Fullscreen, Window, WindowAttributes, WindowId};

/// Reason why the window cannot open.
#[derive(Debug, thiserror::Error)]
pub enum CannotOpen {
    /// There is no display.
    #[error("no display was found ({0}); play in the terminal with --tty")]
    NoDisplay(String),
    /// The display cannot show a window.
    #[error("no window could be opened ({0}); play in the terminal with --tty")]
    NoWindow(String),
    /// There is no graphics device.
    #[error(transparent)]
    NoGraphics(#[from] GpuError),
}

/// Name of the desktop file, by which a desktop finds the icon of the window, on X11 and on Wayland.
#[cfg(all(unix, not(target_os = "macos")))]
const ID: &str = "org.foretoken.Foretoken";
const UNSEEN: Duration = Duration::from_millis(100);
const FORGOTTEN: Duration = Duration::from_millis(400);

const LOSSES: [Input; 4] = [Input::SurfaceLost, Input::DeviceLost, Input::SurfaceLost, Input::DeviceLost];
const BETWEEN: Duration = Duration::from_secs(1);

/// Opens the window for the app of `make`, which runs once a display is certain. `lose_graphics` tests the recovery.
///
/// # Errors
///
/// Returns [`CannotOpen`], the error of `make`, or a message if drawing failed for good.
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
    drop(shell.shown);
    shell.ended?;
    ran.map_err(|error| anyhow::anyhow!("the window closed: {error}"))
}

/// Creates the event loop. winit panics if libraries are missing, which counts as no display.
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

fn plain(words: &str) -> String {
    let line = words.lines().next().unwrap_or_default();
    let line = match line.split_once(".rs:") {
        Some((_, after)) => after.split_once(": ").map_or(line, |(_, rest)| rest),
        None => line,
    };
    line.trim().trim_end_matches('.').to_owned()
}

struct Shown {
    canvas: Canvas,
    runner: Runner,
    window: Arc<Window>,
    size: (u32, u32),
    occluded: bool,
    focused: bool,
    cursor: Option<Cursor>,
    is_full_screen: bool,
    caption: String,
    last: Instant,
    asked: Option<Instant>,
}

impl Shown {
    const fn is_unseen(&self) -> bool {
        self.occluded || self.size.0 == 0 || self.size.1 == 0
    }

    fn passed(&mut self, now: Instant) -> f32 {
        let passed = now.saturating_duration_since(self.last).as_secs_f32();
        self.last = now;
        passed
    }

    fn draw(&mut self) -> Result<(), GpuError> {
        self.asked = None;
        let seconds = self.passed(Instant::now());
        if self.is_unseen() || self.runner.is_picture_unchanged() {
            self.runner.idle(seconds);
            return Ok(());
        }
        self.canvas.draw(&mut self.runner, seconds, self.size)?;
        if self.runner.is_full_screen() != self.is_full_screen {
            self.is_full_screen = self.runner.is_full_screen();
            self.window.set_fullscreen(self.is_full_screen.then_some(Fullscreen::Borderless(None)));
        }
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
    polled: Instant,
    losses: Vec<Input>,
    lost: Instant,
    ended: anyhow::Result<()>,
}

impl<F: FnOnce() -> anyhow::Result<App>> Shell<F> {
    fn open(&self, events: &ActiveEventLoop, make: F) -> anyhow::Result<Shown> {
        let attributes = WindowAttributes::default()
            .with_title(TITLE)
            .with_inner_size(LogicalSize::new(1280.0, 800.0))
            .with_min_inner_size(LogicalSize::new(320.0, 200.0));
        #[cfg(all(unix, not(target_os = "macos")))]
        let attributes = winit::platform::x11::WindowAttributesExtX11::with_name(attributes, ID, "foretoken");
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
        let is_full_screen = false;
        Ok(Shown { canvas, runner, window, size, occluded, focused, cursor, is_full_screen, caption, last, asked })
    }

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
        if shown.runner.is_closing() {
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
            pressed.into_iter().for_each(|input| shown.runner.input(input));
        }
        let next = if shown.is_unseen() || shown.asked.is_some_and(|asked| now - asked > FORGOTTEN) {
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
