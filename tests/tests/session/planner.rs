//! Puzzles that the planner must solve, with the shipped actions.

use foretoken_preview::{Decision, Forecast, JointPlanning, Level, Planner, PlannerOptions};
use foretoken_tests::{Pack, cell, decide_all, find, told};
use foretoken_vm::{
    ActionUse, Address, Answer, Battle, Buffers, Cell, CompiledScenario, EntityId, Intent, Key, Log, Plan, Team,
};
use std::sync::Arc;

mod ahead;
mod ends;
mod going;
mod threads;

struct Puzzle {
    book: Arc<CompiledScenario>,
    battle: Battle,
    plan: Plan,
    unit: EntityId,
}

impl Puzzle {
    fn new(pack: &Pack, glyph: char) -> Self {
        Self::seeded(pack, glyph, 1)
    }

    fn seeded(pack: &Pack, glyph: char, seed: u64) -> Self {
        let book = pack.book();
        let battle = book.battle(seed);
        let unit = find(&book, battle.state(), glyph);
        let mut puzzle = Self { book, battle, plan: Plan::default(), unit };
        let team = puzzle.battle.state().entity(unit).team;
        let (book, battle) = (puzzle.book.clone(), puzzle.battle.clone());
        let mut plan = Plan::default();
        decide_all(&book, &battle, &mut plan, |_, decided, other| {
            let enemy = battle.state().entity(other).team != team;
            puzzle.plan = decided.clone();
            enemy.then(|| puzzle.decide_for(other, &PlannerOptions::default()).intent)
        });
        puzzle.plan = plan;
        puzzle
    }

    fn decide_for(&self, unit: EntityId, options: &PlannerOptions) -> Decision {
        let known = self.battle.project(&self.book, self.battle.state().entity(unit).team);
        Planner::new(options.clone()).decide(&self.book, &known, &self.plan, unit)
    }

    fn decide(&self) -> Decision {
        self.decide_for(self.unit, &PlannerOptions::default())
    }

    fn told(&self, decision: &Decision) -> Vec<(String, Vec<Cell>)> {
        let known = self.battle.project(&self.book, self.battle.state().entity(self.unit).team);
        told(&self.book, &known, &self.plan, self.unit, &decision.intent)
    }

    fn after(&self, decision: &Decision, glyph: char) -> Vec<i32> {
        let mut plan = self.plan.clone();
        plan.set(self.unit, decision.intent.clone(), Plan::priority_in(&self.book, &decision.intent));
        let mut forecast = Forecast::default();
        forecast.update(&self.book, &self.battle.project(&self.book, Team::PLAYER), &plan, None);
        let drawn = |row: &&foretoken_vm::Entity| self.book.unit_type(row).is_some_and(|kind| kind.glyph == glyph);
        let rows = forecast.state().entities().iter().filter(drawn);
        let mut health: Vec<i32> = rows.map(|row| if row.is_alive() { row.health } else { 0 }).collect();
        health.sort_unstable();
        health
    }
}

fn words(told: &[(String, Vec<Cell>)]) -> String {
    let action =
        |(name, cells): &(String, Vec<Cell>)| cells.iter().fold(name.clone(), |text, cell| format!("{text} {cell}"));
    told.iter().map(action).collect::<Vec<_>>().join(", ")
}

fn check(map: &str, glyph: char, expected: &str) -> (Puzzle, Decision) {
    let puzzle = Puzzle::new(&Pack::new(map), glyph);
    let decision = puzzle.decide();
    assert_eq!(words(&puzzle.told(&decision)), expected);
    (puzzle, decision)
}

const PIT: &str = "
    #######
    #..WrO#
    #.....#
    #######
";

#[test]
fn a_rat_before_a_pit_is_shoved_into_it() {
    let (puzzle, decision) = check(PIT, 'W', "Shove e2");
    assert_eq!(puzzle.after(&decision, 'r'), [0]);
}

