//! The focus of a screen: its widgets with their areas, and the one that keys and pad press. Arrows go to the nearest
//! widget in their direction; the pointer moves the focus, too.

use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Request, Screen, ScreenContext};
use foretoken_editor::{Colour, Rect};

/// Focus over widgets with names of type `T`.
#[derive(Debug)]
pub(super) struct Focus<T> {
    at: Option<T>,
    spots: Vec<(T, Rect)>,
    has_moved: bool,
    /// Whether the focus is elsewhere, so that no widget shows it.
    is_away: bool,
}

impl<T> Default for Focus<T> {
    fn default() -> Self {
        Self { at: None, spots: Vec::new(), has_moved: false, is_away: false }
    }
}

/// A page whose widgets share a focus.
pub(super) trait FocusPage: Screen {
    /// Name of a widget.
    type Spot: Clone + PartialEq;

    /// Returns the focus.
    fn focus(&mut self) -> &mut Focus<Self::Spot>;

    /// Presses a widget.
    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Self::Spot);

    /// Closes the page.
    fn close(&mut self, cx: &mut ScreenContext<'_>) {
        cx.ask(Request::Pop(self.name()));
    }

    /// Presses the widget under the focus, or moves the focus. Returns false for other commands, and if nothing lies in
    /// that direction.
    fn press_or_steer(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> bool {
        if let Command::Confirm | Command::Done = command {
            if let Some(spot) = self.focus().at().cloned() {
                self.press(cx, spot);
            }
            return true;
        }
        let moves = self.focus().steer(command);
        if moves {
            cx.shared.sounds.play(Sound::Hover);
        }
        moves
    }

    /// Ends a frame: presses the widget that was clicked, or closes the page if its cross was clicked.
    fn finish(&mut self, cx: &mut ScreenContext<'_>, pressed: Option<Self::Spot>, is_open: bool) {
        self.focus().end();
        match pressed {
            Some(spot) => self.press(cx, spot),
            None if !is_open => self.close(cx),
            None => {}
        }
    }
}

/// A widget with several lines.
#[derive(Debug, Default)]
pub(super) struct Card<'c> {
    /// Name for tests.
    pub(super) name: String,
    /// Icon.
    pub(super) icon: Option<&'c str>,
    /// First line.
    pub(super) title: String,
    /// Further lines with their colours.
    pub(super) lines: Vec<(&'static str, String)>,
    /// Whether it is grey.
    pub(super) is_refused: bool,
    /// Whether it is selected.
    pub(super) is_marked: bool,
}

fn direction(command: Command) -> Option<[f32; 2]> {
    Some(match command {
        Command::Right => [1.0, 0.0],
        Command::Left => [-1.0, 0.0],
        Command::Down => [0.0, 1.0],
        Command::Up => [0.0, -1.0],
        _ => return None,
    })
}

/// Returns the cost of a step from one area to another in a direction; `None` if it lies elsewhere.
fn cost(from: Rect, to: Rect, [dx, dy]: [f32; 2]) -> Option<f32> {
    let ([x, y], [a, b]) = (from.middle(), to.middle());
    let ahead = (a - x) * dx + (b - y) * dy;
    if ahead <= 1.0 {
        return None;
    }
    let gap = |low: f32, high: f32, lower: f32, higher: f32| (lower - high).max(low - higher).max(0.0);
    let wide = gap(from.left, from.right, to.left, to.right);
    let high = gap(from.top, from.bottom, to.top, to.bottom);
    let (along, across) = if dx == 0.0 { (high, wide) } else { (wide, high) };
    let skew = if dx == 0.0 { (a - x).abs() } else { (b - y).abs() };
    Some(along + 6.0 * across + 0.2 * ahead + 0.05 * skew)
}

impl<T: Clone + PartialEq> Focus<T> {
    /// Begins a frame: forgets the widgets of the last one.
    pub(super) fn begin(&mut self) {
        self.spots.clear();
    }

    /// Sets whether the focus is elsewhere.
    pub(super) const fn set_away(&mut self, is_away: bool) {
        self.is_away = is_away;
    }

    pub(super) fn is_at(&self, spot: &T) -> bool {
        !self.is_away && self.at.as_ref() == Some(spot)
    }

    /// Ends a frame: a focus on a widget that is gone goes to the first one.
    pub(super) fn end(&mut self) {
        if self.at.as_ref().is_none_or(|at| self.spots.iter().all(|(spot, _)| spot != at)) {
            self.at = self.spots.first().map(|(spot, _)| spot.clone());
        }
        self.has_moved = false;
    }

    pub(super) const fn at(&self) -> Option<&T> {
        self.at.as_ref()
    }

    pub(super) fn set(&mut self, at: T) {
        self.has_moved |= self.at.as_ref() != Some(&at);
        self.at = Some(at);
    }

    pub(super) fn index(&self) -> Option<usize> {
        self.spots.iter().position(|(spot, _)| Some(spot) == self.at.as_ref())
    }

