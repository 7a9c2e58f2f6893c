//! Messages of the controller, one function each, with typed parameters.

use super::{asking, names};
use crate::seat::WhyNot;
use foretoken_preview::Danger;
use foretoken_vm::Cell;

/// Complete actions are decided; `left_out` still had a request.
#[must_use]
pub fn kept_as_chosen(unit: &str, decided: &str, left_out: Option<&str>) -> String {
    let without = left_out.map(|action| format!(" without {action}")).unwrap_or_default();
    format!("{unit}'s order kept: {decided}{without}.")
}

/// The cell has no unit of this side.
#[must_use]
pub const fn not_yours() -> &'static str {
    "Not one of your units that can act."
}

/// A watcher cannot decide.
#[must_use]
pub const fn only_watching() -> &'static str {
    "You are watching. Only the players decide."
}

/// A decision is on its way to the server.
#[must_use]
pub const fn awaits_answer() -> &'static str {
    "Waiting for the answer of the server."
}

/// Another side decides in an online battle.
#[must_use]
pub const fn not_your_turn() -> &'static str {
    "The other side decides now. Your choice stays open until it is your turn."
}

/// Plans cannot be exchanged online.
#[must_use]
pub const fn no_plans_online() -> &'static str {
    "Online battles have one plan for each side."
}

/// An action has no target.
#[must_use]
pub const fn no_target() -> &'static str {
    "No legal target. Go back and choose another action."
}

/// Keys do not answer this request.
#[must_use]
pub const fn answer_by_pointer() -> &'static str {
    "Answer with the mouse."
}

/// The pointer does not answer this request.
#[must_use]
pub const fn answer_by_keys() -> &'static str {
    "Answer with the keyboard."
}

/// A further press takes the next floor.
#[must_use]
pub fn next_floor(cell: Cell) -> String {
    format!("{cell}. Press again quickly for the next floor, or later to choose it.")
}

/// A second press confirms.
#[must_use]
pub const fn confirm() -> &'static str {
    "Press again to confirm."
}

/// Too few targets are picked.
#[must_use]
pub const fn pick_more() -> &'static str {
    "Pick more targets."
}

/// The target under the cursor. `moves_to` is its later cell.
#[must_use]
pub fn aimed(target: &str, moves_to: Option<Cell>, comes_to_nothing: bool) -> String {
    let moves = moves_to.map(|cell| format!(", will be on {cell}")).unwrap_or_default();
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
    format!("Damage: {}.", all.join(", "))
}

/// A unit of another side hits its own side.
#[must_use]
pub const fn turned_blow() -> &'static str {
    "Turned on its own!"
}

/// Likely damage to the choosing unit before its next turn.
#[must_use]
pub fn guessed_harm(all: &[(String, i32)]) -> String {
    let told = all.iter().map(|(who, amount)| format!("{who} can hit you here before you act again: {amount}"));
    format!("{} (a guess).", told.collect::<Vec<_>>().join(", "))
}

/// A cell is not a target, but another of its column is.
#[must_use]
pub fn target_on_other_floor(other: Cell, is_above: bool) -> String {
    let place = if is_above { "above" } else { "below" };
    format!("Not a target, but {other} {place} it is. Change the floor to aim there.")
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
    format!("Waypoint: {cell}. Press again to remove it.")
}

/// No waypoint can be there.
#[must_use]
pub const fn no_waypoint() -> &'static str {
    "No waypoint is possible here."
}

/// The selected path among equally good ones.
#[must_use]
pub fn other_way(way: Option<(usize, usize)>) -> String {
    match way {
        Some((1, 1)) => "There is no other path of equal length and danger.".to_owned(),
        Some((way, ways)) => format!("Path {way} of {ways} of equal length and danger."),
        None => "There is no path to the cell under the cursor.".to_owned(),
    }
}

/// A decision lets an ally die.
#[must_use]
pub fn dies_now(unit: &str) -> String {
    format!("{unit} dies with this order.")
}

/// A decision changes an ally's final cell.
#[must_use]
pub fn ends_elsewhere(unit: &str, is: Cell, was: Cell) -> String {
    format!("{unit} now ends on {is}, not on {was}.")
}

/// The battle is over.
#[must_use]
pub const fn battle_is_over() -> &'static str {
    "The battle is over."
}

/// The turn order or the players of this battle do not allow to wait for several rounds.
#[must_use]
pub const fn no_waiting_here() -> &'static str {
    "Wait for several rounds only in battles of one player in which all units decide before the round."
}

/// Units walk together only where all decide before a round.
#[must_use]
pub const fn no_gathering_here() -> &'static str {
    "All units can walk at once only where they decide before the round."
}

/// Units were ordered to walk toward the cursor.
#[must_use]
pub fn gathered(walks: usize) -> String {
    match walks {
        0 => "No unit without orders comes nearer.".to_owned(),
        walks => format!("{} toward the cursor.", names::count(walks as i32, "walk")),
    }
}

