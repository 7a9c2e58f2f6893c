//! Answers to the questions of an action on a board: clicks, buttons or automatic choices.

use super::showing::{Show, put};
use crate::panels::PanelContext;
use foretoken_action_assets::Library;
use foretoken_action_assets::demonstrate::Trouble;
use foretoken_action_assets::demonstration::Demonstration as Drawn;
use foretoken_vm::Cell;

const MOST_ANSWERS: usize = 40;

pub(super) fn answers(cx: &mut PanelContext<'_>, show: &Show, drawn: &Drawn, name: &str) {
    let given = if drawn.answers.is_empty() { "none yet".to_owned() } else { drawn.answers.join(", ") };
    cx.ui.text(format!("answers: {given}"));
    if !drawn.answers.is_empty()
        && cx.button_beside("Choose again", "demonstration/answers", "Clears the chosen targets.")
    {
        put(cx, "choose targets again", Drawn { answers: Vec::new(), ..drawn.clone() });
    }
    let Err(Trouble::Answer { at, fitting, .. }) = &show.played else { return };
    if !fitting.is_empty() && cx.button("Choose for me", "demonstration/choose", "Chooses the first legal targets.") {
        let mut drawn = drawn.clone();
        answer_all(&mut drawn, cx.host.library(), name);
        put(cx, "answers", drawn);
    }
    for (word, _) in fitting.iter().filter(|(_, cell)| cell.is_none()) {
        if cx.button_beside(word, &format!("demonstration/answer/{word}"), "Choose this.") {
            answer(cx, drawn, *at, word);
        }
    }
}

/// Orders options by preference: other units, the usual direction, then the acting unit, and passing last.
pub(super) fn liked(fitting: &[(String, Option<Cell>)]) -> Vec<&String> {
    let rank = |word: &str| match word {
        "A" => 3,
        "pass" => 4,
        "east" => 1,
        _ if word.chars().count() == 1 && word.chars().all(char::is_alphabetic) => 0,
        _ => 2,
    };
    let mut words: Vec<&String> = fitting.iter().map(|(word, _)| word).collect();
    words.sort_by_key(|word| rank(word));
    words
}

pub(super) fn answer_all(drawn: &mut Drawn, library: &Library, name: &str) {
    for _ in 0..MOST_ANSWERS {
        let Err(Trouble::Answer { at, fitting, .. }) = drawn.play(library, name) else { return };
        drawn.answers.truncate(at);
        match liked(&fitting).first() {
            Some(word) => drawn.answers.push((*word).clone()),
            None => return,
        }
    }
}

pub(super) fn answer(cx: &mut PanelContext<'_>, drawn: &Drawn, at: usize, word: &str) {
    let mut drawn = drawn.clone();
    drawn.answers.truncate(at);
    drawn.answers.push(word.to_owned());
    put(cx, "answer", drawn);
}
