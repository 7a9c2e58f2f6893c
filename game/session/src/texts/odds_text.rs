//! Texts of odds. Chances are always numbers; `±` marks the error in percent points.

use super::{carried, names};
use crate::seat::Seat;
use foretoken_preview::{
    ActivationOdds, EffectOdds, Flip, FlipOf, Forecast, Method, NamedOdds, OddsReport, Spread, StatusFuture, UnitOdds,
    Worth, WorthFor,
};
use foretoken_vm::{Advance, EntityId, GameState, Outcome, Rulebook, Team};
use std::fmt::Display;

const MOST_VALUES: usize = 4;

/// Tolerance for sums of rounded chances.
const ROUNDING: f64 = 1e-9;

/// Returns a chance in percent. Only certain events show 0 or 100; sampled chances show their standard error, rounded
/// up.
#[must_use]
pub fn percent(chance: f64, method: Method) -> String {
    let points = (chance * 100.0).round();
    if let Method::Sampled { .. } = method {
        let error = (method.error(chance) * 100.0).ceil();
        return format!("{points:.0} ±{error:.0} %");
    }
    if points == 0.0 && chance > ROUNDING {
        "<1 %".to_owned()
    } else if points == 100.0 && chance < 1.0 - ROUNDING {
        ">99 %".to_owned()
    } else {
        format!("{points:.0} %")
    }
}

/// Returns the odds of a unit up to the prediction's horizon; `None` before they are computed, or without chance.
#[must_use]
pub fn of_unit(seat: &Seat, unit: EntityId) -> Option<(&UnitOdds, Method)> {
    of_forecast(seat.forecast(), unit)
}

/// Returns the odds of a unit in a prediction, as [`of_unit`] does.
#[must_use]
pub fn of_forecast(forecast: &Forecast, unit: EntityId) -> Option<(&UnitOdds, Method)> {
    let report = forecast.odds()?;
    let odds = report.units.iter().find(|odds| odds.unit == unit)?;
    (!odds.is_certain()).then_some((odds, report.method))
}

/// Describes how odds were computed.
#[must_use]
pub fn method(method: Method) -> String {
    match method {
        Method::Exact { states: 1 } => "exact, 1 state".to_owned(),
        Method::Exact { states } => format!("exact, {states} states"),
        Method::Sampled { samples } => format!("from {samples} samples, ± standard error"),
    }
}

/// Describes an activation's odds by unit, such as `Rat: hit 65 %, 4–11, kills 12 %; kills on 9 and more of 2–12`.
#[must_use]
pub fn effects(book: &Rulebook, state: &GameState, activation: &ActivationOdds) -> Vec<String> {
    let method = activation.method;
    let acts = || format!("{} acts {}", names::entity(book, state, activation.unit), percent(activation.acts, method));
    let acts = (activation.acts < 1.0 - ROUNDING).then(acts);
    let uncertain = activation.effects.iter().filter(|effect| !effect.is_certain());
    let mut lines: Vec<String> = acts.into_iter().collect();
    lines.extend(named_branches(book, activation));
    lines.extend(uncertain.map(|effect| effect_line(book, state, effect, method)));
    for odds in activation.units.iter().filter(|odds| activation.touched.contains(&odds.unit)) {
        let parts = beside_health(book, odds, method);
        if !parts.is_empty() {
            lines.push(format!("{}: {}", names::entity(book, state, odds.unit), parts.join("; ")));
        }
    }
    lines
}

/// Lists the chances of named branches, a line for each draw: `miss 20 %, hit 75 %, critical 5 %`.
fn named_branches(book: &Rulebook, activation: &ActivationOdds) -> Vec<String> {
    let draws = activation.named.chunk_by(|one, other| one.draw == other.draw);
    let words =
        |odds: &NamedOdds| format!("{} {}", names::label(book, odds.name), percent(odds.chance, activation.method));
    draws.map(|draw| draw.iter().map(words).collect::<Vec<_>>().join(", ")).collect()
}

