//! The panels of a battle: title, prompt, cursor, actions and buttons. They take free areas of the [`PanelLayout`],
//! corners first.

use super::panel_layout::{Edge, PanelLayout};
use super::{ButtonStyle, Hud, controls, die, menu, offer, online, order, stage};
use crate::online::words::NO_EDITOR;
use crate::window::battle::Battle;
use crate::window::screens::commands::{Bindings, Command};
use crate::window::screens::settings::{SPEEDS, Settings};
use foretoken_editor::Rect;
use foretoken_session::controller::Choosing;
use foretoken_session::texts::forecast_text::{self, ForecastLine};
use foretoken_session::texts::goals::GoalLine;
use foretoken_session::texts::{agenda, carried, names, odds_text, rules};
use foretoken_vm::stats::StatId;
use foretoken_vm::{Answer, Dir, EntityId};

#[derive(Clone, Debug)]
struct Line {
    colour: &'static str,
    set_off: bool,
    /// Whether names of keys in brackets are drawn as key caps.
    has_keys: bool,
    words: String,
    change: Option<u32>,
}

impl Line {
    const fn plain(colour: &'static str, words: String) -> Self {
        Self { colour, set_off: false, has_keys: false, words, change: None }
    }

    fn row(colour: &'static str, words: &[String]) -> Self {
        Self::plain(colour, words.join("\t"))
    }
}

const STATS_BESIDE: usize = 2;

/// A press in the panels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pressed {
    /// A command button.
    Command(Command),
    /// A unit's action by index.
    Action(EntityId, usize),
    /// The index of a predicted change.
    Foreseen(u32),
    /// A unit in the turn order.
    Unit(EntityId),
    /// The answer to another side's request to undo.
    Consent(bool),
    /// Asks for a pause, or ends one.
    Pause,
    /// Opens the page of the table at the button that resigns.
    Resign,
}

fn above(hud: &mut Hud<'_>, battle: &mut Battle, bindings: &Bindings) -> (Option<Pressed>, PanelLayout) {
    let mut room = PanelLayout::new(hud.free, 8.0 * hud.s);
    let mut pressed = None;
    if hud.is_whole() {
        header(hud, &mut room, battle);
        let is_online = battle.controller.session.place().is_some();
        pressed = system(hud, &mut room, bindings, is_online).map(Pressed::Command);
    }
    if !battle.is_sketched() && !battle.is_staged() {
        pressed = order::draw(hud, &mut room, battle).map(Pressed::Unit).or(pressed);
    }
    pressed = online::draw(hud, &mut room, battle, bindings).or(pressed);
    (pressed, room)
}

/// Gives the whole room to the board.
fn draw_none<T>(hud: &Hud<'_>, battle: &mut Battle) -> Option<T> {
    let free = PanelLayout::new(hud.free, 8.0 * hud.s).free();
    battle.show_between(hud.free, hud.text, free);
    battle.panels.clear();
    None
}

/// Draws the panels of a recorded battle; returns the pressed command.
pub fn draw_recorded(hud: &mut Hud<'_>, battle: &mut Battle, bindings: &Bindings) -> Option<Command> {
    if battle.is_bare {
        return draw_none(hud, battle);
    }
    let (pressed, mut room) = above(hud, battle, bindings);
    show_between(hud, battle, room.between(hint_height(hud)));
    told(hud, &mut room, &battle.controller.message);
    battle.panels = room.rects().collect();
    match pressed {
        Some(Pressed::Command(command)) => Some(command),
        _ => None,
    }
}

/// Draws the panels; returns the press.
pub fn draw(hud: &mut Hud<'_>, battle: &mut Battle, bindings: &Bindings, settings: &Settings) -> Option<Pressed> {
    if battle.is_bare {
        return draw_none(hud, battle);
    }
    let (pressed, mut room) = above(hud, battle, bindings);
    let offered = offer::draw(hud, battle);
    let pressed = below(hud, &mut room, battle, bindings, settings).or(pressed);
    battle.panels = room.rects().chain(offered.iter().map(|(rect, _)| *rect)).collect();
    offered.and_then(|(_, pressed)| pressed).or(pressed)
}

