//! Many battles at once, stepped on threads into arrays that Python holds.

use crate::args::Whole;
use crate::battle::rows_of;
use crate::fault::Fault;
use crate::pack::Pack;
use foretoken::arrays::{Rows, Shape};
use foretoken::{Battle as Core, Outcome, Scenario, Side};
use numpy::{BorrowError, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// `n` battles, stepped on threads into arrays that are allocated once. Row `i` begins with `seed + i` and goes on with
/// `seed + i + n`. The arrays outlive the object. Do not read them in another thread during `step`.
///
/// `units` [n, max_units, 13], `cells` [n, floors, height, width, 5], `battle` [n, 9], `choices` [n, max_choices, 8], `mask`
/// [n, max_choices] show the side that decides now: `sides` [n], with `counts` [n] legal decisions. `rewards` [n, 8] and
/// `terminated` [n] belong to the last step, `seeds` [n] to the battles of the rows.
#[pyclass(frozen, module = "foretoken")]
pub struct VecBattle {
    state: Mutex<Option<State>>,
    #[pyo3(get)]
    units: Py<PyArrayDyn<i32>>,
    #[pyo3(get)]
    cells: Py<PyArrayDyn<i32>>,
    #[pyo3(get)]
    battle: Py<PyArrayDyn<i32>>,
    #[pyo3(get)]
    choices: Py<PyArrayDyn<i32>>,
    #[pyo3(get)]
    mask: Py<PyArrayDyn<bool>>,
    #[pyo3(get)]
    counts: Py<PyArray1<i64>>,
    #[pyo3(get)]
    sides: Py<PyArray1<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArrayDyn<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    seeds: Py<PyArray1<u64>>,
    shape: Shape,
    count: usize,
}

struct State {
    scenario: Scenario,
    battles: Vec<Core>,
    /// Seeds of the battles.
    seeds: Vec<u64>,
    /// Numbers of their legal decisions.
    counts: Vec<usize>,
    /// Seed of the first battle after a reset.
    first: u64,
    threads: usize,
}

/// One battle with its rows.
struct Lane<'a> {
    core: &'a mut Core,
    rows: Rows<'a>,
    seed: &'a mut u64,
    count: &'a mut usize,
    shown_seed: &'a mut u64,
    shown_count: &'a mut i64,
    side: &'a mut i8,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    action: Option<usize>,
}

impl Lane<'_> {
    /// Makes the decision, starts the next battle if this one is over, and writes the rows.
    fn run(&mut self, scenario: &Scenario, lanes: u64) -> Result<(), Fault> {
        self.rewards.fill(0.0);
        *self.terminated = false;
        if let Some(action) = self.action {
            self.core.step(action)?;
        }
        if self.core.side_to_decide().is_none() {
            for side in self.core.sides() {
                self.rewards[usize::from(side.0)] = match self.core.outcome(side) {
                    Outcome::Won => 1.0,
                    Outcome::Lost => -1.0,
                    _ => 0.0,
                };
            }
            *self.terminated = true;
            *self.seed = self.seed.wrapping_add(lanes);
            *self.core = scenario.battle(*self.seed);
        }
        let Some(side) = self.core.side_to_decide() else {
            return Err(Fault::Value("no side of the scenario decides without the computer".to_owned()));
        };
        self.rows.write(self.core, side)?;
        *self.count = self.core.decisions(side).len();
        (*self.shown_seed, *self.shown_count) = (*self.seed, *self.count as i64);
        *self.side = side.0 as i8;
        Ok(())
    }
}

