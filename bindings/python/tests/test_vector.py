import numpy as np

import foretoken


def test_a_vector_equals_single_battles(pack):
    """Each row is the battle of its seed, for any number of threads, also over the end of battles."""
    n, rng = 6, np.random.default_rng(1)
    vec = foretoken.VecBattle(n, pack, "first-light", seed=10, level="easy", computer=False, threads=3)
    singles = [foretoken.Battle(pack, "first-light", 10 + at, "easy", computer=False) for at in range(n)]
    ended = 0
    for _ in range(400):
        for at, battle in enumerate(singles):
            arrays = battle.observe().arrays()
            assert np.array_equal(vec.units[at], arrays["units"])
            assert np.array_equal(vec.cells[at], arrays["cells"])
            assert np.array_equal(vec.choices[at], arrays["choices"])
            assert np.array_equal(vec.mask[at], arrays["action_mask"])
            assert vec.sides[at] == battle.side
        actions = [int(rng.integers(count)) for count in vec.counts]
        rewards, terminated = vec.step(actions)
        for at, (battle, action) in enumerate(zip(singles, actions)):
            battle.step(action)
            assert terminated[at] == battle.is_over
            if battle.is_over:
                ended += 1
                assert not rewards[at, len(battle.sides) :].any(), "sides that are not there get nothing"
                won = {"won": 1.0, "lost": -1.0, "drawn": 0.0}
                assert [rewards[at, side] for side in battle.sides] == [won[battle.outcome(side)] for side in battle.sides]
                singles[at] = foretoken.Battle(pack, "first-light", int(vec.seeds[at]), "easy", computer=False)
                assert vec.seeds[at] == 10 + at + n * ((int(vec.seeds[at]) - 10 - at) // n)
    assert ended > 0


def test_a_reset_begins_again(pack):
    vec = foretoken.VecBattle(3, pack, "first-light", seed=5, level="easy")
    first = vec.units.copy()
    vec.step(vec.counts - 1)
    vec.reset()
    assert np.array_equal(first, vec.units)
