//! Properties of every kind in the registry.

use expect_test::expect_file;
use foretoken_action_assets::example::examples;
use foretoken_action_assets::kinds::SOURCES;
use foretoken_action_assets::{
    Action, AnyAsset, AssetType, KindRegistry, Part, fmt_text, load_asset, outline, write_asset,
};
use foretoken_vm::disassemble;

use crate::pack;

fn alone(name: &str) -> Action {
    let registry = KindRegistry::core();
    let make = |name: &str| Part::new(registry.make(name).expect("the kind is registered"));
    let first = if name == "DeclareTarget" { vec![] } else { vec![make("DeclareTarget")] };
    Action { body: first.into_iter().chain([make(name)]).collect(), ..Action::default() }
}

#[test]
fn names_are_unique_and_are_those_of_the_files() {
    let registry = KindRegistry::core();
    let names: Vec<&str> = registry.iter().map(|kind| kind.name).collect();
    let mut sources: Vec<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
    sources.sort_unstable();
    assert_eq!(names, sources);
}

#[test]
fn every_kind_is_read_back_as_it_was() {
    for kind in KindRegistry::core().iter() {
        let mut action = alone(kind.name);
        let text = write_asset(&mut action);
        let mut diagnostics = Default::default();
        let again = load_asset::<Action>("a.ron", text.as_bytes(), &KindRegistry::core(), &mut diagnostics);
        assert!(diagnostics.is_empty(), "{}", diagnostics.render());
        assert_eq!(again.expect("there is an action").value, action);
        assert_eq!(fmt_text("a.ron", &text, &KindRegistry::core()).expect("it is whole"), text);
    }
}

#[test]
fn every_kind_compiles_or_says_why_not() {
    let mut shown = String::new();
    for kind in KindRegistry::core().iter() {
        let mut library = pack(&[]);
        library.put("try", AnyAsset::Action(alone(kind.name)));
        let (book, diagnostics) = library.compile("s");
        let programs = book.iter().flat_map(|book| &book.programs);
        let left_out = programs.filter(|program| program.name == "try").count() == 0;
        assert!(book.is_some() && left_out == diagnostics.has_errors());
        shown.push_str(&format!("-- {}\n{}", kind.name, diagnostics.render()));
        let Some(book) = book else { continue };
        for program in book.programs.iter().filter(|program| program.name.starts_with("try")) {
            shown.push_str(&disassemble(&book, program));
        }
    }
    expect_file!["snapshots/programs.txt"].assert_eq(&shown);
}

#[test]
fn every_kind_and_asset_type_has_an_outline() {
    let mut shown = String::new();
    for kind in KindRegistry::core().iter() {
        let mut part = Part::new((kind.make)());
        shown.push_str(&format!("-- {}: {}\n   {}\n{}", kind.name, kind.doc, part.kind.summary(), outline(&mut part)));
    }
    for kind in AssetType::ALL {
        shown.push_str(&format!("-- {}\n{}", kind.name(), outline(kind.make().inspect_mut())));
    }
    expect_file!["snapshots/outlines.txt"].assert_eq(&shown);
}

