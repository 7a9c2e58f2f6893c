"""Steps a second of random play: Foretoken's vector, its loop in Rust, OpenSpiel and PettingZoo. Usage: compare.py PACK [SECONDS]

The peers are measured where they are installed (`open_spiel`, `pettingzoo[classic]`).
"""

import pickle
import sys
import time

import numpy as np

import foretoken


def rate(step, seconds):
    """Steps a second of `step()`, which returns the number of its steps; the best of three."""
    best = 0.0
    for _ in range(3):
        begun, count = time.perf_counter(), 0
        while (passed := time.perf_counter() - begun) < seconds / 3:
            count += step()
        best = max(best, count / passed)
    return best


def vector(pack, scenario, n, seconds):
    rng = np.random.default_rng(0)
    vec = foretoken.VecBattle(n, pack, scenario, level="easy", computer=False, max_units=32, max_choices=128)

    def step():
        vec.step((rng.random(n) * vec.counts).astype(np.int64))
        return n

    own = rate(step, seconds)

    def loop():
        vec._random_steps(50, 1)
        return 50 * n

    return own, rate(loop, seconds)


def single(pack, scenario, seconds):
    rng, battle = np.random.default_rng(0), None

    def step():
        nonlocal battle
        if battle is None or battle.is_over:
            battle = foretoken.Battle(pack, scenario, int(rng.integers(2**32)), "easy", computer=False)
        battle.step(int(rng.integers(int(battle.mask().sum()))))
        return 1

    return rate(step, seconds)


def clones(pack, scenario, seconds):
    battle = foretoken.Battle(pack, scenario, 1, "easy", computer=False)

    def clone():
        battle.clone()
        return 1

    return rate(clone, seconds)


def open_spiel(name, seconds):
    import pyspiel

    game, rng, state = pyspiel.load_game(name), np.random.default_rng(0), None

    def step():
        nonlocal state
        if state is None or state.is_terminal():
            state = game.new_initial_state()
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.integers(len(legal)))])
        return 1

    return rate(step, seconds)


def pettingzoo(module, seconds):
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{module}").env()
    rng = np.random.default_rng(0)
    env.reset(seed=1)

    def step():
        if not env.agents:
            env.reset()
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        return 1

    return rate(step, seconds)


def main():
    pack = foretoken.Pack.load(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 6.0
    for scenario in ("first-light", "two-spans"):
        battle = foretoken.Battle(pack, scenario, 1, "easy", computer=False)
        units, cells = battle.observe().units, battle.observe().arrays()["cells"]
        size = f"{len(units)} units on {cells.shape[0]}x{cells.shape[1]} cells"
        own, loop = vector(pack, scenario, 256, seconds)
        print(f"foretoken VecBattle(256), {scenario} ({size}), arrays written: {own:,.0f}")
        print(f"foretoken loop in Rust, the same without arrays: {loop:,.0f} (ratio {own / loop:.2f})")
    print(f"foretoken Battle.step, one battle: {single(pack, 'first-light', seconds):,.0f}")
    print(f"foretoken Battle.clone a second: {clones(pack, 'first-light', seconds):,.0f}")
    print(f"foretoken pickle of a new battle: {len(pickle.dumps(foretoken.Battle(pack, 'first-light'))):,} bytes, with its assets")
    for name in ("tic_tac_toe", "connect_four", "chess", "backgammon"):
        try:
            print(f"open_spiel {name}, one state from Python: {open_spiel(name, seconds):,.0f}")
        except ImportError:
            print("open_spiel is not installed")
            break
    for module in ("tictactoe_v3", "connect_four_v3", "chess_v6"):
        try:
            print(f"pettingzoo {module}: {pettingzoo(module, seconds):,.0f}")
        except ImportError as error:
            print(f"pettingzoo {module}: not installed ({error})")


if __name__ == "__main__":
    main()
