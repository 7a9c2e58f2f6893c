"""Monte Carlo tree search on `Battle.clone()`. Usage: mcts.py PACK [SCENARIO] [BATTLES] [SIMULATIONS]"""

import math
import sys

import numpy as np

import foretoken


class Node:
    def __init__(self, count):
        self.children = [None] * count
        self.visits = np.zeros(count)
        self.values = np.zeros(count)

    def pick(self):
        """The decision with the best upper bound; each one is tried once first."""
        if (untried := np.flatnonzero(self.visits == 0)).size:
            return int(untried[0])
        bounds = self.values / self.visits + np.sqrt(2 * math.log(self.visits.sum()) / self.visits)
        return int(np.argmax(bounds))


def rollout(battle, side, rng, most=20):
    for _ in range(most):
        if battle.is_over:
            break
        battle.step(int(rng.integers(len(battle.legal()))))
    if battle.is_over:
        return {"won": 1.0, "lost": 0.0, "drawn": 0.5}[battle.outcome(side)]
    own, own_most, enemy, enemy_most = battle.observe(side).arrays()["battle"][4:8]
    return 0.5 + 0.5 * (own / max(own_most, 1) - enemy / max(enemy_most, 1))


def search(battle, simulations, rng):
    side, root = battle.side, Node(len(battle.legal()))
    for _ in range(simulations):
        state, node, path = battle.clone(), root, []
        while True:
            at = node.pick()
            path.append((node, at))
            state.step(at)
            if state.is_over or node.children[at] is None:
                break
            node = node.children[at]
        if not state.is_over and node.children[at] is None:
            node.children[at] = Node(len(state.legal()))
        value = rollout(state, side, rng)
        for visited, at in path:
            visited.visits[at] += 1
            visited.values[at] += value
    return int(np.argmax(root.visits))


def play(pack, scenario, battles, simulations, level="easy"):
    rng, won = np.random.default_rng(0), 0
    for seed in range(battles):
        battle = foretoken.Battle(pack, scenario, seed, level)
        side = battle.side
        while not battle.is_over:
            battle.step(search(battle, simulations, rng))
        won += battle.outcome(side) == "won"
    return won


if __name__ == "__main__":
    pack = foretoken.Pack.load(sys.argv[1])
    scenario = sys.argv[2] if len(sys.argv) > 2 else "first-light"
    battles, simulations = (int(number) for number in (sys.argv[3:5] + ["5", "200"])[:2])
    print(f"won {play(pack, scenario, battles, simulations)} of {battles}")
