//! The terminal around the app: raw mode, mouse and event loop.

#![allow(clippy::disallowed_types, reason = "how long a key was waited for is measured here, for front ends alone")]

use super::app::{App, AppRequest};
use super::draw::draw;
use super::escape_keys::join;
use super::input::Input;
use super::menu::Menu;
use super::online::{self, OnlineApp, OnlineWish};
use super::run::{NewRunApp, NewRunWish, RunApp, RunListApp, RunListWish, RunWish, draw_run};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture, poll, read};
use crossterm::execute;
use std::collections::VecDeque;
use std::io::{self, Write, stdout};
use std::time::Duration;

const STEP: Duration = Duration::from_millis(350);

const IDLE: Duration = Duration::from_millis(500);

/// Instructions of odds between two input checks: a few milliseconds.
const ODDS: u64 = 100_000;

/// End of a battle in the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The player left.
    Quit,
    /// Restart the scenario.
    Again,
    /// Start the next scenario.
    Next,
    /// Leave the table of an online battle.
    Leave,
}

/// Runs the app until the player leaves it, then restores the terminal.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn run(app: &mut App) -> io::Result<Ended> {
    at_terminal(|terminal| play(app, terminal))
}

/// Runs a menu; `None` if the player leaves it. If `stays` returns true for a chosen item, the menu stays open.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn choose(menu: &mut Menu, mut stays: impl FnMut(&mut Menu, usize) -> bool) -> io::Result<Option<usize>> {
    at_terminal(|terminal| {
        loop {
            terminal.draw(|frame| menu.draw(frame))?;
            let Some(chosen) = Input::of(&read()?).and_then(|input| menu.handle(input)) else { continue };
            if !chosen.is_some_and(|index| stays(menu, index)) {
                return Ok(chosen);
            }
        }
    })
}

/// Runs the screens of a run until the player leaves them or wants a battle.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn run_screens(app: &mut RunApp) -> io::Result<RunWish> {
    until(app, &RunWish::Go, draw_run, RunApp::handle)
}

/// Runs the list of runs until the player leaves it or does something with a run.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn run_list(app: &mut RunListApp) -> io::Result<RunListWish> {
    until(app, &RunListWish::Go, RunListApp::draw, RunListApp::handle)
}

/// Runs the menu of a new run until the player leaves it or begins the run.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn choose_terms(app: &mut NewRunApp) -> io::Result<NewRunWish> {
    until(app, &NewRunWish::Go, NewRunApp::draw, NewRunApp::handle)
}

/// Runs the lobby of online play until the player leaves it or its battle begins.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn run_online(app: &mut OnlineApp) -> io::Result<OnlineWish> {
    app.refresh();
    at_terminal(|terminal| {
        loop {
            terminal.draw(|frame| app.draw(frame))?;
            let is_input = poll(Duration::from_millis(u64::from(online::TICK)))?;
            let Some(input) = (if is_input { Input::of(&read()?) } else { Some(Input::Tick) }) else { continue };
            let wish = app.handle(input);
            if wish != OnlineWish::Go {
                return Ok(wish);
            }
        }
    })
}

/// Draws an app and passes inputs to it, until it wants something other than `stays`.
fn until<A, W: PartialEq>(
    app: &mut A,
    stays: &W,
    draw: impl Fn(&mut A, &mut ratatui::Frame<'_>),
    handle: impl Fn(&mut A, Input) -> W,
) -> io::Result<W> {
    at_terminal(|terminal| {
        loop {
            terminal.draw(|frame| draw(app, frame))?;
            let Some(input) = Input::of(&read()?) else { continue };
            let wish = handle(app, input);
            if wish != *stays {
                return Ok(wish);
            }
        }
    })
}

fn at_terminal<T>(work: impl FnOnce(&mut ratatui::DefaultTerminal) -> io::Result<T>) -> io::Result<T> {
    let mut terminal = ratatui::try_init()?;
    let mouse = MouseCapture::new(stdout());
    let done = work(&mut terminal);
    drop(mouse);
    ratatui::restore();
    done
}

/// Captures the mouse until dropped, panics included.
struct MouseCapture<W: Write>(W);

impl<W: Write> MouseCapture<W> {
    fn new(mut terminal: W) -> Self {
        let _ = execute!(terminal, EnableMouseCapture);
        Self(terminal)
    }
}

impl<W: Write> Drop for MouseCapture<W> {
    fn drop(&mut self) {
        let _ = execute!(self.0, DisableMouseCapture);
    }
}

fn play(app: &mut App, terminal: &mut ratatui::DefaultTerminal) -> io::Result<Ended> {
    let mut waiting = VecDeque::new();
    loop {
        terminal.draw(|frame| draw(app, frame))?;
        let mut counted = false;
        while waiting.is_empty() && app.is_counting_odds() && !poll(Duration::ZERO)? {
            counted = app.count_odds(ODDS);
        }
        while waiting.is_empty() && app.is_guessing() && !poll(Duration::ZERO)? {
            app.guess();
            counted = true;
        }
        let told = app.controller.turning_points().to_vec();
        while waiting.is_empty() && !poll(Duration::ZERO)? && app.look_back() {}
        if counted || app.controller.turning_points() != told {
            terminal.draw(|frame| draw(app, frame))?;
        }
        let patience = match (app.is_playing(), app.session().place()) {
            (true, _) => STEP,
            (false, Some(_)) => Duration::from_millis(u64::from(online::TICK)),
            (false, None) => IDLE,
        };
        #[allow(clippy::disallowed_types, reason = "how long a key was waited for reaches the cursor alone")]
        let waited = std::time::Instant::now();
        if waiting.is_empty() && poll(patience)? {
            waiting.extend(join(read()?, || if poll(Duration::ZERO)? { read().map(Some) } else { Ok(None) })?);
        }
        let input = waiting.pop_front().map_or(Some(Input::Tick), |event| Input::of(&event));
        app.controller.pass_time(u32::try_from(waited.elapsed().as_millis()).unwrap_or(u32::MAX));
        match input.map_or(AppRequest::Go, |input| app.handle(input)) {
            AppRequest::Go => {}
            AppRequest::Quit => return Ok(Ended::Quit),
            AppRequest::Again => return Ok(Ended::Again),
            AppRequest::Next => return Ok(Ended::Next),
            AppRequest::Leave => return Ok(Ended::Leave),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_panic_lets_go_of_the_mouse() {
        let mut written = Vec::new();
        let done = catch_unwind(AssertUnwindSafe(|| {
            let _mouse = MouseCapture::new(&mut written);
            std::panic::resume_unwind(Box::new("trouble"));
        }));
        assert!(done.is_err());
        let written = String::from_utf8(written).expect("escape sequences");
        assert!(written.contains("[?1000h") && written.ends_with("[?1000l"), "{written:?}");
    }
}
