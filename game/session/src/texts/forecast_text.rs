//! Texts of predictions by activation, shared by all front ends.

use super::names::ShortNames;
use super::unit_page::{PageLine, Sort};
use super::{names, odds_text, text};
use crate::seat::Seat;
use foretoken_preview::{Certainty, Foreseen, GuessedTurn, Mark, MarkKind, Predictor, Regret, Rescue};
use foretoken_vm::program::Cost;
use foretoken_vm::{Cell, ChangeKind, EntityId, GameState, Intent, Known, Plan, Rulebook, Team};
use std::collections::BTreeMap;

/// A predicted activation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForecastEntry {
    /// Actor; `NONE` for due agenda entries and the end of the round.
    pub actor: EntityId,
    /// Heading: the actor and its intent.
    pub title: String,
    /// Effects by line.
    pub effects: Vec<ForecastLine>,
}

/// A predicted effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForecastLine {
    /// Text.
    pub words: String,
    /// Described change of the prediction, if any.
    pub change: Option<u32>,
    /// Weight, which decides what is listed first if space is short.
    pub weight: Weight,
}

/// Importance of an effect, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Weight {
    /// Other effects.
    #[default]
    Usual,
    /// A unit of the viewer's side loses health.
    Harm,
    /// An effect of the aimed answer.
    Aimed,
    /// A death, or the end of the battle.
    Grave,
}

impl Weight {
    const ALL: [Self; 4] = [Self::Usual, Self::Harm, Self::Aimed, Self::Grave];

    fn of(mark: &Mark, foreseen: Foreseen<'_>, side: Team) -> Self {
        match mark.kind {
            MarkKind::Death { .. } | MarkKind::Outcome { .. } => Self::Grave,
            MarkKind::Number { unit, what: ChangeKind::Health, before, after, .. }
                if after < before && foreseen.state.entity(unit).team == side =>
            {
                Self::Harm
            }
            _ => Self::Usual,
        }
    }
}

impl ForecastLine {
    const fn of_no_change(words: String) -> Self {
        Self { words, change: None, weight: Weight::Usual }
    }
}

/// Selects the most important effects that fit, in order, and counts the omitted lines. `high` returns the height of a
/// text in the unit of `room`; the line with the count is one word high.
pub fn fitting(entries: Vec<ForecastEntry>, room: f32, high: impl Fn(&str) -> f32) -> (Vec<ForecastEntry>, usize) {
    let sizes: Vec<(f32, Vec<f32>)> = entries
        .iter()
        .map(|entry| (high(&entry.title), entry.effects.iter().map(|line| high(&line.words)).collect()))
        .collect();
    let all: f32 = sizes.iter().map(|(title, lines)| title + lines.iter().sum::<f32>()).sum();
    if all <= room {
        return (entries, 0);
    }
    let mut left = room - high("…");
    let mut kept: Vec<Vec<bool>> = entries.iter().map(|entry| vec![false; entry.effects.len()]).collect();
    for weight in Weight::ALL.into_iter().rev() {
        'rest: for (at, entry) in entries.iter().enumerate() {
            for (line, _) in entry.effects.iter().enumerate().filter(|(_, effect)| effect.weight == weight) {
                let title = if kept[at].contains(&true) { 0.0 } else { sizes[at].0 };
                let takes = title + sizes[at].1[line];
                if takes > left {
                    break 'rest;
                }
                left -= takes;
                kept[at][line] = true;
            }
        }
    }
    let left_out = kept.iter().flatten().filter(|kept| !**kept).count();
    let entries = entries.into_iter().zip(kept).filter(|(_, kept)| kept.contains(&true));
    let shown = entries.map(|(mut entry, kept)| {
        let mut kept = kept.into_iter();
        entry.effects.retain(|_| kept.next().unwrap_or(false));
        entry
    });
    (shown.collect(), left_out)
}

/// Lists the predicted activations: all with an open choice, else those of or affecting the unit under the cursor.
#[must_use]
pub fn acts(seat: &Seat, looked_at: EntityId) -> Vec<ForecastEntry> {
    let about = |mark: &Mark| mark.actor == looked_at || mark.unit() == Some(looked_at);
    let mut acts = acts_of(seat, looked_at.is_some(), |mark| looked_at.is_some() && about(mark));
    acts.extend(guesses(seat, &|mark| seat.draft().is_some() || about(mark)));
    acts
}

