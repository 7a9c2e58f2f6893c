//! Lines: the decisions of one side from the start of a battle. The referee plays them against the planner.

use crate::record::{NamedUse, WriteError};
use crate::referee::{Pending, Referee, Rejection, Setup};
use crate::seat::Decision;
use crate::texts::lines;
use foretoken_preview::{Predictor, Step};
use foretoken_vm::state::BattleField;
use foretoken_vm::{ActionUse, EntityId, Intent, Outcome, Rulebook, Team};
use serde::{Deserialize, Serialize};

/// A decision by names, independent of asset versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineStep {
    /// Round in which it is made.
    pub round: i32,
    /// Unit; `None` to close the side's decisions.
    pub unit: Option<EntityId>,
    /// Actions in order.
    pub uses: Vec<NamedUse>,
}

impl LineStep {
    /// Returns a search step by names.
    #[must_use]
    pub fn of(book: &Rulebook, step: &Step) -> Self {
        let named = |used: &ActionUse| NamedUse {
            action: book.program(used.program).map(|program| program.name.clone()).unwrap_or_default(),
            answers: used.answers.clone(),
        };
        Self { round: step.round, unit: step.unit, uses: step.intent.uses.iter().map(named).collect() }
    }
}

/// Result of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedLine {
    /// Outcome for the side.
    pub outcome: Outcome,
    /// Last round.
    pub round: i32,
    /// Hash of the final state.
    pub hash: u64,
    /// Decisions as text, with a heading for each round.
    pub words: Vec<String>,
    /// Reason why the line stopped, if it did.
    pub trouble: Option<LineError>,
}

/// Reason why a line stops early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A side must decide that neither the line nor the planner controls.
    #[error("round {0}: another side must decide, but neither a player nor the computer plays it")]
    OtherSide(i32),
    /// The line has no decision for this round.
    #[error("round {0}: the decisions of the solution are used up, but the battle goes on")]
    Ends(i32),
    /// The line lacks a requested decision.
    #[error("round {0}: the solution has no decision left, but the battle needs one")]
    NoDecision(i32),
    /// There is no such action.
    #[error("round {0}: there is no action `{1}`")]
    NoAction(i32, String),
    /// There is no such unit.
    #[error("round {0}: there is no such unit")]
    NoUnit(i32),
    /// The referee refuses a decision.
    #[error("round {0}: {1}")]
    Rejected(i32, Rejection),
}

impl LineError {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OtherSide(_) => "line-other-side",
            Self::Ends(_) => "line-ends",
            Self::NoDecision(_) => "line-no-decision",
            Self::NoAction(..) => "line-no-action",
            Self::NoUnit(_) => "line-no-unit",
            Self::Rejected(..) => "line-rejected",
        }
    }
}

/// Plays a line from the start of a battle. After its last step, the side closes its decisions.
///
/// # Errors
///
/// If the battle cannot start.
pub fn play_line(setup: Setup, team: Team, steps: &[LineStep]) -> Result<PlayedLine, WriteError> {
    let mut referee = Referee::start(setup, None)?;
    let last = steps.last().map(|step| step.round);
    let mut steps = steps.iter().peekable();
    let (mut words, mut trouble, mut told) = (Vec::new(), None, i32::MIN);
    while let Pending::Decide(choose) = referee.pending().clone() {
        let round = referee.battle().state().round();
        if choose.team != team {
            trouble = Some(LineError::OtherSide(round));
            break;
        }
        // After its last step the line has one more round to win.
        if steps.peek().is_none() && last.is_none_or(|last| round > last.saturating_add(1)) {
            trouble = Some(LineError::Ends(round));
            break;
        }
        let step = steps.next_if(|step| step.round <= round);
        let taken = match step.and_then(|step| step.unit.map(|unit| (step, unit))) {
            Some((step, unit)) => {
                if told != round {
                    words.push(lines::round(round));
                    told = round;
                }
                decide(&mut referee, team, unit, step, &mut words)
            }
            None if choose.until.is_closable() => {
                referee.close(team).map_err(|error| LineError::Rejected(round, error))
            }
            None => Err(LineError::NoDecision(round)),
        };
        if let Err(error) = taken {
            trouble = Some(error);
            break;
        }
        referee.advance();
    }
    let state = referee.battle().state();
    Ok(PlayedLine {
        outcome: Outcome::for_side(state.battle(BattleField::Outcome), team),
        round: state.round(),
        hash: state.hash64(referee.book()),
        words,
        trouble,
    })
}

fn decide(
    referee: &mut Referee,
    team: Team,
    unit: EntityId,
    step: &LineStep,
    words: &mut Vec<String>,
) -> Result<(), LineError> {
    let round = referee.battle().state().round();
    let book = std::sync::Arc::clone(referee.book());
    let mut uses = Vec::new();
    for used in &step.uses {
        let program = book.find_program(&used.action).ok_or_else(|| LineError::NoAction(round, used.action.clone()))?;
        uses.push(ActionUse { program, answers: used.answers.clone() });
    }
    let intent = Intent { uses, complete: true };
    let (known, plan) = (referee.known(team), referee.disclosed(team));
    if unit.index() >= known.state().entities().len() {
        return Err(LineError::NoUnit(round));
    }
    let cells = Predictor::default().cells_answered(&book, &known, &plan, unit, &intent);
    words.push(lines::decision(&book, known.state(), unit, &cells));
    referee.decide(team, Decision { unit, intent }).map_err(|error| LineError::Rejected(round, error))
}