fn below(
    hud: &mut Hud<'_>,
    room: &mut PanelLayout,
    battle: &mut Battle,
    bindings: &Bindings,
    settings: &Settings,
) -> Option<Pressed> {
    let whole = hud.is_whole();
    let mut pressed = None;
    if battle.is_past() {
        let at = [hud.at(0.5, 0.0, (0.0, 0.0))[0], room.free().bottom];
        let width = (420.0 * hud.s).min(room.width() - hud.rim()[0]);
        let words = match battle.is_sketched() {
            true => "The map at its start. Press Escape to return to the battle.",
            false => "This is the past. Return to the present in the editor's Rewind panel.",
        };
        let told = hud.panel("past", at, [0.5, 1.0], [room.width(), room.height() / 2.0], |hud| {
            hud.wrapped("white", width, words);
        });
        room.take(told, Edge::Bottom);
        return None;
    }
    if battle.playback.is_playing() {
        return watching(hud, room, battle, settings).map(Pressed::Command);
    }
    if battle.controller.session.outcome() == 0 {
        pressed = pressed.or(controls::draw(hud, room, battle, bindings).map(Pressed::Command));
        let scarce = is_scarce(hud, room);
        let asks = battle.controller.choosing == Choosing::Target;
        if scarce {
            pressed = pressed.or(prompt(hud, room, battle, bindings).map(Pressed::Command));
        }
        if !(asks && (scarce || !whole)) {
            pressed = pressed.or(menu::draw(hud, room, battle, bindings));
        }
        // Before the panels whose size depends on the pointer.
        let below = if battle.is_staged() { 1.2 * hint_height(hud) } else { hint_height(hud) };
        show_between(hud, battle, room.between(below));
        if !scarce {
            pressed = pressed.or(prompt(hud, room, battle, bindings).map(Pressed::Command));
        }
        if whole {
            pressed = pressed.or(under_cursor(hud, room, battle, bindings).map(Pressed::Foreseen));
        }
    }
    pressed
}

/// Share of the height that units on a stage get beside a deck.
const STAGE: f32 = 0.44;

/// Gives the board, or the stage and the deck, the area between the panels.
fn show_between(hud: &Hud<'_>, battle: &mut Battle, between: Rect) {
    let has_deck = battle.die.unit.is_some();
    if !battle.is_staged() {
        battle.die.area = Rect::default();
        return battle.show_between(hud.free, hud.text, between);
    }
    let line = hud.ui.text_line_height();
    let middle = if has_deck { between.top + between.height() * STAGE } else { between.bottom };
    let figures = Rect { top: between.top + stage::ABOVE * line, bottom: middle - stage::BELOW * line, ..between };
    let figures = Rect { bottom: figures.bottom.max(figures.top + line), ..figures };
    battle.show_between(hud.free, hud.text, figures);
    let (top, bottom) = (middle + die::ENERGY * line, between.bottom - die::HELP * line);
    battle.die.place(Rect { top, bottom: bottom.max(top + line), ..between }, (hud.free, hud.text));
}

/// Height of a hint of two lines, which the board leaves free.
fn hint_height(hud: &Hud<'_>) -> f32 {
    2.0 * hud.ui.text_line_height() + hud.rim()[1]
}

pub(super) fn is_scarce(hud: &Hud<'_>, room: &PanelLayout) -> bool {
    room.height() < 14.0 * hud.ui.text_line_height()
}

