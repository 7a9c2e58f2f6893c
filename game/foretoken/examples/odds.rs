//! The README's program: plays a battle and prints the odds of each decision.

use foretoken::{Pack, Side};

fn main() -> Result<(), foretoken::Error> {
    let pack = Pack::open("assets/banner")?;
    let mut battle = pack.scenario("the-terraces")?.battle(1);
    for count in 0..300 {
        let Some(side) = battle.side_to_decide() else { break };
        let index = count * 7 % battle.decisions(side).len();
        println!("{}", battle.decisions(side)[index].name());
        battle.step(index)?;
        for unit in battle.odds(side).units.iter().filter(|unit| unit.health.values().len() > 1) {
            println!("  health of unit {}: {:?}, dies: {:.1} %", unit.unit.0, unit.health.range(), 100.0 * unit.dies);
        }
    }
    println!("{:?}", battle.outcome(Side::PLAYER));
    Ok(())
}
