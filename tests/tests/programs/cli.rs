//! The command line: output, exit codes, JSON and invalid use.

use expect_test::expect;
use foretoken_tests::{copy_folder, executable, root};
use std::process::{Command, Output};

fn foretoken(arguments: &[&str]) -> Output {
    let mut command = Command::new(executable());
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    command.args(arguments).current_dir(root()).output().expect("it starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn without_a_terminal_a_demonstration_is_played_recorded_and_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().to_str().expect("plain path");
    let played = foretoken(&["play", "--records", records]);
    assert_eq!(code(&played), 0);
    let told = out(&played);
    assert!(told.contains("Round 1, predicted") && told.contains("Round 1, played"), "{told}");
    assert!(told.contains("Record: "), "{told}");
    let verified = foretoken(&["replay", "verify", records]);
    assert_eq!(code(&verified), 0, "{}", out(&verified));
    assert!(out(&verified).contains("1 of 1 verified"));
}

/// `replay repair` verifies the repaired record and names each entry that fails.
#[test]
fn repair_tells_whether_what_is_left_verifies() {
    use foretoken_action_assets::store::journal;
    use foretoken_session::record::Entry;
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().to_str().expect("plain path");
    assert_eq!(code(&foretoken(&["play", "--records", records])), 0);
    let file = std::fs::read_dir(folder.path()).expect("it").flatten().next().expect("a record").path();
    let path = file.to_str().expect("plain path");
    let whole = std::fs::read(&file).expect("readable");
    let repair = || {
        let output = foretoken(&["replay", "repair", path, "--yes"]);
        (code(&output), out(&output))
    };
    let told = repair();
    assert!(
        told.0 == 0 && told.1.contains("The record is not damaged and verifies:\n  the replay equals the record:"),
        "{told:?}"
    );
    let last = journal::read(&whole).expect("frames").0.last().expect("an entry").offset;
    let lie = Entry::End(9);
    let lie = journal::frame(lie.kind(), &lie.payload().expect("small")).expect("small");
    let lying = [&whole[..last], &lie].concat();
    std::fs::write(&file, &lying).expect("written");
    let told = repair();
    assert!(told.0 == 1 && told.1.contains("so there is nothing to repair. It does not verify:\n  entry"), "{told:?}");
    let mut damaged = lying.clone();
    damaged.extend_from_slice(&whole[last..]);
    damaged[lying.len() + 12] ^= 1;
    damaged.extend_from_slice(&lie);
    std::fs::write(&file, &damaged).expect("written");
    let told = repair();
    assert!(told.0 == 1 && told.1.contains("The rest does not verify:\n  entry"), "{told:?}");
    assert_eq!(std::fs::read(&file).expect("readable"), lying);
    let mut damaged = whole.clone();
    damaged[last + 12] ^= 1;
    damaged.extend_from_slice(&lie);
    std::fs::write(&file, &damaged).expect("written");
    let told = repair();
    assert!(
        told.0 == 0 && told.1.contains("The repaired record verifies:\n  the replay equals the record:"),
        "{told:?}"
    );
}

#[test]
fn help_is_there_for_every_command_and_bad_use_exits_with_2() {
    for command in [
        "play", "edit", "check", "fmt", "import", "board", "order", "compile", "eval", "predict", "replay", "sim",
        "solve",
    ] {
        let help = foretoken(&[command, "--help"]);
        assert_eq!(code(&help), 0, "{command}");
        assert!(out(&help).contains("Usage: foretoken"), "{command}");
    }
    assert_eq!(code(&foretoken(&["ply"])), 2);
    assert_eq!(code(&foretoken(&["sim"])), 2);
    assert_eq!(code(&foretoken(&["play", "--resume", "x", "--list"])), 2);
    assert_eq!(code(&foretoken(&["play", "--window", "--tty"])), 2);
}

#[test]
fn without_a_display_a_window_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("records");
    let path = records.to_str().expect("plain path");
    for words in [["play", "--window", "--records", path].as_slice(), &["edit", "--records", path]] {
        let refused = foretoken(words);
        assert_eq!(code(&refused), 1, "{words:?}");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("no display was found") && said.contains("--tty"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert!(!records.exists(), "no battle was begun");
}

#[test]
fn check_tells_every_fault_with_its_place_and_exits_with_1() {
    assert_eq!(code(&foretoken(&["check"])), 0);
    let folder = tempfile::tempdir().expect("a folder");
    let actions = folder.path().join("actions");
    std::fs::create_dir(&actions).expect("a folder");
    let text =
        "Action(\n    body: [\n        Pusj(target: \"T1\"),\n        Push(targt: \"T1\", distance: x),\n    ],\n)\n";
    std::fs::write(actions.join("bad.ron"), text).expect("written");
    let checked = foretoken(&["check", folder.path().to_str().expect("plain path")]);
    assert_eq!(code(&checked), 1);
    let told = out(&checked);
    for expected in ["actions/bad.ron:3:9", "`Push`", "actions/bad.ron:4:", "target"] {
        assert!(told.contains(expected), "{expected} in\n{told}");
    }
    let (above, name) = (folder.path().parent().expect("a folder"), folder.path().file_name().expect("a name"));
    let (above, name) = (above.to_str().expect("plain path"), name.to_str().expect("plain name"));
    assert_eq!(out(&foretoken(&["--assets", above, "check", name])), told);
    let file = actions.join("bad.ron");
    let one = foretoken(&["check", "--json", file.to_str().expect("plain path")]);
    assert_eq!(code(&one), 1);
    assert!(out(&one).trim_start().starts_with('['));
}

#[test]
fn fmt_is_the_identity_on_shipped_assets_and_repairs_others() {
    assert_eq!(code(&foretoken(&["fmt", "--check"])), 0);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("actions").join("a.ron");
    std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
    std::fs::write(&file, "Action(title:\"A\",body:[Wait()])").expect("written");
    let path = file.to_str().expect("plain path");
    assert_eq!(code(&foretoken(&["fmt", "--check", path])), 1);
    assert_eq!(code(&foretoken(&["fmt", path])), 0);
    assert_eq!(code(&foretoken(&["fmt", "--check", path])), 0);
    let file = folder.path().join("actions/a.ron");
    let kept = foretoken_action_assets::store::backup_folder(&file).join("a.ron.1");
    assert_eq!(std::fs::read_to_string(kept).expect("the version before is kept"), "Action(title:\"A\",body:[Wait()])");
}

#[test]
fn compile_shows_tokens_and_suggests_near_names() {
    let shown = foretoken(&["compile", "blink-strike"]);
    assert_eq!(code(&shown), 0);
    assert!(out(&shown).contains("Begin Scope") && out(&shown).contains("T2@0x01"), "{}", out(&shown));
    let missing = foretoken(&["compile", "blink-strik"]);
    assert_eq!(code(&missing), 1);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("blink-strike"));
}

#[test]
fn eval_computes_a_formula_and_says_what_it_may_come_to() {
    let mut told = String::new();
    for words in [
        &["2d6[fire] + if c.str > 2: 4d6kh3; 0", "--set", "c.str=3", "--seed", "7"][..],
        &["1d4 + 1d4", "--stats"],
        &["max(c.str, t.def) / 4", "--set", "c.str=3", "--set", "t.def=2", "--disassemble"],
        &["any(1, 2)", "--stats", "--json"],
        &["1 + foo(2) + c.st", "--set", "c.str=3"],
    ] {
        let shown = foretoken(&[&["eval"], words].concat());
        told.push_str(&format!("{}\n{}exit {}\n\n", words.join(" "), out(&shown), code(&shown)));
    }
    expect_test::expect![[r#"
        2d6[fire] + if c.str > 2: 4d6kh3; 0 --set c.str=3 --seed 7
        2d6[fire]: 6 fire 3 fire = 9
        4d6kh3: 2 (1) 1 4 = 7
        16
        exit 0

        1d4 + 1d4 --stats
        1d4: 3 = 3
        1d4: 3 = 3
        6
        exact: mean 5.000, standard deviation 1.581
        2    6.25 %  ##########
        3   12.50 %  ####################
        4   18.75 %  ##############################
        5   25.00 %  ########################################
        6   18.75 %  ##############################
        7   12.50 %  ####################
        8    6.25 %  ##########
        exit 0

        max(c.str, t.def) / 4 --set c.str=3 --set t.def=2 --disassemble
        0.75 (stored as 0)
          0  EntityColumn(255, 0)  c.str
          1  EntityColumn(0, 1)  t.def
          2  Max
          3  Const(4.0)
          4  Divide
        exit 0

        any(1, 2) --stats --json
        {
          "value": 1.0,
          "stored": 1,
          "stats": {
            "sampled": null,
            "mean": 1.5,
            "deviation": 0.5,
            "chances": [
              [
                1,
                0.5
              ],
              [
                2,
                0.5
              ]
            ]
          }
        }
        exit 0

        1 + foo(2) + c.st --set c.str=3
        error[unknown-function]: `foo` is neither a function nor a number
          1 + foo(2) + c.st
              ^
        error[unknown-reference]: `c.st` is not set
          1 + foo(2) + c.st
                       ^
          help: did you mean `c.str`?
        exit 1

    "#]]
    .assert_eq(&told);
    for bad in [&["1", "--set", "c.str=x"][..], &["1", "--set", "c.str=inf"], &[]] {
        assert_eq!(code(&foretoken(&[&["eval"], bad].concat())), 2, "{bad:?}");
    }
    assert_eq!(code(&foretoken(&["eval", "1", "--pack", "nowhere"])), 1);
}

#[test]
fn predict_shows_the_board_the_marks_and_the_board_then() {
    let shown = foretoken(&["predict", "first-light"]);
    assert_eq!(code(&shown), 0);
    for part in ["Now, round 1", "Foreseen", "Then"] {
        assert!(out(&shown).contains(part));
    }
    let json = out(&foretoken(&["predict", "first-light", "--json"]));
    assert!(json.contains("\"health_then\""), "{json}");
    let record = "tests/records/first-light.battle";
    assert_eq!(code(&foretoken(&["predict", record, "--at", "6"])), 0);
}

#[test]
fn predict_tells_odds_where_actions_roll_dice() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    let bite = "Action(title: \"Bite\", body: [DeclareTarget(name: \"T1\", filter: [Enemy]), \
                Damage(target: \"T1\", amount: \"if 1d20 >= 8: 1d4; 0\", label: \"bite\")])";
    std::fs::write(folder.path().join("vigil/actions/bite.ron"), bite).expect("written");
    let assets = folder.path().to_str().expect("plain path");
    let told = out(&foretoken(&["--assets", assets, "predict", "first-light", "--odds"]));
    let odds = told.find("Odds, ").map(|at| &told[at..]).unwrap_or_default();
    expect![[r#"
        Odds, exact, 16 states
          Lantern: dies 81 %; health 1 (9 %), 2 (6 %), 3 (4 %)
          Rat B: stands on e5 (33 %), c6 (68 %)
          Rat C: stands on d6 (38 %), e7 (62 %)
          The battle: lost 81 %, goes on 19 %
        Rat A, exact, 16 states
          Lantern: hit 65 %, 1–3, kills 33 %; hits on 8 and more of 1–20; kills on 3 and more of 1–4
        Rat B, exact, 16 states
          Rat B acts 68 %
          Lantern: hit 44 %, 1–3, kills 30 %; hits on 8 and more of 1–20
        Rat C, exact, 16 states
          Rat C acts 38 %
          Lantern: hit 24 %, 1–3, kills 19 %; hits on 8 and more of 1–20
    "#]]
    .assert_eq(odds);
    let json = out(&foretoken(&["--assets", assets, "predict", "first-light", "--odds", "--json"]));
    for words in ["\"method\": \"exact\"", "\"states\": 16", "\"flips\"", "\"acts\": 1.0"] {
        assert!(json.contains(words), "{words} in {json}");
    }
    let certain = out(&foretoken(&["predict", "first-light", "--odds"]));
    assert!(certain.ends_with("Odds, exact, 1 state\n  No dice are involved.\n"), "{certain}");
    assert!(!out(&foretoken(&["predict", "first-light", "--json"])).contains("odds"));
}

#[test]
fn board_draws_what_is_reached_seen_and_aimed_at() {
    let mut told = String::new();
    for words in [
        ["--reach", "W"].as_slice(),
        &["--path", "W", "b5", "c5"],
        &["--region", "W", "walk", "d3"],
        &["--region", "W", "walk", "c4"],
        &["--order", "2"],
    ] {
        let shown = foretoken(&[["board", "first-light"].as_slice(), words].concat());
        told += &format!("{words:?} {}\n{}{}", code(&shown), out(&shown), String::from_utf8_lossy(&shown.stderr));
    }
    expect![[r#"
        ["--reach", "W"] 0
        First Light
           abcdefgh
         1 ########
         2 #23....#
         3 #12rO..#
         4 #@123..#
         5 #12!r..#
         6 #S3....#
         7 #...r..#
         8 ########
        Warden walks 3 and climbs 3
        ["--path", "W", "b5", "c5"] 0
        First Light
           abcdefgh
         1 ########
         2 #......#
         3 #..rO..#
         4 #@.....#
         5 #12!r..#
         6 #S.....#
         7 #...r..#
         8 ########
        Warden: 2 steps, 2 of 3 points, damage 0
        ["--region", "W", "walk", "d3"] 1
        foretoken: d3 is not a legal target of `walk`
        ["--region", "W", "walk", "c4"] 0
        First Light
           abcdefgh
         1 ########
         2 #**....#
         3 #**rO..#
         4 #W***..#
         5 #**!r..#
         6 #S*....#
         7 #...r..#
         8 ########
        choosing c4:
        Seer:
          Seer undecided
        Warden:
          Warden moves b4→c4 by walk (if chosen)
          Warden undecided (if chosen)
        Rat A:
          Rat A moves d3→c3 by walk
          d3 is hit, but it is empty by bite
        Rat B:
          Lantern health 3→2 by bite
        Rat C:
          Rat C moves e7→e6→d6 by walk
          Lantern health 2→1 by bite
        ["--order", "2"] 0
        First Light, rounds: Each unit acts once per round in order of initiative. All decisions are made before the first unit acts.
             Next, if all wait:
          1. Seer
          2. Warden
    "#]]
    .assert_eq(&told);
    let bad = [
        ["--reach", "z9"].as_slice(),
        &["--sight", "b"],
        &["--path", "W", "h8"],
        &["--region", "W", "dance"],
        &["--region", "r", "bite"],
    ];
    let refused = bad.map(|words| {
        let refused = foretoken(&[["board", "first-light"].as_slice(), words].concat());
        assert_eq!(code(&refused), 1, "{words:?}");
        String::from_utf8_lossy(&refused.stderr).into_owned()
    });
    expect![[r#"
        foretoken: z9 is not on the board
        foretoken: `b`: this is not a cell: write cells as `c4`, `27,4` or `c4^1`
        foretoken: h8 cannot be reached from b4 with 3 movement points
        foretoken: the unit has no action `dance` now; it has Walk, Shove, Interpose, Brace, Wait
        foretoken: the player cannot give orders to r now
    "#]]
    .assert_eq(&refused.concat());
    let seen = foretoken(&["board", "the-last-stair", "--sight", "b2", "--json"]);
    let own = out(&seen).split("},").find(|cell| cell.contains("\"b2\"")).map(str::to_owned);
    assert!(own.is_some_and(|cell| cell.contains("\"value\": 10000")), "{}", out(&seen));
}

#[test]
fn replay_shows_compares_and_tells_what_changed() {
    let record = "tests/records/first-light.battle";
    let shown = foretoken(&["replay", "show", record, "--boards"]);
    assert_eq!(code(&shown), 0);
    assert!(out(&shown).contains("is played"));
    assert_eq!(code(&foretoken(&["replay", "diff", record, record])), 0);
    let other = foretoken(&["replay", "diff", record, "tests/records/turned-blades.battle"]);
    assert_eq!(code(&other), 1);
    assert!(out(&other).contains("token:"), "{}", out(&other));
    let current = foretoken(&["replay", "verify", "--current", record]);
    assert!([0, 1].contains(&code(&current)), "it is answered either way");
    let missing = foretoken(&["replay", "verify", "nowhere.battle"]);
    assert_eq!(code(&missing), 1);
}

#[test]
fn a_simulation_is_the_same_for_any_number_of_threads() {
    let table = |threads: &str| {
        let ran = foretoken(&["sim", "first-light", "--battles", "4", "--threads", threads, "--budget", "3000"]);
        assert_eq!(code(&ran), 0);
        out(&ran)
    };
    assert_eq!(table("1"), table("3"));
}

#[test]
fn who_plays_the_first_side_of_a_simulation_is_said() {
    let lost = |player: &str| {
        let ran = foretoken(&["sim", "first-light", "--battles", "2", "--budget", "3000", "--player", player]);
        assert_eq!(code(&ran), 0, "{ran:?}");
        out(&ran).lines().nth(1).expect("a line").to_owned()
    };
    assert_eq!(lost("idle"), "won 0, lost 2, drawn 0");
    assert_ne!(lost("greedy"), "won 0, lost 2, drawn 0");
    let ran = foretoken(&["sim", "first-light", "--player", "bold"]);
    assert_eq!(code(&ran), 2);
    assert!(String::from_utf8_lossy(&ran.stderr).contains("use idle, greedy, joint, easy, normal or hard"), "{ran:?}");
}

#[test]
fn the_list_of_scenarios_is_in_playing_order() {
    let list = out(&foretoken(&["play", "--list"]));
    let first = list.lines().next().expect("a scenario");
    assert!(first.starts_with("vigil/first-light"), "{list}");
    assert!(list.lines().count() >= 4);
}

#[test]
fn nothing_that_others_wrote_steers_the_terminal() {
    // Clipboard escape, title by C1 and bidi override in titles, names, file names and file text.
    let hostile = "x\u{1b}]52;c;b3duZWQ=\u{7}\u{9d}0;owned\u{9c}\u{202e}y";
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, text).expect("written");
    };
    let scenario =
        format!("Scenario(title: {hostile:?}, note: {hostile:?}, map: [\"{hostile}\"], ground: \"{hostile}\")");
    write("pack/scenarios/s.ron", &scenario);
    write(&format!("pack/actions/{hostile}.ron"), &format!("Action(title: \"{hostile}\", body: [Wiat])"));
    write(&format!("{hostile}/scenarios/t.ron"), "Scenario");
    let assets = folder.path().to_str().expect("plain path");
    let action = format!("pack/{hostile}");
    let missing = format!("{assets}/{hostile}.battle");
    for words in [
        vec!["play", "--list"],
        vec!["play", "--list", "--json"],
        vec!["play", "--demo", "pack/s"],
        vec!["check"],
        vec!["check", "--json"],
        vec!["fmt", "--check"],
        vec!["compile", &action],
        vec!["predict", &missing],
        vec!["sim", &action],
        vec!["replay", "verify", &missing],
        vec!["replay", "show", &missing],
        vec!["replay", "diff", &missing, &missing],
    ] {
        let output = foretoken(&[&["--assets", assets], words.as_slice()].concat());
        let printed = out(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(!printed.is_empty(), "{words:?}");
        let steers = |c: char| foretoken_action_assets::is_hidden(c) && !matches!(c, '\n' | '\t');
        assert!(!printed.contains(steers), "{words:?}: {printed:?}");
    }
}

#[test]
fn a_log_tells_what_was_done_and_how_long_it_took() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("foretoken.log");
    let record = root().join("tests/records/first-light.battle");
    let (log, record) = (file.to_str().expect("plain path"), record.to_str().expect("plain path"));
    assert_eq!(code(&foretoken(&["--log", log, "replay", "verify", record])), 0);
    let told = std::fs::read_to_string(&file).expect("a log");
    assert!(told.contains("verify{entries=") && told.contains("time.busy="), "{told}");
    let nowhere = foretoken(&["--log", "/nowhere/at/all", "replay", "verify", record]);
    assert_eq!(code(&nowhere), 1);
    assert!(String::from_utf8_lossy(&nowhere.stderr).contains("cannot be written to"));
}
