//! The panels of a battle: the order as a bar of portraits, the unit that is being decided for with its actions, what is
//! asked, what is under the cursor, and the buttons.

use super::{Hud, Look};
use crate::desk::{Choosing, Desk};
use crate::names;
use crate::text;
use crate::window::battle::{Battle, Page};
use crate::window::commands::{Bindings, Command};
use crate::window::settings::{SPEEDS, Settings};
use crate::window::stage::portrait;
use foretoken_vm::program::Cost;
use foretoken_vm::state::Slot;
use foretoken_vm::{EntityId, Team};

/// Draws the panels; returns what was pressed.
pub fn draw(hud: &mut Hud<'_>, battle: &mut Battle, bindings: &Bindings, settings: &Settings) -> Option<Command> {
    // Beside the editor there is room for what one plays with alone.
    let whole = hud.free[2] - hud.free[0] > hud.size[0] * 0.9;
    let mut pressed = if whole { header(hud, battle, bindings) } else { None };
    order(hud, battle);
    if battle.reel.is_some() {
        return pressed;
    }
    if battle.stage.is_playing() {
        return watching(hud, battle, settings).or(pressed);
    }
    if battle.desk.session.outcome() == 0 {
        pressed = pressed.or(unit(hud, battle, bindings));
        prompt(hud, battle, bindings);
        if whole {
            under_cursor(hud, battle);
        }
        pressed = pressed.or(buttons(hud, battle, bindings));
    }
    pressed
}

fn header(hud: &mut Hud<'_>, battle: &Battle, bindings: &Bindings) -> Option<Command> {
    let s = hud.s;
    let book = battle.desk.session.book();
    let goal = book.goals.first().map_or("", |goal| goal.text.as_str()).to_owned();
    let losses: Vec<String> = book.losses.iter().map(|loss| loss.text.clone()).collect();
    let (title, round) = (battle.title.clone(), battle.shown().round());
    let at = hud.at(0.0, 0.0, (10.0, 10.0));
    hud.panel("header", at, [0.0, 0.0], |hud| {
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("light", &title);
        font.pop();
        hud.words("stone-light", &format!("Round {round}"));
        hud.wrapped("linen", 250.0 * s, &goal);
        for loss in &losses {
            hud.wrapped("stone", 250.0 * s, &format!("Lost: {loss}"));
        }
    });
    let mut pressed = None;
    let at = hud.at(1.0, 0.0, (-10.0, 10.0));
    hud.panel("system", at, [1.0, 0.0], |hud| {
        let row = [
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
            if hud.button(icon, Some(icon), "", Look::default()) {
                pressed = Some(command);
            }
            hud.tip(&tip(command, bindings));
        }
    });
    pressed
}

fn tip(command: Command, bindings: &Bindings) -> String {
    let words = command.words();
    let (first, rest) = words.split_at(1);
    let key = bindings.key_name(command);
    let key = if key.is_empty() { String::new() } else { format!("  ({key})") };
    format!("{}{rest}{key}", first.to_uppercase())
}

/// The turn order: a frame for each, its shape the side's, what it means to do below. Pointing at one points at its unit.
fn order(hud: &mut Hud<'_>, battle: &mut Battle) {
    let s = hud.s;
    let slots: Vec<Slot> = order_of(battle);
    let book = std::sync::Arc::clone(battle.desk.session.book());
    let (size, cell) = (32.0 * hud.whole(s * 1.5), 78.0 * s);
    let fits = (((hud.free[2] - hud.free[0]) * 0.62 / cell) as usize).max(3);
    let more = slots.len().saturating_sub(fits);
    let mut hovered = EntityId::NONE;
    let at = hud.at(0.5, 0.0, (0.0, 6.0));
    hud.panel("order", at, [0.5, 0.0], |hud| {
        for (index, slot) in slots.iter().take(fits).enumerate() {
            if index > 0 {
                hud.ui.same_line_with_spacing(0.0, 4.0 * s);
            }
            let group = hud.ui.begin_group();
            if let &Slot::Unit(unit) = slot {
                if portrait_of(hud, battle, &book, unit, size, cell) {
                    hovered = unit;
                }
            } else {
                hud.ui.invisible_button(format!("##entry {index}"), [cell, size]);
                let (min, max) = (hud.ui.item_rect_min(), hud.ui.item_rect_max());
                let list = hud.ui.get_window_draw_list();
                hud.icon(&list, "fuse", [(min[0] + max[0]) / 2.0, (min[1] + max[1]) / 2.0], size * 0.6, [1.0; 4]);
                centred(hud, cell, "dim", "comes due");
            }
            group.end();
        }
        if more > 0 {
            hud.ui.same_line();
            hud.words("stone", &format!("+{more}"));
        }
    });
    if hovered.is_some() {
        battle.hovered = hovered;
    }
}

