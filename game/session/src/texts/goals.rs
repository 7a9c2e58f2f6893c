//! Texts of goals and losses for a side: condition, cells and remaining rounds.

use super::names;
use foretoken_vm::formula::{ANYTHING, FormulaOp};
use foretoken_vm::rulebook::Goal;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Known, Outcome, Rulebook, Team};

/// Returns the goal or loss that ended the battle, for a side. `None` if the battle continues or the side cannot know.
#[must_use]
pub fn met(book: &Rulebook, known: &Known, own: Team, named: impl Fn(Team) -> String) -> Option<String> {
    let outcome = known.state().battle(BattleField::Outcome);
    let (won, lost) = (Outcome::winner(outcome), Outcome::loser(outcome));
    let goals = book.goals.iter().filter(|goal| Some(goal.team) == won).map(|goal| (true, goal));
    let losses = book.losses.iter().filter(|loss| Some(loss.team) == lost).map(|loss| (false, loss));
    let (wins, goal) = goals.chain(losses).find(|(_, goal)| known.holds(book, goal.when) == Some(true))?;
    Some(match (wins, goal.team == own) {
        (true, true) => format!("Achieved: {}", goal.text),
        (false, true) => format!("Lost: {}.", goal.text),
        (true, false) => format!("Won by {}: {}", named(goal.team), goal.text),
        (false, false) => format!("Lost by {}: {}.", named(goal.team), goal.text),
    })
}

/// A goal or loss, as a side reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalLine {
    /// Whether it is the side's own.
    pub is_own: bool,
    /// Whether it wins the battle; otherwise it loses it.
    pub wins: bool,
    /// Whether it is a bonus goal.
    pub is_bonus: bool,
    /// Whether the side has a goal before it in the list, so that either suffices.
    pub is_alternative: bool,
    /// Rounds until it occurs, if it depends only on rounds; 0 is the current round.
    pub left: Option<i32>,
    /// Sentence, with the owner if that is another side.
    pub words: String,
}

impl GoalLine {
    /// Returns the sentence, with a prefix for the side's own goals.
    #[must_use]
    pub fn in_full(&self) -> String {
        if self.is_own && self.wins && !self.is_alternative {
            format!("Goal: {}", self.words)
        } else {
            self.words.clone()
        }
    }
}

const AHEAD: i32 = 100;

fn comes(book: &Rulebook, goal: &Goal, (is_hard, round): (bool, Option<i32>)) -> Option<bool> {
    let exact = |value: i32| (value.into(), value.into());
    book.formulas.get(goal.when as usize)?.holds(|op| match (op, round) {
        (FormulaOp::Round, Some(round)) => exact(round),
        (FormulaOp::Hard, _) => exact(is_hard.into()),
        _ => ANYTHING,
    })
}

fn is_of_other_battles(book: &Rulebook, goal: &Goal, is_hard: bool) -> bool {
    let asks = book.formulas.get(goal.when as usize).is_some_and(|formula| formula.code.contains(&FormulaOp::Hard));
    asks && comes(book, goal, (is_hard, None)) == Some(false)
}

/// Returns the last round before a goal occurs, if that depends only on rounds and is within 100 rounds.
fn last_round(book: &Rulebook, goal: &Goal, is_hard: bool, round: i32) -> Option<i32> {
    for next in round..=round.saturating_add(AHEAD) {
        if comes(book, goal, (is_hard, Some(next)))? {
            return (next > round).then_some(next - 1);
        }
    }
    None
}

const MOST_CELLS: usize = 3;

fn zone_cells(book: &Rulebook, goal: &Goal) -> String {
    let Some(formula) = book.formulas.get(goal.when as usize) else { return String::new() };
    let zones = formula.code.iter().map(|op| match *op {
        FormulaOp::Inside(_, zone) => 1u16 << (zone & 15),
        _ => 0,
    });
    let zones = zones.fold(0, |all, zone| all | zone);
    let names: Vec<String> =
        book.board.cells().filter(|&cell| book.board.zones(cell) & zones != 0).map(|cell| cell.to_string()).collect();
    match names.len() {
        0 => String::new(),
        count if count > MOST_CELLS => format!(" ({} and {} more)", names[..MOST_CELLS].join(", "), count - MOST_CELLS),
        _ => format!(" ({})", names.join(", ")),
    }
}

/// Lists goals and losses: the side's own, then those of other sides, then bonus goals. Round limits count from
/// `round`. Goals of another difficulty are omitted. `side` returns a side's name.
pub fn goals(
    book: &Rulebook,
    is_hard: bool,
    round: Option<i32>,
    own: Team,
    side: impl Fn(Team) -> String,
) -> Vec<GoalLine> {
    let is_shown = |goal: &&Goal| !is_of_other_battles(book, goal, is_hard);
    let until = |goal: &Goal| Some((round?, last_round(book, goal, is_hard, round?)?));
    let mut has_own_goal = false;
    let wins = book.goals.iter().filter(is_shown).map(|goal| {
        let is_own = goal.team == own;
        let is_alternative = is_own && std::mem::replace(&mut has_own_goal, true);
        let words = match (is_own, is_alternative) {
            (true, false) => goal.text.clone(),
            (true, true) => format!("Or {}", names::in_sentence(&goal.text)),
            (false, _) => format!("Won by {}: {}", side(goal.team), goal.text),
        };
        let last = until(goal);
        let limit = match last {
            Some((round, last)) if last == round => " (this is the last round)".to_owned(),
            Some((round, last)) => format!(" ({} left)", names::count(last - round + 1, "round")),
            None => String::new(),
        };
        let words = format!("{words}{}{limit}", zone_cells(book, goal));
        let left = last.map(|(round, last)| last - round);
        GoalLine { is_own, wins: true, is_bonus: false, is_alternative, left, words }
    });
    let mut lines: Vec<GoalLine> = wins.collect();
    lines.extend(book.losses.iter().filter(is_shown).map(|loss| {
        let is_own = loss.team == own;
        let last = until(loss);
        let limit = match last {
            Some((round, last)) if last == round => " by the end of this round".to_owned(),
            Some((_, last)) => format!(" by the end of round {last}"),
            None => String::new(),
        };
        // The number says it more exactly.
        let text = if limit.is_empty() { &loss.text } else { loss.text.trim_end_matches(" in time") };
        let clause = format!("{text}{}{limit}", zone_cells(book, loss));
        let words = match is_own {
            true => format!("You lose if {clause}."),
            false => format!("Lost by {} if {clause}.", side(loss.team)),
        };
        let left = last.map(|(round, last)| last - round);
        GoalLine { is_own, wins: false, is_bonus: false, is_alternative: false, left, words }
    }));
    lines.sort_by_key(|line| !line.is_own);
    let bonus = book.bonus_goals.iter().filter(|goal| goal.team == own);
    lines.extend(bonus.map(|goal| GoalLine {
        is_own: true,
        wins: false,
        is_bonus: true,
        is_alternative: false,
        left: None,
        words: format!("Bonus: {}", goal.text),
    }));
    lines
}
