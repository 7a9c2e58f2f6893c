//! A small pack with a campaign, and helpers for runs of it.

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_campaign::{BeginOptions, Campaign, Command, Mode, Pilot, RoomKinds, Run, RunVerdict, verify};
use foretoken_preview::Level;
use foretoken_session::record::CompileError;
use foretoken_vm::CompiledScenario;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

pub(crate) const ROOMS: &str = r#"
    rooms: [
        (name: "gate", kind: "choice", options: [
            (text: "Rest.", action: "meal"),
            (text: "Pay.", spends: [(value: "gold", amount: 2)], action: "heal-one"),
            (text: "Search.", needs: "c.gold >= 1", why_not: "You need gold.", action: "dig"),
            (text: "Touch the thorns.", action: "thorns"),
        ], next: [(to: "yard"), (to: "store")]),
        (name: "yard", kind: "battle", scenario: "yard", reward: "pay", on_loss: "store", next: [(to: "store")]),
        (name: "store", kind: "loot", offers: [
            (item: "ring"), (item: "cloak"), (item: "axe", weight: 5), (action: "pay"), (item: "relic", once: true),
        ], draw: 2, take: 1, next: [(to: "shop"), (to: "cellar")]),
        (name: "cellar", kind: "loot", shown: Nothing, offers: [
            (item: "ring"), (item: "cloak"), (item: "axe"), (item: "relic", once: true),
        ], draw: 2, take: 2, next: [(to: "shop")]),
        (name: "shop", kind: "shop", offers: [
            (item: "ring", spends: [(value: "gold", amount: 3)]), (item: "axe", when: "c.gold >= 15"),
        ], next: [(to: "camp")]),
        (name: "camp", kind: "rest", options: [(text: "Sleep.", action: "meal")], next: [(to: "end")]),
        (name: "end", kind: "end"),
    ],
"#;

pub(crate) fn campaign_text(rooms: &str, more: &str) -> String {
    format!(
        r#"Campaign(
    members: [
        (name: "Ada", unit: "guard", loadouts: [(title: "Skills", equip: 1, skills: [(skill: "tough"), (skill: "quick"), (skill: "wise", unlock: "sage")])]),
        (name: "Bo", unit: "guard"),
    ],
    values: [(name: "gold", start: 4, range: (0, 20))],
    starts: ["gate"],
    {rooms}
    unlocks: [(name: "sage", when: "runs >= 2")],
    {more}
)
"#
    )
}

