//! Battles, observations, predictions and records.

use crate::args::{Index, Whole, steps};
use crate::fault::Fault;
use crate::marks;
use crate::pack::Pack;
use crate::tables;
use foretoken::arrays::{Arrays, Shape};
use foretoken::{Battle as Core, ChangeKind, MarkKind, Method, Outcome, Rulebook, Side, UnitId};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::sync::{Mutex, PoisonError};

/// True state of a battle at a decision of a side. With `computer=False` every side decides through `step`.
///
/// `level` is easy, normal or hard: how well the computer decides; some scenarios also have more enemies on hard. The computer
/// decides for the sides that the scenario gives it, in most scenarios all but side 0. `draft` are the steps since the last
/// complete decision. `unit_types`, `programs` and `surfaces` name the numbers in arrays.
///
/// Methods with `side=None` mean the side that decides now. Pickles as its record. Raises `PackError` for a missing scenario.
#[pyclass(frozen, module = "foretoken")]
pub struct Battle {
    core: Mutex<Option<Core>>,
    rows: (usize, usize),
}

/// A unit as a side knows it. `id` is the number by which the side knows it.
#[pyclass(frozen, get_all, module = "foretoken")]
#[derive(Clone)]
pub struct Unit {
    id: u16,
    name: String,
    unit_type: String,
    side: u8,
    x: i32,
    y: i32,
    floor: u8,
    health: i32,
    max_health: i32,
}

#[pymethods]
impl Unit {
    fn __repr__(&self) -> String {
        let Self { id, name, side, x, y, health, max_health, .. } = self;
        format!("<Unit {id} {name:?}, side {side}, at ({x}, {y}), {health}/{max_health}>")
    }
}

/// Knowledge of one side. `outcome` is open, won, lost or drawn. `goals` are sentences: how the side wins and loses.
#[pyclass(frozen, module = "foretoken")]
pub struct Observation {
    #[pyo3(get)]
    side: u8,
    #[pyo3(get)]
    round: i32,
    #[pyo3(get)]
    outcome: &'static str,
    #[pyo3(get)]
    units: Vec<Unit>,
    #[pyo3(get)]
    goals: Vec<String>,
    #[pyo3(get)]
    hash: u64,
    arrays: Arrays,
}

#[pymethods]
impl Observation {
    /// Arrays by name: `units` int32 [max_units, 13], `cells` int32 [floors, height, width, 5], `battle` int32 [9], `choices`
    /// int32 [max_choices, 8], `action_mask` bool [max_choices]. The `*_COLUMNS` lists name the columns.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        tables::to_dict(py, &self.arrays)
    }

    fn __repr__(&self) -> String {
        let Self { side, round, outcome, units, .. } = self;
        format!("<Observation of side {side}, round {round}, {outcome}, {} units>", units.len())
    }
}

/// Prediction for one side up to the horizon of the turn order: the end of the round where all decide before it, else the end
/// of the decision. `health` has (unit, before, after), `moves` (unit, x, y). `marks` are all changes in order, as dicts with
/// `kind`, `certainty` (will, would, may, beyond, guess) and the fields of the kind; cells are (x, y, floor).
#[pyclass(frozen, get_all, module = "foretoken")]
pub struct Prediction {
    deaths: Vec<u16>,
    health: Vec<(u16, i32, i32)>,
    moves: Vec<(u16, i32, i32)>,
    marks: Py<PyList>,
    is_uncertain: bool,
}

#[pymethods]
impl Prediction {
    fn __repr__(&self) -> String {
        let certain = if self.is_uncertain { "uncertain" } else { "certain" };
        format!("<Prediction: {} changes of health, deaths {:?}, {certain}>", self.health.len(), self.deaths)
    }
}

/// Names an outcome.
pub const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Open => "open",
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Drawn => "drawn",
    }
}

/// Checks the number of a side.
pub fn side_of(number: u8) -> Result<Side, Fault> {
    if usize::from(number) < Side::COUNT {
        Ok(Side(number))
    } else {
        Err(Fault::Value(format!("side {number} does not exist; sides are 0 to {}", Side::COUNT - 1)))
    }
}

