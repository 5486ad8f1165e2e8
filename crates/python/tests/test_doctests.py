"""The examples in the docstrings and in the texts are run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import tilewright

MODULES = ["tilewright"] + [
    f"tilewright.{module.name}"
    for module in pkgutil.iter_modules(tilewright.__path__)
    if module.name != "_native"
]
PACKAGE = Path(__file__).parent.parent
TEXTS = [PACKAGE / "README.md", PACKAGE.parent.parent / "docs" / "python.md"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_texts(path: Path) -> None:
    failed, tried = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 0


def test_everything_public_says_what_it_is() -> None:
    for name in tilewright.__all__:
        if name == "__version__":
            continue
        thing = getattr(tilewright, name)
        assert thing.__doc__, name
        for key, member in vars(thing).items() if isinstance(thing, type) else ():
            if not key.startswith("_") and callable(member):
                assert member.__doc__, f"{name}.{key}"