fn header(hud: &mut Hud<'_>, room: &mut PanelLayout, battle: &Battle) {
    let session = &battle.controller.session;
    let told = hud.art.presentation();
    let goals = told.goals(session, battle.shown()).into_iter();
    let colour = |goal: &GoalLine| match () {
        () if goal.is_own && goal.wins => "text",
        () if goal.is_own && !goal.is_bonus => "text-soft",
        () => "dim",
    };
    let goals = goals.map(|goal| (colour(&goal), goal.words));
    let lines: Vec<(&str, String)> = goals.collect();
    let side = told.seated(session).map_or_else(String::new, |side| format!(" · {side}"));
    let (title, round) = (&battle.title, format!("{}{side}", round_words(battle)));
    let Rect { left, top, .. } = room.free();
    let tight = hud.is_tight();
    let line = hud.ui.text_line_height();
    let width = if tight { (11.0 * line).max(250.0 * hud.s).min(room.width() * 0.31) } else { 250.0 * hud.s };
    let of_actions = menu::height(hud, battle).min(room.height() * 0.72);
    let most = [room.width(), (room.height() - of_actions - 8.0 * hud.s).max(3.0 * line)];
    let rect = hud.panel("header", [left, top], [0.0, 0.0], most, |hud| {
        if tight {
            hud.wrapped("accent", width, &format!("{title} · {round}"));
        } else {
            let font = hud.ui.push_font(hud.fonts.large);
            hud.words("accent", title);
            font.pop();
            hud.words("text-soft", &round);
        }
        for (index, (colour, line)) in lines.iter().enumerate() {
            hud.wrapped(colour, width, line);
            hud.widget_rects.item(hud.ui, format!("goal/{index}"));
        }
        if tight && hud.ui.is_window_hovered() {
            let hint = battle.hint().map(|hint| ("accent-bright", hint.to_owned()));
            let all: Vec<(&str, String)> = lines.iter().cloned().chain(hint).collect();
            hud.tooltip(Rect::between(hud.ui.window_pos(), hud.ui.window_pos()), &all);
        }
    });
    room.take(rect, Edge::Top);
}

fn round_words(battle: &Battle) -> String {
    let round = battle.controller.session.round_of(battle.shown());
    let standing = agenda::standing(battle.controller.session.seat()).filter(|_| !battle.playback.is_playing());
    standing.map_or_else(|| format!("Round {round}"), |standing| format!("Round {round}, {standing}"))
}

fn system(hud: &mut Hud<'_>, room: &mut PanelLayout, bindings: &Bindings, is_online: bool) -> Option<Command> {
    let mut pressed = None;
    let Rect { top, right, .. } = room.free();
    let most = [room.width(), room.height()];
    let rect = hud.panel("system", [right, top], [1.0, 0.0], most, |hud| {
        let row = [
            ("map", Command::Tactical),
            ("help", Command::Help),
            ("log", Command::Log),
            ("settings", Command::Settings),
            ("editor", Command::Editor),
            ("quit", Command::Menu),
        ];
        for (index, (icon, command)) in row.into_iter().enumerate() {
            if index > 0 {
                hud.ui.same_line();
            }
            let enabled = !is_online || command != Command::Editor;
            if hud.button(icon, Some(icon), "", ButtonStyle { enabled, ..ButtonStyle::default() }) {
                pressed = Some(command);
            }
            if enabled {
                hud.tip(&tip(command, bindings));
            } else {
                hud.tip(NO_EDITOR);
            }
        }
    });
    room.take(rect, Edge::Top);
    pressed
}

pub(super) fn tip(command: Command, bindings: &Bindings) -> String {
    bindings.with_key(&command.title(), command)
}

fn told(hud: &mut Hud<'_>, room: &mut PanelLayout, message: &str) {
    if message.is_empty() {
        return;
    }
    let width = (420.0 * hud.s).min(room.width() - hud.rim()[0]);
    let high = hud.ui.calc_text_size_with_opts(message, false, width)[1] + hud.rim()[1];
    let Rect { left, top, right, .. } = room.strip(Edge::Top, high, width);
    let most = [room.width(), room.height() / 2.0];
    let rect = hud.panel("told", [(left + right) / 2.0, top], [0.5, 0.0], most, |hud| {
        hud.wrapped("white", width, message);
    });
    room.take(rect, Edge::Top);
}

