//! Arbitrary bytes as a formula never panic or hang: they give faults with positions inside the text, or operations
//! that terminate.

#![no_main]

use foretoken_action_assets::formula::trial::Trial;
use foretoken_vm::Dice;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut trial = Trial::with_any_names();
    trial.store("a", "2d6kh1 + f.b");
    trial.store("b", "if c.x > 1: t.y; f.a");
    match trial.compile(&text) {
        Ok(formula) => {
            assert!(formula.stack_needed().is_some());
            let _ = trial.disassemble(&formula);
            trial.run(&formula, &mut Dice::new(1));
        }
        Err(faults) => {
            let end = text.chars().count() + 1;
            assert!(!faults.is_empty() && faults.iter().all(|fault| (1..=end).contains(&fault.column)));
        }
    }
});
