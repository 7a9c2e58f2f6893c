//! Battles built by hand: a board as text, programs as lists of instructions, and functions to run and compare them.
//!
//!
//! On a map, `#` is a wall, `o` a pit, `~` ice, `^` fire, `.` open floor. A capital letter is a unit of the player's
//! side, a small one (except `o`) of the other. Units act in reading order.

use crate::code;
use foretoken_vm::formula::{Formula, FormulaOp, Number};
use foretoken_vm::program::{Amount, Asks, Fallback, Filter, Request, RequestFlags, SlotFilter};
use foretoken_vm::regions::RegionId;
use foretoken_vm::rulebook::{Member, SurfaceKind, UnitType};
use foretoken_vm::space::Terrain;
use foretoken_vm::stats::{EffectSource, Mode, Modifier, StatId, StatusKind};
use foretoken_vm::{
    ActionUse, Address, Advance, Answer, Battle, Board, Buffers, Cell, ChancePolicy, ChangeKind, Dir, Entity, EntityId,
    GameState, Intent, Key, Known, Log, Opening, Plan, Predicted, Rulebook, Rules, Team, Token, TokenSet,
};
use proptest::test_runner::{Config as ProptestConfig, RngSeed};

pub const T1: Address = Address(0);
pub const T2: Address = Address(1);
pub const ENEMY: Team = Team(1);

pub const ICE: u8 = 1;
pub const FIRE: u8 = 2;

/// Number and seed of random cases: fixed unless `PROPTEST_CASES` and `PROPTEST_RNG_SEED` are set. Failures are not
/// written to files.
pub fn config() -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    match config.rng_seed {
        RngSeed::Random => ProptestConfig { rng_seed: RngSeed::Fixed(20_260), ..config },
        RngSeed::Fixed(_) => config,
    }
}

/// A battle under construction.
#[derive(Clone)]
pub struct Scene {
    pub book: Rules,
    pub opening: Opening,
    units: Vec<char>,
}

/// A running battle.
pub struct Play {
    pub book: Rulebook,
    pub plan: Plan,
    pub battle: Battle,
    pub log: Log,
    pub buffers: Buffers,
    units: Vec<char>,
}

impl Scene {
    pub fn new(map: &str) -> Self {
        let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(1);
        let mut board = Board::new(width as i32, rows.len() as i32);
        let mut book = Rules { collision_harm: 1, ..Rules::default() };
        let mut opening = Opening::default();
        let mut units = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                let cell = Cell::new(x as i32, y as i32).expect("a small map");
                match glyph {
                    '#' => board.set_terrain(cell, 1),
                    'o' => board.set_terrain(cell, 2),
                    '~' => opening.surfaces.push((cell, ICE - 1)),
                    '^' => opening.surfaces.push((cell, FIRE - 1)),
                    letter if letter.is_ascii_alphabetic() => {
                        let team = if letter.is_uppercase() { Team::PLAYER } else { ENEMY };
                        let unit_type = units.len() as u16;
                        opening.roster.push(Member::new(unit_type, team, cell, Dir::East));
                        book.unit_types.push(UnitType {
                            name: letter.to_string(),
                            glyph: letter,
                            health: 5,
                            initiative: 100 - units.len() as i32,
                            movement: 3,
                            acts: true,
                            points: (9, 9),
                            ..UnitType::default()
                        });
                        units.push(letter);
                    }
                    _ => {}
                }
            }
        }
        book.board = board;
        let mut scene = Self { book, opening, units };
        scene.hazards();
        scene
    }

    fn hazards(&mut self) {
        let mut hazard = |name: &str, token| Some(self.add(name, 0, vec![], vec![token]));
        let fall = hazard("fall", code::kill(Address::SELF));
        let slide = hazard("slide", code::slide());
        let burn = hazard("burn", code::damage(Address::SELF, 1));
        let ground = |name: &str, on_enter| Terrain { name: name.to_owned(), on_enter, ..Terrain::default() };
        self.book.terrains =
            vec![ground("floor", None), Terrain { blocks_movement: true, ..ground("wall", None) }, ground("pit", fall)];
        let surface = |name: &str, on_enter| SurfaceKind { name: name.to_owned(), on_enter, ..SurfaceKind::default() };
        self.book.surfaces = vec![surface("ice", slide), surface("fire", burn)];
    }

    /// Adds a program and returns its index.
    pub fn add(&mut self, name: &str, addresses: u8, requests: Vec<Request>, code: Vec<Token>) -> u16 {
        self.book.programs.push(TokenSet { name: name.to_owned(), code, requests, addresses, ..TokenSet::default() });
        self.book.programs.len() as u16 - 1
    }

    /// Adds a program that asks every request in order, from the first address on, before `code` runs.
    pub fn action(mut self, name: &str, requests: Vec<Request>, code: Vec<Token>) -> Self {
        let end = (requests.len() + code.len()) as u32;
        let asks = (0..requests.len()).map(|i| code::declare(Address(i as u8), i as u16, end));
        let (addresses, code) = (requests.len() as u8, asks.chain(code).collect());
        self.add(name, addresses, requests, code);
        self
    }

    /// Returns the unit type of a unit on the map.
    pub fn kind(&mut self, unit: char) -> &mut UnitType {
        let at = self.units.iter().position(|&u| u == unit).expect("a unit of the map");
        &mut self.book.unit_types[at]
    }

    pub fn with(mut self, alter: impl FnOnce(&mut Self)) -> Self {
        alter(&mut self);
        self
    }

    pub fn start(self) -> Play {
        self.start_with(7)
    }

    pub fn start_with(mut self, seed: u64) -> Play {
        let all = 0..self.book.programs.len() as u16;
        for kind in self.book.unit_types.iter_mut().filter(|kind| kind.actions.is_empty()) {
            kind.actions = all.clone().collect();
        }
        self.book.cast = vec![0; self.book.unit_types.len()];
        for member in &self.opening.roster {
            self.book.cast[usize::from(member.unit_type)] |= member.team.bit();
        }
        let book = self.book.build();
        let battle = Battle::new(&book, &self.opening.seeded(seed));
        Play {
            battle,
            book,
            plan: Plan::default(),
            log: Log::default(),
            buffers: Buffers::default(),
            units: self.units,
        }
    }
}

