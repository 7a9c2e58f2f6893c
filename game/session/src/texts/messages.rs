//! Messages of the controller, one function each, with typed parameters.

use super::{asking, names};
use crate::seat::WhyNot;
use foretoken_preview::Danger;
use foretoken_vm::Cell;

/// Complete actions are decided; `left_out` still had a request.
#[must_use]
pub fn kept_as_chosen(unit: &str, decided: &str, left_out: Option<&str>) -> String {
    let without = left_out.map(|action| format!(" without {action}")).unwrap_or_default();
    format!("{unit}: {decided}, as chosen{without}.")
}

/// The cell has no unit of this side.
#[must_use]
pub const fn not_yours() -> &'static str {
    "That is none of yours that acts."
}

/// An action has no target.
#[must_use]
pub const fn no_target() -> &'static str {
    "Nothing here can be its target. Step back."
}

/// Keys do not answer this request.
#[must_use]
pub const fn answer_by_pointer() -> &'static str {
    "This is answered with the pointer."
}

/// The pointer does not answer this request.
#[must_use]
pub const fn answer_by_keys() -> &'static str {
    "This is answered with keys."
}

/// A further press takes the next floor.
#[must_use]
pub fn next_floor(cell: Cell) -> String {
    format!("{cell}. Again soon for its next floor, or a little later to choose it.")
}

/// A second press confirms.
#[must_use]
pub const fn confirm() -> &'static str {
    "Once more to confirm."
}

/// Too few targets are picked.
#[must_use]
pub const fn pick_more() -> &'static str {
    "More must be picked."
}

/// The target under the cursor. `moves_to` is its later cell.
#[must_use]
pub fn aimed(target: &str, moves_to: Option<Cell>, comes_to_nothing: bool) -> String {
    let moves = moves_to.map(|cell| format!(", who will stand on {cell}")).unwrap_or_default();
    let idle = if comes_to_nothing { format!(", {}", names::NO_EFFECT) } else { String::new() };
    format!("{target}{moves}{idle}")
}

/// Damage on one cell of a walk.
#[must_use]
pub fn harm_on(harm: i32, by: &str, cell: Cell) -> String {
    let by = if by.is_empty() { String::new() } else { format!(" {by}") };
    format!("−{harm}{by} on {cell}")
}

/// Damage along a walk.
#[must_use]
pub fn harm_of_walk(all: &[String]) -> String {
    format!("Harm: {}.", all.join(", "))
}

/// A cell is not a target, but another of its column is.
#[must_use]
pub fn target_on_other_floor(other: Cell, is_above: bool) -> String {
    let place = if is_above { "above" } else { "below" };
    format!("Not a target: {other}, {place} it, is one. Change the floor to aim there.")
}

/// A cell is not a target.
#[must_use]
pub fn not_a_target(why: Option<WhyNot>) -> String {
    match why {
        Some(why) => format!("Not a target: {}.", asking::why_not(why)),
        None => "Not a target.".to_owned(),
    }
}

/// A waypoint was added.
#[must_use]
pub fn by_way_of(cell: Cell) -> String {
    format!("By way of {cell}. Once more takes it away.")
}

/// No waypoint can be there.
#[must_use]
pub const fn no_waypoint() -> &'static str {
    "Nothing to go by way of."
}

/// The selected path among equally good ones.
#[must_use]
pub fn other_way(way: Option<(usize, usize)>) -> String {
    match way {
        Some((1, 1)) => "No other way there is as short and as safe.".to_owned(),
        Some((way, ways)) => format!("Way {way} of {ways} that are as short and as safe."),
        None => "No walk leads to the cell under the cursor.".to_owned(),
    }
}

/// A decision lets an ally die.
#[must_use]
pub fn dies_now(unit: &str) -> String {
    format!("{unit} dies now.")
}

/// A decision changes an ally's final cell.
#[must_use]
pub fn ends_elsewhere(unit: &str, is: Cell, was: Cell) -> String {
    format!("{unit} ends on {is} now, not on {was}.")
}

/// The battle is over.
#[must_use]
pub const fn battle_is_over() -> &'static str {
    "The battle is over."
}

/// Plans wait for the end of the lesson.
#[must_use]
pub const fn plans_after_lesson() -> &'static str {
    "Plans are compared once the lesson is over."
}