/// Describes the guessed turns that harm or move a unit of the side, or of which `told` accepts a mark.
fn guesses(seat: &Seat, told: &dyn Fn(&Mark) -> bool) -> Vec<ForecastEntry> {
    let (book, own) = (seat.book(), seat.team());
    let entry = |turn: &GuessedTurn| {
        let meets = |mark: &Mark| mark.unit().is_some_and(|unit| turn.before.entity(unit).team == own) && told(mark);
        let foreseen = Foreseen { state: &turn.after, marks: &turn.marks };
        let line = |mark: &Mark| text::effect(book, &turn.before, foreseen, mark, &turn.intent, true);
        let lines = turn.marks.marks.iter().filter(|mark| meets(mark)).filter_map(line);
        let effects: Vec<ForecastLine> = lines.map(ForecastLine::of_no_change).collect();
        let name = names::entity(book, &turn.before, turn.unit);
        let title = format!("{name}, a guess if nothing changes: {}", uses_text(book, &turn.intent));
        (!effects.is_empty()).then_some(ForecastEntry { actor: turn.unit, title, effects })
    };
    seat.guesses().found().iter().filter_map(entry).collect()
}

/// Lists the whole prediction as a page.
#[must_use]
pub fn page(seat: &Seat) -> Vec<PageLine> {
    let line = |sort, words| PageLine { sort, depth: 0, words };
    let entry = |entry: ForecastEntry| {
        let effects = entry.effects.into_iter().map(move |effect| line(Sort::Text, effect.words));
        std::iter::once(line(Sort::Name, entry.title)).chain(effects)
    };
    acts_of(seat, true, |_| true).into_iter().chain(guesses(seat, &|_| true)).flat_map(entry).collect()
}

fn acts_of(seat: &Seat, tells: bool, told: impl Fn(&Mark) -> bool) -> Vec<ForecastEntry> {
    let (book, state, forecast) = (seat.book(), seat.known().state(), seat.forecast());
    let chosen_for = seat.draft().map(|draft| draft.unit);
    let told = |mark: &Mark| chosen_for.is_some() || told(mark);
    let mut acts = acts_of_marks(seat, forecast.foreseen(), None, &told);
    if !forecast.is_outcome_known() && (chosen_for.is_some() || tells) {
        let line = ForecastLine::of_no_change("unknown whether this ends the battle".to_owned());
        match acts.last_mut().filter(|last| !last.actor.is_some()) {
            Some(act) => act.effects.push(line),
            None => acts.push(ForecastEntry {
                actor: EntityId::NONE,
                title: title(seat, forecast.state(), EntityId::NONE),
                effects: vec![line],
            }),
        }
    }
    if let Some(activation) = forecast.odds().and_then(|odds| odds.activation.as_ref()) {
        let actor = activation.unit;
        let lines = odds_text::effects(book, state, activation).into_iter();
        let mut lines: Vec<_> = lines.map(ForecastLine::of_no_change).collect();
        match acts.iter_mut().find(|act| act.actor == actor) {
            Some(act) => drop(act.effects.splice(0..0, lines)),
            None if lines.is_empty() => {}
            None => {
                let (title, effects) = (title(seat, forecast.state(), actor), std::mem::take(&mut lines));
                acts.push(ForecastEntry { actor, title, effects });
            }
        }
    }
    if let Some(beyond) = forecast.beyond() {
        acts.append(&mut acts_of_marks(seat, beyond, Some(forecast.state()), &told));
    }
    let order = seat.order();
    for act in &mut acts {
        if let Some(at) = order.iter().position(|&unit| unit == act.actor) {
            act.title = format!("{}. {}", at + 1, act.title);
        }
    }
    acts
}

fn acts_of_marks(
    seat: &Seat,
    foreseen: Foreseen<'_>,
    lost: Option<&GameState>,
    told: &dyn Fn(&Mark) -> bool,
) -> Vec<ForecastEntry> {
    let (book, state) = (seat.book(), seat.known().state());
    let nothing = Intent::default();
    let mut acts: Vec<ForecastEntry> = Vec::new();
    let mut laid: BTreeMap<Cell, u8> = BTreeMap::new();
    let mut about = None;
    for mark in &foreseen.marks.marks {
        let actor = mark.actor;
        if !told(mark) || matches!(mark.kind, MarkKind::Undecided { .. }) {
            continue;
        }
        if let MarkKind::Surface { cell, surface } = mark.kind {
            let now = lost.unwrap_or(state).surface(cell).map_or(0, |index| index + 1);
            if laid.insert(cell, surface).unwrap_or(now) == surface {
                continue;
            }
        }
        let intent = seat.plan().intent(actor).unwrap_or(&nothing);
        let is_behind_another =
            acts.last().is_some_and(|last| last.actor == actor) && about.is_some_and(|of| of != actor);
        let Some(mut line) = text::effect(book, state, foreseen, mark, intent, is_behind_another) else { continue };
        about = mark.unit();
        if mark.certainty == Certainty::May {
            line.push_str(" (uncertain)");
        }
        let change = Some(mark.change).filter(|&change| change != u32::MAX);
        let is_aimed = seat.draft().is_some_and(|draft| draft.is_of_answer(foreseen.marks, mark));
        let aimed = if is_aimed { Weight::Aimed } else { Weight::Usual };
        let line = ForecastLine { words: line, change, weight: Weight::of(mark, foreseen, seat.team()).max(aimed) };
        match acts.last_mut().filter(|last| last.actor == actor) {
            Some(act) => act.effects.push(line),
            None => {
                let goes_on = if lost.is_some() { "(after you have lost) " } else { "" };
                let title = format!("{goes_on}{}", title(seat, foreseen.state, actor));
                acts.push(ForecastEntry { actor, title, effects: vec![line] });
            }
        }
    }
    acts
}

