//! Rules texts of effect sources.

use crate::code;
use crate::fixture::{Scene, effect_source, modifier, number, status};
use expect_test::expect;
use foretoken_action_assets::texts::rules::{self, Reader};
use foretoken_vm::program::Address;
use foretoken_vm::regions::RegionId;
use foretoken_vm::state::Ending;
use foretoken_vm::stats::{
    Aura, Clock, DamageModifier, EffectSourceClass, EffectSourceRef, Event, Handler, How, ItemKind, Mode, Reaches,
    Role, SkillKind, Stage, StatusKind,
};

#[test]
fn effect_sources_are_told_in_words() {
    let mut scene = Scene::new("A.b").action("act", vec![], vec![code::shield(Address::SELF, 2)]);
    let [more, twice, fixed] = [
        modifier(&mut scene, Mode::Augment, 2.0, "boots"),
        modifier(&mut scene, Mode::Multiply, 2.0, ""),
        modifier(&mut scene, Mode::Replace, 1.0, ""),
    ];
    let less = modifier(&mut scene, Mode::Augment, -1.0, "");
    let [two, half] = [number(&mut scene, 2.0), number(&mut scene, 0.5)];
    let aura = Aura { gives: 0, region: (RegionId::STEPS.0, 1, 2), reaches: Reaches::Enemies, itself: true };
    let damage_modifier = |stage, mode, amount, heals| DamageModifier {
        stage,
        mode,
        amount,
        heals,
        types: None,
        priority: 1,
        from: None,
    };
    let handler = |on| Handler { turns: true, ..Handler::new(on, 3) };
    scene.book.slots = vec!["foot".to_owned(), "hand".to_owned()];
    scene.book.items = vec![
        ItemKind {
            effect_source: effect_source("boots", vec![more]),
            slots: 3,
            uses: 2,
            statuses: vec![0],
            skills: vec![0],
            ..ItemKind::default()
        },
        ItemKind { effect_source: effect_source("key", vec![]), ..ItemKind::default() },
    ];
    scene.book.recharges = vec!["act".to_owned()];
    let skill = SkillKind {
        effect_source: effect_source("strike", vec![twice]),
        action: Some(3),
        recharge: 2,
        uses: 1,
        ..SkillKind::default()
    };
    let other = SkillKind {
        effect_source: effect_source("other", vec![]),
        path: "Other".to_owned(),
        recharge: 1,
        replaces: vec![0],
        ..SkillKind::default()
    };
    scene.book.skills = vec![skill, other];
    let mut ill = StatusKind { lasts: Some(two), decays: true, is_bad: true, skips_turn: true, ..status("ill") };
    ill.effect_source.modifiers = vec![fixed, less];
    ill.effect_source.immune = vec!["fire".to_owned()];
    let mut ward = StatusKind {
        clock: Clock::RoundEnds,
        lasts: Some(two),
        dies_with_source: true,
        mind_control: true,
        unremovable: true,
        ..status("ward")
    };
    ward.effect_source.auras = vec![aura];
    ward.effect_source.damage_modifiers = vec![
        damage_modifier(Stage::Outgoing, Mode::Augment, two, false),
        damage_modifier(Stage::Incoming, Mode::Multiply, half, false),
        damage_modifier(Stage::Absorb, Mode::Augment, two, false),
        damage_modifier(Stage::Apply, Mode::Replace, two, true),
    ];
    ward.effect_source.handlers = [
        Event::Applied,
        Event::Ended(Some(Ending::Expired)),
        Event::Tick,
        Event::Begins,
        Event::Uses,
        Event::Dies,
        Event::Moves,
        Event::Health(How::Decrease, Role::Defender),
        Event::Health(How::Increase, Role::Attacker),
    ]
    .map(handler)
    .to_vec();
    scene.book.statuses = vec![ill, ward];
    let kind = scene.kind('A');
    (kind.items, kind.skills, kind.statuses, kind.slots) = (vec![(0, true), (1, false)], vec![0, 1], vec![0], 3);
    let play = scene.start();
    let reader = Reader::new(play.battle.state().sheet(&play.book), play.id('A'));
    let mut told = String::new();
    for (class, count) in [(EffectSourceClass::Item, 2), (EffectSourceClass::Skill, 2), (EffectSourceClass::Status, 2)]
    {
        for kind in 0..count {
            let of = EffectSourceRef { class, kind };
            assert_eq!(EffectSourceRef::from_word(of.to_word()), of);
            told += &format!("{class:?} {kind}\n");
            told += &rules::text(&rules::of_effect_source(&play.book, of, Some(reader)));
        }
    }
    told += &play.book.describe_effect_sources();
    expect![[r#"
        Item 0
        Slot: foot and hand
        2 uses
        Gives the skill STRIKE
        Gives ILL
        Movement +2 (only the best bonus of boots counts)
        Item 1
        Carried, not worn
        Skill 0
        1 use per battle; cooldown 2 turns, shared with OTHER
        Gives a shield of 2 to the user until the round ends
        Movement × 2
        Skill 1
        Cooldown 1 turn, shared with STRIKE
        Replaces STRIKE
        Status 0
        Lasts 2 turns of the unit, or until its amount is 0
        Its amount falls by 1 at the end of each turn of the unit
        The unit skips its turns
        Movement is 1
        Movement −1
        Immune to fire
        Status 1
        Lasts 2 rounds
        The unit fights for the side of the unit that applied it
        Cannot be removed before its end
        Ends when the unit that applied it dies
        Damage dealt: +2
        Damage taken: × 0.5
        Absorbs damage, at most 2; the amount of WARD falls by the damage absorbed
        Final healing: is 2
        Aura: gives ILL to the unit and enemies, distance up to 2
        When applied:
          Turns to the unit that caused it
          Gives a shield of 2 to the unit until the round ends
        When its time runs out:
          Turns to the unit that caused it
          Gives a shield of 2 to the unit until the round ends
        At the end of each round:
          Turns to the unit that caused it
          Gives a shield of 2 to the unit until the round ends
        When the unit's turn begins:
          Turns to the unit that caused it
          Gives a shield of 2 to the unit until the round ends
        When the unit uses a move or an action:
          Turns to the unit that caused it
          Gives a shield of 2 to the unit until the round ends
        When the unit dies:
          Turns to the unit that caused it
          Gives a shield of 2 to the unit until the round ends
        When the unit is moved to another cell:
          Turns to the unit that caused it
          Gives a shield of 2 to the unit until the round ends
        When the unit loses health:
          Turns to the attacker
          Gives a shield of 2 to the unit until the round ends
        When another unit gains health by healing of this unit:
          Turns to that unit
          Gives a shield of 2 to the unit until the round ends
        Item boots
          Augment movement by 2, priority 0 group boots
          slots foot, hand uses 2 categories 
          skill strike
          status ill
        Item key
          slots  uses 0 categories 
        Skill strike
          Multiply movement by 2, priority 0 group 
          path  recharge 2 with act uses 1
          uses act
        Skill other
          path Other recharge 1 with act uses 0
          replaces strike
        Status ill
          Replace movement by 1, priority 0 group 
          Augment movement by -1, priority 0 group 
          immune fire
          lasts 2 by BearerEnds, priority 0
          key ill counted by Bearer, limit 3 most 9: Replace All Ignore
          wears
          stops
          bad
        Status ward
          Outgoing harm Augment by 2 of all, priority 1
          Incoming harm Multiply by 0.5 of all, priority 1
          Absorb harm Augment by 2 of all, priority 1
          Apply healing Replace by 2 of all, priority 1
          on Applied turning: act, priority 0
          on Ended(Some(Expired)) turning: act, priority 0
          on Tick turning: act, priority 0
          on Begins turning: act, priority 0
          on Uses turning: act, priority 0
          on Dies turning: act, priority 0
          on Moves turning: act, priority 0
          on Health(Decrease, Defender) turning: act, priority 0
          on Health(Increase, Attacker) turning: act, priority 0
          aura ill to Enemies and itself within steps 1..2
          lasts 2 by RoundEnds, priority 0
          key ward counted by Bearer, limit 3 most 9: Replace All Ignore
          unremovable
          charms
          dies with its source
        unit A: skill strike
        unit A: skill other
        unit A: wears boots
        unit A: carries key
        unit A: status ill
        unit A: slots foot, hand
    "#]]
    .assert_eq(&told);
}