pub(crate) fn files(campaign: &str) -> Files {
    let item = |title: &str| {
        format!("Item(title: \"{title}\", slots: [\"hand\"], modifiers: [(stat: \"initiative\", amount: 1)])")
    };
    Files::new()
        .with("terrains/floor.ron", "Terrain(glyph: \".\")")
        .with("units/guard.ron", "Unit(title: \"Guard\", glyph: \"G\", health: 6, initiative: 2, slots: [\"hand\"], actions: [\"hit\", \"walk\", \"wait\"])")
        .with("units/rat.ron", "Unit(title: \"Rat\", glyph: \"r\", health: 3, initiative: 1, tags: [\"rat\"], actions: [\"hit\", \"walk\", \"wait\"])")
        .with("actions/wait.ron", "Action(body: [Wait])")
        .with("actions/walk.ron", "Action(cost: Move, body: [DeclareTarget(name: \"T1\", reach: Walk, range: (1, 255), filter: [Empty]), Move])")
        .with("actions/hit.ron", "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (1, 1), filter: [Enemy]), Damage(target: \"T1\", amount: 2)])")
        .with("actions/meal.ron", "Action(title: \"Meal\", body: [Heal(target: \"self\", amount: 3, area: [\"@####\"], filter: [Ally])])")
        .with("actions/heal-one.ron", "Action(title: \"Heal\", body: [DeclareTarget(name: \"T1\", asks: Unit, range: (1, 9), filter: [Ally], prompt: \"Whom?\"), Heal(target: \"T1\", amount: 2)])")
        .with("actions/dig.ron", "Action(title: \"Dig\", body: [ChangeStat(target: \"self\", stat: \"gold\", amount: \"random{0.25 as luck: 8; default as nothing: 0}\")])")
        .with("actions/thorns.ron", "Action(title: \"Thorns\", body: [Damage(target: \"self\", amount: 4, area: [\"@####\"], filter: [Ally])])")
        .with("actions/pay.ron", "Action(title: \"Pay\", body: [ChangeStat(target: \"self\", stat: \"gold\", amount: 3)])")
        .with("actions/give-ring.ron", "Action(title: \"Ring\", body: [HandleItem(target: \"self\", item: \"ring\")])")
        .with("skills/tough.ron", "Skill(title: \"Tough\", modifiers: [(stat: \"max_health\", amount: 2)])")
        .with("skills/quick.ron", "Skill(title: \"Quick\", modifiers: [(stat: \"movement\", amount: 1)])")
        .with("skills/wise.ron", "Skill(title: \"Wise\", modifiers: [(stat: \"initiative\", amount: 1)])")
        .with("items/ring.ron", item("Ring"))
        .with("items/cloak.ron", item("Cloak"))
        .with("items/axe.ron", item("Axe"))
        .with("items/relic.ron", item("Relic"))
        .with(
            "scenarios/yard.ron",
            "Scenario(map: [\"G..r\", \"G...\"], legend: [(glyph: \"G\", unit: \"guard\"), (glyph: \"r\", unit: \"rat\", team: 1)], \
             goals: [(text: \"Kill the rat.\", when: \"count(rat) = 0\")], losses: [(text: \"time runs out\", when: \"round > 12\")])",
        )
        .with("campaigns/small.ron", campaign)
}

pub(crate) fn library(campaign: &str) -> Library {
    Library::load(&files(campaign), KindRegistry::core())
}

pub(crate) fn compiled(campaign: &str) -> Arc<Campaign> {
    let campaign = Campaign::compile(&library(campaign), "own", "small", RoomKinds::default());
    Arc::new(campaign.unwrap_or_else(|error| panic!("{error}")))
}

pub(crate) fn small() -> Arc<Campaign> {
    compiled(&campaign_text(ROOMS, ""))
}

pub(crate) fn options(seed: u64) -> BeginOptions {
    BeginOptions { id: seed, seed, mode: Mode::Free, level: Level::Easy, unlocked: Vec::new() }
}

pub(crate) fn begun(campaign: &Arc<Campaign>, seed: u64) -> Run {
    Run::begin(Arc::clone(campaign), &options(seed)).expect("the offers have places")
}

pub(crate) fn enter(run: &mut Run, room: &str) {
    let room = run.campaign().room_index(room).expect("the room exists");
    run.act(&Command::Enter(room)).unwrap_or_else(|refusal| panic!("{refusal}"));
}

/// Battle records by name.
pub(crate) type Records = BTreeMap<String, Vec<u8>>;

/// Plays a run to its end.
pub(crate) fn played(campaign: &Arc<Campaign>, seed: u64, pilot: u64) -> (Run, Records) {
    let (mut run, mut records) = (begun(campaign, seed), Records::new());
    let mut keep =
        |name: &str, played: foretoken_campaign::Played| drop(records.insert(name.to_owned(), played.record));
    Pilot { seed: pilot }.play(&mut run, &mut keep).expect("it plays to the end");
    (run, records)
}

pub(crate) fn compile(text: &str, scenario: &str) -> Result<CompiledScenario, CompileError> {
    let (compiled, faults) = Library::from_canonical_text(text, KindRegistry::core()).compile(scenario);
    compiled.ok_or_else(|| CompileError::Faults(faults.render()))
}

pub(crate) fn verdict(run: &Run, records: &Records) -> RunVerdict {
    verify(run.campaign(), run.entries(), &|name| records.get(name).cloned(), &compile)
}

pub(crate) fn shipped(pack: &str) -> Library {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(pack);
    Library::load_folder(&folder, KindRegistry::core())
}
