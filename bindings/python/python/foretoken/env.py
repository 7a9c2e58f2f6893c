"""Environments of PettingZoo and Gymnasium.

An action is the index of a legal decision (`battle.legal()`). The observation is a dict of the arrays of
`Observation.arrays()`; `action_mask` (int8) in it and in the info says which indices are legal. Dead units keep their rows.
Rewards are 1 for a win, -1 for a loss and 0 for a draw, at the end. With `shaping=s`, each step also gives `s` times the change
of (own health share - enemy health share), as the side knows it.

`illegal` says what an action outside the mask does: "raise" `IllegalDecision`; "ignore" it, so that nothing changes, the reward is
0 and the info has `is_illegal`; or "lose", which ends the episode with the reward -1 for this agent.
"""

from __future__ import annotations

import operator

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import BATTLE_COLUMNS, CELL_COLUMNS, CHOICE_COLUMNS, UNIT_COLUMNS, Battle, IllegalDecision, Pack, _coded

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


def _checked(illegal, render_mode):
    if illegal not in ("raise", "ignore", "lose"):
        raise ValueError(f"illegal must be raise, ignore or lose, not {illegal!r}")
    if render_mode not in (None, "ansi"):
        raise ValueError(f"render_mode must be None or ansi, not {render_mode!r}")
    return illegal, render_mode


def _refuse(action, battle):
    text = f"action {action} is not legal; {len(battle.legal())} decisions are"
    raise _coded(IllegalDecision(text), "no-decision")


def _is_legal(action, battle):
    mask = battle.mask()
    return 0 <= action < len(mask) and bool(mask[action])


def _needs_reset(env):
    if not hasattr(env, "battle"):
        raise gymnasium.error.ResetNeeded("call reset before this")


def _text(seen):
    return "\n".join([repr(seen), *seen.goals, *(repr(unit) for unit in seen.units)])


