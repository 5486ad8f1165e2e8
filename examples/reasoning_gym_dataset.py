"""Tilewright's tasks as a data set of reasoning-gym.

    from reasoning_gym_dataset import dataset
    puzzles = dataset(kind="sudoku", size_of_board="3,3", size=100, seed=1)
    entry = puzzles[7]
    puzzles.score_answer("what a model wrote", entry)

Any solution of a puzzle is right, wherever in the text it is, and a wrong answer gets the share that is right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

import reasoning_gym
from reasoning_gym.factory import ProceduralDataset, register_dataset

from tilewright import tasks

NAME = "tilewright"


@dataclass
class Config:
    """The kind and size of the boards, their levels, and what is asked."""

    kind: str = "sudoku"
    size_of_board: str = "3,3"
    levels: Optional[list[Any]] = None
    questions: list[str] = field(default_factory=lambda: ["solve"])
    seed: Optional[int] = None
    size: int = 500

    def validate(self) -> None:
        assert self.size > 0, "size is at least 1"


class TilewrightDataset(ProceduralDataset):
    """Puzzles with one solution, by their numbers."""

    def __init__(self, config: Config) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self.source = tasks.Source(
            config.kind, config.size_of_board, seed=self.seed, levels=config.levels, questions=config.questions
        )

    def __getitem__(self, idx: int) -> dict[str, Any]:
        task = self.source[idx]
        metadata = {"source_dataset": NAME, "source_index": idx, **task.metadata}
        return {"question": task.prompt, "answer": task.answer, "metadata": metadata}

    def score_answer(self, answer: Optional[str], entry: dict[str, Any]) -> float:
        # The number of the entry is all that is needed to make its task again.
        task = self.source[entry["metadata"]["source_index"]]
        return task.score(answer).credit


register_dataset(NAME, TilewrightDataset, Config)


def dataset(**config: Any) -> ProceduralDataset:
    """A data set with these settings of ``Config``."""
    return reasoning_gym.create_dataset(NAME, **config)


if __name__ == "__main__":
    entry = dataset(size=1, seed=1)[0]
    print(entry["question"], entry["answer"], sep="\n\n")
