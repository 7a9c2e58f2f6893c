//! Names of functions that return `bool`.

use crate::architecture::{read, root, sources};
use std::fmt::Write;
use syn::visit::{self, Visit};
use syn::{FnArg, ReturnType, Signature, Type};

/// Words of the standard library for questions about a collection and about equality.
const STANDARD: [&str; 2] = ["contains", "eq"];

#[derive(Default)]
struct Misnamed(Vec<String>);

fn is_bool(output: &ReturnType) -> bool {
    matches!(output, ReturnType::Type(_, is) if matches!(&**is, Type::Path(path) if path.path.is_ident("bool")))
}

/// Whether a function can change what its caller has: then `bool` reports what it did.
fn is_change(signature: &Signature) -> bool {
    signature.inputs.iter().any(|input| match input {
        FnArg::Receiver(own) => own.mutability.is_some() && own.reference.is_some(),
        FnArg::Typed(own) => matches!(&*own.ty, Type::Reference(reference) if reference.mutability.is_some()),
    })
}

impl<'s> Visit<'s> for Misnamed {
    fn visit_signature(&mut self, signature: &'s Signature) {
        let name = signature.ident.to_string();
        let is_question = name.starts_with("is_") || name.starts_with("has_");
        let is_standard = STANDARD.iter().any(|word| name == *word || name.starts_with(&format!("{word}_")));
        let returns_bool = is_bool(&signature.output);
        if is_question && !returns_bool || returns_bool && !is_change(signature) && !is_question && !is_standard {
            self.0.push(name);
        }
        visit::visit_signature(self, signature);
    }
}

fn misnamed(code: &str) -> Vec<String> {
    let mut found = Misnamed::default();
    found.visit_file(&syn::parse_file(code).expect("Rust code"));
    found.0
}

#[test]
fn misnamed_predicates_are_found() {
    let code = "fn blocks(at: u8) -> bool { true } fn is_size() -> u8 { 1 } fn is_good() -> bool { true }
        impl Row { fn remove(&mut self) -> bool { true } fn may_end(&self) -> bool { true } }";
    assert_eq!(misnamed(code), ["blocks", "is_size", "may_end"]);
}

#[test]
fn predicates_begin_with_is_or_has() {
    let mut found = String::new();
    for path in sources(&root()) {
        for name in misnamed(&read(&path)) {
            let path = path.strip_prefix(root()).expect("it is inside").display().to_string();
            writeln!(found, "{path}: {name}").expect("a text");
        }
    }
    assert_eq!(found, "", "these functions are not named by the rule");
}
