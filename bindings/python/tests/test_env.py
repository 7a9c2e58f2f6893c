import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test

import foretoken
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


def test_illegal_actions_do_what_the_option_says(pack):
    with pytest.raises(ValueError):
        BattleEnv(pack, "first-light", illegal="punish")
    with pytest.raises(ValueError):
        BattleAEC(pack, "first-light", render_mode="human")
    ignoring = BattleEnv(pack, "first-light")
    before, _ = ignoring.reset(seed=1)
    after, reward, over, cut, info = ignoring.step(255)
    assert (reward, over, cut, info["is_illegal"]) == (0.0, False, False, True)
    assert all(np.array_equal(before[name], after[name]) for name in before)
    losing = BattleEnv(pack, "first-light", illegal="lose")
    losing.reset(seed=1)
    assert losing.step(-1)[1:3] == (-1.0, True)
    for env in (BattleEnv(pack, "first-light", illegal="raise"), BattleAEC(pack, "first-light")):
        env.reset(seed=1)
        if isinstance(env, BattleAEC):
            env._cumulative_rewards[env.agent_selection] = 0.5
        with pytest.raises(foretoken.IllegalDecision) as error:
            env.step(255)
        assert error.value.code == "no-decision"
        if isinstance(env, BattleAEC):
            assert env._cumulative_rewards[env.agent_selection] == 0.5, "a refused action changes nothing"


def test_an_agent_that_acts_illegally_loses_its_episode(pack):
    env = BattleAEC(pack, "first-light", illegal="lose")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(255)
    assert env.terminations == {"side_0": True, "side_1": True}
    assert env.rewards[agent] == -1.0
    assert sum(env.rewards.values()) == -1.0
    ignoring = BattleAEC(pack, "first-light", illegal="ignore")
    ignoring.reset(seed=1)
    ignoring.step(255)
    assert ignoring.infos[agent]["is_illegal"]
    assert not any(ignoring.terminations.values())


def test_environments_need_a_reset_and_have_their_own_seeds(pack):
    for env in (BattleEnv(pack, "first-light"), BattleAEC(pack, "first-light")):
        for call in (env.decisions, env.render, lambda env=env: env.step(0)):
            with pytest.raises(gymnasium.error.ResetNeeded):
                call()
    env = BattleAEC(pack, "first-light", render_mode="ansi")
    env.reset(seed=3)
    assert "round 1" in env.render()
    with pytest.raises(KeyError):
        env.observe("bob")
    with pytest.raises(TypeError):
        env.reset(seed=1.5)
    with pytest.raises(ValueError):
        env.reset(seed=-1)
    made = gymnasium.make("foretoken/Battle-v0", pack=pack, scenario="first-light")
    assert made.reset(seed=3)[0]["action_mask"].any()
