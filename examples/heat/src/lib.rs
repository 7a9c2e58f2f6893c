//! Custom action kind `Heat`, turn order, region and formula function. A unit that gets too hot takes damage and cools
//! down. The kind has its own token and column.

mod coolest;
mod knight;

pub use coolest::Coolest;
pub use knight::KNIGHT;

use foretoken::extend::{
    Call, Column, ColumnOf, Compiler, CustomFunction, Extern, Extra, Field, Flow, Formula, Inspect, Inspector, Kind,
    KindRegistry, NameRole, Number, Registration, RegistryError, Run, RunContext, register_core,
};

/// Heats a target. At 3 degrees the target takes 2 damage and is cold again.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// Name of the target.
    pub target: String,
    /// Degrees.
    pub degrees: Formula,
}

impl Default for Heat {
    fn default() -> Self {
        Self { target: "T1".to_owned(), degrees: Formula::from(1) }
    }
}

impl Inspect for Heat {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.name(Field::new("target", "Unit that is heated.").required(), &mut self.target, NameRole::UsesTarget);
        inspector.formula(Field::new("degrees", "By how many degrees."), &mut self.degrees);
    }
}

impl Kind for Heat {
    fn name(&self) -> &'static str {
        "Heat"
    }

    fn doc(&self) -> &'static str {
        "Warms a target; at 3 degrees it takes 2 harm and is cold again."
    }

    fn summary(&self) -> String {
        format!("warm {} by {}", self.target, self.degrees.as_str())
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let (target, label) = compiler.subject(&self.target, "", "heat");
        let token = compiler.extern_token("heat");
        // Resolved once, so that no step looks the column up by name.
        let extra = Extra(compiler.column("", ColumnOf::Entity, "heat"));
        let amount = compiler.amount("degrees", &self.degrees);
        compiler.emit(Call { token, target, amount, extra, label, ..Call::default() });
    }

    fn externs(&self) -> Vec<Extern> {
        vec![Extern { words: "warms {target} by {amount}", ..Extern::new("heat", 1, Run::Whole(warm)) }]
    }

    fn columns(&self) -> Vec<Column> {
        // To the planner, a degree on an ally costs half a point of health.
        vec![Column { name: "heat".to_owned(), of: ColumnOf::Entity, default: 0, weight: -50 }]
    }
}

/// Runs the token: one change per step, first the heat, then the damage.
fn warm(cx: &mut RunContext<'_>, call: &Call) -> Flow {
    let Some(target) = cx.unit_at(call.target) else { return Flow::Next };
    let column = call.extra.0;
    let degrees = cx.amount(call.amount);
    let heat = cx.state().entity_column(target, column) + degrees;
    if heat < 3 {
        cx.set_entity_column(target, column, heat.max(0), call.label);
    } else {
        cx.set_entity_column(target, column, 0, call.label);
        cx.apply_damage(target, 2, call.label);
    }
    Flow::Next
}

/// Formula function `glow(c.heat)`: one for every three degrees.
pub const GLOW: CustomFunction = CustomFunction {
    name: "glow",
    example: "glow(7)",
    doc: "How much of some degrees glows: one for each third.",
    arguments: (1, 1),
    version: 1,
    call: |numbers| numbers.first().map_or(Number::ZERO, |degrees| degrees.over(&Number::whole(3)).floor()),
};

/// Adds the core kinds and those of this crate to a registry.
///
/// # Errors
/// If a name is already registered.
pub fn register(registry: &mut KindRegistry) -> Result<(), RegistryError> {
    register_core(registry)?;
    registry.register(Registration::of::<Heat>())?;
    registry.register_order(&Coolest)?;
    registry.register_region(KNIGHT)?;
    registry.register_function(GLOW)
}
