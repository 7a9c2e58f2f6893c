import os
import signal
import threading

import numpy as np
import pytest

import foretoken
from foretoken import cluster


def patches(pack):
    text = {path: data for path, data in [("note.txt", b"")]}
    return {"as shipped": None, "with a file": text}


def equal(one, other):
    assert one.keys() == other.keys()
    for name in one:
        assert np.array_equal(one[name], other[name]), name


def test_a_local_sweep_is_sorted_and_equals_simulations(pack):
    table = cluster.sweep(pack, "first-light", [5, 3, 1, 3], patches(pack), "easy", local=True)
    assert table["seed"].tolist() == [1, 3, 5] * 2
    alone = foretoken.simulate(pack, "first-light", [1, 3, 5], "easy")
    assert table["hash"].tolist()[:3] == alone["hash"].tolist()
    equal(table, cluster.sweep(pack, "first-light", [1, 3, 5], patches(pack), "easy", local=True, workers=1))


def test_bad_sweeps_fail_before_they_begin(pack):
    with pytest.raises(ValueError):
        cluster.sweep(pack, "first-light", [], local=True)
    with pytest.raises(foretoken.PackError):
        cluster.sweep(pack, "first-light", [1], {"torn": {"scenarios/first-light.ron": b"("}}, local=True)


@pytest.fixture(scope="module")
def rays(tmp_path_factory):
    ray = pytest.importorskip("ray")
    os.environ["RAY_AUTH_MODE"] = "disabled"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


def test_a_sweep_on_ray_equals_the_local_one(pack, rays):
    local = cluster.sweep(pack, "first-light", range(40), patches(pack), "easy", local=True)
    for workers in (1, 2):
        equal(local, cluster.sweep(pack, "first-light", range(40), patches(pack), "easy", local=False, workers=workers))


def test_tasks_of_a_killed_worker_are_repeated(pack, rays, monkeypatch):
    local = cluster.sweep(pack, "first-light", range(60), level="easy", local=True)
    kill = threading.Event()

    class Mortal(cluster._Player):
        def play(self, scenario, at, seeds, level):
            # The first worker that takes the seed 20 dies in the middle of its task.
            flag = os.environ.get("FORETOKEN_TEST_FLAG", "/nonexistent")
            if 20 in seeds and os.path.exists(flag):
                os.remove(flag)
                os.kill(os.getpid(), signal.SIGKILL)
            return super().play(scenario, at, seeds, level)

    flag = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"foretoken-kill-{os.getpid()}")
    open(flag, "w").close()

    class Marked(Mortal):
        def __init__(self, *arguments):
            os.environ["FORETOKEN_TEST_FLAG"] = flag
            super().__init__(*arguments)

    monkeypatch.setattr(cluster, "_Player", Marked)
    equal(local, cluster.sweep(pack, "first-light", range(60), level="easy", local=False, workers=2))
    assert not os.path.exists(flag), "a worker was killed"
    assert not kill.is_set()
