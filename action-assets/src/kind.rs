//! Action kinds and their registry. The host builds the registry explicitly, so its contents do not depend on linking.

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

/// A kind of action part, with its values. The default must not contain a part of the same kind, because it would be
/// infinite.
pub trait Kind: KindObject + Inspect + Debug + Send + Sync {
    /// Returns the name in text, unique in a registry.
    fn name(&self) -> &'static str;

    /// Returns one sentence about the kind.
    fn doc(&self) -> &'static str;

    /// Returns a short description of this part, such as "push T1 by 2".
    fn summary(&self) -> String;

    /// Version of the meaning, for records.
    fn version(&self) -> u32 {
        1
    }

    /// Checks the values and emits tokens. Reports faults to the compiler and continues.
    fn compile(&self, compiler: &mut Compiler<'_>);

    /// Returns the default target of new parts in a list, such as `here`; `None` for the latest target.
    fn usual_target(&self, list: &str) -> Option<&'static str> {
        let _ = list;
        None
    }

    /// Tokens of the kind, for kinds of other crates.
    fn externs(&self) -> Vec<Extern> {
        Vec::new()
    }

    /// Columns of the kind, for kinds of other crates.
    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }
}

/// Operations on a boxed kind.
pub trait KindObject: Any {
    /// Clones the value.
    fn clone_box(&self) -> Box<dyn Kind>;

    /// Returns the default value of the kind.
    fn fresh(&self) -> Box<dyn Kind>;

    /// Whether both have the same kind and values.
    fn is_equal(&self, other: &dyn Kind) -> bool;

    /// Casts for a downcast.
    fn as_any(&self) -> &dyn Any;

    /// Casts for a mutable downcast.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Kind + Clone + Default + PartialEq> KindObject for T {
    fn clone_box(&self) -> Box<dyn Kind> {
        Box::new(self.clone())
    }

    fn fresh(&self) -> Box<dyn Kind> {
        Box::new(T::default())
    }

    fn is_equal(&self, other: &dyn Kind) -> bool {
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
        // Dereference: the box is not a kind itself.
        (**self).clone_box()
    }
}

/// Registry entry of a kind.
#[derive(Clone, Debug)]
pub struct Registration {
    /// Name in text.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Version of the meaning.
    pub version: u32,
    /// Creates a default value.
    pub make: fn() -> Box<dyn Kind>,
    /// Its tokens.
    pub externs: Vec<Extern>,
    /// Its columns.
    pub columns: Vec<Column>,
}

impl Registration {
    /// Creates the entry of a kind.
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
    /// Two kinds have one name.
    #[error("two action kinds have the name `{name}`")]
    Duplicate {
        /// The name.
        name: &'static str,
    },
    /// Two kinds of policies have one name.
    #[error("two kinds of policies have the name `{name}`")]
    DuplicatePolicy {
        /// The name.
        name: &'static str,
    },
    /// Two turn orders have one name.
    #[error("two turn orders have the name `{name}`")]
    DuplicateOrder {
        /// The name.
        name: &'static str,
    },
    /// Two regions have one name.
    #[error("two regions have the name `{name}`")]
    DuplicateRegion {
        /// The name.
        name: &'static str,
    },
    /// Two functions have one name.
    #[error("two functions of formulas have the name `{name}`")]
    DuplicateFunction {
        /// The name.
        name: &'static str,
    },
    /// The name cannot be read as text.
    #[error("`{name}` cannot be the name of an action kind: use only letters, digits and underscores")]
    NotAName {
        /// The name.
        name: &'static str,
    },
}

/// The kinds, turn orders, policies, regions and functions of a host.
#[derive(Clone, Debug, Default)]
pub struct KindRegistry {
    kinds: BTreeMap<&'static str, Registration>,
    orders: BTreeMap<&'static str, &'static dyn TurnOrder>,
    policies: BTreeMap<&'static str, &'static dyn PolicyKind>,
    regions: BTreeMap<&'static str, CustomRegion>,
    functions: BTreeMap<&'static str, CustomFunction>,
}

