//! Items on cells, in container entities: picked up, dropped, given and left behind. Each round is predicted, executed
//! and undone.

use expect_test::{Expect, expect};
use foretoken_session::texts::{carried, names, rules, unit_page};
use foretoken_tests::{Pack, carry_out_round, find};
use foretoken_vm::program::Address;
use foretoken_vm::state::Pool;
use foretoken_vm::{
    ActionUse, Answer, Battle, Buffers, Cell, CompiledScenario, EntityId, GameState, Intent, Key, Plan, Team,
};
use std::sync::Arc;

fn pack(map: &str) -> Pack {
    let unit = |glyph: &str, rest: &str| {
        format!(
            r#"Unit(glyph: "{glyph}", health: 8, initiative: 5, {rest} slots: ["hand"], skills: ["heir"], actions: ["hit", "take", "drop", "give", "walk", "rest"])"#
        )
    };
    let aimed = |range: &str, body: &str| {
        format!(r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: {range}), {body}])"#)
    };
    Pack::new(map)
        .with("items/ring.ron", r#"Item(title: "Ring", slots: ["hand"], modifiers: [(stat: "movement", amount: 2)])"#)
        .with("items/flask.ron", r#"Item(title: "Flask", charges: 3)"#)
        .with("items/coin.ron", r#"Item(title: "Coin")"#)
        .with("units/bundle.ron", r#"Unit(title: "Bundle", glyph: "&", health: 1, acts: false, tags: ["bomb"])"#)
        .with(
            "units/chest.ron",
            r#"Unit(title: "Chest", glyph: "$", health: 9, acts: false, tags: ["bomb"], carries: ["coin"])"#,
        )
        .with("units/first.ron", &unit("A", r#"wears: ["ring"], carries: ["flask"],"#))
        .with("units/second.ron", &unit("y", r#"tags: ["dark"], "#))
        .with("skills/heir.ron", r#"Skill(title: "Heir", reactions: [(on: Dies, action: "leave")])"#)
        .with("actions/hit.ron", &aimed("(0, 9)", r#"Damage(target: "T1", amount: 20)"#))
        .with("actions/take.ron", &aimed("(1, 1)", r#"PassItem(from: "T1", vanishes: true)"#))
        .with("actions/give.ron", &aimed("(1, 1)", r#"PassItem(from: "self", to: "T1", item: "ring")"#))
        .with(
            "actions/drop.ron",
            r#"Action(body: [DeclareTarget(name: "T1", filter: [Empty]), Spawn(unit: "bundle", at: "T1", neutral: true), PassItem(from: "self", to: "T1")])"#,
        )
        .with(
            "actions/leave.ron",
            r#"Action(body: [Spawn(unit: "bundle", at: "here", neutral: true), PassItem(from: "self", to: "here")])"#,
        )
        .with("actions/rest.ron", "Action(cost: Free, body: [Wait()])")
}

struct Table {
    book: Arc<CompiledScenario>,
    battle: Battle,
    buffers: Buffers,
}

impl Table {
    fn new(pack: &Pack) -> Self {
        let book = pack.book();
        Self { battle: book.battle(1), book, buffers: Buffers::default() }
    }

    fn round(&mut self, line: &str) -> String {
        let mut plan = Plan::default();
        for words in line.split(',').map(str::trim) {
            let (who, what) = words.split_once(' ').expect("who does what");
            let unit = find(&self.book, self.battle.state(), who.chars().next().expect("a letter"));
            let (name, target) = what.split_once(':').unwrap_or((what, ""));
            let mut used = ActionUse::new(self.book.find_program(name).expect("an action"));
            let answer = match target.chars().count() {
                0 => None,
                1 => Some(Answer::Unit(self.find(target.chars().next().expect("a letter")))),
                _ => {
                    let from = self.battle.state().entity(unit).cell;
                    let to: Cell = target.parse().expect("a cell");
                    let (dx, dy) = from.offset_to(to);
                    Some(Answer::Offset(dx as i16, dy as i16))
                }
            };
            used.answers.extend(answer.map(|answer| (Key::new(Address(0), [0; 3]), answer)));
            plan.set(unit, Intent { uses: vec![used], complete: true }, 0);
        }
        let log = carry_out_round(&self.book, &mut self.battle, &mut self.buffers, &plan);
        let state = self.battle.state();
        let told = (0..log.changes.len()).filter_map(|at| names::told(&self.book, state, &log.changes, at));
        let told: String = told.map(|told| format!("{told}\n")).collect();
        format!("> {line}\n{told}")
    }

    fn find(&self, glyph: char) -> EntityId {
        let state = self.battle.state();
        let is_drawn = |id: &EntityId| {
            self.book.unit_type(state.entity(*id)).is_some_and(|kind| kind.glyph.eq_ignore_ascii_case(&glyph))
        };
        state.living().map(|(id, _)| id).filter(is_drawn).last().expect("one is drawn so")
    }
}

fn held(book: &CompiledScenario, state: &GameState) -> String {
    let line = |id: EntityId| {
        let items = carried::items(book, state, id).join(", ");
        format!("{} on {}: {items}\n", names::entity(book, state, id), state.entity(id).cell)
    };
    state.living().map(|(id, _)| line(id)).collect()
}

fn check(map: &str, rounds: &[&str], expected: Expect) {
    let mut table = Table::new(&pack(map));
    let mut text: String = rounds.iter().map(|line| table.round(line)).collect();
    text.push_str(&held(&table.book, table.battle.state()));
    expected.assert_eq(&text);
}

#[test]
fn what_lies_beside_is_picked_up_and_the_empty_chest_is_gone() {
    check(
        "A$..y",
        &["A take:$, y rest"],
        expect![[r#"
        > A take:$, y rest
        first gets Coin
        Chest loses 9 health: 9 → 0 (items)
        Chest dies (items)
        round 2 begins
        first on a1: Ring (hand), Flask ×3, Coin
        second on e1: 
    "#]],
    );
}

#[test]
fn what_is_dropped_is_what_is_carried_and_others_may_take_it() {
    check(
        "A...y",
        &["A drop:b1, y rest", "A walk:b1, y walk:c1", "A rest, y take:&"],
        expect![[r#"
            > A drop:b1, y rest
            Bundle appears on b1 (spawn)
            Bundle gets Flask
            round 2 begins
            > A walk:b1, y walk:c1
            first cannot walk on toward b1
            second: e1 → d1 (walk)
            second: d1 → c1 (walk)
            round 3 begins
            > A rest, y take:&
            second gets Flask
            Bundle loses 1 health: 1 → 0 (items)
            Bundle dies (items)
            round 4 begins
            first on a1: Ring (hand)
            second on c1: Flask ×3
        "#]],
    );
}

#[test]
fn who_dies_leaves_what_it_had_where_it_fell() {
    check(
        "A..y.",
        &["A rest, y hit:A"],
        expect![[r#"
            > A rest, y hit:A
            first loses 8 health: 8 → 0 (hit)
            first dies (hit)
            Bundle appears on a1 (spawn)
            Bundle gets Flask
            first unequips an item
            Bundle gets Ring
            round 2 begins
            second on d1: 
            Bundle on a1: Flask ×3, Ring
        "#]],
    );
}

#[test]
fn one_item_is_given_as_it_is_and_is_not_worn_any_more() {
    check(
        "Ay...",
        &["A give:y, y rest"],
        expect![[r#"
            > A give:y, y rest
            first unequips an item
            second gets Ring
            round 2 begins
            first on a1: Flask ×3
            second on b1: Ring
        "#]],
    );
}

#[test]
fn a_chest_that_is_empty_gives_nothing_and_nobody_takes_from_oneself() {
    check(
        "A$..y",
        &["A take:y, y rest", "A take:A, y rest"],
        expect![[r#"
        > A take:y, y rest
        round 2 begins
        > A take:A, y rest
        round 3 begins
        first on a1: Ring (hand), Flask ×3
        Chest on b1: Coin
        second on e1: 
    "#]],
    );
}

#[test]
fn what_lies_about_is_in_sight_as_all_things_are_and_what_is_carried_is_known_with_its_effect_source() {
    let mut table = Table::new(&pack("A$.......y\n..........").sight(3));
    table.round("A drop:a2, y rest");
    let told = |team: Team| {
        let known = table.battle.project(&table.book, team);
        format!("{team:?}\n{}", held(&table.book, known.state()))
    };
    expect![[r#"
        Team(0)
        first on a1: Ring (hand)
        Chest on b1: Coin
        Bundle on a2: Flask ×3
        Team(1)
        Chest on b1: Coin
        second on j1: 
        Bundle on a2: Flask ×3
    "#]]
    .assert_eq(&(told(Team::PLAYER) + &told(Team(1))));
}

#[test]
fn a_battle_with_items_on_the_ground_is_saved_whole() {
    let mut table = Table::new(&pack("A...y"));
    let before = table.battle.state().hash64(&table.book);
    table.round("A drop:b1, y rest");
    let state = table.battle.state();
    assert_eq!(state.instances().of(table.find('&'), Pool::ITEMS).len(), 1);
    assert_ne!(state.hash64(&table.book), before);
    let bytes = state.to_bytes().expect("it is small");
    let kept = GameState::from_bytes(&table.book, &bytes).expect("its own bytes");
    assert_eq!(kept.hash64(&table.book), state.hash64(&table.book));
}

#[test]
fn the_page_of_a_unit_tells_what_its_items_do_and_what_can_be_done_with_them() {
    let table = Table::new(&pack("A$..y"));
    let state = table.battle.state();
    let unit = table.find('A');
    let lines = unit_page::lines(&table.book, state, unit, &[]);
    let text: String = lines.iter().map(|line| format!("{}{}\n", "  ".repeat(line.depth.into()), line.words)).collect();
    expect![[r#"
        Has initiative 5, walks 5.
        Stats
        Movement: 5 = 3 base + 2 Ring
        Items
        Ring (hand)
          Slot: hand
          Movement +2
        Flask ×3
          Carried, not worn
          3 uses, 3 left
        On the ground
        Chest on b1: Coin
        Skills
        Heir
          When the unit dies:
            Places Bundle on this cell (belongs to no side)
            Moves all items from the unit to this cell
        Actions
        hit
          Target: a unit, distance up to 9
          Deals 20 damage to the target
        take
          Target: an adjacent unit
          Moves all items from the target to the user; if an object has no items left, it disappears
        drop
          Target: an adjacent empty cell
          Places Bundle on the target (belongs to no side)
          Moves all items from the user to the target
        give
          Target: an adjacent unit
          Moves Ring from the user to the target
        Walk
          Target: an empty cell that the user can walk to
          Walks to the target
        rest
          Nothing
    "#]]
    .assert_eq(&text);
    let chest = rules::of_unit(&table.book, state, table.find('$'));
    assert_eq!(chest.len(), 1, "{chest:?}");
}

fn charmed(slots: &str, has: &str) -> Pack {
    foretoken_tests::duel("A..y")
        .with("statuses/glow.ron", r#"Status(title: "Glow", modifiers: [(stat: "max_health", amount: 5)])"#)
        .with("items/charm.ron", &format!(r#"Item(title: "Charm", slots: [{slots}], statuses: ["glow"])"#))
        .with("units/first.ron", &format!(r#"Unit(glyph: "A", health: 20, initiative: 5, {has}, actions: ["mend"])"#))
}

/// New rules remove items without free slots, and their statuses. Health falls to the maximum; otherwise health above
/// the unit type's value stays.
#[test]
fn an_exchange_takes_off_what_has_no_slot() {
    let worn = r#"slots: ["neck"], wears: ["charm"]"#;
    let mut table = foretoken_tests::Table::new(&charmed(r#""neck""#, worn));
    table.round("A mend:A");
    table.round("A mend:A");
    assert_eq!(table.health_of('A'), 25);
    for (slots, has, is_worn) in [
        (r#""neck""#, worn, true),
        (r#""neck""#, r#"slots: ["head", "neck"], wears: ["charm"]"#, true),
        (r#""neck""#, r#"slots: ["head"], carries: ["charm"]"#, false),
        (r#""neck", "neck""#, r#"slots: ["neck"], carries: ["charm"]"#, false),
        (r#""head""#, r#"slots: ["neck", "head"], wears: ["charm"]"#, true),
    ] {
        let after = charmed(slots, has)
            .beside("units/spare.ron", r#"Unit(glyph: "q", slots: ["head", "neck", "neck"], actions: ["rest"])"#)
            .book();
        let state = table.battle.state().carried_over(&table.book, &after, &Default::default());
        let state = state.expect("all of it is there");
        let unit = find(&after, &state, 'A');
        let (statuses, items) = (state.instances().of(unit, Pool::STATUSES), state.instances().of(unit, Pool::ITEMS));
        assert_eq!((statuses.len(), items.len()), (usize::from(is_worn), 1), "{slots} {has}");
        assert_eq!(items[0].words[foretoken_vm::state::EffectInstance::WORN] != 0, is_worn, "{slots} {has}");
        assert_eq!(state.entity(unit).health, if is_worn { 25 } else { 20 }, "{slots} {has}");
    }
}
