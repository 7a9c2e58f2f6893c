//! The program in both pages is the example, and it runs.

mod odds {
    include!("../pages/odds.rs");

    pub fn run() -> Result<(), foretoken::Error> {
        main()
    }
}

#[test]
fn the_program_of_the_pages_runs() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = include_str!("../pages/odds.rs");
    let block = format!("```rust\n{example}```\n");
    assert!(include_str!("../README.md").contains(&block), "game/foretoken/README.md has another program");
    let page = std::fs::read_to_string(root.join("README.md")).expect("it is there");
    assert!(page.contains(&block), "README.md has another program");
    std::env::set_current_dir(root).expect("it is there");
    odds::run().expect("it plays to the end");
}
