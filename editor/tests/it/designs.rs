//! Designs built with the panels alone, each with a demonstration as proof. The results are in `tests/designs`; the
//! test `designs` of the tests crate plays them in battles.

use crate::driver::{Driver, vigil};
use expect_test::{Expect, expect, expect_file};
use foretoken_action_assets::{AssetType, Demonstration};
use imgui::Key;

struct Bench {
    driver: Driver,
    _folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = vigil();
        let driver = Driver::with_size(folder.path(), Some("first-light"), None, [1600.0, 1800.0]);
        Self { driver, _folder: folder }
    }

    fn make(&mut self, kind: &str, name: &str) {
        self.driver.click("assets/new");
        self.driver.click(&format!("new/{kind}"));
        self.driver.fill("new/name", name);
    }

    fn add(&mut self, letters: &str) {
        self.driver.click("action/add");
        self.driver.write(letters);
        self.driver.key(Key::Enter);
    }

    fn pick(&mut self, field: &str, option: &str) {
        self.driver.click(&format!("inspector/{field}"));
        self.driver.click(&format!("inspector/{field}/{option}"));
    }

    fn choose(&mut self, field: &str, option: &str) {
        self.driver.click(&format!("inspector/{field}/{option}"));
    }

    fn fill(&mut self, field: &str, text: &str) {
        self.driver.fill(&format!("inspector/{field}"), text);
    }

    fn for_each(&mut self, path: &str, target: &str) {
        self.driver.click(&format!("action/{path}"));
        self.driver.click("action/wrap");
        self.driver.click("action/wrap/ForEach");
        self.driver.click(&format!("action/{path}"));
        self.pick("target", target);
    }

    fn no_faults(&mut self) {
        self.driver.quiet();
        let problems = &self.driver.editor.model().problems;
        assert!(!problems.has_errors(), "{}", problems.render());
    }

    fn demonstration(&self, action: &str) -> Demonstration {
        self.driver.game.library.action(action).expect("it is made").demonstrations[0].clone()
    }

    /// Creates a demonstration, adds units of a letter on further cells, answers and records. Returns the boards before
    /// and after with the further facts.
    fn demonstrate(&mut self, action: &str, put: &[(&str, &str)], answers: &[&str]) -> String {
        self.no_faults();
        self.driver.click("demonstration/make");
        for (glyph, cell) in put {
            self.driver.click(&format!("demonstration/brush/{glyph}"));
            self.driver.click(&format!("demonstration/{cell}"));
        }
        self.driver.click("demonstration/mode/Answer");
        if self.driver.is_shown("demonstration/answers") {
            self.driver.click("demonstration/answers");
        }
        answers.iter().for_each(|answer| self.driver.click(&format!("demonstration/{answer}")));
        self.recorded(action)
    }

    fn recorded(&mut self, action: &str) -> String {
        self.driver.click("demonstration/record");
        self.no_faults();
        let own = self.demonstration(action);
        assert_eq!(own.check(&self.driver.game.library, action), [], "it plays as recorded");
        let beside = own.before.iter().zip(&own.after).map(|(before, after)| format!("{before}  ->  {after}\n"));
        let facts = own.facts.iter().map(|fact| format!("{fact}\n"));
        beside.chain(facts).collect()
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(text);
}