#[test]
fn it_walks_to_where_the_shove_ends_in_the_pit() {
    let map = "
        #######
        #....O#
        #....r#
        #.W...#
        #######
    ";
    let (puzzle, decision) = check(map, 'W', "Walk f4, Shove f3");
    assert_eq!(puzzle.after(&decision, 'r'), [0]);
}

/// The fuse belongs on the cell between waiting enemies.
#[test]
fn a_fuse_is_set_where_it_will_hurt_most() {
    let pack = Pack::new(
        "
        ########
        #....r.#
        #.L.r.r#
        #....r.#
        ########
        ",
    )
    .with("units/rat.ron", "Unit(glyph: \"r\", health: 4, movement: 0, tags: [\"dark\"], actions: [\"anchor\"])")
    .with("units/lamplighter.ron", "Unit(glyph: \"L\", initiative: 4, actions: [\"walk\", \"fuse\"])");
    let puzzle = Puzzle::new(&pack, 'L');
    let told = puzzle.told(&puzzle.decide());
    let (action, cells) = told.last().expect("it does something");
    assert_eq!((action.as_str(), cells.as_slice()), ("Fuse", [cell("f3")].as_slice()), "{told:?}");
}

#[test]
fn blows_are_turned_on_each_other() {
    let map = "
        #########
        #.......#
        #.!rr...#
        #.......#
        #.S.....#
        #########
    ";
    let puzzle = Puzzle::new(&Pack::new(map), 'S');
    let decision = puzzle.decide();
    let told = puzzle.told(&decision);
    assert!(told.iter().any(|(name, cells)| name == "Turn the Blade" && *cells == [cell("d3")]), "{told:?}");
    assert_eq!(puzzle.after(&decision, '!'), [3]);
    assert_eq!(puzzle.after(&decision, 'r'), [1, 1], "{}", words(&told));
}

/// An enemy that explodes on death is attacked from one cell further away.
#[test]
fn nobody_walks_into_a_burst() {
    let pack = |reach: i32| {
        let thrust = format!(
            "Action(title: \"Thrust\", body: [DeclareTarget(name: \"T1\", range: (1, {reach})), \
             Damage(target: \"T1\", amount: 2)])"
        );
        Pack::new(
            "
            #######
            #.....#
            #.K.c.#
            #.....#
            #######
            ",
        )
        .with("actions/thrust.ron", &thrust)
        .with("units/keeper.ron", "Unit(glyph: \"K\", health: 2, worth: 1200, actions: [\"walk\", \"thrust\"])")
        .with(
            "units/carrier.ron",
            "Unit(glyph: \"c\", health: 2, movement: 0, worth: 200, tags: [\"dark\"], actions: [\"anchor\"], on_death: \"burst\")",
        )
    };
    let near = Puzzle::new(&pack(1), 'K');
    let decision = near.decide();
    assert!(near.told(&decision).iter().all(|(name, _)| name != "Thrust"), "it lets the carrier be");
    assert_eq!((near.after(&decision, 'K'), near.after(&decision, 'c')), (vec![2], vec![2]));
    let far = Puzzle::new(&pack(2), 'K');
    let decision = far.decide();
    assert_eq!((far.after(&decision, 'K'), far.after(&decision, 'c')), (vec![2], vec![0]));
}

#[test]
fn fire_is_not_thrown_on_ones_own() {
    let map = "
        ########
        #......#
        #L..Wr.#
        #......#
        ########
    ";
    let puzzle = Puzzle::new(&Pack::new(map), 'L');
    let decision = puzzle.decide();
    let nothing = Intent { complete: true, ..Intent::default() };
    let without = puzzle.after(&Decision { intent: nothing, ..decision.clone() }, 'W');
    assert!(puzzle.after(&decision, 'W') >= without, "{}", words(&puzzle.told(&decision)));
}

fn mirrored(map: &str) -> String {
    map.lines().map(|row| row.trim().chars().rev().collect::<String>()).collect::<Vec<_>>().join("\n")
}

fn flipped(map: &str) -> String {
    map.lines().map(str::trim).rev().collect::<Vec<_>>().join("\n")
}

