//! Sentences of the run screens, for window and terminal.

use super::game::RunGame;
use super::list::{KeptRun, RunStanding};
use foretoken_campaign::entry::Owner;
use foretoken_campaign::pages::{Fitting, Offered, Waypoint};
use foretoken_campaign::{Mode, Run, RunView, Seen};
use foretoken_session::texts::rules::RulesText;
use foretoken_session::texts::{names, records};

/// What the buttons and rows of the screens do.
pub const NEW_RUN: &str = "New run";
/// Explains [`NEW_RUN`].
pub const NEW_RUN_ABOUT: &str = "A campaign: rooms, choices and battles with one party.";
/// Opens the list of runs.
pub const RUNS: &str = "Runs";
/// Explains [`RUNS`].
pub const RUNS_ABOUT: &str = "All runs: continue one, or give it up.";
/// The list of runs is empty.
pub const NO_RUNS: &str = "There is no run yet.";
/// Opens a run of the list.
pub const CONTINUE: &str = "Continue";
/// Opens a run of the list that is over.
pub const LOOK_BACK: &str = "Show its end";
/// Gives up a run.
pub const GIVE_UP: &str = "Give up the run";
/// Explains the confirmation of [`GIVE_UP`].
pub const GIVE_UP_ABOUT: &str = "The run ends and counts in the profile. Its journal is kept.";
/// Goes on with a run that was to be given up.
pub const KEEP_ON: &str = "Continue the run";
/// Leaves a list.
pub const CLOSE: &str = "Close";
/// A run whose journal has no campaign.
pub const NO_ASSETS: &str = "its journal has no campaign";
/// Explains the continuation of a run.
pub const GOES_ON_ABOUT: &str = "The last unfinished run.";
/// Heading of the list of scenarios.
pub const SINGLE_BATTLES: &str = "Single battles";
/// Opens the battle.
pub const FIGHT: &str = "Fight the battle.";
/// Opens a battle that has begun.
pub const FIGHT_ON: &str = "Continue the battle.";
/// Explains [`FIGHT`].
pub const FIGHT_ABOUT: &str = "You can leave it at any time and continue it later.";
/// Lets the planner fight.
pub const AUTO: &str = "Let the computer fight the battle.";
/// Explains [`AUTO`].
pub const AUTO_ABOUT: &str = "It decides for both sides. The result counts.";
/// Explains the confirmation of a rewind.
pub const REWIND_ABOUT: &str = "The decisions after this point no longer count. The journal keeps them.";
/// A mode without rewinds.
pub const NO_REWIND: &str = "This run is ironman: it has no rewinds.";
/// No earlier room.
pub const NOWHERE: &str = "There is no earlier room yet.";
/// The editor is refused on the map of a run.
pub const NO_EDITOR: &str = "Return to the title screen to open the editor.";
/// The editor is refused in a battle of a run.
pub const NO_EDITOR_IN_BATTLE: &str = "A battle of a run cannot be edited.";
/// A change of equipment that changes no number.
pub const NO_CHANGE: &str = "No number changes.";

/// Heading of the ways out of a room.
pub const WAYS: &str = "Ways from here";
/// Question of the menu of a new run.
pub const WHICH_CAMPAIGN: &str = "Which campaign?";
/// Explains the seed in the menu of the terminal.
pub const SEED_AGAIN: &str =
    "The same seed gives the same offers and dice. Type digits to set it; Enter draws another one.";
/// Heading of the skill that an offered skill replaces.
pub const IN_PLACE_OF: &str = "In place of:";
/// Heading of the members that can wear an offered item.
pub const COMPARED: &str = "If a member wears it:";
/// Keys of a page.
pub const PAGE_KEYS: &str = "Arrows: choose · Enter: press · Escape: back";
/// Keys of the map.
pub const MAP_KEYS: &str = "Arrows: rooms · Tab: next open room · Enter: go · Drag or wheel: move the map";

