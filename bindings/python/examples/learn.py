"""A small agent that learns by proximal policy optimisation, with numpy alone. Usage: learn.py PACK [SCENARIO] [SECONDS]

The policy scores each legal decision from numbers about it: its action, its unit, and the cell that it names.
"""

import sys
import time

import numpy as np

import foretoken

LANES, LENGTH, HIDDEN, PROGRAMS, TYPES = 128, 48, 64, 64, 16
DISCOUNT, TRACE, CLIP, ENTROPY, RATE, EPOCHS = 0.99, 0.95, 0.2, 0.01, 2e-3, 3
CHOICE = {name: at for at, name in enumerate(foretoken.CHOICE_COLUMNS)}
UNIT = {name: at for at, name in enumerate(foretoken.UNIT_COLUMNS)}
CELL = {name: at for at, name in enumerate(foretoken.CELL_COLUMNS)}


def features(vec):
    """Numbers of each legal decision of all battles: row of the battle, and features."""
    lane, at = np.nonzero(vec.mask)
    choice, units = vec.choices[lane, at], vec.units[lane]
    rows = np.arange(len(lane))
    kind = np.eye(6, dtype=np.float32)[np.clip(choice[:, CHOICE["kind"]], 0, 5)]
    program = np.eye(PROGRAMS, dtype=np.float32)[choice[:, CHOICE["program"]] % PROGRAMS]
    acting = units[rows, choice[:, CHOICE["unit"]]]
    types = np.eye(TYPES, dtype=np.float32)[acting[:, UNIT["type"]] % TYPES]
    has_cell = choice[:, CHOICE["has_cell"]] == 1
    x = np.where(has_cell, choice[:, CHOICE["x"]], acting[:, UNIT["x"]])
    y = np.where(has_cell, choice[:, CHOICE["y"]], acting[:, UNIT["y"]])
    floor = np.where(has_cell, choice[:, CHOICE["floor"]], acting[:, UNIT["floor"]])
    cell = vec.cells[lane, floor, y, x]
    there = np.where(cell[:, CELL["unit"], None] > 0, units[rows, np.maximum(cell[:, CELL["unit"]] - 1, 0)], 0)
    far = np.abs(units[:, :, UNIT["x"]] - x[:, None]) + np.abs(units[:, :, UNIT["y"]] - y[:, None])
    near = []
    for side in (-1, 1):
        is_of = (units[:, :, UNIT["side"]] == side) & (units[:, :, UNIT["alive"]] == 1)
        distance = np.where(is_of, far, 99)
        near += [np.minimum(distance.min(1), 12) / 6.0, (distance == 1).sum(1) / 2.0]
    relation = np.where(has_cell, there[:, UNIT["side"]], 0)
    numbers = [
        has_cell,
        relation == 1,
        relation == -1,
        np.where(has_cell, there[:, UNIT["health"]], 0) / 5.0,
        cell[:, CELL["surface"]] > 0,
        cell[:, CELL["height"]] / 2.0,
        acting[:, UNIT["health"]] / np.maximum(acting[:, UNIT["max_health"]], 1),
        vec.battle[lane, 0] / 8.0,
        *near,
    ]
    extra = np.stack(numbers, 1).astype(np.float32)
    return lane, np.concatenate([kind, program, types, extra], 1)


def state(vec):
    """Numbers of each battle for its value."""
    own, own_most, enemy, enemy_most = (vec.battle[:, at].astype(np.float32) for at in range(4, 8))
    round_ = vec.battle[:, 0] / 8.0
    alive = (vec.units[:, :, UNIT["alive"]] * (vec.units[:, :, UNIT["side"]] == 1)).sum(1)
    balance = own / np.maximum(own_most, 1) - enemy / np.maximum(enemy_most, 1)
    return np.stack([np.ones(len(own)), own / 10, enemy / 10, round_, alive / 4, balance, balance * round_], 1).astype(np.float32)


