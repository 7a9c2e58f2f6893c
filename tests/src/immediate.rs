//! Custom turn order: units act as soon as they decide, use by use, in order of speed.

use foretoken_action_assets::{KindRegistry, RegistryError, kinds};
use foretoken_vm::schedulers::{Choose, Next, Rounds, Spent, TurnOrder, Until, View};
use foretoken_vm::{Advance, EntityId, OrderContext, Slot};

/// Each unit decides on its turn, and each action use runs before the next decision. A prediction ends before the next
/// undecided activation.
#[derive(Debug)]
pub struct Immediate;

impl Immediate {
    fn ask(view: &View<'_>, unit: EntityId) -> Choose {
        Choose { team: view.state.entity(unit).team, units: vec![unit], until: Until::Decided }
    }

    /// Registers the core kinds and this order.
    ///
    /// # Errors
    /// If the name is taken.
    pub fn register(registry: &mut KindRegistry) -> Result<(), RegistryError> {
        kinds::register(registry)?;
        registry.register_order(&Self)
    }
}

impl TurnOrder for Immediate {
    fn name(&self) -> &'static str {
        "immediate"
    }

    fn doc(&self) -> &'static str {
        "Everybody acts once a round in order of initiative, each use the moment it is decided."
    }

    fn begin_battle(&self, cx: &mut OrderContext<'_, '_>) {
        Rounds.begin_battle(cx);
    }

    fn prepare(&self, cx: &mut OrderContext<'_, '_>) {
        Rounds.prepare(cx);
    }

    fn next(&self, view: &View<'_>) -> Next {
        Rounds.next(view)
    }

    fn begin(&self, cx: &mut OrderContext<'_, '_>, place: usize, slot: Slot) {
        Rounds.begin(cx, place, slot);
    }

    fn end_round(&self, cx: &mut OrderContext<'_, '_>) {
        Rounds.end_round(cx);
    }

    fn is_horizon(&self, view: &View<'_>, after: Advance) -> bool {
        matches!(after, Advance::RoundEnd | Advance::Over) || self.choose(view).is_some()
    }

    fn choose(&self, view: &View<'_>) -> Option<Choose> {
        if let Some((unit, done)) = view.state.open_activation() {
            let more = view.plan.intent(unit).is_some_and(|intent| intent.complete || intent.uses.len() > done);
            return (!more).then(|| Self::ask(view, unit));
        }
        match self.next(view) {
            Next::Slot(_, Slot::Unit(unit)) if view.plan.intent(unit).is_none() => Some(Self::ask(view, unit)),
            _ => None,
        }
    }

    fn spent(&self, view: &View<'_>, after: Advance) -> Spent {
        let open = view.state.open_activation().map(|(unit, _)| unit);
        match after {
            Advance::Unit(unit, _) if open != Some(unit) => Spent::Unit(unit),
            Advance::RoundEnd | Advance::Over => Spent::All,
            _ => Spent::Nothing,
        }
    }
}
