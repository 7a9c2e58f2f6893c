//! Unit types: fighters and things such as a lantern or a bomb.

use foretoken_vm::rulebook::UnitType;
use foretoken_vm::space::Footprint;

use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// How the planner uses a unit type, ordered as [`foretoken_vm::rulebook::Class`].
pub const CLASSES: &[Choice] = &[
    Choice::new("Usual", "Uses the default weights."),
    Choice::new("Offensive", "Prefers damage and takes risks for it."),
    Choice::new(
        "Tank",
        "Stands between its allies and the enemies that could hit them. Attacks after six rounds without an attack \
         from its side.",
    ),
    Choice::new(
        "Support",
        "Stays out of reach, more so the less health it has. Attacks after six rounds if no ally is left that would.",
    ),
];

/// A unit asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct UnitAsset {
    pub title: String,
    pub note: String,
    pub glyph: String,
    pub health: i32,
    pub initiative: i32,
    pub speed: i32,
    pub movement: i32,
    pub jump: i32,
    pub leap: i32,
    pub width: i32,
    pub depth: i32,
    pub sight: i32,
    pub acts: bool,
    pub hidden: bool,
    pub anchored: bool,
    pub blocks_sight: bool,
    pub opacity: i32,
    pub moves: i32,
    pub actions_per_turn: i32,
    pub tags: Vec<String>,
    pub actions: Vec<String>,
    pub on_death: String,
    pub on_hurt: String,
    pub policy: String,
    pub class: usize,
    pub leash: String,
    pub worth: i32,
    pub counts_as_loss: bool,
    pub stats: Vec<StartRule>,
    pub skills: Vec<String>,
    pub slots: Vec<String>,
    pub wears: Vec<String>,
    pub carries: Vec<String>,
    pub statuses: Vec<String>,
    pub deck: String,
    pub deck_skills: Vec<String>,
}

/// Initial value of a stat or another number.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct StartRule {
    pub name: String,
    pub value: Formula,
}

impl Default for StartRule {
    fn default() -> Self {
        Self { name: String::new(), value: Formula::from(0) }
    }
}

impl Inspect for StartRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "A declared stat, a core stat, or a column.").required(), &mut self.name);
        let value = Field::new("value", "A number. For a stat also a formula of the unit's other stats.");
        inspector.formula(value.required(), &mut self.value);
    }
}

impl Default for UnitAsset {
    fn default() -> Self {
        UnitAsset {
            title: String::new(),
            note: String::new(),
            glyph: "?".to_owned(),
            health: 3,
            initiative: 0,
            speed: 0,
            movement: 3,
            jump: UnitType::USUAL_JUMP.into(),
            leap: 0,
            width: 1,
            depth: 1,
            sight: 0,
            acts: true,
            hidden: false,
            anchored: false,
            blocks_sight: false,
            opacity: 0,
            moves: 1,
            actions_per_turn: 1,
            tags: Vec::new(),
            actions: Vec::new(),
            on_death: String::new(),
            on_hurt: String::new(),
            policy: String::new(),
            class: 0,
            leash: String::new(),
            worth: 0,
            counts_as_loss: false,
            stats: Vec::new(),
            skills: Vec::new(),
            slots: Vec::new(),
            wears: Vec::new(),
            carries: Vec::new(),
            statuses: Vec::new(),
            deck: String::new(),
            deck_skills: Vec::new(),
        }
    }
}

impl Asset for UnitAsset {
    const TYPE: &'static str = "Unit";
}

