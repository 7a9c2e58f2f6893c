//! Common rules of skills, items and statuses: parameters, modifiers, damage modifiers and reactions.

use crate::inspect::{Choice, Field, Formula, Inspect, Inspector};
use foretoken_vm::stats::Mode;

/// Modes of a modifier, ordered as [`foretoken_vm::stats::Mode`].
pub const MODES: &[Choice] = &modes();

const fn modes() -> [Choice; Mode::ALL.len()] {
    let mut choices = [Choice::new("", ""); Mode::ALL.len()];
    let mut at = 0;
    while at < choices.len() {
        let row = Mode::ALL[at].row();
        choices[at] = Choice::new(row.name, row.doc);
        at += 1;
    }
    choices
}

/// Stages of a damage modifier, ordered as [`foretoken_vm::stats::Stage`].
pub const STAGES: &[Choice] = &[
    Choice::new("Outgoing", "On the attacker, before all other stages."),
    Choice::new("Incoming", "On the target."),
    Choice::new("Absorb", "On the target: absorbs damage up to the amount, and the amount falls by as much."),
    Choice::new("Apply", "On the target, last."),
];

/// Amounts that a damage modifier changes.
pub const ALTERED: &[Choice] = &[Choice::new("Harm", "Damage, before shields."), Choice::new("Healing", "Healing.")];

/// Roles of the bearer in an event, ordered as [`foretoken_vm::stats::Role`].
pub const ROLES: &[Choice] = &[
    Choice::new("Defender", "The bearer is the target of the event."),
    Choice::new("Attacker", "The bearer causes the event on another unit."),
];

/// Directions of a change, ordered as [`foretoken_vm::stats::How`].
pub const CHANGES: &[Choice] = &[
    Choice::new("Decrease", "The number fell."),
    Choice::new("Increase", "The number rose."),
    Choice::new("Change", "The number fell or rose."),
    Choice::new("NoChange", "The number should have changed but did not."),
    Choice::new("Any", "Any of these."),
];

/// Units that an aura reaches, ordered as [`foretoken_vm::stats::Reaches`].
pub const REACHES: &[Choice] = &[
    Choice::new("Allies", "Units of the bearer's side."),
    Choice::new("Enemies", "Enemies of the bearer."),
    Choice::new("All", "All units and things."),
];

/// Targets of a reaction, ordered as [`foretoken_vm::stats::Toward`].
pub const TOWARD: &[Choice] = &[
    Choice::new("Other", "The other unit of the event, such as the attacker for a defender."),
    Choice::new("Itself", "The bearer."),
    Choice::new("Ally", "An ally of the bearer, not the bearer itself."),
    Choice::new("Enemy", "An enemy of the bearer."),
    Choice::new("Anybody", "Any other unit that acts."),
];

/// Events that trigger a reaction.
pub const EVENTS: &[Choice] = &[
    Choice::new("Applied", "The bearer got it."),
    Choice::new("Ended", "It ended, for any reason."),
    Choice::new("Expired", "Its time ran out."),
    Choice::new("Dispelled", "An action removed it."),
    Choice::new("Replaced", "Another status with the same key replaced it."),
    Choice::new("SourceGone", "The unit that applied it died."),
    Choice::new("UsedUp", "Its amount was used up."),
    Choice::new("Tick", "A tick of its clock."),
    Choice::new("ActivationBegins", "A turn of its bearer begins."),
    Choice::new("ActivationEnds", "A turn of its bearer ends."),
    Choice::new("RoundEnds", "A round ends."),
    Choice::new("Uses", "Its bearer begins to use an action that is not free."),
    Choice::new("UseEnds", "Its bearer has used an action that is not free."),
    Choice::new("Attacked", "An attack reached the defender: it took health, or it missed."),
    Choice::new("Missed", "An attack reached the defender and took neither shield nor health."),
    Choice::new("Dies", "Its bearer dies."),
    Choice::new("Moves", "Its bearer was moved to another cell."),
    Choice::new(
        "EntersAura",
        "A unit enters the aura of this effect. If an aura gives the status: its bearer enters that aura.",
    ),
    Choice::new(
        "LeavesAura",
        "A unit leaves its aura for any reason. For a status that an aura gives: its bearer \
         leaves the aura.",
    ),
    Choice::new("StatChange", "A number of the defender changed: health, a resource or the base of a stat."),
];

