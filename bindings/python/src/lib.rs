//! Python module `foretoken._native`. Its classes are documented in `python/foretoken/_native.pyi`.

mod args;
mod battle;
mod fault;
mod marks;
mod pack;
mod run;
mod tables;
mod vector;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fault::register(module)?;
    module.add_class::<pack::Pack>()?;
    module.add_class::<battle::Battle>()?;
    module.add_class::<battle::Unit>()?;
    module.add_class::<battle::Observation>()?;
    module.add_class::<battle::Prediction>()?;
    module.add_class::<battle::Replay>()?;
    module.add_class::<vector::VecBattle>()?;
    module.add_class::<run::Run>()?;
    module.add("UNIT_COLUMNS", foretoken::arrays::Shape::UNIT.to_vec())?;
    module.add("CELL_COLUMNS", foretoken::arrays::Shape::CELL.to_vec())?;
    module.add("BATTLE_COLUMNS", foretoken::arrays::Shape::BATTLE.to_vec())?;
    module.add("CHOICE_COLUMNS", foretoken::arrays::Shape::CHOICE.to_vec())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
