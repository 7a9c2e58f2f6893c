//! Areas around a target, and their filters.

use super::*;

#[test]
fn areas_are_cells_around_the_target() {
    let mut text = String::new();
    let over = |is_turned, is_sheltered| -> Token {
        let area = Area { pattern: 1, is_turned, is_sheltered, ..Area::default() };
        Damage { target: T1, amount: Amount::Const(1), area, ..Damage::default() }.into()
    };
    let map = "
        .c.d.
        bA...
        gh.#f";
    text += &ran(map, &[over(false, false)], [(1, 0), (0, 0)]);
    text += &ran(map, &[over(true, false)], [(1, 0), (0, 0)]);
    text += &ran(map, &[over(true, false)], [(0, 1), (0, 0)]);
    text += &ran(map, &[over(false, false)], [(3, 2), (0, 0)]);
    let walled = || {
        let mut scene = scene("A#bcd\n.....", vec![over(false, true), over(false, false)]);
        scene.book.terrains[1].blocks_sight = true;
        scene
    };
    text += &ran_in(walled, [(0, 0), (0, 0)]);
    let area = Area { pattern: 1, ..Area::default() };
    let heal = Heal { target: T1, amount: Amount::Const(2), area, ..Heal::default() }.into();
    let shield = Shield { target: T1, amount: Amount::Const(2), area, ..Shield::default() }.into();
    text += &ran("Abcd\n....", &[blow(1), code::damage(T2, 3), heal, shield], [(1, 0), (2, 0)]);
    let much = Shield { target: T1, amount: Amount::Const(9_000), ..Shield::default() }.into();
    text += &ran("Ab", &[much, code::shield(T1, -1)], ONE);
    expect![[r#"
        Health #0 5 to 4; Struck #3 at c1 0 to 0; Health #1 5 to 4; Health #3 5 to 4
        .c.d.
        bA...
        gh.#f
        Health #0 5 to 4; Struck #3 at c1 0 to 0
        .c.d.
        bA...
        gh.#f
        Health #2 5 to 4; Struck #3 0 to 0
        .c.d.
        bA...
        gh.#f
        Health #6 5 to 4
        .c.d.
        bA...
        gh.#f
        Health #0 5 to 4; Struck #0 at a2 0 to 0; Health #0 4 to 3; Health #1 5 to 4; Struck #0 at a2 0 to 0
        A#bcd
        .....
        Health #1 5 to 4; Health #2 5 to 2; Health #1 4 to 5; Health #2 2 to 4; Shield #1 0 to 2; Shield #2 0 to 2; Shield #3 0 to 2
        Abcd
        ....
        Shield #1 0 to 999
        Ab
    "#]]
    .assert_eq(&text);
}

#[test]
fn filters_narrow_areas_and_loops_over_them() {
    let mut text = String::new();
    let map = "
        ..bC.
        A.d..";
    for filter in [Filter::EMPTY, Filter::OCCUPIED, Filter::ALLY, Filter::ENEMY] {
        for pattern in [0, 1] {
            let area = Area { pattern, filter: Filter(filter), ..Area::default() };
            let hit: Token = Damage { target: T1, amount: Amount::Const(1), area, ..Damage::default() }.into();
            text += &ran(map, &[hit], [(2, 0), (0, 0)]);
        }
    }
    let each = |is_turned| {
        let area = Area { pattern: 1, filter: Filter(Filter::OCCUPIED), is_turned, ..Area::default() };
        let (level, middle, at) = (Level(0), Address(3), Address(4));
        let code = [
            EachBegin { level, target: T1, middle, area }.into(),
            Each { level, at, middle, area, to: To(6) }.into(),
            code::push(at, 1),
            code::next_while(0, 0, 3),
            code::damage(Address::SELF, 1),
        ];
        ran_in(
            || {
                let mut scene = scene(map, code.to_vec());
                scene.book.programs.last_mut().expect("an action").addresses = 5;
                scene
            },
            [(2, 0), (0, 0)],
        )
    };
    text += &each(false);
    text += &each(true);
    expect![[r#"

        ..bC.
        A.d..
        Struck #2 at e1 0 to 0
        ..bC.
        A.d..
        Health #0 5 to 4
        ..bC.
        A.d..
        Health #0 5 to 4; Health #1 5 to 4; Health #3 5 to 4
        ..bC.
        A.d..

        ..bC.
        A.d..
        Health #1 5 to 4
        ..bC.
        A.d..
        Health #0 5 to 4
        ..bC.
        A.d..
        Health #0 5 to 4; Health #3 5 to 4
        ..bC.
        A.d..
        Collided #0 at c1 0 to 1; Health #0 5 to 4; Health #1 5 to 4; Cell #1 d1 to e1; Collided #1 at e1 0 to -1; Health #1 4 to 3; Cell #3 c2 to d2; Health #2 5 to 4
        ..b.C
        A..d.
        Collided #0 at c1 0 to 1; Health #0 5 to 4; Health #1 5 to 4; Cell #1 d1 to e1; Collided #1 at e1 0 to -1; Health #1 4 to 3; Cell #3 c2 to d2; Health #2 5 to 4
        ..b.C
        A..d.
    "#]]
    .assert_eq(&text);
}