/// A named number.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ParameterRule {
    pub name: String,
    pub formula: Formula,
    pub kept: bool,
}

impl Inspect for ParameterRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Name in formulas.").required(), &mut self.name);
        inspector.formula(Field::new("formula", "Value for the bearer.").required(), &mut self.formula);
        let kept = Field::new("kept", "Whether a status keeps the value from the time it was applied.");
        inspector.flag(kept, &mut self.kept);
    }
}

/// A modifier of a stat.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ModifierRule {
    pub stat: String,
    pub mode: usize,
    pub amount: Formula,
    pub priority: i32,
    pub group: String,
}

impl Default for ModifierRule {
    fn default() -> Self {
        Self { stat: String::new(), mode: 1, amount: Formula::from(1), priority: 0, group: String::new() }
    }
}

impl Inspect for ModifierRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let stat =
            Field::new("stat", "Stat: a declared stat, or max_health, movement, initiative, speed, jump, leap, sight.");
        inspector.text(stat.required(), &mut self.stat);
        inspector.choice(Field::new("mode", "How."), &mut self.mode, MODES);
        inspector.formula(Field::new("amount", "Amount for the bearer.").required(), &mut self.amount);
        let priority =
            Field::new("priority", "Order among modifiers of one mode: smaller numbers first, then by name.");
        inspector.number(priority, &mut self.priority, -999..=999);
        let group = Field::new("group", "Bonus group: only the best and the worst amount of a group count.");
        inspector.text(group, &mut self.group);
    }
}

/// A modifier of damage or healing before it is applied.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct DamageModifierRule {
    pub of: usize,
    pub stage: usize,
    pub mode: usize,
    pub amount: Formula,
    pub types: Vec<String>,
    pub from: String,
    pub priority: i32,
}

impl Default for DamageModifierRule {
    fn default() -> Self {
        let (amount, types, from) = (Formula::from(1), Vec::new(), String::new());
        Self { of: 0, stage: 1, mode: 1, amount, types, from, priority: 0 }
    }
}

impl Inspect for DamageModifierRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.choice(Field::new("of", "Whether damage or healing changes."), &mut self.of, ALTERED);
        inspector.choice(
            Field::new("stage", "Stage at which the change applies, and the unit that it applies to."),
            &mut self.stage,
            STAGES,
        );
        inspector.choice(Field::new("mode", "Mode of the change; an absorbing one subtracts."), &mut self.mode, MODES);
        let amount =
            Field::new("amount", "Amount for the bearer; `effect` is the proposed amount, `cause` the other unit.");
        inspector.formula(amount.required(), &mut self.amount);
        let types = Field::new("types", "Labels that it affects: `damage` includes `damage.fire`. Empty for all.");
        inspector.texts(types, &mut self.types);
        let from = Field::new(
            "from",
            "Column of the bearer that absorbs, such as stamina, instead of the status's own amount.",
        );
        inspector.text(from, &mut self.from);
        let priority = Field::new("priority", "Order within a stage: higher numbers first, then by class and name.");
        inspector.number(priority, &mut self.priority, -999..=999);
    }
}

fn reach_of(inspector: &mut dyn Inspector, least: &mut i32, most: &mut i32) {
    inspector.number(
        Field::new("least", "Smallest distance; only for a built-in region.").in_unit("cells"),
        least,
        0..=99,
    );
    inspector.number(
        Field::new("most", "Largest distance; only for a built-in region.").in_unit("cells"),
        most,
        0..=99,
    );
}

