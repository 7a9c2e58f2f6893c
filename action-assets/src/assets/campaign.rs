//! Campaign assets: rooms, the ways between them, the party, and what a run unlocks.

use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// What the player knows of a room before it is entered.
pub const SHOWN: &[Choice] = &[
    Choice::new("All", "Everything except random offers and results."),
    Choice::new("Kind", "Only the kind of the room."),
    Choice::new("Nothing", "Only that there is a room."),
];

/// What happens to a member that dies in a battle.
pub const LOSSES: &[Choice] = &[
    Choice::new("Permadeath", "The member is lost for the run."),
    Choice::new("Wounded", "The member misses some rooms and comes back with 1 health."),
    Choice::new("Healed", "The member comes back with full health."),
];

/// How an end room ends the run.
pub const ENDS: &[Choice] = &[Choice::new("Won", "The run is won."), Choice::new("Lost", "The run is lost.")];

/// A campaign asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct CampaignAsset {
    pub title: String,
    pub note: String,
    pub order: i32,
    pub members: Vec<MemberRule>,
    pub fighters: i32,
    pub values: Vec<ValueRule>,
    pub stash: Vec<String>,
    pub lasting: Vec<String>,
    pub losses: usize,
    pub wounded_for: i32,
    pub cycles: bool,
    pub starts: Vec<String>,
    pub rooms: Vec<RoomRule>,
    pub layers: Vec<LayerRule>,
    pub unlocks: Vec<UnlockRule>,
}

/// A member of the party.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct MemberRule {
    pub name: String,
    pub unit: String,
    pub loadouts: Vec<LoadoutRule>,
}

/// A set of skills of which a member equips some.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct LoadoutRule {
    pub title: String,
    pub equip: i32,
    pub skills: Vec<PoolSkill>,
}

/// A skill that a member can equip.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct PoolSkill {
    pub skill: String,
    pub unlock: String,
}

/// A number of the run.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ValueRule {
    pub name: String,
    pub title: String,
    pub start: i32,
    pub range: (i32, i32),
}

/// An amount of a number of the run.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct SpendRule {
    pub value: String,
    pub amount: Formula,
}

/// A room.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct RoomRule {
    pub name: String,
    pub kind: String,
    pub title: String,
    pub note: String,
    pub x: i32,
    pub y: i32,
    pub shown: usize,
    pub scenario: String,
    pub stays: Vec<String>,
    pub changes: Vec<ChangeRule>,
    pub reward: String,
    pub on_loss: String,
    pub offers: Vec<OfferRule>,
    pub draw: i32,
    pub take: i32,
    pub swap: bool,
    pub options: Vec<OptionRule>,
    pub end: usize,
    pub next: Vec<WayRule>,
}

/// A change of the other sides' units in the battle of a room.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ChangeRule {
    pub when: Formula,
    pub unit: String,
    pub leaves: bool,
    pub becomes: String,
    pub status: String,
    pub amount: i32,
}

/// Generated columns of rooms.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct LayerRule {
    pub name: String,
    pub x: i32,
    pub y: i32,
    pub columns: i32,
    pub rows: (i32, i32),
    pub templates: Vec<TemplateRule>,
    pub from: Vec<String>,
    pub to: Vec<String>,
}

/// A room of which a layer makes copies.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct TemplateRule {
    pub room: String,
    pub weight: i32,
    pub guaranteed: i32,
}

/// A way to another room.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct WayRule {
    pub to: String,
    pub when: Formula,
    pub why_not: String,
}

/// A thing that a loot room or a shop offers.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct OfferRule {
    pub item: String,
    pub skill: String,
    pub action: String,
    pub tagged: String,
    pub draw: i32,
    pub title: String,
    pub weight: i32,
    pub once: bool,
    pub when: Formula,
    pub spends: Vec<SpendRule>,
}

/// An option of a choice or a rest.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct OptionRule {
    pub text: String,
    pub needs: Formula,
    pub why_not: String,
    pub spends: Vec<SpendRule>,
    pub action: String,
    pub after: String,
    pub next: String,
}

/// Something that finished runs open.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct UnlockRule {
    pub name: String,
    pub title: String,
    pub note: String,
    pub when: Formula,
}

impl Default for CampaignAsset {
    fn default() -> Self {
        Self {
            title: String::new(),
            note: String::new(),
            order: 0,
            members: Vec::new(),
            fighters: 0,
            values: Vec::new(),
            stash: Vec::new(),
            lasting: Vec::new(),
            losses: 0,
            wounded_for: 1,
            cycles: false,
            starts: Vec::new(),
            rooms: Vec::new(),
            layers: Vec::new(),
            unlocks: Vec::new(),
        }
    }
}