fn prompt(hud: &mut Hud<'_>, room: &mut PanelLayout, battle: &Battle, bindings: &Bindings) -> Option<Command> {
    let s = hud.s;
    let lines = prompt_lines(hud, room, battle, bindings);
    if lines.is_empty() {
        return None;
    }
    let (numbers, lesson) = (numbers_asked(battle), battle.controller.lesson_words().is_some());
    let [rim, rim_y] = hud.rim();
    let gap = 6.0 * s;
    let size = |width: f32| {
        let rows = usize::from(!numbers.is_empty()) + usize::from(lesson);
        let of_buttons = rows as f32 * hud.ui.frame_height_with_spacing();
        let (mut wide, mut high) = (0.0f32, rim_y - gap + of_buttons);
        for Line { set_off, has_keys, words: line, .. } in &lines {
            let font = set_off.then(|| hud.ui.push_font(hud.fonts.large));
            let plain = || hud.ui.calc_text_size_with_opts(line, false, width);
            let [w, h] = if *has_keys { hud.wrapped_size(line, width) } else { plain() };
            (wide, high) = (wide.max(w + rim), high + h + gap);
            if let Some(font) = font {
                font.pop();
            }
        }
        (wide, high)
    };
    let mut width = (460.0 * s).min(room.width() - rim);
    let (wide, high) = size(width);
    let mut place = room.strip(Edge::Bottom, high, wide.min(300.0 * s));
    if place.width() < wide {
        width = (place.width() - rim).max(1.0);
        let higher = room.strip(Edge::Bottom, size(width).1, width + rim - 1.0);
        if higher.width() >= width + rim - 1.0 {
            place = higher;
            width = (460.0 * s).min(place.width() - rim).max(1.0);
        }
    }
    let is_low = place.height() < size(width).1 - 0.5;
    let highest = if is_low { place.height() } else { room.height() * 0.6 };
    let half = wide.min(place.width()) / 2.0;
    let middle = hud.at(0.5, 0.0, (0.0, 0.0))[0].min(place.right - half).max(place.left + half);
    let most = [place.width(), highest];
    let mut pressed = None;
    let rect = hud.panel("prompt", [middle, place.bottom], [0.5, 1.0], most, |hud| {
        for Line { colour, set_off, has_keys, words: line, .. } in &lines {
            let font = set_off.then(|| hud.ui.push_font(hud.fonts.large));
            if *has_keys {
                hud.wrapped_keys(colour, width, line);
            } else {
                hud.wrapped(colour, width, line);
            }
            if let Some(font) = font {
                font.pop();
            }
        }
        let right = hud.ui.cursor_screen_pos()[0] + width;
        for (index, &(number, chosen)) in numbers.iter().enumerate() {
            let (words, look) = (number.to_string(), ButtonStyle { chosen, ..ButtonStyle::default() });
            if index > 0 {
                hud.beside(hud.button_width(None, &words, look), right);
            }
            if hud.button(&format!("number/{number}"), None, &words, look) {
                pressed = usize::try_from(number - 1).ok().and_then(Command::of_action);
            }
        }
        if lesson {
            let words = bindings.with_key("Skip the lesson", Command::Skip);
            if hud.button("lesson/skip", None, &words, ButtonStyle::default()) {
                pressed = Some(Command::Skip);
            }
        }
    });
    room.take(rect, Edge::Bottom);
    pressed
}

fn prompt_lines(hud: &Hud<'_>, room: &PanelLayout, battle: &Battle, bindings: &Bindings) -> Vec<Line> {
    let controller = &battle.controller;
    let asks = controller.prompt();
    let playback =
        controller.session.seat().draft().zip(controller.session.seat().question()).map(|(draft, question)| {
            let action = names::action(controller.session.book(), question.program);
            let at = draft
                .hover()
                .map_or(String::new(), |hover| format!("   target {} of {}", hover + 1, draft.answers().len()));
            let whom = controller.aimed_words().map_or_else(String::new, |whom| format!(": {whom}"));
            format!("{action}{whom}{at}")
        });
    let elsewhere = hud.is_whole() && hud.is_tight() || is_scarce(hud, room);
    let quiet = controller.choosing == Choosing::Unit && controller.message.is_empty();
    let lesson = controller.lesson_words();
    let hint = battle.hint().filter(|_| lesson.is_none() && quiet && !elsewhere);
    let back = match bindings.key_name(Command::Back) {
        none if none.is_empty() => "Right click: back".to_owned(),
        key => format!("{key} or right click: back"),
    };
    let mut lines: Vec<Line> = Vec::new();
    let taught = |words: &str| Line { has_keys: true, ..Line::plain("accent-bright", words.to_owned()) };
    lines.extend(lesson.map(taught));
    if let Some(asks) = asks {
        lines.extend(playback.map(|playback| Line::plain("text-soft", playback)));
        lines.push(Line { set_off: true, ..Line::plain("white", asks) });
        if !hud.is_tight() {
            lines.push(Line::plain("dim", back));
        }
    } else {
        lines.extend(controller.ahead_words().map(|words| Line::plain("white", words)));
        lines.extend(hint.map(|hint| Line::plain("accent-bright", hint.to_owned())));
    }
    if !controller.message.is_empty() && lesson != Some(controller.message.as_str()) {
        lines.push(Line::plain("white", controller.message.clone()));
    }
    lines
}

