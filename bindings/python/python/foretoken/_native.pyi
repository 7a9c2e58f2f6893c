"""Types of the native module. Arrays are row by row, with the columns that the `*_COLUMNS` lists name."""

from typing import Any, Iterable, Mapping, Optional, Sequence, Union
import os

import numpy as np
from numpy.typing import NDArray

__version__: str
UNIT_COLUMNS: list[str]
CELL_COLUMNS: list[str]
BATTLE_COLUMNS: list[str]
CHOICE_COLUMNS: list[str]

class ForetokenError(Exception):
    """Base of all errors; `code` is stable between versions."""

    code: str

class PackError(ForetokenError): ...
class IllegalDecision(ForetokenError): ...
class BattleOver(ForetokenError): ...
class RecordError(ForetokenError): ...
class ShapeError(ForetokenError): ...
class Closed(ForetokenError): ...

class Pack:
    """A pack of assets in memory. Pickles as its text; later changes of the folder do not matter."""

    name: str
    scenarios: list[str]
    campaigns: list[str]
    faults: str
    @staticmethod
    def load(source: Union[str, os.PathLike[str], bytes], name: Optional[str] = None) -> Pack:
        """Loads a pack from a folder, or from the bytes of a ZIP archive of such a folder.

        Raises `PackError` if there are no assets. Faulty assets are reported by `Pack.faults`, and by `Battle` when it needs them.
        """
    @staticmethod
    def from_text(name: str, text: str) -> Pack:
        """Returns the pack of such a text as `text` returns."""
    @staticmethod
    def from_files(name: str, files: Mapping[str, bytes]) -> Pack:
        """Returns a pack of files by their paths in its folder, such as `units/rat.ron`."""
    def with_files(self, files: Mapping[str, Optional[bytes]]) -> Pack:
        """Returns the pack with some files replaced; `None` removes one."""
    def text(self) -> str:
        """All assets as one text; equal for equal assets."""

class Unit:
    """A unit as a side knows it. `id` is the number by which the side knows it."""

    id: int
    name: str
    unit_type: str
    side: int
    x: int
    y: int
    floor: int
    health: int
    max_health: int

class Observation:
    """Knowledge of one side. `outcome` is open, won, lost or drawn. `goals` are sentences: how the side wins and loses."""

    side: int
    round: int
    outcome: str
    units: list[Unit]
    goals: list[str]
    hash: int
    def arrays(self) -> dict[str, NDArray[Any]]:
        """Arrays by name: `units` int32 [max_units, 13], `cells` int32 [floors, height, width, 5], `battle` int32 [9], `choices`
        int32 [max_choices, 8], `action_mask` bool [max_choices]. The `*_COLUMNS` lists name the columns."""

class Prediction:
    """Prediction for one side up to the horizon of the turn order: the end of the round where all decide before it, else the end
    of the decision. `health` has (unit, before, after), `moves` (unit, x, y). `marks` are all changes in order, as dicts with
    `kind`, `certainty` (will, would, may, beyond, guess) and the fields of the kind; cells are (x, y, floor)."""

    deaths: list[int]
    health: list[tuple[int, int, int]]
    moves: list[tuple[int, int, int]]
    marks: list[dict[str, Any]]
    is_uncertain: bool

class Battle:
    """True state of a battle at a decision of a side. With `computer=False` every side decides through `step`.

    `level` is easy, normal or hard: how well the computer decides; some scenarios also have more enemies on hard. The computer
    decides for the sides that the scenario gives it, in most scenarios all but side 0. `draft` are the steps since the last
    complete decision. `unit_types`, `programs` and `surfaces` name the numbers in arrays.

    Methods with `side=None` mean the side that decides now. Pickles as its record. Raises `PackError` for a missing scenario.
    """

    side: Optional[int]
    sides: list[int]
    is_over: bool
    hash: int
    draft: list[int]
    unit_types: list[str]
    programs: list[str]
    surfaces: list[str]
    def __init__(
        self,
        pack: Pack,
        scenario: str,
        seed: int = 0,
        level: str = "normal",
        *,
        computer: bool = True,
        max_units: int = 64,
        max_choices: int = 256,
    ) -> None: ...
    @staticmethod
    def from_record(
        record: bytes, draft: Sequence[int] = ..., max_units: int = 64, max_choices: int = 256
    ) -> Battle:
        """Goes on with the battle of a record. `draft` are the steps since its last complete decision."""
    def outcome(self, side: int) -> str:
        """Returns "open", "won", "lost" or "drawn" for a side."""
    def observe(self, side: Optional[int] = None) -> Observation:
        """Raises `ShapeError` if the side knows more than `max_units` units or has more than `max_choices` decisions."""
    def legal(self, side: Optional[int] = None) -> list[str]:
        """Names of the legal decisions; their places are the arguments of `step`."""
    def mask(self, side: Optional[int] = None) -> NDArray[np.bool_]:
        """bool [max_choices]: which indices `step` takes now. Raises `ShapeError` if there are more decisions."""
    def step(self, index: int) -> None:
        """Makes a decision. Raises `IllegalDecision` or `BattleOver` and then changes nothing."""
    def predict(self, plan: Sequence[int] = ..., side: Optional[int] = None) -> Prediction:
        """Predicts after the steps of `plan`, from that which the side knows. The battle does not change.

        A plan ends where the battle would go on: with the end of the turn, or with the last unit that decides before others act.
        Further steps raise `IllegalDecision` with the code "plan-over".
        """
    def odds(self, plan: Sequence[int] = ..., side: Optional[int] = None) -> dict[str, Any]:
        """Odds after the steps of `plan`: `method` ("exact" or "sampled"), `count` (of final states or samples), `is_uncertain` and
        `units`, by unit the chance that it `dies` and the chances of its `health` as pairs (health, chance). Chances are 0 to 1."""
    def why(self, unit: int, plan: Sequence[int] = ..., side: Optional[int] = None) -> list[str]:
        """Causes of the predicted changes of a unit."""
    def record(self) -> bytes:
        """The record of the battle with its assets. `Replay` verifies it, `from_record` goes on from it. The steps of a decision
        that is not complete are not in it, but in `draft`."""
    def clone(self) -> Battle:
        """A copy of the true state; later steps of one do not change the other."""
    def close(self) -> None:
        """Frees the battle. Later calls raise `Closed`."""

