//! Odds as JSON: chances from 0 to 1, distributions as pairs of a value and its chance.

use foretoken_preview::{ActivationOdds, EffectOdds, Flip, FlipOf, Method, OddsReport, Spread, UnitOdds};
use foretoken_session::wording::names;
use foretoken_vm::{Cell, EntityId, GameState, Rulebook};

#[derive(serde::Serialize)]
pub(super) struct OddsJson {
    #[serde(flatten)]
    found: Found,
    units: Vec<UnitJson>,
    /// By the numbers of the state's outcome field: 0 goes on, 1 won and 2 lost by the player's side, 3 drawn.
    outcomes: Vec<(i32, f64)>,
    activations: Vec<ActivationJson>,
}

/// How many states came of all ways, or how many ways were drawn, with the largest standard error of a chance.
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
struct FlipJson {
    of: &'static str,
    sure: bool,
    on: (i32, i32),
    among: (i32, i32),
    draw: u32,
}

/// The odds of a turn and of activations in it.
pub(super) fn odds_json(
    book: &Rulebook,
    state: &GameState,
    turn: &OddsReport,
    activations: &[ActivationOdds],
) -> OddsJson {
    let name = |unit: EntityId| names::entity(book, state, unit);
    OddsJson {
        found: found(turn.method),
        units: turn.units.iter().map(|odds| unit(odds, &name)).collect(),
        outcomes: pairs(&turn.outcomes),
        activations: activations.iter().map(|odds| activation(odds, &name)).collect(),
    }
}

fn found(method: Method) -> Found {
    match method {
        Method::Exact { states } => Found::Exact { states },
        Method::Sampled { samples } => Found::Sampled { samples, error: method.error(0.5) },
    }
}

/// A chance without what rounding left of its sum.
fn chance(chance: f64) -> f64 {
    (chance * 1e12).round() / 1e12
}

fn pairs<T: Copy + Ord>(spread: &Spread<T>) -> Vec<(T, f64)> {
    spread.values().iter().map(|&(value, of)| (value, chance(of))).collect()
}

fn unit(odds: &UnitOdds, name: &impl Fn(EntityId) -> String) -> UnitJson {
    let cell = |&(cell, of): &(Cell, f64)| (cell.to_string(), chance(of));
    UnitJson {
        name: name(odds.unit),
        dies: chance(odds.dies),
        health: pairs(&odds.health),
        shield: pairs(&odds.shield),
        stunned: pairs(&odds.stunned),
        cells: odds.cell.values().iter().map(cell).collect(),
    }
}

fn activation(odds: &ActivationOdds, name: &impl Fn(EntityId) -> String) -> ActivationJson {
    ActivationJson {
        unit: name(odds.unit),
        found: found(odds.method),
        acts: chance(odds.acts),
        effects: odds.effects.iter().map(|effect| effect_json(effect, name)).collect(),
        units: odds.units.iter().map(|one| unit(one, name)).collect(),
    }
}

fn effect_json(effect: &EffectOdds, name: &impl Fn(EntityId) -> String) -> EffectJson {
    EffectJson {
        unit: name(effect.unit),
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
    FlipJson { of, sure: flip.sure, on: flip.on, among: flip.among, draw: flip.draw }
}