fn effect_line(book: &Rulebook, state: &GameState, effect: &EffectOdds, method: Method) -> String {
    let mut parts = Vec::new();
    if let Some(harm) = effect.harm() {
        parts.push(format!("hit {}", percent(effect.hits(), method)));
        parts.push(between(harm));
    }
    if effect.kills > 0.0 {
        parts.push(format!("kills {}", percent(effect.kills, method)));
    }
    if let Some(gain) = effect.gain() {
        parts.push(format!("healed {}", percent(effect.mends(), method)));
        parts.push(between(gain));
    }
    let mut line = format!("{}: {}", names::entity(book, state, effect.unit), parts.join(", "));
    for flip in &effect.flips {
        line += &format!("; {}", flip_words(flip));
    }
    line
}

/// Describes what a drawn value decides, such as `kills on 9 and more of 2–12`; with "can" if other draws matter.
#[must_use]
pub fn flip_words(flip: &Flip) -> String {
    let does = match (flip.of, flip.sure || flip.with.is_some()) {
        (FlipOf::Harm, true) => "hits",
        (FlipOf::Harm, false) => "can hit",
        (FlipOf::Death, true) => "kills",
        (FlipOf::Death, false) => "can kill",
    };
    let with = flip.with.map_or(String::new(), |with| format!(" with {}", values_of(with.on, with.among)));
    format!("{does} on {}{with}", values_of(flip.on, flip.among))
}

fn values_of(on: (i32, i32), among: (i32, i32)) -> String {
    let ((first, last), (least, most)) = (on, among);
    let words = if first == last {
        first.to_string()
    } else if last == most {
        format!("{first} and more")
    } else if first == least {
        format!("{last} and less")
    } else {
        between(on)
    };
    format!("{words} of {}", between(among))
}

