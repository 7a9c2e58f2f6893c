//! The screen of a battle in play.

use crate::achieved::Note;
use crate::window::audio::Sound;
use crate::window::battle::Battle;
use crate::window::battle::steer::{Steered, steer};
use crate::window::battle::work::BattleWork;
use crate::window::hud;
use crate::window::hud::Hud;
use crate::window::hud::battle::Pressed;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::battle::end::End;
use crate::window::screens::battle::hand_over::HandOver;
use crate::window::screens::battle::request::BattleRequest;
use crate::window::screens::commands::Command;
use crate::window::screens::online::request::OnlineRequest;
use crate::window::screens::online::{Talk, pause};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::shared::Shared;
use crate::window::screens::title::request::TitleRequest;
use foretoken_session::Report;
use foretoken_session::controller::{Choosing, Controller, Intention};
use foretoken_session::wire::{Act, Event};
use glam::Vec2;

/// Instructions of odds in a frame: one or two milliseconds. Ranges are shown until then.
const ODDS_OF_A_FRAME: u64 = 60_000;

#[derive(Debug)]
pub(in crate::window) struct BattleScreen {
    battle: Option<Box<Battle>>,
    caption: String,
}

impl BattleScreen {
    pub(in crate::window) fn new(battle: Box<Battle>) -> Self {
        let caption = battle.title.clone();
        Self { battle: Some(battle), caption }
    }

    pub(super) fn battle(&self) -> Option<&Battle> {
        self.battle.as_deref()
    }

    pub(super) fn battle_mut(&mut self) -> Option<&mut Battle> {
        self.battle.as_deref_mut()
    }

    pub(super) const fn take(&mut self) -> Option<Box<Battle>> {
        self.battle.take()
    }

    pub(super) fn put_back(&mut self, battle: Box<Battle>) {
        self.battle = Some(battle);
    }
}