/// Rounds were played without further orders; `why` tells what ended them.
#[must_use]
pub fn waited(rounds: u32, why: &str) -> String {
    let rounds = match rounds {
        0 => "No round passed.".to_owned(),
        rounds => format!("{} passed.", names::count(rounds as i32, "round")),
    };
    format!("{rounds} {why}").trim_end().to_owned()
}

/// The next round ends in defeat.
#[must_use]
pub const fn wait_loses() -> &'static str {
    "You lose in the next round unless you prevent it."
}

/// A unit loses health in the next round, perhaps only if dice fall badly.
#[must_use]
pub fn wait_harms(who: &str, is_certain: bool) -> String {
    let loses = if is_certain { "loses" } else { "may lose" };
    format!("{who} {loses} health in the next round.")
}

/// An enemy's effect in the next round is unknown.
#[must_use]
pub fn wait_meets_unknown(who: &str) -> String {
    format!("{who} does something unknown in the next round.")
}

/// A unit has died.
#[must_use]
pub fn was_lost(who: &str) -> String {
    format!("{who} died.")
}

/// An action waits for its target.
#[must_use]
pub const fn target_first() -> &'static str {
    "Choose a target first, or go back."
}

/// A unit has lost health.
#[must_use]
pub fn was_hurt(who: &str) -> String {
    format!("{who} was hurt.")
}

/// An enemy has come into sight.
#[must_use]
pub fn came_into_sight(who: &str) -> String {
    format!("{who} came into sight.")
}

/// Plans wait for the end of the lesson.
#[must_use]
pub const fn plans_after_lesson() -> &'static str {
    "Finish or skip the lesson to compare plans."
}

/// Decisions run at once, so there is no plan to keep.
#[must_use]
pub const fn no_plan_to_keep() -> &'static str {
    "Orders run at once in this battle, so there is no plan to keep."
}

/// An empty plan was kept.
#[must_use]
pub const fn empty_plan_kept() -> &'static str {
    "Empty plan saved. Give orders; the same key switches between both plans."
}

/// A plan was kept.
#[must_use]
pub const fn plan_kept() -> &'static str {
    "Plan saved. Change your orders; the same key switches between both plans."
}

/// The other plan is active.
#[must_use]
pub const fn other_plan() -> &'static str {
    "This is the other plan. The same key switches back."
}

/// There is no other plan.
#[must_use]
pub const fn no_other_plan() -> &'static str {
    "No plan of this round is saved."
}

/// The lesson was skipped.
#[must_use]
pub const fn lesson_over() -> &'static str {
    "The lesson is over. Play on freely."
}

/// Heading of deaths after the end of the battle.
#[must_use]
pub const fn heading_beyond() -> &'static str {
    "After you have lost"
}

/// Heading of the forecast of statuses.
#[must_use]
pub const fn heading_to_come() -> &'static str {
    "Forecast"
}

/// Heading of the worth of statuses and items.
#[must_use]
pub const fn heading_worth() -> &'static str {
    "Value of each status and item: the forecast with it, compared with the forecast without it"
}

/// The cell is empty.
#[must_use]
pub const fn nobody_here() -> &'static str {
    "No unit is here."
}

/// Heading of the page of a cell.
#[must_use]
pub fn cell_heading(cell: Cell, ground: &str) -> String {
    format!("{cell}: {ground}")
}

/// The unit dies after the end of the battle.
#[must_use]
pub const fn would_die() -> &'static str {
    "It would die this round."
}

/// No other unit is undecided.
#[must_use]
pub const fn all_decided_else() -> &'static str {
    "Everyone else has orders."
}

/// There are no causes to show.
#[must_use]
pub const fn nothing_foreseen() -> &'static str {
    "The forecast shows no event here."
}

/// A decision is open again.
#[must_use]
pub fn reopened(unit: &str, decided: &str) -> String {
    format!("{unit}: {decided}. Esc cancels the last action. You can also choose another action.")
}

/// An action cannot be chosen.
#[must_use]
pub fn hindered(action: &str, why: &str) -> String {
    format!("{action}: {why}.")
}

/// An action replaced others.
#[must_use]
pub fn instead(action: &str, of: &[&str]) -> String {
    format!("{action} replaces {}.", of.join(" and "))
}

/// The safety map is on.
#[must_use]
pub const fn safety_shown() -> &'static str {
    "Numbers: damage that the unit would take on each cell in reach."
}

/// The safety map is on, and no cell is dangerous.
#[must_use]
pub const fn all_is_safe() -> &'static str {
    "The unit would take no damage on any cell in reach."
}

/// The safety map is off.
#[must_use]
pub const fn safety_hidden() -> &'static str {
    "Damage numbers are off."
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
        _ if danger.dies => format!("{who} would die here: {harm} damage{by}"),
        _ if danger.may_die => format!("{who} may die here: {least}{harm} damage{by}"),
        (0, 0) if danger.is_known => format!("{who} would take no damage here"),
        (0, 0) => format!("damage to {who} here is unknown"),
        _ => format!("{who} would take {least}{harm} damage here{by}"),
    }
}

