//! Odds as JSON: chances from 0 to 1, distributions as pairs of value and chance.

use foretoken_preview::{
    ActivationOdds, EffectOdds, Flip, FlipOf, Method, OddsReport, Spread, StatusEvent, StatusFuture, UnitOdds, Worth,
    WorthFor,
};
use foretoken_session::texts::names;
use foretoken_vm::{Cell, EntityId, GameState, Rulebook};

#[derive(serde::Serialize)]
pub(super) struct OddsJson {
    #[serde(flatten)]
    found: Found,
    units: Vec<UnitJson>,
    /// By outcome number: 0 undecided, 1 won and 2 lost by the player's side, 3 drawn.
    outcomes: Vec<(i32, f64)>,
    activations: Vec<ActivationJson>,
    statuses_to_come: Vec<FutureJson>,
    worths: Vec<WorthJson>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "snake_case", tag = "method")]
enum Found {
    Exact { states: u32 },
    Sampled { samples: u32, error: f64 },
}

#[derive(serde::Serialize)]
struct UnitJson {
    name: String,
    dies: f64,
    health: Vec<(i32, f64)>,
    shield: Vec<(i32, f64)>,
    stunned: Vec<(i32, f64)>,
    cells: Vec<(String, f64)>,
    statuses: Vec<(String, f64)>,
}

#[derive(serde::Serialize)]
struct ActivationJson {
    unit: String,
    #[serde(flatten)]
    found: Found,
    acts: f64,
    effects: Vec<EffectJson>,
    units: Vec<UnitJson>,
}

#[derive(serde::Serialize)]
struct EffectJson {
    unit: String,
    hits: f64,
    harm: Option<(i32, i32)>,
    mends: f64,
    gain: Option<(i32, i32)>,
    kills: f64,
    loss: Vec<(i32, f64)>,
    flips: Vec<FlipJson>,
}

#[derive(serde::Serialize)]
struct FlipWithJson {
    on: (i32, i32),
    among: (i32, i32),
    draw: u32,
}

#[derive(serde::Serialize)]
struct FlipJson {
    of: &'static str,
    sure: bool,
    on: (i32, i32),
    among: (i32, i32),
    draw: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<FlipWithJson>,
}

#[derive(serde::Serialize)]
struct FutureJson {
    unit: String,
    status: String,
    events: Vec<EventJson>,
    ends: Option<String>,
}

#[derive(serde::Serialize)]
struct EventJson {
    round: i32,
    /// The unit of the turn; absent at the end of a round and for pending effects.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_of: Option<String>,
    /// Lost health and shield; negative for gains.
    loss: i32,
    /// Remaining ticks; 0 if not counted.
    left: i32,
}

#[derive(serde::Serialize)]
struct WorthJson {
    unit: String,
    class: String,
    effect_source: String,
    /// Largest standard error of the chances; 0 if enumerated.
    error: f64,
    of: Vec<WorthForJson>,
}

#[derive(serde::Serialize)]
struct WorthForJson {
    unit: String,
    /// Difference in the chance of death, from -1 to 1.
    dies: f64,
    health: f64,
}

pub(super) fn odds_json(
    book: &Rulebook,
    state: &GameState,
    turn: &OddsReport,
    activations: &[ActivationOdds],
    (to_come, worths): &(Vec<StatusFuture>, Vec<Worth>),
) -> OddsJson {
    let name = |unit: EntityId| names::entity(book, state, unit);
    let status =
        |kind: u16| book.statuses.get(usize::from(kind)).map_or("?", |s| s.effect_source.name.as_str()).to_owned();
    let names = Names { unit: &name, status: &status };
    OddsJson {
        found: found(turn.method),
        units: turn.units.iter().map(|odds| unit(odds, &names)).collect(),
        outcomes: pairs(&turn.outcomes),
        activations: activations.iter().map(|odds| activation(odds, &names)).collect(),
        statuses_to_come: to_come.iter().map(|future| future_json(future, &names)).collect(),
        worths: worths.iter().map(|worth| worth_json(book, worth, &names)).collect(),
    }
}

fn found(method: Method) -> Found {
    match method {
        Method::Exact { states } => Found::Exact { states },
        Method::Sampled { samples } => Found::Sampled { samples, error: method.error(0.5) },
    }
}

fn chance(chance: f64) -> f64 {
    (chance * 1e12).round() / 1e12
}

fn pairs<T: Copy + Ord>(spread: &Spread<T>) -> Vec<(T, f64)> {
    spread.values().iter().map(|&(value, of)| (value, chance(of))).collect()
}

struct Names<'a> {
    unit: &'a dyn Fn(EntityId) -> String,
    status: &'a dyn Fn(u16) -> String,
}

fn unit(odds: &UnitOdds, names: &Names<'_>) -> UnitJson {
    let cell = |&(cell, of): &(Cell, f64)| (cell.to_string(), chance(of));
    UnitJson {
        name: (names.unit)(odds.unit),
        dies: chance(odds.dies),
        health: pairs(&odds.health),
        shield: pairs(&odds.shield),
        stunned: pairs(&odds.stunned),
        cells: odds.cell.values().iter().map(cell).collect(),
        statuses: odds.statuses.values().iter().map(|&(kind, of)| ((names.status)(kind), chance(of))).collect(),
    }
}

fn activation(odds: &ActivationOdds, names: &Names<'_>) -> ActivationJson {
    ActivationJson {
        unit: (names.unit)(odds.unit),
        found: found(odds.method),
        acts: chance(odds.acts),
        effects: odds.effects.iter().map(|effect| effect_json(effect, names)).collect(),
        units: odds.units.iter().map(|one| unit(one, names)).collect(),
    }
}

fn effect_json(effect: &EffectOdds, names: &Names<'_>) -> EffectJson {
    EffectJson {
        unit: (names.unit)(effect.unit),
        hits: chance(effect.hits()),
        harm: effect.harm(),
        mends: chance(effect.mends()),
        gain: effect.gain(),
        kills: chance(effect.kills),
        loss: pairs(&effect.loss),
        flips: effect.flips.iter().map(flip).collect(),
    }
}

fn flip(flip: &Flip) -> FlipJson {
    let of = match flip.of {
        FlipOf::Harm => "harm",
        FlipOf::Death => "death",
    };
    let with = flip.with.map(|with| FlipWithJson { on: with.on, among: with.among, draw: with.draw });
    FlipJson { of, sure: flip.sure, on: flip.on, among: flip.among, draw: flip.draw, with }
}

fn future_json(future: &StatusFuture, names: &Names<'_>) -> FutureJson {
    let event = |event: &StatusEvent| EventJson {
        round: event.turn.round,
        turn_of: event.turn.unit().map(names.unit),
        loss: event.loss,
        left: event.left,
    };
    FutureJson {
        unit: (names.unit)(future.bearer),
        status: (names.status)(future.kind),
        events: future.events.iter().map(event).collect(),
        ends: future.ends.map(|ending| format!("{ending:?}")),
    }
}

fn worth_json(book: &Rulebook, worth: &Worth, names: &Names<'_>) -> WorthJson {
    let of =
        |of: &WorthFor| WorthForJson { unit: (names.unit)(of.unit), dies: chance(of.dies), health: chance(of.health) };
    WorthJson {
        unit: (names.unit)(worth.bearer),
        class: format!("{:?}", worth.effect_source.class),
        effect_source: book
            .effect_source(worth.effect_source)
            .map_or_else(String::new, |effect_source| effect_source.name.clone()),
        error: worth.error,
        of: worth.of.iter().map(of).collect(),
    }
}