impl Default for LoadoutRule {
    fn default() -> Self {
        Self { title: String::new(), equip: 1, skills: Vec::new() }
    }
}

impl Default for ValueRule {
    fn default() -> Self {
        Self { name: String::new(), title: String::new(), start: 0, range: (0, 999) }
    }
}

impl Default for SpendRule {
    fn default() -> Self {
        Self { value: String::new(), amount: Formula::from(1) }
    }
}

impl Default for RoomRule {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: "choice".to_owned(),
            title: String::new(),
            note: String::new(),
            x: 0,
            y: 0,
            shown: 0,
            scenario: String::new(),
            stays: Vec::new(),
            changes: Vec::new(),
            reward: String::new(),
            on_loss: String::new(),
            offers: Vec::new(),
            draw: 0,
            take: 1,
            swap: false,
            options: Vec::new(),
            end: 0,
            next: Vec::new(),
        }
    }
}

impl Default for ChangeRule {
    fn default() -> Self {
        Self {
            when: Formula::from(1),
            unit: String::new(),
            leaves: false,
            becomes: String::new(),
            status: String::new(),
            amount: 1,
        }
    }
}

impl Default for LayerRule {
    fn default() -> Self {
        Self {
            name: "layer".to_owned(),
            x: 0,
            y: 0,
            columns: 1,
            rows: (1, 3),
            templates: Vec::new(),
            from: Vec::new(),
            to: Vec::new(),
        }
    }
}

impl Default for TemplateRule {
    fn default() -> Self {
        Self { room: String::new(), weight: 1, guaranteed: 0 }
    }
}

impl Default for WayRule {
    fn default() -> Self {
        Self { to: String::new(), when: Formula::from(1), why_not: String::new() }
    }
}

impl Default for OfferRule {
    fn default() -> Self {
        Self {
            item: String::new(),
            skill: String::new(),
            action: String::new(),
            tagged: String::new(),
            draw: 1,
            title: String::new(),
            weight: 1,
            once: false,
            when: Formula::from(1),
            spends: Vec::new(),
        }
    }
}

impl Default for OptionRule {
    fn default() -> Self {
        Self {
            text: String::new(),
            needs: Formula::from(1),
            why_not: String::new(),
            spends: Vec::new(),
            action: String::new(),
            after: String::new(),
            next: String::new(),
        }
    }
}

impl Default for UnlockRule {
    fn default() -> Self {
        Self { name: String::new(), title: String::new(), note: String::new(), when: Formula::from("wins") }
    }
}

impl Asset for CampaignAsset {
    const TYPE: &'static str = "Campaign";
}

const WHEN: &str = "Condition: possible if this is not 0; `c` is the camp, so `c.NAME` is a number of the run.";
const WHY_NOT: &str = "Displayed text if the condition is not met.";
const SPENDS: &str = "Numbers of the run that it costs.";

impl Inspect for CampaignAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        inspector.number(Field::new("order", "Position in lists."), &mut self.order, 0..=9999);
        inspector.heading("Party");
        inspector.groups(Field::new("members", "Members of the party."), &mut self.members);
        let fighters = Field::new("fighters", "Number of members that enter a battle; 0 for all.").in_unit("members");
        inspector.number(fighters, &mut self.fighters, 0..=16);
        inspector.references(Field::new("stash", "Items that the party shares at the start."), &mut self.stash, "item");
        let lasting = "Statuses and columns that members keep after a battle. All others start anew.";
        inspector.texts(Field::new("lasting", lasting), &mut self.lasting);
        inspector.choice(Field::new("losses", "What happens to a member that dies."), &mut self.losses, LOSSES);
        let wounded = Field::new("wounded_for", "For `Wounded`: number of rooms without the member.").in_unit("rooms");
        inspector.number(wounded, &mut self.wounded_for, 1..=99);
        inspector.heading("Run");
        inspector.groups(Field::new("values", "Numbers of the run, such as gold."), &mut self.values);
        inspector.texts(Field::new("starts", "Rooms where a run can begin."), &mut self.starts);
        inspector.flag(Field::new("cycles", "Whether ways can lead back to earlier rooms."), &mut self.cycles);
        inspector.groups(Field::new("rooms", "Rooms."), &mut self.rooms);
        let layers = "Generated columns of rooms, drawn anew for each run.";
        inspector.groups(Field::new("layers", layers), &mut self.layers);
        inspector.groups(Field::new("unlocks", "What finished runs open."), &mut self.unlocks);
    }
}

