//! Battles as plain text, for pipes, logs, tests and terminals without colour. A cell is five characters wide and two
//! high.

use crate::seat::Report;
use crate::texts::view::{BoardView, CellView};
use crate::texts::{carried, decks, names};
use foretoken_preview::{Certainty, Forecast, Foreseen, Mark, MarkKind};
use foretoken_vm::space::Slope;
use foretoken_vm::state::BattleField;
use foretoken_vm::{ActionUse, Advance, Change, ChangeKind, Dir, EntityId, GameState, Intent, Rulebook, Slot, Trap};
use std::fmt::Write;
use std::ops::Range;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Width and height of a cell in characters.
pub const CELL: (usize, usize) = (5, 2);

/// Returns the arrow of a direction; light if undecided.
#[must_use]
pub const fn arrow(dir: Dir, sure: bool) -> char {
    match (dir, sure) {
        (Dir::North, true) => '↑',
        (Dir::East, true) => '→',
        (Dir::South, true) => '↓',
        (Dir::West, true) => '←',
        (Dir::North, false) => '⇡',
        (Dir::East, false) => '⇢',
        (Dir::South, false) => '⇣',
        (Dir::West, false) => '⇠',
        _ => '*',
    }
}

/// Returns the two rows of a cell.
#[must_use]
pub fn cell_rows(view: &CellView) -> [String; 2] {
    let fill = view.surface.unwrap_or(view.ground);
    let hatch = if view.struck || view.death { '×' } else { ' ' };
    let top = if let Some(standing) = view.occupant {
        let (open, close) = standing.brackets();
        let tail = view.arrow.map_or(' ', |(dir, _)| arrow(dir, view.arrow_certainty == Certainty::Will));
        lettered([hatch, open, standing.glyph, close, tail], standing.letter)
    } else if let Some(ghost) = view.ghost {
        let pointer = view.arrow.map_or(' ', |(dir, _)| arrow(dir, view.arrow_certainty == Certainty::Will));
        lettered([hatch, ':', ghost.glyph, ':', pointer], ghost.letter)
    } else if let Some((dir, _)) = view.arrow {
        format!("{hatch} {} {hatch}", arrow(dir, view.arrow_certainty == Certainty::Will))
    } else if let Some(glyph) = view.last_seen {
        format!("{hatch}?{glyph}?{hatch}")
    } else {
        format!("{hatch} {fill} {hatch}")
    };
    let bottom = if view.veiled {
        "???? ".to_owned()
    } else if let Some(standing) = view.occupant {
        let becomes = if view.health_may { '⇢' } else { '→' };
        let health = match view.health_after {
            Some(0) if view.death || standing.health > 0 => whole(standing.health, &format!("{becomes}†")),
            Some(after) => whole(standing.health, &format!("{becomes}{after}")),
            None => whole(standing.health, ""),
        };
        let shield = if standing.shield > 0 { format!("+{}", standing.shield) } else { String::new() };
        let state = if standing.stunned {
            "z"
        } else if standing.postponed {
            "…"
        } else if standing.anchored {
            "⚓"
        } else {
            ""
        };
        let pending = view.pending.map_or_else(String::new, |rounds| format!("‹{rounds}"));
        let mut row = format!("{health}{shield}{state}{pending}");
        for glyph in standing.statuses.into_iter().flatten() {
            if row.width() + 2 <= CELL.0 {
                row.push(glyph);
            }
        }
        let ghost = view.ghost.filter(|ghost| ghost.id != standing.id);
        let marks = ghost.into_iter().flat_map(|ghost| [format!(":{}:", ghost.glyph), format!(":{}", ghost.glyph)]);
        let fits = |mark: &String| row.width() + mark.width() <= CELL.0;
        if let Some(mark) = marks.into_iter().find(fits) {
            let gap = CELL.0 - row.width() - mark.width();
            row.push_str(&" ".repeat(gap));
            row.push_str(&mark);
        }
        row
    } else if let Some(rounds) = view.pending {
        format!(" ‹{rounds}›")
    } else if let Some(after) = view.surface_after {
        format!("  {after}")
    } else if view.linked {
        if view.zone { " ▒≡".to_owned() } else { "  ≡".to_owned() }
    } else if view.zone {
        "  ▒".to_owned()
    } else {
        String::new()
    };
    let mut rows = [roofed(fit(&top), view.roofed), annotated(fit(&bottom), view)];
    let below = if view.below.is_some() { Some("▾") } else { view.ghost_below.map(|_| "▿") };
    if let Some(mark) = below.filter(|mark| !rows[1].starts_with(mark) && rows[0].starts_with(' ')) {
        rows[0].replace_range(..1, mark);
    }
    if view.zone && !rows[1].contains('▒') {
        rows[1] = with_end(&rows[1], '▒', false);
    }
    if view.dark { rows.map(|row| darkened(&row)) } else { rows }
}

