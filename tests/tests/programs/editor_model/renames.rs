//! Intents and records follow renamed assets.

use super::*;

fn intents(session: &Session) -> Vec<(EntityId, Vec<(String, usize)>)> {
    let named =
        |used: &ActionUse| (session.book().program(used.program).expect("a program").name.clone(), used.answers.len());
    let plan = session.referee().plan();
    plan.iter().map(|(unit, intent)| (unit, intent.uses.iter().map(named).collect())).collect()
}

fn called(
    intents: &[(EntityId, Vec<(String, usize)>)],
    names: &[(&str, &str)],
) -> Vec<(EntityId, Vec<(String, usize)>)> {
    let new =
        |name: &String| names.iter().find(|(old, _)| old == name).map_or(name.clone(), |(_, new)| (*new).to_owned());
    let uses = |uses: &[(String, usize)]| uses.iter().map(|(name, answers)| (new(name), *answers)).collect();
    intents.iter().map(|(unit, used)| (*unit, uses(used))).collect()
}

#[test]
fn a_renamed_action_is_still_meant_by_everybody_who_meant_it() {
    let mut table = table("first-light");
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    table.session.decide_rest_by_planner();
    let unit = *table.session.seat().units().last().expect("somebody");
    assert!(table.session.seat_mut().choose_for(unit));
    let program = table.session.seat().choices()[0].program;
    assert!(table.session.seat_mut().use_action(program) && table.session.seat_mut().answer(0));
    let chosen = |table: &Table| table.session.seat().draft().expect("a draft").intent().uses[0].answers.len();
    let (before, answers) = (intents(&table.session), chosen(&table));
    let drafted = table.session.book().program(program).expect("it").name.clone();
    assert!(before.iter().any(|(_, uses)| uses.iter().any(|(name, _)| name == "bite")), "{before:?}");
    model.rename(&mut table.host(), AssetType::Action, "bite", "gnaw");
    model.rename(&mut table.host(), AssetType::Action, &drafted, "drafted");
    model.rename(&mut table.host(), AssetType::Unit, "rat", "vermin");
    let now = called(&before, &[("bite", "gnaw"), (&drafted, "drafted")]);
    assert_eq!(intents(&table.session), now, "{:?}", model.notices);
    assert_eq!(chosen(&table), answers, "what is being chosen stays open: {:?}", model.notices);
    let state = table.session.battle().state();
    let vermin = state.living().filter(|(_, row)| table.session.book().unit_type(row).expect("it").name == "vermin");
    assert!(vermin.count() > 0);
    model.undo(&mut table.host());
    model.undo(&mut table.host());
    assert_eq!(intents(&table.session), called(&before, &[("bite", "gnaw")]));
    model.redo(&mut table.host());
    assert_eq!(intents(&table.session), now);
    let renames = record::open(&table.record)
        .expect("a record")
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Exchange(exchange) => Some(exchange.renames.iter().count()),
            _ => None,
        })
        .collect::<Vec<_>>();
    assert_eq!(renames, [1; 6], "each entry says what it gave another name");
    table.session.seat_mut().abandon();
    assert_eq!(table.resumed().battle(), table.session.battle());
    assert_eq!(intents(&table.resumed()), now);
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { rounds: 1, .. }), "{:?}", table.verified());
    table.session.undo().expect("the round can be taken back");
    assert_eq!(intents(&table.session), now);
    table.session.reset_turn().expect("decisions can be taken back");
    table.session.decide_rest_by_planner();
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }), "{:?}", table.verified());
    assert_eq!(table.resumed().battle(), table.session.battle());
}

#[test]
fn an_action_renamed_while_it_is_faulty_is_still_meant() {
    let mut table = table("first-light");
    let folder = tempfile::tempdir().expect("a folder");
    let mut model = Model::new(folder.path(), None);
    table.session.decide_rest_by_planner();
    let before = intents(&table.session);
    assert!(before.iter().any(|(_, uses)| uses.iter().any(|(name, _)| name == "bite")), "{before:?}");
    let whole = table.editor_host.library().asset(AssetType::Action, "bite").cloned();
    let faulty =
        with(table.editor_host.library(), "bite", "target: \"T1\",", "target: \"T1\",\n            amount: \"2 +\",");
    assert!(table.host().put(&[faulty]).has_errors());
    model.rename(&mut table.host(), AssetType::Action, "bite", "gnaw");
    let now = called(&before, &[("bite", "gnaw")]);
    assert_eq!(intents(&table.session), now, "the last whole version goes by the new name: {:?}", model.notices);
    model.rename(&mut table.host(), AssetType::Action, "gnaw", "chew");
    assert_eq!(intents(&table.session), called(&before, &[("bite", "chew")]), "{:?}", model.notices);
    model.undo(&mut table.host());
    assert_eq!(intents(&table.session), now, "{:?}", model.notices);
    let mended = AssetChange { kind: AssetType::Action, name: "gnaw".to_owned(), asset: whole };
    let faults = table.host().put(&[mended]);
    assert!(!faults.has_errors(), "{}", faults.render());
    table.host().finish();
    assert_eq!(intents(&table.session), now);
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { rounds: 1, .. }), "{:?}", table.verified());
    assert_eq!(table.resumed().battle(), table.session.battle());
}

#[test]
fn a_file_that_got_another_name_on_disk_is_the_same_asset() {
    let mut table = table("first-light");
    table.session.decide_rest_by_planner();
    let before = intents(&table.session);
    let library = table.editor_host.library();
    let bite = library.asset(AssetType::Action, "bite").expect("it").to_text();
    let mut files =
        vec![("actions/bite.ron".to_owned(), None), ("actions/gnaw.ron".to_owned(), Some(bite.into_bytes()))];
    let names_it = |kind| matches!(kind, AssetType::Unit | AssetType::Policy);
    for (kind, name, asset) in library.assets().filter(|(kind, ..)| names_it(*kind)) {
        files.push((kind.path(name), Some(asset.to_text().replace("\"bite\"", "\"gnaw\"").into_bytes())));
    }
    let faults = table.host().exchange(&files);
    assert!(!faults.has_errors(), "{}", faults.render());
    assert_eq!(intents(&table.session), called(&before, &[("bite", "gnaw")]));
    table.session.commit();
    assert!(matches!(table.verified().0, Verdict::Same { .. }), "{:?}", table.verified());
}