/// An event and the action that handles it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ReactionRule {
    pub on: usize,
    pub stat: String,
    pub change: usize,
    pub role: usize,
    pub action: String,
    pub when: Formula,
    pub types: Vec<String>,
    pub region: String,
    pub least: i32,
    pub most: i32,
    pub ranged: bool,
    pub toward: usize,
    pub by: Formula,
    pub turns: bool,
    pub answers_itself: bool,
    pub priority: i32,
}

impl Default for ReactionRule {
    fn default() -> Self {
        Self {
            on: EVENTS.iter().position(|event| event.name == "Tick").unwrap_or_default(),
            stat: "health".to_owned(),
            change: 0,
            role: 0,
            action: String::new(),
            when: Formula::from(1),
            types: Vec::new(),
            region: String::new(),
            least: 1,
            most: 1,
            ranged: false,
            toward: 0,
            by: Formula::from(1),
            turns: false,
            answers_itself: false,
            priority: 0,
        }
    }
}

impl ReactionRule {
    /// Whether it reacts to a change of a number.
    pub fn is_stat_change(&self) -> bool {
        self.is_on(&["StatChange"])
    }

    /// Whether it reacts to an effect of one unit on another.
    pub fn is_effect(&self) -> bool {
        self.is_on(&["StatChange", "Attacked", "Missed"])
    }

    fn is_on(&self, events: &[&str]) -> bool {
        EVENTS.get(self.on).is_some_and(|event| events.contains(&event.name))
    }
}

impl Inspect for ReactionRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.choice(Field::new("on", "Event that triggers the reaction.").required(), &mut self.on, EVENTS);
        if self.is_stat_change() {
            inspector.text(Field::new("stat", "Number to watch: health, a column or a declared stat."), &mut self.stat);
            inspector.choice(Field::new("change", "Kind of change."), &mut self.change, CHANGES);
        }
        if self.is_effect() {
            inspector.choice(Field::new("role", "Role of the bearer in the event."), &mut self.role, ROLES);
            let types =
                Field::new("types", "Labels that trigger it: `attack` includes `attack.ranged`. Empty for all.");
            inspector.texts(types, &mut self.types);
        }
        let toward = Field::new("toward", "Target of the reaction; `here` is the cell of the chosen unit.");
        inspector.choice(toward, &mut self.toward, TOWARD);
        if self.toward > 1 {
            let by = Field::new(
                "by",
                "Formula for each candidate, which is `cause`. The largest value wins, then the nearest unit. 0 or \
                 less excludes it.",
            );
            inspector.formula(by, &mut self.by);
        }
        let ranged = Field::new(
            "ranged",
            "Whether the parameters `reaction.range.xy.min` and so on limit the target's position. Defaults: 1 to 1 \
             cells away, 0 to 1 up, 0 to 2 down.",
        );
        inspector.flag(ranged, &mut self.ranged);
        let region =
            Field::new("region", "Region around the bearer in which the target must stand; empty for anywhere.");
        inspector.reference(region, &mut self.region, "region");
        if !self.ranged {
            reach_of(inspector, &mut self.least, &mut self.most);
        }
        inspector.flag(Field::new("turns", "Whether the bearer turns to its target first."), &mut self.turns);
        if self.is_effect() {
            let itself = Field::new("answers_itself", "Whether it reacts to the bearer's own actions.");
            inspector.flag(itself, &mut self.answers_itself);
        }
        let action = Field::new(
            "action",
            "Action to run; it cannot ask a player. `self` is the bearer, `cause` the other unit.",
        );
        inspector.reference(action.required(), &mut self.action, "action");
        inspector.formula(Field::new("when", "Condition: the reaction runs only if this is not 0."), &mut self.when);
        let priority = Field::new("priority", "Order among reactions to one event: higher numbers first.");
        inspector.number(priority, &mut self.priority, -999..=999);
    }
}

