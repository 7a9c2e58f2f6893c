//! Records as a stranger could write them to keep a reader busy: 20 MB of each shape on a board of 512x512, played from
//! hot-seat First Light. `cargo run --release -p foretoken-session --example hostile -- ASSETS FOLDER` writes them;
//! `foretoken predict FILE` is what is measured then.

use foretoken_action_assets::{AnyAsset, Library};
use foretoken_session::record::{ChangedFile, Commit, Decide, Entry, Exchange, NamedUse};
use foretoken_session::{Content, Session, Setup};
use foretoken_vm::state::BattleField;
use foretoken_vm::{Cell, Change, ChangeKind, EntityId, Label, journal};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// Bytes of each record, about.
const BYTES: usize = 20_000_000;
/// Cells of the board along each side.
const SIDE: usize = 512;

/// What follows the start of a record: the entries of one turn, by its number, until the record is long enough.
type Shape = fn(usize) -> Vec<Entry>;

const SHAPES: &[(&str, Shape)] = &[
    ("exchange-commit", |at| vec![exchange("notes.txt", at.to_string()), commit()]),
    ("large-exchange-commit", |at| vec![exchange("notes.txt", at.to_string() + &" ".repeat(200_000)), commit()]),
    ("exchange-decide-commit", |at| vec![exchange("notes.txt", at.to_string()), decide(at), commit()]),
    ("exchange", |at| vec![exchange("notes.txt", at.to_string())]),
    ("old-exchange-commit", |at| vec![Entry::AssetFiles(files("notes.txt", at.to_string())), commit()]),
    ("commit", |_| vec![commit()]),
    ("decide-commit", |at| vec![decide(at), commit()]),
    ("decide", |at| vec![decide(at)]),
    ("commit-fork", |_| vec![commit(), Entry::ForkTo(2)]),
    ("commit-undo", |at| vec![commit(), Entry::UndoTo(2 * at as u32)]),
    ("fork", |at| vec![Entry::ForkTo(at as u32 / 2)]),
    ("edit-commit", |at| vec![Entry::Edit(fire(at)), commit()]),
    ("edit-fork", |at| vec![Entry::Edit(fire(at)), Entry::ForkTo(2)]),
    ("edit", |at| vec![Entry::Edit(fire(at))]),
    ("round-edit-commit", |_| vec![Entry::Edit(vec![round(1)]), commit()]),
    ("snapshot", |_| vec![Entry::Snapshot(vec![7; 1 << 20])]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [assets, folder] = words.as_slice() else { return Err("the assets' folder and one to write to".into()) };
    let setup = large(&Content::find(Some(Path::new(assets)))?)?;
    std::fs::create_dir_all(folder)?;
    for (name, shape) in SHAPES {
        let path = Path::new(folder).join(format!("{name}.battle"));
        let _ = std::fs::remove_file(&path);
        drop(Session::start(setup.clone().hot_seat(), Some(&path))?);
        let mut bytes = std::fs::read(&path)?;
        for at in 0.. {
            for entry in shape(at) {
                bytes.extend(journal::frame(entry.kind(), &entry.payload()?)?);
            }
            if bytes.len() >= BYTES {
                break;
            }
        }
        std::fs::write(path, bytes)?;
    }
    Ok(())
}

/// First Light in a corner of a large board.
fn large(content: &Content) -> Result<Setup, Box<dyn Error>> {
    let setup = content.setup("first-light", Some(7))?.setup;
    let mut library = Library::from_canonical_text(&setup.assets, content.registry()?);
    let mut scenario = library.scenario("first-light").ok_or("no First Light")?.clone();
    for row in &mut scenario.map {
        let wide = row.chars().count();
        row.extend(std::iter::repeat_n('.', SIDE.saturating_sub(wide)));
    }
    scenario.map.resize(SIDE, ".".repeat(SIDE));
    scenario.rounds = 10_000;
    scenario.goals.iter_mut().chain(&mut scenario.losses).for_each(|goal| goal.when = 0.into());
    library.put("first-light", AnyAsset::Scenario(scenario));
    let (book, faults) = library.compile("first-light");
    let book = book.ok_or_else(|| faults.render())?;
    Ok(Setup { book: Arc::new(book), assets: library.canonical_text(), ..setup })
}

fn files(path: &str, text: String) -> Vec<ChangedFile> {
    vec![ChangedFile { path: path.to_owned(), text: Some(text) }]
}

fn exchange(path: &str, text: String) -> Entry {
    Entry::Exchange(Box::new(Exchange { files: files(path, text), ..Exchange::default() }))
}

fn commit() -> Entry {
    Entry::Commit(Box::new(Commit { round: 1, hashes: Vec::new() }))
}

/// Somebody waits.
fn decide(at: usize) -> Entry {
    let uses = vec![NamedUse { action: "wait".to_owned(), answers: Vec::new() }];
    Entry::Decide(Box::new(Decide { unit: EntityId((at % 6) as u16), uses, planned: false }))
}

/// Fire on cells that no other turn lights.
fn fire(at: usize) -> Vec<Change> {
    let cell = |number: usize| Cell::new((number % SIDE) as i32, (number / SIDE % SIDE) as i32);
    let cells = (0..16).filter_map(|number| cell(at * 16 + number));
    let entity = EntityId::NONE;
    let lay = |cell: Cell| Change {
        kind: ChangeKind::Surface,
        label: Label::NONE,
        entity,
        at: cell.bits(),
        before: 0,
        after: 1,
    };
    cells.map(lay).collect()
}

fn round(after: i32) -> Change {
    let at = BattleField::Round as u32;
    Change { kind: ChangeKind::Battle, label: Label::NONE, entity: EntityId::NONE, at, before: 0, after }
}