class Replay:
    """Replays a record from its own assets. Raises `RecordError`."""

    is_same: bool
    text: str
    def __init__(self, record: bytes) -> None: ...

class Run:
    """A run of a campaign. `view()["moves"]` lists the moves that `act` takes by index.

    An option whose action asks questions needs `answers`: for each question the index of an answer in `question`. Copies and
    pickles hold the whole run with its assets, but no battle that is being played.
    """

    is_battle_due: bool
    is_over: bool
    def __init__(self, pack: Pack, campaign: str, seed: int = 0, level: str = "normal") -> None: ...
    @staticmethod
    def from_record(record: bytes) -> Run:
        """Raises `RecordError` for damaged bytes."""
    def view(self) -> dict[str, Any]:
        """What the player may know: `campaign`, `values`, `party`, `stash`, `rooms`, `here` and `way` (indices of rooms), `battle`
        (whether one is due), `moves` (`text`, `details`, `refused`: the reason or None), `ending`, `gained`."""
    def question(self, index: int, answers: Sequence[int] = ...) -> Optional[tuple[str, list[str]]]:
        """The next question of a move after `answers`, with its possible answers; None if it has no further question."""
    def foresee(self, index: int, answers: Sequence[int] = ...) -> Optional[dict[str, Any]]:
        """Predicts an option: `lines` (most likely changes), `odds`, `is_certain`. None for other moves."""
    def act(self, index: int, answers: Sequence[int] = ...) -> None:
        """Makes a move. Raises `IllegalDecision` with the reason and then changes nothing."""
    def fight(self) -> None:
        """Lets the computer play the battle that is due."""
    def battle(self, max_units: int = 64, max_choices: int = 256) -> Battle:
        """Starts the battle that is due."""
    def finish(self, battle: Battle) -> None:
        """Takes over the result of that battle, which must be over."""
    def record(self) -> bytes:
        """The journal of the run with its assets."""
    def clone(self) -> Run:
        """A copy; later moves of one do not change the other."""

class VecBattle:
    """`n` battles, stepped on threads into arrays that are allocated once. Row `i` begins with `seed + i` and goes on with
    `seed + i + n`. The arrays outlive the object. Do not read them in another thread during `step`.

    `units` [n, max_units, 13], `cells` [n, floors, height, width, 5], `battle` [n, 9], `choices` [n, max_choices, 8], `mask`
    [n, max_choices] show the side that decides now: `sides` [n], with `counts` [n] legal decisions. `rewards` [n, 8] and
    `terminated` [n] belong to the last step, `seeds` [n] to the battles of the rows.
    """

    n: int
    units: NDArray[np.int32]
    cells: NDArray[np.int32]
    battle: NDArray[np.int32]
    choices: NDArray[np.int32]
    mask: NDArray[np.bool_]
    counts: NDArray[np.int64]
    sides: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    seeds: NDArray[np.uint64]
    def __init__(
        self,
        n: int,
        pack: Pack,
        scenario: str,
        seed: int = 0,
        level: str = "normal",
        *,
        computer: bool = True,
        max_units: int = 64,
        max_choices: int = 256,
        threads: int = 0,
    ) -> None: ...
    def reset(self, seed: Optional[int] = None) -> None:
        """Begins all battles anew, from `seed` or from the first seed."""
    def step(self, actions: Iterable[int]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Makes one decision in each battle. `actions` has one index a battle. Nothing changes if one is illegal.

        Returns `(rewards, terminated)`: float32 `[n, 8]` by side, bool `[n]`. A battle that ends starts anew with the next seed of
        its row, and the arrays show its first decision; its last state is not shown. Each call writes into the same arrays, so copy
        what you keep.
        """
    def close(self) -> None:
        """Frees the battles. The arrays stay; later calls raise `Closed`."""
    def __len__(self) -> int: ...
