//! Forecasts: veiled parts, ranges, fuses, hidden units, and events after a defeat.

use super::*;

/// A veiled part is "????" on its declared cells, and later effects are uncertain.
#[test]
fn a_veiled_part_is_four_question_marks_and_what_follows_is_uncertain() {
    let mut session = pack(
        "
        #######
        #.....#
        #VW...#
        #.....#
        #######
        ",
    )
    .with(
        "units/veiled-brute.ron",
        "Unit(title: \"Brute\", glyph: \"V\", initiative: 9, tags: [\"dark\"], actions: [\"veiled-hurl\"])",
    )
    .start();
    choose(&mut session, 'W');
    use_action(&mut session, "walk");
    hover(&mut session, "d4");
    assert!(session.seat().forecast().line().log().uncertain);
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g
             1   #    #    #    #    #    #    #

             2   #    .    .    .    .    .    #

             3   #   <V>  (W)   ⇢    .    .    #
                      3  ????
             4   #    .    .   :W:⇣  .    .    #

             5   #    #    #    #    #    #    #

            Brute:
              ???? on c3
            Warden:
              Warden moves c3→d3→d4 by walk (uncertain)
              Warden undecided (uncertain)
        "#]],
    );
    let known = session.seat().forecast().state().clone();
    session.commit();
    assert!(*session.battle().state() != known, "and what happens is not what could be seen");
}

