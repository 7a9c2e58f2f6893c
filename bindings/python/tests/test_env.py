import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

from foretoken.env import BattleAEC, BattleEnv


def test_the_battle_of_all_sides_passes_the_checks_of_pettingzoo(pack):
    api_test(BattleAEC(pack, "first-light"), num_cycles=300)
    seed_test(lambda: BattleAEC(pack, "first-light"), num_cycles=30)


def test_the_benchmark_of_pettingzoo_runs(pack, capsys, monkeypatch):
    import time

    # It plays for five seconds of this clock.
    ticks = iter(np.arange(0.0, 1e6, 0.25))
    monkeypatch.setattr(time, "time", lambda: float(next(ticks)))
    performance_benchmark(BattleAEC(pack, "first-light"))
    assert "turns per second" in capsys.readouterr().out


def test_the_battle_of_one_side_passes_the_checks_of_gymnasium(pack):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(BattleEnv(pack, "first-light"), skip_render_check=True)


def test_agents_act_in_the_true_order_and_the_end_pays_both(pack):
    env = BattleAEC(pack, "first-light")
    rng = np.random.default_rng(0)
    env.reset(seed=3)
    for agent in env.agent_iter(max_iter=20_000):
        seen, _, terminated, truncated, info = env.last()
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        if terminated or truncated:
            env.step(None)
            continue
        assert agent == f"side_{env.battle.side}"
        assert seen["units"].shape == env.observation_space(agent)["units"].shape
        env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        if env.battle.is_over:
            assert sorted(env.rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert env.battle.is_over


def test_equal_seeds_give_equal_battles(pack):
    def play():
        env = BattleEnv(pack, "first-light", shaping=0.5)
        rng = np.random.default_rng(4)
        seen, info = env.reset(seed=11)
        total = 0.0
        for _ in range(60):
            seen, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            total += reward
            if over or cut:
                break
        return total, seen["units"]

    (first, units), (second, others) = play(), play()
    assert first == second
    assert np.array_equal(units, others)