impl Inspect for UnitAsset {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        inspector
            .text(Field::new("glyph", "Character of the unit on the map, exactly one.").required(), &mut self.glyph);
        inspector.number(
            Field::new("health", "Starting and maximum health.").in_unit("health points"),
            &mut self.health,
            1..=999,
        );
        inspector.heading("Order and movement");
        let initiative = Field::new("initiative", "Order in a round: higher initiative acts first.");
        inspector.number(initiative, &mut self.initiative, -999..=999);
        inspector.number(
            Field::new("speed", "Tie-break of initiative: higher speed acts first."),
            &mut self.speed,
            -99..=99,
        );
        inspector.number(
            Field::new("movement", "Movement points of one move.").in_unit("movement points"),
            &mut self.movement,
            0..=99,
        );
        let jump = Field::new("jump", "Steps that it climbs or jumps down at once.").in_unit("steps");
        inspector.number(jump, &mut self.jump, 0..=99);
        let leap = Field::new("leap", "Cells of pits, water or chasms that it can jump over in a straight line.")
            .in_unit("cells");
        inspector.number(leap, &mut self.leap, 0..=i32::from(UnitType::MOST_LEAP));
        inspector.heading("Body and sight");
        let most = i32::from(Footprint::MOST);
        let width = Field::new("width", "Width in columns, eastward from its cell on the map.").in_unit("columns");
        inspector.number(width, &mut self.width, 1..=most);
        inspector.number(
            Field::new("depth", "Depth in rows, southward from its cell on the map.").in_unit("rows"),
            &mut self.depth,
            1..=most,
        );
        let sight = Field::new("sight", "Sight in fog, in cells; 0 for the sight of the scenario.").in_unit("cells");
        inspector.number(sight, &mut self.sight, 0..=99);
        inspector.flag(Field::new("acts", "Whether it has turns; things have none."), &mut self.acts);
        inspector.flag(Field::new("hidden", "Whether it starts hidden from other sides."), &mut self.hidden);
        inspector.flag(Field::new("anchored", "Whether other units cannot move it."), &mut self.anchored);
        let blocks = Field::new("blocks_sight", "Whether it blocks sight and the line of fire when it has no side.");
        inspector.flag(blocks, &mut self.blocks_sight);
        let opacity = Field::new("opacity", "Reduction of sight behind it when it has no side, in thousandths.")
            .in_unit("thousandths");
        inspector.number(opacity, &mut self.opacity, 0..=1000);
        inspector.heading("Activations");
        inspector.number(Field::new("moves", "Moves in one turn.").in_unit("moves"), &mut self.moves, 0..=9);
        inspector.number(
            Field::new("actions_per_turn", "Actions that the unit may use in one turn.")
                .formerly("uses")
                .in_unit("actions"),
            &mut self.actions_per_turn,
            0..=9,
        );
        inspector.texts(Field::new("tags", "Tags for goals and the planner."), &mut self.tags);
        inspector.references(Field::new("actions", "Abilities, as displayed."), &mut self.actions, "action");
        let on_death = Field::new("on_death", "Action when it dies; it cannot ask a player.");
        inspector.reference(on_death, &mut self.on_death, "action");
        let on_hurt = Field::new("on_hurt", "Action when it takes damage and survives; it cannot ask a player.");
        inspector.reference(on_hurt, &mut self.on_hurt, "action");
        inspector.heading("For the computer");
        let policy = Field::new("policy", "Policy that decides for it; empty for a player or the planner.");
        inspector.reference(policy, &mut self.policy, "policy");
        inspector.choice(Field::new("class", "Fighting style for the planner."), &mut self.class, CLASSES);
        let leash = Field::new("leash", "Zone that the planner does not let it leave, if any.");
        inspector.text(leash, &mut self.leash);
        let worth = Field::new("worth", "Value for its side, in hundredths of a health point.")
            .in_unit("hundredths of a health point");
        inspector.number(worth, &mut self.worth, -99_999..=99_999);
        let loss = Field::new("counts_as_loss", "Whether its death counts as a loss.");
        inspector.flag(loss, &mut self.counts_as_loss);
        inspector.heading("Equipment");
        inspector.groups(Field::new("stats", "Stats and columns with another starting value."), &mut self.stats);
        inspector.references(Field::new("skills", "Skills of the unit."), &mut self.skills, "skill");
        inspector.texts(
            Field::new(
                "slots",
                "Slots of the unit for items. A name may repeat: [hand, hand] holds one \
             item of two hands or two of one.",
            ),
            &mut self.slots,
        );
        inspector.references(Field::new("wears", "Items that it wears at the start."), &mut self.wears, "item");
        inspector.references(Field::new("carries", "Items that it carries at the start."), &mut self.carries, "item");
        inspector.references(
            Field::new("statuses", "Statuses that it has at the start."),
            &mut self.statuses,
            "status",
        );
        let deck = Field::new("deck", "Deck of the unit; empty for none.");
        inspector.reference(deck, &mut self.deck, "deck");
        let skills = Field::new("deck_skills", "Skills in the slots of the deck at the start, from slot 1 on.");
        inspector.references(skills, &mut self.deck_skills, "skill");
    }
}