impl Inspect for MemberRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Name, unique in the party.").required(), &mut self.name);
        inspector.reference(Field::new("unit", "Unit type.").required(), &mut self.unit, "unit");
        let loadouts = "Sets of skills; the member equips some of each. It keeps the other skills of its type.";
        inspector.groups(Field::new("loadouts", loadouts), &mut self.loadouts);
    }
}

impl Inspect for LoadoutRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name, such as `Abilities`."), &mut self.title);
        let equip = Field::new("equip", "Number of skills to equip. The first open ones are equipped at the start.");
        inspector.number(equip.in_unit("skills"), &mut self.equip, 1..=16);
        inspector.groups(Field::new("skills", "Skills to choose from."), &mut self.skills);
    }
}

impl Inspect for PoolSkill {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.reference(Field::new("skill", "Skill.").required(), &mut self.skill, "skill");
        inspector.text(Field::new("unlock", "Unlock that opens it; if empty, it is open."), &mut self.unlock);
    }
}

impl Inspect for ValueRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let name = "Name: a column of units. Actions change it as the column `NAME` of the camp.";
        inspector.text(Field::new("name", name).required(), &mut self.name);
        inspector.text(Field::new("title", "Displayed name; if empty, the name."), &mut self.title);
        inspector.number(Field::new("start", "Value at the start."), &mut self.start, -1_000_000..=1_000_000);
        let range = Field::new("range", "Least and greatest value. Changes stop there.");
        inspector.range(range, &mut self.range, -1_000_000..=1_000_000);
    }
}

impl Inspect for SpendRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("value", "Number of the run.").required(), &mut self.value);
        let amount = "Amount to pay, such as `3` or `2 + c.dread`; less than 0 is 0.";
        inspector.formula(Field::new("amount", amount), &mut self.amount);
    }
}

impl Inspect for WayRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("to", "Room.").required(), &mut self.to);
        inspector.formula(Field::new("when", WHEN), &mut self.when);
        inspector.text(Field::new("why_not", WHY_NOT), &mut self.why_not);
    }
}

impl Inspect for ChangeRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.formula(Field::new("when", WHEN), &mut self.when);
        let unit = "Unit type that changes; if empty, all units of the other sides.";
        inspector.reference(Field::new("unit", unit), &mut self.unit, "unit");
        inspector.flag(Field::new("leaves", "Whether the unit is not in this battle."), &mut self.leaves);
        let becomes = "Unit type that takes its place.";
        inspector.reference(Field::new("becomes", becomes), &mut self.becomes, "unit");
        let status = "Status with which the unit starts.";
        inspector.reference(Field::new("status", status), &mut self.status, "status");
        inspector.number(Field::new("amount", "Amount of the status."), &mut self.amount, 1..=999);
    }
}

impl Inspect for LayerRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let name = "Name, unique in the campaign. The generated rooms have names such as `NAME-1-2`.";
        inspector.text(Field::new("name", name), &mut self.name);
        inspector.number(Field::new("x", "Column of the first rooms on the map."), &mut self.x, 0..=9999);
        inspector.number(Field::new("y", "Row of the first rooms on the map."), &mut self.y, 0..=9999);
        inspector.number(Field::new("columns", "Number of columns."), &mut self.columns, 1..=99);
        let rows = Field::new("rows", "Least and greatest number of rooms in a column.");
        inspector.range(rows, &mut self.rows, 1..=20);
        let templates = "Rooms to copy. A template is no room of the map itself, and its own ways are not used.";
        inspector.groups(Field::new("templates", templates), &mut self.templates);
        inspector.texts(Field::new("from", "Rooms with ways to all rooms of the first column."), &mut self.from);
        inspector.texts(Field::new("to", "Rooms to which the last column leads."), &mut self.to);
    }
}

impl Inspect for TemplateRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("room", "Room to copy.").required(), &mut self.room);
        let weight = "Weight when rooms are drawn; 0 for a room that is only guaranteed.";
        inspector.number(Field::new("weight", weight), &mut self.weight, 0..=1000);
        let guaranteed = Field::new("guaranteed", "Number of copies that are surely in the layer.");
        inspector.number(guaranteed.in_unit("rooms"), &mut self.guaranteed, 0..=99);
    }
}

