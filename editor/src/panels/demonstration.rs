//! Demonstration: the small board that an action keeps, played in a loop: what is foreseen, then what happens, step by
//! step. Units are dragged on it, its ground is painted, its questions are answered by clicks; what comes of it is
//! recorded, and is the action's test from then on.

use super::Cx;
use crate::board::Board;
use crate::theme::{AMBER, GREEN, YELLOW, ink};
use foretoken_action_assets::demonstration::{CAST, Demonstration as Drawn, Played, Trouble};
use foretoken_action_assets::{AnyAsset, Library};
use foretoken_preview::Forecast;
use foretoken_vm::{Cell, Change, GameState, Team, What};
use imgui::{MouseButton, StyleColor, Ui};

/// Seconds that what is foreseen stays, that a step takes, and that the end stays.
const SEEN: f32 = 2.0;
const STEP: f32 = 0.45;
const END: f32 = 1.6;
/// Most questions that are answered by themselves.
const MOST_ANSWERS: usize = 40;
/// The longest side of a board.
const LONGEST: usize = 16;

/// A demonstration made ready to be shown.
struct Show {
    played: Result<Played, Trouble>,
    forecast: Forecast,
    /// The board at each step, and what happened in it.
    steps: Vec<(GameState, String)>,
    differences: Vec<(String, String)>,
}

#[derive(Default)]
pub(crate) struct Demonstration {
    of: Option<(String, u64)>,
    show: Option<Show>,
    time: f32,
    paused: bool,
    /// What is painted with; nothing to drag.
    brush: Option<char>,
    dragged: Option<Cell>,
}

impl Demonstration {
    pub fn show(&mut self, cx: &mut Cx<'_>) {
        let ui = cx.ui;
        let asset = cx.model.asset(cx.host);
        let (Some((_, name)), Some(drawn)) = (cx.model.open.clone(), asset.as_ref().and_then(AnyAsset::demonstration))
        else {
            ui.text_disabled("Open an action to see what it does.");
            return;
        };
        let mut drawn = drawn.clone();
        if drawn.is_empty() {
            ui.text_wrapped("No demonstration yet: a small board that shows what this does, and checks it.");
            if cx.button("Make one", "demonstration/make", "A board with an actor and an enemy, answered and recorded.")
            {
                drawn = Drawn::fresh();
                answer_all(&mut drawn, cx.host.library(), &name);
                if let Ok(played) = drawn.play(cx.host.library(), &name) {
                    drawn.record(&played);
                }
                put(cx, "make a demonstration", drawn);
            }
            return;
        }
        let key = (name.clone(), cx.shared.revision);
        if self.of.as_ref() != Some(&key) {
            let another = self.of.as_ref().is_none_or(|(of, _)| *of != name);
            self.of = Some(key);
            self.show = Some(Show::new(&drawn, cx.host.library(), &name));
            self.time = if another { 0.0 } else { self.time };
        }
        let Some(show) = self.show.take() else { return };
        self.tools(cx, &show, &drawn, &name);
        self.board(cx, &show, &drawn);
        self.show = Some(show);
    }

