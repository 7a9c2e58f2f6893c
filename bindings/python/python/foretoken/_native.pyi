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
    def load(source: Union[str, os.PathLike[str], bytes], name: Optional[str] = None) -> Pack: ...
    @staticmethod
    def from_text(name: str, text: str) -> Pack: ...
    @staticmethod
    def from_files(name: str, files: Mapping[str, bytes]) -> Pack: ...
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
    """Knowledge of one side. `outcome` is open, won, lost or drawn."""

    side: int
    round: int
    outcome: str
    units: list[Unit]
    hash: int
    def arrays(self) -> dict[str, NDArray[Any]]:
        """`units` int32 [max_units, 13], `cells` int32 [height, width, 5], `battle` int32 [9], `choices` int32 [max_choices, 7],
        `action_mask` bool [max_choices]."""

class Prediction:
    """Prediction for one side up to the horizon of the turn order. `health` has (unit, before, after), `moves` (unit, x, y)."""

    deaths: list[int]
    health: list[tuple[int, int, int]]
    moves: list[tuple[int, int, int]]
    marks: list[str]
    is_uncertain: bool

class Battle:
    """True state of a battle at a decision of a side. With `computer=False` every side decides through `step`.

    Methods with `side=None` mean the side that decides now. Pickles as its record. Raises `PackError` for a missing scenario.
    """

    side: Optional[int]
    sides: list[int]
    is_over: bool
    hash: int
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
    def outcome(self, side: int) -> str: ...
    def observe(self, side: Optional[int] = None) -> Observation:
        """Raises `ShapeError` if the side knows more than `max_units` units or has more than `max_choices` decisions."""
    def legal(self, side: Optional[int] = None) -> list[str]:
        """Names of the legal decisions; their places are the arguments of `step`."""
    def mask(self, side: Optional[int] = None) -> NDArray[np.bool_]: ...
    def step(self, index: int) -> None:
        """Makes a decision. Raises `IllegalDecision` or `BattleOver` and then changes nothing."""
    def predict(self, plan: Sequence[int] = ..., side: Optional[int] = None) -> Prediction:
        """Predicts after the steps of `plan`, from that which the side knows. The battle does not change."""
    def odds(self, plan: Sequence[int] = ..., side: Optional[int] = None) -> dict[str, Any]:
        """`method`, `is_uncertain` and, by unit, the chance that it `dies` and the chances of its `health`."""
    def why(self, unit: int, plan: Sequence[int] = ..., side: Optional[int] = None) -> list[str]:
        """Causes of the predicted changes of a unit."""
    def record(self) -> bytes: ...
    def clone(self) -> Battle: ...
    def close(self) -> None: ...

class Replay:
    """Replays a record from its own assets. Raises `RecordError`."""

    is_same: bool
    text: str
    def __init__(self, record: bytes) -> None: ...

class Run:
    """A run of a campaign. `view()["moves"]` lists the moves that `act` takes by index."""

    is_battle_due: bool
    is_over: bool
    def __init__(self, pack: Pack, campaign: str, seed: int = 0, level: str = "normal") -> None: ...
    def view(self) -> dict[str, Any]: ...
    def act(self, index: int) -> None: ...
    def fight(self) -> None:
        """Lets the computer play the battle that waits."""
    def battle(self, max_units: int = 64, max_choices: int = 256) -> Battle:
        """Starts the battle that waits."""
    def finish(self, battle: Battle) -> None:
        """Takes over the result of that battle, which must be over."""

class VecBattle:
    """`n` battles, stepped on threads into arrays that are allocated once. Row `i` begins with `seed + i` and goes on with
    `seed + i + n`. The arrays outlive the object. Do not read them in another thread during `step`."""

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
    def reset(self, seed: Optional[int] = None) -> None: ...
    def step(self, actions: Iterable[int]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]: ...
    def close(self) -> None: ...
    def __len__(self) -> int: ...
