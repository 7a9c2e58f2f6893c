//! Scenario assets: the map of a battle, its units, goals and losses.

use foretoken_vm::Board;
use foretoken_vm::space::WalkLink;

use super::corners;
use super::deciders::DeciderRule;
use super::floors::{FloorLayer, Floors, HEIGHTS};
use super::shapes;
use crate::inspect::{Canvas, Choice, Field, Formula, Inspect, Inspector};
use crate::write::Asset;

/// Facings at the start.
pub const FACINGS: &[Choice] = &[
    Choice::new("Usual", "East for the player's side, west for all others."),
    Choice::new("North", "Up."),
    Choice::new("East", "Right."),
    Choice::new("South", "Down."),
    Choice::new("West", "Left."),
];

/// Sides by number.
pub const TEAMS: &[Choice] = &[
    Choice::new("Team0", "The player's side."),
    Choice::new("Team1", "The other side."),
    Choice::new("Team2", "A third side."),
    Choice::new("Team3", "A fourth side."),
    Choice::new("Team4", "A fifth side."),
    Choice::new("Team5", "A sixth side."),
    Choice::new("Team6", "A seventh side."),
    Choice::new("Team7", "No side."),
];

/// Meaning of a map character.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct LegendEntry {
    pub glyph: String,
    pub terrain: String,
    pub surface: String,
    pub unit: String,
    pub team: i32,
    pub facing: usize,
    pub health: i32,
    pub zone: String,
}

impl Inspect for LegendEntry {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("glyph", "Character in the map.").required(), &mut self.glyph);
        let terrain = Field::new("terrain", "Terrain of the cell; if empty, the ground of the scenario.");
        inspector.reference(terrain, &mut self.terrain, "terrain");
        inspector.reference(Field::new("surface", "Surface on the cell, if any."), &mut self.surface, "surface");
        inspector.reference(Field::new("unit", "Unit on the cell, if any."), &mut self.unit, "unit");
        let team = Field::new("team", "Side of the unit: 0 is the player's, 7 means no side.");
        inspector.number(team, &mut self.team, 0..=7);
        inspector.choice(Field::new("facing", "Facing of the unit."), &mut self.facing, FACINGS);
        let health =
            Field::new("health", "Starting health, up to its maximum; 0 for full health.").in_unit("health points");
        inspector.number(health, &mut self.health, 0..=999);
        inspector.text(Field::new("zone", "Zone of the cell, if any."), &mut self.zone);
    }
}

/// A goal or a loss.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct GoalRule {
    pub text: String,
    pub when: Formula,
    pub team: i32,
}

impl Inspect for GoalRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let text = Field::new(
            "text",
            "Displayed text: a goal as a sentence, `Kill every enemy.`; a loss as the clause after \"You lose if\".",
        );
        inspector.text(text.required(), &mut self.text);
        inspector
            .formula(Field::new("when", "Condition: it is fulfilled if this is not 0.").required(), &mut self.when);
        let team = Field::new("team", "Number of the side: 0 is the player's.");
        inspector.number(team, &mut self.team, 0..=6);
    }
}

/// Directions in which a link leaves a cell.
pub const LINK_WAYS: &[Choice] = &[
    Choice::new("North", "Up."),
    Choice::new("East", "Right."),
    Choice::new("South", "Down."),
    Choice::new("West", "Left."),
];

/// Directions of the way back by a link.
pub const LINK_BACKS: &[Choice] = &[
    Choice::new("Opposite", "In the opposite direction."),
    Choice::new("North", "Up."),
    Choice::new("East", "Right."),
    Choice::new("South", "Down."),
    Choice::new("West", "Left."),
    Choice::new("Never", "There is no way back."),
];

/// A ladder, door or tunnel of a map.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct MapLink {
    pub name: String,
    pub from: String,
    pub by: usize,
    pub to: String,
    pub back: usize,
    pub cost: i32,
}

impl Default for MapLink {
    fn default() -> Self {
        MapLink { name: "ladder".to_owned(), from: String::new(), by: 0, to: String::new(), back: 0, cost: 1 }
    }
}

