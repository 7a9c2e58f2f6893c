//! The controls of the replay viewer.

use super::panel_layout::PanelLayout;
use super::{ButtonStyle, Hud};
use crate::window::battle::Battle;
use crate::window::battle::replay_viewer::ReplayViewer;
use crate::window::screens::settings::{SPEEDS, Settings};

/// A press in the controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pressed {
    /// Play or pause.
    Play,
    /// Plays one activation.
    Step,
    /// Goes one activation back.
    Back,
    /// Jumps before this activation.
    Seek(usize),
    /// Changes the speed.
    Speed,
    /// Sets or clears the film's begin.
    From,
    /// Sets or clears the film's end.
    To,
    /// Films the chosen span, else from here on.
    Film,
}

/// Draws the caption of a film instead of the controls.
pub fn filmed(hud: &mut Hud<'_>, battle: &Battle, replay_viewer: &ReplayViewer, share: f32) {
    let s = hud.s;
    let room = PanelLayout::new(hud.free, 8.0 * s);
    let words = replay_viewer.words(battle.playback.is_showing());
    let news = battle.playback.news().to_owned();
    let place = [hud.at(0.5, 0.0, (0.0, 0.0))[0], room.free().bottom];
    let width = (560.0 * s).min(room.width() - hud.rim()[0]);
    hud.panel("film", place, [0.5, 1.0], [room.width(), room.height() / 2.0], |hud| {
        hud.ui.dummy([width, 0.0]);
        let font = hud.ui.push_font(hud.fonts.large);
        hud.wrapped("accent", width, &format!("{} · {words}", battle.title));
        hud.wrapped("text", width, if news.is_empty() { " " } else { &news });
        font.pop();
        let [left, top] = hud.ui.cursor_screen_pos();
        let list = hud.ui.get_window_draw_list();
        let (low, high) = ([left, top], [left + width, top + 4.0 * s]);
        list.add_rect(low, high, hud.colour("rim", 1.0)).filled(true).build();
        list.add_rect(low, [left + width * share, high[1]], hud.colour("accent", 1.0)).filled(true).build();
        hud.ui.dummy([width, 4.0 * s]);
    });
}

/// Draws the controls.
pub fn draw(hud: &mut Hud<'_>, battle: &Battle, replay_viewer: &ReplayViewer, settings: &Settings) -> Option<Pressed> {
    let s = hud.s;
    let mut pressed = None;
    let news = battle.playback.news().to_owned();
    let words = replay_viewer.words(battle.playback.is_showing());
    let divergence = replay_viewer.divergence.clone();
    let (plays, count, mut at) = (replay_viewer.plays, replay_viewer.acts.len(), replay_viewer.at);
    let (span, usual) = (replay_viewer.span, ButtonStyle::default());
    let room = PanelLayout::new(hud.free, 8.0 * s);
    let place = [hud.at(0.5, 0.0, (0.0, 0.0))[0], room.free().bottom];
    let most = [room.width(), room.height() / 2.0];
    // A fixed width keeps the buttons under the pointer.
    let width = (560.0 * s).min(room.width() - hud.rim()[0]);
    hud.panel("replay", place, [0.5, 1.0], most, |hud| {
        hud.ui.dummy([width, 0.0]);
        hud.wrapped("accent", width, &words);
        hud.wrapped("text", width, &news);
        let right = hud.ui.cursor_screen_pos()[0] + width;
        if hud.button("replay/back", Some("step-back"), "", ButtonStyle::default()) {
            pressed = Some(Pressed::Back);
        }
        hud.ui.same_line();
        if hud.button("replay/play", Some(if plays { "pause" } else { "play" }), "", ButtonStyle::default()) {
            pressed = Some(Pressed::Play);
        }
        hud.ui.same_line();
        if hud.button("replay/step", Some("step"), "", ButtonStyle::default()) {
            pressed = Some(Pressed::Step);
        }
        hud.ui.same_line();
        let speed = SPEEDS.get(settings.speed).copied().unwrap_or(1.0);
        if hud.button("replay/speed", Some("speed"), &format!("{speed}x"), ButtonStyle::default()) {
            pressed = Some(Pressed::Speed);
        }
        hud.ui.same_line();
        let ends = [("replay/film-from", "[", span.0, Pressed::From), ("replay/film-to", "]", span.1, Pressed::To)];
        for (name, sign, chosen, means) in ends {
            let look = ButtonStyle { words: if chosen.is_some() { "accent" } else { usual.words }, ..usual };
            if hud.button(name, None, sign, look) {
                pressed = Some(means);
            }
            hud.tip(match means {
                Pressed::From => "Start the film at the next turn of a unit.",
                _ => "End the film at the last shown turn of a unit.",
            });
            hud.ui.same_line();
        }
        if hud.button("replay/film", None, "Film", usual) {
            pressed = Some(Pressed::Film);
        }
        let told = match span {
            (None, None) => "from here to the end".to_owned(),
            (from, to) => format!("of turns {} to {}", from.unwrap_or(1), to.unwrap_or(count)),
        };
        hud.tip(&format!("Saves a film {told} as an animated GIF next to the record."));
        let taken = hud.ui.item_rect_max()[0] + 8.0 * s;
        let slider = if right - taken > 120.0 * s { right - taken } else { width };
        hud.beside(slider - 1.0, right);
        let _width = hud.ui.push_item_width(slider);
        let format = format!("turn %d of {count}");
        if hud.ui.slider_config("##scrub", 0, count).display_format(format).build(&mut at) {
            pressed = Some(Pressed::Seek(at));
        }
        hud.widget_rects.item(hud.ui, "replay/scrub");
        if span != (None, None) {
            let ([left, _], [end, bottom]) = (hud.ui.item_rect_min(), hud.ui.item_rect_max());
            let along = |at: usize| left + (end - left) * at as f32 / count.max(1) as f32;
            let (from, to) = (along(span.0.map_or(0, |from| from - 1)), along(span.1.unwrap_or(count)));
            let list = hud.ui.get_window_draw_list();
            list.add_rect([from, bottom - 3.0 * s], [to, bottom], hud.colour("accent", 1.0)).filled(true).build();
        }
        if let Some((act, how)) = &divergence {
            let look = ButtonStyle { words: "danger", pulse: true, ..ButtonStyle::default() };
            if hud.button("replay/divergence", Some("cross"), how, look) {
                pressed = Some(Pressed::Seek(*act));
            }
        }
    });
    pressed
}
