//! Builder of packs from the shipped pack with other maps and files, and scripted sessions on them.

use foretoken_action_assets::assets::{
    DeciderRule, FloorLayer, GoalRule, LegendEntry, OrderParameter, SpawnRule, TimedRule,
};
use foretoken_action_assets::{
    AnyAsset, AssetType, Diagnostics, Formula, KindRegistry, Library, Rules, Scenario, UnitAsset,
};
use foretoken_preview::Predictor;
use foretoken_session::fog::Fog;
use foretoken_session::texts::view::BoardView;
use foretoken_session::texts::{names, text};
use foretoken_session::{Session, Setup};
use foretoken_vm::{Cell, CompiledScenario, Entity, EntityId, GameState, Intent, Known, Plan, Rulebook};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Returns the shipped pack, read once.
///
/// # Panics
/// If it has a fault.
pub fn shipped() -> &'static Library {
    static SHIPPED: OnceLock<Library> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil");
        let library = Library::load_folder(&folder, KindRegistry::core());
        assert!(library.faults().is_empty(), "{}", library.faults().render());
        library
    })
}

/// Shipped pack with its own map. Characters are those of terrains, surfaces and units. Units tagged `dark` are on side
/// 1 and controlled by the computer, bombs have no side, and all others belong to the player.
#[derive(Clone, Debug)]
pub struct Pack {
    library: Library,
    scenario: Scenario,
    /// Characters of floor in a zone.
    zones: Vec<(char, String)>,
    /// Characters of units on burning cells.
    burning: Vec<char>,
    posts: Vec<(char, String)>,
}

fn rows(drawn: &str) -> Vec<String> {
    drawn.lines().map(str::trim).filter(|row| !row.is_empty()).map(str::to_owned).collect()
}

impl Pack {
    /// Creates a pack with this map, one line per row.
    #[must_use]
    pub fn new(map: &str) -> Self {
        let map = rows(map);
        let never = GoalRule { text: "Never.".to_owned(), when: Formula::from(0), team: 0 };
        let scenario = Scenario { map, goals: vec![never], ..Scenario::default() };
        Self { library: shipped().clone(), scenario, zones: Vec::new(), burning: Vec::new(), posts: Vec::new() }
    }

    /// Creates a pack in which a rat destroys the lantern in round 1 unless the Warden intervenes.
    #[must_use]
    pub fn of_a_lantern_in_peril() -> Self {
        let lantern = r#"Unit(title: "Lantern", glyph: "!", health: 1, acts: false, tags: ["lantern"])"#;
        Self::new("#######\n#..W..#\n#.r!..#\n#.....#\n#######").with("units/lantern.ron", lantern)
    }

    /// Adds or replaces a file.
    ///
    /// # Panics
    /// If the file has a fault.
    #[must_use]
    pub fn with(mut self, path: &str, text: &str) -> Self {
        let faults = self.library.reload(path, Some(text.as_bytes()));
        assert!(faults.is_empty(), "{}", faults.render());
        self
    }

    /// Adds a file that can refer to later files.
    #[must_use]
    pub fn beside(mut self, path: &str, text: &str) -> Self {
        self.library.reload(path, Some(text.as_bytes()));
        self
    }

    /// Returns the faults of the pack with this file.
    #[must_use]
    pub fn faults_with(&self, path: &str, text: &str) -> String {
        let mut pack = self.clone();
        let faults = pack.library.reload(path, Some(text.as_bytes())).render();
        faults + &pack.faults()
    }

    /// Makes the scenario run an action at the start of a round, and again every `every` rounds.
    #[must_use]
    pub fn timed(mut self, round: i32, every: i32, action: &str, at: &str) -> Self {
        let (action, at) = (action.to_owned(), at.to_owned());
        self.scenario.timetable.push(TimedRule { round, every, action, at });
        self
    }

    /// Sets the decider of a side by its index, with level and policy.
    #[must_use]
    pub fn decided_by(mut self, team: i32, by: usize, level: usize, policy: &str) -> Self {
        self.scenario.deciders.push(DeciderRule { team, by, level, policy: policy.to_owned() });
        self
    }

    /// Sets the heights of the map, one line per row.
    #[must_use]
    pub fn heights(mut self, heights: &str) -> Self {
        self.scenario.heights = rows(heights);
        self
    }

