"""The examples run, briefly."""

import importlib.util
import json
import pathlib

import numpy as np
import pytest
from conftest import ROOT

import foretoken

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_play_runs(pack):
    assert sum(example("random_play").play(pack, "first-light", 5).values()) == 5


def test_tree_search_beats_random_play(pack):
    assert len((EXAMPLES / "mcts.py").read_text().split("if __name__")[0].splitlines()) <= 66
    assert example("random_play").play(pack, "first-light", 20)["won"] == 0
    assert example("mcts").play(pack, "first-light", 2, 200) > 0


def test_the_agent_learns(pack):
    """After a few updates the decisions that it learned pay more than random ones."""
    learn = example("learn")
    rng = np.random.default_rng(0)
    vec = foretoken.VecBattle(64, pack, "first-light", seed=1, level="easy", max_units=32, max_choices=128)
    policy = learn.train(pack, "first-light", 1000.0, updates=12)
    none = learn.Policy(learn.features(vec)[1].shape[1], learn.state(vec).shape[1], rng)

    def pay(policy):
        vec.reset(5000)
        total = 0.0
        for _ in range(4):
            steps, states, _, _ = learn.collect(vec, policy, rng)
            total += float(np.mean([facts[:, 5].mean() for facts in states]))
        return total

    assert pay(policy) > pay(none)


def test_the_sweep_runs(pack):
    source = (EXAMPLES / "sweep.py").read_text()
    assert "cluster.sweep" in source
    from foretoken import cluster

    rat = (ROOT / "assets/vigil/units/rat.ron").read_text()
    patches = {"as shipped": None, "strong": {"units/rat.ron": rat.replace("health: 2", "health: 6").encode()}}
    table = cluster.sweep(pack, "first-light", range(20), patches, "easy", local=True)
    living = {patch: table["alive_1"][table["patch"] == patch].sum() for patch in patches}
    assert living["strong"] > living["as shipped"]


def test_the_notebook_runs(monkeypatch):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    monkeypatch.chdir(ROOT)
    scope = {"__name__": "notebook"}
    for cell in json.loads((EXAMPLES / "balance.ipynb").read_text())["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), scope)
    assert pyplot.get_fignums()