/// Decisions run at once, so there is no plan to keep.
#[must_use]
pub const fn no_plan_to_keep() -> &'static str {
    "Each decision is carried out at once here: there is no plan to keep."
}

/// An empty plan was kept.
#[must_use]
pub const fn empty_plan_kept() -> &'static str {
    "An empty plan is kept. Decide another: the same key flips between both."
}

/// A plan was kept.
#[must_use]
pub const fn plan_kept() -> &'static str {
    "This plan is kept. Change it: the same key flips between both."
}

/// The other plan is active.
#[must_use]
pub const fn other_plan() -> &'static str {
    "The other plan. The same key flips back."
}

/// There is no other plan.
#[must_use]
pub const fn no_other_plan() -> &'static str {
    "No plan is kept of this round."
}

/// The lesson was skipped.
#[must_use]
pub const fn lesson_over() -> &'static str {
    "The lesson is over: play as you like."
}

/// Heading of deaths after the end of the battle.
#[must_use]
pub const fn heading_beyond() -> &'static str {
    "If the battle went on"
}

/// Heading of the forecast of statuses.
#[must_use]
pub const fn heading_to_come() -> &'static str {
    "To come"
}

/// Heading of the worth of statuses and items.
#[must_use]
pub const fn heading_worth() -> &'static str {
    "What it is worth, by what is foreseen without it"
}

/// The cell is empty.
#[must_use]
pub const fn nobody_here() -> &'static str {
    "Nobody is here."
}

/// Heading of the page of a cell.
#[must_use]
pub fn cell_heading(cell: Cell, ground: &str) -> String {
    format!("{cell}: {ground}")
}

/// The unit dies after the end of the battle.
#[must_use]
pub const fn would_die() -> &'static str {
    "It would die in this round."
}

/// No other unit is undecided.
#[must_use]
pub const fn all_decided_else() -> &'static str {
    "Nobody else is undecided."
}

/// There are no causes to show.
#[must_use]
pub const fn nothing_foreseen() -> &'static str {
    "Nothing is foreseen here, and no death."
}

/// A decision is open again.
#[must_use]
pub fn reopened(unit: &str, decided: &str) -> String {
    format!("{unit}: {decided}. Step back to take the last of it back, or choose another action.")
}

/// An action cannot be chosen.
#[must_use]
pub fn hindered(action: &str, why: &str) -> String {
    format!("{action}: {why}.")
}

/// An action replaced others.
#[must_use]
pub fn instead(action: &str, of: &[&str]) -> String {
    format!("{action} instead of {}.", of.join(" and "))
}

/// The safety map is on.
#[must_use]
pub const fn safety_shown() -> &'static str {
    "What the round would do to the unit on each cell that it can go to."
}

/// The safety map is off.
#[must_use]
pub const fn safety_hidden() -> &'static str {
    "What the round would do on each cell is no longer shown."
}

/// The predicted danger to a unit on a cell, with its sources and labels.
#[must_use]
pub fn danger(who: &str, danger: &Danger, by: &[String], labels: &[&str]) -> String {
    let by = if by.is_empty() { String::new() } else { format!(", by {}", by.join(" and ")) };
    let by = if labels.is_empty() { by } else { format!("{by} ({})", labels.join(", ")) };
    let harm = match danger.harm {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    // Veiled or unknown actions can add damage.
    let least = if danger.is_known { "" } else { "at least " };
    match danger.harm {
        _ if danger.dies => format!("{who} would die here: {harm} harm{by}"),
        _ if danger.may_die => format!("{who} may die here: {least}{harm} harm{by}"),
        (0, 0) if danger.is_known => format!("{who} would take no harm here"),
        (0, 0) => format!("what would come to {who} here is not known"),
        _ => format!("{who} would take {least}{harm} harm here{by}"),
    }
}

/// The unit under the cursor has decided.
#[must_use]
pub const fn unit_decided() -> &'static str {
    "That one has decided. Enter opens its decision again."
}

/// A unit has decided; `next` is selected.
#[must_use]
pub fn decided_and_next(unit: &str, decided: &str, next: Option<&str>) -> String {
    let next = next.map(|next| format!(" Next: {next}.")).unwrap_or_default();
    format!("{unit}: {decided}.{next}")
}

