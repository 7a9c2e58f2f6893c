import concurrent.futures
import os
import pickle
import resource
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from conftest import ROOT

import foretoken


def test_errors_have_codes(pack, tmp_path):
    with pytest.raises(foretoken.PackError) as error:
        foretoken.Pack.load(tmp_path)
    assert error.value.code == "no-pack"
    with pytest.raises(foretoken.PackError) as error:
        foretoken.Battle(pack, "nowhere")
    assert error.value.code == "no-scenario"
    with pytest.raises(foretoken.PackError):
        foretoken.Pack.load(b"no archive")
    with pytest.raises(ValueError):
        foretoken.Battle(pack, "first-light", level="harder")
    with pytest.raises(foretoken.PackError) as error:
        foretoken.Run(pack, "nowhere")
    assert error.value.code == "no-campaign" and "the-long-watch" in str(error.value)


def test_a_folder_or_archive_without_assets_is_no_pack():
    with pytest.raises(foretoken.PackError) as error:
        foretoken.Pack.load(ROOT / "assets")
    assert error.value.code == "no-pack"
    for load in (lambda: foretoken.Pack.load(b"no archive"), lambda: foretoken.Pack.from_files("empty", {"a/b": b""})):
        with pytest.raises(foretoken.PackError) as error:
            load()
        assert error.value.code == "no-pack"


def test_numbers_out_of_range_are_values_and_others_types(pack):
    battle = foretoken.Battle(pack, "first-light")
    wrong = [
        lambda number: foretoken.Battle(pack, "first-light", seed=number),
        lambda number: foretoken.Battle(pack, "first-light", max_units=number),
        lambda number: foretoken.Run(pack, "the-long-watch", seed=number),
        lambda number: foretoken.VecBattle(number, pack, "first-light"),
        lambda number: foretoken.VecBattle(1, pack, "first-light").reset(number),
        lambda number: foretoken.simulate(pack, "first-light", [number]),
        lambda number: battle.why(number),
        lambda number: battle.observe(number),
    ]
    for call in wrong:
        for number in (-1, 2**70):
            with pytest.raises(ValueError):
                call(number)
        for number in (0.5, "1"):
            with pytest.raises(TypeError):
                call(number)
    for plan in ([-1], [2**70]):
        with pytest.raises(foretoken.IllegalDecision):
            battle.predict(plan)
    with pytest.raises(foretoken.IllegalDecision):
        foretoken.Run(pack, "the-long-watch").act(2**70)
    vec = foretoken.VecBattle(2, pack, "first-light")
    for actions in ([0.5, 0.0], [float("nan")] * 2, ["a", "b"]):
        with pytest.raises(TypeError):
            vec.step(actions)
    vec.step(at for at in (0, 0))


def test_a_plan_ends_with_the_turn(pack):
    battle = foretoken.Battle(pack, "first-light")
    end = battle.legal().index("end the turn")
    assert battle.predict([end]).marks
    for call in (battle.predict, battle.odds):
        with pytest.raises(foretoken.IllegalDecision) as error:
            call([end, 0])
        assert error.value.code == "plan-over"


def test_written_arrays_change_no_battle(pack):
    vec = foretoken.VecBattle(2, pack, "first-light", level="easy")
    twin = foretoken.VecBattle(2, pack, "first-light", level="easy")
    for array in (vec.counts, vec.seeds, vec.mask, vec.units, vec.choices):
        array[:] = 0
    vec.step([1, 1])
    twin.step([1, 1])
    for name in ("counts", "seeds", "mask", "units", "choices"):
        assert np.array_equal(getattr(vec, name), getattr(twin, name))


def test_threads_that_step_one_vector_are_told(pack):
    vec = foretoken.VecBattle(64, pack, "first-light", level="easy")

    def steps():
        told = set()
        for _ in range(60):
            try:
                vec.step([0] * 64)
            except foretoken.ForetokenError as error:
                told.add(error.code)
        return told

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        told = set().union(*(own.result() for own in [pool.submit(steps) for _ in range(4)]))
    assert told <= {"busy", "no-decision"}
    vec.reset()
    assert (vec.counts > 0).all()


def test_illegal_decisions_change_nothing(battle):
    before, count = battle.hash, len(battle.legal())
    for index in (-1, count, 2**40, 2**70, -(2**70)):
        with pytest.raises(foretoken.IllegalDecision) as error:
            battle.step(index)
        assert error.value.code == "no-decision"
    with pytest.raises(ValueError):
        battle.observe(8)
    assert battle.hash == before
    assert battle.legal()


