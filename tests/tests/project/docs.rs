//! Generated documents equal their sources, and the README's steps work.

use expect_test::expect_file;
use foretoken_action_assets::{KindRegistry, Library, assets::AssetType, reference};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_reference_of_actions_is_the_kinds_own() {
    expect_file!["../../../docs/actions.md"].assert_eq(&reference::markdown(&KindRegistry::core()));
}

#[test]
fn the_reference_of_assets_is_their_own() {
    expect_file!["../../../docs/assets.md"].assert_eq(&reference::assets::markdown());
    let pages = root().join("docs/assets");
    for &kind in AssetType::ALL {
        expect_file![pages.join(reference::assets::file_name(kind))].assert_eq(&reference::assets::page(kind));
    }
    let files = std::fs::read_dir(pages).expect("the pages").map(|file| file.expect("a file").file_name());
    let mut files: Vec<String> = files.map(|name| name.into_string().expect("a name")).collect();
    files.sort();
    let mut expected: Vec<String> = AssetType::ALL.iter().map(|&kind| reference::assets::file_name(kind)).collect();
    expected.sort();
    assert_eq!(files, expected);
}

#[test]
fn links_lead_to_what_is_there() {
    let folders = [root(), root().join("docs"), root().join("docs/assets")];
    let mut links = 0;
    for folder in folders {
        for file in std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path()) {
            if file.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a page");
            let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
            for target in targets.filter(|target| !target.contains(' ') && !target.contains("://")) {
                let path = target.split('#').next().unwrap_or_default();
                assert!(folder.join(path).exists(), "{}: {target}", file.display());
                links += 1;
            }
        }
    }
    assert!(links > AssetType::ALL.len(), "{links}");
}

/// The contents of the book name every page once.
#[test]
fn the_book_has_every_page_once() {
    let folder = root().join("docs");
    let contents = std::fs::read_to_string(folder.join("SUMMARY.md")).expect("the contents");
    let mut listed: Vec<PathBuf> =
        contents.lines().filter_map(|line| Some(folder.join(line.split_once("](")?.1.trim_end_matches(')')))).collect();
    listed.sort();
    let mut pages = crate::architecture::files(&folder, &[".md"]);
    pages.retain(|page| !page.ends_with("SUMMARY.md"));
    assert_eq!(listed, pages);
}

#[test]
fn the_reference_of_formulas_is_the_languages_own() {
    let page = foretoken_action_assets::formula::reference::markdown();
    expect_file!["../../../docs/formulas.md"].assert_eq(&page);
}

#[test]
fn the_reference_of_tokens_is_the_tokens_own() {
    expect_file!["../../../docs/tokens.md"].assert_eq(&foretoken_vm::tokens::reference());
}

#[test]
fn the_first_action_of_the_book_compiles_as_it_stands() {
    let page = std::fs::read_to_string(root().join("docs/guide-first-action.md")).expect("the page");
    let action = page.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an action");
    let mut library = Library::load_folder(&root().join("assets/vigil"), KindRegistry::core());
    let faults = library.reload(&AssetType::Action.path("trip"), Some(action.as_bytes()));
    assert!(faults.is_empty(), "{}", faults.render());
    let (book, faults) = library.compile("first-light");
    assert!(faults.is_empty(), "{}", faults.render());
    assert!(book.expect("a rulebook").find_program("trip").is_some());
    let formatted = foretoken_action_assets::fmt_text("actions/trip.ron", action, &KindRegistry::core());
    assert_eq!(formatted.expect("it is whole"), action);
}

fn block<'t>(text: &'t str, language: &str) -> &'t str {
    let begin = format!("```{language}\n");
    text.split(begin.as_str()).nth(1).and_then(|rest| rest.split("```").next()).expect("a block")
}