#[test]
fn a_mirrored_board_is_decided_as_in_a_mirror() {
    let walk = "
        #########
        #....O..#
        #....r..#
        #..W....#
        #.......#
        #########
    ";
    let turn = "
        #######
        #.Wsr.#
        #.....#
        #S....#
        #######
    ";
    let pack = |map: &str| {
        Pack::new(map)
            .with("units/spear.ron", "Unit(glyph: \"s\", movement: 0, tags: [\"dark\"], actions: [\"spear\"])")
            .with("units/rat.ron", "Unit(glyph: \"r\", health: 2, movement: 0, tags: [\"dark\"], actions: [\"bite\"])")
    };
    for (map, glyph) in [(PIT, 'W'), (walk, 'W'), (turn, 'S')] {
        let plain = Puzzle::new(&pack(map), glyph);
        let decision = plain.decide();
        let (told, score) = (plain.told(&decision), decision.score);
        assert!(told.iter().any(|(name, _)| name != "Walk"), "{map}{told:?}");
        let (right, bottom) = (plain.book.board.width() - 1, plain.book.board.height() - 1);
        type Reflect = Box<dyn Fn(Cell) -> Option<Cell>>;
        let reflections: [(String, Reflect); 3] = [
            (mirrored(map), Box::new(move |cell| Cell::new(right - cell.x(), cell.y()))),
            (flipped(map), Box::new(move |cell| Cell::new(cell.x(), bottom - cell.y()))),
            (flipped(&mirrored(map)), Box::new(move |cell| Cell::new(right - cell.x(), bottom - cell.y()))),
        ];
        for (other, reflect) in reflections {
            let puzzle = Puzzle::new(&pack(&other), glyph);
            let decision = puzzle.decide();
            let reflected = |cells: &Vec<Cell>| cells.iter().filter_map(|&cell| reflect(cell)).collect::<Vec<_>>();
            let expected: Vec<_> = told.iter().map(|(name, cells)| (name.clone(), reflected(cells))).collect();
            assert_eq!(decision.score, score, "{other}");
            // Paths of equal worth can differ in the mirror; actions cannot.
            let deeds = |told: &[(String, Vec<Cell>)]| {
                told.iter().filter(|(name, _)| name != "Walk").cloned().collect::<Vec<_>>()
            };
            assert_eq!(deeds(&puzzle.told(&decision)), deeds(&expected), "{other}");
        }
    }
}

const CROWD: &str = "
    #########
    #W..r.O.#
    #.S..rr.#
    #L..!..B#
    #.D.%%..#
    #..s.p..#
    #########
";

#[test]
fn the_budget_is_kept() {
    let puzzle = Puzzle::new(&Pack::new(CROWD), 'D');
    let one = puzzle.decide_for(puzzle.unit, &PlannerOptions { budget: 0, ..PlannerOptions::default() }).steps;
    assert!(one > 0);
    for budget in [0, 100, 1_000, 5_000, 20_000] {
        let decision = puzzle.decide_for(puzzle.unit, &PlannerOptions { budget, ..PlannerOptions::default() });
        let most = budget + 3 * one + 100;
        assert!(decision.steps <= most, "{} instructions for a budget of {budget}", decision.steps);
        assert!(decision.intent.complete);
    }
}

#[test]
fn more_thought_is_never_worse() {
    let puzzle = Puzzle::new(&Pack::new(CROWD), 'D');
    let score = |budget| puzzle.decide_for(puzzle.unit, &PlannerOptions { budget, ..PlannerOptions::default() }).score;
    let scores: Vec<i64> = [0, 500, 5_000, 100_000].into_iter().map(score).collect();
    assert!(scores.is_sorted(), "{scores:?}");
}

#[test]
fn equal_questions_have_equal_answers() {
    let pack = Pack::new(CROWD);
    let first = Puzzle::new(&pack, 'D');
    let expected = first.decide();
    let known = first.battle.project(&first.book, Team::PLAYER);
    let mut warm = Planner::new(PlannerOptions::default());
    for _ in 0..3 {
        assert_eq!(warm.decide(&first.book, &known, &first.plan, first.unit), expected);
        let other = find(&first.book, first.battle.state(), 'W');
        warm.decide(&first.book, &known, &first.plan, other);
    }
    for seed in [2, 3, u64::MAX] {
        assert_eq!(Puzzle::seeded(&pack, 'D', seed).decide(), expected);
    }
}

