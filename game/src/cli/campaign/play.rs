//! `campaign play`: a run on the screens of the terminal, or in plain text on standard input and output.

use super::{battle, compiled, runs_folder};
use crate::cli::output::{Found, print};
use crate::runs::folder::new_seed;
use crate::runs::game::failure;
use crate::runs::{RunGame, Terms};
use foretoken_campaign::entry::{EquipChange, Owner};
use foretoken_campaign::{Command, Mode, MoveView, Run, RunError, RunView, Seen, TakeOffer};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use std::fmt::Write;
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

/// Play a run in the terminal; in plain text with --auto or without a terminal: numbers choose
#[derive(Debug, clap::Args)]
pub(super) struct Play {
    /// Campaign, as `NAME` or `PACK/NAME`; not needed with --resume
    #[arg(required_unless_present = "resume")]
    campaign: Option<String>,
    /// Continue the run in this folder
    #[arg(long, value_name = "RUN", conflicts_with_all = ["campaign", "seed", "mode", "level"])]
    resume: Option<PathBuf>,
    /// Seed of the run; a new one by default
    #[arg(long)]
    seed: Option<u64>,
    /// Mode: free, same-dice or ironman
    #[arg(long, default_value = "free")]
    mode: Mode,
    /// Level of the computer: easy, normal or hard
    #[arg(long, default_value = "normal")]
    level: Level,
    /// Let the planner fight the battles
    #[arg(long)]
    auto: bool,
    /// Folder of runs
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,
}

const HELP: &str = "\
a number: choose it; several numbers: take several offers
party: show the party with skills and items
map: show the rooms
log: show the journal with entry numbers
skills MEMBER LOADOUT SKILL…: equip skills; loadouts count from 1
give FROM TO ITEM: hand an item over; `stash` is the stash
wear MEMBER ITEM, off MEMBER ITEM: put an item on, take it off
first MEMBER: let a member go first
fight: play the next battle on the battle screen
auto: let the planner fight it
rewind ENTRY: go back to the state after an entry
give-up: end the run
quit: leave; --resume continues
";

impl Play {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        let runs = runs_folder(self.runs.as_ref())?;
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if is_terminal && !self.auto && std::env::var("TERM").is_ok_and(|term| term != "dumb") {
            let colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            let game = self.game(content, &runs)?;
            print(&format!("Run: {}\n", game.folder().display()))?;
            battle::play(content, game, colours)?;
            return Ok(Found::Fine);
        }
        let mut game = self.game(content, &runs)?;
        print(&format!("Run: {}\n{}\n", game.folder().display(), game.run().terms()))?;
        let mut lines = std::io::stdin().lock().lines();
        let mut is_new = true;
        loop {
            if self.auto && game.run().is_battle_due() {
                fight(&mut game)?;
                continue;
            }
            let view = game.view().clone();
            if std::mem::take(&mut is_new) {
                print(&scene(&view))?;
            }
            let Some(line) = lines.next().transpose()? else { return Ok(Found::Fine) };
            match line.trim() {
                "" => {}
                "quit" => return Ok(Found::Fine),
                "help" => print(HELP)?,
                "party" => print(&party(&view))?,
                "map" => print(&map(&view))?,
                "log" => print(&log(game.run()))?,
                "fight" if view.battle && std::io::stdout().is_terminal() => {
                    battle::fight_of(content, &mut game, true)?;
                    is_new = true;
                }
                "fight" if view.battle => print("The battle screen needs a terminal; `auto` works without one.\n")?,
                "auto" if view.battle => is_new = fight(&mut game)?,
                line => match command(game.run(), &view, line, &mut lines)? {
                    Some(command) => is_new = told(game.act(&command))?,
                    None => print("Unknown command. Type a number or `help`.\n")?,
                },
            }
        }
    }

    fn game(&self, content: &Content, runs: &std::path::Path) -> anyhow::Result<RunGame> {
        if let Some(folder) = &self.resume {
            return RunGame::resume(content, folder);
        }
        let campaign = compiled(content, self.campaign.as_deref().unwrap_or_default())?;
        let seed = self.seed.unwrap_or_else(new_seed);
        let terms = Terms { campaign: (campaign.pack, campaign.name), seed, mode: self.mode, level: self.level };
        RunGame::begin(content, runs, &terms)
    }
}

