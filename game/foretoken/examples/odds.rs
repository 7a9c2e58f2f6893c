//! Plays a battle with the first legal decision that does something, and prints the odds of each turn.

use foretoken::{Decision, Pack, Side};

fn main() -> Result<(), foretoken::Error> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "assets/banner".to_owned());
    let pack = Pack::open(folder)?;
    let mut battle = pack.scenario("the-terraces")?.battle(1);
    for _ in 0..200 {
        let Some(side) = battle.side_to_decide() else { break };
        let round = battle.observe(side).round();
        let all = battle.decisions(side);
        let answer = all.iter().position(|decision| matches!(decision, Decision::Answer { .. }));
        let done = all.iter().position(|decision| matches!(decision, Decision::Done { .. } | Decision::EndTurn));
        let at = answer.or(done).unwrap_or_default();
        println!("round {round}: {}", all[at].name());
        battle.step(at)?;
        for unit in battle.odds(side).units.iter().filter(|unit| unit.dies > 0.0) {
            println!("  unit {} dies with a chance of {:.0} %", unit.unit.0, 100.0 * unit.dies);
        }
    }
    println!("{:?} for side 0", battle.outcome(Side::PLAYER));
    Ok(())
}