impl VecBattle {
    fn run(&self, py: Python<'_>, actions: Option<Vec<i64>>) -> PyResult<()> {
        let busy = |error| match error {
            BorrowError::NotWriteable => Fault::Value("an array of this object was made read-only".to_owned()),
            _ => Fault::Busy,
        };
        let mut units = self.units.bind(py).try_readwrite().map_err(busy)?;
        let mut cells = self.cells.bind(py).try_readwrite().map_err(busy)?;
        let mut battle = self.battle.bind(py).try_readwrite().map_err(busy)?;
        let mut choices = self.choices.bind(py).try_readwrite().map_err(busy)?;
        let mut mask = self.mask.bind(py).try_readwrite().map_err(busy)?;
        let mut counts = self.counts.bind(py).try_readwrite().map_err(busy)?;
        let mut sides = self.sides.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(busy)?;
        let mut seeds = self.seeds.bind(py).try_readwrite().map_err(busy)?;
        let (units, cells, battle) = (units.as_slice_mut()?, cells.as_slice_mut()?, battle.as_slice_mut()?);
        let (choices, mask, counts) = (choices.as_slice_mut()?, mask.as_slice_mut()?, counts.as_slice_mut()?);
        let (sides, rewards) = (sides.as_slice_mut()?, rewards.as_slice_mut()?);
        let (terminated, seeds) = (terminated.as_slice_mut()?, seeds.as_slice_mut()?);
        let shape = self.shape;
        let lanes = self.count as u64;
        let result = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let state = state.as_mut().ok_or(Fault::Closed)?;
            let State { scenario, battles, seeds: own_seeds, counts: own_counts, threads, .. } = state;
            if let (Some(actions), counts) = (&actions, &*own_counts) {
                let wrong =
                    actions.iter().zip(counts).position(|(&action, &count)| action >= count as i64 || action < 0);
                if let Some(at) = wrong {
                    let (action, count) = (actions[at], counts[at]);
                    return Err(Fault::Illegal(format!("battle {at}: decision {action} is not legal; it has {count}")));
                }
            }
            let mut units = units.chunks_exact_mut(shape.units * Shape::UNIT.len());
            let mut cells = cells.chunks_exact_mut(shape.cells() * Shape::CELL.len());
            let mut numbers = battle.chunks_exact_mut(Shape::BATTLE.len());
            let mut choices = choices.chunks_exact_mut(shape.choices * Shape::CHOICE.len());
            let mut mask = mask.chunks_exact_mut(shape.choices);
            let (mut counts, mut sides) = (counts.iter_mut(), sides.iter_mut());
            let mut rewards = rewards.chunks_exact_mut(Side::COUNT);
            let (mut terminated, mut seeds) = (terminated.iter_mut(), seeds.iter_mut());
            let mut all: Vec<Lane<'_>> = Vec::with_capacity(battles.len());
            let own = battles.iter_mut().zip(own_seeds).zip(own_counts);
            for (at, ((core, seed), count)) in own.enumerate() {
                let rows = (units.next(), cells.next(), numbers.next(), choices.next(), mask.next());
                let (Some(units), Some(cells), Some(battle), Some(choices), Some(mask)) = rows else { break };
                let rest = (counts.next(), sides.next(), rewards.next(), terminated.next(), seeds.next());
                let (Some(shown_count), Some(side), Some(rewards), Some(terminated), Some(shown_seed)) = rest else {
                    break;
                };
                let rows = Rows { shape, units, cells, battle, choices, mask };
                let action = actions.as_ref().map(|actions| actions[at] as usize);
                all.push(Lane { core, rows, seed, count, shown_seed, shown_count, side, rewards, terminated, action });
            }
            let share = all.len().div_ceil(*threads).max(1);
            let scenario = &*scenario;
            let work = |lanes_of: &mut [Lane<'_>]| lanes_of.iter_mut().try_for_each(|lane| lane.run(scenario, lanes));
            std::thread::scope(|scope| {
                let mut shares = all.chunks_mut(share);
                let own = shares.next();
                let others: Vec<_> = shares.map(|share| scope.spawn(|| work(share))).collect();
                let mut result = own.map_or(Ok(()), work);
                for other in others {
                    let joined = other.join().unwrap_or_else(|_| Err(Fault::Value("a worker failed".to_owned())));
                    result = result.and(joined);
                }
                result
            })
        });
        result.map_err(PyErr::from)
    }
}