fn stands(puzzle: &Puzzle, decision: &Decision) -> Option<Cell> {
    let mut plan = puzzle.plan.clone();
    plan.set(puzzle.unit, decision.intent.clone(), Plan::priority_in(&puzzle.book, &decision.intent));
    let mut forecast = Forecast::default();
    let team = puzzle.battle.state().entity(puzzle.unit).team;
    forecast.update(&puzzle.book, &puzzle.battle.project(&puzzle.book, team), &plan, None);
    let row = forecast.state().entity(puzzle.unit);
    row.is_alive().then_some(row.cell)
}

/// After the decision, the enemy's thrust hits neither of two units.
#[test]
fn it_splits_a_fork() {
    let map = "
        #########
        #.......#
        #s.S.W..#
        #.......#
        #########
    ";
    let puzzle = Puzzle::new(&Pack::new(map), 'S');
    let decision = puzzle.decide();
    assert_eq!((puzzle.after(&decision, 'S'), puzzle.after(&decision, 'W')), (vec![3], vec![5]));
}

#[test]
fn it_guards_a_corridor() {
    let map = "
        #########
        ####.####
        #!...W.r#
        #########
    ";
    let pack = Pack::new(map).with(
        "units/warden.ron",
        "Unit(glyph: \"W\", health: 5, initiative: 6, tags: [\"augur\"], actions: [\"walk\", \"wait\"], worth: 600)",
    );
    let puzzle = Puzzle::new(&pack, 'W');
    let decision = puzzle.decide();
    assert_eq!(puzzle.after(&decision, '!'), [3], "the light is not bitten");
    let cell = stands(&puzzle, &decision).expect("it lives");
    assert_eq!(cell.y(), 2, "it is in the corridor: {cell}");
}

#[test]
fn it_refuses_bait() {
    let map = "
        #########
        #.......#
        #.A..^r##
        #.....###
        #########
    ";
    let rat = "Unit(glyph: \"r\", health: 3, movement: 0, tags: [\"dark\"], actions: [\"anchor\"], worth: 200)";
    let pack = Pack::new(map).with("units/rat.ron", rat);
    for (health, burns) in [(1, false), (3, true)] {
        let striker = format!(
            "Unit(glyph: \"A\", health: {health}, initiative: 6, tags: [\"augur\"], actions: [\"walk\", \"strike\"], worth: 600)"
        );
        let puzzle = Puzzle::new(&pack.clone().with("units/striker.ron", &striker), 'A');
        let decision = puzzle.decide();
        let there = stands(&puzzle, &decision).expect("nobody goes to its death");
        assert!(burns || there != cell("f3"), "with {health} health it stands on {there}");
    }
}

#[test]
fn nobody_stays_in_deadly_ground_that_it_can_leave() {
    let map = "
        ########
        #......#
        #.W^r^.#
        #..^^^.#
        #......#
        ########
    ";
    for health in [1, 2] {
        let rat = format!(
            "Unit(glyph: \"r\", health: {health}, initiative: 3, movement: 4, tags: [\"dark\"], actions: [\"walk\", \"bite\"])"
        );
        let pack = Pack::new(map).burning('r').with("units/rat.ron", &rat);
        let puzzle = Puzzle::new(&pack, 'r');
        let decision = puzzle.decide();
        let there = stands(&puzzle, &decision).expect("it lives");
        assert_eq!(puzzle.battle.state().surface(there), None, "with {health} health it stays in the fire on {there}");
    }
}

#[test]
fn a_leash_does_not_hold_in_fire() {
    let brute = r#"Unit(glyph: "B", health: 5, movement: 2, tags: ["dark"], class: Offensive, leash: "door", actions: ["walk"])"#;
    let map = "
        ########
        #B....W#
        ########
    ";
    let pack = || Pack::new(map).post('B', "door").with("units/brute.ron", brute);
    let goes = |pack: Pack| {
        let puzzle = Puzzle::new(&pack, 'B');
        stands(&puzzle, &puzzle.decide()).expect("it lives")
    };
    assert_eq!(goes(pack()), cell("b2"));
    assert_ne!(goes(pack().burning('B')), cell("b2"));
}

