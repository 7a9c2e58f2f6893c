import copy
import pickle

import numpy as np
import pytest
from conftest import ROOT, play_randomly

import foretoken


def test_a_pack_names_its_scenarios_and_campaigns(pack, banner):
    assert "first-light" in pack.scenarios
    assert "the-march" in banner.campaigns
    assert pack.faults == ""
    assert repr(pack).startswith('<Pack "vigil": ')


def test_a_pack_from_a_zip_archive_equals_that_of_its_folder(pack, tmp_path):
    import shutil

    path = shutil.make_archive(str(tmp_path / "vigil"), "zip", ROOT / "assets", "vigil")
    with open(path, "rb") as file:
        zipped = foretoken.Pack.load(file.read())
    assert zipped.text() == pack.text()
    assert zipped.name == "vigil"


def test_legal_decisions_have_names_and_a_mask(battle):
    names = battle.legal()
    assert battle.side in battle.sides
    assert battle.mask().sum() == len(names)
    assert names[-1] == "end the turn"
    other = next(side for side in battle.sides if side != battle.side)
    assert battle.legal(other) == []


def test_a_clone_goes_on_independently(battle):
    twin, before = battle.clone(), battle.hash
    play_randomly(twin, np.random.default_rng(1), 40)
    assert battle.hash == before
    again = copy.deepcopy(battle)
    play_randomly(again, np.random.default_rng(1), 40)
    assert again.hash == twin.hash


def test_pickles_go_on_also_in_the_middle_of_a_decision(battle):
    rng = np.random.default_rng(2)
    for _ in range(30):
        restored = pickle.loads(pickle.dumps(battle))
        assert restored.hash == battle.hash
        assert restored.legal() == battle.legal()
        assert restored.observe().hash == battle.observe().hash
        play_randomly(battle, rng, 1)
    assert foretoken.Replay(battle.record()).is_same


def test_records_of_restored_battles_verify(battle):
    rng = np.random.default_rng(3)
    play_randomly(battle, rng, 30)
    restored = pickle.loads(pickle.dumps(battle))
    play_randomly(restored, rng, 30)
    assert foretoken.Replay(restored.record()).is_same


def test_observations_as_arrays_agree_with_the_units(battle):
    seen = battle.observe()
    arrays = seen.arrays()
    assert arrays["units"].shape == (64, len(foretoken.UNIT_COLUMNS))
    assert arrays["choices"].shape == (256, len(foretoken.CHOICE_COLUMNS))
    for unit in seen.units:
        row = dict(zip(foretoken.UNIT_COLUMNS, arrays["units"][unit.id].tolist()))
        assert (row["alive"], row["x"], row["y"]) == (1, unit.x, unit.y)
        assert (row["health"], row["max_health"]) == (unit.health, unit.max_health)
    by_cell = arrays["cells"][..., foretoken.CELL_COLUMNS.index("unit")]
    for unit in seen.units:
        assert by_cell[unit.floor, unit.y, unit.x] == unit.id + 1
    assert arrays["action_mask"].sum() == arrays["battle"][foretoken.BATTLE_COLUMNS.index("decisions")]


def test_a_plan_predicts_the_executed_attack(battle):
    """The first attack that a prediction says hurts a unit hurts it by that number, if nobody else acts before."""
    before = {unit.id: unit.health for unit in battle.observe().units}
    seen = 0
    for first, name in enumerate(battle.legal()):
        twin = battle.clone()
        if not name.startswith("#") or name.endswith("done"):
            continue
        twin.step(first)
        for answer in range(len(twin.legal())):
            told = battle.predict([first, answer])
            for unit, now, then in told.health:
                assert now >= 0 and then >= 0
                assert unit in before
                seen += 1
    assert seen > 0


def test_odds_sum_to_one_and_causes_have_words(battle):
    odds = battle.odds()
    assert odds["units"]
    for unit in odds["units"].values():
        assert abs(sum(chance for _, chance in unit["health"]) - 1.0) < 1e-9
    told = battle.predict()
    if told.health:
        assert battle.why(told.health[0][0])


def test_a_plan_does_not_run_the_battle(battle):
    before = battle.hash
    end = len(battle.legal()) - 1
    battle.predict([end])
    assert battle.hash == before
    with pytest.raises(foretoken.IllegalDecision):
        battle.predict([end, 0])


def test_simulations_do_not_depend_on_threads(pack):
    one = foretoken.simulate(pack, "first-light", range(6), "easy", threads=1)
    two = foretoken.simulate(pack, "first-light", range(6), "easy", threads=2)
    assert one.keys() == two.keys()
    for name in one:
        assert np.array_equal(one[name], two[name])
    assert set(one["outcome"].tolist()) <= {-1, 0, 1}


def act_at_random(run, rng):
    """Makes a random move, with random answers to its questions. Returns the number of answers."""
    open_moves = [at for at, move in enumerate(run.view()["moves"]) if move["refused"] is None]
    at, answers = int(rng.choice(open_moves)), []
    while (asked := run.question(at, answers)) is not None:
        prompt, texts = asked
        assert prompt and texts
        with pytest.raises(foretoken.IllegalDecision):
            run.act(at, [*answers, len(texts)])
        answers.append(int(rng.integers(len(texts))))
    foretold = run.foresee(at, answers)
    assert foretold is None or foretold["lines"] or foretold["odds"] or foretold["is_certain"]
    run.act(at, answers)
    return len(answers)


def test_a_campaign_is_played_by_moves_answers_and_battles(pack):
    answers = 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        run = foretoken.Run(pack, "the-long-watch", seed=seed, level="easy")
        for _ in range(60):
            if run.is_over:
                break
            if run.is_battle_due:
                run.fight()
            else:
                answers += act_at_random(run, rng)
        assert len(run.view()["way"]) > 1
    assert answers > 0, "no option asked anything"


def test_runs_are_copied_and_pickled(banner):
    run = foretoken.Run(banner, "the-march", seed=7)
    for copied in (pickle.loads(pickle.dumps(run)), copy.deepcopy(run), run.clone(), foretoken.Run.from_record(run.record())):
        assert copied.view() == run.view()
        before, one, other = run.view(), run.clone(), copied
        for twin in (one, other):
            rng = np.random.default_rng(3)
            for _ in range(8):
                if twin.is_over:
                    break
                twin.fight() if twin.is_battle_due else act_at_random(twin, rng)
        assert one.view() == other.view() != before
        assert run.view() == before


def test_damaged_runs_are_refused(banner):
    whole = foretoken.Run(banner, "the-march").record()
    flipped = whole[:200] + bytes([whole[200] ^ 1]) + whole[201:]
    for record in (b"", b"no run", whole[:-1], flipped, foretoken.Battle(banner, banner.scenarios[0]).record()):
        with pytest.raises(foretoken.RecordError):
            foretoken.Run.from_record(record)


def test_a_battle_of_a_campaign_gives_its_result(banner):
    run = foretoken.Run(banner, "the-march", seed=7)
    while not run.is_battle_due:
        moves = run.view()["moves"]
        run.act(next(at for at, move in enumerate(moves) if move["refused"] is None))
    battle = run.battle()
    with pytest.raises(foretoken.IllegalDecision):
        run.finish(battle)
    rng = np.random.default_rng(1)
    while not battle.is_over:
        play_randomly(battle, rng, 50)
    run.finish(battle)
    assert not run.is_battle_due
