//! The shipped pack with other maps and some files more, and sessions on it that are played by names.

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

/// The shipped pack, read once.
///
/// # Panics
/// When it has a fault.
pub fn shipped() -> &'static Library {
    static SHIPPED: OnceLock<Library> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/vigil");
        let library = Library::load_folder(&folder, KindRegistry::core());
        assert!(library.faults().is_empty(), "{}", library.faults().render());
        library
    })
}

/// The shipped pack with a map of its own. Characters mean the terrains, surfaces and units that are drawn with them;
/// units tagged `dark` are on side 1 and decided for by the computer, bombs take no side, all others are the player's.
#[derive(Clone, Debug)]
pub struct Pack {
    library: Library,
    scenario: Scenario,
    /// Characters of floor that is in a zone.
    zones: Vec<(char, String)>,
    /// Characters of units under which it burns.
    burning: Vec<char>,
    posts: Vec<(char, String)>,
}

/// The rows of a drawing.
fn rows(drawn: &str) -> Vec<String> {
    drawn.lines().map(str::trim).filter(|row| !row.is_empty()).map(str::to_owned).collect()
}

impl Pack {
    /// A pack with this map, a row a line.
    #[must_use]
    pub fn new(map: &str) -> Self {
        let map = rows(map);
        let never = GoalRule { text: "Never.".to_owned(), when: Formula::from(0), team: 0 };
        let scenario = Scenario { map, goals: vec![never], ..Scenario::default() };
        Self { library: shipped().clone(), scenario, zones: Vec::new(), burning: Vec::new(), posts: Vec::new() }
    }

    /// A pack in which a rat bites the lantern out in the first round, unless the Warden north of it does something.
    #[must_use]
    pub fn of_a_lantern_in_peril() -> Self {
        let lantern = r#"Unit(title: "Lantern", glyph: "!", health: 1, acts: false, tags: ["lantern"])"#;
        Self::new("#######\n#..W..#\n#.r!..#\n#.....#\n#######").with("units/lantern.ron", lantern)
    }

    /// The same with a file more, or another in its place.
    ///
    /// # Panics
    /// When the file has a fault.
    #[must_use]
    pub fn with(mut self, path: &str, text: &str) -> Self {
        let faults = self.library.reload(path, Some(text.as_bytes()));
        assert!(faults.is_empty(), "{}", faults.render());
        self
    }

    /// The same with a file more, which may name files that are yet to come.
    #[must_use]
    pub fn beside(mut self, path: &str, text: &str) -> Self {
        self.library.reload(path, Some(text.as_bytes()));
        self
    }

    /// The faults of the pack with this file added.
    #[must_use]
    pub fn faults_with(&self, path: &str, text: &str) -> String {
        let mut pack = self.clone();
        let faults = pack.library.reload(path, Some(text.as_bytes())).render();
        faults + &pack.faults()
    }

    /// The same where the scenario runs an action as a round begins, and again after every so many rounds.
    #[must_use]
    pub fn timed(mut self, round: i32, every: i32, action: &str, at: &str) -> Self {
        let (action, at) = (action.to_owned(), at.to_owned());
        self.scenario.timetable.push(TimedRule { round, every, action, at });
        self
    }

    /// The same where a side has another decider, by its place in the list of deciders, with a level and a policy.
    #[must_use]
    pub fn decided_by(mut self, team: i32, by: usize, level: usize, policy: &str) -> Self {
        self.scenario.deciders.push(DeciderRule { team, by, level, policy: policy.to_owned() });
        self
    }

    /// The same with heights of the map, a row a line.
    #[must_use]
    pub fn heights(mut self, heights: &str) -> Self {
        self.scenario.heights = rows(heights);
        self
    }

    /// The same with a floor above those that there are, a row a line with `_` for holes.
    #[must_use]
    pub fn floor(mut self, height: i32, map: &str) -> Self {
        let map = rows(map).iter().map(|row| row.replace('_', " ")).collect();
        self.scenario.floors.push(FloorLayer { height, map, ..FloorLayer::default() });
        self
    }

    /// The same where units of other sides, or of no side, stand in a walker's way: by the place in the list of choices.
    #[must_use]
    pub fn unit_blocking(mut self, unit_blocking: usize) -> Self {
        let rules = Rules { unit_blocking, ..self.library.rules() };
        self.library.put("rules", AnyAsset::Rules(rules));
        self
    }

    /// The same where a unit stands on several cells, from where it is drawn to the south-east.
    #[must_use]
    pub fn sized(mut self, unit: &str, width: i32, depth: i32) -> Self {
        if let Some(AnyAsset::Unit(kind)) = self.library.asset(AssetType::Unit, unit).cloned() {
            self.library.put(unit, AnyAsset::Unit(UnitAsset { width, depth, ..kind }));
        }
        self
    }

    /// The same where units end their activations with an action.
    #[must_use]
    pub fn ending(mut self, action: &str) -> Self {
        action.clone_into(&mut self.scenario.end_of_turn_action);
        self
    }

    /// The same in fog, where units see so many cells far.
    #[must_use]
    pub fn sight(mut self, cells: i32) -> Self {
        self.scenario.sight = cells;
        self
    }