/// There is nothing to undo in the choice.
#[must_use]
pub const fn nothing_to_step_back() -> &'static str {
    "Nothing to step back from."
}

/// A second press removes an action.
#[must_use]
pub fn confirm_step_back(action: &str) -> String {
    format!("Once more to take {action} back. Any other key keeps it.")
}

/// A step was undone.
#[must_use]
pub fn taken_back(what: &str) -> String {
    format!("Taken back: {what}.")
}

/// The earlier decision stands.
#[must_use]
pub fn stands_as_decided(unit: &str, decided: &str) -> String {
    format!("{unit}: {decided} stands as decided.")
}

/// The board has no other floor.
#[must_use]
pub const fn one_floor() -> &'static str {
    "This board has one floor."
}

/// The visible floors; `None` for all.
#[must_use]
pub fn floors_shown(cut_above: Option<u8>) -> String {
    match cut_above {
        None => "All floors are shown.".to_owned(),
        Some(floor) => format!("Cut away above floor {floor}."),
    }
}

/// A decision stands without its incomplete action.
#[must_use]
pub fn last_aim_left_out(unit: &str, decided: &str) -> String {
    format!("{unit}: {decided}; what was aimed last is not chosen.")
}

/// A second press closes the decisions. `waiting` units are undecided; `ends_turn` selects the wording.
#[must_use]
pub fn confirm_commit(waiting: &[String], ends_turn: bool) -> String {
    let closes = if ends_turn { "end the turn" } else { "carry out the round" };
    match (waiting.join(", "), ends_turn) {
        (names, _) if names.is_empty() => format!("Once more to {closes}."),
        (names, true) => format!("Still to act: {names}. Once more to {closes} without them."),
        (names, false) => format!("Undecided: {names}. Once more to {closes} without them."),
    }
}

/// There is no round to carry out.
#[must_use]
pub const fn carried_out_at_once() -> &'static str {
    "What is decided is carried out at once here: decide for the unit that is asked for."
}

/// The computer ends the turn.
#[must_use]
pub const fn nothing_better() -> &'static str {
    "Nobody left has anything better to do. End the turn, or act yourself."
}

/// The computer decided for the rest.
#[must_use]
pub const fn rest_decided() -> &'static str {
    "The rest is decided for you. Carry it out, or take it back."
}

/// All units are decided.
#[must_use]
pub const fn all_decided(ends_turn: bool) -> &'static str {
    if ends_turn { "All have acted: end the turn." } else { "All are decided: carry out the round." }
}

/// A better decision of a round.
#[must_use]
pub fn better_in_round(decision: &str) -> String {
    format!("{decision} in that round")
}

/// A better decision of an activation.
#[must_use]
pub fn better_alone(decision: &str) -> String {
    format!("{decision}, had the others done as they did")
}

/// The beginning of a round.
#[must_use]
pub fn round(round: i32) -> String {
    format!("round {round}")
}

/// The beginning of a unit's turn.
#[must_use]
pub fn turn_in_round(unit: &str, round: i32) -> String {
    format!("{unit}'s turn in round {round}")
}

/// The decision to stay idle.
#[must_use]
pub fn doing_nothing(unit: &str) -> String {
    format!("{unit}: doing nothing")
}

/// Suffix: without the other actions.
#[must_use]
pub const fn alone() -> &'static str {
    " alone"
}

/// Heading of the rescues of a unit, a name or `it`.
#[must_use]
pub fn what_saves(unit: &str) -> String {
    format!("What would save {unit}, each by itself")
}

/// Number of unlisted rescues.
#[must_use]
pub fn more_rescues(more: usize) -> String {
    format!("and {more} more")
}

/// No rescue was found.
#[must_use]
pub const fn no_rescue() -> &'static str {
    "No single decision was found that saves it."
}

/// The last round was undone.
#[must_use]
pub fn back_in_round(round: i32) -> String {
    format!("Back in round {round}, as it was decided.")
}

/// The last decision was undone.
#[must_use]
pub const fn last_taken_back() -> &'static str {
    "Taken back."
}

/// The turn restarts.
#[must_use]
pub const fn turn_begins_anew() -> &'static str {
    "The turn begins anew."
}

/// The record was forked.
#[must_use]
pub const fn forked() -> &'static str {
    "Another future from here; the record keeps the old one too."
}