/// Checks the rows of arrays.
pub fn rows_of(Whole(max_units): Whole<usize>, Whole(max_choices): Whole<usize>) -> Result<(usize, usize), Fault> {
    if (1..=4096).contains(&max_units) && (1..=65_536).contains(&max_choices) {
        Ok((max_units, max_choices))
    } else {
        Err(Fault::Value("max_units must be 1 to 4096, and max_choices 1 to 65536".to_owned()))
    }
}

fn step(core: &mut Core, index: &Index) -> Result<(), Fault> {
    let Some(side) = core.side_to_decide() else { return Err(foretoken::Error::Over.into()) };
    let count = core.decisions(side).len();
    match index.below(count) {
        Some(at) => Ok(core.step(at)?),
        None => Err(Fault::Illegal(format!("decision {} does not exist; {count} are legal", index.shown))),
    }
}

impl Battle {
    pub(crate) fn of(core: Core, rows: (usize, usize)) -> Self {
        Self { core: Mutex::new(Some(core)), rows }
    }

    /// Calls a function with the battle, without the interpreter's lock.
    pub(crate) fn with<R: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut Core) -> Result<R, Fault> + Send,
    ) -> PyResult<R> {
        let result = py.detach(|| {
            let mut core = self.core.lock().unwrap_or_else(PoisonError::into_inner);
            core.as_mut().map_or(Err(Fault::Closed), call)
        });
        result.map_err(PyErr::from)
    }

    fn asked(side: Option<Whole<u8>>, core: &Core) -> Result<Side, Fault> {
        match side {
            Some(side) => side_of(side.0),
            None => Ok(core.side_to_decide().unwrap_or(Side::PLAYER)),
        }
    }

    fn names(&self, py: Python<'_>, list: impl FnOnce(&Rulebook) -> Vec<String> + Send) -> PyResult<Vec<String>> {
        self.with(py, |core| Ok(list(&core.rules_of(core.side_to_decide().unwrap_or(Side::PLAYER)))))
    }

    fn write(core: &mut Core, side: Side, rows: (usize, usize)) -> Result<Arrays, Fault> {
        let mut arrays = Arrays::new(Shape::of_battle(core, rows.0, rows.1));
        arrays.write(core, side)?;
        Ok(arrays)
    }
}