impl KindRegistry {
    /// Creates an empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a kind.
    ///
    /// # Errors
    ///
    /// See [`Self::register`].
    pub fn with<K: Kind + Default>(mut self) -> Result<Self, RegistryError> {
        self.register(Registration::of::<K>())?;
        Ok(self)
    }

    /// Adds a kind.
    ///
    /// # Errors
    ///
    /// If the name is taken or invalid.
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

    /// Adds a turn order.
    ///
    /// # Errors
    ///
    /// If the name is taken.
    pub fn register_order(&mut self, order: &'static dyn TurnOrder) -> Result<(), RegistryError> {
        let name = order.name();
        if self.orders().any(|known| known.name() == name) {
            return Err(RegistryError::DuplicateOrder { name });
        }
        self.orders.insert(name, order);
        Ok(())
    }

    /// Adds a kind of policy.
    ///
    /// # Errors
    ///
    /// If the name is taken.
    pub fn register_policy(&mut self, kind: &'static dyn PolicyKind) -> Result<(), RegistryError> {
        let name = kind.name();
        if self.policy_kinds().any(|known| known.name() == name) {
            return Err(RegistryError::DuplicatePolicy { name });
        }
        self.policies.insert(name, kind);
        Ok(())
    }

    /// Returns the kinds of policies: those of the VM, then added ones by name.
    pub fn policy_kinds(&self) -> impl Iterator<Item = &'static dyn PolicyKind> {
        foretoken_vm::policies::KINDS.into_iter().chain(self.policies.values().copied())
    }

    /// Adds a region.
    ///
    /// # Errors
    ///
    /// If the name is taken.
    pub fn register_region(&mut self, region: CustomRegion) -> Result<(), RegistryError> {
        let name = region.name;
        if self.regions.contains_key(name) {
            return Err(RegistryError::DuplicateRegion { name });
        }
        self.regions.insert(name, region);
        Ok(())
    }

    /// Returns the added regions by name.
    pub fn custom_regions(&self) -> impl Iterator<Item = CustomRegion> {
        self.regions.values().copied()
    }

    /// Adds a function for formulas.
    ///
    /// # Errors
    ///
    /// If the name is taken.
    pub fn register_function(&mut self, function: CustomFunction) -> Result<(), RegistryError> {
        let name = function.name;
        if self.functions.contains_key(name) || crate::formula::FUNCTIONS.iter().any(|known| known.name == name) {
            return Err(RegistryError::DuplicateFunction { name });
        }
        self.functions.insert(name, function);
        Ok(())
    }

    /// Returns the added functions by name.
    pub fn functions(&self) -> impl Iterator<Item = CustomFunction> {
        self.functions.values().copied()
    }

    /// Returns the turn orders: those of the VM, then added ones by name.
    pub fn orders(&self) -> impl Iterator<Item = &'static dyn TurnOrder> {
        Scheduler::ALL.iter().copied().chain(self.orders.values().copied())
    }

    /// Returns a turn order by name.
    pub fn order(&self, name: &str) -> Option<Scheduler> {
        self.orders().find(|order| order.name() == name).map(Scheduler::new)
    }

    /// Returns a kind by name.
    pub fn get(&self, name: &str) -> Option<&Registration> {
        self.kinds.get(name)
    }

    /// Creates a default part of a kind.
    pub fn make(&self, name: &str) -> Option<Box<dyn Kind>> {
        self.get(name).map(|registration| (registration.make)())
    }

    /// Returns all kinds by name.
    pub fn iter(&self) -> impl Iterator<Item = &Registration> {
        self.kinds.values()
    }

    /// Returns the help for an unknown kind: a similar name, or a short list.
    pub fn suggest(&self, name: &str) -> Option<String> {
        did_you_mean(name, self.kinds.keys().copied()).or_else(|| one_of(self.kinds.keys().copied()))
    }
}

pub(crate) fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    (1..=12).contains(&names.len()).then(|| format!("one of {}", names.join(", ")))
}