    fn tools(&mut self, cx: &mut Cx<'_>, show: &Show, drawn: &Drawn, name: &str) {
        let ui = cx.ui;
        let label = if self.paused { "Play" } else { "Pause" };
        if cx.button(label, "demonstration/play", "") {
            self.paused = !self.paused;
        }
        if cx.button_beside("<", "demonstration/back", "One step back.") {
            (self.paused, self.time) = (true, show.start_of(show.step_at(self.time).saturating_sub(1)));
        }
        if cx.button_beside(">", "demonstration/step", "One step on.") {
            (self.paused, self.time) = (true, show.start_of((show.step_at(self.time) + 1).min(show.steps.len())));
        }
        if let Ok(played) = &show.played {
            let same = show.differences.is_empty();
            let (label, doc) = match same {
                true => ("Recorded", "What comes of it is what is expected; check sees to it."),
                false => ("Record", "Let what comes of it now be what is expected."),
            };
            let colour = ui.push_style_color(StyleColor::Text, ink(ui, if same { GREEN } else { YELLOW }));
            let record = cx.button_beside(label, "demonstration/record", doc);
            colour.pop();
            if record && !same {
                let mut drawn = drawn.clone();
                drawn.record(played);
                put(cx, "record the outcome", drawn);
            }
        }
        if cx.button_beside("Answers", "demonstration/answers", "Choose the targets anew, by clicks on the board.") {
            let drawn = Drawn { answers: Vec::new(), ..drawn.clone() };
            self.paused = true;
            put(cx, "answers anew", drawn);
        }
        if cx.button_beside("Remove", "demonstration/remove", "No demonstration.") {
            put(cx, "remove the demonstration", Drawn::default());
        }
        if let Err(trouble) = &show.played {
            let (_, message) = trouble.told();
            let colour = ui.push_style_color(StyleColor::Text, ink(ui, YELLOW));
            ui.text_wrapped(message);
            colour.pop();
            if let Trouble::Answer { at, fitting, .. } = trouble {
                if !fitting.is_empty() && cx.button("Choose for me", "demonstration/choose", "The first that fits.") {
                    let mut drawn = drawn.clone();
                    answer_all(&mut drawn, cx.host.library(), name);
                    put(cx, "answers", drawn);
                }
                let words: Vec<String> =
                    fitting.iter().filter(|(_, cell)| cell.is_none()).map(|(word, _)| word.clone()).collect();
                for word in words {
                    if cx.button_beside(&word, &format!("demonstration/answer/{word}"), "") {
                        answer(cx, drawn, *at, &word);
                    }
                }
            }
        }
        self.palette(cx, drawn);
    }

    /// What the board is painted with, and its size.
    fn palette(&mut self, cx: &mut Cx<'_>, drawn: &Drawn) {
        let ui = cx.ui;
        let mut brushes: Vec<(char, String)> = Vec::new();
        for (_, name, asset) in cx.host.library().assets() {
            let glyph = match asset {
                AnyAsset::Terrain(terrain) => terrain.glyph.chars().next(),
                AnyAsset::Surface(surface) => surface.glyph.chars().next(),
                _ => None,
            };
            brushes.extend(glyph.map(|glyph| (glyph, name.to_owned())));
        }
        let who = |letter: char, team: u8| match (letter, team) {
            ('A', _) => "the actor",
            (_, 0) => "an ally",
            (_, 1) => "an enemy",
            _ => "a thing",
        };
        brushes.extend(CAST.iter().map(|&(letter, team)| (letter, who(letter, team).to_owned())));
        let lit =
            |on: bool| on.then(|| ui.push_style_color(StyleColor::Button, ui.style_color(StyleColor::HeaderActive)));
        let colour = lit(self.brush.is_none());
        if cx.button("drag", "demonstration/drag", "Drag whoever stands on the board.") {
            self.brush = None;
        }
        drop(colour);
        for (glyph, name) in brushes {
            let colour = lit(self.brush == Some(glyph));
            let (label, spot) = (glyph.to_string(), format!("demonstration/brush/{glyph}"));
            if cx.button_beside(&label, &spot, &format!("Paint: {name}.")) {
                self.brush = Some(glyph);
                self.paused = true;
                self.time = 0.0;
            }
            drop(colour);
        }
        cx.flow(140.0);
        ui.text_disabled("size");
        let (width, height) = (drawn.before.first().map_or(0, |row| row.chars().count()), drawn.before.len());
        for (label, columns, rows, doc) in [
            ("+|", 1, 0, "One column more."),
            ("-|", -1, 0, "One column less."),
            ("+_", 0, 1, "One row more."),
            ("-_", 0, -1, "One row less."),
        ] {
            if cx.button_beside(label, &format!("demonstration/size{label}"), doc) {
                let wide = (width as i32 + columns).clamp(1, LONGEST as i32) as usize;
                let high = (height as i32 + rows).clamp(1, LONGEST as i32) as usize;
                put(cx, "size of the board", resized(drawn, wide, high));
            }
        }
    }