    /// Moves the focus by a command. Returns false for other commands, and if nothing lies in that direction.
    pub(super) fn steer(&mut self, command: Command) -> bool {
        if let Command::Next | Command::Previous = command {
            let count = self.spots.len().max(1);
            let at = self.index().unwrap_or(0) + if command == Command::Next { 1 } else { count - 1 };
            let to = self.spots.get(at % count).map(|(spot, _)| spot.clone());
            to.into_iter().for_each(|spot| self.set(spot));
            return true;
        }
        let Some(direction) = direction(command) else { return false };
        let Some(from) = self.index().map(|at| self.spots[at].1) else { return false };
        let reach = self.spots.iter().filter_map(|(spot, area)| Some((cost(from, *area, direction)?, spot)));
        match reach.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, spot)| spot.clone()) {
            Some(spot) => {
                self.set(spot);
                true
            }
            None => false,
        }
    }

    /// Adds the last widget of ImGui. The pointer over it takes the focus.
    pub(super) fn add_item(&mut self, hud: &Hud<'_>, spot: T) {
        let ui = hud.ui;
        self.spots.push((spot.clone(), Rect::between(ui.item_rect_min(), ui.item_rect_max())));
        if ui.is_item_hovered() && ui.io().mouse_delta != [0.0; 2] {
            self.at = Some(spot);
        } else if self.has_moved && self.at.as_ref() == Some(&spot) {
            ui.set_scroll_here_y();
        }
    }

    /// Draws a button. Returns whether it was pressed.
    pub(super) fn button(&mut self, hud: &mut Hud<'_>, spot: T, name: &str, icon: &str, words: &str) -> bool {
        self.styled(hud, spot, (name, icon, words), ButtonStyle::default())
    }

    /// Draws a button in a style.
    pub(super) fn styled(
        &mut self,
        hud: &mut Hud<'_>,
        spot: T,
        (name, icon, words): (&str, &str, &str),
        look: ButtonStyle,
    ) -> bool {
        let is_here = self.is_at(&spot);
        let pressed = hud.button(name, Some(icon), words, ButtonStyle { chosen: look.chosen || is_here, ..look });
        self.add_item(hud, spot);
        pressed
    }

    /// Draws a card over the whole width. Returns whether it was pressed.
    pub(super) fn card(&mut self, hud: &mut Hud<'_>, spot: T, card: &Card<'_>) -> bool {
        let (ui, s) = (hud.ui, hud.s);
        let is_here = self.is_at(&spot);
        let width = ui.content_region_avail()[0].max(40.0 * s);
        let pad = 10.0 * s;
        let drawn = if card.icon.is_some() { 16.0 * hud.whole(hud.text) + 8.0 * s } else { 0.0 };
        let inner = width - 2.0 * pad - drawn;
        let line = ui.text_line_height();
        let title = hud.lines(&card.title, inner, 3);
        let rest: Vec<(&str, String)> = card
            .lines
            .iter()
            .flat_map(|(colour, words)| hud.lines(words, inner, 4).into_iter().map(|line| (*colour, line)))
            .collect();
        let height = (title.len() + rest.len()) as f32 * line + 12.0 * s;
        let pressed = ui.invisible_button(format!("##{}", card.name), [width, height]);
        hud.widget_rects.item(ui, &*card.name);
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let list = ui.get_window_draw_list();
        let base = match (is_here, card.is_marked) {
            (true, _) => hud.colour("rim", 0.9),
            (_, true) => hud.colour("rim", 0.5),
            _ => hud.colour("panel-low", 1.0),
        };
        list.add_rect(min, max, base).filled(true).rounding(4.0 * s).build();
        let warm = hud.colour("accent", 1.0);
        let rim = if is_here || card.is_marked { warm } else { hud.colour("rim", 1.0) };
        let thick = if is_here { 2.0 } else { 1.0 };
        list.add_rect(min, max, rim).rounding(4.0 * s).thickness((thick * s).max(1.0)).build();
        let alpha = if card.is_refused { 0.5 } else { 1.0 };
        if let Some(icon) = card.icon {
            let size = 16.0 * hud.whole(hud.text);
            let at = [min[0] + pad + size / 2.0, min[1] + 6.0 * s + line.max(size) / 2.0];
            hud.icon(&list, icon, at, size, Colour::WHITE.with_alpha(alpha));
        }
        let mut at = [min[0] + pad + drawn, min[1] + 6.0 * s];
        for words in title {
            list.add_text(at, hud.colour("white", alpha), words);
            at[1] += line;
        }
        for (colour, words) in rest {
            list.add_text(at, hud.colour(colour, if colour == "enemy-pale" { 1.0 } else { alpha }), words);
            at[1] += line;
        }
        self.add_item(hud, spot);
        pressed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn focus() -> Focus<char> {
        let at = |left: f32, top: f32| Rect::new(left, top, left + 10.0, top + 10.0);
        let spots = vec![('a', at(0.0, 0.0)), ('b', at(20.0, 0.0)), ('c', at(0.0, 20.0)), ('d', at(60.0, 22.0))];
        Focus { at: Some('a'), spots, ..Focus::default() }
    }

    #[test]
    fn arrows_go_to_the_nearest_widget_and_tab_goes_round() {
        let mut focus = focus();
        for (command, to) in [
            (Command::Right, 'b'),
            (Command::Down, 'c'),
            (Command::Right, 'd'),
            (Command::Left, 'c'),
            (Command::Up, 'a'),
            (Command::Previous, 'd'),
            (Command::Next, 'a'),
        ] {
            assert!(focus.steer(command));
            assert_eq!(focus.at(), Some(&to), "{command:?}");
        }
        assert!(!focus.steer(Command::Left) && !focus.steer(Command::Confirm));
    }

    #[test]
    fn a_focus_on_a_widget_that_is_gone_goes_to_the_first() {
        let mut focus = focus();
        focus.set('z');
        focus.end();
        assert_eq!(focus.at(), Some(&'a'));
        focus.begin();
        focus.end();
        assert_eq!(focus.at(), None);
    }
}
