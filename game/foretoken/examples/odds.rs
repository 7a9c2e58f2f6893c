//! The program of the page: plays a battle with the first answers that are legal, and prints the odds of each decision.

use foretoken::{Decision, Pack, Side};

fn main() -> Result<(), foretoken::Error> {
    let pack = Pack::open("assets/banner")?;
    let mut battle = pack.scenario("the-terraces")?.battle(1);
    while let Some(side) = battle.side_to_decide() {
        let all = battle.decisions(side);
        // Answers come first, then whatever ends a choice.
        let answer = all.iter().position(|decision| matches!(decision, Decision::Answer { .. }));
        let last = all.len() - 1;
        battle.step(answer.unwrap_or(last))?;
        for unit in battle.odds(side).units.iter().filter(|unit| unit.dies > 0.0) {
            println!("unit {} dies with a chance of {:.0} %", unit.unit.0, 100.0 * unit.dies);
        }
    }
    println!("{:?}", battle.outcome(Side::PLAYER));
    Ok(())
}