/// A status for units in range.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct AuraRule {
    pub gives: String,
    pub region: String,
    pub least: i32,
    pub most: i32,
    pub on: usize,
    pub itself: bool,
}

impl Default for AuraRule {
    fn default() -> Self {
        Self { gives: String::new(), region: "steps".to_owned(), least: 0, most: 2, on: 0, itself: false }
    }
}

impl Inspect for AuraRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let gives = Field::new("gives", "Status of all units in the aura, for as long as they stay.");
        inspector.reference(gives.required(), &mut self.gives, "status");
        let region = Field::new("region", "Region of the aura, measured from the bearer.");
        inspector.reference(region, &mut self.region, "region");
        reach_of(inspector, &mut self.least, &mut self.most);
        inspector.choice(Field::new("on", "Units that the aura affects."), &mut self.on, REACHES);
        inspector.flag(Field::new("itself", "Whether the aura affects its bearer too."), &mut self.itself);
    }
}

/// Common rules of skills, items and statuses.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct EffectSourceRules {
    pub title: String,
    pub note: String,
    pub tags: Vec<String>,
    pub parameters: Vec<ParameterRule>,
    pub modifiers: Vec<ModifierRule>,
    pub damage_modifiers: Vec<DamageModifierRule>,
    pub reactions: Vec<ReactionRule>,
    pub condition: Formula,
    pub immune: Vec<String>,
    pub blocks: Vec<String>,
    pub actions: Vec<String>,
    pub auras: Vec<AuraRule>,
}

impl Default for EffectSourceRules {
    fn default() -> Self {
        Self {
            title: String::new(),
            note: String::new(),
            tags: Vec::new(),
            parameters: Vec::new(),
            modifiers: Vec::new(),
            damage_modifiers: Vec::new(),
            reactions: Vec::new(),
            condition: Formula::from(1),
            immune: Vec::new(),
            blocks: Vec::new(),
            actions: Vec::new(),
            auras: Vec::new(),
        }
    }
}

impl EffectSourceRules {
    pub(super) fn is_empty(&self) -> bool {
        let Self { modifiers, damage_modifiers, reactions, immune, blocks, actions, auras, .. } = self;
        (modifiers.is_empty() && damage_modifiers.is_empty() && reactions.is_empty() && auras.is_empty())
            && (immune.is_empty() && blocks.is_empty() && actions.is_empty())
    }

    pub(super) fn inspect_names(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description in one sentence."), &mut self.note);
        let tags = Field::new("tags", "Tags for immunities and dispels; dots separate the parts of a tag.");
        inspector.texts(tags, &mut self.tags);
    }

    pub(super) fn inspect_rules(&mut self, inspector: &mut dyn Inspector) {
        inspector.heading("Effects");
        inspector.groups(Field::new("parameters", "Named numbers for its formulas."), &mut self.parameters);
        inspector.groups(Field::new("modifiers", "Changes of stats."), &mut self.modifiers);
        let damage_modifiers =
            Field::new("damage_modifiers", "Changes of damage and healing before they apply.").formerly("alterations");
        inspector.groups(damage_modifiers, &mut self.damage_modifiers);
        inspector.groups(Field::new("reactions", "Reactions to events."), &mut self.reactions);
        let condition =
            Field::new("condition", "Condition: modifiers, damage modifiers and reactions are off while this is 0.");
        inspector.formula(condition, &mut self.condition);
        inspector.texts(Field::new("immune", "Tags of statuses that cannot affect its bearer."), &mut self.immune);
        inspector.texts(Field::new("blocks", "Tags of actions that its bearer cannot use."), &mut self.blocks);
        inspector.references(Field::new("actions", "Additional actions of its bearer."), &mut self.actions, "action");
        inspector.groups(Field::new("auras", "Statuses for units around its bearer."), &mut self.auras);
    }
}