impl Screen for BattleScreen {
    fn name(&self) -> &'static str {
        "battle"
    }

    fn caption(&self) -> Option<&str> {
        Some(&self.caption)
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>, seconds: f32) {
        let Some(battle) = &mut self.battle else { return };
        battle.controller.pass_time((seconds * 1000.0) as u32);
        if battle.controller.poll().iter().any(|event| matches!(event, Event::Begun)) {
            return cx.ask(OnlineRequest::Anew);
        }
        battle.step(seconds, &cx.shared.settings);
        battle.controller.session.seat_mut().count_odds(ODDS_OF_A_FRAME);
        if !battle.playback.is_playing() {
            battle.controller.session.seat_mut().guess();
        }
        for sound in battle.take_sounds() {
            cx.shared.sounds.play(sound);
        }
        if let Some(trouble) = battle.controller.session.take_trouble() {
            battle.controller.say(trouble);
        }
        if cx.is_top && battle.hands_over().is_some() {
            cx.ask(Request::Push(Box::new(HandOver)));
        } else if cx.is_top && End::is_of(battle) {
            // A battle of a run has another party than its scenario, so it earns no rating of the scenario.
            let note = Note::of(&battle.controller.session).filter(|_| cx.shared.run.is_none());
            cx.ask(Request::Push(Box::new(End::new(battle, cx.shared.run.is_some()))));
            if let Some(note) = note {
                cx.ask(BattleRequest::Achieved(Box::new(note)));
            }
        }
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        let Some(battle) = &mut self.battle else { return Heard::Taken };
        // A battle without a board has no floors, so their keys and the sticks of the pad open the deck.
        let is_floor = matches!(command, Command::FloorUp | Command::FloorDown);
        let command = if is_floor && battle.is_staged() { Command::Deck } else { command };
        // A battle at a server has no rewind list, so its button of the pad opens the page of the table.
        let is_online = battle.controller.session.place().is_some();
        let command = if is_online && command == Command::Rewind { Command::Talk } else { command };
        if let Some(page) = pages::page_of(command) {
            // Pages are about what is chosen.
            battle.point_nowhere();
            cx.ask(Request::Push(page));
            return Heard::Taken;
        }
        if command == Command::Menu {
            cx.ask(TitleRequest::Show);
            return Heard::Taken;
        }
        if command == Command::Talk && is_online {
            cx.ask(Request::Push(Box::<Talk>::default()));
            return Heard::Taken;
        }
        match steer(battle, command) {
            Steered::Done => {}
            Steered::Commits => {
                cx.ask(BattleRequest::Work("they-decide", BattleWork::new(|battle| commit(battle, Controller::commit))))
            }
            Steered::WaitsOn => cx
                .ask(BattleRequest::Work("they-decide", BattleWork::new(|battle| commit(battle, Controller::wait_on)))),
            Steered::Decides => cx.ask(BattleRequest::Work(
                "you-decide",
                BattleWork::new(|battle| {
                    battle.controller.auto();
                    None
                }),
            )),
            Steered::Works(work) => cx.ask(BattleRequest::Work("they-decide", work)),
        }
        Heard::Taken
    }

    fn point(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) {
        let Some(battle) = &mut self.battle else { return };
        if battle.point(pixel, &cx.shared.art) && battle.controller.choosing == Choosing::Target {
            cx.shared.sounds.play(Sound::Hover);
        }
    }

    fn point_nowhere(&mut self, _: &mut ScreenContext<'_>) {
        if let Some(battle) = &mut self.battle {
            battle.point_nowhere();
        }
    }

    fn click(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) {
        let Some(battle) = self.battle.as_mut().filter(|battle| !battle.playback.is_playing()) else { return };
        if battle.hands_over().is_some() {
            return;
        }
        if let Some(slot) = battle.die.slot_at(pixel).filter(|_| !battle.is_past()) {
            let press = move |battle: &mut Battle| {
                battle.controller.hear(Intention::Action);
                battle.controller.use_slot(slot);
                None
            };
            cx.shared.sounds.play(Sound::Pick);
            return decide(cx, battle, BattleWork::new(press));
        }
        let told = battle.labels.change_at(pixel.to_array());
        let is_ahead = battle.controller.session.seat().ahead().is_some();
        let is_aiming = battle.controller.choosing == Choosing::Target || is_ahead;
        let is_free = !is_aiming && battle.controller.lesson_words().is_none();
        if let Some(change) = told.filter(|_| is_free) {
            cx.shared.sounds.play(Sound::Pick);
            return cx.ask(Request::Push(pages::why_of(change)));
        }
        let Some(cell) = battle.cell_meant(pixel, &cx.shared.art) else { return };
        cx.shared.sounds.play(Sound::Pick);
        if battle.controller.is_why_press(cell) {
            battle.controller.look_at(cell);
            return cx.ask(Request::Do(Command::Why));
        }
        let press = move |battle: &mut Battle| {
            battle.controller.hear(Intention::Other);
            battle.controller.press(cell);
            None
        };
        decide(cx, battle, BattleWork::new(press));
    }

    fn grab(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) -> bool {
        let Some(battle) = self.battle.as_mut().filter(|battle| !battle.playback.is_playing()) else { return false };
        if battle.hands_over().is_some() || battle.is_past() {
            return false;
        }
        if battle.die.slot_at(pixel).is_some() {
            return false;
        }
        let Some(cell) = battle.cell_meant(pixel, &cx.shared.art) else { return false };
        battle.controller.hear(Intention::Other);
        let is_held = battle.controller.grab(cell);
        if is_held {
            cx.shared.sounds.play(Sound::Pick);
        }
        is_held
    }

    fn release(&mut self, cx: &mut ScreenContext<'_>, pixel: Vec2) {
        let Some(battle) = &mut self.battle else { return };
        let cell = battle.cell_meant(pixel, &cx.shared.art);
        let release = move |battle: &mut Battle| {
            battle.controller.release(cell);
            None
        };
        decide(cx, battle, BattleWork::new(release));
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = &mut self.battle else { return };
        let hovered = battle.hovered;
        let looked_at = if hovered.is_some() { hovered } else { battle.controller.looked_at() };
        if looked_at.is_some() && !battle.playback.is_playing() {
            battle.controller.foretell(looked_at);
        }
        battle.begin_interface();
        hud::stage::draw(hud, battle);
        hud::die::draw(hud, battle);
        hud::over::draw(hud, battle);
        match hud::battle::draw(hud, battle, &cx.shared.bindings, &cx.shared.settings) {
            Some(Pressed::Command(command)) => cx.ask(Request::Do(command)),
            Some(Pressed::Action(unit, index)) => {
                let pick = move |battle: &mut Battle| {
                    let controller = &mut battle.controller;
                    if controller.choosing == Choosing::Unit {
                        controller.look_at(controller.session.seat().known().state().entity(unit).cell);
                    }
                    controller.hear(Intention::Action);
                    controller.pick_action(index);
                    None
                };
                decide(cx, battle, BattleWork::new(pick));
            }
            Some(Pressed::Consent(consents)) => {
                if let Some(place) = battle.controller.session.place_mut() {
                    place.act(Act::Consent(consents));
                }
            }
            Some(Pressed::Pause) => {
                if let Some(place) = battle.controller.session.place_mut() {
                    pause(place);
                }
            }
            Some(Pressed::Resign) => cx.ask(Request::Push(Box::new(Talk::at_resign()))),
            Some(Pressed::Foreseen(change)) => cx.ask(Request::Push(pages::why_of(change))),
            Some(Pressed::Unit(unit)) => {
                cx.shared.sounds.play(Sound::Pick);
                battle.controller.hear(Intention::Other);
                battle.controller.select(unit);
                battle.point_at_cursor();
            }
            None => {}
        }
    }

    fn scene<'s>(&'s mut self, shared: &'s Shared) -> Option<SceneFrame<'s>> {
        self.battle.as_mut().map(|battle| battle.scene_of(shared))
    }
}

fn decide(cx: &mut ScreenContext<'_>, battle: &mut Battle, work: BattleWork) {
    if battle.is_immediate() {
        cx.ask(BattleRequest::Work("they-decide", work));
    } else {
        let _ = work.run(battle);
    }
}

fn commit(battle: &mut Battle, play: impl FnOnce(&mut Controller) -> Option<Report>) -> Option<Report> {
    let report = play(&mut battle.controller);
    battle.hear(if report.is_some() { Sound::Commit } else { Sound::Refuse });
    report
}
