//! Tokens: the instructions of programs. A token is a struct of operands with a step that makes at most one atomic
//! change and never calls the machine. Disassembly and reference derive from its comments.

mod area;
mod deed;
mod disassemble;
mod nature;
pub mod operand;

pub use deed::{Deed, Whom};
pub use disassemble::disassemble;
pub use external::Extern;
pub use nature::Stage;
pub(crate) use nature::{Leads, Nature, Reads, ToOwner};
pub use operand::Operand;

use crate::machine::{FastContext, Flow, Run, RunContext};
use crate::program::TokenSet;
use crate::rulebook::Rulebook;
use crate::trap::Trap;
use operand::{Amount, Area, Label, Part, To};

/// Context for the text of operands.
#[derive(Clone, Copy, Debug)]
pub struct Show<'a> {
    /// Rulebook.
    pub book: &'a Rulebook,
    /// Program.
    pub program: &'a TokenSet,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) doc: &'static str,
}

pub(crate) trait Operands: Copy + Default {
    /// Name in disassembly.
    const NAME: &'static str;
    /// Description in the reference.
    const DOC: &'static str;

    fn fields() -> Vec<Field>;

    /// Returns its text in disassembly.
    fn text(&self, show: &Show<'_>) -> String;

    /// Visits every operand.
    fn each(&mut self, visit: &mut dyn FnMut(Part<'_>));
}

pub(crate) trait Listed: Operands {
    /// Returns the operands, if the token is this one.
    fn of(token: &Token) -> Option<&Self>;
}

pub(crate) trait Step: Listed {
    const RUN: Run<Self>;

    /// Returns its properties.
    fn nature(&self) -> Nature {
        Nature::default()
    }
}

/// Defines the struct of a token: `NAME: "text of its line" { operands }`. Doc comments become the reference. `{name}`
/// inserts an operand's text; `as` changes the displayed name.
macro_rules! operands {
    (@name $name:ident) => { stringify!($name) };
    (@name $name:ident $shown:literal) => { $shown };
    (
        $(#[doc = $doc:literal])+
        $name:ident $(as $shown:literal)?: $text:literal { $($(#[doc = $about:literal])+ $field:ident: $type:ty,)* }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
        pub struct $name {
            $($(#[doc = $about])+ pub $field: $type,)*
        }

        impl $crate::tokens::Operands for $name {
            const NAME: &'static str = operands!(@name $name $($shown)?);
            const DOC: &'static str = concat!($($doc),+);

            fn fields() -> Vec<$crate::tokens::Field> {
                vec![$($crate::tokens::Field {
                    name: stringify!($field),
                    kind: <$type as $crate::tokens::Operand>::kind(),
                    doc: concat!($($about),+),
                }),*]
            }

            #[allow(unused_variables)]
            fn text(&self, show: &$crate::tokens::Show<'_>) -> String {
                $(let $field = $crate::tokens::Operand::text(&self.$field, show);)*
                format!($text)
            }

            #[allow(unused_variables)]
            fn each(&mut self, visit: &mut dyn FnMut($crate::tokens::operand::Part<'_>)) {
                $(visit($crate::tokens::Operand::part(&mut self.$field));)*
            }
        }
    };
}

macro_rules! leads {
    ($($name:ident)+) => {
        $(impl $crate::tokens::deed::Does for $name {
            fn deed(&self) -> $crate::tokens::Deed {
                $crate::tokens::Deed::Leads
            }
        })+
    };
}

macro_rules! tokens {
    ($($module:ident: $($name:ident)+;)*) => {
        $(pub mod $module;)*
        $(pub use $module::{$($name),+};)*

        /// One instruction of a program with its operands.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
        pub enum Token {
            $($(#[doc = concat!("See [`", stringify!($name), "`].")] $name($name),)+)*
        }

        $($(
            impl From<$name> for Token {
                fn from(operands: $name) -> Self {
                    Self::$name(operands)
                }
            }
        )+)*

        impl Token {
            /// Returns its name in disassembly.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $($(Self::$name(_) => <$name as Operands>::NAME,)+)*
                }
            }

            /// Returns its text in disassembly.
            #[must_use]
            pub fn text(&self, show: &Show<'_>) -> String {
                match self {
                    $($(Self::$name(operands) => operands.text(show),)+)*
                }
            }

            /// Visits every operand, mutably.
            pub fn each(&mut self, visit: &mut dyn FnMut(Part<'_>)) {
                match self {
                    $($(Self::$name(operands) => operands.each(visit),)+)*
                }
            }

            /// Returns its effect as data.
            #[must_use]
            pub fn deed(&self) -> Deed {
                match self {
                    $($(Self::$name(operands) => deed::Does::deed(operands),)+)*
                }
            }

            pub(crate) fn nature(&self) -> Nature {
                match self {
                    $($(Self::$name(operands) => Step::nature(operands),)+)*
                }
            }

            pub(crate) fn run(&self) -> Run {
                match self {
                    $($(Self::$name(_) => erased::<$name>(),)+)*
                }
            }
        }

        $($(
            impl Listed for $name {
                #[inline(always)]
                fn of(token: &Token) -> Option<&Self> {
                    if let Token::$name(operands) = token { Some(operands) } else { None }
                }
            }
        )+)*

        fn described() -> Vec<(&'static str, &'static str, Vec<Field>)> {
            vec![$($((<$name as Operands>::NAME, <$name as Operands>::DOC, <$name as Operands>::fields()),)+)*]
        }
    };
}

tokens! {
    flow: End Declare Jump JumpUnless LoopBegin LoopNext EachBegin Each EachPick Gather Veil;
    movement: Move;
    move_attack: MoveAttack;
    push: Push;
    teleport: Teleport;
    swap: Swap;
    redirect: Redirect;
    stun: Stun;
    damage: Damage;
    heal: Heal;
    shield: Shield;
    surface: Surface;
    spawn: Spawn;
    delay: Delay;
    mirror: Mirror;
    wait: Wait;
    kill: Kill;
    anchor: Anchor;
    quicken: Quicken;
    postpone: Postpone;
    apply_status: ApplyStatus;
    remove_status: RemoveStatus;
    change_stat: ChangeStat;
    handle_item: HandleItem;
    handle_move: HandleMove;
    handle_slot: HandleSlot;
    pass_item: PassItem;
    trail: Trail TrailEnd;
    external: Call;
}

const _: () = assert!(size_of::<Token>() <= 24, "programs are arrays of small instructions");

impl Token {
    fn find<T: Copy>(mut self, part: impl Fn(Part<'_>) -> Option<T>) -> Option<T> {
        let mut found = None;
        self.each(&mut |operand| found = found.or_else(|| part(operand)));
        found
    }

    /// Returns its amount, if any.
    #[must_use]
    pub fn amount(&self) -> Option<Amount> {
        self.find(|part| if let Part::Amount(amount) = part { Some(*amount) } else { None })
    }

    /// Returns its label, if any.
    #[must_use]
    pub fn label(&self) -> Option<Label> {
        self.find(|part| if let Part::Label(label) = part { Some(*label) } else { None })
    }

    /// Returns its area, if any.
    #[must_use]
    pub fn area(&self) -> Option<Area> {
        self.find(|part| if let Part::Area(area) = part { Some(*area) } else { None })
    }

    pub(crate) fn programs(mut self) -> Vec<u16> {
        let mut named = Vec::new();
        self.each(&mut |part| {
            if let Part::Program(program) = part {
                named.push(program.0);
            }
        });
        named
    }

    /// Sets its target instruction, if any.
    pub fn lead_to(&mut self, at: u32) {
        self.each(&mut |part| {
            if let Part::To(to) = part {
                *to = To(at);
            }
        });
    }

    pub(crate) fn with_amount(mut self, number: i32) -> Self {
        self.each(&mut |part| {
            if let Part::Amount(amount) = part {
                *amount = Amount::Const(number);
            }
        });
        self
    }

    pub(crate) const fn is_condition(&self) -> bool {
        matches!(self, Self::JumpUnless(_))
    }

    pub(crate) fn has_formula(&self) -> bool {
        self.amount().is_some_and(Amount::is_formula)
    }
}

/// Returns the reference of tokens as Markdown.
#[must_use]
pub fn reference() -> String {
    let mut text = String::from(
        "# Tokens\n\nThe instructions that actions compile to, by the words of a disassembly. Written by `foretoken-vm` from \
         the tokens themselves; a test keeps it so.\n",
    );
    for (name, doc, fields) in described() {
        text.push_str(&format!("\n## {name}\n\n{}\n", doc.trim()));
        if !fields.is_empty() {
            text.push_str("\n| operand | kind | |\n|---|---|---|\n");
        }
        for Field { name, kind, doc } in fields {
            text.push_str(&format!("| `{name}` | {kind} | {} |\n", doc.trim()));
        }
    }
    text
}

fn erased<T: Step>() -> Run {
    match T::RUN {
        Run::FastContext(_) => Run::FastContext(fast::<T>),
        Run::Whole(_) => Run::Whole(whole::<T>),
        Run::Both(..) => Run::Both(fast::<T>, whole::<T>),
    }
}

fn fast<T: Step>(fast: &mut FastContext<'_>, token: &Token) -> Flow {
    match (T::RUN, T::of(token)) {
        (Run::FastContext(step) | Run::Both(step, _), Some(operands)) => step(fast, operands),
        _ => Flow::Trap(Trap::BadProgram),
    }
}

fn whole<T: Step>(cx: &mut RunContext<'_>, token: &Token) -> Flow {
    match (T::RUN, T::of(token)) {
        (Run::Whole(step) | Run::Both(_, step), Some(operands)) => step(cx, operands),
        _ => Flow::Trap(Trap::BadProgram),
    }
}