fn whole(health: i32, becomes: &str) -> String {
    let forms = [format!("{health}{becomes}"), becomes.to_owned(), format!("{}k", health / 1_000), "…".to_owned()];
    let fits = |form: &String| !form.is_empty() && form.width() <= CELL.0;
    forms.into_iter().find(fits).unwrap_or_default()
}

/// Adds a character at a free end of the row, the preferred end first; unchanged if neither is free.
#[must_use]
pub fn with_end(row: &str, glyph: char, left_first: bool) -> String {
    let mut row: Vec<char> = row.chars().collect();
    let last = row.len().saturating_sub(1);
    let ends = if left_first { [0, last] } else { [last, 0] };
    if let Some(free) = ends.into_iter().find(|&at| row.get(at) == Some(&' ')) {
        row[free] = glyph;
    }
    row.into_iter().collect()
}

fn lettered(row: [char; 5], letter: Option<char>) -> String {
    let row = String::from_iter(row);
    letter.map_or_else(|| row.clone(), |letter| with_end(&row, letter, true))
}

fn small(digit: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |digit| DIGITS[digit as usize])
}

fn darkened(row: &str) -> String {
    row.replace(' ', "░")
}

fn roofed(row: String, is_roofed: bool) -> String {
    if !is_roofed {
        return row;
    }
    let last = row.chars().count() - 1;
    let bar = |(at, letter): (usize, char)| if (at == 0 || at == last) && letter == ' ' { '¯' } else { letter };
    row.chars().enumerate().map(bar).collect()
}

fn annotated(row: String, view: &CellView) -> String {
    let ghost = || view.ghost_below.map(|ghost| format!("▿{}", ghost.glyph));
    let below = view.below.map(|below| format!("▾{}", below.glyph)).or_else(ghost).unwrap_or_default();
    let lie = lie(view.slope);
    let (wide, deep) = (lie.chars().count(), below.width());
    let mut row = row;
    if view.threatened && row.starts_with(' ') {
        row.replace_range(..1, "!");
    }
    if wide > 0 && row.ends_with(&" ".repeat(wide)) {
        row.truncate(row.len() - wide);
        row.push_str(&lie);
    }
    if deep > 0 && row.starts_with(&" ".repeat(deep)) {
        row.replace_range(..deep, &below);
    }
    row
}

/// Returns a cell's slope and height: a triangle to the high side, then the low height in small digits; empty for level
/// ground at 0.
#[must_use]
pub fn lie(slope: Slope) -> String {
    let height = if slope.height > 0 { slope.height.to_string().chars().map(small).collect() } else { String::new() };
    let rise = match names::rises(slope) {
        None => return height,
        Some(Some(Dir::North)) => '▵',
        Some(Some(Dir::East)) => '▹',
        Some(Some(Dir::South)) => '▿',
        Some(Some(Dir::West)) => '◃',
        Some(_) => '◇',
    };
    format!("{rise}{height}")
}