impl Inspect for MapLink {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Displayed name."), &mut self.name);
        let from = Field::new("from", "Cell where it begins, such as `c4`, or `c4^1` on the first floor.");
        inspector.text(from.required(), &mut self.from);
        let by = Field::new("by", "Direction in which a unit leaves that cell through it, instead of a normal step.");
        inspector.choice(by.required(), &mut self.by, LINK_WAYS);
        inspector.text(Field::new("to", "Cell where it ends.").required(), &mut self.to);
        inspector.choice(Field::new("back", "Direction of the way back."), &mut self.back, LINK_BACKS);
        let cost = Field::new("cost", "Movement cost, if entering the cell behind it normally costs one point.")
            .in_unit("movement points");
        inspector.number(cost, &mut self.cost, 1..=1 + i32::from(WalkLink::MAX_EXTRA_COST));
    }
}

/// Map characters of which only some are placed.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct SpawnRule {
    pub glyphs: String,
    pub keep: i32,
    pub on_hard: i32,
    pub together: bool,
}

impl Default for SpawnRule {
    fn default() -> Self {
        SpawnRule { glyphs: String::new(), keep: 1, on_hard: 0, together: false }
    }
}

impl Inspect for SpawnRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let glyphs = Field::new("glyphs", "Characters of the map whose units belong to the pool, such as abc.");
        inspector.text(glyphs.required(), &mut self.glyphs);
        inspector.number(Field::new("keep", "Number of units that appear.").in_unit("units"), &mut self.keep, 0..=999);
        let on_hard = Field::new("on_hard", "Number of additional units on the hard level.").in_unit("units");
        inspector.number(on_hard, &mut self.on_hard, 0..=999);
        let together =
            Field::new("together", "Whether all units of a character appear together; otherwise each appears alone.");
        inspector.flag(together, &mut self.together);
    }
}

/// An action that runs when a round begins.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct TimedRule {
    pub round: i32,
    pub every: i32,
    pub action: String,
    pub at: String,
}

impl Default for TimedRule {
    fn default() -> Self {
        TimedRule { round: 2, every: 0, action: String::new(), at: String::new() }
    }
}

impl Inspect for TimedRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let round = Field::new("round", "Round at whose beginning the action runs; 2 or more.").in_unit("rounds");
        inspector.number(round, &mut self.round, 2..=9_999);
        let every = Field::new("every", "Rounds until it runs again; 0 for once.").in_unit("rounds");
        inspector.number(every, &mut self.every, 0..=999);
        let action = Field::new(
            "action",
            "Action to run; it cannot ask a player. It has no actor, and `here` is the cell below.",
        );
        inspector.reference(action.required(), &mut self.action, "action");
        inspector.text(Field::new("at", "Cell, such as c4.").required(), &mut self.at);
    }
}

/// A unit type that may join a side in the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct CastRule {
    pub unit: String,
    pub team: i32,
}

impl Inspect for CastRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.reference(Field::new("unit", "Unit type.").required(), &mut self.unit, "unit");
        inspector.number(Field::new("team", "Side; 7 for no side."), &mut self.team, 0..=7);
    }
}

/// A step of a tutorial.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct LessonStep {
    pub round: i32,
    pub unit: String,
    pub action: String,
    pub at: String,
    pub say: String,
}

impl Default for LessonStep {
    fn default() -> Self {
        LessonStep { round: 1, unit: String::new(), action: String::new(), at: String::new(), say: String::new() }
    }
}

impl Inspect for LessonStep {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.number(
            Field::new("round", "Round of the step; the first is 1.").in_unit("rounds"),
            &mut self.round,
            1..=99,
        );
        inspector.reference(Field::new("unit", "Unit that acts.").required(), &mut self.unit, "unit");
        inspector.reference(Field::new("action", "Action of the unit.").required(), &mut self.action, "action");
        let at = Field::new("at", "Target cell of the action; empty for any, or for an action without one.");
        inspector.text(at, &mut self.at);
        inspector.text(Field::new("say", "Text for the player.").required(), &mut self.say);
    }
}

