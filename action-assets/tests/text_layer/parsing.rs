//! Parsing and syntax errors.

use expect_test::{Expect, expect};
use foretoken_action_assets::diagnostic::MAX_PER_FILE;
use foretoken_action_assets::syntax::{MAX_BYTES, MAX_DEPTH, MAX_TOKENS};
use foretoken_action_assets::{Diagnostics, parse, print};

fn check(text: &str, expected: Expect) {
    let mut diagnostics = Diagnostics::new();
    let printed = parse("test.ron", text.as_bytes(), &mut diagnostics).map_or(String::new(), |node| print(&node));
    expected.assert_eq(&format!("{printed}{}", diagnostics.render()));
}

fn check_codes(bytes: &[u8], expected: &[&str]) {
    let mut diagnostics = Diagnostics::new();
    parse("test.ron", bytes, &mut diagnostics);
    let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, expected);
}

#[test]
fn every_shape_has_one_canonical_form() {
    check(
        r##"Action(name:"a \"b\" \u{41}\x42", raw: r#"C:\d"#, n: [+1, -02.50, 1_000, 1e+05, .5], b: true, at: (0, 3),
            some: Some(3), none: None, unit: Wait(), empty: [], nothing: (), group: (x: 1), long: ("0123456789012345678901234567890123456789", "01234567890123456789"),)"##,
        expect![[r#"
            Action(
                name: "a \"b\" AB",
                raw: "C:\\d",
                n: [
                    1,
                    -2.50,
                    1000,
                    1e5,
                    0.5,
                ],
                b: true,
                at: (0, 3),
                some: Some(3),
                none: None,
                unit: Wait,
                empty: [],
                nothing: (),
                group: (
                    x: 1,
                ),
                long: (
                    "0123456789012345678901234567890123456789",
                    "01234567890123456789",
                ),
            )
        "#]],
    );
}

#[test]
fn comments_are_read_with_one_warning() {
    check(
        "// first\nWait /* a /* nested */ one */",
        expect![[r#"
        Wait
        test.ron:1:1: warning[comment]: the editor deletes comments when it saves the file
            |
          1 | // first
            | ^^^^^^^^
          help: use the `note` field
    "#]],
    );
}

#[test]
fn several_errors_are_reported_in_one_reading() {
    check(
        r#"Action(
    name "Shove",
    note: "no end,
    "body": [
        Push(target: "T1" distance: 2),
        Push(target: , distance: 2),
        Push(distance: 12x, distance: 3),
        {"a": 1},
        $%,
        3: 4,
    ],
    x: 'c',
)
tail"#,
        expect![[r#"
            Action(
                name: "Shove",
                note: (),
                body: [
                    Push(
                        target: "T1",
                        distance: 2,
                    ),
                    Push(
                        target: (),
                        distance: 2,
                    ),
                    Push(
                        distance: (),
                    ),
                    (),
                    (),
                    3,
                ],
                x: (),
            )
            test.ron:2:9: error[expected-colon]: expected `:` after `name`
                |
              2 |     name "Shove",
                |         ^
            test.ron:3:11: error[unclosed-text]: this text has no closing quote on its line
                |
              3 |     note: "no end,
                |           ^^^^^^^^
            test.ron:4:5: error[quoted-field]: write field names without quotes
                |
              4 |     "body": [
                |     ^^^^^^
              help: write body: ...
            test.ron:5:26: error[expected-comma]: expected `,` before `distance`
                |
              5 |         Push(target: "T1" distance: 2),
                |                          ^
            test.ron:6:22: error[expected-value]: expected a value, found `,`
                |
              6 |         Push(target: , distance: 2),
                |                      ^
            test.ron:7:24: error[bad-number]: this is not a number
                |
              7 |         Push(distance: 12x, distance: 3),
                |                        ^^^
              help: numbers are written like 3, -2 or 0.5
            test.ron:7:29: error[duplicate-field]: field `distance` is given more than once
                |
              7 |         Push(distance: 12x, distance: 3),
                |                             ^^^^^^^^
            test.ron:8:9: error[map]: maps are not part of this format
                |
              8 |         {"a": 1},
                |         ^
              help: write named values in round brackets and lists in square brackets
            test.ron:9:9: error[unexpected-character]: unexpected character
                |
              9 |         $%,
                |         ^^
            test.ron:10:10: error[expected-comma]: expected `,` or `]`, found `:`
                 |
              10 |         3: 4,
                 |          ^
            test.ron:12:8: error[unexpected-character]: single quotes have no meaning here
                 |
              12 |     x: 'c',
                 |        ^^^
              help: write texts in double quotes
            test.ron:14:1: error[trailing-text]: expected the end of the file, found `tail`
                 |
              14 | tail
                 | ^^^^
              help: a file contains exactly one asset
        "#]],
    );
}

#[test]
fn brackets_that_do_not_match() {
    check(
        "A(x: [1, 2), y: 3)",
        expect![[r#"
            A(
                x: [
                    1,
                    2,
                ],
            )
            test.ron:1:11: error[wrong-bracket]: expected `]`, found `)`
                |
              1 | A(x: [1, 2), y: 3)
                |           ^
        "#]],
    );
    check(
        "A(x: 1], y: 2)",
        expect![[r#"
            A(
                x: 1,
                y: 2,
            )
            test.ron:1:7: error[wrong-bracket]: expected `)`, found `]`
                |
              1 | A(x: 1], y: 2)
                |       ^
        "#]],
    );
    check(
        "A(\n    x: [\n        1,",
        expect![[r#"
        A(
            x: [
                1,
            ],
        )
        test.ron:2:8: error[unclosed-bracket]: this `[` is never closed
            |
          2 |     x: [
            |        ^
    "#]],
    );
}

#[test]
fn values_without_names_among_fields() {
    check(
        "A(1, x: 2, \"b\")",
        expect![[r#"
            A(
                x: 2,
            )
            test.ron:1:3: error[unnamed-value]: a number needs a field name before it, such as `name:`
                |
              1 | A(1, x: 2, "b")
                |   ^
            test.ron:1:12: error[unnamed-value]: a text needs a field name before it, such as `name:`
                |
              1 | A(1, x: 2, "b")
                |            ^^^
        "#]],
    );
}

#[test]
fn escapes_that_do_not_exist() {
    check(
        r#"["a\qb", "\u{110000}", "\x4"]"#,
        expect![[r#"
            [
                "ab",
                "",
                "",
            ]
            test.ron:1:4: error[bad-escape]: unknown escape
                |
              1 | ["a\qb", "\u{110000}", "\x4"]
                |    ^^
              help: the escapes are \n \r \t \0 \\ \" \' \xNN and \u{...}
            test.ron:1:11: error[bad-escape]: unknown escape
                |
              1 | ["a\qb", "\u{110000}", "\x4"]
                |           ^^^^^^^^^^
              help: the escapes are \n \r \t \0 \\ \" \' \xNN and \u{...}
            test.ron:1:25: error[bad-escape]: unknown escape
                |
              1 | ["a\qb", "\u{110000}", "\x4"]
                |                         ^^^
              help: the escapes are \n \r \t \0 \\ \" \' \xNN and \u{...}
        "#]],
    );
}

#[test]
fn columns_count_characters() {
    check(
        "A(\n\täöü: 1, \"äöü\" 2)",
        expect![[r#"
            A("äöü", 2)
            test.ron:2:2: error[bad-name]: this is not a name
                |
              2 |  äöü: 1, "äöü" 2)
                |  ^^^
              help: a name contains only letters a to z, digits and underscores; put any other text in quotes
            test.ron:2:15: error[expected-comma]: expected `,` before a number
                |
              2 |  äöü: 1, "äöü" 2)
                |               ^
        "#]],
    );
}

#[test]
fn long_lines_are_shown_around_the_fault() {
    let text = format!("[{}, $, {}]", "1, ".repeat(100).trim_end_matches(", "), "2, ".repeat(100));
    let mut diagnostics = Diagnostics::new();
    parse("test.ron", text.as_bytes(), &mut diagnostics);
    expect![[r#"
        test.ron:1:302: error[unexpected-character]: unexpected character
            |
          1 | 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, $, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
            |                                                             ^
    "#]].assert_eq(&diagnostics.render());
}

#[test]
fn what_cannot_be_text_at_all() {
    check(
        "",
        expect![[r#"
            test.ron:1:1: error[empty-file]: the file contains no asset
                |
              1 |
                | ^
        "#]],
    );
    check_codes(b"Wait \xff", &["not-utf8"]);
    check_codes(&vec![b' '; MAX_BYTES + 1], &["file-too-large"]);
    check_codes(",".repeat(MAX_BYTES).as_bytes(), &["file-too-large"]);
    check_codes(b"\xef\xbb\xbfWait\r\n", &[]);
    check_codes(b"Wait /* /* */", &["unclosed-comment", "comment"]);
    check_codes(b"r##\"abc\"#", &["unclosed-text"]);
}

#[test]
fn nesting_is_limited() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    check_codes(nested(MAX_DEPTH).as_bytes(), &[]);
    check_codes(nested(MAX_DEPTH + 1).as_bytes(), &["too-deep"]);
    check_codes("[".repeat(MAX_TOKENS - 1).as_bytes(), &["too-deep", "unclosed-bracket"]);
    check_codes("A(b:".repeat(MAX_TOKENS / 4 - 1).as_bytes(), &["too-deep", "unclosed-bracket"]);
    check_codes("/*".repeat(MAX_BYTES / 2).as_bytes(), &["unclosed-comment", "comment", "empty-file"]);
}

#[test]
fn rubbish_does_not_fill_the_screen() {
    let mut diagnostics = Diagnostics::new();
    parse("test.ron", "$ ".repeat(MAX_TOKENS / 2).as_bytes(), &mut diagnostics);
    assert_eq!(diagnostics.len(), MAX_PER_FILE + 1);
    assert!(diagnostics.render().len() < 500 * diagnostics.len());
}