    fn board(&mut self, cx: &mut Cx<'_>, show: &Show, drawn: &Drawn) {
        let ui = cx.ui;
        let staged;
        let (book, start) = match &show.played {
            Ok(played) => (&played.book, Some(played.start.state())),
            Err(_) => {
                // Not played to its end: the board as it is drawn, to be put right.
                staged =
                    drawn.set_up(cx.host.library(), &cx.model.open.as_ref().map_or(String::new(), |(_, n)| n.clone()));
                match &staged {
                    Some((book, battle)) => (book, Some(battle.state())),
                    None => return,
                }
            }
        };
        let Some(start) = start else { return };
        self.tick(ui, show);
        let step = show.step_at(self.time);
        let (state, words) = match step.checked_sub(1).and_then(|at| show.steps.get(at)) {
            Some((state, words)) => (state, words.as_str()),
            None => (start, "foreseen"),
        };
        ui.text_disabled(words);
        let board = Board::fit(ui, book.board.width(), book.board.height());
        board.draw(ui, book, state);
        if step == 0 && show.played.is_ok() {
            board.marks(ui, show.forecast.marks());
        }
        if let Err(Trouble::Answer { fitting, .. }) = &show.played {
            fitting.iter().filter_map(|(_, cell)| *cell).for_each(|cell| board.frame(ui, cell, AMBER));
        }
        let size = [board.side * book.board.width() as f32, board.side * book.board.height() as f32];
        ui.invisible_button("##demonstration/board", size);
        cx.spots.item(ui, "demonstration/board");
        for y in 0..book.board.height() {
            for x in 0..book.board.width() {
                let (min, max) = board.rect(x, y);
                cx.spots.rect(format!("demonstration/{}{}", char::from(b'a' + x as u8 % 26), y + 1), min, max);
            }
        }
        let cell = board.cell_at(book, ui.io().mouse_pos);
        self.hands(cx, show, drawn, cell);
        if let Some(cell) = self.dragged {
            board.frame(ui, cell, AMBER);
        }
    }