/// Lets the planner fight. Returns false after a refusal, which is printed.
fn fight(game: &mut RunGame) -> anyhow::Result<bool> {
    let is_done = told(game.fight_by_planner())?;
    for text in game.news().iter().filter(|_| is_done) {
        print(&format!("{text}\n"))?;
    }
    Ok(is_done)
}

/// Prints a refusal. Returns whether the decision was made.
fn told(done: anyhow::Result<()>) -> anyhow::Result<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(error) if matches!(error.downcast_ref(), Some(RunError::Refused(_))) => {
            print(&format!("{}\n", failure(&error)))?;
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

fn numbers(line: &str) -> Option<Vec<usize>> {
    line.split([' ', ',']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect()
}

type Lines<'l> = std::io::Lines<std::io::StdinLock<'l>>;

/// Reads a decision; `None` if the line is none.
fn command(run: &Run, view: &RunView, line: &str, lines: &mut Lines<'_>) -> anyhow::Result<Option<Command>> {
    if let Some(numbers) = numbers(line).filter(|numbers| !numbers.is_empty()) {
        let chosen: Vec<&MoveView> = numbers.iter().filter_map(|at| view.moves.get(at.checked_sub(1)?)).collect();
        if chosen.len() < numbers.len() {
            return Ok(None);
        }
        return match &chosen[..] {
            [one] => with_answers(run, one.command.clone(), lines).map(Some),
            several => Ok(together(several)),
        };
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let owner = |name: &str| if name == "stash" { Owner::Stash } else { Owner::Member(name.to_owned()) };
    Ok(Some(match words[..] {
        ["give-up"] => Command::GiveUp,
        ["rewind", entry] => match entry.parse() {
            Ok(entry) => Command::Rewind(entry),
            Err(_) => return Ok(None),
        },
        ["first", member] => Command::Equip(EquipChange::First(member.to_owned())),
        ["give", from, to, item] => {
            let (from, to, item) = (owner(from), owner(to), item.to_owned());
            Command::Equip(EquipChange::Hand { from, to, item, worn: false })
        }
        [how @ ("wear" | "off"), member, item] => {
            let (own, item) = (owner(member), item.to_owned());
            Command::Equip(EquipChange::Hand { from: own.clone(), to: own, item, worn: how == "wear" })
        }
        ["skills", member, loadout, ref skills @ ..] => {
            let Some(loadout) = loadout.parse::<u16>().ok().and_then(|at| at.checked_sub(1)) else { return Ok(None) };
            let skills = skills.iter().map(|skill| (*skill).to_owned()).collect();
            Command::Equip(EquipChange::Skills { member: member.to_owned(), loadout, skills })
        }
        _ => return Ok(None),
    }))
}

/// Joins offers of loot into one decision.
fn together(moves: &[&MoveView]) -> Option<Command> {
    let mut all: Vec<TakeOffer> = Vec::new();
    for one in moves {
        match &one.command {
            Command::Take(offers) => all.extend(offers.iter().cloned()),
            _ => return None,
        }
    }
    Some(Command::Take(all))
}

/// Asks the questions of an option.
fn with_answers(run: &Run, command: Command, lines: &mut Lines<'_>) -> anyhow::Result<Command> {
    let Command::Choose(option, mut answers) = command else { return Ok(command) };
    while let Ok(Some(asked)) = run.question(option, &answers) {
        let mut text = format!("{}\n", asked.prompt);
        for (at, (_, answer)) in asked.answers.iter().enumerate() {
            writeln!(text, "  {}. {answer}", at + 1)?;
        }
        print(&text)?;
        let Some(line) = lines.next().transpose()? else { break };
        let chosen = line.trim().parse::<usize>().ok().and_then(|at| asked.answers.get(at.checked_sub(1)?));
        match chosen {
            Some((answer, _)) => answers.push((asked.key, *answer)),
            None => print("Type one of the numbers.\n")?,
        }
    }
    Ok(Command::Choose(option, answers))
}

fn scene(view: &RunView) -> String {
    let mut text = String::from("\n");
    if let Some(room) = view.here.and_then(|here| view.rooms.get(here)) {
        text += &format!("{} ({})\n", room.title.clone().unwrap_or_default(), room.kind.clone().unwrap_or_default());
        text +=
            &room.note.as_ref().filter(|note| !note.is_empty()).map_or_else(String::new, |note| format!("{note}\n"));
    } else {
        text += &format!("{}\n", view.campaign);
    }
    let values = view.values.iter().map(|(name, value)| format!("{name} {value}"));
    let members = view.party.iter().map(|member| {
        let wounded = if member.wounded > 0 { ", wounded" } else { "" };
        format!("{} {}/{}{wounded}", member.name, member.health.0, member.health.1)
    });
    text += &format!("{}\n", values.chain(members).collect::<Vec<_>>().join(" · "));
    if let Some(ending) = &view.ending {
        text += &format!("{ending}\n");
        for name in &view.gained {
            text += &format!("Unlocked: {name}\n");
        }
        text += "Type `rewind ENTRY` or `quit`.\n";
    } else if view.battle {
        text += "A battle waits. Type `fight` to play it, or `auto` to let the planner fight it.\n";
    }
    for (at, option) in view.moves.iter().enumerate() {
        let refused = option.refused.as_ref().map_or_else(String::new, |why| format!(" [not possible: {why}]"));
        text += &format!("  {}. {}{refused}\n", at + 1, option.text);
        for line in &option.details {
            text += &format!("       {line}\n");
        }
    }
    text
}

pub(super) fn party(view: &RunView) -> String {
    let mut text = String::new();
    for member in &view.party {
        text += &format!("{}, {}: health {}/{}", member.name, member.unit, member.health.0, member.health.1);
        if member.wounded > 0 {
            text += &format!(", wounded for {} rooms", member.wounded);
        }
        text += "\n";
        if !member.items.is_empty() {
            text += &format!("  items: {}\n", member.items.join("; "));
        }
        for (status, amount) in &member.statuses {
            text += &format!("  {status} {amount}\n");
        }
        for loadout in &member.loadouts {
            text += &format!("  {}, {} of these:\n", loadout.title, loadout.equip);
            for skill in &loadout.skills {
                let mark = if skill.equipped { "*" } else { " " };
                let locked = skill.locked.as_ref().map_or_else(String::new, |why| format!(" [locked: {why}]"));
                text += &format!("   {mark} {} (`{}`){locked}\n", skill.title, skill.skill);
            }
        }
    }
    if !view.stash.is_empty() {
        text += &format!("Stash: {}\n", view.stash.join("; "));
    }
    if !view.fallen.is_empty() {
        text += &format!("Lost: {}\n", view.fallen.join(", "));
    }
    text
}

pub(super) fn map(view: &RunView) -> String {
    let mut text = String::new();
    for room in view.rooms.iter().filter(|room| !room.is_template) {
        let mark = match room.seen {
            Seen::Here => "@",
            Seen::Visited => "+",
            Seen::Open => ">",
            Seen::Closed => "x",
            Seen::Far => " ",
        };
        let title = room.title.clone().unwrap_or_else(|| "?".to_owned());
        let kind = room.kind.clone().unwrap_or_else(|| "?".to_owned());
        let ways: Vec<String> = room.ways.iter().map(|way| (way + 1).to_string()).collect();
        text += &format!("{mark} {:>3}. {title} ({kind}) → {}\n", room.room + 1, ways.join(", "));
    }
    text
}

pub(super) fn log(run: &Run) -> String {
    run.told().into_iter().map(|(at, text)| format!("{at:>4}  {text}\n")).collect()
}