impl Play {
    /// Changes the rules of the battle.
    pub fn alter(&mut self, alter: impl FnOnce(&mut Rules)) {
        let mut rules = self.book.to_rules();
        alter(&mut rules);
        self.book = rules.build();
    }

    pub fn id(&self, unit: char) -> EntityId {
        EntityId(self.units.iter().position(|&u| u == unit).expect("a unit of the map") as u16)
    }

    /// Returns the number by which a side knows a unit.
    pub fn known_id(&self, viewer: Team, unit: char) -> EntityId {
        self.battle.numbering(viewer).to_known(self.id(unit)).expect("the side knows it")
    }

    pub fn unit(&self, unit: char) -> &Entity {
        self.battle.state().entity(self.id(unit))
    }

    /// Returns the letter of a unit.
    pub fn unit_at(&self, id: EntityId) -> char {
        self.units[id.index()]
    }

    /// Decides that a unit uses one action, with answers to the addresses from 0 on.
    pub fn decide(&mut self, unit: char, action: &str, answers: &[Answer]) {
        let keyed = answers.iter().enumerate().map(|(at, &answer)| (Key::new(Address(at as u8), [0; 3]), answer));
        let used = ActionUse { program: self.program(action), answers: keyed.collect() };
        self.intend(unit, Intent { uses: vec![used], complete: true });
    }

    pub fn intend(&mut self, unit: char, intent: Intent) {
        let priority = Plan::priority_in(&self.book, &intent);
        self.plan.set(self.id(unit), intent, priority);
    }

    /// Decides an intent in the numbers of the player's side.
    pub fn intend_known(&mut self, unit: EntityId, intent: &Intent) {
        let numbering = self.battle.numbering(Team::PLAYER);
        let unit = numbering.to_truth(unit).expect("the side knows it");
        self.plan.set(unit, numbering.intent_to_truth(intent), 0);
    }

    pub fn program(&self, name: &str) -> u16 {
        self.book.find_program(name).expect("a program of the scene")
    }

    /// Executes the next step.
    pub fn step(&mut self) -> Advance {
        self.battle.apply_for_execution(&self.book, &self.plan, &mut self.buffers, &mut self.log)
    }

    /// Executes to the end of the round.
    pub fn round(&mut self) {
        while !matches!(self.step(), Advance::RoundEnd | Advance::Over) {}
        validate(&self.book, self.battle.state());
    }

    pub fn known(&self, viewer: Team) -> Known {
        self.battle.project(&self.book, viewer)
    }

    /// Predicts the next step.
    pub fn foresee(&mut self, predicted: &mut Predicted) -> Advance {
        let plan = self.battle.numbering(predicted.viewer()).plan_to_known(&self.plan);
        predicted.apply_for_preview(&self.book, &plan, ChancePolicy::Likely, &mut self.buffers, &mut self.log)
    }