fn numbers_asked(battle: &Battle) -> Vec<(i16, bool)> {
    let Some(draft) = battle.controller.session.seat().draft() else { return Vec::new() };
    let answers = draft.answers().iter().enumerate();
    let number = |(at, answer): (usize, &Answer)| match answer {
        Answer::Number(number) => Some((*number, draft.hover() == Some(at))),
        _ => None,
    };
    answers.filter_map(number).collect()
}

fn under_cursor(hud: &mut Hud<'_>, room: &mut PanelLayout, battle: &Battle, bindings: &Bindings) -> Option<u32> {
    let s = hud.s;
    let session = &battle.controller.session;
    let state = battle.shown();
    let under = state.occupant(battle.controller.cursor);
    let unit = if battle.hovered.is_some() { battle.hovered } else { under };
    let short = hud.is_tight() && battle.controller.choosing == Choosing::Target;
    let mut lines = looked_at(battle, unit, short);
    let right = room.free().right;
    let width = (250.0 * s).max(12.0 * hud.ui.text_line_height()).min(room.width() * 0.45);
    let (top, bottom) = room.column(right - width - hud.rim()[0], right);
    let gap = hud.ui.clone_style().item_spacing[1];
    let step = 12.0 * s;
    let column = width / STATS_BESIDE as f32;
    let fits = |line: &str| line.split('\t').all(|part| hud.ui.calc_text_size(part)[0] < column - step);
    let high = |line: &str| {
        let parts = if fits(line) { line.split('\t').take(1) } else { line.split('\t').take(usize::MAX) };
        parts.map(|part| hud.ui.calc_text_size_with_opts(part, false, width - step)[1] + gap).sum::<f32>()
    };
    let above: f32 = lines.iter().map(|line| high(&line.words)).sum();
    let left = (bottom - top - hud.rim()[1] - above).max(8.0 * high("…"));
    let acts = forecast_text::acts(battle.controller.session.seat(), unit);
    let (acts, left_out) = forecast_text::fitting(acts, left, high);
    for act in acts {
        let own = act.actor.is_some() && state.entity(act.actor).team == session.seat().team();
        lines.push(Line::plain(if own { "accent" } else { "enemy-pale" }, act.title));
        let effect =
            |line: ForecastLine| Line { set_off: true, change: line.change, ..Line::plain("text-soft", line.words) };
        lines.extend(act.effects.into_iter().map(effect));
    }
    if left_out > 0 {
        lines.push(Line::plain("dim", bindings.with_key(&format!("… and {left_out} more"), Command::Foreseen)));
    }
    let most = [room.width(), bottom - top];
    let mut pressed = None;
    let rect = hud.panel("looking at", [right, top], [1.0, 0.0], most, |hud| {
        for Line { colour, set_off, words: line, change, .. } in &lines {
            if *set_off {
                hud.ui.indent_by(step);
            }
            let fits = fits(line);
            for (at, part) in line.split('\t').enumerate() {
                if at > 0 && fits {
                    hud.ui.same_line_with_pos(column * at as f32 + step);
                }
                hud.wrapped(colour, if *set_off { width - step } else { width }, part);
            }
            if let Some(change) = *change {
                hud.widget_rects.item(hud.ui, format!("foreseen/{change}"));
                if hud.ui.is_item_clicked() {
                    pressed = Some(change);
                }
                hud.tip(&tip(Command::Why, bindings));
            }
            if *set_off {
                hud.ui.unindent_by(step);
            }
        }
    });
    room.take(rect, Edge::Top);
    pressed
}

