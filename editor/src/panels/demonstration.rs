//! Demonstration panel: the small boards of an action, played in a loop. The designer arranges units and ground or
//! answers questions, and records the result as the action's test.

mod answering;
mod drawing;
mod making;
mod palette;
mod several;
mod showing;
mod start;
mod waiting;

use super::PanelContext;
use crate::Rect;
use crate::board::Board;
use crate::theme::{AMBER, GREEN, YELLOW, ink};
use crate::trace::TraceLine;
use answering::{answer, answers};
use drawing::{at, is_somebody, painted};
use foretoken_action_assets::demonstrate::{Played, Trouble};
use foretoken_action_assets::demonstration::Demonstration as Drawn;
use foretoken_action_assets::{AnyAsset, Library};
use foretoken_vm::{Battle, Cell, GameState, Rulebook};
use imgui::{MouseButton, StyleColor, Ui};
use showing::{END, Show, all_of, put, put_all, shown};

const LEAST: f32 = 30.0;
/// Width in letters that notes beside the board need.
const BESIDE: f32 = 9.0;
const RECORD: &str = "Records the current result as the expected result.";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Arrange,
    Answer,
}

const MODES: [(Mode, &str, &str); 2] = [
    (Mode::Arrange, "Arrange", "Arrange the board: drag or add units, paint terrain."),
    (Mode::Answer, "Answer", "Click on the board to choose the targets."),
];

struct Stage<'s> {
    action: String,
    played: Result<&'s Played, (Rulebook, Battle)>,
}

impl<'s> Stage<'s> {
    fn of(show: &'s Show, drawn: &Drawn, library: &Library, action: &str) -> Option<Self> {
        let played = match &show.played {
            Ok(played) => Ok(played),
            Err(_) => Err(drawn.set_up(library, action)?),
        };
        Some(Self { action: action.to_owned(), played })
    }

    fn book(&self) -> &Rulebook {
        match &self.played {
            Ok(played) => &played.book,
            Err((book, _)) => book,
        }
    }

    fn start(&self) -> &GameState {
        match &self.played {
            Ok(played) => played.start.state(),
            Err((_, battle)) => battle.state(),
        }
    }
}

#[derive(Default)]
pub(crate) struct Demonstration {
    of: Option<(String, usize, u64)>,
    show: Option<Show>,
    time: f32,
    paused: bool,
    mode: Mode,
    brush: Option<palette::Brush>,
    dragged: Option<Cell>,
    start: start::StartForm,
}

