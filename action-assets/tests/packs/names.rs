//! Resolution of names: the example of document 003, and unknown names.

use expect_test::{Expect, expect};
use foretoken_vm::{Token, disassemble};

use crate::pack;

fn check(body: &str, expected: Expect) {
    let library = pack(&[("actions/try.ron", &format!("Action(body: [\n{body}\n])\n"))]);
    let (book, diagnostics) = library.compile("s");
    let mut shown = diagnostics.render();
    if let Some(book) = book {
        for program in book.programs.iter().filter(|program| program.name.starts_with("try")) {
            if program.name != "try" {
                shown.push_str(&format!("{}, captured {}:\n", program.name, program.captured));
            }
            shown.push_str(&disassemble(&book, program));
        }
    }
    expected.assert_eq(&shown);
}

const DOCUMENT_003: &str = r#"    DeclareTarget(name: "T1"),
    DeclareTarget(name: "T2", from: "T1"),
    MoveAttack(target: "T2"),
    ActionList(body: [
        DeclareTarget(name: "T1"),
        MoveAttack(target: "T2"),
        DeclareTarget(name: "T3"),
    ]),"#;

#[test]
fn the_complicated_example_of_document_003() {
    check(
        DOCUMENT_003,
        expect![[r#"
              Begin Scope
        0000    Declare     T1@0x00 = cell steps 1..1, otherwise skip to 0006
        0001    Declare     T2@0x01 = cell steps 1..1 relative to T1@0x00, otherwise skip to 0006
        0002    MoveAttack  T2@0x01, 1 to the entity there
                Begin Scope
        0003      Declare     T1@0x02 = cell steps 1..1, otherwise skip to 0006
        0004      MoveAttack  T2@0x01, 1 to the entity there
        0005      Declare     T3@0x03 = cell steps 1..1, otherwise skip to 0006
                End Scope
              End Scope
    "#]],
    );
    check(
        &format!("{DOCUMENT_003}\n    MoveAttack(target: \"T3\"),"),
        expect![[r#"
            actions/try.ron:10:24: error[unresolved-name]: unknown target `T3`: only the parts in body[3] (declared on line 8) can use it
              in body[4].target
                 |
              10 |     MoveAttack(target: "T3"),
                 |                        ^^^^
              help: declare it in this list too, or move this part there; known here: T1, T2, self, cause, here, board
        "#]],
    );
}

#[test]
fn names_that_mean_nothing() {
    check(
        r#"DeclareTarget(name: "T2", from: "T1"), DeclareTarget(name: "T1")"#,
        expect![[r#"
        actions/try.ron:2:33: error[declared-later]: `T1` is declared later, in body[1] (line 2)
          in body[0].from
            |
          2 | DeclareTarget(name: "T2", from: "T1"), DeclareTarget(name: "T1")
            |                                 ^^^^
          help: move its DeclareTarget before this
    "#]],
    );
    check(
        r#"DeclareTarget(name: "Goal"), Kill(target: "Gaol"), Kill(target: "x"), Kill(target: "")"#,
        expect![[r#"
        actions/try.ron:2:43: error[unresolved-name]: unknown target `Gaol`
          in body[1].target
            |
          2 | DeclareTarget(name: "Goal"), Kill(target: "Gaol"), Kill(target: "x"), Kill(target: "")
            |                                           ^^^^^^
          help: did you mean `Goal`?
        actions/try.ron:2:65: error[unresolved-name]: unknown target `x`
          in body[2].target
            |
          2 | DeclareTarget(name: "Goal"), Kill(target: "Gaol"), Kill(target: "x"), Kill(target: "")
            |                                                                 ^^^
          help: known here: Goal, self, cause, here, board
        actions/try.ron:2:84: error[unresolved-name]: no target is given
          in body[3].target
            |
          2 | DeclareTarget(name: "Goal"), Kill(target: "Gaol"), Kill(target: "x"), Kill(target: "")
            |                                                                                    ^^
          help: known here: Goal, self, cause, here, board
    "#]],
    );
    check(
        r#"DeclareTarget(name: "T1"), DeclareTarget(name: "T1")"#,
        expect![[r#"
        actions/try.ron:2:48: error[declared-twice]: `T1` is declared twice in the same list, first in body[0]
          in body[1].name
            |
          2 | DeclareTarget(name: "T1"), DeclareTarget(name: "T1")
            |                                                ^^^^
          help: give it another name, or move one of the two into a separate list
    "#]],
    );
    check(
        r#"DeclareTarget(name: "self"), DeclareTarget(name: "")"#,
        expect![[r#"
        actions/try.ron:2:21: error[reserved-name]: `self` already has a meaning in each action, so a target cannot have this name
          in body[0].name
            |
          2 | DeclareTarget(name: "self"), DeclareTarget(name: "")
            |                     ^^^^^^
        actions/try.ron:2:50: error[unnamed]: a target needs a name
          in body[1].name
            |
          2 | DeclareTarget(name: "self"), DeclareTarget(name: "")
            |                                                  ^^
    "#]],
    );
    check(
        r#"DeclareTarget(name: "T1", automatic: true)"#,
        expect![[r#"
        actions/try.ron:2:1: error[nobody-chooses]: an automatic target needs a rule that chooses: Nearest, Weakest or Actor
          in body[0].otherwise
            |
          2 | DeclareTarget(name: "T1", automatic: true)
            | ^^^^^^^^^^^^^
    "#]],
    );
    check(
        r#"Damage(target: "self", amount: "1 + health(T9) + heath(self)")"#,
        expect![[r#"
            actions/try.ron:2:44: error[unresolved-name]: unknown target `T9` (at character 12)
              in body[0].amount
                |
              2 | Damage(target: "self", amount: "1 + health(T9) + heath(self)")
                |                                            ^^
              help: known here: self, cause, here, board
            actions/try.ron:2:50: error[unknown-function]: `heath` is neither a function nor a number (at character 18)
              in body[0].amount
                |
              2 | Damage(target: "self", amount: "1 + health(T9) + heath(self)")
                |                                                  ^^^^^
              help: did you mean `health`?
        "#]],
    );
}

#[test]
fn loops_count_their_turns_and_start_afresh() {
    check(
        r#"ActionList(repeat: 3, body: [DeclareTarget(name: "T1"), Kill(target: "T1")]), Wait"#,
        expect![[r#"
                  Begin Scope
            0000    Repeat      3 times, then 0004
                    Begin Scope
            0001      Declare     T1@0x00 = cell steps 1..1, otherwise skip to 0003
            0002      Kill        T1@0x00 (kill)
                    End Scope
            0003    Next Iteration from 0001
            0004    Wait
                  End Scope
        "#]],
    );
    check(
        r#"ActionList(while: "round < 3", body: [ActionList(repeat: 2, while: "losses = 0", body: [DeclareTarget(name: "T1")])])"#,
        expect![[r#"
                  Begin Scope
            0000    Repeat      1 times, then 0009
            0001    Unless      (round < 3) to 0008
                    Begin Scope
            0002      Repeat      2 times, then 0007
            0003      Unless      (losses = 0) to 0006
                      Begin Scope
            0004        Declare     T1@0x00 = cell steps 1..1, otherwise skip to 0005
                      End Scope
            0005      Next Iteration from 0003
            0006      Repeat      0 times, then 0007
                    End Scope
            0007    Next Iteration from 0001 while it holds
            0008    Repeat      0 times, then 0009
                  End Scope
        "#]],
    );
    let four = (0..4).fold("Wait".to_owned(), |body, _| format!("ActionList(repeat: 2, body: [{body}])"));
    check(
        &four,
        expect![[r#"
        actions/try.ron:2:88: error[too-many-loops]: loops are nested more than 3 deep
          in body[0].body[0].body[0].body[0]
            |
          2 |  [ActionList(repeat: 2, body: [ActionList(repeat: 2, body: [ActionList(repeat: 2, body: [Wait])])])])
            |                                                             ^^^^^^^^^^
    "#]],
    );
}

#[test]
fn branches_are_scopes() {
    check(
        r#"DeclareTarget(name: "T1"), Branch(if: "occupied(T1)", then: [DeclareTarget(name: "A", from: "T1"), Kill(target: "A")], else: [DeclareTarget(name: "A"), Wait]), Wait"#,
        expect![[r#"
                  Begin Scope
            0000    Declare     T1@0x00 = cell steps 1..1, otherwise skip to 0008
            0001    Unless      (occupied(T1)) to 0005
                    Begin Scope
            0002      Declare     A@0x01 = cell steps 1..1 relative to T1@0x00, otherwise skip to 0004
            0003      Kill        A@0x01 (kill)
                    End Scope
            0004    Jump        to 0007
                    Begin Scope
            0005      Declare     A@0x02 = cell steps 1..1, otherwise skip to 0007
            0006      Wait
                    End Scope
            0007    Wait
                  End Scope
        "#]],
    );
}

#[test]
fn veils_cover_what_they_use_from_outside() {
    check(
        r#"DeclareTarget(name: "T1"), DeclareTarget(name: "T2"), Veil(body: [DeclareTarget(name: "T3", from: "T1"), Kill(target: "T3"), Kill(target: "T2"), Kill(target: "self")])"#,
        expect![[r#"
                  Begin Scope
            0000    Declare     T1@0x00 = cell steps 1..1, otherwise skip to 0007
            0001    Declare     T2@0x01 = cell steps 1..1, otherwise skip to 0007
            0002    Veil        "????" to others, who go on at 0007
                    Begin Scope
            0003      Declare     T3@0x02 = cell steps 1..1 relative to T1@0x00, otherwise skip to 0007
            0004      Kill        T3@0x02 (kill)
            0005      Kill        T2@0x01 (kill)
            0006      Kill        self (kill)
                    End Scope
                  End Scope
        "#]],
    );
}

#[test]
fn delays_capture_what_they_use() {
    check(
        r#"DeclareTarget(name: "T1"), DeclareTarget(name: "T2"),
Delay(owner: "T1", rounds: 2, body: [
    DeclareTarget(name: "T3", from: "T2", automatic: true, otherwise: Nearest),
    Damage(target: "T3", amount: "health(T2)"),
    Delay(body: [Kill(target: "T3"), Kill(target: "T1")]),
])"#,
        expect![[r#"
                  Begin Scope
            0000    Declare     T1@0x00 = cell steps 1..1, otherwise skip to 0003
            0001    Declare     T2@0x01 = cell steps 1..1, otherwise skip to 0003
            0002    Delay       try/delay-1 of T1@0x00 in 2 rounds, unless it dies
                  End Scope
            try/delay-1, captured 2:
                  Begin Scope
            0000    Declare     T3@0x02 = chosen cell steps 1..1 relative to T2@0x00, otherwise nearest
            0001    Damage      T3@0x02, (health(T2))
            0002    Delay       try/delay-1/delay-1 of self in 1 rounds, unless it dies
                  End Scope
            try/delay-1/delay-1, captured 2:
                  Begin Scope
            0000    Kill        T3@0x00 (kill)
            0001    Kill        T1@0x01 (kill)
                  End Scope
        "#]],
    );
    check(
        r#"Delay(body: [DeclareTarget(name: "T1")])"#,
        expect![[r#"
        actions/try.ron:2:14: error[asks-later]: a delayed part cannot ask a player
          in body[0].body[0].otherwise
            |
          2 | Delay(body: [DeclareTarget(name: "T1")])
            |              ^^^^^^^^^^^^^
          help: choose it with Nearest, Weakest or Actor, or declare it before the delay
    "#]],
    );
    let five: String = (1..=5).map(|n| format!("DeclareTarget(name: \"T{n}\"), ")).collect();
    let used: String = (1..=5).map(|n| format!("Kill(target: \"T{n}\"), ")).collect();
    check(
        &format!("{five} Delay(body: [{used}])"),
        expect![[r#"
        actions/try.ron:2:243: error[too-many-captured]: a delayed part can use at most 4 targets that were declared before it
          in body[5].body[4].target
            |
          2 | "T2"), Kill(target: "T3"), Kill(target: "T4"), Kill(target: "T5"), ])
            |                                                             ^^^^
    "#]],
    );
    let deep = (0..4).fold("Wait".to_owned(), |body, _| format!("Delay(body: [{body}])"));
    check(
        &deep,
        expect![[r#"
        actions/try.ron:2:40: error[too-many-delays]: delays are nested more than 3 deep
          in body[0].body[0].body[0].body[0]
            |
          2 | Delay(body: [Delay(body: [Delay(body: [Delay(body: [Wait])])])])
            |                                        ^^^^^
    "#]],
    );
}

#[test]
fn included_actions_keep_their_names_to_themselves() {
    let other = ("actions/other.ron", "Action(body: [DeclareTarget(name: \"T1\"), Kill(target: \"T1\")])");
    let body = "Action(body: [DeclareTarget(name: \"T1\"), Include(action: \"other\"), Kill(target: \"T1\")])";
    let (book, diagnostics) = pack(&[other, ("actions/try.ron", body)]).compile("s");
    let book = book.unwrap_or_else(|| panic!("{}", diagnostics.render()));
    let program = &book.programs[usize::from(book.find_program("try").expect("it is there"))];
    expect![[r#"
              Begin Scope
        0000    Declare     T1@0x00 = cell steps 1..1, otherwise skip to 0004
                Begin Scope
        0001      Declare     T1@0x01 = cell steps 1..1, otherwise skip to 0003
        0002      Kill        T1@0x01 (kill)
                End Scope
        0003    Kill        T1@0x00 (kill)
              End Scope
        [
            "body[0]",
            "body[1]/other/body[0]",
            "body[1]/other/body[1]",
            "body[2]",
        ]"#]]
    .assert_eq(&format!("{}{:#?}", disassemble(&book, program), program.debug.parts));

    let round = [
        ("actions/a.ron", "Action(body: [Include(action: \"b\")])"),
        ("actions/b.ron", "Action(body: [Wait, Include(action: \"a\"), Include(action: \"wiat\")])"),
    ];
    expect![[r#"
        actions/a.ron:1:31: error[include-cycle]: the actions include each other in a circle: a -> b -> a
          in body[0].action
            |
          1 | Action(body: [Include(action: "b")])
            |                               ^^^
        actions/b.ron:1:37: error[include-cycle]: the actions include each other in a circle: b -> a -> b
          in body[1].action
            |
          1 | Action(body: [Wait, Include(action: "a"), Include(action: "wiat")])
            |                                     ^^^
        actions/b.ron:1:59: error[unknown-reference]: unknown action `wiat`
          in body[2].action
            |
          1 | Action(body: [Wait, Include(action: "a"), Include(action: "wiat")])
            |                                                           ^^^^^^
          help: did you mean `wait`?
    "#]]
    .assert_eq(&pack(&round).check_all().render());
}

#[test]
fn inclusions_of_inclusions_end() {
    let files: Vec<(String, String)> = (0..12)
        .map(|n| {
            let next = format!("Include(action: \"a{}\")", n + 1);
            (format!("actions/a{n}.ron"), format!("Action(body: [{}])", vec![next; 40].join(",")))
        })
        .chain([("actions/a12.ron".to_owned(), "Action".to_owned())])
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    assert!(pack(&files).check_all().has_errors());
}

#[test]
fn veiled_targets_are_in_the_data() {
    let body = "Action(body: [DeclareTarget(name: \"T1\"), DeclareTarget(name: \"T2\"), Veil(body: [
        DeclareTarget(name: \"T3\", from: \"T1\"), Kill(target: \"T3\"), Kill(target: \"T2\"), Delay(body: [Kill(target: \"T1\")])])])";
    let book = pack(&[("actions/try.ron", body)]).compile("s").0.expect("it compiles");
    let program = &book.programs[usize::from(book.find_program("try").expect("it is there"))];
    let targets = |token: &Token| if let Token::Veil(veil) = token { Some(veil.targets) } else { None };
    let targets = program.code.iter().find_map(targets).expect("there is one");
    let covered: Vec<i32> = program.data[usize::from(targets.first)..][..usize::from(targets.count)].to_vec();
    assert_eq!(covered, [0, 1, 255], "T1 by the delay, T2, and the actor as the delay's owner");
}
