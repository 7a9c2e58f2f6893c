//! Nothing is dropped or ignored silently.

use foretoken_action_assets::{Files, KindRegistry, Library, Severity, fmt_text};

fn codes(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().fold(Files::new(), |files, (path, text)| files.with(*path, *text));
    let faults = Library::load(&files, KindRegistry::core()).check_all();
    let sign = |severity| if severity == Severity::Error { "!" } else { "" };
    faults.iter().map(|fault| format!("{}{}", sign(fault.severity), fault.code)).collect()
}

#[test]
fn comments_of_a_text_are_kept() {
    let format = |text: &str| fmt_text("a.ron", text, &KindRegistry::core()).expect("it is read");
    assert_eq!(format("// Why.\nAction(body: [Wait])"), "// Why.\nAction(\n    body: [\n        Wait,\n    ],\n)\n");
    assert!(format("Action(body: [/* one */ Wait])").contains("        /* one */\n        Wait,\n"));
    assert!(format("Action(body: [Wait]) // end").ends_with(") // end\n"));
    assert!(format("Action(note: \"// no comment\", body: [Wait])").contains("// no comment"));
}

#[test]
fn comments_of_every_line_are_kept() {
    let pack = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil");
    let mut count = 0;
    for folder in ["actions", "units", "scenarios", "terrains"] {
        for entry in std::fs::read_dir(pack.join(folder)).expect("the shipped pack").flatten() {
            let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
            if entry.path().extension().is_none_or(|extension| extension != "ron") {
                continue;
            }
            let mut commented = String::new();
            for (number, line) in text.lines().enumerate() {
                let indent = &line[..line.len() - line.trim_start().len()];
                let indent =
                    if line.trim_start().starts_with([')', ']']) { format!("{indent}    ") } else { indent.to_owned() };
                commented.push_str(&format!("{indent}// above {number}\n{line} // behind {number}\n"));
            }
            let kept = fmt_text("a.ron", &commented, &KindRegistry::core());
            let kept = kept.unwrap_or_else(|faults| panic!("{}: {}", entry.path().display(), faults.render()));
            assert_eq!(kept, commented, "{}", entry.path().display());
            count += 1;
        }
    }
    assert!(count > 30, "{count} files");
}

#[test]
fn conflict_markers_are_named() {
    let text =
        "Action(\n<<<<<<< ours\n    title: \"A\",\n=======\n    note: \"B\",\n>>>>>>> theirs\n    body: [Wait],\n)\n";
    let marker = "!conflict-marker";
    assert_eq!(codes(&[("actions/a.ron", text)]), [marker, marker, marker]);
    let faults = fmt_text("a.ron", text, &KindRegistry::core()).expect_err("it was not merged");
    assert_eq!(faults.iter().next().and_then(|fault| fault.span).map(|span| span.start), Some("Action(\n".len()));
    assert!(codes(&[("actions/a.ron", "Action(note: \"\\n=======\", body: [Wait])")]).is_empty());
}

#[test]
fn names_that_differ_in_capitals_alone_are_told() {
    let wait = "Action(body: [Wait])";
    assert_eq!(codes(&[("actions/Trip.ron", wait), ("actions/trip.ron", wait)]), ["twin-name"]);
    assert!(codes(&[("actions/trip.ron", wait), ("actions/slip.ron", wait)]).is_empty());
}

#[test]
fn characters_without_width_are_told() {
    assert_eq!(codes(&[("actions/a.ron", "Action(title: \"A\u{200b}b\", body: [Wait])")]), ["zero-width"]);
    // Direction marks stay errors behind zero-width characters.
    let both = "Action(title: \"A\u{200b}\u{202e}b\", body: [Wait])";
    assert_eq!(codes(&[("actions/a.ron", both)]), ["!hidden-character"]);
    let outside = fmt_text("a.ron", "Action(\u{200b}body: [Wait])", &KindRegistry::core()).expect_err("no sign");
    assert!(outside.render().contains("U+200B"), "{}", outside.render());
}

#[test]
fn files_that_are_not_read_are_told() {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |path: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        std::fs::write(path, "Action(body: [Wait])").expect("it is written");
    };
    ["actions/a.RON", "actions/b.ron", "a/b/c/d/e/f.ron"].iter().for_each(|path| write(path));
    let faults = Library::load_folder(folder.path(), KindRegistry::core()).check_all();
    let told: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.code, fault.file.as_str())).collect();
    assert_eq!(told, [("too-deep", "a/b/c/d/e"), ("file-name", "actions/a.RON")]);
}

#[test]
fn a_remove_status_that_names_nothing_is_told() {
    let action = |words: &str| {
        let body = format!("[DeclareTarget(name: \"T1\", asks: Unit), RemoveStatus(target: \"T1\"{words})]");
        codes(&[("actions/dispel.ron", &format!("Action(body: {body})")), ("statuses/burn.ron", BURN)])
    };
    assert_eq!(action(""), ["nothing-in-it"]);
    assert_eq!(action(", tags: [\"frost\"]"), ["nothing-in-it"]);
    assert!(action(", tags: [\"fire\"]").is_empty());
    assert!(action(", statuses: [\"burn\"]").is_empty());
}

const BURN: &str = "Status(title: \"Burn\", tags: [\"fire\"], skips_turn: true)";

#[test]
fn parts_without_effect_are_named() {
    let action = r#"Action(why_not: "too far", body: [DeclareTarget(name: "T1"), Heal(target: "T1")])"#;
    assert_eq!(codes(&[("actions/a.ron", action)]), ["does-nothing"]);
    let skill = r#"Skill(action: "a", replaces: "s")"#;
    let healing = r#"Action(body: [DeclareTarget(name: "T1"), Heal(target: "T1")])"#;
    assert_eq!(codes(&[("actions/a.ron", healing), ("skills/s.ron", skill)]), ["!replaces-itself"]);
}

#[test]
fn a_fault_is_told_once_at_its_word() {
    let text = "Formula(formula: \"1 + c.nope * 2\")";
    let faults = Library::load(&Files::new().with("formulas/odd.ron", text), KindRegistry::core()).check_all();
    let places: Vec<&str> = faults.iter().filter_map(|fault| text.get(fault.span?.start..fault.span?.end)).collect();
    assert_eq!(places, ["c.nope"], "{}", faults.render());
}

#[test]
fn a_field_of_another_choice_names_that_choice() {
    let text = "Action(body: [DeclareTarget(name: \"T1\", asks: Unit), Stun(target: \"T1\", how: Delay, amount: 2)])";
    let faults = Library::load(&Files::new().with("actions/a.ron", text), KindRegistry::core()).check_all();
    let help: Vec<&str> = faults.iter().filter_map(|fault| fault.help.as_deref()).collect();
    assert_eq!(help, ["it exists only with `how: Cancel`"], "{}", faults.render());
}

#[test]
fn an_equals_sign_is_read_as_a_colon() {
    let faults = fmt_text("a.ron", "Action(title = \"A\", body: [Wait])", &KindRegistry::core());
    let faults = faults.expect_err("fields have colons");
    assert_eq!(faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), ["expected-colon"], "{}", faults.render());
}