fn title(seat: &Seat, then: &GameState, actor: EntityId) -> String {
    if !actor.is_some() {
        return "Then".to_owned();
    }
    let name = names::foreseen(seat.book(), seat.known().state(), then, actor);
    let decided = seat.plan().intent(actor).is_some_and(|intent| !intent.uses.is_empty());
    if decided { format!("{name}: {}", intent_text(seat, actor)) } else { name }
}

/// Describes a unit's intent, such as `Walk, then Shove`; `waits` for none.
#[must_use]
pub fn decided_text(seat: &Seat, unit: EntityId) -> String {
    seat.plan()
        .intent(unit)
        .map_or_else(|| uses_text(seat.book(), &Intent::default()), |intent| uses_text(seat.book(), intent))
}

/// Describes an intent, such as `Walk, then Shove`; `waits` for none.
#[must_use]
pub fn uses_text(book: &Rulebook, intent: &Intent) -> String {
    let words: Vec<&str> = intent.uses.iter().map(|used| names::action(book, used.program)).collect();
    if words.is_empty() { "waits".to_owned() } else { words.join(", then ") }
}

/// Describes a unit's intent briefly by action titles, with "????" for veiled ones of other sides.
#[must_use]
pub fn intent_text(seat: &Seat, unit: EntityId) -> String {
    let Some(intent) = seat.plan().intent(unit) else { return "…".to_owned() };
    let book = seat.book();
    let own = seat.known().state().entity(unit).team == seat.team();
    let moves = |used: &&foretoken_vm::ActionUse| book.program(used.program).is_some_and(|p| p.cost == Cost::Move);
    let acts = |used: &foretoken_vm::ActionUse| book.program(used.program).is_some_and(|p| p.cost == Cost::Action);
    let tells_walks = !intent.uses.iter().any(acts);
    let words = intent.uses.iter().filter(|used| tells_walks || !moves(used)).map(|used| {
        let veiled = book
            .program(used.program)
            .is_some_and(|p| p.code.iter().any(|instr| matches!(instr, foretoken_vm::Token::Veil(_))));
        if veiled && !own { "????" } else { names::action(book, used.program) }
    });
    let words: Vec<&str> = words.collect();
    let open = seat.draft().is_some_and(|draft| draft.unit == unit);
    match words.is_empty() {
        true => if open { "…" } else { "waits" }.to_owned(),
        false => words.join(", "),
    }
}

/// Describes the harm of a unit's actions to other units, such as `Lantern A −1`, longest text first; empty without harm.
#[must_use]
pub fn harm_texts(seat: &Seat, unit: EntityId, short: &ShortNames) -> Vec<String> {
    let (book, state, then) = (seat.book(), seat.known().state(), seat.forecast().state());
    let mut harmed: Vec<(EntityId, i32)> = Vec::new();
    for mark in seat.forecast().marks().marks.iter().filter(|mark| mark.actor == unit) {
        let MarkKind::Number { unit: victim, what: ChangeKind::Health, before, after, .. } = mark.kind else {
            continue;
        };
        match harmed.iter_mut().find(|(known, _)| *known == victim) {
            Some((_, lost)) => *lost += before - after,
            None => harmed.push((victim, before - after)),
        }
    }
    harmed.retain(|&(victim, lost)| victim != unit && lost > 0);
    if harmed.is_empty() {
        return Vec::new();
    }
    let list_of = |harmed: &[(EntityId, i32)], name: &dyn Fn(EntityId) -> String| {
        let parts: Vec<String> = harmed.iter().map(|&(victim, lost)| format!("{} −{lost}", name(victim))).collect();
        parts.join(", ")
    };
    let list = |name: &dyn Fn(EntityId) -> String| list_of(&harmed, name);
    let full = |id| names::foreseen(book, state, then, id);
    let shortened = |id| short.get(id).map_or_else(|| full(id), str::to_owned);
    let begun = |id| short.get(id).map_or_else(|| full(id).chars().take(4).collect(), str::to_owned);
    let total: i32 = harmed.iter().map(|(_, lost)| lost).sum();
    let mut texts = vec![list(&full), list(&shortened), list(&begun)];
    let is_own = |&(victim, _): &(EntityId, i32)| then.entity(victim).team == seat.team();
    let own: Vec<(EntityId, i32)> = harmed.iter().copied().filter(is_own).collect();
    if !own.is_empty() && own.len() < harmed.len() {
        texts.push(format!("{} …", list_of(&own, &begun)));
    }
    texts.push(format!("−{total}"));
    texts
}