def test_a_closed_battle_says_so(battle):
    battle.close()
    for call in (battle.legal, battle.record, battle.clone, battle.observe):
        with pytest.raises(foretoken.Closed):
            call()
    assert repr(battle) == "<Battle, closed>"


def test_too_few_rows_are_an_error(pack):
    small = foretoken.Battle(pack, "first-light", max_units=2)
    with pytest.raises(foretoken.ShapeError) as error:
        small.observe()
    assert error.value.code == "shape"
    with pytest.raises(ValueError):
        foretoken.Battle(pack, "first-light", max_units=0)


def test_damaged_records_are_refused(battle):
    record = battle.record()
    rng = np.random.default_rng(5)
    for _ in range(60):
        damaged = bytearray(record)
        damaged[int(rng.integers(len(damaged)))] ^= 1 << int(rng.integers(8))
        try:
            assert foretoken.Battle.from_record(bytes(damaged)).legal()
        except foretoken.RecordError as error:
            assert error.code == "record"
    for cut in range(0, len(record), 97):
        with pytest.raises(foretoken.RecordError):
            foretoken.Battle.from_record(record[:cut] + b"\x00")
    make, arguments = battle.__reduce__()
    with pytest.raises(foretoken.IllegalDecision):
        make(arguments[0], [10_000], 64, 256)


def test_wrong_shapes_and_actions_of_a_vector(pack):
    vec = foretoken.VecBattle(4, pack, "first-light", level="easy")
    hashes = vec.units.copy()
    with pytest.raises(foretoken.ShapeError):
        vec.step([0, 0, 0])
    with pytest.raises(foretoken.IllegalDecision) as error:
        vec.step([0, 0, 10_000, 0])
    assert "battle 2" in str(error.value)
    with pytest.raises(TypeError):
        vec.step(["a", "b", "c", "d"])
    assert np.array_equal(hashes, vec.units)
    with pytest.raises(ValueError):
        foretoken.VecBattle(0, pack, "first-light")


def test_arrays_outlive_their_battles(pack):
    vec = foretoken.VecBattle(3, pack, "first-light", level="easy")
    units, expected = vec.units, vec.units.copy()
    vec.close()
    with pytest.raises(foretoken.Closed):
        vec.step([0, 0, 0])
    del vec
    assert np.array_equal(units, expected)


def test_an_array_that_cannot_be_written_is_an_error(pack):
    vec = foretoken.VecBattle(2, pack, "first-light", level="easy")
    vec.units.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        vec.step([0, 0])


def test_a_forked_process_goes_on(pack):
    battle = foretoken.Battle(pack, "first-light", level="easy")
    vec = foretoken.VecBattle(4, pack, "first-light", level="easy")
    child = os.fork()
    if child == 0:
        try:
            battle.step(0)
            vec.step([0] * 4)
            os._exit(0)
        except BaseException:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert battle.legal()


def test_a_pack_that_changes_on_disk_stays_as_it_was_loaded(tmp_path):
    import shutil

    shutil.copytree(ROOT / "assets" / "vigil", tmp_path / "vigil")
    pack = foretoken.Pack.load(tmp_path / "vigil")
    before = foretoken.Battle(pack, "first-light", seed=3).hash
    shutil.rmtree(tmp_path / "vigil")
    assert foretoken.Battle(pack, "first-light", seed=3).hash == before
    assert pickle.loads(pickle.dumps(pack)).text() == pack.text()


def test_ctrl_c_ends_a_long_simulation():
    code = f"""
        import foretoken, sys
        pack = foretoken.Pack.load({str(ROOT / "assets" / "vigil")!r})
        print("ready", flush=True)
        try:
            foretoken.simulate(pack, "first-light", range(1_000_000), "hard")
        except KeyboardInterrupt:
            sys.exit(42)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 42


def test_battles_do_not_leak(pack):
    """Battles are made, played and dropped in a loop; the memory afterwards stays below a limit."""

    def round_of_battles():
        for seed in range(150):
            battle = foretoken.Battle(pack, "first-light", seed=seed, level="easy", computer=False)
            for _ in range(10):
                battle.step(0)
            pickle.loads(pickle.dumps(battle.clone())).observe().arrays()

    round_of_battles()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    round_of_battles()
    round_of_battles()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000
