//! Runs on the screens of the terminal: the menu of a new run, its screens, and its battles. A battle that is left stays
//! in the run's folder and goes on at the next visit.

use crate::presentation::Presentation;
use crate::runs::folder;
use crate::runs::game::failure;
use crate::runs::{Found, RunGame, Terms, words};
use crate::tui::{self, App, Ended, Menu, RunApp, RunWish};
use foretoken_campaign::Mode;
use foretoken_preview::Level;
use foretoken_session::Session;
use foretoken_session::content::Content;

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
        let mut app = battle_app(content, session, game.room_title());
        if !colours {
            app = app.without_colours();
        }
        told.into_iter().for_each(|remark| app.say(remark));
        let ended = tui::run(&mut app)?;
        if ended == Ended::Again && game.run().state().mode == Mode::Free {
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

/// Asks for the terms of a new run. Returns `None` if the player leaves the menu.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub(crate) fn terms(found: &Found, (level, mode): (Level, Mode)) -> anyhow::Result<Option<Terms>> {
    let of_seed = |seed: u64| (format!("Seed: {seed}"), words::SEED_AGAIN.to_owned());
    let of_level = |level: Level| (format!("Enemies: {}", level.name()), level.note().to_owned());
    let of_mode = |mode: Mode| (format!("Mode: {}", words::mode(mode)), words::mode_note(mode).to_owned());
    let (mut seed, mut level, mut mode) = (folder::new_seed(), level, mode);
    let count = found.campaigns.len();
    let mut items: Vec<(String, String)> = Vec::new();
    for info in &found.campaigns {
        items.push((info.title.clone(), format!("{} {}", info.note, words::count_rooms(info.rooms))));
    }
    items.extend([of_seed(seed), of_level(level), of_mode(mode)]);
    let mut menu = Menu::new(words::NEW_RUN, words::WHICH_CAMPAIGN, items);
    let chosen = tui::choose(&mut menu, |menu, index| {
        match index.checked_sub(count) {
            Some(0) => {
                seed = folder::new_seed();
                menu.set(index, of_seed(seed));
            }
            Some(1) => {
                level = level.next();
                menu.set(index, of_level(level));
            }
            Some(_) => {
                mode = words::next_mode(mode);
                menu.set(index, of_mode(mode));
            }
            None => {}
        }
        index >= count
    })?;
    let info = chosen.and_then(|index| found.campaigns.get(index));
    Ok(info.map(|info| Terms { campaign: (info.pack.clone(), info.name.clone()), seed, mode, level }))
}
