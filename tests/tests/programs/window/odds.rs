//! Odds in the window: they are computed between frames and shown in the panels.

use super::*;

fn assets_with_dice() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    let bite = "Action(title: \"Bite\", clip: 2, body: [DeclareTarget(name: \"T1\", filter: [Enemy]), \
                Damage(target: \"T1\", amount: \"if 1d20 >= 8: 1d4; 0\", label: \"bite\")])";
    std::fs::write(folder.path().join("vigil/actions/bite.ron"), bite).expect("written");
    folder
}

#[test]
fn chances_are_counted_between_frames() {
    let assets = assets_with_dice();
    let mut played = Played::of_assets(assets.path(), Some("first-light"));
    let forecast = |played: &Played| played.battle().controller.session.seat().forecast().odds().cloned();
    assert!(played.battle().controller.session.seat().forecast().has_chance());
    for _ in 0..100 {
        played.driver.frames(1);
        if forecast(&played).is_some() {
            break;
        }
    }
    let odds = forecast(&played).expect("they are few");
    let known = played.battle().controller.session.seat().known().state();
    let lantern = odds.units.iter().find(|unit| !known.entity(unit.unit).is_activated() && !unit.is_certain());
    let lantern = lantern.expect("rats bite at the lantern");
    assert!(lantern.dies > 0.0 && lantern.dies < 1.0);
    let at = known.entity(lantern.unit).cell;
    assert!(played.driver.point_cell(at), "it is seen");
    played.driver.frames(2);
    played.keep("odds-of-a-unit");
}