impl Demonstration {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let asset = cx.model.asset(cx.host);
        let (Some((_, name)), Some(all)) = (cx.model.open.clone(), asset.as_ref().and_then(AnyAsset::demonstrations))
        else {
            ui.text_disabled("Open an action to see what it does.");
            return;
        };
        let at = shown(cx, all.len());
        if all.len() > 1 || all.get(at).is_some_and(|drawn| !drawn.is_empty()) {
            several::list(cx, all, at, &name);
        }
        let Some(drawn) = all.get(at).filter(|drawn| !drawn.is_empty()) else {
            ui.text_wrapped("No demonstration yet. It is a small board that shows and checks this action.");
            if cx.button(
                "Create one",
                "demonstration/make",
                "Creates a board where the action has an effect, with targets and the result recorded.",
            ) {
                let called = all.get(at).map_or(String::new(), |drawn| drawn.name.clone());
                let drawn = Drawn { name: called, ..making::begun(cx, &name) };
                put(cx, "create a demonstration", drawn);
            }
            return;
        };
        let key = (name.clone(), at, cx.shared.revision);
        if self.of.as_ref() != Some(&key) {
            let another = self.of.as_ref().is_none_or(|(of, which, _)| (of, *which) != (&name, at));
            self.of = Some(key);
            self.show = Some(Show::new(drawn, cx.host, &name));
            if another {
                self.time = 0.0;
                self.start = start::StartForm::default();
            }
        }
        let Some(show) = self.show.take() else { return };
        if show.played.is_ok() && show.differences.is_empty() {
            cx.model.recorded.note(&cx.open_file().unwrap_or_default(), drawn);
        }
        self.tools(cx, &show, drawn);
        self.mode_switch(cx, &show);
        if let Some(stage) = Stage::of(&show, drawn, cx.host.library(), &name) {
            self.board(cx, &show, drawn, &stage);
            let is_told = self.beside(cx, &show, drawn, &stage);
            self.below(cx, &show, drawn, &stage, is_told);
        }
        self.show = Some(show);
    }

    /// Draws the area below the board: the brushes first, so that notes do not move them.
    fn below(&mut self, cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn, stage: &Stage<'_>, is_told: bool) {
        let ui = cx.ui;
        let high = ui.content_region_avail()[1].max(palette::height(ui));
        ui.child_window("##demonstration/below").size([0.0, high]).build(|| {
            if self.mode == Mode::Arrange {
                self.palette(cx, drawn);
                self.start.show(cx, drawn, stage.book(), stage.start());
            }
            if !is_told {
                self.notes(cx, show, drawn, stage);
            }
        });
    }

    fn beside(&mut self, cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn, stage: &Stage<'_>) -> bool {
        let ui = cx.ui;
        let (board, right) = (Rect::between(ui.item_rect_min(), ui.item_rect_max()), ui.window_content_region_max()[0]);
        let wide = ui.window_pos()[0] + right - board.right - ui.clone_style().item_spacing[0];
        let has_room = self.mode == Mode::Arrange && wide >= ui.current_font_size() * BESIDE;
        if has_room {
            ui.same_line();
            let high = board.height().max(ui.text_line_height_with_spacing() * 4.0);
            ui.child_window("##demonstration/notes").size([wide, high]).build(|| self.notes(cx, show, drawn, stage));
            cx.widget_rects.item(ui, "demonstration/notes");
        }
        has_room
    }

    fn notes(&mut self, cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn, stage: &Stage<'_>) {
        if let Err(trouble) = &show.played {
            self.trouble(cx, trouble);
        }
        if self.mode == Mode::Answer {
            answers(cx, show, drawn, &stage.action);
        }
        differences(cx, show, drawn);
        for words in &show.waits {
            cx.ui.text_disabled(words);
        }
    }

    fn trouble(&mut self, cx: &mut PanelContext<'_>, trouble: &Trouble) {
        let ui = cx.ui;
        let asks = matches!(trouble, Trouble::Answer { .. });
        if asks
            && self.mode == Mode::Arrange
            && cx.button("Choose targets", "demonstration/answer", "Choose the targets of the action.")
        {
            self.mode = Mode::Answer;
        }
        let (_, message) = trouble.told();
        let colour = ui.push_style_color(StyleColor::Text, ink(ui, YELLOW));
        ui.text_wrapped(message);
        colour.pop();
    }

    fn tools(&mut self, cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn) {
        let ui = cx.ui;
        let label = if self.paused { "Play" } else { "Pause" };
        if cx.button(label, "demonstration/play", "Play in a loop, or pause.") {
            self.paused = !self.paused;
        }
        if cx.button_beside("<", "demonstration/back", "One step back.") {
            (self.paused, self.time) = (true, show.start_of(show.step_at(self.time).saturating_sub(1)));
        }
        if cx.button_beside(">", "demonstration/step", "One step forward.") {
            (self.paused, self.time) = (true, show.start_of((show.step_at(self.time) + 1).min(show.steps.len())));
        }
        if let Ok(played) = &show.played {
            let same = show.differences.is_empty();
            let (label, doc) = match same {
                true => ("Recorded", "The result matches the recorded one. It is checked after each edit."),
                false => ("Record", RECORD),
            };
            let colour = ui.push_style_color(StyleColor::Text, ink(ui, if same { GREEN } else { YELLOW }));
            let pressed = cx.button_beside(label, "demonstration/record", doc);
            colour.pop();
            if pressed && !same {
                record(cx, drawn, played);
            }
        }
        if cx.button_beside("Remove", "demonstration/remove", "Remove the demonstration. Undo restores it.") {
            let mut all = all_of(cx);
            let at = shown(cx, all.len());
            all.remove(at);
            put_all(cx, "remove the demonstration", all);
        }
    }

    fn mode_switch(&mut self, cx: &mut PanelContext<'_>, show: &Show) {
        let ui = cx.ui;
        for (index, (mode, label, doc)) in MODES.into_iter().enumerate() {
            if index > 0 {
                ui.same_line();
            }
            if ui.radio_button_bool(label, self.mode == mode) {
                (self.mode, self.paused, self.time, self.dragged) = (mode, true, 0.0, None);
            }
            cx.spot(format!("demonstration/mode/{label}"), doc);
        }
        let asks = matches!(&show.played, Err(Trouble::Answer { .. }));
        let hint = match (self.mode, &self.brush) {
            (Mode::Answer, _) if asks => "Choose a framed cell.".to_owned(),
            (Mode::Answer, _) => "All targets are chosen.".to_owned(),
            (_, Some(brush)) => format!("Click a cell to place {}.", brush.name),
            (_, None) => "Drag units on the board.".to_owned(),
        };
        cx.flow(ui.calc_text_size(&hint)[0]);
        ui.text_disabled(hint);
    }

    fn board(&mut self, cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn, stage: &Stage<'_>) {
        let ui = cx.ui;
        let book = stage.book();
        self.tick(ui, show);
        let step = show.step_at(self.time);
        let (state, words) = match step.checked_sub(1).and_then(|at| show.steps.get(at)) {
            Some((state, words)) => (state, words.as_str()),
            None => (stage.start(), "foreseen"),
        };
        ui.text_disabled(words);
        let board = Board::fit(ui, book.board.width(), book.board.height(), palette::height(ui), LEAST);
        board.draw(ui, book, state);
        if step == 0 && show.played.is_ok() {
            board.marks(ui, show.forecast.marks(), show.counted);
        }
        if let (Mode::Answer, Err(Trouble::Answer { fitting, .. })) = (self.mode, &show.played) {
            fitting.iter().filter_map(|(_, cell)| *cell).for_each(|cell| board.frame(ui, cell, AMBER));
        }
        let size = [board.side * book.board.width() as f32, board.side * book.board.height() as f32];
        ui.invisible_button("##demonstration/board", size);
        cx.widget_rects.item(ui, "demonstration/board");
        for y in 0..book.board.height() {
            for x in 0..book.board.width() {
                let (min, max) = board.rect(x, y);
                cx.widget_rects.rect(format!("demonstration/{}{}", char::from(b'a' + x as u8 % 26), y + 1), min, max);
            }
        }
        let cell = board.cell_at(book, ui.io().mouse_pos);
        if let Some(cell) = cell.filter(|_| ui.is_item_hovered()) {
            point(cx, show, cell);
        }
        self.hands(cx, show, drawn, cell);
        if let Some(cell) = self.dragged {
            board.frame(ui, cell, AMBER);
        }
    }

    fn hands(&mut self, cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn, cell: Option<Cell>) {
        let ui = cx.ui;
        let pressed = ui.is_item_activated();
        if self.mode == Mode::Answer {
            if let (true, Some(cell), Err(Trouble::Answer { at, fitting, .. })) = (pressed, cell, &show.played)
                && let Some((word, _)) = fitting.iter().find(|(_, meant)| *meant == Some(cell))
            {
                answer(cx, drawn, *at, word);
            }
            return;
        }
        if let Some(brush) = &self.brush {
            if let Some(cell) = cell.filter(|_| ui.is_item_active())
                && at(drawn, cell) != Some(brush.glyph)
            {
                let label = format!("place {}", brush.name);
                put(cx, &label, painted(drawn, cell, brush.glyph));
            }
            return;
        }
        let somebody = |cell: &Cell| at(drawn, *cell).is_some_and(|glyph| is_somebody(cx.host.library(), glyph));
        if pressed {
            self.dragged = cell.filter(somebody);
        }
        if !ui.is_mouse_down(MouseButton::Left)
            && let Some(from) = self.dragged.take()
            && let Some(to) = cell.filter(|&to| to != from)
            && let (Some(who), Some(there)) = (at(drawn, from), at(drawn, to))
        {
            // A unit swaps cells with another. Ground moves only with units.
            let left = if is_somebody(cx.host.library(), there) { there } else { '.' };
            let moved = painted(&painted(drawn, from, left), to, who);
            self.time = 0.0;
            put(cx, "move on the board", moved);
        }
    }

    fn tick(&mut self, ui: &Ui, show: &Show) {
        if self.paused || show.played.is_err() {
            return;
        }
        self.time += ui.io().delta_time;
        if self.time > show.start_of(show.steps.len()) + END {
            self.time = 0.0;
        }
    }
}