    /// The same where a character means floor that is in a zone.
    #[must_use]
    pub fn zone(mut self, glyph: char, name: &str) -> Self {
        self.zones.push((glyph, name.to_owned()));
        self
    }

    /// The same where of the units drawn with these characters only so many are there.
    #[must_use]
    pub fn spawn(mut self, glyphs: &str, keep: i32, together: bool) -> Self {
        self.scenario.spawns.push(SpawnRule { glyphs: glyphs.to_owned(), keep, on_hard: 0, together });
        self
    }

    /// The same where those who are drawn with a character stand in a zone.
    #[must_use]
    pub fn post(mut self, glyph: char, zone: &str) -> Self {
        self.posts.push((glyph, zone.to_owned()));
        self
    }

    /// The same where it burns under those who are drawn with a character.
    #[must_use]
    pub fn burning(mut self, glyph: char) -> Self {
        self.burning.push(glyph);
        self
    }

    /// The same with a bonus goal.
    #[must_use]
    pub fn bonus(mut self, text: &str, when: &str) -> Self {
        self.scenario.bonus_goals.push(GoalRule { text: text.to_owned(), when: Formula::from(when), team: 0 });
        self
    }

    /// The same with another goal.
    #[must_use]
    pub fn goal(mut self, when: &str) -> Self {
        self.scenario.goals = vec![GoalRule { text: "The goal.".to_owned(), when: Formula::from(when), team: 0 }];
        self
    }

    /// The same with another goal, of a side.
    #[must_use]
    pub fn goal_of(self, team: i32, when: &str) -> Self {
        let mut pack = self.goal(when);
        pack.scenario.goals.iter_mut().for_each(|goal| goal.team = team);
        pack
    }

    /// The same under another turn order, with these of its parameters.
    #[must_use]
    pub fn order(mut self, name: &str, parameters: &[(&str, i32)]) -> Self {
        let parameter = |&(name, value): &(&str, i32)| OrderParameter { name: name.to_owned(), value };
        name.clone_into(&mut self.scenario.scheduler);
        self.scenario.parameters = parameters.iter().map(parameter).collect();
        self
    }

    /// Its rules and its opening.
    ///
    /// # Panics
    /// When it has a fault.
    #[must_use]
    pub fn book(&self) -> Arc<CompiledScenario> {
        let (book, faults) = self.compiled();
        assert!(faults.is_empty(), "{}", faults.render());
        Arc::new(book.expect("a rulebook without faults"))
    }

    /// The same of a pack that may have warnings.
    ///
    /// # Panics
    /// When it has an error.
    #[must_use]
    pub fn book_with_warnings(&self) -> CompiledScenario {
        let (book, faults) = self.compiled();
        assert!(!faults.has_errors(), "{}", faults.render());
        book.expect("a rulebook without errors")
    }

    /// Its faults, as text.
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
        // Tests mark units with carriers that do nothing else.
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

    /// A battle about to begin on it.
    ///
    /// # Panics
    /// When it has a fault.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let compiled = CompiledScenario::clone(&self.book());
        Setup { pack: "drawn".to_owned(), ..Setup::of(compiled, 1) }
    }

    /// A battle on it, not recorded; the computer has decided for its units.
    ///
    /// # Panics
    /// When it has a fault.
    #[must_use]
    pub fn start(&self) -> Session {
        Session::start(self.setup(), None).expect("nothing is recorded")
    }
}

/// The cell of a name such as `c4`.
///
/// # Panics
/// When it is none.
#[must_use]
pub fn cell(name: &str) -> Cell {
    let column = name.chars().next().map_or(-1, |letter| letter as i32 - 'a' as i32);
    let row = name.get(1..).and_then(|row| row.parse::<i32>().ok()).unwrap_or_default();
    Cell::new(column, row - 1).expect("a cell's name is a letter and a number")
}

/// The living entity that is drawn with a character, the first if there are several.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn find(book: &Rulebook, state: &GameState, glyph: char) -> EntityId {
    drawn(book, state, glyph).next().expect("somebody is drawn so")
}

/// The living entities that are drawn with a character.
pub fn drawn<'s>(book: &'s Rulebook, state: &'s GameState, glyph: char) -> impl Iterator<Item = EntityId> + 's {
    let is_drawn = move |row: &Entity| book.unit_type(row).is_some_and(|kind| kind.glyph == glyph);
    state.living().filter(move |(_, row)| is_drawn(row)).map(|(id, _)| id)
}

/// The view of a player: the board with everything that is foreseen, then the same in words.
#[must_use]
pub fn show(session: &Session) -> String {
    let (book, now, forecast) = (session.book(), session.seat().known().state(), session.seat().forecast());
    let mut view = BoardView::of(book, now, session.seat().team());
    view.darken(book, now, &Fog::known(book, session.seat().known()));
    view.foresee(book, now, forecast, None);
    text::board(&view) + &text::marks(book, forecast.state(), forecast)
}

/// An intent as a list of actions and the cells that its answers mean, where and when they are given:
/// `Walk c3, Shove d3`.
#[must_use]
pub fn told(book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId, intent: &Intent) -> Vec<(String, Vec<Cell>)> {
    let told = Predictor::default().cells_answered(book, known, plan, unit, intent).into_iter();
    told.map(|(program, cells)| (names::action(book, program).to_owned(), cells)).collect()
}