fn portrait_of(
    hud: &mut Hud<'_>,
    battle: &Battle,
    book: &foretoken_vm::Rulebook,
    unit: EntityId,
    size: f32,
    cell: f32,
) -> bool {
    let state = battle.shown();
    let entity = state.entity(unit);
    let session = &battle.desk.session;
    hud.ui.invisible_button(format!("##portrait {}", unit.0), [cell, size]);
    let hovered = hud.ui.is_item_hovered();
    let name = names::entity(book, state, unit);
    hud.spots.item(hud.ui, format!("order/{name}"));
    let (min, max) = (hud.ui.item_rect_min(), hud.ui.item_rect_max());
    let left = (min[0] + max[0] - size) / 2.0;
    let (a, b) = ([left.round(), min[1].round()], [(left + size).round(), (min[1] + size).round()]);
    let list = hud.ui.get_window_draw_list();
    let sheet = match entity.team {
        Team::PLAYER => "ui/frame-player",
        Team::NEUTRAL => "ui/frame-neutral",
        _ => "ui/frame-dark",
    };
    let acting = battle.stage.acting() == Some(unit) || session.draft().is_some_and(|draft| draft.unit == unit);
    if let Some(back) = hud.art.frame(sheet, "back") {
        hud.image(&list, back, a, b, [1.0; 4]);
    }
    let scale = size / 32.0;
    list.with_clip_rect_intersect(
        [a[0] + 4.0 * scale, a[1] + 4.0 * scale],
        [b[0] - 4.0 * scale, b[1] - 4.0 * scale],
        || {
            let region = portrait(hud.art, book, state, unit);
            let sheet = book.archetype(entity).map(|kind| format!("units/{}", kind.name)).unwrap_or_default();
            let head = hud.art.point(&sheet, "head");
            let (hx, hy) = head.unwrap_or((region.w as f32 / 2.0, 10.0));
            let at = [a[0] + (16.0 - hx) * scale, a[1] + (17.0 - hy) * scale];
            let end = [at[0] + region.w as f32 * scale, at[1] + region.h as f32 * scale];
            hud.image(&list, region, at, end, [1.0; 4]);
        },
    );
    if let Some(frame) = hud.art.frame(sheet, "frame") {
        hud.image(&list, frame, a, b, [1.0; 4]);
    }
    let looked_at = hovered || battle.hovered == unit || state.occupant(battle.desk.cursor) == unit;
    if acting || looked_at {
        let colour = if acting { hud.colour("light", 1.0) } else { hud.colour("white", 0.9) };
        list.add_rect([a[0] - 2.0, a[1] - 2.0], [b[0] + 2.0, b[1] + 2.0], colour).rounding(4.0).thickness(2.0).build();
    }
    let outlook = session.forecast().outlook(unit).filter(|_| !battle.stage.is_playing());
    if outlook.is_some_and(|outlook| outlook.dies) {
        hud.icon(&list, "skull", [b[0] - 6.0 * hud.s, a[1] + 8.0 * hud.s], 16.0 * hud.whole(hud.s), [1.0; 4]);
    }
    let own = entity.team == session.team;
    if own && session.is_decided(unit) && !battle.stage.is_playing() {
        hud.icon(&list, "check", [b[0] - 6.0 * hud.s, b[1] - 8.0 * hud.s], 16.0 * hud.whole(hud.s), [1.0; 4]);
    }
    let words = if battle.stage.is_playing() { String::new() } else { battle.desk.intent_words(unit) };
    centred(hud, cell, if own { "light" } else { "dark-pale" }, &fitted(hud, &words, cell));
    if hovered {
        let health = outlook.filter(|o| o.after != o.before).map_or_else(
            || format!("{} health", entity.health),
            |o| {
                if o.dies {
                    format!("{} health, will die", o.before)
                } else {
                    format!("{} → {} health", o.before, o.after)
                }
            },
        );
        hud.ui.tooltip(|| {
            hud.words("white", &name);
            hud.words("stone-light", &health);
            if !words.is_empty() {
                hud.words("linen", &words);
            }
        });
    }
    hovered
}