class BattleAEC(AECEnv):
    """A battle in which every side is an agent, in the true order of decisions. Agents are `side_0`, `side_1` and so on.

    Observations have the arrays `units` int32 [max_units, 13], `cells` int32 [floors, height, width, 5], `battle` int32 [9], `choices`
    int32 [max_choices, 8] and `action_mask` int8 [max_choices]. `level` changes the enemies of some scenarios on hard. `illegal`
    is described in the module; its default here is "raise". The first `reset` without a seed begins with a random one.
    """

    metadata = {"name": "foretoken_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, pack, scenario, level="normal", *, max_units=64, max_choices=256, illegal="raise", render_mode=None
    ):
        super().__init__()
        self.pack, self.scenario, self.level = _pack(pack), scenario, level
        self.rows = {"max_units": max_units, "max_choices": max_choices}
        self.illegal, self.render_mode = _checked(illegal, render_mode)
        self._next_seed = None
        battle = self._begin(0)
        self.possible_agents = [f"side_{side}" for side in battle.sides]
        space = _space(_arrays(battle, battle.side))
        self._spaces = {agent: space for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(max_choices) for agent in self.possible_agents}

    def _begin(self, seed):
        return Battle(self.pack, self.scenario, seed, self.level, computer=False, **self.rows)

    def observation_space(self, agent):
        """Box of each array; rows and columns as in the class."""
        return self._spaces[agent]

    def action_space(self, agent):
        """Discrete(max_choices)."""
        return self._action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begins the battle of a seed from 0 to 2**64 - 1, or of the next one."""
        if seed is not None:
            self._next_seed = operator.index(seed)
        elif self._next_seed is None:
            self._next_seed = int(np.random.default_rng().integers(2**32))
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
        """Arrays of what the agent knows."""
        _needs_reset(self)
        if agent not in self.possible_agents:
            raise KeyError(f"{agent!r} is not one of {self.possible_agents}")
        return _arrays(self.battle, _side(agent))

    def decisions(self):
        """Names of the legal decisions of the selected agent, by action."""
        _needs_reset(self)
        return self.battle.legal()

    def step(self, action):
        """Makes a decision of the selected agent."""
        _needs_reset(self)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = int(action)
        is_legal = _is_legal(action, self.battle)
        if not is_legal and self.illegal == "raise":
            _refuse(action, self.battle)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if is_legal:
            self.battle.step(action)
        self._steps += 1
        if not is_legal and self.illegal == "lose":
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.battle.is_over:
            for other in self.agents:
                self.rewards[other] = _REWARDS[self.battle.outcome(_side(other))]
                self.terminations[other] = True
        elif self._steps >= _MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        if not is_legal:
            self.infos[agent]["is_illegal"] = True
        self._accumulate_rewards()

    def render(self):
        """Goals and units of the side that decides, as text."""
        _needs_reset(self)
        return _text(self.battle.observe(self.battle.side))

    def close(self):
        if hasattr(self, "battle"):
            self.battle.close()


class BattleEnv(gymnasium.Env):
    """The player's side of a battle (`side`, usually 0) against the computer.

    Observations have the arrays `units` int32 [max_units, 13], `cells` int32 [floors, height, width, 5], `battle` int32 [9], `choices`
    int32 [max_choices, 8] and `action_mask` int8 [max_choices]. `level` is the computer's: easy, normal or hard. An episode is
    truncated after `max_steps`. `shaping` and `illegal` are described in the module; `illegal` is "ignore" by default, because
    the checkers of Gymnasium sample any action. Also registered as `foretoken/Battle-v0`.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        pack,
        scenario,
        level="easy",
        *,
        max_units=64,
        max_choices=256,
        shaping=0.0,
        max_steps=_MOST_STEPS,
        illegal="ignore",
        render_mode=None,
    ):
        self.pack, self.scenario, self.level = _pack(pack), scenario, level
        self.rows = {"max_units": max_units, "max_choices": max_choices}
        self.shaping, self.max_steps = float(shaping), int(max_steps)
        self.illegal, self.render_mode = _checked(illegal, render_mode)
        battle = self._begin(0)
        self.side = battle.side
        self.observation_space = _space(_arrays(battle, self.side))
        self.action_space = spaces.Discrete(max_choices)

    def _begin(self, seed):
        return Battle(self.pack, self.scenario, seed, self.level, **self.rows)

    def reset(self, *, seed=None, options=None):
        """Begins a battle; equal seeds give equal battles."""
        super().reset(seed=seed)
        self.battle = self._begin(int(self.np_random.integers(2**32)))
        self._steps = 0
        arrays = _arrays(self.battle, self.side)
        self._last = _balance(arrays)
        return arrays, {"action_mask": arrays["action_mask"]}

    def step(self, action):
        """Makes a decision; the computer then decides until the side must decide again."""
        _needs_reset(self)
        if not _is_legal(int(action), self.battle):
            if self.illegal == "raise":
                _refuse(int(action), self.battle)
            arrays, is_lost = _arrays(self.battle, self.side), self.illegal == "lose"
            self._steps += 1
            info = {"action_mask": arrays["action_mask"], "is_illegal": True}
            return arrays, -1.0 if is_lost else 0.0, is_lost, self._steps >= self.max_steps, info
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
        """bool [max_choices]: which actions are legal, for MaskablePPO of sb3-contrib."""
        _needs_reset(self)
        return self.battle.mask(self.side)

    def decisions(self):
        """Names of the legal decisions, by action."""
        _needs_reset(self)
        return self.battle.legal()

    def render(self):
        """Goals and units as text."""
        _needs_reset(self)
        return _text(self.battle.observe(self.side))

    def close(self):
        if hasattr(self, "battle"):
            self.battle.close()


gymnasium.register(id="foretoken/Battle-v0", entry_point="foretoken.env:BattleEnv")

__all__ = ["BATTLE_COLUMNS", "CELL_COLUMNS", "CHOICE_COLUMNS", "UNIT_COLUMNS", "BattleAEC", "BattleEnv"]