/// If a plan already wins, a second unit that can win still attacks, because the plan can be foiled.
#[test]
fn who_could_win_as_well_does_not_stand_by() {
    let lantern = r#"Unit(title: "Lantern", glyph: "!", health: 1, acts: false, tags: ["lantern"])"#;
    let map = "#######\n#W....#\n#.r!r.#\n#..r..#\n#######";
    let book = Pack::new(map).with("units/lantern.ron", lantern).goal_of(1, "count(lantern) = 0").book();
    let battle = book.battle(1);
    let mut plan = Plan::default();
    let mut planner = Planner::new(PlannerOptions::default());
    let mut decided = Vec::new();
    decide_all(&book, &battle, &mut plan, |known, plan, unit| {
        let rat = known.state().entity(unit).team != Team::PLAYER;
        let decision = rat.then(|| planner.decide(&book, known, plan, unit))?;
        let alone = told(&book, known, &Plan::default(), unit, &decision.intent);
        decided.push(words(&alone[..1]));
        Some(decision.intent)
    });
    assert_eq!(decided, ["Bite d3", "Bite d3", "Bite d3"]);
}

/// If other events would win the battle, a unit that can attack still attacks.
#[test]
fn who_can_strike_does_not_rely_on_a_victory_that_comes_of_itself() {
    let lantern = r#"Unit(title: "Lantern", glyph: "!", health: 1, acts: false, tags: ["lantern"])"#;
    let warden = r#"Unit(glyph: "W", health: 4, initiative: 9, actions: ["bite"])"#;
    let pack = Pack::new("######\n#!W..#\n#..r.#\n######").with("units/lantern.ron", lantern);
    let book = pack.with("units/warden.ron", warden).goal_of(1, "count(lantern) = 0").book();
    let battle = book.battle(1);
    let [warden, rat] = ['W', 'r'].map(|glyph| find(&book, battle.state(), glyph));
    let bite = book.programs.iter().position(|program| program.name == "bite").expect("it bites") as u16;
    let answers = vec![(Key::new(Address(0), [0; 3]), Answer::Offset(-1, 0))];
    let mut plan = Plan::default();
    plan.set(warden, Intent { uses: vec![ActionUse { program: bite, answers }], complete: true }, 0);
    let known = battle.project(&book, battle.state().entity(rat).team);
    let decision = Planner::new(PlannerOptions::default()).decide(&book, &known, &plan, rat);
    assert_eq!(decision.intent.uses.last().map(|used| used.program), Some(bite), "{decision:?}");
}

/// A burning enemy could still win first, so an immediate winning attack is better, even if it hurts allies.
#[test]
fn who_can_win_at_once_does_not_wait_for_a_victory_that_comes_of_itself() {
    let warden = r#"Unit(glyph: "W", health: 1, initiative: 1, tags: ["warden"], actions: ["walk"])"#;
    let spear = r#"Unit(glyph: "s", health: 3, initiative: 5, tags: ["dark"], actions: ["walk", "spear"])"#;
    let rat = r#"Unit(glyph: "r", health: 4, initiative: 3, tags: ["dark"], actions: ["wait"])"#;
    let map = "######\n#sWr.#\n######";
    let pack = Pack::new(map).burning('W').with("units/warden.ron", warden).with("units/spear.ron", spear);
    let pack = pack.with("units/rat.ron", rat).goal_of(1, "count(warden) = 0").order("action-points", &[]);
    let book = pack.book();
    let battle = book.battle(1);
    let spear = find(&book, battle.state(), 's');
    let known = battle.project(&book, battle.state().entity(spear).team);
    for level in Level::ALL {
        let mut planner = Planner::new(level.options());
        let (_, decision) = planner.choose(&book, &known, &Plan::default(), &[spear], None, false).expect("it decides");
        assert!(
            words(&told(&book, &known, &Plan::default(), spear, &decision.intent)).contains("Spear"),
            "{level:?}: {decision:?}"
        );
    }
}