/// A number of the turn order.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct OrderParameter {
    pub name: String,
    pub value: i32,
}

impl Inspect for OrderParameter {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("name", "Parameter of the turn order.").required(), &mut self.name);
        inspector.number(Field::new("value", "Value.").required(), &mut self.value, -10_000..=10_000);
    }
}

/// A scenario asset.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct Scenario {
    pub title: String,
    pub note: String,
    pub map: Vec<String>,
    pub heights: Vec<String>,
    pub floors: Vec<FloorLayer>,
    pub corners: Vec<String>,
    pub shapes: Vec<String>,
    pub ground: String,
    pub legend: Vec<LegendEntry>,
    pub spawns: Vec<SpawnRule>,
    pub cast: Vec<CastRule>,
    pub links: Vec<MapLink>,
    pub goals: Vec<GoalRule>,
    pub losses: Vec<GoalRule>,
    pub bonus_goals: Vec<GoalRule>,
    pub par: i32,
    pub sides: Vec<String>,
    pub planned_teams: Vec<usize>,
    pub deciders: Vec<DeciderRule>,
    pub scheduler: String,
    pub parameters: Vec<OrderParameter>,
    pub end_of_turn_action: String,
    pub sight: i32,
    pub hints: Vec<String>,
    pub timetable: Vec<TimedRule>,
    pub lesson: Vec<LessonStep>,
    pub rounds: i32,
    pub chapter: String,
    pub order: i32,
    pub seed: i32,
}

impl Default for Scenario {
    fn default() -> Self {
        Scenario {
            title: String::new(),
            note: String::new(),
            map: Vec::new(),
            heights: Vec::new(),
            floors: Vec::new(),
            corners: Vec::new(),
            shapes: Vec::new(),
            ground: "floor".to_owned(),
            legend: Vec::new(),
            spawns: Vec::new(),
            cast: Vec::new(),
            links: Vec::new(),
            goals: Vec::new(),
            losses: Vec::new(),
            bonus_goals: Vec::new(),
            par: 0,
            sides: Vec::new(),
            planned_teams: vec![1],
            deciders: Vec::new(),
            scheduler: "rounds".to_owned(),
            parameters: Vec::new(),
            end_of_turn_action: String::new(),
            sight: 0,
            hints: Vec::new(),
            timetable: Vec::new(),
            lesson: Vec::new(),
            rounds: 0,
            chapter: String::new(),
            order: 100,
            seed: 1,
        }
    }
}

impl Scenario {
    /// Returns the map rows with floor and row number.
    pub fn rows(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        let maps = [&self.map].into_iter().chain(self.floors.iter().map(|floor| &floor.map)).enumerate();
        maps.flat_map(|(floor, rows)| rows.iter().enumerate().map(move |(at, row)| (floor, at, row.as_str())))
    }
}

fn size(rows: &[String]) -> (usize, usize) {
    let most = Board::MAX_SIDE as usize;
    let widest = rows.iter().map(|row| row.chars().take(most).count()).max();
    (widest.unwrap_or_default(), rows.len().min(most))
}

impl Asset for Scenario {
    const TYPE: &'static str = "Scenario";
}

