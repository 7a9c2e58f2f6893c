//! The shipped scenarios give equal battles on wasm32 in Node and natively, and a record from Node replays natively.
//!
//! Runs only if `FORETOKEN_WASM` is set, as in `.ci/run`, because the build takes minutes.

use std::path::{Path, PathBuf};
use std::process::Command;

use foretoken_action_assets::{KindRegistry, Library};
use foretoken_session::record::{CompileError, Verdict, parse, verify};
use foretoken_wasm_play::{lines, play};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn module() -> Option<PathBuf> {
    let out = root().join("target/wasm");
    let built = Command::new("bash").arg(root().join(".ci/wasm")).arg(&out).status();
    match built.ok()?.code()? {
        0 => Some(out.join("wasm32-unknown-unknown/release/foretoken_wasm_play.wasm")),
        77 => None,
        code => panic!("the build for wasm32 ended with {code}"),
    }
}

#[test]
fn battles_in_node_are_those_of_this_machine() {
    if std::env::var_os("FORETOKEN_WASM").is_none() {
        println!("skipped: FORETOKEN_WASM is not set");
        return;
    }
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|node| node.status.success());
    let Some(module) = has_node.then(module).flatten() else {
        println!("skipped: there is no Node, or no target for wasm32 can be had");
        return;
    };
    let folder = tempfile::tempdir().expect("there is room");
    let (mut here, mut packs) = (Vec::new(), Vec::new());
    for pack in ["vigil", "banner"] {
        let library = Library::load_folder(&root().join("assets").join(pack), KindRegistry::core());
        let text = library.canonical_text();
        here.extend(play(pack, &text).expect("they are played"));
        let file = folder.path().join(pack);
        std::fs::write(&file, format!("{pack}\n{text}")).expect("it is written");
        packs.push(file);
    }
    let script = root().join("tests/wasm/play.mjs");
    let node = Command::new("node").arg(script).arg(module).args(&packs).output().expect("Node runs");
    assert!(node.status.success(), "{}", String::from_utf8_lossy(&node.stderr));
    let there = String::from_utf8(node.stdout).expect("text");
    let short = |text: &str| text.lines().map(|line| line.get(..60).unwrap_or(line).to_owned()).collect::<Vec<_>>();
    let expected = lines(&here);
    assert_eq!(short(&there), short(&expected), "names and hashes");
    assert!(here.len() > 20 && there == expected, "records differ");
    let line = there.lines().next().expect("a battle");
    let hex = line.rsplit(' ').next().expect("a record").as_bytes();
    let digits = hex.chunks(2).map(|two| u8::from_str_radix(std::str::from_utf8(two).expect("digits"), 16));
    let bytes: Vec<u8> = digits.map(|byte| byte.expect("a byte")).collect();
    let opened = parse(&bytes).expect("it is a record");
    let verdict = verify(&opened, &|assets, scenario| {
        let (book, faults) = Library::from_canonical_text(assets, KindRegistry::core()).compile(scenario);
        book.ok_or_else(|| CompileError::Faults(faults.render()))
    });
    assert!(matches!(verdict, Ok(Verdict::Same { .. })), "{verdict:?}");
}
