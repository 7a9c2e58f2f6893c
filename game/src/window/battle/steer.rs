//! What commands mean in a battle.

use crate::window::audio::{Sound, Sounds};
use crate::window::battle::Battle;
use crate::window::hud;
use crate::window::render::camera::Cue;
use crate::window::screens::commands::Command;

/// What is left to do of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::window) enum Steered {
    /// Nothing.
    Done,
    /// The round is to be carried out, which may take long.
    Commits,
    /// The planner is to decide for those who are undecided, which may take long.
    Decides,
}

/// Does what a command says in a battle, as far as it takes no time.
pub(in crate::window) fn steer(battle: &mut Battle, sounds: &mut Sounds, command: Command) -> Steered {
    let free = battle.page.is_none()
        && battle.replay_viewer.is_none()
        && !battle.playback.is_playing()
        && battle.hands_over().is_none();
    if free && matches!(command, Command::Commit | Command::Auto) {
        battle.controller.hear(command == Command::Commit);
        return if command == Command::Commit { Steered::Commits } else { Steered::Decides };
    }
    steer_on(battle, sounds, command);
    Steered::Done
}

fn steer_on(battle: &mut Battle, sounds: &mut Sounds, command: Command) {
    if let Some(page) = hud::battle::page_of(command) {
        battle.page = if battle.page == Some(page) { None } else { Some(page) };
        return;
    }
    if battle.page.is_some() {
        if matches!(command, Command::Back | Command::Confirm) {
            battle.page = None;
        }
        return;
    }
    if battle.replay_viewer.is_some() {
        battle.controller.hear(false);
        match command {
            Command::Done | Command::Confirm => battle.next_act(),
            Command::Left => {
                let at = battle.replay_viewer.as_ref().map_or(0, |replay_viewer| replay_viewer.at.saturating_sub(1));
                battle.seek(at);
            }
            Command::Right => battle.next_act(),
            _ => {}
        }
        return;
    }
    if battle.playback.is_playing() {
        if matches!(command, Command::Skip | Command::Back | Command::Confirm | Command::Done) {
            battle.playback.skip();
        }
        return;
    }
    if battle.hands_over().is_some() {
        if matches!(command, Command::Confirm | Command::Done)
            && let Some(report) = battle.controller.take_screen()
        {
            battle.playback.play(report);
        }
        return;
    }
    let turns = battle.camera.quarters();
    // The arrows go where they point on the screen, however the view is turned.
    let step = |battle: &mut Battle, dx: i32, dy: i32| {
        let (dx, dy) = (0..turns).fold((dx, dy), |(x, y), _| (y, -x));
        battle.controller.move_by(dx, dy);
    };
    let controller = &mut battle.controller;
    if !matches!(command, Command::Up | Command::Down | Command::Left | Command::Right) {
        controller.hear(false);
    }
    match command {
        Command::Up => step(battle, 0, -1),
        Command::Down => step(battle, 0, 1),
        Command::Left => step(battle, -1, 0),
        Command::Right => step(battle, 1, 0),
        Command::Next => controller.cycle(true),
        Command::Previous => controller.cycle(false),
        Command::Confirm => {
            controller.confirm();
            sounds.play(Sound::Pick);
        }
        Command::Back => {
            controller.back();
            sounds.play(Sound::Back);
        }
        Command::Done => controller.done(),
        Command::Waypoint => controller.waypoint(),
        Command::Undo => controller.undo(),
        Command::Reset => controller.reset(),
        Command::Save => controller.say(controller.record_words()),
        Command::Threat => battle.threat = !battle.threat,
        Command::Radial => battle.radial = !battle.radial,
        Command::TurnLeft => battle.camera.cue(Cue::Turn(-1)),
        Command::TurnRight => battle.camera.cue(Cue::Turn(1)),
        Command::TiltUp => battle.camera.cue(Cue::Tilt(8.0)),
        Command::TiltDown => battle.camera.cue(Cue::Tilt(-8.0)),
        Command::ZoomIn => battle.camera.cue(Cue::Zoom(1.2)),
        Command::ZoomOut => battle.camera.cue(Cue::Zoom(1.0 / 1.2)),
        Command::Focus => battle.camera.cue(Cue::Focus(battle.centre(battle.controller.cursor))),
        _ => {
            if let Some(index) = command.action() {
                controller.pick_action(index);
                sounds.play(Sound::Pick);
            }
        }
    }
}
