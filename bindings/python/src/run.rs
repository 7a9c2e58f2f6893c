//! Runs of campaigns.

use crate::args::{Index, Whole};
use crate::battle::{Battle, rows_of};
use crate::fault::Fault;
use crate::pack::{Pack, level};
use foretoken::campaigns::{self, BeginOptions};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A run of a campaign. `view()["moves"]` lists the moves that `act` takes by index.
///
/// An option whose action asks questions needs `answers`: for each question the index of an answer in `question`. Copies and
/// pickles hold the whole run with its assets, but no battle that is being played.
#[pyclass(frozen, module = "foretoken")]
pub struct Run {
    run: Mutex<campaigns::Run>,
}

impl Run {
    fn lock(&self) -> MutexGuard<'_, campaigns::Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the command of a move with these answers.
fn command(run: &campaigns::Run, index: &Index, answers: &[Whole<usize>]) -> Result<campaigns::Command, Fault> {
    let moves = run.view().moves;
    let Some(chosen) = index.below(moves.len()).and_then(|at| moves.get(at)) else {
        let count = moves.len();
        let why = if run.is_battle_due() { "; a battle is due, see `fight` and `battle`" } else { "" };
        return Err(Fault::Illegal(format!("move {} does not exist; there are {count}{why}", index.shown)));
    };
    let answers: Vec<usize> = answers.iter().map(|answer| answer.0).collect();
    campaigns::answered(run, &chosen.command, &answers).map_err(|refusal| Fault::Refused(refusal.to_string()))
}

#[pymethods]
impl Run {
    #[new]
    #[pyo3(signature = (pack, campaign, seed = Whole(0), level = "normal"))]
    fn new(py: Python<'_>, pack: &Bound<'_, Pack>, campaign: &str, seed: Whole<u64>, level: &str) -> PyResult<Self> {
        let (pack, level) = (pack.get(), self::level(level)?);
        let run = py.detach(|| {
            let compiled = pack.pack.campaign(campaign)?;
            let options = BeginOptions { seed: seed.0, level, ..BeginOptions::default() };
            let run = campaigns::Run::begin(compiled, &options);
            run.ok_or_else(|| Fault::Refused("the campaign's guaranteed rooms do not fit its map".to_owned()))
        })?;
        Ok(Self { run: Mutex::new(run) })
    }

    fn _view(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| serde_json::to_string(&self.lock().view()).map_err(|error| Fault::Value(error.to_string())))
            .map_err(PyErr::from)
    }

    #[getter]
    fn is_battle_due(&self) -> bool {
        self.lock().is_battle_due()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.lock().state().ending.is_some()
    }

    /// Makes a move. Raises `IllegalDecision` with the reason and then changes nothing.
    #[pyo3(signature = (index, answers = Vec::new()))]
    fn act(&self, py: Python<'_>, index: Index, answers: Vec<Whole<usize>>) -> PyResult<()> {
        let acted = py.detach(|| {
            let mut run = self.lock();
            let command = command(&run, &index, &answers)?;
            run.act(&command).map_err(|refusal| Fault::Refused(refusal.to_string()))
        });
        acted.map_err(PyErr::from)
    }

    /// The next question of a move after `answers`, with its possible answers; None if it has no further question.
    #[pyo3(signature = (index, answers = Vec::new()))]
    fn question(
        &self,
        py: Python<'_>,
        index: Index,
        answers: Vec<Whole<usize>>,
    ) -> PyResult<Option<(String, Vec<String>)>> {
        let asked = py.detach(|| {
            let run = self.lock();
            let command = command(&run, &index, &answers)?;
            campaigns::question_of(&run, &command).map_err(|refusal| Fault::Refused(refusal.to_string()))
        })?;
        Ok(asked.map(|asked| (asked.prompt, asked.answers.into_iter().map(|(_, text)| text).collect())))
    }

    /// Predicts an option: `lines` (most likely changes), `odds`, `is_certain`. None for other moves.
    #[pyo3(signature = (index, answers = Vec::new()))]
    fn foresee<'py>(
        &self,
        py: Python<'py>,
        index: Index,
        answers: Vec<Whole<usize>>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let foretold = py.detach(|| {
            let run = self.lock();
            let command = command(&run, &index, &answers)?;
            campaigns::foresee(&run, &command).map_err(|refusal| Fault::Refused(refusal.to_string()))
        })?;
        let Some(foretold) = foretold else { return Ok(None) };
        let table = PyDict::new(py);
        table.set_item("lines", foretold.lines)?;
        table.set_item("odds", foretold.odds)?;
        table.set_item("is_certain", foretold.is_certain)?;
        Ok(Some(table))
    }

    /// The journal of the run with its assets.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| campaigns::record_of(&self.lock()).map_err(Fault::from))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Raises `RecordError` for damaged bytes.
    #[staticmethod]
    fn from_record(py: Python<'_>, record: &[u8]) -> PyResult<Self> {
        let run = py.detach(|| campaigns::run_of(record).map_err(Fault::from))?;
        Ok(Self { run: Mutex::new(run) })
    }

    /// A copy; later moves of one do not change the other.
    fn clone(&self, py: Python<'_>) -> Self {
        let run = py.detach(|| {
            let run = self.lock();
            campaigns::Run::of_entries(run.campaign().clone(), run.entries().to_vec())
        });
        Self { run: Mutex::new(run) }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Py<PyAny>, (Bound<'py, PyBytes>,))> {
        let make = slf.get_type().getattr("from_record")?.unbind();
        Ok((make, (slf.get().record(slf.py())?,)))
    }

    /// Lets the computer play the battle that is due.
    fn fight(&self, py: Python<'_>) -> PyResult<()> {
        let fought = py.detach(|| self.lock().fight_by_planner().map_err(|error| Fault::Refused(error.to_string())));
        fought.map_err(PyErr::from)
    }

    /// Starts the battle that is due.
    #[pyo3(signature = (max_units = Whole(64), max_choices = Whole(256)))]
    fn battle(&self, py: Python<'_>, max_units: Whole<usize>, max_choices: Whole<usize>) -> PyResult<Battle> {
        let rows = rows_of(max_units, max_choices)?;
        let core =
            py.detach(|| campaigns::battle_of(&self.lock()).map_err(|error| Fault::Refused(error.to_string())))?;
        Ok(Battle::of(core, rows))
    }

    /// Takes over the result of that battle, which must be over.
    fn finish(&self, py: Python<'_>, battle: &Bound<'_, Battle>) -> PyResult<()> {
        battle.get().with(py, |core| {
            campaigns::finish_battle(&mut self.lock(), core).map_err(|error| Fault::Refused(error.to_string()))
        })
    }

    fn __repr__(&self) -> String {
        let run = self.lock();
        let view = run.view();
        let room = view.here.and_then(|here| view.rooms.get(here)?.title.clone());
        let place = room.map_or_else(|| "before its first room".to_owned(), |room| format!("in {room:?}"));
        format!("<Run of {:?}, {place}, {} rooms entered>", view.campaign, view.way.len())
    }
}