    /// Returns the notes of a kind so far, as (unit, after).
    pub fn notes(&self, what: ChangeKind) -> Vec<(EntityId, i32)> {
        self.log.changes.iter().filter(|change| change.kind == what).map(|c| (c.entity, c.after)).collect()
    }

    /// Returns the board as text, in the form of the map.
    pub fn map(&self) -> String {
        draw(&self.book, self.battle.state(), &self.units)
    }

    /// Compares the board with a map.
    #[track_caller]
    pub fn expect(&self, map: &str) {
        let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        assert_eq!(self.map().lines().collect::<Vec<_>>(), rows);
    }
}

fn draw(book: &Rulebook, state: &GameState, units: &[char]) -> String {
    let mut text = String::new();
    for cell in book.board.cells() {
        if cell.x() == 0 && cell.y() > 0 {
            text.push('\n');
        }
        let occupant = state.occupant(cell);
        text.push(match (occupant.is_some(), state.surface(cell), book.board.terrain(cell)) {
            (true, ..) => units.get(occupant.index()).copied().unwrap_or('?'),
            (_, Some(surface), _) => {
                if surface + 1 == ICE {
                    '~'
                } else {
                    '^'
                }
            }
            (.., terrain) => ['.', '#', 'o'][terrain as usize % 3],
        });
    }
    text
}

/// Checks the invariants of a state after a run.
#[track_caller]
pub fn validate(book: &Rulebook, state: &GameState) {
    for (index, entity) in state.entities().iter().enumerate() {
        let id = EntityId(index as u16);
        if entity.is_alive() {
            assert!(book.board.contains(entity.cell), "{id} lives off the board");
            for cell in book.cells_of(entity) {
                assert!(book.board.contains(cell), "{id} lives off the board");
                assert_eq!(state.occupant(cell), id, "{id} is not on its cell {cell}");
            }
            assert!(entity.health > 0, "{id} lives without health");
            let blocks = |cell| book.terrain_at(cell).is_some_and(|ground| ground.blocks_movement);
            let wall = book.cells_of(entity).any(blocks);
            assert!(!wall, "{id} stands in a wall");
        }
        assert!(entity.shield >= 0 && entity.health <= entity.max_health, "{id} has numbers out of range");
    }
    for cell in book.board.cells() {
        let occupant = state.occupant(cell);
        let row = state.entity(occupant);
        assert!(
            !occupant.is_some() || row.is_alive() && book.cells_of(row).any(|of| of == cell),
            "{cell} keeps {occupant}, who is not there"
        );
    }
    assert!(state.next_place() <= state.agenda().len(), "the turn is past the agenda");
    assert!(state.entities().len() <= book.limits.entities as usize, "too many entities");
    assert!(state.entries().len() <= book.limits.entries as usize, "too many entries");
}

/// Requests a cell up to `max` steps from the actor.
pub fn cell(max: u8) -> Request {
    Request {
        asks: Asks::Cell,
        from: Address::SELF,
        region: RegionId::STEPS,
        min: Amount::Const(0),
        max: Amount::Const(max.into()),
        filter: Filter::default(),
        surface: 0,
        fallback: Fallback::SkipScope,
        flags: RequestFlags::default(),
        several: None,
        slots: SlotFilter::default(),
    }
}

/// Requests a unit up to `max` steps from the actor.
pub fn unit(max: u8) -> Request {
    Request { asks: Asks::Unit, ..cell(max) }
}

pub fn offset(dx: i16, dy: i16) -> Answer {
    Answer::Offset(dx, dy)
}

/// Returns the number with this decimal notation.
pub fn exact(value: f64) -> Number {
    Number::signed(&value.to_string()).expect("a decimal number")
}

/// Adds a constant formula.
pub fn number(scene: &mut Scene, value: f64) -> u32 {
    scene.book.formulas.push(Formula {
        code: vec![FormulaOp::Const(exact(value).small().expect("few digits"))],
        source: value.to_string(),
    });
    scene.book.formulas.len() as u32 - 1
}

pub fn modifier(scene: &mut Scene, mode: Mode, amount: f64, group: &str) -> Modifier {
    let amount = number(scene, amount);
    Modifier { stat: StatId::MOVEMENT, mode, amount, priority: 0, group: group.to_owned() }
}

pub fn effect_source(name: &str, modifiers: Vec<Modifier>) -> EffectSource {
    EffectSource { name: name.to_owned(), title: name.to_uppercase(), modifiers, ..EffectSource::default() }
}

pub fn status(name: &str) -> StatusKind {
    StatusKind {
        effect_source: effect_source(name, vec![]),
        key: name.to_owned(),
        limit: 3,
        most: 9,
        ..StatusKind::default()
    }
}