#[pymethods]
impl Battle {
    #[new]
    #[pyo3(signature = (pack, scenario, seed = Whole(0), level = "normal", *, computer = true, max_units = Whole(64), max_choices = Whole(256)))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        pack: &Bound<'_, Pack>,
        scenario: &str,
        seed: Whole<u64>,
        level: &str,
        computer: bool,
        max_units: Whole<usize>,
        max_choices: Whole<usize>,
    ) -> PyResult<Self> {
        let rows = rows_of(max_units, max_choices)?;
        let pack = pack.get();
        let core = py.detach(|| Ok::<Core, Fault>(pack.scenario(scenario, level, computer)?.battle(seed.0)))?;
        Ok(Self::of(core, rows))
    }

    /// Goes on with the battle of a record. `draft` are the steps since its last complete decision.
    #[staticmethod]
    #[pyo3(signature = (record, draft = Vec::new(), max_units = Whole(64), max_choices = Whole(256)))]
    fn from_record(
        py: Python<'_>,
        record: &[u8],
        draft: Vec<Index>,
        max_units: Whole<usize>,
        max_choices: Whole<usize>,
    ) -> PyResult<Self> {
        let rows = rows_of(max_units, max_choices)?;
        let core = py.detach(|| {
            let mut core = Core::from_record(record)?;
            draft.iter().try_for_each(|index| step(&mut core, index))?;
            Ok::<Core, Fault>(core)
        })?;
        Ok(Self::of(core, rows))
    }

    #[getter]
    fn side(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        self.with(py, |core| Ok(core.side_to_decide().map(|side| side.0)))
    }

    #[getter]
    fn sides(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        // Python gets a list of u8 as bytes.
        self.with(py, |core| Ok(core.sides().into_iter().map(|side| side.0.into()).collect()))
    }

    #[getter]
    fn draft(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |core| Ok(core.steps_of_draft().to_vec()))
    }

    #[getter]
    fn unit_types(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.names(py, |rules| rules.unit_types.iter().map(|own| own.name.clone()).collect())
    }

    #[getter]
    fn programs(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.names(py, |rules| rules.programs.iter().map(|own| own.name.clone()).collect())
    }

    #[getter]
    fn surfaces(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.names(py, |rules| rules.surfaces.iter().map(|own| own.name.clone()).collect())
    }

    #[getter(is_over)]
    fn end(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |core| Ok(core.side_to_decide().is_none()))
    }

    /// Returns "open", "won", "lost" or "drawn" for a side.
    fn outcome(&self, py: Python<'_>, side: Whole<u8>) -> PyResult<&'static str> {
        self.with(py, |core| Ok(outcome_name(core.outcome(side_of(side.0)?))))
    }

    /// Raises `ShapeError` if the side knows more than `max_units` units or has more than `max_choices` decisions.
    #[pyo3(signature = (side = None))]
    fn observe(&self, py: Python<'_>, side: Option<Whole<u8>>) -> PyResult<Observation> {
        let rows = self.rows;
        self.with(py, |core| {
            let side = Self::asked(side, core)?;
            let arrays = Self::write(core, side, rows)?;
            let seen = core.observe(side);
            let units = seen.units().map(|unit| Unit {
                id: unit.id.0,
                name: unit.name,
                unit_type: unit.unit_type,
                side: unit.side.0,
                x: unit.cell.x(),
                y: unit.cell.y(),
                floor: unit.cell.floor(),
                health: unit.health,
                max_health: unit.max_health,
            });
            Ok(Observation {
                side: side.0,
                round: seen.round(),
                outcome: outcome_name(seen.outcome()),
                units: units.collect(),
                goals: seen.goals(),
                hash: seen.hash64(),
                arrays,
            })
        })
    }

    /// Names of the legal decisions; their places are the arguments of `step`.
    #[pyo3(signature = (side = None))]
    fn legal(&self, py: Python<'_>, side: Option<Whole<u8>>) -> PyResult<Vec<String>> {
        self.with(py, |core| {
            let side = Self::asked(side, core)?;
            Ok(core.decisions(side).iter().map(foretoken::Decision::name).collect())
        })
    }

    /// bool [max_choices]: which indices `step` takes now. Raises `ShapeError` if there are more decisions.
    #[pyo3(signature = (side = None))]
    fn mask<'py>(&self, py: Python<'py>, side: Option<Whole<u8>>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (_, room) = self.rows;
        let count = self.with(py, |core| {
            let side = Self::asked(side, core)?;
            match core.decisions(side).len() {
                count if count <= room => Ok(count),
                needed => Err(foretoken::Error::Shape { what: "decisions", room, needed }.into()),
            }
        })?;
        let mask = PyArray1::zeros(py, room, false);
        for legal in mask.readwrite().as_slice_mut()?.iter_mut().take(count) {
            *legal = true;
        }
        Ok(mask)
    }

    /// Makes a decision. Raises `IllegalDecision` or `BattleOver` and then changes nothing.
    fn step(&self, py: Python<'_>, index: Index) -> PyResult<()> {
        self.with(py, |core| step(core, &index))
    }

    /// Predicts after the steps of `plan`, from that which the side knows. The battle does not change.
    ///
    /// A plan ends where the battle would go on: with the end of the turn, or with the last unit that decides before others act.
    /// Further steps raise `IllegalDecision` with the code "plan-over".
    #[pyo3(signature = (plan = Vec::new(), side = None))]
    fn predict(&self, py: Python<'_>, plan: Vec<Index>, side: Option<Whole<u8>>) -> PyResult<Prediction> {
        let seen = self.with(py, |core| {
            let side = Self::asked(side, core)?;
            Ok(core.predict_plan(side, &steps(&plan)?)?)
        })?;
        let mut told = Prediction {
            deaths: Vec::new(),
            health: Vec::new(),
            moves: Vec::new(),
            marks: marks::to_list(py, &seen)?.unbind(),
            is_uncertain: seen.is_uncertain,
        };
        for mark in &seen.marks {
            match mark.kind {
                MarkKind::Death { unit, .. } => told.deaths.push(unit.0),
                MarkKind::Ghost { unit, cell } => told.moves.push((unit.0, cell.x(), cell.y())),
                MarkKind::Number { unit, what: ChangeKind::Health, before, after, .. } => {
                    told.health.push((unit.0, before, after));
                }
                _ => {}
            }
        }
        Ok(told)
    }

    /// Odds after the steps of `plan`: `method` ("exact" or "sampled"), `count` (of final states or samples), `is_uncertain` and
    /// `units`, by unit the chance that it `dies` and the chances of its `health` as pairs (health, chance). Chances are 0 to 1.
    #[pyo3(signature = (plan = Vec::new(), side = None))]
    fn odds<'py>(&self, py: Python<'py>, plan: Vec<Index>, side: Option<Whole<u8>>) -> PyResult<Bound<'py, PyDict>> {
        let odds = self.with(py, |core| {
            let side = Self::asked(side, core)?;
            Ok(core.odds_of_plan(side, &steps(&plan)?)?)
        })?;
        let units = PyDict::new(py);
        for unit in &odds.units {
            let one = PyDict::new(py);
            one.set_item("dies", unit.dies)?;
            one.set_item("health", unit.health.values().iter().map(|&(value, p)| (value, p)).collect::<Vec<_>>())?;
            units.set_item(unit.unit.0, one)?;
        }
        let table = PyDict::new(py);
        let (method, count) = match odds.method {
            Method::Exact { states } => ("exact", states),
            Method::Sampled { samples } => ("sampled", samples),
        };
        table.set_item("method", method)?;
        table.set_item("count", count)?;
        table.set_item("is_uncertain", odds.uncertain)?;
        table.set_item("units", units)?;
        Ok(table)
    }

    /// Causes of the predicted changes of a unit.
    #[pyo3(signature = (unit, plan = Vec::new(), side = None))]
    fn why(
        &self,
        py: Python<'_>,
        unit: Whole<u16>,
        plan: Vec<Index>,
        side: Option<Whole<u8>>,
    ) -> PyResult<Vec<String>> {
        self.with(py, |core| {
            let side = Self::asked(side, core)?;
            Ok(core.why(side, UnitId(unit.0), &steps(&plan)?)?)
        })
    }

    /// The record of the battle with its assets. `Replay` verifies it, `from_record` goes on from it. The steps of a decision
    /// that is not complete are not in it, but in `draft`.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(py, |core| Ok(core.record()?))?;
        Ok(PyBytes::new(py, &bytes))
    }

    #[getter]
    fn hash(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |core| Ok(core.hash64()))
    }

    /// A copy of the true state; later steps of one do not change the other.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        let core = self.with(py, |core| Ok(core.clone()))?;
        Ok(Self::of(core, self.rows))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone(py)
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Py<PyAny>, (Bound<'py, PyBytes>, Vec<usize>, usize, usize))> {
        let (py, battle) = (slf.py(), slf.get());
        let (record, draft) = battle.with(py, |core| Ok((core.record()?, core.steps_of_draft().to_vec())))?;
        let make = slf.get_type().getattr("from_record")?.unbind();
        Ok((make, (PyBytes::new(py, &record), draft, battle.rows.0, battle.rows.1)))
    }

    /// Frees the battle. Later calls raise `Closed`.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.core.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let text = self.with(py, |core| {
            let (name, round) = (core.scenario_name().to_owned(), core.observe(Side::PLAYER).round());
            Ok(match core.side_to_decide() {
                Some(side) => format!("<Battle {name}, round {round}, side {} decides>", side.0),
                None => format!("<Battle {name}, over: side 0 {}>", outcome_name(core.outcome(Side::PLAYER))),
            })
        });
        text.unwrap_or_else(|_| "<Battle, closed>".to_owned())
    }
}

/// Replays a record from its own assets. Raises `RecordError`.
#[pyclass(frozen, get_all, module = "foretoken")]
pub struct Replay {
    is_same: bool,
    text: String,
}

#[pymethods]
impl Replay {
    #[new]
    fn new(py: Python<'_>, record: &[u8]) -> PyResult<Self> {
        let replayed = py.detach(|| foretoken::replay(record)).map_err(Fault::from)?;
        Ok(Self { is_same: replayed.is_same, text: replayed.words })
    }

    fn __repr__(&self) -> String {
        format!("<Replay: {}>", self.text)
    }
}