class Policy:
    def __init__(self, width, depth, rng):
        self.parts = [
            rng.normal(0, width**-0.5, (width, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.01, HIDDEN).astype(np.float32),
            np.zeros(depth, np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.updates = 0

    def scores(self, rows):
        hidden = np.maximum(rows @ self.parts[0] + self.parts[1], 0)
        return hidden, hidden @ self.parts[2]

    def learn(self, gradients):
        self.updates += 1
        for part, gradient, (mean, square) in zip(self.parts, gradients, self.moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            part -= RATE * (mean / (1 - 0.9**self.updates)) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)


def softmax(scores, lane, lanes):
    top = np.full(lanes, -np.inf, np.float32)
    np.maximum.at(top, lane, scores)
    exps = np.exp(scores - top[lane])
    return exps / np.bincount(lane, exps, lanes)[lane]


def choose(vec, policy, rng):
    lane, rows = features(vec)
    chances = softmax(policy.scores(rows)[1], lane, vec.n)
    # The greatest of exponential races picks each decision with its chance.
    race = np.log(np.maximum(chances, 1e-12)) + rng.gumbel(size=len(chances))
    order = np.lexsort((-race, lane))
    picked = order[np.searchsorted(lane[order], np.arange(vec.n))]
    starts = np.searchsorted(lane, np.arange(vec.n))
    return lane, rows, picked, picked - starts, chances[picked]


def collect(vec, policy, rng):
    """Plays `LENGTH` decisions in each battle and returns the steps with their advantages."""
    steps, rewards, ends, states = [], [], [], []
    for _ in range(LENGTH):
        lane, rows, picked, actions, chance = choose(vec, policy, rng)
        before = state(vec)
        paid, over = vec.step(actions)
        after = state(vec)
        shaped = np.where(over, 0.0, 0.5 * (after[:, 5] - before[:, 5]))
        steps.append((lane, rows, picked, chance))
        states.append(before)
        rewards.append(paid[:, 0] + shaped)
        ends.append(over.copy())
    value, trace = state(vec) @ policy.parts[3], np.zeros(vec.n)
    advantages = [None] * LENGTH
    for at in reversed(range(LENGTH)):
        here, goes_on = states[at] @ policy.parts[3], ~ends[at]
        trace = rewards[at] + DISCOUNT * value * goes_on - here + DISCOUNT * TRACE * trace * goes_on
        advantages[at], value = trace, here
    return steps, states, advantages, ends


def improve(policy, steps, states, advantages):
    lanes = len(advantages[0])
    lane = np.concatenate([lane + at * lanes for at, (lane, _, _, _) in enumerate(steps)])
    starts = np.cumsum([0] + [len(step[0]) for step in steps[:-1]])
    rows = np.concatenate([step[1] for step in steps])
    picked = np.concatenate([step[2] + start for step, start in zip(steps, starts)])
    old = np.concatenate([step[3] for step in steps])
    gains, facts = np.concatenate(advantages).astype(np.float32), np.concatenate(states)
    targets = gains + facts @ policy.parts[3]
    scaled = (gains - gains.mean()) / (gains.std() + 1e-6)
    count = lanes * len(steps)
    for _ in range(EPOCHS):
        hidden, scores = policy.scores(rows)
        chances = softmax(scores, lane, count)
        ratio = chances[picked] / old
        open_ = ~(((scaled > 0) & (ratio > 1 + CLIP)) | ((scaled < 0) & (ratio < 1 - CLIP)))
        push = (scaled * ratio * open_).astype(np.float32)
        slope = chances * push[lane]
        slope[picked] -= push
        surprise = np.log(np.maximum(chances, 1e-12))
        mean = np.bincount(lane, chances * surprise, count)[lane]
        slope += ENTROPY * chances * (surprise - mean)
        slope = (slope / count).astype(np.float32)
        inner = np.outer(slope, policy.parts[2]) * (hidden > 0)
        wrong = (facts @ policy.parts[3] - targets) / count
        policy.learn([rows.T @ inner, inner.sum(0), hidden.T @ slope, facts.T @ wrong])


def win_rate(pack, scenario, policy, battles, rng, level):
    """Share of battles won by the policy, or by random play without one."""
    vec = foretoken.VecBattle(64, pack, scenario, seed=10**6, level=level, max_units=32, max_choices=128)
    won = done = 0
    while done < battles:
        actions = choose(vec, policy, rng)[3] if policy else (rng.random(vec.n) * vec.counts).astype(int)
        paid, over = vec.step(actions)
        won, done = won + int((paid[:, 0] > 0).sum()), done + int(over.sum())
    return won / done


def train(pack, scenario, seconds, level="easy", updates=10**9, seed=0):
    rng = np.random.default_rng(seed)
    vec = foretoken.VecBattle(LANES, pack, scenario, seed=1, level=level, max_units=32, max_choices=128)
    policy = Policy(features(vec)[1].shape[1], state(vec).shape[1], rng)
    begun, steps = time.monotonic(), 0
    for update in range(updates):
        if time.monotonic() - begun > seconds:
            break
        played = collect(vec, policy, rng)
        improve(policy, *played[:3])
        steps += LANES * LENGTH
        if update % 20 == 19:
            rate = win_rate(pack, scenario, policy, 256, rng, level)
            print(f"{steps} decisions, {time.monotonic() - begun:.0f} s: wins {rate:.2f}", flush=True)
    return policy


if __name__ == "__main__":
    pack = foretoken.Pack.load(sys.argv[1])
    scenario = sys.argv[2] if len(sys.argv) > 2 else "first-light"
    rng = np.random.default_rng(1)
    print(f"random play wins {win_rate(pack, scenario, None, 500, rng, 'easy'):.2f}")
    policy = train(pack, scenario, float(sys.argv[3]) if len(sys.argv) > 3 else 180.0)
    print(f"the agent wins {win_rate(pack, scenario, policy, 500, rng, 'easy'):.2f}")