/// Describes a rescue, such as `Warden: Walk c3, Shove d3 (and 4 like it)`.
#[must_use]
pub fn rescue(seat: &Seat, rescue: &Rescue) -> String {
    let more = match rescue.others.len() {
        0 => String::new(),
        more => format!(" (and {more} similar)"),
    };
    let decision = decision(seat.book(), seat.known(), seat.plan(), rescue.unit, &rescue.intent);
    format!("{decision}{more}")
}

/// Describes an alternative decision with its cells, such as `Warden: Walk c3, Shove d3`.
#[must_use]
pub fn decision(book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId, intent: &Intent) -> String {
    let uses = uses_with_cells(book, known, plan, unit, intent);
    format!("{}: {uses}", names::entity(book, known.state(), unit))
}

/// Describes an intent with its cells, such as `Walk c3, Shove d3`; `waits` for none.
#[must_use]
pub fn uses_with_cells(book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId, intent: &Intent) -> String {
    let uses = Predictor::default().cells_answered(book, known, plan, unit, intent);
    let words = uses.iter().map(|(program, cells)| {
        let action = names::action(book, *program).to_owned();
        cells.iter().fold(action, |words, cell| names::placed(book, known.state(), &words, *cell))
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { "waits".to_owned() } else { words.join(", ") }
}

/// Describes what another decision would have saved, such as `would have saved Lantern A and Warden`.
#[must_use]
pub fn spared(book: &Rulebook, known: &Known, regret: &Regret) -> String {
    let saved: Vec<String> = regret.saved.iter().map(|&unit| names::entity(book, known.state(), unit)).collect();
    match (regret.spares_defeat, saved.is_empty()) {
        (true, true) => "would have avoided the defeat".to_owned(),
        (true, false) => format!("would have saved {} and the battle", saved.join(" and ")),
        (false, false) => format!("would have saved {}", saved.join(" and ")),
        (false, true) => format!("would have saved {} health", regret.health),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deaths_and_the_outcome_are_told_however_little_room_there_is() {
        let line = |words: &str, is_grave| {
            let weight = if is_grave { Weight::Grave } else { Weight::Usual };
            ForecastLine { words: words.to_owned(), change: None, weight }
        };
        let entry = |title: &str, effects| ForecastEntry { actor: EntityId::NONE, title: title.to_owned(), effects };
        let all = || {
            vec![
                entry("first", vec![line("a", false), line("b", false), line("c dies", true), line("d", false)]),
                entry("second", vec![line("e", false), line("f", false)]),
                entry("then", vec![line("the battle is lost", true)]),
            ]
        };
        let told = |room: f32| {
            let (entries, left_out) = fitting(all(), room, |_| 1.0);
            let words = |entry: &ForecastEntry| {
                let effects = entry.effects.iter().map(|line| line.words.as_str());
                std::iter::once(entry.title.as_str()).chain(effects).collect::<Vec<_>>().join(", ")
            };
            (entries.iter().map(words).collect::<Vec<_>>().join("; "), left_out)
        };
        let whole = "first, a, b, c dies, d; second, e, f; then, the battle is lost".to_owned();
        assert_eq!(told(10.0), (whole, 0));
        assert_eq!(told(9.0), ("first, a, b, c dies, d; then, the battle is lost".to_owned(), 2));
        assert_eq!(told(6.0), ("first, a, c dies; then, the battle is lost".to_owned(), 4));
        assert_eq!(told(5.0), ("first, c dies; then, the battle is lost".to_owned(), 5));
        assert_eq!(told(1.0), (String::new(), 7), "no title stands over nothing");

        let weighed = |words: &str, weight| ForecastLine { words: words.to_owned(), change: None, weight };
        let bitten =
            [("a rat goes", Weight::Usual), ("it turns", Weight::Usual), ("one's own is bitten", Weight::Harm)];
        let bitten = bitten.map(|(words, weight)| weighed(words, weight)).to_vec();
        let (shown, left_out) = fitting(vec![entry("rat", bitten)], 3.0, |_| 1.0);
        let words: Vec<&str> = shown[0].effects.iter().map(|line| line.words.as_str()).collect();
        assert_eq!((words, left_out), (vec!["one's own is bitten"], 2));
    }
}
