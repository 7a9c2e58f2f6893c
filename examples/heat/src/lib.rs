//! An action kind, a turn order, a region and a function of formulas from outside: `Heat` warms a target, and an entity
//! that gets too hot is hurt and cools down. It brings its own token and its own column, and no line of vm, preview,
//! editor or game knows of it.

mod coolest;
mod knight;

pub use coolest::Coolest;
pub use knight::KNIGHT;

use foretoken::extend::{
    Call, Column, ColumnOf, Compiler, CustomFunction, Extern, Extra, Field, Flow, Formula, Inspect, Inspector, Kind,
    KindRegistry, NameRole, Number, Registration, RegistryError, Run, RunContext, register_core,
};

/// Warms a target; at 3 degrees it takes 2 harm and is cold again.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The target's name.
    pub target: String,
    /// By how many degrees.
    pub degrees: Formula,
}

impl Default for Heat {
    fn default() -> Self {
        Self { target: "T1".to_owned(), degrees: Formula::from(1) }
    }
}

impl Inspect for Heat {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.name(Field::new("target", "Who is warmed.").required(), &mut self.target, NameRole::UsesTarget);
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
        // The column is found here once, so that no step looks it up by its name.
        let extra = Extra(compiler.column("", ColumnOf::Entity, "heat"));
        let amount = compiler.amount("degrees", &self.degrees);
        compiler.emit(Call { token, target, amount, extra, label, ..Call::default() });
    }

    fn externs(&self) -> Vec<Extern> {
        vec![Extern { words: "warms {target} by {amount}", ..Extern::new("heat", 1, Run::Whole(warm)) }]
    }

    fn columns(&self) -> Vec<Column> {
        // A point of heat on one's own unit is worth half a point of health less to the planner.
        vec![Column { name: "heat".to_owned(), of: ColumnOf::Entity, default: 0, weight: -50 }]
    }
}

/// The token: one atom of change a step, first the warmth, then what comes of it.
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

/// How much of somebody's heat glows: one for each third degree. Formulas call it as `glow(c.heat)`.
pub const GLOW: CustomFunction = CustomFunction {
    name: "glow",
    example: "glow(7)",
    doc: "How much of some degrees glows: one for each third.",
    arguments: (1, 1),
    version: 1,
    call: |numbers| numbers.first().map_or(Number::ZERO, |degrees| degrees.over(&Number::whole(3)).floor()),
};

/// The core kinds, this one, this turn order, this region and this function: what a host hands to its content.
///
/// # Errors
/// When another kind is called `Heat`, or another order, region or function as these.
pub fn register(registry: &mut KindRegistry) -> Result<(), RegistryError> {
    register_core(registry)?;
    registry.register(Registration::of::<Heat>())?;
    registry.register_order(&Coolest)?;
    registry.register_region(KNIGHT)?;
    registry.register_function(GLOW)
}
