//! `solve`: searches for decisions that win a scenario within some rounds.

use super::mine::Mining;
use super::output::{Found, json, print};
use crate::proof::Proof;
use foretoken_preview::{Level, Position, Reply, Search, SolveOptions, Solved, Worker};
use foretoken_session::content::Content;
use foretoken_session::line::{self, LineStep, PlayedLine};
use foretoken_session::mine::Wanted;
use foretoken_session::referee::Setup;
use foretoken_vm::state::flag;
use foretoken_vm::{Battle, Outcome, Plan, Team};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::fmt::Write;

/// Search for decisions that win a scenario
#[derive(Debug, clap::Args)]
pub(super) struct Solve {
    /// Scenario, as `NAME` or `PACK/NAME`
    scenario: String,
    /// Maximum number of rounds to win
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=1000))]
    rounds: i32,
    /// Opponent: the planner, or any possible counter-move
    #[arg(long, default_value = "planner")]
    against: Against,
    /// Maximum number of unit decisions to search
    #[arg(long, default_value_t = 5_000_000)]
    nodes: u64,
    /// Level of the computer: easy, normal or hard
    #[arg(long, default_value = "normal")]
    level: Level,
    /// Seed of the battle; the scenario's own by default
    #[arg(long)]
    seed: Option<u64>,
    /// Number of threads; by default the number of cores
    #[arg(long)]
    threads: Option<usize>,
    /// Count the classes of winning ends; ends that differ only in order are equal
    #[arg(long)]
    unique: bool,
    /// Save the line beside the scenario as a proof for `check`
    #[arg(long)]
    save: bool,
    #[command(flatten)]
    mining: Mining,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The opponent of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Against {
    Planner,
    Any,
}

#[derive(serde::Serialize)]
struct Report {
    scenario: String,
    rounds: i32,
    against: &'static str,
    level: &'static str,
    seed: u64,
    found: bool,
    whole: bool,
    nodes: u64,
    ends: Option<usize>,
    /// Answered and total counter-moves, if all were searched.
    replies: Option<(usize, usize)>,
    assumed: Vec<&'static str>,
    line: Vec<String>,
    steps: Vec<LineStep>,
    hash: Option<String>,
}

struct CounterMoves {
    wins: usize,
    fails: usize,
    of: usize,
    nodes: u64,
    chance: bool,
    unknown: bool,
}

impl Solve {
    pub(super) fn run(&self, content: &Content) -> anyhow::Result<Found> {
        if let Some(folder) = &self.mining.mine {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build()?;
            let setup = content.setup(&self.scenario, self.seed)?.setup.at_level(self.level);
            let team = side(&setup.battle())?;
            let wanted = Wanted { team, rounds: self.rounds, nodes: self.nodes, level: self.level };
            return pool.install(|| self.mining.run(content, &setup, folder, &wanted, self.json));
        }
        let setup = content.setup(&self.scenario, self.seed)?.setup.at_level(self.level);
        let book = &setup.book;
        let battle = setup.battle();
        let team = side(&battle)?;
        let root = Position::start(battle.project(book, team), Plan::default());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build()?;
        let bar = ProgressBar::new(self.nodes);
        let replies = match self.against {
            Against::Planner => None,
            Against::Any => Some(pool.install(|| self.replies(&setup, &root, team, &bar))),
        };
        // Against any counter-move, the printed line answers the planner's.
        let searches = replies.as_ref().is_none_or(|replies| replies.fails == 0);
        let left = self.nodes.saturating_sub(replies.as_ref().map_or(0, |replies| replies.nodes));
        let mut solved = match searches {
            true => pool.install(|| self.search(&setup, root, team, left, &bar)),
            false => Solved::default(),
        };
        bar.finish_and_clear();
        if let Some(replies) = &replies {
            solved.nodes += replies.nodes;
            solved.chance |= replies.chance;
            solved.unknown |= replies.unknown;
            solved.whole = replies.wins + replies.fails == replies.of || replies.fails > 0;
        }
        let steps: Vec<LineStep> = solved.line.iter().flatten().map(|step| LineStep::of(book, step)).collect();
        let played = match &solved.line {
            Some(_) => Some(line::play_line(setup.clone(), team, &steps)?),
            None => None,
        };
        let report = self.report(&setup, &solved, replies.as_ref(), played.as_ref(), steps);
        if self.json {
            json(&report)?;
        } else {
            print(&report.text(played.as_ref())?)?;
        }
        if self.save && report.found {
            let (folder, name) = (content.folder_to_edit(&setup.pack)?, &book.scenario);
            let path = report.proof(team).save(&folder, name)?;
            if !self.json {
                print(&format!("Saved as {}.\n", path.display()))?;
            }
        }
        Ok(if report.found { Found::Fine } else { Found::Problems })
    }

    fn search(&self, setup: &Setup, root: Position, team: Team, nodes: u64, bar: &ProgressBar) -> Solved {
        let (book, others) = (&setup.book, setup.planner_options());
        let options = SolveOptions { rounds: self.rounds, nodes, all: self.unique };
        let mut search = Search::new(book, root, options);
        let end = search.end();
        while let Some((batch, limit)) = search.batch() {
            let worker = || Worker::new(team, &others);
            let found = batch.par_iter().map_init(worker, |worker, position| worker.expand(book, position, end, limit));
            let found = found.collect();
            search.take(found);
            bar.set_position(self.nodes - nodes + search.nodes());
        }
        search.finish()
    }