fn looked_at(battle: &Battle, unit: EntityId, short: bool) -> Vec<Line> {
    let (book, state) = (battle.book(), battle.shown());
    let entity = state.entity(unit);
    let mut lines = Vec::new();
    if let Some(kind) = book.unit_type(entity).filter(|_| unit.is_some()) {
        lines.push(Line::plain("white", names::entity(book, state, unit)));
        let shield = if entity.shield > 0 { format!(" +{} shield", entity.shield) } else { String::new() };
        lines.push(Line::plain(
            "text-soft",
            format!("{} of {} health{shield}", entity.health, state.sheet(book).stat(unit, StatId::HEALTH)),
        ));
        let odds = odds_text::of_unit(battle.controller.session.seat(), unit).filter(|_| !battle.playback.is_playing());
        let odds = odds.and_then(|(odds, method)| odds_text::unit(book, odds, method));
        lines.extend(odds.map(|words| Line::plain("text-soft", format!("Forecast: {words}"))));
        if !kind.note.is_empty() && !short {
            lines.push(Line::plain("text", kind.note.clone()));
        }
        if entity.is_activated() && !short && !battle.is_staged() {
            let facing = Dir::from_index(entity.facing).name();
            let numbers = format!("{}, faces {facing}", names::pace(book, state, unit));
            lines.push(Line::plain("dim", numbers));
        }
        if entity.is_activated() && !short {
            let resources = carried::resources(book, state, unit).into_iter();
            let mut numbers = carried::short_stats(book, state, unit);
            numbers.extend(resources.map(|(name, value)| format!("{name} {value}")));
            lines.extend(numbers.chunks(STATS_BESIDE).map(|row| Line::row("text", row)));
        }
        let carried = carried::lines(book, state, unit).into_iter();
        lines.extend(carried.map(|line| Line::plain("text-soft", line)));
        if !battle.playback.is_playing() {
            lines.extend(battle.controller.to_come(unit).iter().map(|line| Line::plain("dim", line.clone())));
        }
        let ground = if battle.is_staged() { Vec::new() } else { rules::of_cell(book, state, entity.cell) };
        if !ground.is_empty() && !short {
            let title = rules::ground_title(book, state, entity.cell);
            lines.push(Line::plain("dim", format!("{}  {title}", entity.cell)));
            lines.extend(ground.into_iter().map(|line| Line::plain("dim", line)));
        }
        let zones = names::zones(book, entity.cell);
        lines.extend(zones.map(|zones| Line::plain("accent", format!("{}  {zones}", entity.cell))));
        let lie = names::lie(&book.board, entity.cell);
        lines.extend(lie.map(|lie| Line::plain("dim", format!("{}  {lie}", entity.cell))));
        if !short && !battle.playback.is_playing() && !battle.is_staged() {
            lines.extend(battle.controller.cell_words().into_iter().map(|words| Line::plain("dim", words)));
        }
    } else if !battle.is_staged() {
        let cell = battle.controller.cursor;
        lines.push(Line::plain("white", format!("{cell}  {}", rules::ground_title(book, state, cell))));
        lines.extend(rules::of_cell(book, state, cell).into_iter().map(|line| Line::plain("text", line)));
        lines.extend(names::lie(&book.board, cell).map(|lie| Line::plain("text-soft", lie)));
        if !battle.playback.is_playing() {
            lines.extend(battle.controller.cell_words().into_iter().map(|words| Line::plain("dim", words)));
        }
        lines.extend(names::zones(book, cell).map(|zones| Line::plain("accent", zones)));
    }
    lines
}

fn watching(hud: &mut Hud<'_>, room: &mut PanelLayout, battle: &Battle, settings: &Settings) -> Option<Command> {
    let news = battle.playback.news().to_owned();
    let speed = SPEEDS.get(settings.speed).copied().unwrap_or(1.0);
    let mut pressed = None;
    let at = [hud.at(0.5, 0.0, (0.0, 0.0))[0], room.free().bottom];
    let most = [room.width(), room.height() / 2.0];
    // A fixed width keeps the buttons under the pointer.
    let width = (420.0 * hud.s).min(room.width() - hud.rim()[0]);
    let rect = hud.panel("watching", at, [0.5, 1.0], most, |hud| {
        hud.ui.dummy([width, 0.0]);
        hud.wrapped("white", width, if news.is_empty() { "…" } else { &news });
        if hud.button("speed", Some("speed"), &format!("{speed}x"), ButtonStyle::default()) {
            pressed = Some(Command::Speed);
        }
        hud.ui.same_line();
        if hud.button("skip", Some("skip"), "Skip", ButtonStyle::default()) {
            pressed = Some(Command::Skip);
        }
    });
    room.take(rect, Edge::Bottom);
    pressed
}