fn fit(text: &str) -> String {
    let mut room = CELL.0;
    let fits = |letter: &char| {
        let width = letter.width().unwrap_or(0);
        let fits = width <= room;
        room -= if fits { width } else { 0 };
        fits
    };
    let taken: String = text.chars().take_while(fits).collect();
    let missing = CELL.0 - taken.width();
    let left = missing / 2;
    format!("{}{taken}{}", " ".repeat(left), " ".repeat(missing - left))
}

/// Returns the board with column letters and row numbers.
#[must_use]
pub fn board(view: &BoardView) -> String {
    let mut text = String::from("   ");
    for x in 0..view.width {
        let name = u8::try_from(x)
            .ok()
            .filter(|&x| x < 26)
            .map_or_else(|| (x + 1).to_string(), |x| char::from(b'a' + x).to_string());
        let _ = write!(text, "{}", fit(&name));
    }
    text = text.trim_end().to_owned();
    text.push('\n');
    for y in 0..view.height {
        let row: Vec<[String; 2]> =
            (0..view.width).filter_map(|x| view.column(x, y)).map(|(_, cell)| cell_rows(cell)).collect();
        for line in 0..CELL.1 {
            let number = if line == 0 { format!("{:>2} ", y + 1) } else { "   ".to_owned() };
            let cells: String = row.iter().map(|rows| rows[line].as_str()).collect();
            let _ = writeln!(text, "{}", format!("{number}{cells}").trim_end());
        }
    }
    text
}

/// Returns the order of this round by line, with past turns ticked.
#[must_use]
pub fn order(book: &Rulebook, state: &GameState) -> String {
    let mut text = String::new();
    for (place, slot) in state.agenda().enumerate() {
        let done = if place < state.next_place() { '✓' } else { ' ' };
        let who = match slot {
            Slot::Unit(id) if !state.entity(id).is_alive() => continue,
            Slot::Unit(id) => names::entity(book, state, id),
            Slot::Entry(_) => "a fuse".to_owned(),
        };
        let _ = writeln!(text, "{done}{:>2}. {who}", place + 1);
    }
    text
}

/// Describes a mark; `None` for marks that only pictures show.
#[must_use]
pub fn mark(book: &Rulebook, state: &GameState, foreseen: Foreseen<'_>, mark: &Mark) -> Option<String> {
    let sure = match mark.certainty {
        Certainty::Will | Certainty::Beyond => "",
        Certainty::Would => " (if chosen)",
        Certainty::May => " (uncertain)",
        Certainty::Guess => " (guess)",
    };
    let label = match names::label(book, mark.label).as_str() {
        "" => String::new(),
        label => format!(" by {label}"),
    };
    let line = phrase(book, state, foreseen, mark, EntityId::NONE, &label)?;
    Some(format!("{line}{sure}"))
}

/// Describes a mark below its actor's name. Omits the actor's own action, and its name unless `is_named`.
#[must_use]
pub fn effect(
    book: &Rulebook,
    state: &GameState,
    foreseen: Foreseen<'_>,
    mark: &Mark,
    intent: &Intent,
    is_named: bool,
) -> Option<String> {
    let label = names::label(book, mark.label);
    let own = |used: &ActionUse| {
        let program = book.program(used.program);
        program.is_some_and(|program| program.code.iter().any(|instr| instr.label() == Some(mark.label)))
    };
    let known = label.is_empty() || intent.uses.iter().any(own);
    let label = if known { String::new() } else { format!(" by {label}") };
    let teller = if is_named { EntityId::NONE } else { mark.actor };
    let line = phrase(book, state, foreseen, mark, teller, &label)?;
    Some(line.trim_start().to_owned())
}

