//! The program in both pages is the example.

#[test]
fn the_program_of_the_pages_is_the_example() {
    let example = include_str!("../examples/odds.rs").split_once("\n\n").expect("a heading and a program").1;
    let block = format!("```rust\n{example}```\n");
    assert!(include_str!("../README.md").contains(&block), "game/foretoken/README.md has another program");
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).expect("it is there");
    assert!(page.contains(&block), "README.md has another program");
}
