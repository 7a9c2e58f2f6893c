"""Random play against the computer. Usage: random_play.py PACK [SCENARIO] [BATTLES]"""

import sys

import numpy as np

import foretoken


def play(pack, scenario, battles, level="easy"):
    rng = np.random.default_rng(0)
    results = {"won": 0, "lost": 0, "drawn": 0}
    for seed in range(battles):
        battle = foretoken.Battle(pack, scenario, seed, level)
        side = battle.side
        while not battle.is_over:
            battle.step(int(rng.integers(len(battle.legal()))))
        results[battle.outcome(side)] += 1
    return results


if __name__ == "__main__":
    pack = foretoken.Pack.load(sys.argv[1])
    scenario = sys.argv[2] if len(sys.argv) > 2 else "first-light"
    print(play(pack, scenario, int(sys.argv[3]) if len(sys.argv) > 3 else 100))