fn phrase(
    book: &Rulebook,
    state: &GameState,
    foreseen: Foreseen<'_>,
    mark: &Mark,
    teller: EntityId,
    label: &str,
) -> Option<String> {
    let named = |unit: EntityId| names::foreseen(book, state, foreseen.state, unit);
    let name = |unit: EntityId| {
        if unit == teller && unit.is_some() { String::new() } else { named(unit) }
    };
    Some(match mark.kind {
        MarkKind::Arrow { unit, first, count } => {
            let cells = foreseen.marks.arrow(first, count);
            let way: Vec<String> = cells.iter().map(ToString::to_string).collect();
            format!("{} moves {}{label}", name(unit), way.join("→"))
        }
        MarkKind::Struck { cell, .. } => format!("{cell} is hit, but it is empty{label}"),
        MarkKind::Number { unit, what: ChangeKind::Health, before, after, .. } => {
            format!("{} health {before}→{after}{label}", name(unit))
        }
        MarkKind::Number { unit, what: ChangeKind::Shield, before, after, .. } => {
            format!("{} shield {before}→{after}{label}", name(unit))
        }
        MarkKind::Number { unit, what: ChangeKind::Redirected, after, .. } if after != 0 => {
            format!("{} will attack {}", name(unit), names::turn(after))
        }
        MarkKind::Number { unit, what: ChangeKind::Stunned, before, after, .. } if after > before => {
            format!("{} is stunned{label}", name(unit))
        }
        MarkKind::Number { unit, what: ChangeKind::Flags, .. } => {
            format!("{} will act after the others{label}", name(unit))
        }
        MarkKind::Number { unit, what: ChangeKind::Initiative, before, after, .. } => {
            format!("{} initiative {before}→{after}{label}", name(unit))
        }
        MarkKind::Number { unit, what: ChangeKind::EntityColumn, column, before, after, .. } => {
            if let Some(words) = decks::turned(book, state, unit, column, after) {
                let who = name(unit);
                return Some(if who.is_empty() { words } else { format!("{who}: {words}") });
            }
            let of = foretoken_vm::rulebook::ColumnOf::Entity;
            let column = book.columns.of(of).nth(column as usize).map_or("?", |c| c.name.as_str());
            format!("{} {column} {before}→{after}{label}", name(unit))
        }
        MarkKind::Death { unit, .. } if book.is_board_hidden => format!("{} dies{label}", name(unit)),
        MarkKind::Death { unit, cell } => format!("{} dies on {cell}{label}", name(unit)),
        MarkKind::Appears { unit, cell } => {
            format!("{} appears on {cell}{label}", named(unit))
        }
        MarkKind::Veiled { cell } if book.is_board_hidden => names::placed(book, state, "????", cell),
        MarkKind::Veiled { cell } => format!("???? on {cell}"),
        MarkKind::Pending { cell, rounds } => {
            let label = names::label(book, mark.label);
            let what = if label.is_empty() { "something" } else { &label };
            let when = match rounds {
                0 => "later this round".to_owned(),
                1 => "next round".to_owned(),
                rounds => format!("in {rounds} rounds"),
            };
            format!("{what} takes effect on {cell} {when}")
        }
        MarkKind::Surface { cell, surface } => {
            let kind = surface.checked_sub(1).and_then(|s| book.surfaces.get(s as usize));
            kind.map_or_else(|| format!("{cell} is cleared"), |s| format!("{} on {cell}", s.name))
        }
        MarkKind::Bump { unit, by, cell, by_cell } if by.is_some() => {
            let at = if by_cell == cell { String::new() } else { format!(" on {by_cell}") };
            format!("{} stops at {cell}: {} blocks it{at}{label}", name(unit), named(by))
        }
        MarkKind::Bump { unit, cell, .. } => format!("{} stops at {cell}: an obstacle blocks it{label}", name(unit)),
        MarkKind::NoEffect { cell, kind, .. } if kind > 0 => {
            format!("{} cannot appear on {cell}{label}", names::kind(book, kind))
        }
        MarkKind::NoEffect { unit, cell, .. } if names::is_walk(book, mark.label) => {
            format!("{} cannot walk on toward {cell}", name(unit))
        }
        MarkKind::NoEffect { unit, .. } if names::is_anchored(book, foreseen.state, unit) => {
            format!("{} cannot be moved{label}", named(unit))
        }
        MarkKind::NoEffect { unit, .. } => format!("no effect on {}{label}", named(unit)),
        MarkKind::Held { unit, what, comes: true, .. } => {
            format!("{} gains {}", name(unit), carried::effect_source(book, what))
        }
        MarkKind::Held { unit, what, .. } => {
            format!("{} loses {}", name(unit), carried::effect_source(book, what))
        }
        MarkKind::Skips { unit, .. } => format!("{} is stunned and skips its turn", name(unit)),
        MarkKind::Undecided { unit, .. } => format!("{} undecided", name(unit)),
        MarkKind::Trapped { unit, code } => {
            let reason = Trap::from_code(code).map_or_else(String::new, |trap| format!(": {trap}"));
            format!("{}'s action is stopped{reason}", named(unit))
        }
        MarkKind::Outcome { outcome } => names::outcome(book, outcome),
        MarkKind::Number { .. } | MarkKind::CellNumber { .. } | MarkKind::Ghost { .. } => return None,
    })
}

