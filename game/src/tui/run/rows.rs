//! The rows of each page: texts, and what pressing them does.

use super::{Deed, RunApp, RunPage};
use crate::runs::choice::has_loot;
use crate::runs::party::{Standing, groups};
use crate::runs::words;
use foretoken_campaign::pages::member_line;
use foretoken_campaign::{Command as Decision, Mode};

/// A row of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) words: String,
    pub(super) details: Vec<String>,
    pub(super) mark: char,
    pub(super) is_grey: bool,
    pub(super) is_heading: bool,
    /// What it does; `None` for a text.
    pub(super) deed: Option<Deed>,
}

impl Row {
    fn text(words: impl Into<String>) -> Self {
        Self { words: words.into(), mark: ' ', ..Self::default() }
    }

    fn heading(words: impl Into<String>) -> Self {
        Self { is_heading: true, ..Self::text(words) }
    }

    fn deed(words: impl Into<String>, deed: Deed) -> Self {
        Self { deed: Some(deed), ..Self::text(words) }
    }

    fn about(self, details: Vec<String>) -> Self {
        Self { details, ..self }
    }

    fn refused(mut self, why: Option<&String>) -> Self {
        self.is_grey |= why.is_some();
        self.details.extend(why.map(|why| words::refused(why)));
        self
    }
}

/// Returns the rows of the page.
pub(super) fn of(app: &RunApp) -> Vec<Row> {
    match app.page {
        RunPage::Map => Vec::new(),
        RunPage::Room => of_room(app),
        RunPage::Party => of_party(app),
        RunPage::Journal => {
            let told = app.game.run().told().into_iter();
            let lines = told.map(|(at, line)| Row::text(format!("{at:>4}  {line}")));
            std::iter::once(Row::heading(app.game.run().terms())).chain(lines).collect()
        }
        RunPage::Rewind => of_rewind(app),
        RunPage::End => of_end(app),
        RunPage::GiveUp => vec![
            Row::heading(words::gives_up(&app.game.view().campaign)),
            Row::text(words::GIVE_UP_ABOUT),
            Row::deed(words::KEEP_ON, Deed::Map),
            Row::deed(words::GIVE_UP, Deed::GiveUp),
        ],
    }
}

fn of_room(app: &RunApp) -> Vec<Row> {
    let (game, view) = (&app.game, app.game.view());
    let note = view.here.and_then(|here| view.rooms.get(here)?.note.clone()).unwrap_or_default();
    let mut rows = Vec::new();
    rows.extend((!note.is_empty()).then(|| Row::text(note)));
    rows.extend(game.news().iter().map(Row::heading));
    if let Some(question) = app.choice.question() {
        rows.push(Row::heading(&question.prompt));
        let replies = question.replies.iter().enumerate();
        rows.extend(replies.map(|(at, reply)| Row::deed(&reply.words, Deed::Answer(at)).about(reply.lines.clone())));
        return rows;
    }
    if let Some((title, note)) = game.run().battle_text() {
        let words = if game.has_battle_begun() { words::FIGHT_ON } else { words::FIGHT };
        let about = vec![format!("{title}. {note}"), words::FIGHT_ABOUT.to_owned()];
        rows.push(Row::deed(words, Deed::Fight).about(about));
        rows.push(Row::deed(words::AUTO, Deed::Auto).about(vec![words::AUTO_ABOUT.to_owned()]));
    }
    let has_loot = has_loot(view);
    if has_loot {
        rows.push(Row::text(words::offers(game.run().most_offers(), app.choice.count())));
    }
    let mut has_ways = false;
    // It stands below the offers, before the ways.
    let mut take = (has_loot && app.choice.count() > 0).then(|| Row::deed(words::TAKE, Deed::Take));
    for (at, own) in view.moves.iter().enumerate() {
        if matches!(own.command, Decision::Enter(_)) && !std::mem::replace(&mut has_ways, true) {
            rows.extend(take.take());
            rows.push(Row::heading(words::WAYS));
        }
        let mut row = Row::deed(&own.text, Deed::Move(at)).about(own.details.clone()).refused(own.refused.as_ref());
        if app.choice.is_marked(own) {
            row.mark = '*';
        }
        rows.push(row);
    }
    rows.extend(take);
    rows.push(Row::deed(words::PARTY, Deed::Party));
    rows.push(Row::deed(words::TO_MAP, Deed::Map));
    rows
}