/// Words cut to a width, with an ellipsis.
fn fitted(hud: &Hud<'_>, words: &str, width: f32) -> String {
    if hud.ui.calc_text_size(words)[0] <= width {
        return words.to_owned();
    }
    let mut short: String = words.to_owned();
    while short.pop().is_some() {
        let cut = format!("{}…", short.trim_end());
        if hud.ui.calc_text_size(&cut)[0] <= width {
            return cut;
        }
    }
    String::new()
}

fn centred(hud: &Hud<'_>, width: f32, colour: &str, words: &str) {
    let text = hud.ui.calc_text_size(words)[0];
    let cursor = hud.ui.cursor_pos();
    hud.ui.set_cursor_pos([cursor[0] + ((width - text) / 2.0).max(0.0), cursor[1]]);
    hud.words(colour, words);
}

/// Slots still to come, of those who live: as shown, or as the prediction comes to them.
fn order_of(battle: &Battle) -> Vec<Slot> {
    let (state, mut slots) = match battle.stage.state() {
        Some(state) => (state, state.agenda().collect()),
        None => (battle.desk.session.known().state(), battle.desk.order()),
    };
    slots.retain(|slot: &Slot| match slot {
        Slot::Unit(unit) => state.entity(*unit).is_alive(),
        Slot::Entry(_) => true,
    });
    slots
}

/// The unit that is decided for, or under the cursor, with its actions.
fn unit(hud: &mut Hud<'_>, battle: &mut Battle, bindings: &Bindings) -> Option<Command> {
    let session = &battle.desk.session;
    let under = session.known().state().occupant(battle.desk.cursor);
    let own = |unit: EntityId| session.own_units().contains(&unit);
    let chosen = session.draft().map(|draft| draft.unit);
    let unit = chosen.or_else(|| Some(under).filter(|&unit| unit.is_some() && own(unit)))?;
    let book = std::sync::Arc::clone(session.book());
    let state = session.known().state();
    let name = names::entity(&book, state, unit);
    let intent = session.draft().map(|draft| draft.intent().clone()).unwrap_or_default();
    let choices = session.choices_of(unit, &intent);
    let so_far: Vec<String> = intent.uses.iter().map(|u| names::action(&book, u.program).to_owned()).collect();
    let decided = session.is_decided(unit) && chosen.is_none();
    let words = battle.desk.intent_words(unit);
    let current = session.question().map(|question| question.program);
    let (list, choosing) = (battle.desk.list, battle.desk.choosing);
    let mut picked = None;
    let mut done = None;
    let at = hud.at(0.0, 1.0, (10.0, -10.0));
    hud.panel("unit", at, [0.0, 1.0], |hud| {
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("light", &name);
        font.pop();
        if decided {
            hud.words("stone-light", &format!("Decided: {words}"));
        } else if !so_far.is_empty() {
            hud.words("stone-light", &format!("So far: {}", so_far.join(", ")));
        } else {
            hud.words("stone", "One move and one action.");
        }
        for (index, choice) in choices.iter().enumerate() {
            let program = book.program(choice.program);
            let title = names::action(&book, choice.program);
            let cost = match choice.cost {
                Cost::Move => "move",
                Cost::Action => "action",
                Cost::Free => "free",
            };
            let icon = program.map_or("action", |program| program.name.as_str());
            let look = Look {
                enabled: choice.affordable || choosing == Choosing::Target && current == Some(choice.program),
                chosen: current == Some(choice.program) || choosing == Choosing::Action && list == index,
                least: 210.0,
                ..Look::default()
            };
            if hud.button(&format!("action/{title}"), Some(icon), &format!("{}  {title}", index + 1), look) {
                picked = Some(index);
            }
            hud.tip(&format!("{} ({cost})", program.map_or("", |program| program.note.as_str())));
        }
        {
            // Always there, so that what is above it stays where it is.
            let enabled = choosing == Choosing::Action && chosen.is_some() && !so_far.is_empty();
            let key = bindings.key_name(Command::Done);
            if hud.button(
                "done",
                Some("check"),
                &format!("That is all  ({key})"),
                Look { enabled, least: 210.0, ..Look::default() },
            ) {
                done = Some(Command::Done);
            }
        }
    });
    if let Some(index) = picked {
        pick_action(&mut battle.desk, unit, index);
    }
    done
}

