"""The types that the package promises, as mypy sees them."""

from __future__ import annotations

import doctest
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def mypy(*arguments: str) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=HERE)


def test_a_typed_program() -> None:
    done = mypy("typed.py")
    assert done.returncode == 0, done.stdout
    runpy.run_path(str(HERE / "typed.py"), run_name="__main__")


def test_the_package_itself() -> None:
    done = mypy("-p", "tilewright")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("text", ["README.md", "../../docs/python.md"])
def test_the_snippets_of_the_texts(text: str, tmp_path: Path) -> None:
    examples = doctest.DocTestParser().get_examples((HERE.parent / text).read_text(encoding="utf-8"))
    program = tmp_path / "snippets.py"
    program.write_text("".join(example.source for example in examples), encoding="utf-8")
    done = mypy("--disable-error-code", "import-untyped", str(program))
    assert len(examples) > 4 and done.returncode == 0, done.stdout


def test_mistakes_are_seen(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import tilewright\ntilewright.parse(3)\ntilewright.parse('').solve(speed=3)\n")
    done = mypy(str(wrong))
    assert done.returncode == 1
    assert "wrong.py:2" in done.stdout and "wrong.py:3" in done.stdout
