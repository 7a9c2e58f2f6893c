//! Explanations: the chain of decisions behind a change.

use crate::code;
use crate::fixture::{FIRE, Play, T1, cell, offset};
use crate::scenes::{letter, scene};
use expect_test::expect;
use foretoken_preview::{Extent, Predictor, why};
use foretoken_vm::tokens::Surface;
use foretoken_vm::tokens::surface::Laid;
use foretoken_vm::{Address, Advance, ChancePolicy, Change, ChangeKind, Team};

fn told(play: &Play) -> String {
    let known = play.known(Team::PLAYER);
    let mut predictor = Predictor::tracing();
    predictor.run(&play.book, &known, &play.plan, ChancePolicy::Likely, Extent::Horizon);
    let harm = |change: &Change| change.kind == ChangeKind::Health;
    let change = predictor.log().changes.iter().rposition(harm).expect("harm is foreseen");
    let tells = |change: &Change| matches!(change.kind, ChangeKind::Health | ChangeKind::Cell | ChangeKind::Surface);
    let why = why(&play.book, &known, &play.plan, change, tells, 1_000_000).expect("there is such a change");
    assert!(why.is_whole);
    let mut told = String::new();
    for cause in &why.causes {
        let who = match cause.advance {
            Advance::Unit(unit, _) if unit.is_some() => letter(play, unit).to_string(),
            other => format!("{other:?}"),
        };
        let action =
            cause.program.map_or("no action", |program| play.book.programs[usize::from(program)].name.as_str());
        let changes = cause.changes.iter().map(|&at| {
            let change = &why.changes[at];
            format!("{:?} of {} {} to {}", change.kind, letter(play, change.entity), change.before, change.after)
        });
        told += &format!("{who} by {action}, needed {}\n", cause.is_needed);
        changes.for_each(|change| told += &format!("  {change}\n"));
    }
    told
}

/// `b` burns when the round ends, because `A` pushed it there and `C` lit the cell. `D` has no part in it.
#[test]
fn a_loss_leads_back_to_the_decisions_that_it_needs() {
    let ignite = Surface { target: T1, laid: Laid(FIRE), ..Surface::default() };
    let scene = scene("Ab..C\nD....").action("ignite", vec![cell(9)], vec![ignite.into()]).with(|scene| {
        let burn = scene.add("smoulder", 0, vec![], vec![code::damage(Address::SELF, 1)]);
        (scene.book.surfaces[1].on_enter, scene.book.surfaces[1].on_round_end) = (None, Some(burn));
        let all = (0..scene.book.programs.len() as u16).collect::<Vec<_>>();
        scene.kind('C').actions = all;
    });
    let mut play = scene.start();
    play.decide('A', "shove", &[offset(1, 0)]);
    play.decide('C', "ignite", &[offset(-2, 0)]);
    play.decide('D', "brace", &[]);
    expect![[r#"
        RoundEnd by no action, needed false
          Health of b 5 to 4
        C by ignite, needed true
          Surface of - 0 to 2
        A by shove, needed true
          Cell of b 1 to 2
    "#]]
    .assert_eq(&told(&play));
}