    /// Adds a floor above the others, one line per row, with `_` for holes.
    #[must_use]
    pub fn floor(mut self, height: i32, map: &str) -> Self {
        let map = rows(map).iter().map(|row| row.replace('_', " ")).collect();
        self.scenario.floors.push(FloorLayer { height, map, ..FloorLayer::default() });
        self
    }

    /// Sets whether other units block movement, by index of the choice.
    #[must_use]
    pub fn unit_blocking(mut self, unit_blocking: usize) -> Self {
        let rules = Rules { unit_blocking, ..self.library.rules() };
        self.library.put("rules", AnyAsset::Rules(rules));
        self
    }

    /// Makes a unit occupy several cells, to the south-east of its glyph.
    #[must_use]
    pub fn sized(mut self, unit: &str, width: i32, depth: i32) -> Self {
        if let Some(AnyAsset::Unit(kind)) = self.library.asset(AssetType::Unit, unit).cloned() {
            self.library.put(unit, AnyAsset::Unit(UnitAsset { width, depth, ..kind }));
        }
        self
    }

    /// Makes units end their activations with an action.
    #[must_use]
    pub fn ending(mut self, action: &str) -> Self {
        action.clone_into(&mut self.scenario.end_of_turn_action);
        self
    }

    /// Enables fog with a sight range in cells.
    #[must_use]
    pub fn sight(mut self, cells: i32) -> Self {
        self.scenario.sight = cells;
        self
    }

    /// Makes a character floor in a zone.
    #[must_use]
    pub fn zone(mut self, glyph: char, name: &str) -> Self {
        self.zones.push((glyph, name.to_owned()));
        self
    }

    /// Keeps only some of the units with these characters.
    #[must_use]
    pub fn spawn(mut self, glyphs: &str, keep: i32, together: bool) -> Self {
        self.scenario.spawns.push(SpawnRule { glyphs: glyphs.to_owned(), keep, on_hard: 0, together });
        self
    }

    /// Posts the units with a character in a zone.
    #[must_use]
    pub fn post(mut self, glyph: char, zone: &str) -> Self {
        self.posts.push((glyph, zone.to_owned()));
        self
    }

    /// Puts fire under the units with a character.
    #[must_use]
    pub fn burning(mut self, glyph: char) -> Self {
        self.burning.push(glyph);
        self
    }

    /// Adds a bonus goal.
    #[must_use]
    pub fn bonus(mut self, text: &str, when: &str) -> Self {
        self.scenario.bonus_goals.push(GoalRule { text: text.to_owned(), when: Formula::from(when), team: 0 });
        self
    }

    /// Replaces the goal.
    #[must_use]
    pub fn goal(mut self, when: &str) -> Self {
        self.scenario.goals = vec![GoalRule { text: "The goal.".to_owned(), when: Formula::from(when), team: 0 }];
        self
    }

    /// Replaces the goal of a side.
    #[must_use]
    pub fn goal_of(self, team: i32, when: &str) -> Self {
        let mut pack = self.goal(when);
        pack.scenario.goals.iter_mut().for_each(|goal| goal.team = team);
        pack
    }

    /// Sets the turn order and its parameters.
    #[must_use]
    pub fn order(mut self, name: &str, parameters: &[(&str, i32)]) -> Self {
        let parameter = |&(name, value): &(&str, i32)| OrderParameter { name: name.to_owned(), value };
        name.clone_into(&mut self.scenario.scheduler);
        self.scenario.parameters = parameters.iter().map(parameter).collect();
        self
    }

    /// Compiles the scenario.
    ///
    /// # Panics
    /// If it has a fault.
    #[must_use]
    pub fn book(&self) -> Arc<CompiledScenario> {
        let (book, faults) = self.compiled();
        assert!(faults.is_empty(), "{}", faults.render());
        Arc::new(book.expect("a rulebook without faults"))
    }

    /// Compiles a scenario that can have warnings.
    ///
    /// # Panics
    /// If it has an error.
    #[must_use]
    pub fn book_with_warnings(&self) -> CompiledScenario {
        let (book, faults) = self.compiled();
        assert!(!faults.has_errors(), "{}", faults.render());
        book.expect("a rulebook without errors")
    }

    /// Returns the faults as text.
    #[must_use]
    pub fn faults(&self) -> String {
        self.compiled().1.render()
    }