/// The guide's external kind equals the example except for the crate's name.
#[test]
fn the_guides_kind_outside_the_repository_is_the_example_under_its_own_name() {
    let guide = &std::fs::read_to_string(root().join("docs/guide-first-kind.md")).expect("the guide");
    let folder = tempfile::tempdir().expect("a folder");
    let repository = root().canonicalize().expect("the repository");
    let manifest = block(guide, "toml").replace("../foretoken/", &format!("{}/", repository.display()));
    std::fs::create_dir(folder.path().join("src")).expect("made");
    std::fs::write(folder.path().join("Cargo.toml"), manifest).expect("written");
    let example =
        |file: &str| std::fs::read_to_string(root().join("examples/heat/src").join(file)).expect("it is there");
    std::fs::write(folder.path().join("src/lib.rs"), example("lib.rs")).expect("written");
    for file in ["coolest.rs", "knight.rs"] {
        std::fs::write(folder.path().join("src").join(file), example(file)).expect("written");
    }
    std::fs::write(folder.path().join("src/main.rs"), block(guide, "rust")).expect("written");
    let mut command = cargo_metadata::MetadataCommand::new();
    command.manifest_path(folder.path().join("Cargo.toml")).no_deps().other_options(["--offline".to_owned()]);
    let metadata = command.exec().expect("the manifest is one");
    let package = &metadata.packages[0];
    let library = package.targets.iter().find(|target| target.is_lib()).expect("a library").name.clone();
    assert!(package.targets.iter().any(cargo_metadata::Target::is_bin), "and a program");
    let own: String =
        example("main.rs").lines().filter(|line| !line.starts_with("//!")).map(|l| format!("{l}\n")).collect();
    assert_eq!(block(guide, "rust").trim(), own.replace("foretoken_heat", &library).trim());
    let brand =
        std::fs::read_to_string(root().join("examples/heat/assets/forge/actions/brand.ron")).expect("an action");
    assert_eq!(block(guide, "ron"), brand);
    for source in [example("lib.rs"), example("coolest.rs"), example("knight.rs"), own] {
        let named =
            source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| w.starts_with("foretoken"));
        for name in named.filter(|name| *name != "foretoken_heat") {
            let name = name.replace('_', "-");
            let dependency = package.dependencies.iter().find(|dependency| dependency.name == name);
            let path = dependency.unwrap_or_else(|| panic!("{name} is in the guide")).path.clone().expect("beside it");
            assert!(path.join("Cargo.toml").is_file(), "{path}");
        }
    }
}

fn profile() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace");
    let mut options = Vec::new();
    for table in ["profile.dev", "profile.dev.package.\"*\""] {
        let body = text.split(&format!("\n[{table}]\n")).nth(1).and_then(|rest| rest.split("\n[").next());
        for line in body.expect("the profile").lines().take_while(|line| line.contains(" = ")) {
            let (name, value) = line.split_once(" = ").expect("a value");
            options.extend(["--config".to_owned(), format!("{table}.{name}={value}")]);
        }
    }
    options
}

#[test]
fn the_guides_kind_outside_the_repository_is_built_and_played() {
    let guide = &std::fs::read_to_string(root().join("docs/guide-first-kind.md")).expect("the guide");
    let folder = tempfile::tempdir().expect("a folder");
    let repository = root().canonicalize().expect("the repository");
    let write = |file: &str, text: &str| std::fs::write(folder.path().join(file), text).expect("written");
    std::fs::create_dir(folder.path().join("src")).expect("made");
    write("Cargo.toml", &block(guide, "toml").replace("../foretoken/", &format!("{}/", repository.display())));
    write("src/main.rs", block(guide, "rust"));
    for (from, to) in [
        ("examples/heat/src/lib.rs", "src/lib.rs"),
        ("examples/heat/src/coolest.rs", "src/coolest.rs"),
        ("examples/heat/src/knight.rs", "src/knight.rs"),
        ("Cargo.lock", "Cargo.lock"),
    ] {
        std::fs::copy(repository.join(from), folder.path().join(to)).expect("copied");
    }
    let tests = std::env::current_exe().expect("this test");
    let target = tests.ancestors().nth(3).expect("the folder of what is built");
    let mut cargo = std::process::Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    cargo.current_dir(folder.path()).env("CARGO_TARGET_DIR", target).args(["build", "--offline", "--quiet"]);
    let built = cargo.args(profile()).output().expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut game =
        std::process::Command::new(target.join("debug").join(format!("my-kinds{}", std::env::consts::EXE_SUFFIX)));
    game.args(["play", "forge/anvil", "--demo", "--seed", "1", "--assets"])
        .arg(repository.join("examples/heat/assets"));
    let played = game.arg("--records").arg(folder.path().join("battles")).output().expect("it runs");
    let told = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.status.success(), "{told}{}", String::from_utf8_lossy(&played.stderr));
    assert!(told.contains("Ogre: heat 0 → 2 (heat).") && told.contains("The battle is won."), "{told}");
}

/// Cells of measured times are numbers or empty; a script once pasted battle results ("3 of 16") over them.
#[test]
fn measured_times_are_numbers() {
    const MEASURED: &[&str] = &["instructions", "won", "lost", "drawn"];
    let text = std::fs::read_to_string(root().join("docs/benchmarks.md")).expect("the page");
    let cells = |line: &str| -> Option<Vec<String>> {
        let inner = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
        Some(inner.split('|').map(|cell| cell.trim().to_owned()).collect())
    };
    let (mut heading, mut measured): (Option<Vec<String>>, usize) = (None, 0);
    for line in text.lines() {
        let Some(row) = cells(line) else {
            heading = None;
            continue;
        };
        let Some(heading) = &heading else {
            heading = Some(row);
            continue;
        };
        assert_eq!(row.len(), heading.len(), "{line}");
        for (cell, _) in
            row.iter().zip(heading).filter(|(cell, of)| MEASURED.contains(&of.as_str()) && !cell.starts_with('-'))
        {
            assert!(cell.is_empty() || cell.replace(',', "").parse::<f64>().is_ok(), "`{cell}` in {line}");
            measured += 1;
        }
    }
    assert!(measured > 30, "{measured}");
}
