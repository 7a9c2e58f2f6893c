//! Lines: the decisions of one side from the beginning of a battle on. They are played by the referee, against the planner, so
//! what a line is said to come to is what it comes to.

use crate::record::{NamedUse, WriteError};
use crate::referee::{Pending, Referee, Rejection, Setup};
use crate::seat::Decision;
use crate::texts::lines;
use foretoken_preview::{Predictor, Step};
use foretoken_vm::state::BattleField;
use foretoken_vm::{ActionUse, EntityId, Intent, Outcome, Rulebook, Team};
use serde::{Deserialize, Serialize};

/// A decision by name, so that it means the same under other assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineStep {
    /// The round in which it is made.
    pub round: i32,
    /// For whom; nobody where the side closes its decisions.
    pub unit: Option<EntityId>,
    /// What it does, in order.
    pub uses: Vec<NamedUse>,
}

impl LineStep {
    /// A decision of a search by name.
    #[must_use]
    pub fn of(book: &Rulebook, step: &Step) -> Self {
        let named = |used: &ActionUse| NamedUse {
            action: book.program(used.program).map(|program| program.name.clone()).unwrap_or_default(),
            answers: used.answers.clone(),
        };
        Self { round: step.round, unit: step.unit, uses: step.intent.uses.iter().map(named).collect() }
    }
}

/// What came of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedLine {
    /// How the battle stands for the side at the line's end.
    pub outcome: Outcome,
    /// The round in which it ended.
    pub round: i32,
    /// Hash of the state at the end.
    pub hash: u64,
    /// The decisions in words, with headings for rounds.
    pub words: Vec<String>,
    /// Why the line could not be played on, if it could not.
    pub trouble: Option<LineError>,
}

/// Why a line is not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A side is asked that neither the line nor the planner decides for.
    #[error("in round {0} another side is asked, which no planner plays")]
    OtherSide(i32),
    /// The line has no decision for this round.
    #[error("in round {0} the line is at its end, and the battle goes on")]
    Ends(i32),
    /// The line has no decision, and one is asked for.
    #[error("round {0}: the line is at its end, and a decision is asked for")]
    NoDecision(i32),
    /// There is no such action.
    #[error("round {0}: there is no action `{1}`")]
    NoAction(i32, String),
    /// There is no such unit.
    #[error("round {0}: there is no such unit")]
    NoUnit(i32),
    /// The referee does not take a decision.
    #[error("round {0}: {1}")]
    Rejected(i32, Rejection),
}

impl LineError {
    /// A stable code.
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

/// Plays a line of a side from the beginning of a battle. Where the line says nothing more the side closes its decisions.
///
/// # Errors
/// When the battle cannot be started.
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
        // What a line says nothing of any more is not waited for: the last of it wins, or the next round does.
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
            None if choose.until.may_close() => referee.close(team).map_err(|error| LineError::Rejected(round, error)),
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