fn of_party(app: &RunApp) -> Vec<Row> {
    let Some(member) = app.game.view().party.get(app.member) else { return Vec::new() };
    let mut rows = vec![Row::text(member_line(member))];
    for (group_at, group) in groups(&app.game, member).into_iter().enumerate() {
        if let Some((open, row)) = app.open {
            if let Some(own) = group.rows.into_iter().nth(row).filter(|_| open == group_at) {
                rows.push(Row::heading(own.words));
                rows.extend(own.deeds.into_iter().enumerate().map(|(at, deed)| {
                    let compared = match deed.refused {
                        Some(_) => Vec::new(),
                        None => words::compared(&app.game.run().consequences(&deed.steps)),
                    };
                    Row::deed(deed.words, Deed::Change(at)).about(compared).refused(deed.refused.as_ref())
                }));
            }
            continue;
        }
        rows.push(Row::heading(group.title));
        for (at, row) in group.rows.into_iter().enumerate() {
            let mark = if row.standing == Standing::InUse { '*' } else { ' ' };
            let is_grey = row.standing == Standing::Locked;
            let about = row.about.into_iter().take(2).map(|line| line.trim().to_owned()).collect();
            rows.push(Row { mark, is_grey, ..Row::deed(row.words, Deed::Row(group_at, at)).about(about) });
        }
    }
    rows
}

fn of_rewind(app: &RunApp) -> Vec<Row> {
    let run = app.game.run();
    if let Some(point) = &app.rewind {
        return vec![
            Row::heading(words::rewinds(point)),
            Row::text(words::REWIND_ABOUT),
            Row::deed(words::GO_BACK_YES, Deed::GoBack),
            Row::deed(words::STAY, Deed::Stay),
        ];
    }
    let points = run.waypoints();
    let mut rows = vec![Row::text(words::rewind_note(run.state().mode, !points.is_empty()))];
    rows.extend(
        points
            .iter()
            .rev()
            .enumerate()
            .map(|(at, point)| Row::deed(&point.text, Deed::Point(at)).about(vec![words::replayed(point)])),
    );
    rows.push(Row::deed(words::STAY, Deed::Stay));
    rows
}

fn of_end(app: &RunApp) -> Vec<Row> {
    let (game, view) = (&app.game, app.game.view());
    let mut rows = vec![Row::heading(view.ending.clone().unwrap_or_default())];
    rows.extend(words::totals(game).into_iter().map(Row::text));
    rows.extend(game.news_of_end().map(Row::text));
    rows.extend(words::unlocks(game).into_iter().map(Row::heading));
    rows.push(Row::heading(words::ROOMS));
    rows.extend(view.way.iter().map(|&room| Row::text(format!("  {}", words::room(view, room)))));
    let points = game.turning_points();
    rows.extend((!points.is_empty()).then(|| Row::heading(words::TURNING)));
    rows.extend(
        points.iter().flat_map(|(room, lines)| lines.iter().map(move |line| Row::text(format!("{room}. {line}")))),
    );
    rows.push(Row::heading(words::SHARE));
    rows.push(Row::text(game.run().terms()));
    let can_rewind = game.run().state().mode != Mode::Ironman;
    rows.extend(can_rewind.then(|| Row::deed(words::GO_BACK, Deed::Rewind)));
    rows.push(Row::deed(words::JOURNAL, Deed::Journal));
    rows.push(Row::deed(words::TO_MAP, Deed::Map));
    rows.push(Row::deed(words::LEAVE, Deed::Leave));
    rows
}