#[test]
fn a_stun_of_an_area() {
    let mut bench = Bench::new();
    bench.make("action", "thunderclap");
    bench.add("decl");
    bench.fill("range/high", "4");
    bench.add("stun");
    bench.for_each("body[1]", "T1");
    for cell in ["1,0", "-1,0", "0,1", "0,-1"] {
        bench.driver.click(&format!("inspector/area/{cell}"));
    }
    bench.driver.click("inspector/filter/Enemy");
    expect_file!["../designs/actions/thunderclap.ron"]
        .assert_eq(&bench.driver.text_of(AssetType::Action, "thunderclap"));
    check(
        &bench.demonstrate("thunderclap", &[("c", "d1"), ("a", "e2")], &["d2"]),
        expect![[r#"
        ...c..  ->  ...c..
        .Ab.a.  ->  .Ab.a.
        ......  ->  ......
        c stunned 0 -> 1
        b stunned 0 -> 1
    "#]],
    );
}

#[test]
fn a_shield_for_allies_in_a_cone() {
    let mut bench = Bench::new();
    bench.make("action", "bulwark");
    bench.add("decl");
    bench.pick("asks", "Region");
    bench.pick("reach", "Cone");
    bench.fill("range/high", "2");
    bench.add("shield");
    bench.for_each("body[1]", "T1");
    bench.driver.click("inspector/filter/Ally");
    expect_file!["../designs/actions/bulwark.ron"].assert_eq(&bench.driver.text_of(AssetType::Action, "bulwark"));
    check(
        &bench.demonstrate("bulwark", &[("a", "d2"), ("c", "d1"), ("b", "c2")], &["answer/east"]),
        expect![[r#"
        ...c..  ->  ...c..
        .Aba..  ->  .Aba..
        ......  ->  ......
        a shield 0 -> 2
    "#]],
    );
}

#[test]
fn a_dash_that_hurts_all_it_passes() {
    let mut bench = Bench::new();
    bench.make("action", "whirl");
    bench.add("decl");
    bench.pick("reach", "Line");
    bench.fill("range/high", "5");
    bench.add("trail");
    bench.add("move");
    bench.pick("mode", "Dash");
    bench.driver.click("action/body[1].body");
    bench.add("dam");
    bench.pick("target", "here");
    bench.driver.click("inspector/area/0,0");
    for cell in ["0,1", "0,-1"] {
        bench.driver.click(&format!("inspector/area/{cell}"));
    }
    bench.driver.click("inspector/filter/Enemy");
    expect_file!["../designs/actions/whirl.ron"].assert_eq(&bench.driver.text_of(AssetType::Action, "whirl"));
    check(
        &bench.demonstrate("whirl", &[(".", "c2"), ("b", "d1"), ("c", "c3"), ("a", "e1")], &["e2"]),
        expect![[r#"
        ...ba.  ->  ...ba.
        .A....  ->  ....A.
        ..c...  ->  ..c...
        b health 4 -> 3
        c health 4 -> 3
    "#]],
    );
}

#[test]
fn a_dash_through_all_in_its_way() {
    let mut bench = Bench::new();
    bench.make("action", "lance");
    bench.add("decl");
    bench.pick("reach", "Pierce");
    bench.fill("range/high", "5");
    bench.add("trail");
    bench.add("move");
    bench.pick("mode", "Through");
    bench.driver.click("action/body[1].body");
    bench.add("dam");
    bench.pick("target", "here");
    bench.driver.click("inspector/filter/Enemy");
    expect_file!["../designs/actions/lance.ron"].assert_eq(&bench.driver.text_of(AssetType::Action, "lance"));
    check(
        &bench.demonstrate("lance", &[(".", "c2"), ("b", "c2"), ("c", "d2"), ("a", "e1")], &["e2"]),
        expect![[r#"
            ....a.  ->  ....a.
            .Abc..  ->  ..bcA.
            ......  ->  ......
            b health 4 -> 3
            c health 4 -> 3
        "#]],
    );
}

#[test]
fn a_trail_of_fire_along_a_path() {
    let mut bench = Bench::new();
    bench.make("action", "torch-run");
    bench.add("decl");
    bench.pick("reach", "Walk");
    bench.fill("range/high", "4");
    bench.add("trail");
    bench.driver.click("inspector/behind");
    bench.add("move");
    bench.driver.click("action/body[1].body");
    bench.add("surf");
    bench.pick("target", "here");
    bench.pick("surface", "fire");
    expect_file!["../designs/actions/torch-run.ron"].assert_eq(&bench.driver.text_of(AssetType::Action, "torch-run"));
    check(
        &bench.demonstrate("torch-run", &[], &["c3"]),
        expect![[r#"
        ......  ->  ......
        .Ab...  ->  .^b...
        ......  ->  .^A...
    "#]],
    );
}

#[test]
fn a_grenade_that_counts_activations() {
    let mut bench = Bench::new();
    bench.make("action", "grenade");
    bench.add("decl");
    bench.fill("range/high", "4");
    bench.add("delay");
    bench.fill("rounds", "2");
    bench.choose("counts", "All");
    bench.add("dam");
    bench.fill("amount", "2");
    for cell in ["1,0", "-1,0", "0,1", "0,-1"] {
        bench.driver.click(&format!("inspector/area/{cell}"));
    }
    expect_file!["../designs/actions/grenade.ron"].assert_eq(&bench.driver.text_of(AssetType::Action, "grenade"));
    bench.demonstrate("grenade", &[("c", "d1")], &["d2"]);
    bench.driver.click("demonstration/mode/Arrange");
    bench.driver.click("demonstration/rounds/more");
    bench.driver.click("demonstration/rounds/more");
    check(
        &bench.recorded("grenade"),
        expect![[r#"
        ...c..  ->  ...c..
        .Ab...  ->  .Ab...
        ......  ->  ......
        c health 4 -> 2
        b health 4 -> 2
    "#]],
    );
}

#[test]
fn a_poisoned_blade_with_its_status() {
    let mut bench = Bench::new();
    bench.make("action", "venom-bite");
    bench.add("dam");
    bench.pick("target", "self");
    expect_file!["../designs/actions/venom-bite.ron"].assert_eq(&bench.driver.text_of(AssetType::Action, "venom-bite"));
    bench.make("status", "venom");
    bench.fill("title", "Venom");
    bench.fill("lasts", "2");
    bench.driver.click("inspector/reactions/add");
    bench.driver.frames(2);
    bench.pick("reactions[0].on", "Tick");
    bench.driver.click("inspector/reactions[0].action");
    bench.driver.write("venom-bite");
    bench.driver.key(Key::Enter);
    expect_file!["../designs/statuses/venom.ron"].assert_eq(&bench.driver.text_of(AssetType::Status, "venom"));
    bench.make("action", "poisoned-blade");
    bench.add("decl");
    bench.pick("asks", "Unit");
    bench.driver.click("inspector/filter/Enemy");
    bench.add("dam");
    bench.add("applys");
    bench.pick("status", "venom");
    expect_file!["../designs/actions/poisoned-blade.ron"]
        .assert_eq(&bench.driver.text_of(AssetType::Action, "poisoned-blade"));
    bench.demonstrate("poisoned-blade", &[], &["c2"]);
    bench.driver.click("demonstration/mode/Arrange");
    bench.driver.click("demonstration/rounds/more");
    check(
        &bench.recorded("poisoned-blade"),
        expect![[r#"
        ......  ->  ......
        .Ab...  ->  .Ab...
        ......  ->  ......
        b health 4 -> 2
        b venom 0 -> 1
    "#]],
    );
}

#[test]
fn a_map_of_two_storeys_with_ten_units() {
    let mut bench = Bench::new();
    bench.driver.click("assets/new");
    bench.driver.click("new/scenario");
    bench.driver.fill("new/across", "7");
    bench.driver.fill("new/down", "7");
    bench.driver.fill("new/name", "gatehouse");
    let driver = &mut bench.driver;
    driver.frames(4);
    driver.click("map/floor/add");
    driver.click("map/terrains/floor");
    driver.key(Key::R);
    driver.stroke("c3^1 e5^1");
    driver.key(Key::B);
    for (unit, side, cells) in [
        ("warden", 0, "a1 c1^0"),
        ("seer", 0, "b1"),
        ("hook", 0, "a2"),
        ("lamplighter", 0, "a3"),
        ("rat", 1, "f6 f7"),
        ("spear", 1, "d4^1 e4^1"),
        ("brute", 1, "g7"),
    ] {
        driver.reach(&format!("map/side/{side}"));
        driver.reach(&format!("map/units/{unit}"));
        for cell in cells.split(' ') {
            let floor = if cell.ends_with("^1") { 1 } else { 0 };
            driver.reach(&format!("map/floor/{floor}"));
            driver.stroke(cell.trim_end_matches("^0"));
        }
    }
    expect_file!["../designs/scenarios/gatehouse.ron"].assert_eq(&driver.text_of(AssetType::Scenario, "gatehouse"));
    bench.no_faults();
    let (book, faults) = bench.driver.game.library.compile("gatehouse");
    let book = book.unwrap_or_else(|| panic!("{}", faults.render()));
    let battle = book.battle(1);
    assert_eq!(battle.state().living().filter(|(_, unit)| unit.is_activated()).count(), 10);
    assert_eq!(battle.state().living().filter(|(_, unit)| unit.cell.floor() == 1).count(), 2, "upstairs");
}
