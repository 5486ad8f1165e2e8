"""Tasks: the same for the same number, proved, and scored by what they ask."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tilewright import tasks

EXAMPLES = Path(__file__).parents[3] / "examples"

KINDS = [
    ("sudoku", "2,3"),
    ("shikaku", "5x5"),
    ("roads", "4x4"),
    ("futoshiki", "4x4"),
    ("slitherlink", "4x4"),
    ("nurikabe", "4x4"),
    ("kakuro", "4x4"),
    ("binairo", "4x4"),
    ("starbattle", "5x5"),
    ("nonogram", "4x4"),
]


@pytest.mark.parametrize("kind, size", KINDS, ids=str)
def test_every_kind_has_tasks(kind: str, size: str) -> None:
    source = tasks.Source(kind, size, seed=3)
    for index in (0, 1, 5):
        task = source[index]
        assert task == tasks.Source(kind, size, seed=3).task(index)
        assert task.puzzle.check().status == "unique"
        for answer in (task.answer, f"<answer>\n{task.answer}\n</answer>", f"I think.\n\n```\n{task.answer}\n```\n", task.solution):
            got = task.score(answer)
            assert got.credit == 1.0 and not got.reasons, (answer, got)
        # The puzzle is no answer, nor is another solution.
        assert task.score(str(task.puzzle)).credit < 1
        assert task.score(source[index + 1].answer).credit < 1
        assert "<answer>" in task.prompt and len(task.prompt) > 60
        row = task.row()
        assert json.loads(row["metadata"])["kind"] == kind and row["answer"] == task.answer


QUESTIONS = ("next", "trace", "count", "wrong")


@pytest.mark.parametrize("question", QUESTIONS)
def test_other_questions(question: str) -> None:
    source = tasks.Source("sudoku", "2,3", seed=5, questions=[question])
    answers = set()
    for index in range(12):
        task = source[index]
        assert task.question == question
        answers.add(task.answer)
        assert task.score(f"So it is <answer>{task.answer}</answer>.").credit == 1.0
        assert task.score("I do not know.").credit == 0.0
        assert task.score("").credit == task.score(None).credit == 0.0
    assert len(answers) > 2


def test_the_number_of_solutions_is_proved() -> None:
    source = tasks.Source("sudoku", "2,3", seed=1, questions=["count"], rated=False)
    words = {"none": "unsolvable", "one": "unique", "several": "several"}
    seen = set()
    for task in itertools.islice(source, 15):
        assert task.puzzle.check().status == words[task.answer]
        seen.add(task.answer)
        for word in words:
            assert (task.score(word).credit == 1.0) == (word == task.answer)
    assert seen == set(words)


def test_wrong_steps_and_right_ones() -> None:
    for task in itertools.islice(tasks.Source("sudoku", "3,3", seed=2, questions=["wrong"], rated=False), 4):
        assert task.solution is not None
        full = task.solution.to_dict()["cells"]
        found = re.findall(r"^\d+\. (\d+) (\d+)$", task.prompt, re.MULTILINE)
        steps = [(int(cell), int(value)) for cell, value in found]
        wrong = [number for number, (cell, value) in enumerate(steps, 1) if full[cell] != value]
        assert wrong == [int(task.answer)]
        assert task.score(str(int(task.answer) + 1)).credit == 0


def test_traces_get_credit_step_by_step() -> None:
    task = tasks.Source("sudoku", "2,2", seed=1, questions=["trace"])[0]
    lines = task.answer.splitlines()
    half = task.score("\n".join(lines[: len(lines) // 2]))
    assert 0 < half.credit < 1 and "are open" in half.reasons[0]
    cell, value = lines[0].split()
    bad = task.score("\n".join([f"{cell} {5 - int(value)}", *lines[1:]]))
    assert bad.credit == 0 and bad.reasons == (f"step 1: cell {cell} is not {5 - int(value)}",)
    assert task.score("\n".join([lines[0], *lines])).credit < 1
    steps = task.metadata["steps"]
    assert [f"{step['cell']} {step['value']}" for step in steps] == lines
    assert all(step["technique"] and step["reason"] for step in steps)


def test_levels_quotas_and_questions_take_turns() -> None:
    source = tasks.Source("sudoku", "3,3", seed=1, levels={"easy": 2, "hard": 1}, questions=["solve", "next"])
    made = [source[index] for index in range(6)]
    assert [task.metadata["grade"] for task in made] == ["easy", "easy", "hard"] * 2
    assert [task.question for task in made] == ["solve"] * 3 + ["next"] * 3
    assert source.task(0, level="hard").metadata["grade"] == "hard"
    with pytest.raises(ValueError, match="there is no question 'colour'"):
        tasks.Source("sudoku", "2,2", questions=["colour"])
    with pytest.raises(tilewright.Refused, match="does not suit shikaku"):
        tasks.Source("shikaku", "4x4", questions=["next"])[0]


def test_templates_can_be_replaced() -> None:
    source = tasks.Source("sudoku", "2,2", templates={"solve": "Puzzle $$1: $puzzle"}, rules="Mine.")
    assert source[0].prompt.startswith("Puzzle $1: ")
    assert "Mine." in tasks.Source("sudoku", "2,2", rules="Mine.")[0].prompt


def test_a_curriculum_goes_up_and_down() -> None:
    curriculum = tasks.Curriculum(["easy", "medium"], window=3)
    for credit, level in [(1, "easy"), (1, "easy"), (1, "medium"), (0, "medium"), (0, "medium"), (0, "easy"), (0, "easy")]:
        curriculum.record(credit)
        assert curriculum.level == level


def test_a_mix_has_each_task_once() -> None:
    one, other = tasks.Source("sudoku", "2,2", rated=False), tasks.Source("shikaku", "4x4", rated=False)
    mix = tasks.Mix({one: 2, other: 1})
    found = [mix[index] for index in range(9)]
    assert [task.metadata["number"] for task in found if task.metadata["kind"] == "sudoku"] == list(range(6))
    assert [task.metadata["number"] for task in found if task.metadata["kind"] == "shikaku"] == list(range(3))
    assert [task.index for task in found] == list(range(9))


def test_reasoning_gym(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("reasoning_gym")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import reasoning_gym_dataset as example

    dataset: Any = example.dataset(kind="sudoku", size_of_board="2,2", size=5, seed=3)
    assert len(list(dataset)) == 5 and dataset[3] == dataset[3]
    for entry in dataset:
        assert dataset.score_answer(entry["answer"], entry) == 1.0
        assert dataset.score_answer("no", entry) == 0.0
        assert dataset.score_answer(None, entry) == 0.0


def test_verifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("verifiers")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import verifiers_environment as example

    assert example.load_environment(kind="sudoku", size="2,2", number=4) is not None


def test_the_same_rows_in_another_process() -> None:
    program = "from tilewright import tasks; print(list(tasks.Source('sudoku', '2,2', seed=9, questions=['solve', 'count']).rows(0, 6)))"
    outputs = {subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout for _ in range(2)}
    assert len(outputs) == 1 and len(outputs.pop()) > 500