/// Keys of the party page.
pub const PARTY_KEYS: &str = "Arrows: choose · Enter: change · Tab: next member · Escape: back";
/// Heading of the rooms that a run visited.
pub const ROOMS: &str = "Rooms";
/// Heading of turning points.
pub const TURNING: &str = "Turning points";
/// Heading of the seed.
pub const SHARE: &str = "To play the same run";
/// The terms were copied.
pub const COPIED: &str = "Copied to the clipboard.";

/// Describes the number of rooms of a campaign.
#[must_use]
pub fn count_rooms((least, most): (usize, usize)) -> String {
    let rooms = names::count(i32::try_from(most).unwrap_or(i32::MAX), "room");
    if least == most { format!("{rooms}.") } else { format!("{least} to {rooms}.") }
}

/// Asks for the confirmation of a rewind.
#[must_use]
pub fn rewinds(point: &Waypoint) -> String {
    format!("Go back to: {}?", point.text)
}

/// Describes the rooms that are entered again after a rewind.
#[must_use]
pub fn replayed(point: &Waypoint) -> String {
    match point.rooms {
        0 => "This room begins again.".to_owned(),
        rooms => format!("Later rooms that no longer count: {rooms}."),
    }
}

/// Takes the chosen offers.
pub const TAKE: &str = "Take the chosen ones. (e)";

/// Reason why a room with chosen offers is not left.
pub const TAKE_FIRST: &str = "Take the offers that you have chosen first, or choose them again to leave them.";
/// Opens the party.
pub const PARTY: &str = "Party";
/// Opens the map.
pub const TO_MAP: &str = "To the map";
/// Heading of the map.
pub const MAP: &str = "Map";
/// Heading of the end.
pub const END: &str = "The run is over";
/// Opens the journal.
pub const JOURNAL: &str = "Journal";
/// Goes back to an earlier room.
pub const GO_BACK: &str = "Go back to a room";

/// Answer to the question whether to go back.
pub const GO_BACK_YES: &str = "Yes, go back";
/// Refuses to go back.
pub const STAY: &str = "Stay here";
/// Leaves the run.
pub const LEAVE: &str = "Leave. The run is saved.";

/// Answer to a step back from the map of the terminal.
pub const LEAVE_BY_KEY: &str = "Press q to leave. The run is saved.";
/// A row that offers no change.
pub const NOTHING_HERE: &str = "There is nothing to change here.";
/// Keys of the map in the terminal.
pub const TERMINAL_MAP_KEYS: &str =
    "arrows: rooms · Tab: next open room · Enter: go · i: party · L: journal · r: go back · g: give up · q: leave";
/// Keys of a page in the terminal.
pub const TERMINAL_PAGE_KEYS: &str = "up, down, Enter or a number: choose · Esc: back · m: map · q: leave";

/// Returns the keys of the end of a run's battle in the terminal. A battle that is won, or without rewinds, offers none.
#[must_use]
pub const fn keys_of_end(can_repeat: bool, is_final: bool) -> &'static str {
    match (can_repeat, is_final) {
        (true, true) => "n back to the run · a play again",
        (true, false) => "n back to the run · a play again · u undo · r rewind",
        (false, true) => "n back to the run",
        (false, false) => "n back to the run · u undo · r rewind",
    }
}

/// Returns the keys of a page in a terminal that is too narrow for stats and comparison beside the rows.
#[must_use]
pub fn narrow_page_keys(shows_side: bool) -> String {
    let key = if shows_side { "v: back to the list" } else { "v: stats and comparison" };
    format!("{key} · {TERMINAL_PAGE_KEYS}")
}

/// Describes what a change of equipment alters.
#[must_use]
pub fn compared(changes: &[String]) -> Vec<String> {
    if changes.is_empty() { vec![NO_CHANGE.to_owned()] } else { changes.to_vec() }
}

