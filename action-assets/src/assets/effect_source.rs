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
    Choice::new("Outgoing", "On who does it, before anything else."),
    Choice::new("Incoming", "On whom it is done to."),
    Choice::new("Absorb", "On whom it is done to: at most the amount is taken away, and as much from what absorbs."),
    Choice::new("Apply", "On whom it is done to, at last."),
];

/// Amounts that a damage modifier changes.
pub const ALTERED: &[Choice] =
    &[Choice::new("Harm", "Harm, before shields."), Choice::new("Healing", "Health that is given back.")];

/// Roles of the bearer in an event, ordered as [`foretoken_vm::stats::Role`].
pub const ROLES: &[Choice] = &[
    Choice::new("Defender", "The bearer is whom it happens to."),
    Choice::new("Attacker", "The bearer is who does it to another."),
];

/// Directions of a change, ordered as [`foretoken_vm::stats::How`].
pub const CHANGES: &[Choice] = &[
    Choice::new("Decrease", "It fell."),
    Choice::new("Increase", "It rose."),
    Choice::new("Change", "It fell or rose."),
    Choice::new("NoChange", "It was to change and did not."),
    Choice::new("Any", "Any of these."),
];

/// Units that an aura reaches, ordered as [`foretoken_vm::stats::Reaches`].
pub const REACHES: &[Choice] = &[
    Choice::new("Allies", "Those of the bearer's side."),
    Choice::new("Enemies", "Those who fight it."),
    Choice::new("All", "Everybody, things as well."),
];

/// Targets of a reaction, ordered as [`foretoken_vm::stats::Toward`].
pub const TOWARD: &[Choice] = &[
    Choice::new("Other", "The other of the event: the attacker, for who defends itself."),
    Choice::new("Itself", "The bearer."),
    Choice::new("Ally", "One of its side other than itself."),
    Choice::new("Enemy", "One who fights it."),
    Choice::new("Anybody", "Anybody who acts, but itself."),
];

/// Events that trigger a reaction.
pub const EVENTS: &[Choice] = &[
    Choice::new("Applied", "It came to its bearer."),
    Choice::new("Ended", "It ended, for whatever reason."),
    Choice::new("Expired", "Its time was over."),
    Choice::new("Dispelled", "An action took it off."),
    Choice::new("Replaced", "Another of its key took its place."),
    Choice::new("SourceGone", "Who applied it died."),
    Choice::new("UsedUp", "Its amount was used up."),
    Choice::new("Tick", "A tick of its clock."),
    Choice::new("ActivationBegins", "An activation of its bearer begins."),
    Choice::new("ActivationEnds", "An activation of its bearer ends."),
    Choice::new("RoundEnds", "A round ends."),
    Choice::new("Uses", "Its bearer begins to use an action that is not free."),
    Choice::new("UseEnds", "Its bearer has used an action that is not free."),
    Choice::new("Attacked", "A blow reached the defender: it took health, or it missed."),
    Choice::new("Missed", "A blow reached the defender and took neither shield nor health."),
    Choice::new("Dies", "Its bearer dies."),
    Choice::new("Moves", "Its bearer was moved to another cell."),
    Choice::new(
        "EntersAura",
        "Somebody comes to stand in its aura; for a status that is given by one: its bearer does.",
    ),
    Choice::new("LeavesAura", "Somebody stands in its aura no more, for whatever reason; or its bearer in one."),
    Choice::new("StatChange", "A number of the defender changed: health, a resource or the base of a stat."),
];

/// A named number.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
pub struct ParameterRule {
    pub name: String,
    pub formula: Formula,
    pub kept: bool,
}

impl Inspect for ParameterRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Its name in formulas.").required(), &mut self.name);
        inspector.formula(Field::new("formula", "Its value, for the bearer.").required(), &mut self.formula);
        let kept = Field::new("kept", "Whether a status keeps the value that it had when it was applied.");
        inspector.flag(kept, &mut self.kept);
    }
}

/// A modifier of a stat.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
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
            Field::new("stat", "A declared stat, or max_health, movement, initiative, speed, jump, leap, sight.");
        inspector.text(stat.required(), &mut self.stat);
        inspector.choice(Field::new("mode", "How."), &mut self.mode, MODES);
        inspector.formula(Field::new("amount", "By how much, for the bearer.").required(), &mut self.amount);
        let priority = Field::new("priority", "Of those of one mode, smaller ones come first; ties go by name.");
        inspector.number(priority, &mut self.priority, -999..=999);
        let group = Field::new("group", "A bonus group: of one, only the best and the worst amount count.");
        inspector.text(group, &mut self.group);
    }
}

/// A modifier of damage or healing before it is applied.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
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
        inspector.choice(Field::new("of", "What is altered."), &mut self.of, ALTERED);
        inspector.choice(Field::new("stage", "When, and on whom."), &mut self.stage, STAGES);
        inspector.choice(Field::new("mode", "How; what absorbs takes away."), &mut self.mode, MODES);
        let amount =
            Field::new("amount", "By how much, for the bearer; `effect` is what is proposed, `cause` the other.");
        inspector.formula(amount.required(), &mut self.amount);
        let types = Field::new(
            "types",
            "Labels of what it alters, such as `damage.fire`, and all below them; nothing for all.",
        );
        inspector.texts(types, &mut self.types);
        let from = Field::new(
            "from",
            "What absorbs takes it from this column of the bearer, such as stamina, instead of its own amount.",
        );
        inspector.text(from, &mut self.from);
        let priority =
            Field::new("priority", "Of those of one stage, higher ones come first; ties go by class and name.");
        inspector.number(priority, &mut self.priority, -999..=999);
    }
}

