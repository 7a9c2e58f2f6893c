//! The screen during long work: a progress line after a moment, over the last picture of the battle.

use crate::window::hud::Hud;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Screen, ScreenContext};
use crate::window::screens::shared::Shared;

const SILENT: f32 = 0.3;

#[derive(Debug)]
pub(in crate::window) struct Busy {
    words: String,
    has_battle: bool,
    passed: f32,
}

impl Busy {
    pub(in crate::window) fn new(words: String, has_battle: bool) -> Self {
        Self { words, has_battle, passed: 0.0 }
    }

    pub(in crate::window) fn words(&self) -> &str {
        &self.words
    }

    pub(in crate::window) const fn is_opening(&self) -> bool {
        self.passed < SILENT
    }
}

impl Screen for Busy {
    fn name(&self) -> &'static str {
        "busy"
    }

    fn is_opaque(&self) -> bool {
        self.has_battle
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>, seconds: f32) {
        self.passed += seconds;
        if let Some((_, camera)) = &mut cx.shared.frozen {
            camera.step(seconds, cx.shared.settings.reduced_motion);
        }
    }

    fn command(&mut self, _: &mut ScreenContext<'_>, _: Command) -> Heard {
        Heard::Taken
    }

    fn is_stepping_back(&self) -> bool {
        false
    }

    fn draw(&mut self, _: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        if self.is_opening() {
            return;
        }
        let list = hud.ui.get_foreground_draw_list();
        let [width, height] = hud.ui.calc_text_size(&self.words);
        let at = [(hud.size[0] - width) / 2.0, hud.size[1] * 0.85 - height];
        hud.rimmed(&list, at, hud.colour("accent", 1.0), &self.words);
    }

    fn scene<'s>(&'s mut self, shared: &'s Shared) -> Option<SceneFrame<'s>> {
        let (scene, camera) = shared.frozen.as_ref()?;
        Some(scene.frame(camera, shared.time))
    }
}
