//! Runs on the screens of the terminal: the menu of a new run, the list of runs, their screens, and their battles. A battle that is left stays
//! in the run's folder and goes on at the next visit.

use crate::presentation::Presentation;
use crate::runs::game::failure;
use crate::runs::{Found, RunGame, RunList};
use crate::tui::{self, App, Ended, NewRunApp, NewRunWish, RunApp, RunListApp, RunListWish, RunWish};
use foretoken_campaign::{Command, Mode};
use foretoken_preview::Level;
use foretoken_session::Session;
use foretoken_session::content::Content;
use std::path::Path;

fn battle_app(content: &Content, session: Session, title: String) -> App {
    let told = content.folder(&session.setup().pack).map(|folder| Presentation::of_pack(&folder));
    App::new(session, title, Vec::new()).with_presentation(told.unwrap_or_default())
}

/// Plays a run on the screens of the terminal until the player leaves it.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub(crate) fn play(content: &Content, game: RunGame, colours: bool) -> anyhow::Result<()> {
    let goes_on = game.has_battle_begun();
    let mut app = RunApp::new(game);
    if !colours {
        app = app.without_colours();
    }
    let mut wish = if goes_on { RunWish::Fight } else { RunWish::Go };
    loop {
        let done = match wish {
            RunWish::Quit => return Ok(()),
            RunWish::Go => Ok(()),
            RunWish::Auto => app.game_mut().fight_by_planner(),
            RunWish::Fight => fight_of(content, app.game_mut(), colours),
        };
        match done {
            Ok(()) => app.follow(),
            Err(error) => app.say(failure(&error)),
        }
        wish = tui::run_screens(&mut app)?;
    }
}

/// Plays the battle of the room on the battle screen. A battle that is not over stays in the run's folder.
pub(super) fn fight_of(content: &Content, game: &mut RunGame, colours: bool) -> anyhow::Result<()> {
    loop {
        let (session, told) = game.battle(content)?;
        let can_repeat = game.run().state().mode == Mode::Free;
        let mut app = battle_app(content, session, game.room_title()).in_run(can_repeat);
        if !colours {
            app = app.without_colours();
        }
        told.into_iter().for_each(|remark| app.say(remark));
        let ended = tui::run(&mut app)?;
        if ended == Ended::Again && can_repeat {
            drop(app);
            game.restart_battle()?;
            continue;
        }
        if app.session().outcome() == 0 {
            return Ok(());
        }
        let turning = app.turning_points();
        return game.finish_battle(app.into_session(), turning);
    }
}

/// Asks for the terms of a new run, and plays it.
///
/// # Errors
///
/// If the terminal cannot be read or written, or the run cannot begin.
pub(crate) fn new_run(
    content: &Content,
    runs: &Path,
    (level, mode): (Level, Mode),
    colours: bool,
) -> anyhow::Result<()> {
    let mut app = NewRunApp::new(Found::look(content, runs).campaigns, level, mode);
    match tui::choose_terms(&mut app)? {
        NewRunWish::Begin(terms) => play(content, RunGame::begin(content, runs, &terms)?, colours),
        NewRunWish::Go | NewRunWish::Quit => Ok(()),
    }
}

/// Shows the list of runs until the player leaves it or plays one.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub(crate) fn list(content: &Content, runs: &Path, colours: bool) -> anyhow::Result<()> {
    let mut told = String::new();
    loop {
        let mut app = RunListApp::new(RunList::look(content, runs), &told);
        let done = match tui::run_list(&mut app)? {
            RunListWish::Go | RunListWish::Quit => return Ok(()),
            RunListWish::Open(folder) => match RunGame::resume(content, &folder) {
                Ok(game) => return play(content, game, colours),
                Err(error) => Err(error),
            },
            RunListWish::GiveUp(folder) => {
                RunGame::resume(content, &folder).and_then(|mut game| game.act(&Command::GiveUp))
            }
        };
        told = done.err().as_ref().map(failure).unwrap_or_default();
    }
}
