//! Texts of terrain and surfaces.

use super::{Describer, Line};
use foretoken_vm::program::TokenSet;
use foretoken_vm::rulebook::Rulebook;
use foretoken_vm::stats::EffectSourceRef;

pub(super) const LASTS: &str = "Lasts";

const WALL: &str = "Blocks sight and aim";
const SMOKE: &str = "Blocks sight and aim through it, but not into it";

type Trigger = (&'static str, Option<u16>);

pub(super) fn terrain(book: &Rulebook, index: usize) -> Vec<Line> {
    let Some(kind) = book.terrains.get(index) else { return Vec::new() };
    let mut lines = Vec::new();
    let mut say = |is_said: bool, words: &str| {
        if is_said {
            lines.push(Line { depth: 0, words: words.to_owned() });
        }
    };
    say(kind.blocks_movement, "Units cannot stand here");
    say(kind.avoided && !kind.blocks_movement, "Units do not walk here by themselves, but can be pushed in");
    say(kind.blocks_sight, if kind.blocks_movement { WALL } else { SMOKE });
    say(kind.no_surfaces && !kind.blocks_movement, "Surfaces cannot exist here");
    say(kind.extra_cost > 0, &format!("Entering costs {} movement points", u32::from(kind.extra_cost) + 1));
    let percent = kind.opacity / 10;
    say(percent > 0 && !kind.blocks_sight, &format!("Reduces sight behind it by {percent} %"));
    lines.extend(triggers(book, [("enters", kind.on_enter), ("leaves", kind.on_exit), ("stays", None)]));
    lines
}

pub(super) fn surface(book: &Rulebook, index: usize) -> Vec<Line> {
    let Some(kind) = book.surfaces.get(index) else { return Vec::new() };
    let mut lines = Vec::new();
    let mut say = |is_said: bool, words: &str| {
        if is_said {
            lines.push(Line { depth: 0, words: words.to_owned() });
        }
    };
    let named = |others: &[u8], joint: &str| {
        let names = others.iter().filter_map(|&other| book.surfaces.get(usize::from(other)));
        names.map(|other| other.name.replace('-', " ")).collect::<Vec<_>>().join(joint)
    };
    say(kind.avoided, "Units do not walk here by themselves, but can be pushed in");
    say(kind.blocks_sight, SMOKE);
    match kind.lasts {
        0 => {}
        1 => say(true, &format!("{LASTS} 1 round when placed")),
        rounds => say(true, &format!("{LASTS} {rounds} rounds when placed")),
    }
    let taken: Vec<u8> = (0..book.surfaces.len())
        .filter(|&at| book.surfaces[at].spreads_to.contains(&(index as u8)))
        .map(|at| at as u8)
        .collect();
    say(!taken.is_empty(), &format!("Turns into {0} when {0} touches it", named(&taken, " and ")));
    say(
        !kind.spreads_to.is_empty(),
        &format!("Spreads to {} on the same cell and on adjacent cells", named(&kind.spreads_to, " and ")),
    );
    say(!kind.cancels.is_empty(), &format!("Contact with {} removes both", named(&kind.cancels, " or ")));
    let when =
        [("enters", kind.on_enter), ("leaves", kind.on_exit), ("is here at the end of a round", kind.on_round_end)];
    lines.extend(triggers(book, when));
    lines
}

fn triggers(book: &Rulebook, all: [Trigger; 3]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (at, (_, program)) in all.iter().enumerate() {
        let Some(program) = *program else { continue };
        if all[..at].iter().any(|(_, other)| *other == Some(program)) {
            continue;
        }
        let when: Vec<&str> = all.iter().filter(|(_, other)| *other == Some(program)).map(|(when, _)| *when).collect();
        let words = format!("When a unit {}:", when.join(", or "));
        lines.push(Line { depth: 0, words });
        let set = book.program(program).unwrap_or(TokenSet::NONE);
        let teller = Describer::new(book, set, None, EffectSourceRef::NONE).of_ground();
        lines.extend(teller.program(1));
        lines.extend(teller.definitions(1));
    }
    lines
}
