//! Lines: the decisions of one side from the beginning of a battle on. They are played by the referee, against the planner, so
//! what a line is said to come to is what it comes to.

use crate::record::NamedUse;
use crate::referee::{Pending, Referee, Setup};
use crate::seat::Decision;
use crate::wording::names;
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
    pub trouble: Option<String>,
}

/// Plays a line of a side from the beginning of a battle. Where the line says nothing more the side closes its decisions.
///
/// # Errors
/// When the battle cannot be started, in a sentence.
pub fn play_line(setup: Setup, team: Team, steps: &[LineStep]) -> Result<PlayedLine, String> {
    let mut referee = Referee::start(setup, None).map_err(|error| error.to_string())?;
    let last = steps.last().map(|step| step.round);
    let mut steps = steps.iter().peekable();
    let (mut words, mut trouble, mut told) = (Vec::new(), None, i32::MIN);
    while let Pending::Decide(choose) = referee.pending().clone() {
        let round = referee.battle().state().round();
        if choose.team != team {
            trouble = Some(format!("in round {round} another side is asked, which no planner plays"));
            break;
        }
        // What a line says nothing of any more is not waited for: the last of it wins, or the next round does.
        if steps.peek().is_none() && last.is_none_or(|last| round > last.saturating_add(1)) {
            trouble = Some(format!("in round {round} the line is at its end, and the battle goes on"));
            break;
        }
        let step = steps.next_if(|step| step.round <= round);
        let taken = match step.and_then(|step| step.unit.map(|unit| (step, unit))) {
            Some((step, unit)) => {
                if told != round {
                    words.push(format!("Round {round}"));
                    told = round;
                }
                decide(&mut referee, team, unit, step, &mut words)
            }
            None if choose.until.may_close() => referee.close(team).map_err(|error| error.to_string()),
            None => Err("the line is at its end, and a decision is asked for".to_owned()),
        };
        if let Err(error) = taken {
            trouble = Some(format!("round {round}: {error}"));
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
) -> Result<(), String> {
    let book = std::sync::Arc::clone(referee.book());
    let mut uses = Vec::new();
    for used in &step.uses {
        let program = book.find_program(&used.action).ok_or_else(|| format!("there is no action `{}`", used.action))?;
        uses.push(ActionUse { program, answers: used.answers.clone() });
    }
    let intent = Intent { uses, complete: true };
    let (known, plan) = (referee.known(team), referee.disclosed(team));
    if unit.index() >= known.state().entities().len() {
        return Err("there is no such unit".to_owned());
    }
    let cells = Predictor::default().cells_answered(&book, &known, &plan, unit, &intent);
    let said = cells.iter().map(|(program, cells)| {
        cells.iter().fold(names::action(&book, *program).to_owned(), |said, cell| format!("{said} {cell}"))
    });
    let said: Vec<String> = said.collect();
    let said = if said.is_empty() { "waits".to_owned() } else { said.join(", ") };
    words.push(format!("  {}: {said}", names::entity(&book, known.state(), unit)));
    referee.decide(team, Decision { unit, intent }).map_err(|error| error.to_string())
}
