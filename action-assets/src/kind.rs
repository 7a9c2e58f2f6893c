//! Action kinds: what a part can be, and the registry of those a host knows.
//!
//! The registry is built by the host in plain code, from the core kinds and those of any other crate; there is no
//! registration before `main`, so what is known never depends on what happens to be linked.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Debug;

use foretoken_vm::formula::CustomFunction;
use foretoken_vm::policies::PolicyKind;
use foretoken_vm::regions::CustomRegion;
use foretoken_vm::rulebook::Column;
use foretoken_vm::schedulers::{Scheduler, TurnOrder};
use foretoken_vm::tokens::Extern;
use thiserror::Error;

use crate::compile::Compiler;
use crate::diagnostic::did_you_mean;
use crate::inspect::Inspect;
use crate::syntax::is_name;

/// One kind of action part, with its values.
///
/// A kind is a plain struct that also has `Clone`, `Default` and `PartialEq`; [`KindObject`] follows from those. Its
/// default must not hold a part of its own kind, directly or through others, for it would have no end.
pub trait Kind: KindObject + Inspect + Debug + Send + Sync {
    /// The name in text, such as `Push`; the same for all values of the type, unique in a registry.
    fn name(&self) -> &'static str;

    /// One sentence that says what the kind does; the same for all values of the type.
    fn doc(&self) -> &'static str;

    /// What this very part does, in one readable line such as "push T1 by 2".
    fn summary(&self) -> String;

    /// Counts changes of meaning, so that a record can say with which meaning it was made.
    fn version(&self) -> u32 {
        1
    }

    /// Checks the values and emits the tokens of this part. What is wrong is said through the compiler, which goes on.
    fn compile(&self, compiler: &mut Compiler<'_>);

    /// What parts that are put into one of its lists aim at first, such as `here`; `None` for what was declared last.
    fn usual_target(&self, list: &str) -> Option<&'static str> {
        let _ = list;
        None
    }

    /// Tokens that the kind brings along, for kinds of other crates; the same for all values of the type.
    fn externs(&self) -> Vec<Extern> {
        Vec::new()
    }

    /// Columns that the kind keeps something in, for kinds of other crates; the same for all values of the type.
    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }
}

/// What a boxed kind can do because of its type's `Clone`, `Default` and `PartialEq`.
pub trait KindObject: Any {
    /// A copy.
    fn clone_box(&self) -> Box<dyn Kind>;

    /// The default value of the same kind.
    fn fresh(&self) -> Box<dyn Kind>;

    /// Whether both are the same kind with the same values.
    fn equals(&self, other: &dyn Kind) -> bool;

    /// The value, for a downcast.
    fn as_any(&self) -> &dyn Any;

    /// The value, for a downcast that changes it.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Kind + Clone + Default + PartialEq> KindObject for T {
    fn clone_box(&self) -> Box<dyn Kind> {
        Box::new(self.clone())
    }

    fn fresh(&self) -> Box<dyn Kind> {
        Box::new(T::default())
    }

    fn equals(&self, other: &dyn Kind) -> bool {
        other.as_any().downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Clone for Box<dyn Kind> {
    fn clone(&self) -> Self {
        // Without the dereference the box itself would have to be a kind.
        (**self).clone_box()
    }
}

/// What the registry holds about a kind.
#[derive(Clone, Debug)]
pub struct Registration {
    /// The name in text.
    pub name: &'static str,
    /// One sentence about it.
    pub doc: &'static str,
    /// Counts changes of meaning.
    pub version: u32,
    /// Makes one with default values.
    pub make: fn() -> Box<dyn Kind>,
    /// Tokens it brings along.
    pub externs: Vec<Extern>,
    /// Columns it brings along.
    pub columns: Vec<Column>,
}

impl Registration {
    /// The registration of a kind, as its default value describes itself.
    pub fn of<K: Kind + Default>() -> Self {
        let kind = K::default();
        Registration {
            name: kind.name(),
            doc: kind.doc(),
            version: kind.version(),
            make: || Box::new(K::default()),
            externs: kind.externs(),
            columns: kind.columns(),
        }
    }
}

/// Why a kind cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegistryError {
    /// Two kinds would be written alike.
    #[error("there are two action kinds named `{name}`")]
    Duplicate {
        /// The name both have.
        name: &'static str,
    },
    /// Two kinds of policies would be written alike.
    #[error("there are two kinds of policies named `{name}`")]
    DuplicatePolicy {
        /// The name.
        name: &'static str,
    },
    /// Two turn orders would be written alike.
    #[error("there are two turn orders named `{name}`")]
    DuplicateOrder {
        /// The name both have.
        name: &'static str,
    },
    /// Two regions would be written alike.
    #[error("there are two regions named `{name}`")]
    DuplicateRegion {
        /// The name both have.
        name: &'static str,
    },
    /// Two functions would be written alike.
    #[error("there are two functions of formulas named `{name}`")]
    DuplicateFunction {
        /// The name both have.
        name: &'static str,
    },
    /// The text could not be read back.
    #[error("`{name}` cannot be the name of an action kind: it needs letters, digits and underscores alone")]
    NotAName {
        /// The name in question.
        name: &'static str,
    },
}

/// The kinds a host knows, sorted by name, and the turn orders that it adds to those of the VM.
#[derive(Clone, Debug, Default)]
pub struct KindRegistry {
    kinds: BTreeMap<&'static str, Registration>,
    orders: BTreeMap<&'static str, &'static dyn TurnOrder>,
    policies: BTreeMap<&'static str, &'static dyn PolicyKind>,
    regions: BTreeMap<&'static str, CustomRegion>,
    functions: BTreeMap<&'static str, CustomFunction>,
}

impl KindRegistry {
    /// No kinds.
    pub fn new() -> Self {
        Self::default()
    }