#[test]
fn on_hard_nobody_waits_who_can_do_harm() {
    let keeper = r#"Unit(glyph: "K", health: 3, movement: 1, initiative: 9, actions: ["walk", "bite"])"#;
    let rat = r#"Unit(glyph: "r", health: 2, movement: 6, tags: ["dark"], class: Support, actions: ["walk", "bite"])"#;
    let map = "##########\n#..K.....#\n#........#\n#.......r#\n##########";
    let puzzle = Puzzle::new(&Pack::new(map).with("units/keeper.ron", keeper).with("units/rat.ron", rat), 'r');
    let decision = puzzle.decide_for(puzzle.unit, &Level::Hard.options());
    let told = words(&puzzle.told(&decision));
    assert!(told.contains("Bite"), "{told}: {decision:?}");
}

/// An attack that pushes its target away from its allies is better than idling.
#[test]
fn nobody_waits_who_can_throw_an_enemy_away_from_others() {
    let keeper = r#"Unit(glyph: "K", health: 3, movement: 1, initiative: 9, actions: ["walk", "bite"])"#;
    let brute = r#"Unit(glyph: "B", health: 5, movement: 0, initiative: 2, tags: ["dark"], actions: ["hurl"])"#;
    let rat = r#"Unit(glyph: "r", health: 2, movement: 0, tags: ["dark"], actions: ["walk", "bite"])"#;
    let map = "###########\n#....KBrrr#\n###########\n######rrrr#\n######rrrr#\n###########";
    let pack =
        Pack::new(map).with("units/keeper.ron", keeper).with("units/rat.ron", rat).with("units/brute.ron", brute);
    let puzzle = Puzzle::new(&pack, 'B');
    for level in [Level::Normal, Level::Hard] {
        let decision = puzzle.decide_for(puzzle.unit, &level.options());
        assert!(words(&puzzle.told(&decision)).contains("Hurl"), "{level:?}: {decision:?}");
    }
}

/// Joint planning finds the Warden's and the Hook's combination, which separate decisions miss.
#[test]
fn what_two_do_together_is_found_where_they_are_decided_together() {
    let map = "
        #########
        #.O.....#
        #H....r.#
        #.W.....#
        #########
    ";
    let rat = r#"Unit(glyph: "r", health: 4, movement: 0, initiative: 1, tags: ["dark"], actions: ["wait"])"#;
    let hook = r#"Unit(glyph: "H", health: 4, movement: 1, initiative: 9, actions: ["walk", "hook"])"#;
    let warden = r#"Unit(glyph: "W", health: 5, movement: 1, initiative: 5, actions: ["walk", "shove"])"#;
    let pack = Pack::new(map).with("units/rat.ron", rat).with("units/hook.ron", hook).with("units/warden.ron", warden);
    let puzzle = Puzzle::new(&pack, 'H');
    let units = ['W', 'H'].map(|glyph| find(&puzzle.book, puzzle.battle.state(), glyph));
    let kills = |together| {
        let options = PlannerOptions { joint_plan: together, ..PlannerOptions::default() };
        let known = puzzle.battle.project(&puzzle.book, Team::PLAYER);
        let intents = Planner::new(options).choose_all(&puzzle.book, &known, &puzzle.plan, &units);
        let mut plan = puzzle.plan.clone();
        for (unit, intent) in units.into_iter().zip(intents) {
            let priority = Plan::priority_in(&puzzle.book, &intent);
            plan.set(unit, intent, priority);
        }
        let mut forecast = Forecast::default();
        forecast.update(&puzzle.book, &known, &plan, None);
        !forecast.state().entity(find(&puzzle.book, puzzle.battle.state(), 'r')).is_alive()
    };
    assert!(!kills(None), "one after the other would do");
    assert!(kills(Some(JointPlanning { plans: 8, intents: 4 })));
}
