import pathlib

import pytest

import foretoken

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def pack():
    return foretoken.Pack.load(ROOT / "assets" / "vigil")


@pytest.fixture(scope="session")
def banner():
    return foretoken.Pack.load(ROOT / "assets" / "banner")


@pytest.fixture
def battle(pack):
    return foretoken.Battle(pack, "first-light", seed=1, level="easy", computer=False)


def play_randomly(battle, rng, steps):
    for _ in range(steps):
        if battle.is_over:
            break
        battle.step(int(rng.integers(len(battle.legal()))))