fn reach_of(inspector: &mut dyn Inspector, least: &mut i32, most: &mut i32) {
    inspector.number(Field::new("least", "The least reach of a core region.").in_unit("cells"), least, 0..=99);
    inspector.number(Field::new("most", "The most reach of a core region.").in_unit("cells"), most, 0..=99);
}

/// An event and the action that handles it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
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
        inspector.choice(Field::new("on", "What it answers to.").required(), &mut self.on, EVENTS);
        if self.is_stat_change() {
            inspector.text(Field::new("stat", "Which number: health, a column or a declared stat."), &mut self.stat);
            inspector.choice(Field::new("change", "How it changed."), &mut self.change, CHANGES);
        }
        if self.is_effect() {
            inspector.choice(Field::new("role", "Whom that makes the bearer."), &mut self.role, ROLES);
            let types =
                Field::new("types", "Reactable types: labels such as `attack`, and all below them; nothing for all.");
            inspector.texts(types, &mut self.types);
        }
        let toward = Field::new("toward", "Whom it is aimed at; `here` is the cell of one whom it chooses.");
        inspector.choice(toward, &mut self.toward, TOWARD);
        if self.toward > 1 {
            let by = Field::new(
                "by",
                "Formula for each candidate, which is `cause`: the largest value is the target, of equal ones the nearest; 0 or less is no target.",
            );
            inspector.formula(by, &mut self.by);
        }
        let ranged = Field::new(
            "ranged",
            "Whether the parameters `reaction.range.xy.min` and so on say where its target must stand: 1 to 1 cells away, 0 to 1 up, 0 to 2 down where it has none.",
        );
        inspector.flag(ranged, &mut self.ranged);
        let region =
            Field::new("region", "Where its target must stand, as seen from the bearer; nothing for anywhere.");
        inspector.reference(region, &mut self.region, "region");
        if !self.ranged {
            reach_of(inspector, &mut self.least, &mut self.most);
        }
        inspector.flag(Field::new("turns", "Whether the bearer turns to its target first."), &mut self.turns);
        if self.is_effect() {
            let itself = Field::new("answers_itself", "Whether it answers what it does itself.");
            inspector.flag(itself, &mut self.answers_itself);
        }
        let action = Field::new("action", "What is done; it cannot ask. `self` is the bearer, `cause` the other.");
        inspector.reference(action.required(), &mut self.action, "action");
        inspector.formula(Field::new("when", "Only if this is other than 0."), &mut self.when);
        let priority = Field::new("priority", "Of those that answer one event, higher ones come first.");
        inspector.number(priority, &mut self.priority, -999..=999);
    }
}

/// A status for units in range.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
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
        let gives = Field::new("gives", "The status that those who stand in it have, for as long as they do.");
        inspector.reference(gives.required(), &mut self.gives, "status");
        let region = Field::new("region", "Where it acts, measured from the bearer.");
        inspector.reference(region, &mut self.region, "region");
        reach_of(inspector, &mut self.least, &mut self.most);
        inspector.choice(Field::new("on", "On whom it acts."), &mut self.on, REACHES);
        inspector.flag(Field::new("itself", "Whether it acts on its bearer as well."), &mut self.itself);
    }
}

/// Common rules of skills, items and statuses.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the inspected fields below say what they are")]
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
    pub(super) fn does_nothing(&self) -> bool {
        let Self { modifiers, damage_modifiers, reactions, immune, blocks, actions, auras, .. } = self;
        (modifiers.is_empty() && damage_modifiers.is_empty() && reactions.is_empty() && auras.is_empty())
            && (immune.is_empty() && blocks.is_empty() && actions.is_empty())
    }

    pub(super) fn inspect_names(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "The word shown; empty for its name."), &mut self.title);
        inspector.text(Field::new("note", "What it is, in a sentence."), &mut self.note);
        let tags = Field::new("tags", "Words that immunities and dispels know it by, with dots between their parts.");
        inspector.texts(tags, &mut self.tags);
    }

    pub(super) fn inspect_rules(&mut self, inspector: &mut dyn Inspector) {
        inspector.heading("Effects");
        inspector.groups(Field::new("parameters", "Named numbers that its formulas read."), &mut self.parameters);
        inspector.groups(Field::new("modifiers", "What it does to stats as they are read."), &mut self.modifiers);
        let damage_modifiers = Field::new("damage_modifiers", "Changes damage and healing before they are applied.")
            .formerly("alterations");
        inspector.groups(damage_modifiers, &mut self.damage_modifiers);
        inspector.groups(Field::new("reactions", "What it answers to, and with what."), &mut self.reactions);
        let condition =
            Field::new("condition", "Its modifiers, damage modifiers and reactions do nothing while this is 0.");
        inspector.formula(condition, &mut self.condition);
        inspector.texts(Field::new("immune", "Tags of statuses that its bearer does not take."), &mut self.immune);
        inspector.texts(Field::new("blocks", "Tags of actions that its bearer cannot use."), &mut self.blocks);
        inspector.references(
            Field::new("actions", "Actions that its bearer may use as well."),
            &mut self.actions,
            "action",
        );
        inspector.groups(Field::new("auras", "Statuses that it gives to those around its bearer."), &mut self.auras);
    }
}
