//! Runs of campaigns.

use crate::battle::{Battle, rows_of};
use crate::fault::Fault;
use crate::pack::{Pack, level};
use foretoken::campaigns::{self, BeginOptions};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A run of a campaign.
#[pyclass(frozen, module = "foretoken")]
pub struct Run {
    run: Mutex<campaigns::Run>,
}

impl Run {
    fn lock(&self) -> MutexGuard<'_, campaigns::Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Run {
    #[new]
    #[pyo3(signature = (pack, campaign, seed = 0, level = "normal"))]
    fn new(py: Python<'_>, pack: &Bound<'_, Pack>, campaign: &str, seed: u64, level: &str) -> PyResult<Self> {
        let (pack, level) = (pack.get(), self::level(level)?);
        let run = py.detach(|| {
            let compiled = pack.pack.campaign(campaign)?;
            let options = BeginOptions { seed, level, ..BeginOptions::default() };
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

    fn act(&self, py: Python<'_>, index: usize) -> PyResult<()> {
        let acted = py.detach(|| {
            let mut run = self.lock();
            let moves = run.view().moves;
            let count = moves.len();
            let Some(chosen) = moves.get(index) else {
                return Err(Fault::Illegal(format!("move {index} does not exist; there are {count}")));
            };
            run.act(&chosen.command).map_err(|refusal| Fault::Refused(refusal.to_string()))
        });
        acted.map_err(PyErr::from)
    }

    fn fight(&self, py: Python<'_>) -> PyResult<()> {
        let fought = py.detach(|| self.lock().fight_by_planner().map_err(|error| Fault::Refused(error.to_string())));
        fought.map_err(PyErr::from)
    }

    #[pyo3(signature = (max_units = 64, max_choices = 256))]
    fn battle(&self, py: Python<'_>, max_units: usize, max_choices: usize) -> PyResult<Battle> {
        let rows = rows_of(max_units, max_choices)?;
        let core =
            py.detach(|| campaigns::battle_of(&self.lock()).map_err(|error| Fault::Refused(error.to_string())))?;
        Ok(Battle::of(core, rows))
    }

    fn finish(&self, py: Python<'_>, battle: &Bound<'_, Battle>) -> PyResult<()> {
        battle.get().with(py, |core| {
            campaigns::finish_battle(&mut self.lock(), core).map_err(|error| Fault::Refused(error.to_string()))
        })
    }

    fn __repr__(&self) -> String {
        let run = self.lock();
        let view = run.view();
        let room = view.here.and_then(|here| view.rooms.get(here)?.title.clone()).unwrap_or_default();
        format!("<Run of {:?}, in {room:?}, {} rooms entered>", view.campaign, view.way.len())
    }
}