#[test]
fn where_dice_are_drawn_there_is_a_range_around_the_likeliest() {
    let mut session = pack(
        "
        ######
        #Wr..#
        #....#
        ######
        ",
    )
    .with(
        "actions/shove.ron",
        "Action(title: \"Smash\", body: [DeclareTarget(name: \"T1\"), Damage(target: \"T1\", amount: \"2d4\")])",
    )
    .with(
        "units/rat.ron",
        "Unit(title: \"Rat\", glyph: \"r\", health: 20, initiative: 1, tags: [\"dark\"], actions: [\"bite\"])",
    )
    .start();
    choose(&mut session, 'W');
    use_action(&mut session, "shove");
    hover(&mut session, "c2");
    assert!(session.seat().forecast().has_chance());
    expect![[r#"
        Warden: 5 → 4, 4 to 4
        Rat: 20 → 15, 12 to 18
    "#]]
    .assert_eq(&outlooks(&session));
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f
             1   #    #    #    #    #    #

             2   #  ×(W) ×<r>   .    .    #
                     5→4 20⇢15
             3   #    .    .    .    .    #

             4   #    #    #    #    #    #

            Warden:
              Rat health 20→15 by hit (uncertain)
              Warden undecided (uncertain)
            Rat:
              Warden health 5→4 by bite (uncertain)
        "#]],
    );
    hover(&mut session, "b3");
    assert!(!session.seat().forecast().has_chance(), "a blow at nobody rolls no dice");
    assert!(session.seat_mut().step_back());
    assert!(!session.seat().forecast().has_chance(), "without the smash there is nothing to roll for");
    expect![[r#"
        Warden: 5 → 4, 4 to 4
        Rat: 20 → 20, 20 to 20
    "#]]
    .assert_eq(&outlooks(&session));
}

#[test]
fn a_fuse_is_foreseen_two_rounds_on() {
    let mut session = pack(
        "
        #######
        #L....#
        #.W.r.#
        #.....#
        #######
        ",
    )
    .with(
        "units/rat.ron",
        "Unit(title: \"Rat\", glyph: \"r\", health: 3, initiative: 2, tags: [\"dark\"], actions: [\"wait\"])",
    )
    .start();
    choose(&mut session, 'L');
    use_action(&mut session, "fuse");
    pick(&mut session, "d2");
    let two = session.seat().answer_of_number(2).expect("two rounds on");
    assert!(session.seat_mut().answer(two));
    assert!(session.decide());
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g
             1   #    #    #    #    #    #    #

             2   #   (L)   .   :o:   .    .    #
                      3   ‹2›  ‹2›  ‹2›
             3   #    .   (W)   .   <r>   .    #
                           5   ‹2›   3
             4   #    .    .    .    .    .    #

             5   #    #    #    #    #    #    #

            Warden:
              Warden undecided
            Lamplighter:
              Bomb appears on d2 by spawn
            Then:
              blast takes effect on c2 in 2 rounds (uncertain)
              blast takes effect on e2 in 2 rounds (uncertain)
              blast takes effect on d3 in 2 rounds (uncertain)
              blast takes effect on d2 in 2 rounds (uncertain)
        "#]],
    );
    session.commit();
    assert_eq!(session.battle().state().round(), 2);
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g
             1   #    #    #    #    #    #    #

             2   #   (L)   .   [o]   .    .    #
                      3   ‹1›  2‹1  ‹1›
             3   #    .   (W)   .   <r>   .    #
                           5   ‹1›   3
             4   #    .    .    .    .    .    #

             5   #    #    #    #    #    #    #

            Warden:
              Warden undecided
            Lamplighter:
              Lamplighter undecided
            Then:
              blast takes effect on c2 next round (uncertain)
              blast takes effect on e2 next round (uncertain)
              blast takes effect on d3 next round (uncertain)
              blast takes effect on d2 next round (uncertain)
        "#]],
    );
    session.commit();
    assert_eq!(session.battle().state().round(), 3);
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g
             1   #    #    #    #    #    #    #

             2   #   (L) × . ××[o] × . ×  .    #
                      3        2→†
             3   #    .   (W) × . × <r>   .    #
                           5         3
             4   #    .    .    .    .    .    #

             5   #    #    #    #    #    #    #

            Warden:
              Warden undecided
            Lamplighter:
              Lamplighter undecided
            Then:
              c2 is hit, but it is empty by blast
              e2 is hit, but it is empty by blast
              d3 is hit, but it is empty by blast
              Bomb health 2→0 by blast
              Bomb dies on d2 by blast
        "#]],
    );
    choose(&mut session, 'W');
    use_action(&mut session, "walk");
    pick(&mut session, "c2");
    use_action(&mut session, "shove");
    hover(&mut session, "d2");
    check(
        &session,
        expect![[r#"
                 a    b    c    d    e    f    g
             1   #    #    #    #    #    #    #

             2   #   (L)  :W:⇡×[o] × ⇢ ×× . ×  #
                      3        2→†
             3   #    .   (W)   .  ×<r>   .    #
                           5        3→1
             4   #    .    .    .    .    .    #

             5   #    #    #    #    #    #    #

            Warden:
              Warden moves c3→c2 by walk (if chosen)
              Bomb moves d2→e2 by shove (if chosen)
              Warden undecided (if chosen)
            Lamplighter:
              Lamplighter undecided
            Then:
              d2 is hit, but it is empty by blast
              f2 is hit, but it is empty by blast
              Rat health 3→1 by blast
              Bomb health 2→0 by blast
              Bomb dies on e2 by blast
        "#]],
    );
}

#[test]
fn a_hidden_ambusher_leaves_no_mark() {
    let ambush = |hidden: bool| {
        pack(
            "
            ######
            #W.!.#
            #..r.#
            ######
            ",
        )
        .with(
            "units/rat.ron",
            &format!("Unit(title: \"Rat\", glyph: \"r\", health: 2, initiative: 9, hidden: {hidden}, tags: [\"dark\"], actions: [\"bite\"])"),
        )
    };
    let mut session = ambush(true).start();
    choose(&mut session, 'W');
    check(
        &session,
        expect![[r#"
             a    b    c    d    e    f
         1   #    #    #    #    #    #

         2   #   (W)   .   (!)   .    #
                  5         2
         3   #    .    .    .    .    #

         4   #    #    #    #    #    #

        Warden:
          Warden undecided (if chosen)
    "#]],
    );
    assert_eq!(session.seat().forecast().marks().marks.len(), 1, "nothing but the warden's own");
    let lantern = find(session.book(), session.seat().known().state(), '!');
    let before = session.battle().state().entity(lantern).health;
    session.commit();
    assert_eq!(session.battle().state().entity(lantern).health, before - 1, "and yet it strikes");
    check(
        &session,
        expect![[r#"
             a    b    c    d    e    f
         1   #    #    #    #    #    #

         2   #   (W)   .  ×(!)   .    #
                  5        1→†
         3   #    .    .   <r>   .    #
                            2
         4   #    #    #    #    #    #

        Rat:
          Lantern health 1→0 by bite
          Lantern dies on d2 by bite
        Warden:
          Warden undecided
    "#]],
    );
    let open = ambush(false).start();
    check(
        &open,
        expect![[r#"
             a    b    c    d    e    f
         1   #    #    #    #    #    #

         2   #   (W)   .  ×(!)   .    #
                  5        2→1
         3   #    .    .   <r>   .    #
                            2
         4   #    #    #    #    #    #

        Rat:
          Lantern health 2→1 by bite
        Warden:
          Warden undecided
    "#]],
    );
}

#[test]
fn choosing_never_touches_the_battle() {
    let mut session = three_stages();
    let before: Battle = session.battle().clone();
    choose(&mut session, 'D');
    use_action(&mut session, "triple-step");
    for step in ["c4", "d4", "e4"] {
        hover(&mut session, step);
        pick(&mut session, step);
    }
    session.seat_mut().abandon();
    assert_eq!(*session.battle(), before);
}

/// Forecasts continue after a defeat: saving the first lantern shows the bite of the second.
#[test]
fn what_comes_behind_a_defeat_is_told() {
    let lantern = r#"Unit(title: "Lantern", glyph: "!", health: 1, acts: false, tags: ["lantern"])"#;
    let pack = Pack::new("##########\n#r!..W.!r#\n##########").with("units/lantern.ron", lantern);
    let lost = pack.goal_of(1, "count(lantern) < 2").start();
    expect![[r#"
             a    b    c    d    e    f    g    h    i    j
         1   #    #    #    #    #    #    #    #    #    #

         2   #  A<r> ×(!)→  →  A:r:→ (W)   ⇠  ×(!)⇠B<r>   #
                  2   1→†             5         1    2
         3   #    #    #    #    #    #    #    #    #    #

        Warden:
          Warden undecided
        Rat A:
          Lantern A health 1→0 by bite
          Lantern A dies on c2 by bite
          Rat A moves b2→c2→d2→e2 by walk
          the battle is won by side 2
        (after you have lost)
        Rat B:
          Lantern B health 1→0 by bite
          Lantern B dies on h2 by bite
          Rat B moves i2→h2→g2 by walk
    "#]]
    .assert_eq(&show(&lost));
}

/// Units that move after a predicted defeat block their new cells.
#[test]
fn who_is_in_the_way_behind_a_defeat_stands_where_it_went() {
    let lantern = r#"Unit(title: "Lantern", glyph: "!", health: 1, acts: false, tags: ["lantern"])"#;
    let pack =
        Pack::new("##########\n#r!......#\n##########\n#BW.....r#\n##########").with("units/lantern.ron", lantern);
    let lost = pack.goal_of(1, "count(lantern) = 0").start();
    expect![[r#"
             a    b    c    d    e    f    g    h    i    j
         1   #    #    #    #    #    #    #    #    #    #

         2   #  A<r> ×(!)→  .    .    .    .    .    .    #
                  2  1→†:r
         3   #    #    #    #    #    #    #    #    #    #

         4   #   <B> ×(W)⇢× ⇢ ×× ⇠ ×  ⇠    ⇠    ⇠  B<r>   #
                  5    5                             2
         5   #    #    #    #    #    #    #    #    #    #

        Warden:
          Warden undecided
        Rat A:
          Lantern health 1→0 by bite
          Lantern dies on c2 by bite
          Rat A moves b2→c2 by walk
          the battle is won by side 2
        (after you have lost)
        Rat B:
          Rat B moves i4→h4→g4→f4→e4 by walk
        Brute:
          Warden health 5→4 by hit
          Warden moves c4→d4 by hurl
          Warden stops at d4: Rat B blocks it on e4 by hurl
          Warden health 4→3 by hurl
          Rat B health 2→1 by hurl
          Brute moves b4→c4 by walk
    "#]]
    .assert_eq(&show(&lost));
}