    fn compiled(&self) -> (Option<CompiledScenario>, Diagnostics) {
        let mut library = self.library.clone();
        let mut scenario = self.scenario.clone();
        let drawn: std::collections::BTreeSet<char> = scenario
            .map
            .iter()
            .chain(scenario.floors.iter().flat_map(|floor| &floor.map))
            .flat_map(|row| row.chars())
            .collect();
        scenario.legend = drawn.into_iter().filter_map(|glyph| self.meaning(glyph)).collect();
        library.put("drawn", AnyAsset::Scenario(scenario));
        let (book, mut faults) = library.compile("drawn");
        // Tests use effect sources without effects as markers.
        faults.retain(|fault| fault.code != "does-nothing");
        (book, faults)
    }

    fn meaning(&self, glyph: char) -> Option<LegendEntry> {
        let drawn = |of: &str| of.starts_with(glyph);
        let entry = LegendEntry { glyph: glyph.to_string(), ..LegendEntry::default() };
        if let Some((_, zone)) = self.zones.iter().find(|(drawn, _)| *drawn == glyph) {
            return Some(LegendEntry { zone: zone.clone(), ..entry });
        }
        for name in self.library.names_of(AssetType::Surface) {
            if self.library.surface(name).is_some_and(|surface| drawn(&surface.glyph)) {
                return Some(LegendEntry { surface: name.to_owned(), ..entry });
            }
        }
        for name in self.library.names_of(AssetType::Unit) {
            let Some(AnyAsset::Unit(unit)) = self.library.asset(AssetType::Unit, name) else { continue };
            if drawn(&unit.glyph) {
                let tagged = |tag: &str| unit.tags.iter().any(|t| t == tag);
                let team = if tagged("dark") { 1 } else { i32::from(tagged("bomb")) * 7 };
                let surface = if self.burning.contains(&glyph) { "fire".to_owned() } else { String::new() };
                let post = self.posts.iter().find(|(post, _)| *post == glyph);
                let zone = post.map_or_else(String::new, |(_, zone)| zone.clone());
                return Some(LegendEntry { unit: name.to_owned(), team, surface, zone, ..entry });
            }
        }
        None
    }

    /// Creates a battle before its start.
    ///
    /// # Panics
    /// If the pack has a fault.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let compiled = CompiledScenario::clone(&self.book());
        Setup { pack: "drawn".to_owned(), ..Setup::of(compiled, 1) }
    }

    /// Starts an unrecorded battle; the computer has decided for its units.
    ///
    /// # Panics
    /// If the pack has a fault.
    #[must_use]
    pub fn start(&self) -> Session {
        Session::start(self.setup(), None).expect("nothing is recorded")
    }
}

/// Parses a cell such as `c4`.
///
/// # Panics
/// If it is invalid.
#[must_use]
pub fn cell(name: &str) -> Cell {
    let column = name.chars().next().map_or(-1, |letter| letter as i32 - 'a' as i32);
    let row = name.get(1..).and_then(|row| row.parse::<i32>().ok()).unwrap_or_default();
    Cell::new(column, row - 1).expect("a cell's name is a letter and a number")
}

/// Returns the first living entity with a character.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn find(book: &Rulebook, state: &GameState, glyph: char) -> EntityId {
    drawn(book, state, glyph).next().expect("somebody is drawn so")
}

/// Returns the living entities with a character.
pub fn drawn<'s>(book: &'s Rulebook, state: &'s GameState, glyph: char) -> impl Iterator<Item = EntityId> + 's {
    let is_drawn = move |row: &Entity| book.unit_type(row).is_some_and(|kind| kind.glyph == glyph);
    state.living().filter(move |(_, row)| is_drawn(row)).map(|(id, _)| id)
}

/// Returns a player's view: the board with predictions, then the same as text.
#[must_use]
pub fn show(session: &Session) -> String {
    let (book, now, forecast) = (session.book(), session.seat().known().state(), session.seat().forecast());
    let mut view = BoardView::of(book, now, session.seat().team());
    view.darken(book, now, &Fog::known(book, session.seat().known()));
    view.foresee(book, now, forecast, None);
    text::board(&view) + &text::marks(book, forecast.state(), forecast)
}

/// Formats an intent as actions with answered cells, where and when they are given: `Walk c3, Shove d3`.
#[must_use]
pub fn told(book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId, intent: &Intent) -> Vec<(String, Vec<Cell>)> {
    let told = Predictor::default().cells_answered(book, known, plan, unit, intent).into_iter();
    told.map(|(program, cells)| (names::action(book, program).to_owned(), cells)).collect()
}
