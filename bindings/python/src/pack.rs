//! Packs and simulations.

use crate::args::Whole;
use crate::fault::Fault;
use crate::tables;
use foretoken::{Level, Outcome, Scenario, Side, Tally};
use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

const MOST_SEEDS: usize = 10_000_000;

/// A pack of assets in memory. Pickles as its text; later changes of the folder do not matter.
#[pyclass(frozen, module = "foretoken")]
pub struct Pack {
    pub(crate) pack: foretoken::Pack,
}

/// Parses the name of a level.
pub fn level(name: &str) -> Result<Level, Fault> {
    name.parse().map_err(|_| Fault::Value(format!("unknown level `{name}`; use easy, normal or hard")))
}

impl Pack {
    pub(crate) fn scenario(&self, name: &str, level_name: &str, computer: bool) -> Result<Scenario, Fault> {
        let scenario = self.pack.scenario(name)?.at_level(level(level_name)?);
        Ok(if computer { scenario } else { scenario.without_computer() })
    }
}

#[pymethods]
impl Pack {
    #[staticmethod]
    fn _open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let pack = py.detach(|| foretoken::Pack::open(path)).map_err(Fault::from)?;
        Ok(Self { pack })
    }

    /// Returns the pack of such a text as `text` returns.
    #[staticmethod]
    #[pyo3(signature = (name, text))]
    fn from_text(py: Python<'_>, name: &str, text: &str) -> Self {
        Self { pack: py.detach(|| foretoken::Pack::from_text(name, text)) }
    }

    /// Returns a pack of files by their paths in its folder, such as `units/rat.ron`.
    #[staticmethod]
    fn from_files(py: Python<'_>, name: &str, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        let pack = py.detach(|| foretoken::Pack::from_files(name, files));
        if !pack.has_assets() {
            return Err(Fault::Library(foretoken::Error::NoPack(format!("`{name}`"))).into());
        }
        Ok(Self { pack })
    }

    /// Returns the pack with some files replaced; `None` removes one.
    fn with_files(&self, py: Python<'_>, files: BTreeMap<String, Option<Vec<u8>>>) -> PyResult<Self> {
        let pack = py.detach(|| self.pack.with_files(files)).map_err(Fault::from)?;
        Ok(Self { pack })
    }

    #[getter]
    fn name(&self) -> &str {
        self.pack.name()
    }

    #[getter]
    fn scenarios(&self) -> Vec<String> {
        self.pack.scenarios().map(str::to_owned).collect()
    }

    #[getter]
    fn campaigns(&self) -> Vec<String> {
        self.pack.campaigns()
    }

    #[getter]
    fn faults(&self, py: Python<'_>) -> String {
        py.detach(|| self.pack.faults())
    }

    /// All assets as one text; equal for equal assets.
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.pack.text())
    }

    #[pyo3(signature = (scenario, seeds, level = "normal", threads = Whole(1)))]
    fn _simulate<'py>(
        &self,
        py: Python<'py>,
        scenario: &str,
        seeds: PyReadonlyArray1<'py, u64>,
        level: &str,
        threads: Whole<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let seeds: Vec<u64> = seeds.as_array().to_vec();
        if seeds.len() > MOST_SEEDS {
            return Err(Fault::Value(format!("at most {MOST_SEEDS} seeds at once")).into());
        }
        let scenario = self.scenario(scenario, level, true)?;
        let tallies = play_all(py, &scenario, &seeds, threads.0.clamp(1, 256))?;
        let table = PyDict::new(py);
        let outcome = |tally: &Tally| match Outcome::for_side(tally.outcome, Side::PLAYER) {
            Outcome::Won => 1i8,
            Outcome::Lost => -1,
            _ => 0,
        };
        let alive = |tally: &Tally, side: u8| tally.alive.get(&Side(side)).map_or(0, |&count| count as i32);
        table.set_item("seed", seeds.into_pyarray(py))?;
        table.set_item("outcome", tallies.iter().map(outcome).collect::<Vec<_>>().into_pyarray(py))?;
        table.set_item("rounds", tallies.iter().map(|tally| tally.rounds).collect::<Vec<_>>().into_pyarray(py))?;
        for side in 0..2 {
            let column: Vec<i32> = tallies.iter().map(|tally| alive(tally, side)).collect();
            table.set_item(format!("alive_{side}"), column.into_pyarray(py))?;
        }
        table.set_item("hash", tallies.iter().map(|tally| tally.hash).collect::<Vec<_>>().into_pyarray(py))?;
        Ok(table)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, String))> {
        let make = slf.get_type().getattr("from_text")?.unbind();
        let pack = slf.get();
        Ok((make, (pack.pack.name().to_owned(), pack.text(slf.py()))))
    }

    fn __repr__(&self) -> String {
        format!("<Pack {}: {}>", tables::quoted(self.pack.name()), self.scenarios().join(", "))
    }
}

fn play_all(py: Python<'_>, scenario: &Scenario, seeds: &[u64], threads: usize) -> PyResult<Vec<Tally>> {
    let (next, is_cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
    let played: Mutex<Vec<Option<Tally>>> = Mutex::new(vec![None; seeds.len()]);
    let lock = || played.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let work = || {
        while !is_cancelled.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&seed) = seeds.get(at) else { break };
            let tally = scenario.simulate([seed]).pop();
            lock()[at] = tally;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(seeds.len())).map(|_| scope.spawn(work)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            py.detach(|| std::thread::park_timeout(Duration::from_millis(20)));
            if let Err(error) = py.check_signals() {
                is_cancelled.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })?;
    Ok(std::mem::take(&mut *lock()).into_iter().flatten().collect())
}
