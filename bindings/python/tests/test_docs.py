"""The stub and the module tell the same about each class and method."""

import ast
import inspect
import pathlib

import foretoken
from conftest import ROOT

STUB = pathlib.Path(foretoken.__file__).with_name("_native.pyi")


def documented():
    """Pairs of a path such as `Battle.step` and its docstring in the stub; None where there is none."""
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, ast.get_docstring(node)
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                    yield f"{node.name}.{part.name}", ast.get_docstring(part)


def test_help_says_what_the_stub_says():
    seen = dict(documented())
    assert {"Battle.step", "Run.question", "VecBattle.step"} <= seen.keys()
    for path, doc in seen.items():
        there = foretoken
        for part in path.split("."):
            there = getattr(there, part)
        if isinstance(there, type) and issubclass(there, foretoken.ForetokenError):
            continue
        assert doc, f"{path} has no docstring in the stub"
        assert inspect.cleandoc(there.__doc__ or "") == doc, path


def test_the_page_says_how_many_columns_there_are():
    page = (ROOT / "bindings" / "python" / "README.md").read_text()
    choices, cells = len(foretoken.CHOICE_COLUMNS), len(foretoken.CELL_COLUMNS)
    assert f"`[max_units, {len(foretoken.UNIT_COLUMNS)}]`" in page
    assert f"`[floors, height, width, {cells}]`" in page
    assert f"`[max_choices, {choices}]`" in page
    assert f"`[{len(foretoken.BATTLE_COLUMNS)}]`" in page
    kinds = page.split("`choices.kind`")[1].split("\n")[0].split(": ")[1].split(", ")
    assert len(kinds) == len(foretoken.KINDS) - 1


def test_every_public_method_is_in_the_stub():
    seen = {path for path, _ in documented()}
    for name in foretoken.__all__:
        there = getattr(foretoken, name)
        if not isinstance(there, type) or issubclass(there, foretoken.ForetokenError):
            continue
        for method, value in vars(there).items():
            if callable(getattr(there, method)) and not method.startswith("_"):
                assert f"{name}.{method}" in seen