impl Inspect for Scenario {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("title", "Displayed name; if empty, the name of the asset."), &mut self.title);
        inspector.text(Field::new("note", "Description."), &mut self.note);
        inspector.heading("Map");
        inspector.map(
            Field::new("map", "Map, a text for each row; a space is a hole."),
            &mut self.map,
            Canvas::default(),
        );
        let over = Some(size(&self.map));
        inspector.map(HEIGHTS, &mut self.heights, Canvas { over, blank: '.' });
        let floors = Field::new("floors", "Floors above the ground, from the lowest to the highest.");
        inspector.groups(floors, &mut Floors::new(&mut self.floors, over));
        inspector.texts(corners::FIELD, &mut self.corners);
        inspector.texts(shapes::FIELD, &mut self.shapes);
        let ground = Field::new("ground", "Default ground for legend entries without one.");
        inspector.reference(ground, &mut self.ground, "terrain");
        inspector.heading("Units");
        let legend = Field::new("legend", "Meaning of characters that are not terrain.");
        inspector.groups(legend, &mut self.legend);
        let spawns = Field::new(
            "spawns",
            "Pools of units of which only some appear; the seed of the battle picks \
             them.",
        );
        inspector.groups(spawns, &mut self.spawns);
        let cast = Field::new(
            "cast",
            "Units that a battle may have in addition to those on the map. With a cast, the map may be empty: an \
             opening adds units.",
        );
        inspector.groups(cast, &mut self.cast);
        let links = Field::new("links", "Ladders, doors and tunnels: steps for walking units only.");
        inspector.groups(links, &mut self.links);
        let timetable = Field::new("timetable", "Actions that run when rounds begin, such as reinforcements.");
        inspector.groups(timetable, &mut self.timetable);
        inspector.heading("Goals");
        inspector.groups(
            Field::new("goals", "Goals, each with its side; the first fulfilled goal wins the battle."),
            &mut self.goals,
        );
        inspector.groups(
            Field::new("losses", "Conditions that make a side lose. They are checked before goals."),
            &mut self.losses,
        );
        let bonus = Field::new("bonus_goals", "Bonus goals, checked at the end; they do not decide the battle.");
        inspector.groups(bonus, &mut self.bonus_goals);
        let par = Field::new("par", "Target number of rounds for a good win; 0 for none.").in_unit("rounds");
        inspector.number(par, &mut self.par, 0..=1_000);
        inspector.heading("Sides and turns");
        let sides = Field::new(
            "sides",
            "Names of the sides, starting with side 0; the pack names those that are \
             empty.",
        );
        inspector.texts(sides, &mut self.sides);
        let planned = Field::new("planned_teams", "Sides that the computer plays.");
        inspector.choices(planned, &mut self.planned_teams, TEAMS);
        let deciders = Field::new(
            "deciders",
            "Sides with another decider than `planned_teams` sets, or with a level of their own.",
        );
        inspector.groups(deciders, &mut self.deciders);
        inspector.text(Field::new("scheduler", "Turn order."), &mut self.scheduler);
        let parameters = Field::new("parameters", "Parameters of the turn order that differ from the defaults.");
        inspector.groups(parameters, &mut self.parameters);
        let end_of_turn_action = Field::new(
            "end_of_turn_action",
            "Action that ends a unit's turn, such as choosing a facing. Units without it skip it.",
        )
        .formerly("ending");
        inspector.reference(end_of_turn_action, &mut self.end_of_turn_action, "action");
        inspector.heading("Sight");
        let sight = Field::new("sight", "Sight of units in fog, in cells; 0 for no fog: every side sees everything.")
            .in_unit("cells");
        inspector.number(sight, &mut self.sight, 0..=99);
        inspector.heading("Words");
        inspector.texts(Field::new("hints", "Hints, one line each, shown one at a time."), &mut self.hints);
        let lesson = Field::new("lesson", "Steps of the lesson for new players. Players can skip it.");
        inspector.groups(lesson, &mut self.lesson);
        inspector.heading("Battle");
        let rounds = Field::new("rounds", "Rounds until a draw; 0 for the number in the rules.").in_unit("rounds");
        inspector.number(rounds, &mut self.rounds, 0..=10_000);
        let chapter = Field::new(
            "chapter",
            "Heading above the scenario in lists; scenarios of one chapter follow each other in `order`.",
        );
        inspector.text(chapter, &mut self.chapter);
        let order = Field::new("order", "Position among the scenarios of the pack; equal numbers sort by name.");
        inspector.number(order, &mut self.order, 0..=1_000);
        inspector.number(Field::new("seed", "Seed of the battle's random numbers."), &mut self.seed, 0..=i32::MAX);
    }
}