    /// The registry with one more kind.
    ///
    /// # Errors
    /// See [`Self::register`].
    pub fn with<K: Kind + Default>(mut self) -> Result<Self, RegistryError> {
        self.register(Registration::of::<K>())?;
        Ok(self)
    }

    /// Adds a kind.
    ///
    /// # Errors
    /// When the name is taken, or is no name; the registry is then as before.
    pub fn register(&mut self, registration: Registration) -> Result<(), RegistryError> {
        let name = registration.name;
        if !is_name(name) {
            return Err(RegistryError::NotAName { name });
        }
        if self.kinds.contains_key(name) {
            return Err(RegistryError::Duplicate { name });
        }
        self.kinds.insert(name, registration);
        Ok(())
    }

    /// Adds a turn order, which scenarios then may name.
    ///
    /// # Errors
    /// When the name is taken, also by an order of the VM; the registry is then as before.
    pub fn register_order(&mut self, order: &'static dyn TurnOrder) -> Result<(), RegistryError> {
        let name = order.name();
        if self.orders().any(|known| known.name() == name) {
            return Err(RegistryError::DuplicateOrder { name });
        }
        self.orders.insert(name, order);
        Ok(())
    }

    /// Adds a kind of policy, which policies then may name.
    ///
    /// # Errors
    /// When the name is taken, also by a kind of the VM; the registry is then as before.
    pub fn register_policy(&mut self, kind: &'static dyn PolicyKind) -> Result<(), RegistryError> {
        let name = kind.name();
        if self.policy_kinds().any(|known| known.name() == name) {
            return Err(RegistryError::DuplicatePolicy { name });
        }
        self.policies.insert(name, kind);
        Ok(())
    }

    /// All kinds of policies: those of the VM, then those that were added, by name.
    pub fn policy_kinds(&self) -> impl Iterator<Item = &'static dyn PolicyKind> {
        foretoken_vm::policies::KINDS.into_iter().chain(self.policies.values().copied())
    }

    /// Adds a region, which region assets then may name.
    ///
    /// # Errors
    /// When the name is taken; the registry is then as before.
    pub fn register_region(&mut self, region: CustomRegion) -> Result<(), RegistryError> {
        let name = region.name;
        if self.regions.contains_key(name) {
            return Err(RegistryError::DuplicateRegion { name });
        }
        self.regions.insert(name, region);
        Ok(())
    }

    /// The regions that were added, by name.
    pub fn custom_regions(&self) -> impl Iterator<Item = CustomRegion> {
        self.regions.values().copied()
    }

    /// Adds a function, which formulas then may call.
    ///
    /// # Errors
    /// When the name is taken, also by a function of the language; the registry is then as before.
    pub fn register_function(&mut self, function: CustomFunction) -> Result<(), RegistryError> {
        let name = function.name;
        if self.functions.contains_key(name) || crate::formula::FUNCTIONS.iter().any(|known| known.name == name) {
            return Err(RegistryError::DuplicateFunction { name });
        }
        self.functions.insert(name, function);
        Ok(())
    }

    /// The functions that were added, by name.
    pub fn functions(&self) -> impl Iterator<Item = CustomFunction> {
        self.functions.values().copied()
    }

    /// All turn orders: those of the VM, then those that were added, by name.
    pub fn orders(&self) -> impl Iterator<Item = &'static dyn TurnOrder> {
        Scheduler::ALL.iter().copied().chain(self.orders.values().copied())
    }

    /// The turn order of a name.
    pub fn order(&self, name: &str) -> Option<Scheduler> {
        self.orders().find(|order| order.name() == name).map(Scheduler::new)
    }

    /// The kind of a name.
    pub fn get(&self, name: &str) -> Option<&Registration> {
        self.kinds.get(name)
    }

    /// One of the kind of a name, with default values.
    pub fn make(&self, name: &str) -> Option<Box<dyn Kind>> {
        self.get(name).map(|registration| (registration.make)())
    }

    /// All kinds, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Registration> {
        self.kinds.values()
    }

    /// The help line for a kind that is not known: a near name, or all there are if they are few.
    pub fn suggest(&self, name: &str) -> Option<String> {
        did_you_mean(name, self.kinds.keys().copied()).or_else(|| one_of(self.kinds.keys().copied()))
    }
}

/// The help line that lists what is known, unless that is nothing or too much to read.
pub(crate) fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    (1..=12).contains(&names.len()).then(|| format!("one of {}", names.join(", ")))
}