    fn replies(&self, setup: &Setup, root: &Position, team: Team, bar: &ProgressBar) -> CounterMoves {
        let (book, others) = (&setup.book, setup.planner_options());
        let end = root.known().state().round().saturating_add(self.rounds);
        // Keeps a quarter of the limit for the printed line.
        let most = self.nodes - self.nodes / 4;
        let openings = Worker::new(team, &others).openings(book, root, end, most);
        let left = most.saturating_sub(openings.nodes);
        let share = left / openings.positions.len().max(1) as u64;
        let proofs = openings.positions.par_iter().map_init(
            || Worker::new(team, &others),
            |worker, position| {
                let proof = worker.prove(book, position, end, share);
                bar.inc(proof.nodes);
                proof
            },
        );
        let proofs: Vec<_> = proofs.collect();
        let count = |wanted| proofs.iter().filter(|proof| proof.reply == wanted).count();
        CounterMoves {
            wins: count(Reply::Wins),
            fails: count(Reply::Fails),
            of: proofs.len() + usize::from(openings.cut),
            nodes: openings.nodes + proofs.iter().map(|proof| proof.nodes).sum::<u64>(),
            chance: openings.chance || proofs.iter().any(|proof| proof.chance),
            unknown: openings.unknown || proofs.iter().any(|proof| proof.unknown),
        }
    }

    fn report(
        &self,
        setup: &Setup,
        solved: &Solved,
        replies: Option<&CounterMoves>,
        played: Option<&PlayedLine>,
        steps: Vec<LineStep>,
    ) -> Report {
        let wins = played.is_some_and(|played| played.outcome == Outcome::Won);
        let proved = replies.is_none_or(|replies| replies.wins == replies.of);
        Report {
            scenario: self.scenario.clone(),
            rounds: self.rounds,
            against: if self.against == Against::Any { "any" } else { "planner" },
            level: self.level.name(),
            seed: setup.seed(),
            found: wins && proved,
            whole: solved.whole,
            nodes: solved.nodes,
            ends: self.unique.then_some(solved.ends.len()),
            replies: replies.map(|replies| (replies.wins, replies.of)),
            assumed: solved.assumed(&setup.book),
            line: played.map(|played| played.words.clone()).unwrap_or_default(),
            steps,
            hash: played.map(|played| format!("{:016x}", played.hash)),
        }
    }
}

impl Report {
    fn text(&self, played: Option<&PlayedLine>) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        let Self { scenario, rounds, nodes, .. } = self;
        let rounds = if *rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
        match (self.found, self.whole) {
            (true, _) => writeln!(text, "{scenario}: won within {rounds}, {nodes} decisions tried")?,
            (false, true) => {
                writeln!(text, "{scenario}: no win within {rounds}; all {nodes} decisions were tried")?;
            }
            (false, false) => {
                writeln!(
                    text,
                    "{scenario}: no win found within {rounds} and {nodes} decisions; the search is incomplete"
                )?;
            }
        }
        match self.replies {
            Some((wins, of)) => {
                writeln!(text, "checked against every reply: wins against {wins} of {of} first moves of the enemy")?
            }
            None => writeln!(text, "against the planner at level {}, seed {}", self.level, self.seed)?,
        }
        for assumed in &self.assumed {
            writeln!(text, "assumed: {assumed}")?;
        }
        if let Some(ends) = self.ends {
            let at_least = if self.whole { "" } else { "at least " };
            let endings = if ends == 1 { "ending" } else { "endings" };
            writeln!(text, "{at_least}{ends} different {endings} that win")?;
        }
        for words in &self.line {
            writeln!(text, "{words}")?;
        }
        if let Some(played) = played.filter(|played| played.outcome != Outcome::Won) {
            let trouble = played
                .trouble
                .as_ref()
                .map_or_else(|| "the recorded decisions do not win when replayed".to_owned(), ToString::to_string);
            writeln!(text, "The prediction wins, but the real battle does not: {trouble}")?;
        }
        Ok(text)
    }

    fn proof(&self, team: Team) -> Proof {
        Proof {
            side: team.0,
            seed: self.seed,
            level: self.level.to_owned(),
            rounds: self.rounds,
            against: self.against.to_owned(),
            ends: self.ends,
            whole: self.whole,
            hash: self.hash.clone().unwrap_or_default(),
            steps: self.steps.clone(),
        }
    }
}

fn side(battle: &Battle) -> anyhow::Result<Team> {
    let acting = battle.state().entities().iter().filter(|entity| entity.flags & flag::ACTS != 0);
    let mut sides: Vec<Team> = acting.map(|entity| entity.team).collect();
    sides.retain(|&team| !battle.state().is_planned(team));
    sides.sort_unstable();
    sides.dedup();
    match sides[..] {
        [team] => Ok(team),
        [] => anyhow::bail!("the computer plays all sides of this scenario, so there is nothing to solve"),
        _ => anyhow::bail!("players play several sides of this scenario; `solve` needs exactly one"),
    }
}