/// Describes the marks of a forecast by activation, including those after a defeat.
#[must_use]
pub fn marks(book: &Rulebook, state: &GameState, forecast: &Forecast) -> String {
    let mut text = marks_of(book, state, forecast.foreseen());
    if let Some(beyond) = forecast.beyond() {
        let _ = write!(text, "(after you have lost)\n{}", marks_of(book, state, beyond));
    }
    text
}

fn marks_of(book: &Rulebook, state: &GameState, foreseen: Foreseen<'_>) -> String {
    let mut text = String::new();
    let mut actor = None;
    for each in &foreseen.marks.marks {
        let Some(line) = mark(book, state, foreseen, each) else { continue };
        if actor != Some(each.actor) {
            actor = Some(each.actor);
            let who = match each.actor.is_some() {
                true => names::foreseen(book, state, foreseen.state, each.actor),
                false => "Then".to_owned(),
            };
            let _ = writeln!(text, "{who}:");
        }
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Describes a round by activation.
#[must_use]
pub fn report(book: &Rulebook, state: &GameState, report: &Report) -> String {
    activations(book, state, report, 0..report.activations.len())
}

fn waits(advance: Advance, changes: &[Change]) -> Option<EntityId> {
    let ends_open = |change: &Change| change.kind == ChangeKind::Battle && change.at == BattleField::Open as u32;
    match advance {
        Advance::Unit(unit, None) if unit.is_some() && !changes.iter().any(ends_open) => Some(unit),
        _ => None,
    }
}

/// Describes a range of activations. Consecutive waiting units share a line.
#[must_use]
pub fn activations(book: &Rulebook, state: &GameState, report: &Report, which: Range<usize>) -> String {
    let mut text = String::new();
    let mut waiting: Vec<String> = Vec::new();
    for (index, &(advance, _)) in report.activations.iter().enumerate().take(which.end).skip(which.start) {
        let changes = report.of(index);
        let lines = names::all_told(book, state, changes);
        if lines.is_empty() {
            let who = waits(advance, changes).map(|unit| names::entity(book, state, unit));
            waiting.extend(who.filter(|who| !waiting.contains(who)));
            continue;
        }
        text.push_str(&wait_line(&std::mem::take(&mut waiting)));
        if advance == Advance::RoundEnd {
            let _ = writeln!(text, "  The round ends.");
        }
        for line in lines {
            let _ = writeln!(text, "  {line}.");
        }
    }
    text.push_str(&wait_line(&waiting));
    text
}

fn wait_line(waiting: &[String]) -> String {
    match waiting {
        [] => String::new(),
        [one] => format!("  {one} waits.\n"),
        [others @ .., last] => format!("  {} and {last} wait.\n", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::view::Standing;

    #[test]
    fn how_a_cell_lies_is_drawn_in_a_few_characters() {
        let corner = Slope { height: 2, corners: [0, 1, 0, 0] };
        let drawn =
            [Slope::level(0), Slope::level(4), Slope::level(12), Slope::ramp(0, Dir::South, 2), corner].map(lie);
        assert_eq!(drawn, ["", "⁴", "¹²", "▿", "◇²"]);
        let below = Standing {
            id: EntityId(0),
            glyph: 'r',
            letter: None,
            team: foretoken_vm::Team(1),
            is_own: false,
            health: 2,
            shield: 0,
            stunned: false,
            postponed: false,
            anchored: false,
            statuses: [None; 2],
        };
        let over = CellView { ground: '.', slope: Slope::level(4), below: Some(below), ..CellView::default() };
        assert_eq!(cell_rows(&over), ["  .  ", "▾r  ⁴"]);
        let crowded = CellView { occupant: Some(below), health_after: Some(1), ..over.clone() };
        assert_eq!(cell_rows(&crowded), ["▾<r> ", " 2→1⁴"]);
        let second = Standing { letter: Some('B'), ..below };
        let lettered = |view: CellView| cell_rows(&CellView { occupant: Some(second), ..view })[0].clone();
        assert_eq!(lettered(CellView::default()), "B<r> ");
        assert_eq!(lettered(CellView { arrow: Some((Dir::East, true)), ..CellView::default() }), "B<r>→");
        assert_eq!(lettered(CellView { struck: true, ..CellView::default() }), "×<r>B");
        let chance = CellView { below: None, health_may: true, ..crowded.clone() };
        assert_eq!(cell_rows(&chance), [" <r> ", " 2⇢1⁴"]);
        let soon = CellView { below: None, ghost_below: Some(below), ..over };
        assert_eq!(cell_rows(&soon), ["  .  ", "▿r  ⁴"]);
        let under = CellView { ground: '.', roofed: true, zone: true, ..CellView::default() };
        assert_eq!(cell_rows(&under), ["¯ . ¯", "   ▒ "]);
        let ladder = CellView { linked: true, roofed: false, ..under };
        assert_eq!(cell_rows(&ladder), ["  .  ", "  ▒≡ "]);
        let stands = CellView { occupant: Some(second), zone: true, ..CellView::default() };
        assert_eq!(cell_rows(&stands), ["B<r> ", "  2 ▒"]);
        let strong = |health: i32, after: Option<i32>| {
            let occupant = Some(Standing { health, ..below });
            cell_rows(&CellView { occupant, health_after: after, ..CellView::default() })[1].trim().to_owned()
        };
        assert_eq!(strong(10, Some(2)), "10→2");
        assert_eq!(strong(100, Some(20)), "→20", "no digit of a number is left out");
        assert_eq!(strong(123_456, None), "123k");
        let ill = Standing { statuses: [Some('p'), Some('s')], ..below };
        let health = |health: i32, view: CellView| {
            cell_rows(&CellView { occupant: Some(Standing { health, ..ill }), ..view })[1].clone()
        };
        assert_eq!(health(2, CellView::default()), " 2ps ");
        assert_eq!(health(125, CellView::default()), "125p ");
        assert_eq!(health(2, CellView { slope: Slope::level(4), ..CellView::default() }), " 2ps⁴");
        assert_eq!(health(2, CellView { health_after: Some(1), ..CellView::default() }), "2→1p ");
        let burns = CellView { surface_after: Some('^'), zone: true, ..CellView::default() };
        assert_eq!(cell_rows(&burns)[1], "   ^▒");
    }

    #[test]
    fn cells_are_as_wide_as_they_look() {
        for text in ["", "3→1", "ab\u{4e16}\u{754c}cd", "\u{4e16}\u{754c}\u{4e16}", "123456789"] {
            assert_eq!(fit(text).width(), CELL.0, "{text}");
        }
    }
}
