//! Properties of arbitrary bytes, trees and actions.

use foretoken_action_assets::syntax::{FieldNode, normal_number};
use foretoken_action_assets::{
    Diagnostics, Formula, Node, NodeKind, Part, Pattern, Span, load_asset, parse, print, write_asset,
};
use proptest::prelude::*;

use crate::toy::{self, Action, Blast, Gain};

fn read_all(bytes: &[u8]) {
    let mut diagnostics = Diagnostics::new();
    let loaded = load_asset::<Action>("any.ron", bytes, &toy::registry(), &mut diagnostics);
    assert!(loaded.is_some() || diagnostics.has_errors());
    diagnostics.render();
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(", ")", "[", "]", "{", "}", ",", ":", "\"", "\\", "\n", " ", "//", "/*", "*/", "r#\"", "\"#", "Action",
        "Push", "List", "Wait", "Blast", "name", "body", "target", "distance", "area", "gains", "first", "\"T1\"",
        "\"@\"", "3", "-", "1.5", "(1, 3)", "true", "ä", "\u{0}", "'", "body: [", "Push(", "Action(", "Blast(",
        "target: ",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z_][A-Za-z0-9_]{0,8}"
        .prop_filter("these are no names", |name| name != "true" && name != "false" && name != "r")
}

fn leaf() -> impl Strategy<Value = NodeKind> {
    prop_oneof![
        "-?[0-9]{1,6}(\\.[0-9]{1,3})?"
            .prop_map(|text| NodeKind::Number(normal_number(&text).expect("these are numbers"))),
        any::<String>().prop_map(NodeKind::Text),
        any::<bool>().prop_map(NodeKind::Bool),
        name().prop_map(NodeKind::Ident),
        Just(NodeKind::Invalid),
    ]
}

fn fields(value: impl Strategy<Value = Node>) -> impl Strategy<Value = Vec<FieldNode>> {
    prop::collection::btree_map(name(), value, 0..4).prop_map(|fields| {
        let field = |(name, value)| FieldNode { name, name_span: Span::default(), value };
        fields.into_iter().map(field).collect()
    })
}

fn tree() -> impl Strategy<Value = Node> {
    leaf().prop_map(Node::built).prop_recursive(5, 40, 4, |inner| {
        let kind = prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(NodeKind::List),
            (prop::option::of(name()), prop::collection::vec(inner.clone(), 0..4))
                .prop_map(|(name, items)| NodeKind::Tuple { name, items }),
            (prop::option::of(name()), fields(inner)).prop_map(|(name, fields)| NodeKind::Struct { name, fields }),
        ];
        kind.prop_map(Node::built)
    })
}

fn part() -> impl Strategy<Value = Part> {
    let push = (any::<String>(), 0..=9).prop_map(|(target, distance)| Part::of(toy::Push { target, distance }));
    let gains = prop::collection::vec(("hp|mp", -99..=99), 0..3);
    let cells = prop::collection::vec((-4..=4, -4..=4), 0..6);
    let tags = prop::collection::btree_set(0..toy::TAGS.len(), 0..=3);
    let blast = (any::<bool>(), 0..=1_usize, tags, any::<String>(), cells, gains).prop_map(
        |(veiled, anchor, tags, damage, cells, gains)| {
            let tags = tags.into_iter().collect();
            let gains = gains.into_iter().map(|(stat, amount)| Gain { stat, amount }).collect();
            let (damage, area) = (Formula::new(damage), Pattern::from_cells(cells).expect("these are near"));
            Part::of(Blast { veiled, anchor, tags, damage, area, gains, ..Blast::default() })
        },
    );
    let leaf = prop_oneof![Just(Part::of(toy::Wait)), push, blast];
    leaf.prop_recursive(4, 20, 4, |inner| {
        let list = prop::collection::vec(inner, 0..4).prop_map(|body| Part::of(toy::List { body }));
        (list, any::<String>()).prop_map(|(part, note)| Part { note, ..part })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: proptest::test_runner::RngSeed::Fixed(20_260), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_reported(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn any_pieces_are_read_or_reported(text in pieces()) {
        read_all(text.as_bytes());
        read_all(format!("Action(name: \"a\", body: [{text}])").as_bytes());
    }

    #[test]
    fn any_cut_and_any_wrong_byte_is_read_or_reported(at in 0..2000_usize, byte in any::<u8>()) {
        let mut text = write_asset(&mut toy::rich_action()).into_bytes();
        let at = at % text.len();
        read_all(&text[..at]);
        text[at] = byte;
        read_all(&text);
    }

    #[test]
    fn whatever_was_read_prints_to_a_fixed_point(text in pieces()) {
        let mut diagnostics = Diagnostics::new();
        if let Some(node) = parse("any.ron", text.as_bytes(), &mut diagnostics) {
            let printed = print(&node);
            let mut again = Diagnostics::new();
            let node = parse("any.ron", printed.as_bytes(), &mut again).expect("there is a value");
            prop_assert!(again.is_empty(), "{}", again.render());
            prop_assert_eq!(print(&node), printed);
        }
    }

    #[test]
    fn printed_trees_are_fixed_points_and_ron(node in tree()) {
        let printed = print(&node);
        let mut diagnostics = Diagnostics::new();
        let again = parse("any.ron", printed.as_bytes(), &mut diagnostics).expect("there is a value");
        prop_assert!(diagnostics.is_empty(), "{}", diagnostics.render());
        prop_assert_eq!(print(&again), printed.as_str());
        let real: ron::error::SpannedResult<&ron::value::RawValue> = ron::from_str(&printed);
        prop_assert!(real.is_ok(), "{:?}", real);
    }

    #[test]
    fn any_action_is_read_back_as_it_was(body in prop::collection::vec(part(), 0..4), name in any::<String>()) {
        let mut action = Action { name, body, ..Action::default() };
        let text = write_asset(&mut action);
        let mut diagnostics = Diagnostics::new();
        let loaded = load_asset::<Action>("any.ron", text.as_bytes(), &toy::registry(), &mut diagnostics);
        prop_assert!(diagnostics.is_empty(), "{}", diagnostics.render());
        let mut again = loaded.expect("there is an action").value;
        prop_assert_eq!(write_asset(&mut again), text);
        prop_assert_eq!(again, action);
    }
}