fn pick_action(desk: &mut Desk, unit: EntityId, index: usize) {
    if desk.choosing == Choosing::Unit {
        desk.cursor = desk.session.known().state().entity(unit).cell;
    }
    desk.hear(false);
    desk.pick_action(index);
}

/// What is asked, or a hint; and what was said last.
fn prompt(hud: &mut Hud<'_>, battle: &Battle, bindings: &Bindings) {
    let s = hud.s;
    let desk = &battle.desk;
    let asks = desk.prompt();
    let stage = desk.session.draft().zip(desk.session.question()).map(|(draft, question)| {
        let action = names::action(desk.session.book(), question.program);
        let at = draft.hover().map_or(String::new(), |hover| format!("   {} of {}", hover + 1, draft.answers().len()));
        format!("{action}{at}")
    });
    let hint = battle.hint().filter(|_| desk.choosing == Choosing::Unit).map(str::to_owned);
    if asks.is_none() && hint.is_none() && desk.message.is_empty() {
        return;
    }
    let back = bindings.key_name(Command::Back);
    let at = hud.at(0.5, 1.0, (0.0, -12.0));
    hud.panel("prompt", at, [0.5, 1.0], |hud| {
        if let Some(asks) = &asks {
            if let Some(stage) = &stage {
                hud.words("stone-light", stage);
            }
            let font = hud.ui.push_font(hud.fonts.large);
            hud.words("white", asks);
            font.pop();
            hud.words("stone", &format!("{back} or right click: one step back"));
        } else if let Some(hint) = hint.as_ref().filter(|_| desk.message.is_empty()) {
            hud.wrapped("glow", 460.0 * s, hint);
        }
        if !desk.message.is_empty() {
            hud.wrapped("white", 460.0 * s, &desk.message);
        }
    });
}

