//! Creates a first demonstration: tries a few boards, answers and plays them, and records the first on which the action
//! affects other units. If none shows anything, the simplest board stays for arranging.

use super::answering::{answer_all, liked};
use crate::panels::PanelContext;
use foretoken_action_assets::Library;
use foretoken_action_assets::demonstrate::{Played, Trouble, draw};
use foretoken_action_assets::demonstration::Demonstration as Drawn;
use foretoken_vm::state::entry;

/// Boards (middle row) and the units' start values, simplest first.
const BOARDS: &[(&str, &[&str])] = &[
    (".Ab...", &[]),
    (".A.b..", &[]),
    (".A..b.", &[]),
    (".Aa...", &[]),
    (".Aa...", &["a health 2"]),
    (".Ab...", &["A health 2"]),
    (".A...b", &[]),
    (".An...", &[]),
];
const MOST_TRIED: usize = 5;
const LAST_ROUND: i32 = 6;
const NOTHING: &str = "No board was found that shows an effect. Arrange one yourself, then press Record.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Nothing,
    Own,
    Others,
}

/// Creates the first demonstration of an action. If no board shows anything, a notice reports it and nothing is
/// recorded.
pub(super) fn begun(cx: &mut PanelContext<'_>, action: &str) -> Drawn {
    match found(cx.host.library(), action) {
        Some(drawn) => drawn,
        None => {
            let mut plain = Drawn::fresh();
            answer_all(&mut plain, cx.host.library(), action);
            cx.model.tell(NOTHING);
            plain
        }
    }
}

fn found(library: &Library, action: &str) -> Option<Drawn> {
    let mut own = None;
    for (row, start) in BOARDS {
        let mut board = Drawn::fresh();
        board.before[1] = (*row).to_owned();
        board.start = start.iter().map(|fact| (*fact).to_owned()).collect();
        let most = if own.is_none() { MOST_TRIED } else { 1 };
        for answer in first_answers(&board, library, action).into_iter().take(most) {
            let mut drawn = Drawn { answers: answer.into_iter().collect(), ..board.clone() };
            answer_all(&mut drawn, library, action);
            match record(&mut drawn, library, action) {
                Worth::Others => return Some(drawn),
                Worth::Own => own = own.or(Some(drawn)),
                Worth::Nothing => {}
            }
        }
    }
    own
}

fn first_answers(board: &Drawn, library: &Library, action: &str) -> Vec<Option<String>> {
    match board.play(library, action) {
        Ok(_) => vec![None],
        Err(Trouble::Answer { fitting, .. }) => liked(&fitting).into_iter().map(|word| Some(word.clone())).collect(),
        Err(_) => Vec::new(),
    }
}

fn record(drawn: &mut Drawn, library: &Library, action: &str) -> Worth {
    let mut best = Worth::Nothing;
    let mut kept = drawn.clone();
    for rounds in 0..=LAST_ROUND {
        let mut longer = Drawn { rounds, ..drawn.clone() };
        let Ok(played) = longer.play(library, action) else { break };
        longer.record(&played);
        let worth = worth(&longer, &played);
        if worth > best {
            (best, kept) = (worth, longer);
        }
        let waits = played.end.state().entries().iter().any(|words| words[entry::WAITING] != 0);
        if best == Worth::Others || !waits {
            break;
        }
    }
    *drawn = kept;
    best
}

fn worth(drawn: &Drawn, played: &Played) -> Worth {
    let board = |state| draw(&played.book, state);
    let (before, after) = (board(played.start.state()), board(played.end.state()));
    let of_others = |rows: &[String]| rows.iter().map(|row| row.replace('A', ".")).collect::<Vec<_>>();
    let moves_others = of_others(&before) != of_others(&after);
    if moves_others || drawn.facts.iter().any(|fact| !fact.starts_with("A ")) {
        Worth::Others
    } else if before != after || !drawn.facts.is_empty() {
        Worth::Own
    } else {
        Worth::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, Files, KindRegistry};

    fn check(body: &str, expected: &str) {
        let mut library = Library::load(&Files::new(), KindRegistry::core());
        let assets = [
            (AssetType::Terrain, "floor", "Terrain(glyph: \".\")".to_owned()),
            (AssetType::Action, "deed", format!("Action(body: [{body}])")),
        ];
        for (kind, name, text) in assets {
            let mut faults = Diagnostics::new();
            let read = AnyAsset::read(kind, name, text.as_bytes(), library.registry(), &mut faults);
            assert!(faults.is_empty(), "{}", faults.render());
            library.put(name, read.expect("it is read").0);
        }
        let told = found(&library, "deed").map_or("nothing".to_owned(), |own| {
            assert_eq!(own.check(&library, "deed"), [], "it is recorded");
            let Drawn { before, start, answers, rounds, facts, .. } = own;
            format!("{} {start:?} {answers:?} {rounds} {facts:?}", before[1])
        });
        assert_eq!(told, expected);
    }

    #[test]
    fn a_board_is_found_on_which_the_action_does_something() {
        let target =
            |range: &str, filter: &str| format!("DeclareTarget(name: \"T1\", asks: Unit, range: {range}{filter})");
        let near = target("(1, 1)", "");
        check(&format!("{near}, Damage(target: \"T1\")"), r#".Ab... [] ["b"] 0 ["b health 4 -> 3"]"#);
        check(&format!("{}, Damage(target: \"T1\")", target("(2, 3)", "")), r#".A.b.. [] ["b"] 0 ["b health 4 -> 3"]"#);
        check(
            &format!("{}, Heal(target: \"T1\")", target("(1, 2)", ", filter: [Ally]")),
            r#".Aa... ["a health 2"] ["a"] 0 ["a health 2 -> 3"]"#,
        );
        check("Heal(target: \"self\")", r#".Ab... ["A health 2"] [] 0 ["A health 2 -> 3"]"#);
        check(
            &format!("{near}, Delay(rounds: 2, body: [Damage(target: \"T1\")])"),
            r#".Ab... [] ["b"] 3 ["b health 4 -> 3"]"#,
        );
        check(&format!("{}, Damage(target: \"T1\")", target("(9, 9)", "")), "nothing");
        check("Wait", "nothing");
    }
}