#[test]
fn every_drawn_example_plays_as_drawn() {
    let mut faults = String::new();
    for (name, source) in SOURCES {
        match examples(source) {
            Ok(examples) => {
                assert!(!examples.is_empty(), "{name} draws no example");
                for example in examples {
                    assert!(example.parts.contains(&format!("{name}(")), "{name}'s example is about something else");
                    if let Err(fault) = example.play(KindRegistry::core()) {
                        faults.push_str(&format!("{name}: {fault}\n{example:#?}\n"));
                    }
                }
            }
            Err(fault) => faults.push_str(&format!("{name}: {fault}\n")),
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

mod foreign {
    use foretoken_action_assets::{Compiler, Field, Inspect, Inspector, Kind, NameRole};
    use foretoken_vm::rulebook::{Column, ColumnOf};
    use foretoken_vm::tokens::operand::Extra;
    use foretoken_vm::tokens::{Call, Extern};
    use foretoken_vm::{Flow, Run, RunContext};

    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Heat {
        pub target: String,
    }

    impl Inspect for Heat {
        fn inspect(&mut self, inspector: &mut dyn Inspector) {
            inspector.name(Field::new("target", "Who is heated."), &mut self.target, NameRole::UsesTarget);
        }
    }

    impl Kind for Heat {
        fn name(&self) -> &'static str {
            "Heat"
        }

        fn doc(&self) -> &'static str {
            "Heats a target."
        }

        fn summary(&self) -> String {
            format!("heat {}", self.target)
        }

        fn compile(&self, compiler: &mut Compiler<'_>) {
            let (target, label) = compiler.subject(&self.target, "", "heat");
            let token = compiler.extern_token("heat");
            let extra = Extra(compiler.column("", ColumnOf::Entity, "heat"));
            compiler.emit(Call { token, target, extra, label, ..Call::default() });
        }

        fn externs(&self) -> Vec<Extern> {
            vec![Extern::new("heat", 1, Run::Whole(step))]
        }

        fn columns(&self) -> Vec<Column> {
            vec![Column { name: "heat".to_owned(), of: ColumnOf::Entity, default: 20, weight: 0 }]
        }
    }

    fn step(cx: &mut RunContext<'_>, call: &Call) -> Flow {
        if let Some(id) = cx.unit_at(call.target) {
            let column = call.extra.0;
            let hotter = cx.state().entity_column(id, column) + 5;
            cx.set_entity_column(id, column, hotter, call.label);
        }
        Flow::Next
    }
}

#[test]
fn kinds_of_other_crates_bring_tokens_and_columns() {
    let registry = KindRegistry::core().with::<foreign::Heat>().expect("the name is free");
    let example = "\
//! ```text
//! Heat(target: \"self\"), Branch(if: \"column(heat, self) = 25\", then: [Kill(target: \"self\")])
//!
//! .A.  ->  ...
//! ```
";
    for example in examples(example).expect("it is an example") {
        example.play(registry.clone()).expect("it plays as drawn");
        let (book, faults) = example.library(registry.clone()).compile_actions();
        assert!(!faults.has_errors(), "{}", faults.render());
        assert!(book.kinds.contains(&("Heat".to_owned(), 1)));
        assert_eq!(book.externs.len(), 1);
    }
}

/// Old files name fields by their former names. They are read with a warning, and `fmt` writes the new names.
#[test]
fn former_names_of_fields_are_read_and_rewritten() {
    let check = |file: &str, text: &str, expected: &str| {
        let registry = KindRegistry::core();
        let path = file.to_owned();
        let mut library = foretoken_action_assets::Library::from_canonical_text("", KindRegistry::core());
        let faults = library.reload(&path, Some(text.as_bytes()));
        let codes: Vec<&str> = faults.iter().map(|fault| fault.code).collect();
        assert!(!codes.is_empty() && codes.iter().all(|code| *code == "renamed-field"), "{file}: {}", faults.render());
        assert_eq!(fmt_text(file, text, &registry).expect("the text is whole"), expected);
    };
    check(
        "statuses/burn.ron",
        "Status(wears: true, again: Add, stops: true, charms: true)",
        "Status(\n    decays: true,\n    on_reapply: Add,\n    skips_turn: true,\n    mind_control: true,\n)\n",
    );
    check("items/flask.ron", "Item(uses: 3)", "Item(\n    charges: 3,\n)\n");
    check("skills/oath.ron", "Skill(uses: 2)", "Skill(\n    uses_per_battle: 2,\n)\n");
    check(
        "units/rat.ron",
        "Unit(glyph: \"r\", health: 2, uses: 2)",
        "Unit(\n    glyph: \"r\",\n    health: 2,\n    actions_per_turn: 2,\n)\n",
    );
}