/// Describes the worth of a status, worn item or passive skill, such as `Haste of Dancer: +22 % kill Rat; Rat C.5 less
/// health`.
#[must_use]
pub fn worth(book: &Rulebook, state: &GameState, worth: &Worth) -> String {
    let of = |of: &WorthFor| {
        let who = names::entity(book, state, of.unit);
        let points = of.dies * 100.0;
        let sign = if points < 0.0 { '−' } else { '+' };
        let dies = (points.abs() >= 0.5).then(|| format!("{sign}{:.0} % kill {who}", points.abs()));
        let more = if of.health < 0.0 { "less" } else { "more" };
        let health = (of.health.abs() >= 0.05).then(|| format!("{who} {:.1} health {more}", of.health.abs()));
        [dies, health].into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let of: Vec<String> = worth.of.iter().map(of).filter(|words| !words.is_empty()).collect();
    let error = if worth.error > 0.0 { format!(" (±{:.0} %)", (worth.error * 100.0).ceil()) } else { String::new() };
    let (effect_source, bearer) =
        (carried::effect_source(book, worth.effect_source), names::entity(book, state, worth.bearer));
    format!("{effect_source} of {bearer}: {}{error}", of.join("; "))
}

/// Describes the forecast of a status by turn, such as `Burn: 2 damage at Rat's turn, 2 at the next, then it ends`.
#[must_use]
pub fn future(book: &Rulebook, state: &GameState, future: &StatusFuture) -> String {
    let title = book.statuses.get(usize::from(future.kind)).map_or("?", |kind| kind.effect_source.title.as_str());
    let mut parts: Vec<String> = Vec::new();
    let mut told = None;
    for event in &future.events {
        let when = match event.turn.advance {
            Advance::RoundEnd => format!("at the end of round {}", event.turn.round),
            Advance::Unit(unit, _) => format!("at {}'s turn", names::entity(book, state, unit)),
            advance => format!("at {}", names::advance(book, state, advance)),
        };
        let at = if told.as_ref() == Some(&when) { " at the next".to_owned() } else { format!(" {when}") };
        let what = match event.loss {
            0 => continue,
            loss if parts.is_empty() && loss > 0 => format!("{loss} damage"),
            gain if gain < 0 => format!("{} health", -gain),
            loss => loss.to_string(),
        };
        parts.push(format!("{what}{at}"));
        told = Some(when);
    }
    let last = future.events.last().map(|event| event.turn);
    parts.push(match (future.ends, last) {
        (Some(_), Some(turn)) if parts.is_empty() => match turn.unit() {
            Some(unit) => format!("ends at {}'s turn in round {}", names::entity(book, state, unit), turn.round),
            None => format!("ends in round {}", turn.round),
        },
        (Some(_), _) => "then it ends".to_owned(),
        (None, _) if parts.is_empty() => "remains".to_owned(),
        (None, _) => "and it remains".to_owned(),
    });
    format!("{title}: {}", parts.join(", "))
}

fn between((least, most): (i32, i32)) -> String {
    if least == most {
        least.to_string()
    } else if least < 0 || most < 0 {
        format!("{least} to {most}")
    } else {
        format!("{least}–{most}")
    }
}

/// Describes the odds of a unit, such as `dies 12 %, else health 3–18 (likeliest 11, 20 %)`; `None` without chance.
#[must_use]
pub fn unit(book: &Rulebook, odds: &UnitOdds, method: Method) -> Option<String> {
    if odds.is_certain() {
        return None;
    }
    let mut parts = Vec::new();
    let lives = odds.dies < 1.0 - ROUNDING;
    if odds.dies > 0.0 {
        parts.push(format!("dies {}", percent(odds.dies, method)));
    }
    let mut health = odds.health.clone();
    health.retain(|health| health > 0);
    if lives && !odds.health.is_certain() {
        parts.push(format!("health {}", values(&health, method, between)));
    }
    if !odds.shield.is_certain() {
        parts.push(format!("shield {}", values(&odds.shield, method, between)));
    }
    parts.extend(beside_health(book, odds, method));
    Some(parts.join("; "))
}

fn beside_health(book: &Rulebook, odds: &UnitOdds, method: Method) -> Vec<String> {
    let mut parts = Vec::new();
    if !odds.stunned.is_certain() {
        parts.push(format!("turns lost {}", values(&odds.stunned, method, between)));
    }
    if !odds.cell.is_certain() {
        let cells = odds.cell.values().len();
        parts.push(format!("stands on {}", values(&odds.cell, method, |_| format!("one of {cells} cells"))));
    }
    for (kind, chance) in odds.uncertain_statuses() {
        let title = book.statuses.get(usize::from(kind)).map_or("?", |status| status.effect_source.title.as_str());
        parts.push(format!("has {title} {}", percent(chance, method)));
    }
    parts
}

fn values<T: Copy + Ord + Display>(of: &Spread<T>, method: Method, range: impl Fn((T, T)) -> String) -> String {
    if of.values().len() <= MOST_VALUES {
        let each = of.values().iter().map(|&(value, chance)| format!("{value} ({})", percent(chance, method)));
        return each.collect::<Vec<_>>().join(", ");
    }
    let (Some(ends), Some((value, chance))) = (of.range(), of.likeliest()) else { return String::new() };
    format!("{}, most likely {value} ({})", range(ends), percent(chance, method))
}

/// Describes the odds of the outcome for a side; `None` without chance.
#[must_use]
pub fn outcome(odds: &OddsReport, side: Team) -> Option<String> {
    if odds.outcomes.is_certain() {
        return None;
    }
    let ways = [("won", Outcome::Won), ("lost", Outcome::Lost), ("drawn", Outcome::Drawn), ("goes on", Outcome::Open)];
    let told = ways.into_iter().filter_map(|(words, outcome)| {
        let chance = odds.outcomes.chance_of(|number| Outcome::for_side(number, side) == outcome);
        (chance > 0.0).then(|| format!("{words} {}", percent(chance, odds.method)))
    });
    Some(told.collect::<Vec<_>>().join(", "))
}

/// Describes all uncertain odds of a turn by unit, then the outcome for a side.
#[must_use]
pub fn turn(book: &Rulebook, state: &GameState, odds: &OddsReport, side: Team) -> Vec<String> {
    let line =
        |one: &UnitOdds| Some(format!("{}: {}", names::entity(book, state, one.unit), unit(book, one, odds.method)?));
    let units = odds.units.iter().filter_map(line);
    let battle = outcome(odds, side).map(|words| format!("The battle: {words}"));
    let veiled = odds.uncertain.then(|| "Attacks with unknown effects are not counted.".to_owned());
    let unknown = odds.outcome_unknown.then(|| "Unknown whether the battle ends.".to_owned());
    units.chain(battle).chain(veiled).chain(unknown).collect()
}