    /// Drags, paints and answers.
    fn hands(&mut self, cx: &mut Cx<'_>, show: &Show, drawn: &Drawn, cell: Option<Cell>) {
        let ui = cx.ui;
        let pressed = ui.is_item_activated();
        if let (true, Some(cell), Err(Trouble::Answer { at, fitting, .. })) = (pressed, cell, &show.played)
            && let Some((word, _)) = fitting.iter().find(|(_, meant)| *meant == Some(cell))
            && self.brush.is_none()
        {
            return answer(cx, drawn, *at, &word.clone());
        }
        if let (true, Some(glyph), Some(cell)) = (ui.is_item_active(), self.brush, cell) {
            if at(drawn, cell) != Some(glyph) {
                put(cx, "paint the board", painted(drawn, cell, glyph));
            }
            return;
        }
        let somebody = cell.filter(|&cell| {
            let glyph = at(drawn, cell);
            glyph.is_some_and(|glyph| is_somebody(cx.host.library(), glyph))
        });
        if pressed {
            self.dragged = somebody;
        }
        if !ui.is_mouse_down(MouseButton::Left)
            && let Some(from) = self.dragged.take()
            && let Some(to) = cell.filter(|&to| to != from)
            && let (Some(who), Some(there)) = (at(drawn, from), at(drawn, to))
        {
            // Who stood there changes places; ground and what lies on it stay where they are but under one's feet.
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

impl Show {
    fn new(drawn: &Drawn, library: &Library, name: &str) -> Self {
        let played = drawn.play(library, name);
        let (mut forecast, mut steps) = (Forecast::default(), Vec::new());
        let mut differences = Vec::new();
        if let Ok(played) = &played {
            let known = played.start.project(&played.book, Team::PLAYER);
            forecast.update(&played.book, &known, &played.plan, None);
            let mut state = played.start.state().clone();
            for change in &played.log.changes {
                if !change.is_note() {
                    state.apply(&played.book, change);
                }
                if is_seen(change) {
                    steps.push((state.clone(), in_words(change)));
                }
            }
            differences = drawn.compare(played);
        }
        Self { played, forecast, steps, differences }
    }

    /// 0 while it is foreseen, then the number of the step.
    fn step_at(&self, time: f32) -> usize {
        if time < SEEN { 0 } else { (1 + ((time - SEEN) / STEP) as usize).min(self.steps.len()) }
    }

    fn start_of(&self, step: usize) -> f32 {
        if step == 0 { 0.0 } else { SEEN + (step - 1) as f32 * STEP + 0.01 }
    }
}

/// Whether a change can be seen on a board.
const fn is_seen(change: &Change) -> bool {
    let hidden = matches!(change.what, What::Turn | What::Agenda | What::Entry | What::Battle | What::Undecided);
    !hidden && !matches!(change.what, What::Otherwise | What::Drew)
}

fn in_words(change: &Change) -> String {
    let what = format!("{:?}", change.what).to_lowercase();
    match change.what {
        What::Cell => format!("{} to {}", change.cell_before(), change.cell_after()),
        What::Uses => "begins".to_owned(),
        _ if change.is_note() => what,
        _ => format!("{what} {} to {}", change.before, change.after),
    }
}

/// Answers what is asked with the first that fits, from the first answer that does not.
fn answer_all(drawn: &mut Drawn, library: &Library, name: &str) {
    for _ in 0..MOST_ANSWERS {
        let Err(Trouble::Answer { at, fitting, .. }) = drawn.play(library, name) else { return };
        drawn.answers.truncate(at);
        // Somebody to do it to tells more than bare ground.
        let somebody = fitting.iter().find(|(word, _)| word.chars().count() == 1);
        match somebody.or_else(|| fitting.first()) {
            Some((word, _)) => drawn.answers.push(word.clone()),
            None => return,
        }
    }
}

fn answer(cx: &mut Cx<'_>, drawn: &Drawn, at: usize, word: &str) {
    let mut drawn = drawn.clone();
    drawn.answers.truncate(at);
    drawn.answers.push(word.to_owned());
    put(cx, "answer", drawn);
}

fn put(cx: &mut Cx<'_>, label: &str, drawn: Drawn) {
    let Some(mut asset) = cx.model.asset(cx.host) else { return };
    if let Some(own) = asset.demonstration_mut() {
        *own = drawn;
        let key = cx.open_file().unwrap_or_default();
        cx.model.edit_open(cx.host, label, &format!("{key}#demonstration/{label}"), asset);
    }
}

fn at(drawn: &Drawn, cell: Cell) -> Option<char> {
    drawn.before.get(cell.y() as usize)?.chars().nth(cell.x() as usize)
}

/// The board with another character on a cell; of the actor there is one alone.
fn painted(drawn: &Drawn, cell: Cell, glyph: char) -> Drawn {
    let mut drawn = drawn.clone();
    for (y, row) in drawn.before.iter_mut().enumerate() {
        let paint = |(x, old): (usize, char)| match (x as i32, y as i32) == (cell.x(), cell.y()) {
            true => glyph,
            false if old == 'A' && glyph == 'A' => '.',
            false => old,
        };
        *row = row.chars().enumerate().map(paint).collect();
    }
    drawn
}

fn resized(drawn: &Drawn, width: usize, height: usize) -> Drawn {
    let mut drawn = drawn.clone();
    drawn.before.resize(height, ".".repeat(width));
    for row in &mut drawn.before {
        *row = row.chars().chain(std::iter::repeat('.')).take(width).collect();
    }
    drawn
}

/// Whether a character stands for somebody and not for ground.
fn is_somebody(library: &Library, glyph: char) -> bool {
    let unit = |asset: &AnyAsset| matches!(asset, AnyAsset::Unit(unit) if unit.glyph.chars().eq([glyph]));
    CAST.iter().any(|(letter, _)| *letter == glyph) || library.assets().any(|(_, _, asset)| unit(asset))
}