/// Returns the content of an offer, by the index of the decision that takes or buys it.
#[must_use]
pub fn offered(game: &RunGame, decision: usize) -> Option<Offered> {
    game.run().offered(&game.view().moves.get(decision)?.command)
}

/// Describes what an offer does and what it would replace. Each line has the name of its colour.
#[must_use]
pub fn comparison(run: &Run, offered: &Offered) -> Vec<(&'static str, String)> {
    let item = match offered {
        Offered::Item(item) => item,
        Offered::Skill { new, given } => {
            let mut lines = told(run.skill_text(new));
            lines.push(("accent", IN_PLACE_OF.to_owned()));
            lines.extend(told(run.skill_text(given)));
            return lines;
        }
    };
    let mut lines = told(run.item_text(item));
    let fittings = run.fittings(item, &Owner::Stash);
    lines.extend((!fittings.is_empty()).then(|| ("accent", COMPARED.to_owned())));
    lines.extend(fittings.iter().map(|own| ("white", fitting(own))));
    lines
}

fn told(text: Option<RulesText>) -> Vec<(&'static str, String)> {
    let Some(text) = text else { return Vec::new() };
    let note = (!text.note.is_empty()).then_some(("text-soft", text.note));
    let lines = text.lines.into_iter().map(|line| ("text", line));
    std::iter::once(("white", text.title)).chain(note).chain(lines).collect()
}

/// Says why something cannot be chosen.
#[must_use]
pub fn refused(why: &str) -> String {
    format!("Not possible: {why}")
}

/// Describes what an item changes for a member, and what it replaces.
#[must_use]
pub fn fitting(fitting: &Fitting) -> String {
    let instead = fitting.replaces.as_ref().map_or_else(String::new, |item| format!(" instead of {item}"));
    let changes = if fitting.changes.is_empty() { "no number changes".to_owned() } else { fitting.changes.join(", ") };
    format!("{}{instead}: {changes}.", fitting.member)
}

/// Returns the displayed name of a mode.
#[must_use]
pub const fn mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Free => "Free",
        Mode::SameDice => "Same dice",
        Mode::Ironman => "Ironman",
    }
}

/// Explains a mode in one sentence.
#[must_use]
pub const fn mode_note(mode: Mode) -> &'static str {
    match mode {
        Mode::Free => "You can go back to an earlier room. The dice then fall differently.",
        Mode::SameDice => "You can go back to an earlier room. Equal decisions then have equal results.",
        Mode::Ironman => "You cannot go back, also not within a battle.",
    }
}

/// Explains a seed in one sentence.
pub const SEED_NOTE: &str = "The same seed gives the same offers and dice. Type digits to set it.";

/// Returns the next mode.
#[must_use]
pub const fn next_mode(mode: Mode) -> Mode {
    match mode {
        Mode::Free => Mode::SameDice,
        Mode::SameDice => Mode::Ironman,
        Mode::Ironman => Mode::Free,
    }
}

/// Describes an unfinished run: campaign, room and time.
#[must_use]
pub fn kept(run: &KeptRun) -> String {
    let battle = if run.is_in_battle { ", in battle" } else { "" };
    let room = if run.room.is_empty() { String::new() } else { format!(", {}{battle}", run.room) };
    format!("{}{room} · {}", run.campaign, records::ago(run.age))
}

/// Describes the state of a run in the list.
#[must_use]
pub fn run_standing(run: &KeptRun) -> String {
    match &run.standing {
        RunStanding::Unfinished => "Unfinished.".to_owned(),
        RunStanding::NoPack(pack) => {
            format!("Its pack `{pack}` is missing. The run has its own rules, but not the pictures of the pack.")
        }
        RunStanding::Taken => "Another window or terminal has it open. Leave it there first.".to_owned(),
        RunStanding::Over(ending) => ending.clone(),
        RunStanding::Damaged(reason) => {
            format!("It cannot go on: {reason}. Its folder is kept: {}", run.folder.display())
        }
    }
}

