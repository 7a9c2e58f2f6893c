"""Environments of PettingZoo and Gymnasium.

An action is the index of a legal decision (`battle.legal()`). The observation is a dict of the arrays of
`Observation.arrays()`; `action_mask` in it and in the info says which indices are legal. Dead units keep their rows.
Rewards are 1 for a win, -1 for a loss and 0 for a draw, at the end. With `shaping=s`, each step also gives `s` times the change
of (own health share - enemy health share), as the side knows it.
"""

from __future__ import annotations

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import BATTLE_COLUMNS, CELL_COLUMNS, CHOICE_COLUMNS, UNIT_COLUMNS, Battle, Pack

_LOW, _HIGH = np.iinfo(np.int32).min, np.iinfo(np.int32).max
_REWARDS = {"won": 1.0, "lost": -1.0, "drawn": 0.0, "open": 0.0}
_MOST_STEPS = 20_000


def _space(arrays):
    def box(array):
        return spaces.Box(_LOW, _HIGH, array.shape, np.int32)

    parts = {name: box(array) for name, array in arrays.items() if name != "action_mask"}
    parts["action_mask"] = spaces.Box(0, 1, arrays["action_mask"].shape, np.int8)
    return spaces.Dict(parts)


def _arrays(battle, side):
    arrays = battle.observe(side).arrays()
    arrays["action_mask"] = arrays["action_mask"].astype(np.int8)
    return arrays


def _balance(arrays):
    own, own_most, enemy, enemy_most = (float(value) for value in arrays["battle"][4:8])
    return own / max(own_most, 1.0) - enemy / max(enemy_most, 1.0)


def _side(agent):
    return int(agent.removeprefix("side_"))


def _pack(pack):
    return pack if isinstance(pack, Pack) else Pack.load(pack)


class BattleAEC(AECEnv):
    """A battle in which every side is an agent, in the true order of decisions. Agents are `side_0`, `side_1` and so on."""

    metadata = {"name": "foretoken_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, pack, scenario, level="normal", *, max_units=64, max_choices=256, render_mode=None):
        super().__init__()
        self.pack, self.scenario, self.level = _pack(pack), scenario, level
        self.rows = {"max_units": max_units, "max_choices": max_choices}
        self.render_mode = render_mode
        self._next_seed = 0
        battle = self._begin(0)
        self.possible_agents = [f"side_{side}" for side in battle.sides]
        space = _space(_arrays(battle, battle.side))
        self._spaces = {agent: space for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(max_choices) for agent in self.possible_agents}

    def _begin(self, seed):
        return Battle(self.pack, self.scenario, seed, self.level, computer=False, **self.rows)

    def observation_space(self, agent):
        return self._spaces[agent]

    def action_space(self, agent):
        return self._action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._next_seed = int(seed)
        self.battle = self._begin(self._next_seed)
        self._next_seed += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._steps = 0
        self._select()

    def _select(self):
        side = self.battle.side
        self.agent_selection = f"side_{side}" if side is not None else self.agents[0]
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self.battle.mask(_side(agent)).astype(np.int8)}

    def observe(self, agent):
        return _arrays(self.battle, _side(agent))

    def decisions(self):
        """Names of the legal decisions of the selected agent, by action."""
        return self.battle.legal()

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.battle.step(int(action))
        self._steps += 1
        if self.battle.is_over:
            for other in self.agents:
                self.rewards[other] = _REWARDS[self.battle.outcome(_side(other))]
                self.terminations[other] = True
        elif self._steps >= _MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self):
        seen = self.battle.observe(self.battle.side)
        return "\n".join([repr(seen), *(repr(unit) for unit in seen.units)])

    def close(self):
        if hasattr(self, "battle"):
            self.battle.close()


class BattleEnv(gymnasium.Env):
    """One side of a battle against the computer."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, pack, scenario, level="easy", *, max_units=64, max_choices=256, shaping=0.0, max_steps=_MOST_STEPS, render_mode=None
    ):
        self.pack, self.scenario, self.level = _pack(pack), scenario, level
        self.rows = {"max_units": max_units, "max_choices": max_choices}
        self.shaping, self.max_steps, self.render_mode = float(shaping), int(max_steps), render_mode
        battle = self._begin(0)
        self.side = battle.side
        self.observation_space = _space(_arrays(battle, self.side))
        self.action_space = spaces.Discrete(max_choices)

    def _begin(self, seed):
        return Battle(self.pack, self.scenario, seed, self.level, **self.rows)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.battle = self._begin(int(self.np_random.integers(2**32)))
        self._steps = 0
        arrays = _arrays(self.battle, self.side)
        self._last = _balance(arrays)
        return arrays, {"action_mask": arrays["action_mask"]}

    def step(self, action):
        if not self.action_masks()[int(action)]:
            # The checkers of Gymnasium sample any action; an illegal one is no decision.
            arrays = _arrays(self.battle, self.side)
            self._steps += 1
            info = {"action_mask": arrays["action_mask"], "is_illegal": True}
            return arrays, 0.0, False, self._steps >= self.max_steps, info
        self.battle.step(int(action))
        self._steps += 1
        arrays = _arrays(self.battle, self.side)
        over = self.battle.is_over
        balance = _balance(arrays)
        reward = self.shaping * (balance - self._last)
        self._last = balance
        if over:
            reward += _REWARDS[self.battle.outcome(self.side)]
        truncated = not over and self._steps >= self.max_steps
        return arrays, reward, over, truncated, {"action_mask": arrays["action_mask"]}

    def action_masks(self):
        """Which actions are legal, for MaskablePPO of sb3-contrib."""
        return self.battle.mask(self.side)

    def decisions(self):
        """Names of the legal decisions, by action."""
        return self.battle.legal()

    def render(self):
        return repr(self.battle.observe(self.side))

    def close(self):
        if hasattr(self, "battle"):
            self.battle.close()


__all__ = ["BATTLE_COLUMNS", "CELL_COLUMNS", "CHOICE_COLUMNS", "UNIT_COLUMNS", "BattleAEC", "BattleEnv"]