impl Inspect for OfferRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.reference(Field::new("item", "Item for the stash."), &mut self.item, "item");
        let skill = "Skill that a member learns. It takes the place of an equipped skill of a loadout, or of the current slot of \
                     the member's deck.";
        inspector.reference(Field::new("skill", skill), &mut self.skill, "skill");
        inspector.reference(Field::new("action", "Action of the camp, if any."), &mut self.action, "action");
        let tagged = "Tag of skills. The offer stands for all skills with this tag, and `draw` of them are offered.";
        inspector.text(Field::new("tagged", tagged), &mut self.tagged);
        let draw = Field::new("draw", "Number of skills with the tag that are drawn, each at most once.");
        inspector.number(draw.in_unit("skills"), &mut self.draw, 1..=99);
        inspector
            .text(Field::new("title", "Displayed name; if empty, that of the item, skill or action."), &mut self.title);
        let weight = Field::new("weight", "Weight when offers are drawn: 10 is drawn ten times as often as 1.");
        inspector.number(weight, &mut self.weight, 1..=1000);
        let once = "Whether it appears in one room of a run only, and surely: the room is drawn when the run begins.";
        inspector.flag(Field::new("once", once), &mut self.once);
        inspector.formula(Field::new("when", WHEN), &mut self.when);
        inspector.groups(Field::new("spends", SPENDS), &mut self.spends);
    }
}

impl Inspect for OptionRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("text", "Displayed text.").required(), &mut self.text);
        inspector.formula(Field::new("needs", WHEN), &mut self.needs);
        inspector.text(Field::new("why_not", WHY_NOT), &mut self.why_not);
        inspector.groups(Field::new("spends", SPENDS), &mut self.spends);
        inspector.reference(Field::new("action", "Action of the camp, if any."), &mut self.action, "action");
        inspector.text(Field::new("after", "Text after the choice."), &mut self.after);
        inspector.text(Field::new("next", "The only next room; if empty, all ways are open."), &mut self.next);
    }
}

impl Inspect for UnlockRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Name.").required(), &mut self.name);
        inspector.text(Field::new("title", "Displayed name; if empty, the name."), &mut self.title);
        inspector.text(Field::new("note", "Description of the condition."), &mut self.note);
        let when = "Condition over the finished runs of the campaign: `runs`, `wins`, `rooms`, `battles` and `fallen` are totals, \
                    and a number of the run is its greatest value at an end.";
        inspector.formula(Field::new("when", when), &mut self.when);
    }
}

impl Inspect for RoomRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Name, unique in the campaign.").required(), &mut self.name);
        let kind = "Kind: `battle`, `loot`, `choice`, `rest`, `shop`, `end`, or a kind from Rust code.";
        inspector.text(Field::new("kind", kind).required(), &mut self.kind);
        inspector.text(Field::new("title", "Displayed name; if empty, the name."), &mut self.title);
        inspector.text(Field::new("note", "Displayed text of the room."), &mut self.note);
        inspector.number(Field::new("x", "Column on the map."), &mut self.x, 0..=9999);
        inspector.number(Field::new("y", "Row on the map."), &mut self.y, 0..=9999);
        inspector.choice(Field::new("shown", "What is known before it is entered."), &mut self.shown, SHOWN);
        let scenario =
            Field::new("scenario", "Scenario of a battle. The party takes the places of the player's units.");
        inspector.reference(scenario, &mut self.scenario, "scenario");
        let stays = "Unit types of the player's side that stay, such as a keeper: no member takes their places.";
        inspector.references(Field::new("stays", stays), &mut self.stays, "unit");
        let changes = "Changes of the units of other sides in the battle, in order.";
        inspector.groups(Field::new("changes", changes), &mut self.changes);
        inspector.reference(Field::new("reward", "Action of the camp after a won battle."), &mut self.reward, "action");
        let on_loss = Field::new("on_loss", "Room after a lost battle; if empty, the run is lost.");
        inspector.text(on_loss, &mut self.on_loss);
        inspector.groups(Field::new("offers", "Offers of a loot room or a shop."), &mut self.offers);
        let draw = Field::new("draw", "Number of offers that are drawn; 0 shows all.").in_unit("offers");
        inspector.number(draw, &mut self.draw, 0..=99);
        inspector.number(Field::new("take", "Number of offers to take from loot."), &mut self.take, 0..=99);
        let swap = Field::new("swap", "Whether each taken offer replaces an item of the stash or of a member.");
        inspector.flag(swap, &mut self.swap);
        inspector.groups(Field::new("options", "Options of a choice or a rest."), &mut self.options);
        inspector.choice(Field::new("end", "For `end`: how the run ends."), &mut self.end, ENDS);
        inspector.groups(Field::new("next", "Ways to other rooms."), &mut self.next);
    }
}