/// Asks for the confirmation to give a run up.
#[must_use]
pub fn gives_up(campaign: &str) -> String {
    format!("Give up {campaign}?")
}

/// Explains what a rewind does in this run, or why there is none.
#[must_use]
pub fn rewind_note(mode: Mode, has_points: bool) -> &'static str {
    match mode {
        Mode::Ironman => NO_REWIND,
        _ if !has_points => NOWHERE,
        mode => mode_note(mode),
    }
}

/// Text of the button that continues a run.
#[must_use]
pub fn goes_on(run: &KeptRun) -> String {
    format!("Continue: {}", kept(run))
}

/// Returns the displayed name of a room, or a text for an unknown one.
#[must_use]
pub fn room(view: &RunView, room: usize) -> String {
    let title = view.rooms.get(room).and_then(|room| room.title.clone());
    title.unwrap_or_else(|| "Unknown room".to_owned())
}

/// Returns the displayed kind of a room, or a text for an unknown one.
#[must_use]
pub fn kind(view: &RunView, room: usize) -> String {
    let kind = view.rooms.get(room).and_then(|room| room.kind.clone());
    kind.unwrap_or_else(|| "Unknown kind".to_owned())
}

/// Describes how the party stands to a room.
#[must_use]
pub fn standing(view: &RunView, room: usize) -> String {
    let Some(own) = view.rooms.get(room) else { return String::new() };
    match (own.seen, &own.closed) {
        (Seen::Here, _) => "The party is here.".to_owned(),
        (Seen::Open, _) => "An open way leads there.".to_owned(),
        (Seen::Closed, Some(why)) if !why.is_empty() => format!("The way is closed. {why}"),
        (Seen::Closed, _) => "The way is closed.".to_owned(),
        (Seen::Visited, _) => "The party was here.".to_owned(),
        (Seen::Far, _) => "No way leads there from the current room.".to_owned(),
    }
}

/// Says what is to be done before the party leaves a room.
#[must_use]
pub fn unfinished(what: &str) -> String {
    format!("Finish the current room first: {what}.")
}

/// Describes the wound of a member.
#[must_use]
pub fn wounded(rooms: u16) -> String {
    format!("wounded for {}", names::count(i32::from(rooms), "room"))
}

/// Describes the values of the run in one line.
#[must_use]
pub fn values(view: &RunView) -> String {
    view.values.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" · ")
}

/// Describes the number of offers to take.
#[must_use]
pub fn offers(most: usize, chosen: usize) -> String {
    match most {
        1 => "You can take 1 of these.".to_owned(),
        most => format!("You can take {most} of these. Chosen: {chosen}."),
    }
}

/// Describes a finished run: its end, rooms, battles, losses, unlocks and values.
#[must_use]
pub fn totals(game: &RunGame) -> Vec<String> {
    let (view, state) = (game.view(), game.run().state());
    let count = |number: usize, thing: &str| names::count(i32::try_from(number).unwrap_or(i32::MAX), thing);
    let mut lines = vec![format!("{} and {}.", count(view.way.len(), "room"), count(state.battles as usize, "battle"))];
    if !view.fallen.is_empty() {
        lines.push(format!("Lost: {}.", view.fallen.join(", ")));
    }
    if !view.values.is_empty() {
        lines.push(format!("At the end: {}.", values(view)));
    }
    lines
}

/// Returns the displayed names of the unlocks that the run gained, with their descriptions.
#[must_use]
pub fn unlocks(game: &RunGame) -> Vec<String> {
    let rules = &game.run().campaign().asset.unlocks;
    let text = |name: &String| {
        let rule = rules.iter().find(|rule| rule.name == *name);
        let title = rule.filter(|rule| !rule.title.is_empty()).map_or(name.as_str(), |rule| &rule.title);
        format!("Unlocked: {title}.")
    };
    game.view().gained.iter().map(text).collect()
}
