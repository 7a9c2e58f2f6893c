//! Commands in a battle.

use crate::window::audio::Sound;
use crate::window::battle::Battle;
use crate::window::battle::work::BattleWork;
use crate::window::render::camera::Cue;
use crate::window::screens::commands::Command;
use foretoken_session::controller::Intention;
use foretoken_session::referee::Refusal;

#[derive(Debug)]
pub(in crate::window) enum Steered {
    Done,
    Commits,
    WaitsOn,
    Decides,
    Works(BattleWork),
}

impl Battle {
    /// Returns why a command's button is grey; `None` if it can be pressed.
    pub(in crate::window) fn refusal(&self, command: Command) -> Option<String> {
        let session = &self.controller.session;
        match command {
            Command::Rewind if !session.is_rewindable() => Some(Refusal::Online.to_string()),
            Command::Commit | Command::WaitOn | Command::Auto => session.hindrance().map(str::to_owned),
            _ => None,
        }
    }
}

pub(in crate::window) fn steer(battle: &mut Battle, command: Command) -> Steered {
    if look(battle, command) {
        return Steered::Done;
    }
    if battle.playback.is_playing() {
        if matches!(command, Command::Skip | Command::Back | Command::Confirm | Command::Done) {
            battle.skip();
        }
        return Steered::Done;
    }
    if battle.hands_over().is_some() {
        return Steered::Done;
    }
    match command {
        Command::Commit => {
            battle.controller.hear(Intention::Commit);
            Steered::Commits
        }
        Command::WaitOn => {
            battle.controller.hear(Intention::Commit);
            Steered::WaitsOn
        }
        Command::Auto => {
            battle.controller.hear(Intention::Other);
            Steered::Decides
        }
        Command::Confirm | Command::Done if battle.is_immediate() => Steered::Works(choosing(command)),
        _ if command.action().is_some() && battle.is_immediate() => Steered::Works(choosing(command)),
        _ => {
            choose(battle, command);
            Steered::Done
        }
    }
}

fn look(battle: &mut Battle, command: Command) -> bool {
    let Some(cue) = view(command) else { return false };
    battle.camera.cue(cue);
    true
}

pub(in crate::window) fn view(command: Command) -> Option<Cue> {
    Some(match command {
        Command::TurnLeft => Cue::Turn(-1),
        Command::TurnRight => Cue::Turn(1),
        Command::TiltUp => Cue::Tilt(8.0),
        Command::TiltDown => Cue::Tilt(-8.0),
        Command::Tactical => Cue::Above,
        Command::ZoomIn => Cue::Zoom(1.2),
        Command::ZoomOut => Cue::Zoom(1.0 / 1.2),
        _ => return None,
    })
}

fn choosing(command: Command) -> BattleWork {
    BattleWork::new(move |battle| {
        choose(battle, command);
        None
    })
}

fn choose(battle: &mut Battle, command: Command) {
    let turns = battle.camera.quarters();
    let step = |battle: &mut Battle, dx: i32, dy: i32| {
        let (dx, dy) = (0..turns).fold((dx, dy), |(x, y), _| (y, -x));
        battle.controller.move_by(dx, dy);
        battle.point_at_cursor();
    };
    let controller = &mut battle.controller;
    controller.hear(match command {
        Command::Back => Intention::Back,
        _ if command.action().is_some() => Intention::Action,
        _ => Intention::Other,
    });
    match command {
        Command::Up => step(battle, 0, -1),
        Command::Down => step(battle, 0, 1),
        Command::Left => step(battle, -1, 0),
        Command::Right => step(battle, 1, 0),
        Command::FloorUp => controller.change_floor(true),
        Command::FloorDown => controller.change_floor(false),
        Command::Next => controller.cycle(true),
        Command::Previous => controller.cycle(false),
        Command::Confirm => {
            controller.confirm();
            battle.hear(Sound::Pick);
        }
        Command::Back => {
            controller.back();
            battle.hear(Sound::Back);
        }
        Command::Done => controller.done(),
        Command::Waypoint => controller.waypoint(),
        Command::OtherWay => controller.other_way(),
        Command::Gather => controller.gather(),
        Command::Undo => controller.undo(),
        Command::Reset => controller.reset(),
        Command::Skip if controller.lesson_words().is_some() => controller.skip_lesson(),
        Command::Flip => controller.flip_plans(),
        Command::Save => controller.say(controller.record_words()),
        Command::Safety => battle.controller.toggle_safety(),
        Command::Threat => battle.threat = !battle.threat,
        Command::Radial => battle.radial = !battle.radial,
        Command::Focus => battle.centre_on(battle.controller.cursor),
        _ => {
            if let Some(index) = command.action() {
                controller.pick_action(index);
                battle.hear(Sound::Pick);
            }
        }
    }
}
