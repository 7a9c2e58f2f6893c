//! Every scope and board function of formulas in a battle; the page `docs/scopes.md` lists the results.

use expect_test::expect_file;
use foretoken_action_assets::formula::FUNCTIONS;
use foretoken_tests::{Pack, Table, cell, duel, find};

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Action,
    Skill,
    Answer,
    Item,
    Status,
    Modifier,
}

type Part = (Place, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const PARTS: &[Part] = &[
    (
        Place::Action,
        "In an action",
        "`measure` is an action of Ann. It asks for a unit, `T1`, and for a number, `T2`. Ann picks Yon and 7.",
        &[
            ("c.health", "Health of the acting unit."),
            ("t.health", "Health of the current target."),
            ("T1.health", "The same, by the target's name."),
            ("health(T1)", "The same as a function."),
            ("c.str", "A declared stat with its modifiers."),
            ("t.mana", "A column."),
            ("column(mana, T1)", "The same as a function."),
            ("str", "A name without a scope: a stat of the acting unit, or a stored formula."),
            ("f.double", "A stored formula: `c.str * 2`."),
            ("max_health(T1)", "Maximum health of a unit."),
            ("shield(self)", "Shield of a unit."),
            ("t.status.venom", "Amount of a status of a unit."),
            ("c.equip.sword", "Number of worn items of a kind."),
            ("c.item.herb", "Number of items of a kind, worn or carried."),
            ("c.skill.slash", "Whether the unit has a skill."),
            ("equip(blade get max).power", "A search among worn items."),
            ("skill('Act//Arms' get sum).power", "A search among skills."),
            (
                "effect(change in cell on targeted get count)",
                "A search among the changes since the use began. Here no unit was moved.",
            ),
            ("arg.distance * 100", "Straight distance, here in hundredths."),
            ("arg.mdistance", "Steps along rows, columns and heights."),
            ("arg.mdistance.xy", "Steps along rows and columns."),
            ("arg.dx", "Columns to the target."),
            ("arg.dy", "Rows to the target."),
            ("arg.dz", "Steps up to the target."),
            ("arg.angle.xy", "Degrees clockwise from east."),
            ("distance(self, T1)", "Steps between two units or cells."),
            ("height(T1)", "Height of a unit or a cell."),
            ("enemies(self, T1)", "Whether two units are enemies."),
            ("exists(T1)", "Whether a unit is alive."),
            ("exists(t.mana)", "Whether the number exists."),
            ("occupied(T1)", "Whether a unit occupies a cell."),
            ("on(T1, oil)", "Whether a surface lies under a unit."),
            ("terrain(lit, T1)", "A number of the ground."),
            ("number(T2)", "The number that the player chose."),
            ("count(dark)", "Number of living units with a tag."),
            ("inside(dark, gate)", "Number of units with a tag in a zone."),
            ("hard", "1 if the computer plays hard, else 0. Here it does not."),
            ("losses", "Number of losses that count. Here there are none."),
            ("round", "The number of the round."),
            ("any(3, 3)", "One of some formulas."),
            ("random(4, 4)", "A number between two."),
            (
                "targeted-side{back: 1; sides: 2; front: 3}",
                "By the side of the target on which the acting unit stands.",
            ),
            ("targeter-side{front: 1; default: 2}", "By the side of the acting unit on which the target stands."),
        ],
    ),
    (
        Place::Skill,
        "In the action of a skill",
        "`slash` is a skill of Ann with the parameter `power: 4` and an action of its own.",
        &[
            ("skill.power", "A parameter of the used skill."),
            ("power", "A name without a scope: first a parameter of the skill."),
            ("skill.power + c.str", "Both at once."),
        ],
    ),
    (
        Place::Answer,
        "In a reaction of a skill",
        "`riposte` is a skill of Yon. It answers Ann's `slash`, which deals 5 damage. Yon is the acting unit of its action.",
        &[
            ("-effect", "Change of the number, negative if it fell."),
            ("reacted-skill.power", "A parameter of the attacker's skill."),
            ("skill.power", "A parameter of the reacting skill, here 3."),
            ("cause.health", "A number of the unit that caused the event."),
            ("c.health", "A number of the reacting unit."),
            ("effect(decrease in health on self)", "Changes since the current use began."),
        ],
    ),
    (
        Place::Item,
        "In a reaction of an item",
        "Yon wears `charm` with the parameter `bonus: 6` and 2 charges.",
        &[
            ("equip.bonus", "A parameter of the item."),
            ("equip.amount", "Remaining charges."),
            ("-effect", "Change of the number, negative if it fell."),
        ],
    ),
    (
        Place::Status,
        "In a reaction of a status",
        "Ann applied 2 of `venom` to Yon, for 3 ticks. Its parameter `depth` is `cause.str + 1`. `cause.` is Ann.",
        &[
            ("status.amount", "Amount of the status."),
            ("status.left", "Remaining ticks."),
            ("status.depth", "A parameter, as computed when the status was applied."),
            ("cause.str", "A number of the attacker."),
        ],
    ),
    (
        Place::Modifier,
        "In a modifier",
        "`venom` adds to the strength of its bearer. Yon's own strength is 2. The table shows the strength with `venom`.",
        &[
            ("status.amount", "Amount of the status."),
            ("status.left", "Remaining ticks."),
            ("c.mana", "A number of the bearer."),
            ("cause.health", "A number of the unit that applied the status."),
        ],
    ),
];

const WORLD: &str = "Ann (`A`) stands on a1 of a board of three columns and rows and looks east. Yon (`y`) stands on c2, one step higher, on oil\n\
    and in the zone `gate`, and looks west. Ann has 20 health, 3 strength (`str`), 5 `mana`; she wears a `sword` of the category `blade`\n\
    with the parameter `power: 6`, carries two herbs and has the skill `slash` in the group `Act//Arms`. Yon has 20 health, 2\n\
    strength, 8 `mana`. It is round 2.";

fn pack(place: Place, formula: &str) -> Pack {
    let at = |own: Place| if own == place { formula } else { "0" };
    let asks = |rest: &str| format!("Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), {rest}])");
    let measures = |own: Place| {
        let target = if matches!(own, Place::Action | Place::Skill) { "T1" } else { "self" };
        format!("ChangeStat(target: \"{target}\", stat: \"seen\", how: Set, amount: {:?})", at(own))
    };
    let answers = |own: Place, action: &str| {
        let is_it = own == place;
        let told = format!(
            "reactions: [(on: StatChange, stat: \"health\", change: Decrease, role: Defender, types: [\"attack\"], answers_itself: false, action: \"{action}\")]"
        );
        if is_it { told } else { String::new() }
    };
    let number = "DeclareTarget(name: \"T2\", asks: Number, range: (0, 9))";
    let modifier = if place == Place::Modifier {
        format!("modifiers: [(stat: \"str\", amount: {formula:?})],")
    } else {
        String::new()
    };
    let with_power = |power: u8| format!("parameters: [(name: \"power\", formula: \"{power}\")]");
    duel("A..\n.yg\n...")
        .heights("000\n001\n000")
        .zone('g', "gate")
        .with("rules.ron", r#"Rules(columns: [(name: "mana"), (name: "seen")])"#)
        .with("terrains/floor.ron", r#"Terrain(glyph: ".", parameters: [(name: "lit", value: 12)])"#)
        .with("stats/str.ron", r#"Stat(title: "Strength", start: 3, most: 99)"#)
        .with("formulas/double.ron", r#"Formula(formula: "c.str * 2")"#)
        .with("units/first.ron", r#"Unit(title: "Ann", glyph: "A", health: 20, initiative: 5, slots: ["hand"], wears: ["sword"], carries: ["herb", "herb"], skills: ["slash"], stats: [(name: "mana", value: 5)], actions: ["measure", "poison", "rest"])"#)
        .with("units/second.ron", r#"Unit(title: "Yon", glyph: "y", health: 20, initiative: 4, tags: ["dark"], slots: ["neck"], wears: ["charm"], skills: ["riposte"], stats: [(name: "mana", value: 8), (name: "str", value: 2)], actions: ["step", "rest"])"#)
        .with("items/sword.ron", &format!("Item(slots: [\"hand\"], categories: [\"blade\"], {})", with_power(6)))
        .with("items/herb.ron", "Item()")
        .with("items/charm.ron", &format!("Item(slots: [\"neck\"], charges: 2, parameters: [(name: \"bonus\", formula: \"6\")], {})", answers(Place::Item, "by-charm")))
        .with("skills/slash.ron", &format!("Skill(group: \"Act//Arms\", action: \"slash\", {})", with_power(4)))
        .with("skills/riposte.ron", &format!("Skill({}, {})", with_power(3), answers(Place::Answer, "by-riposte")))
        .with("statuses/venom.ron", &format!("Status(title: \"Venom\", lasts: 4, parameters: [(name: \"depth\", formula: \"cause.str + 1\")], {modifier} {})", answers(Place::Status, "by-venom")))
        .with("actions/measure.ron", &asks(&format!("{number}, {}", measures(Place::Action))))
        .with("actions/slash.ron", &asks(&format!("{}, Damage(target: \"T1\", amount: 5, label: \"attack\")", measures(Place::Skill))))
        .with("actions/by-riposte.ron", &format!("Action(body: [{}])", measures(Place::Answer)))
        .with("actions/by-charm.ron", &format!("Action(body: [{}])", measures(Place::Item)))
        .with("actions/by-venom.ron", &format!("Action(body: [{}])", measures(Place::Status)))
        .with("actions/poison.ron", &asks("ApplyStatus(target: \"T1\", status: \"venom\", amount: 2)"))
        .with("actions/step.ron", r#"Action(cost: Move, body: [DeclareTarget(name: "T1", asks: Cell, range: (1, 9)), Teleport(who: "self", to: "T1"), Surface(target: "T1", surface: "oil", area: ["X"])])"#)
}

fn value(place: Place, formula: &str) -> i32 {
    let mut table = Table::new(&pack(place, formula));
    table.round("A poison:y, y step:c2");
    match place {
        Place::Action => table.round("A measure:y#7, y rest"),
        Place::Modifier => table.round(""),
        _ => table.round("A slash:y, y rest"),
    };
    table.number_of('y', if place == Place::Modifier { "str" } else { "seen" })
}

#[test]
fn every_scope_comes_to_what_its_page_says() {
    let mut page = format!(
        "# Scopes, by example\n\n\
         This page shows the value of each scope and board function of formulas in a small battle. [formulas.md](formulas.md) describes them. A test\n\
         computes the values and writes this page.\n\n{WORLD}\n"
    );
    for (place, title, text, formulas) in PARTS {
        page.push_str(&format!("\n## {title}\n\n{text}\n\n| formula | value | meaning |\n|---|---|---|\n"));
        for (formula, doc) in *formulas {
            page.push_str(&format!("| `{formula}` | {} | {doc} |\n", value(*place, formula)));
        }
    }
    page.push_str(
        "\n`battle_column` and `cell_column` read columns that kinds of other crates declare. Packs alone have none.\n",
    );
    expect_file!["../../../docs/scopes.md"].assert_eq(&page);
}

#[test]
fn every_function_has_an_example() {
    for function in FUNCTIONS.iter().filter(|function| function.value.is_none()) {
        let is_here = PARTS.iter().flat_map(|part| part.3).any(|(formula, _)| formula.contains(function.name));
        assert!(is_here || matches!(function.name, "battle_column" | "cell_column"), "{}", function.name);
    }
}

#[test]
fn a_target_can_stand_lower_than_the_acting_unit() {
    for (amount, damage) in [("5 + arg.dz", 3), ("arg.mdistance", 3), ("arg.distance * arg.distance", 5)] {
        let shove = format!(
            "Action(body: [DeclareTarget(name: \"T1\", filter: [Occupied]), Damage(target: \"T1\", amount: \"{amount}\")])"
        );
        let rat = "Unit(title: \"Rat\", glyph: \"r\", health: 9, tags: [\"dark\"], actions: [\"wait\"])";
        let pack = Pack::new("#####\n#Wr.#\n#####").heights(".....\n.311.\n.....");
        let mut session = pack.with("actions/shove.ron", &shove).with("units/rat.ron", rat).start();
        let [warden, rat] = ['W', 'r'].map(|glyph| find(session.book(), session.seat().known().state(), glyph));
        assert!(session.seat_mut().choose_for(warden));
        let program = session.book().find_program("shove").expect("the action");
        assert!(session.seat_mut().use_action(program));
        let answer = session.seat().answer_on(cell("c2")).expect("the rat is in reach");
        assert!(session.seat_mut().answer(answer));
        let outlook = session.seat().forecast().forecast_of(rat).expect("a prediction");
        assert_eq!(outlook.before - outlook.after, damage, "{amount}");
    }
}