/// What is under the cursor, in words.
fn under_cursor(hud: &mut Hud<'_>, battle: &Battle) {
    let s = hud.s;
    let session = &battle.desk.session;
    let book = session.book();
    let state = session.known().state();
    let under = state.occupant(battle.desk.cursor);
    let unit = if battle.hovered.is_some() { battle.hovered } else { under };
    let entity = state.entity(unit);
    let mut lines: Vec<(&str, String)> = Vec::new();
    if let Some(kind) = book.archetype(entity).filter(|_| unit.is_some()) {
        lines.push(("white", names::entity(book, state, unit)));
        let shield = if entity.shield > 0 { format!(" +{} shield", entity.shield) } else { String::new() };
        lines.push(("stone-light", format!("{} of {} health{shield}", entity.health, entity.max_health)));
        if !kind.note.is_empty() {
            lines.push(("linen", kind.note.clone()));
        }
        if entity.acts() {
            lines.push(("stone", format!("initiative {}, walks {}", entity.initiative, entity.movement)));
        }
    } else {
        let ground = book.terrain_at(battle.desk.cursor).map_or("ground", |terrain| terrain.name.as_str());
        let surface = state.surface(battle.desk.cursor).and_then(|index| book.surfaces.get(index as usize));
        let words = surface.map_or_else(|| ground.to_owned(), |kind| format!("{ground}, {}", kind.name));
        lines.push(("white", format!("{}  {}", battle.desk.cursor, words.replace('-', " "))));
        let zones = book.board.zones(battle.desk.cursor);
        let named = book.zones.iter().enumerate().filter(|(at, _)| zones >> at & 1 == 1);
        lines.extend(named.map(|(_, zone)| ("light", zone.clone())));
    }
    let first = session.draft().map(|draft| draft.unit).or(unit.is_some().then_some(unit));
    let forecast = session.forecast();
    let told = |own: bool| {
        let marks = forecast.marks().marks.iter().filter(move |mark| (Some(mark.actor) == first) == own);
        marks.filter(|mark| !matches!(mark.kind, foretoken_preview::MarkKind::Undecided { .. }))
    };
    let own = told(true).filter_map(|mark| text::mark(book, state, forecast, mark));
    lines.extend(own.map(|line| ("stone-light", line.replace(" (if chosen)", ""))));
    if session.draft().is_some() {
        let later = told(false).filter_map(|mark| text::mark(book, state, forecast, mark));
        lines.extend(later.map(|line| ("stone", format!("then {line}"))));
    }
    lines.truncate(14);
    let at = hud.at(1.0, 0.0, (-10.0, 64.0));
    hud.panel("looking at", at, [1.0, 0.0], |hud| {
        for (colour, line) in &lines {
            hud.wrapped(colour, 250.0 * s, line);
        }
    });
}

fn buttons(hud: &mut Hud<'_>, battle: &Battle, bindings: &Bindings) -> Option<Command> {
    let ready = battle.desk.session.all_decided();
    let threat = battle.threat;
    let at = hud.at(1.0, 1.0, (-10.0, -10.0));
    let mut pressed = None;
    hud.panel("buttons", at, [1.0, 1.0], |hud| {
        let row = [
            ("undo", "undo", Command::Undo, false),
            ("reset", "rewind", Command::Reset, false),
            ("rewind", "hourglass", Command::Rewind, false),
            ("threat", "hit", Command::Threat, threat),
            ("auto", "speed", Command::Auto, false),
        ];
        for (index, (name, icon, command, chosen)) in row.into_iter().enumerate() {
            if index > 0 {
                hud.ui.same_line();
            }
            if hud.button(name, Some(icon), "", Look { chosen, ..Look::default() }) {
                pressed = Some(command);
            }
            hud.tip(&tip(command, bindings));
        }
        let key = bindings.key_name(Command::Commit);
        let look = Look { pulse: ready, least: 190.0, ..Look::default() };
        if hud.button("commit", Some("play"), &format!("Carry out the round  ({key})"), look) {
            pressed = Some(Command::Commit);
        }
        hud.tip(&tip(Command::Commit, bindings));
    });
    pressed
}

fn watching(hud: &mut Hud<'_>, battle: &Battle, settings: &Settings) -> Option<Command> {
    let news = battle.stage.news.last().cloned().unwrap_or_default();
    let speed = SPEEDS.get(settings.speed).copied().unwrap_or(1.0);
    let mut pressed = None;
    let at = hud.at(0.5, 1.0, (0.0, -12.0));
    hud.panel("watching", at, [0.5, 1.0], |hud| {
        hud.words("white", if news.is_empty() { "…" } else { &news });
        if hud.button("speed", Some("speed"), &format!("{speed}x"), Look::default()) {
            pressed = Some(Command::Speed);
        }
        hud.ui.same_line();
        if hud.button("skip", Some("skip"), "Skip", Look::default()) {
            pressed = Some(Command::Skip);
        }
    });
    pressed
}

/// The page that a command opens.
#[must_use]
pub const fn page_of(command: Command) -> Option<Page> {
    match command {
        Command::Help => Some(Page::Help),
        Command::Log => Some(Page::Log),
        Command::Rewind => Some(Page::Rewind),
        Command::Settings => Some(Page::Settings),
        _ => None,
    }
}