#[pymethods]
impl VecBattle {
    #[new]
    #[pyo3(signature = (n, pack, scenario, seed = Whole(0), level = "normal", *, computer = true, max_units = Whole(64), max_choices = Whole(256), threads = Whole(0)))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        n: Whole<usize>,
        pack: &Bound<'_, Pack>,
        scenario: &str,
        seed: Whole<u64>,
        level: &str,
        computer: bool,
        max_units: Whole<usize>,
        max_choices: Whole<usize>,
        threads: Whole<usize>,
    ) -> PyResult<Self> {
        let (Whole(n), Whole(threads)) = (n, threads);
        if !(1..=65_536).contains(&n) {
            return Err(Fault::Value("n must be 1 to 65536".to_owned()).into());
        }
        let rows = rows_of(max_units, max_choices)?;
        let scenario = pack.get().scenario(scenario, level, computer)?;
        let shape = Shape::of(&scenario, rows.0, rows.1);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores } else { threads.min(256) };
        let zeros = |shape: &[usize]| PyArrayDyn::<i32>::zeros(py, shape, false).unbind();
        let all = Self {
            units: zeros(&[n, shape.units, Shape::UNIT.len()]),
            cells: zeros(&[n, shape.floors, shape.height, shape.width, Shape::CELL.len()]),
            battle: zeros(&[n, Shape::BATTLE.len()]),
            choices: zeros(&[n, shape.choices, Shape::CHOICE.len()]),
            mask: PyArrayDyn::zeros(py, &[n, shape.choices][..], false).unbind(),
            counts: PyArray1::zeros(py, n, false).unbind(),
            sides: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArrayDyn::zeros(py, &[n, Side::COUNT][..], false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            seeds: PyArray1::zeros(py, n, false).unbind(),
            state: Mutex::new(Some(State {
                scenario,
                battles: Vec::new(),
                seeds: Vec::new(),
                counts: Vec::new(),
                first: seed.0,
                threads,
            })),
            shape,
            count: n,
        };
        all.reset(py, None)?;
        Ok(all)
    }

    /// Begins all battles anew, from `seed` or from the first seed.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<Whole<u64>>) -> PyResult<()> {
        let count = self.count;
        py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let state = state.as_mut().ok_or(Fault::Closed)?;
            state.first = seed.map_or(state.first, |seed| seed.0);
            state.seeds = (0..count as u64).map(|at| state.first.wrapping_add(at)).collect();
            state.counts = vec![0; count];
            state.battles = state.seeds.iter().map(|&seed| state.scenario.battle(seed)).collect();
            Ok::<(), Fault>(())
        })?;
        self.run(py, None)
    }

    fn _step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_array();
        if actions.len() != self.count {
            let text = format!("{} actions for {} battles", actions.len(), self.count);
            return Err(Fault::Shape(text).into());
        }
        self.run(py, Some(actions.to_vec()))
    }

    #[getter]
    fn n(&self) -> usize {
        self.count
    }

    /// Makes this many random decisions in each battle without arrays, for comparison. Begins the battles anew.
    fn _random_steps(&self, py: Python<'_>, steps: usize, seed: u64) -> PyResult<u64> {
        let hash = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let State { scenario, battles, threads, .. } = state.as_mut().ok_or(Fault::Closed)?;
            let (scenario, share) = (&*scenario, battles.len().div_ceil(*threads).max(1));
            let work = |share: &mut [Core], first: u64| -> Result<u64, Fault> {
                let (mut hash, mut number) = (0, seed.wrapping_add(first).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                for _ in 0..steps {
                    for core in share.iter_mut() {
                        let Some(side) = core.side_to_decide() else {
                            number = number.wrapping_add(1);
                            *core = scenario.battle(number);
                            continue;
                        };
                        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let count = core.decisions(side).len();
                        core.step((number >> 33) as usize % count)?;
                        hash ^= count as u64;
                    }
                }
                Ok(hash)
            };
            std::thread::scope(|scope| {
                let shares = battles.chunks_mut(share).zip(0..);
                let workers: Vec<_> = shares.map(|(share, at)| scope.spawn(move || work(share, at))).collect();
                let mut hash = 0;
                for worker in workers {
                    hash ^= worker.join().unwrap_or_else(|_| Err(Fault::Value("a worker failed".to_owned())))?;
                }
                Ok::<u64, Fault>(hash)
            })
        });
        hash.map_err(PyErr::from)
    }

    /// Frees the battles. The arrays stay; later calls raise `Closed`.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.state.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<VecBattle of {} battles>", self.count)
    }
}
