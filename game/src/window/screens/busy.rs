//! What is on the screen while a thread does long work: a line that says what is being done, once it takes long enough to
//! be noticed. Where the thread has the battle, that is seen as it was drawn last.

use crate::window::hud::Hud;
use crate::window::render::gpu::SceneFrame;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Screen, ScreenContext};
use crate::window::screens::shared::Shared;

/// Seconds after which a line says what is being done; what is done sooner needs none.
const SILENT: f32 = 0.3;

/// Long work is being done.
#[derive(Debug)]
pub(in crate::window) struct Busy {
    words: String,
    /// Whether the thread has the battle beneath.
    has_battle: bool,
    /// Seconds since it began.
    passed: f32,
}

impl Busy {
    pub(in crate::window) fn new(words: String, has_battle: bool) -> Self {
        Self { words, has_battle, passed: 0.0 }
    }

    /// What is being done.
    pub(in crate::window) fn words(&self) -> &str {
        &self.words
    }

    /// Whether it has only just begun.
    pub(in crate::window) const fn begins(&self) -> bool {
        self.passed < SILENT
    }
}

impl Screen for Busy {
    fn name(&self) -> &'static str {
        "busy"
    }

    fn hides(&self) -> bool {
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

    fn steps_back(&self) -> bool {
        false
    }

    fn draw(&mut self, _: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        if self.begins() {
            return;
        }
        let list = hud.ui.get_foreground_draw_list();
        let [width, height] = hud.ui.calc_text_size(&self.words);
        let at = [(hud.size[0] - width) / 2.0, hud.size[1] * 0.85 - height];
        hud.rimmed(&list, at, hud.colour("accent", 1.0), &self.words);
    }

    fn scene<'s>(&'s mut self, shared: &'s Shared) -> Option<SceneFrame<'s>> {
        // As it was drawn last; flames stand still, for what they are made of is away.
        let (scene, camera) = shared.frozen.as_ref()?;
        Some(scene.frame(camera, shared.time))
    }
}
