"""Tilewright's tasks as an environment of verifiers: one question, one answer, a reward from 0 to 1.

    from verifiers_environment import load_environment
    environment = load_environment(kind="sudoku", size="3,3", number=1000, levels=["easy", "medium"])

A row of the data set has the number of its task, so that the reward makes the same task again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import verifiers as vf
from datasets import Dataset

from tilewright import tasks


def load_environment(kind: str = "sudoku", size: str = "3,3", number: int = 1000, **options: Any) -> vf.Environment:
    """An environment of ``number`` tasks; ``options`` are those of ``tasks.Source``."""
    source = tasks.Source(kind, size, **options)
    task = lru_cache(maxsize=256)(source.task)

    def credit(completion: Any, info: dict[str, Any], **_: Any) -> float:
        text = completion if isinstance(completion, str) else completion[-1]["content"]
        return task(info["index"]).score(text).credit

    rows = [
        {"question": source[index].prompt, "answer": source[index].answer, "info": {"index": index}}
        for index in range(number)
    ]
    rubric = vf.Rubric(funcs=[credit], weights=[1.0])
    return vf.SingleTurnEnv(dataset=Dataset.from_list(rows), rubric=rubric)