/// The unit under the cursor has decided.
#[must_use]
pub const fn unit_decided() -> &'static str {
    "This unit has orders. Press Enter to change them."
}

/// A unit has decided; `next` is selected.
#[must_use]
pub fn decided_and_next(unit: &str, decided: &str, next: Option<&str>) -> String {
    let next = next.map(|next| format!(" Next: {next}.")).unwrap_or_default();
    format!("{unit}: {decided}.{next}")
}

/// A slot of a deck is not among the next ones.
#[must_use]
pub const fn not_next() -> &'static str {
    "You can use only what comes next."
}

/// An order waits for its cooldown.
#[must_use]
pub fn cools_down(action: &str, turns: i32) -> String {
    format!("{action}: cooldown {}.", names::count(turns, "turn"))
}

/// There is nothing to undo in the choice.
#[must_use]
pub const fn nothing_to_step_back() -> &'static str {
    "Nothing to cancel."
}

/// No action of a unit can target a cell or unit first.
#[must_use]
pub fn nothing_reaches(unit: &str, target: &str) -> String {
    format!("No action of {unit} reaches {target}.")
}

/// What a press at the pointer would do: an action on a unit, or on a cell.
#[must_use]
pub fn press_would(action: &str, unit: Option<&str>, cell: Cell) -> String {
    match unit {
        Some(unit) => format!("Click: {action} on {unit}"),
        None => format!("Click: {action} to {cell}"),
    }
}

/// A step was undone.
#[must_use]
pub fn taken_back(what: &str) -> String {
    format!("Undone: {what}.")
}

/// The earlier decision stands.
#[must_use]
pub fn stands_as_decided(unit: &str, decided: &str) -> String {
    format!("{unit}'s order kept: {decided}.")
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
        Some(floor) => format!("Floors above {floor} are hidden."),
    }
}

/// A decision stands without its incomplete action.
#[must_use]
pub fn last_aim_left_out(unit: &str, decided: &str) -> String {
    format!("{unit}: {decided}. The unfinished action was cancelled.")
}

/// A second press closes the decisions. `waiting` units are undecided; `ends_turn` selects the wording.
#[must_use]
pub fn confirm_commit(waiting: &[String], ends_turn: bool) -> String {
    let closes = if ends_turn { "end the turn" } else { "play the round" };
    match (waiting.join(", "), ends_turn) {
        (names, _) if names.is_empty() => format!("Press again to {closes}."),
        (names, true) => format!("Without orders: {names}. Press again to {closes} anyway."),
        (names, false) => format!("Without orders: {names}. Press again to {closes} anyway."),
    }
}

/// There is no round to carry out.
#[must_use]
pub const fn carried_out_at_once() -> &'static str {
    "Orders run at once in this battle. Give an order to the unit whose turn it is."
}

/// The computer ends the turn.
#[must_use]
pub const fn nothing_better() -> &'static str {
    "The remaining units have no useful action. End the turn, or give orders yourself."
}

/// The computer decided for the rest.
#[must_use]
pub const fn rest_decided() -> &'static str {
    "The computer chose the remaining orders. Play the round, or undo."
}

/// All units are decided.
#[must_use]
pub const fn all_decided(ends_turn: bool) -> &'static str {
    if ends_turn { "All units have acted. End the turn." } else { "Everyone has orders. Play the round." }
}

/// Note of a finished battle without a turning point.
#[must_use]
pub const fn no_turning_point() -> &'static str {
    "No turning point: no other single order that was tried would have saved health, a unit or the battle."
}

/// A better decision of a round.
#[must_use]
pub fn better_in_round(decision: &str) -> String {
    format!("{decision} in that round")
}

/// A better decision of an activation.
#[must_use]
pub fn better_alone(decision: &str) -> String {
    format!("{decision}, if all other units had acted in the same way")
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

/// The first actions of a decision without those that followed.
#[must_use]
pub fn without_the_rest(decision: &str) -> String {
    format!("{decision} and no more")
}

/// Heading of the rescues of a unit, a name or `it`.
#[must_use]
pub fn what_saves(unit: &str) -> String {
    format!("Orders that save {unit}")
}

/// Number of unlisted rescues.
#[must_use]
pub fn more_rescues(more: usize) -> String {
    format!("and {more} more")
}

/// No rescue was found.
#[must_use]
pub const fn no_rescue() -> &'static str {
    "No single order saves it; it takes two or more."
}

/// The last round was undone.
#[must_use]
pub fn back_in_round(round: i32) -> String {
    format!("Back in round {round}, with your orders.")
}

/// The last decision was undone.
#[must_use]
pub const fn last_taken_back() -> &'static str {
    "Undone."
}

/// The turn restarts.
#[must_use]
pub const fn turn_begins_anew() -> &'static str {
    "The turn starts again."
}

/// The better decision of a turning point is chosen and shown.
#[must_use]
pub fn better_shown(words: &str) -> String {
    format!("Better: {words}. Confirm to play it. Your earlier try is saved too.")
}

/// The record was forked.
#[must_use]
pub const fn forked() -> &'static str {
    "Rewound. Your earlier try is saved too."
}