fn point(cx: &mut PanelContext<'_>, show: &Show, cell: Cell) {
    let here: Vec<&TraceLine> = show.trace.iter().filter(|deed| deed.cells.contains(&cell)).collect();
    let Some(first) = here.first() else { return };
    if let Some(file) = cx.open_file() {
        cx.shared.hovered = Some((file, first.part.clone()));
    }
    cx.shared.at_work.extend(here.iter().map(|deed| deed.token.clone()));
    let lines: Vec<String> =
        here.iter().map(|deed| format!("{}  (instruction {:04})", deed.words, deed.token.1)).collect();
    cx.tell_now(format!("{cell}\n{}", lines.join("\n")));
}

fn record(cx: &mut PanelContext<'_>, drawn: &Drawn, played: &Played) {
    let mut drawn = drawn.clone();
    drawn.record(played);
    put(cx, "record the outcome", drawn);
}

fn differences(cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn) {
    if drawn.others {
        if cx.button("Forbid them", "demonstration/watch", "Changes that are not listed become errors.") {
            put(cx, "changes that are not listed", Drawn { others: false, ..drawn.clone() });
        }
        cx.ui.text_wrapped("Changes that are not listed are allowed.");
    }
    if show.differences.is_empty() {
        return;
    }
    let ui = cx.ui;
    let file = cx.open_file().unwrap_or_default();
    if cx.model.recorded.is_outdated(&file, drawn) {
        if let Ok(played) = &show.played
            && cx.button("Record", "demonstration/record-now", RECORD)
        {
            record(cx, drawn, played);
        }
        ui.text_wrapped(if drawn.after.is_empty() {
            "No result is recorded yet. Press Record."
        } else {
            "The start has changed, so the recorded result is out of date. Press Record to update it."
        });
        cx.widget_rects.item(ui, "demonstration/unrecorded");
        show.differences.iter().for_each(|difference| ui.text_wrapped(difference));
    } else {
        let colour = ui.push_style_color(StyleColor::Text, ink(ui, YELLOW));
        ui.text_wrapped("The result differs from the recorded one:");
        cx.widget_rects.item(ui, "demonstration/differs");
        show.differences.iter().for_each(|difference| ui.text_wrapped(difference));
        colour.pop();
    }
    for (index, fact) in show.unlisted.iter().enumerate() {
        let doc = "Adds this change to the expected result.";
        if cx.button(&format!("Expect {fact}"), &format!("demonstration/expect/{index}"), doc) {
            let facts = drawn.facts.iter().chain([fact]).cloned().collect();
            put(cx, "expect a change", Drawn { facts, ..drawn.clone() });
        }
    }
    if !show.unlisted.is_empty()
        && cx.button("Allow other changes", "demonstration/others", "Allows changes that are not listed.")
    {
        put(cx, "changes that are not listed", Drawn { others: true, ..drawn.clone() });
    }
}
