//! The program in both pages is the example, and it runs.

#[path = "../examples/odds.rs"]
#[allow(dead_code, reason = "its name is for a binary")]
mod odds;

#[test]
fn the_program_of_the_pages_runs() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = include_str!("../examples/odds.rs").split_once("\n\n").expect("a heading and a program").1;
    let block = format!("```rust\n{example}```\n");
    assert!(include_str!("../README.md").contains(&block), "game/foretoken/README.md has another program");
    let page = std::fs::read_to_string(root.join("README.md")).expect("it is there");
    assert!(page.contains(&block), "README.md has another program");
    std::env::set_current_dir(root).expect("it is there");
    odds::main().expect("it plays to the end");
}
