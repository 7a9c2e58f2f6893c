//! Saves and loads a state of about 65 KB (128² cells, 400 units, surfaces on a third of the board), compared with
//! memcpy.

use foretoken_benches::turn::{Tokens, Turn};
use foretoken_turn_work::WorkItem;
use foretoken_turn_work::measure::{measure, table};
use foretoken_vm::rulebook::SurfaceKind;
use foretoken_vm::{Battle, GameState, Opening};
use std::hint::black_box;

fn main() {
    let Turn { book, opening, .. } = Turn::new(&WorkItem::new(128, 400, 1), Tokens::Core);
    let mut book = book.to_rules();
    book.surfaces.push(SurfaceKind { name: "fire".to_owned(), lasts: 3, ..SurfaceKind::default() });
    let surfaces = book.board.cells().step_by(3).map(|cell| (cell, 0)).collect();
    let book = book.build();
    let battle = Battle::new(&book, &Opening { surfaces, ..opening });
    let state = battle.state();
    let bytes = state.to_bytes().expect("within the limit");
    assert_eq!(GameState::from_bytes(&book, &bytes).expect("just written"), *state);
    let mut buffer = bytes.clone();
    let mut copy = state.clone();
    let rows = measure(
        &mut [
            ("memcpy of the bytes", &mut || black_box(&mut buffer).copy_from_slice(black_box(&bytes))),
            ("encode", &mut || drop(black_box(state.to_bytes()))),
            ("decode", &mut || drop(black_box(GameState::from_bytes(&book, &bytes)))),
            ("clone into a warm buffer", &mut || copy.clone_from(black_box(state))),
            ("hash64", &mut || _ = black_box(state.hash64(&book))),
        ],
        51,
    );
    let speed = |name: &str| {
        let row = rows.iter().find(|row| row.name == name);
        row.map_or(0.0, |row| bytes.len() as f64 / row.ns_median)
    };
    println!("{} bytes; encode {:.2} GB/s, decode {:.2} GB/s\n", bytes.len(), speed("encode"), speed("decode"));
    print!("{}", table(&[("128², 400 units", rows)], 1));
}
