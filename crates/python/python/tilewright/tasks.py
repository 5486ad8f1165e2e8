"""Tasks for training and benchmarks: endless sources of puzzles of every kind, with prompts and scorers.

A source is asked by number: task 17 of a seed is the same on every machine, and does not depend on the tasks before it.

>>> from tilewright import tasks
>>> source = tasks.Source("sudoku", "2,2", seed=1)
>>> task = source[17]
>>> task == tasks.Source("sudoku", "2,2", seed=1)[17]
True
>>> task.score(task.answer).credit
1.0
>>> print(task.prompt.splitlines()[-1])
Write the finished grid row by row between <answer> and </answer>.

What is asked for is a `question`: "solve" the puzzle; a "next" cell; a whole "trace" of steps; how many solutions there are
("count": none, one, several); or which step of a trace is the "wrong" one. Only what was proved is asked: a puzzle said to have
several solutions was searched for two, and one said to have none was searched to the end.
"""

from __future__ import annotations

import json
import random
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Template
from typing import Any, Union

from tilewright._errors import Missed, Refused, TilewrightError
from tilewright._limits import whole
from tilewright._make import Difficulty, generate
from tilewright._puzzle import Puzzle, families
from tilewright._score import Score, score

__all__ = ["Curriculum", "Mix", "QUESTIONS", "Result", "Source", "TEMPLATES", "Task"]

#: A level: a grade or a range of difficulty, as ``generate`` takes it; None for any.
Level = Union[Difficulty, None]

#: The questions that a source can ask.
QUESTIONS = ("solve", "next", "trace", "count", "wrong")

#: The prompts, as templates of `string.Template`. ``$rules`` are the rules of the kind, ``$puzzle`` is the puzzle, ``$format`` says how
#: answers are written, ``$trace`` has the steps where the question has some.
TEMPLATES: dict[str, str] = {
    "solve": "$rules\n\nSolve this puzzle:\n\n$puzzle\n\n$format",
    "next": "$rules\n\nThis puzzle has one solution:\n\n$puzzle\n\nCells are numbered row by row, from 0. Find one cell that is still open, and its "
    "value.\nWrite the number of the cell and the value, with a blank between them, between <answer> and </answer>.",
    "trace": "$rules\n\nSolve this puzzle:\n\n$puzzle\n\nCells are numbered row by row, from 0. Fill in one cell after the other.\nWrite a line for each "
    "step between <answer> and </answer>: the number of the cell and the value, with a blank between them.",
    "count": "$rules\n\nHow many solutions does this puzzle have?\n\n$puzzle\n\nWrite none, one or several between <answer> and </answer>.",
    "wrong": "$rules\n\nThis puzzle has one solution:\n\n$puzzle\n\nCells are numbered row by row, from 0. One of these steps is wrong:\n\n$trace\n\nWrite "
    "the number of the wrong step between <answer> and </answer>.",
}

_RULES = {
    "sudoku": "Fill in each empty cell. Each row, column and box has every number once.",
    "shikaku": "Cut the grid in rectangles, each with exactly one number, which is the number of its cells.",
    "tiles": "Put a tile on each empty place, so that neighbours join on their common side.",
}
_ROWS = "Write the finished grid row by row between <answer> and </answer>."
_AREAS = "Write a letter for each cell, row by row, the same one for all cells of a rectangle, between <answer> and </answer>."

#: Numbers that are tried before a level is given up.
_TRIES = 20
#: The step from one try to the next: no source has so many tasks.
_FAR = 1 << 40


@dataclass(frozen=True)
class Result:
    """How good an answer to a task is."""

    #: From 0 to 1, and 1 for a right answer alone.
    credit: float
    #: What is wrong, in sentences.
    reasons: tuple[str, ...] = ()
    #: The score of a solved puzzle, where the question is to solve it.
    score: Score | None = None


@dataclass(frozen=True)
class Task:
    """A question about a puzzle."""

    index: int
    question: str
    prompt: str
    puzzle: Puzzle
    #: A right answer, in the way that the prompt asks for. There may be others.
    answer: str
    #: Its kind, size, seed, number, level, difficulty: plain values.
    metadata: Mapping[str, Any] = field(hash=False)
    #: The only solution, where there is one.
    solution: Puzzle | None = field(default=None, repr=False)

    def score(self, answer: object) -> Result:
        """Says how good an answer is, whatever a model wrote."""
        return _SCORERS[self.question](self, answer)

    def row(self) -> dict[str, Any]:
        """The task as a row of a table: texts and numbers; the metadata are JSON."""
        return {
            "index": self.index,
            "question": self.question,
            "prompt": self.prompt,
            "puzzle": str(self.puzzle),
            "answer": self.answer,
            "metadata": json.dumps(dict(self.metadata), sort_keys=True),
        }


class Source:
    """An endless source of tasks of one kind and size.

    ``levels`` are grades or ranges of difficulty (``"easy"``, ``"2-3"``, ``"se:7-8"``), one task of each in turn; a mapping gives each its quota:
    ``{"easy": 3, "hard": 1}`` are three easy tasks and a hard one, again and again. ``questions`` are asked in turn in the same way.
    ``templates`` replaces prompts (see ``TEMPLATES``), and ``rules`` the rules in them. ``options`` go to ``generate``.

    A level that no puzzle of this kind and size meets raises Missed, after 20 tries.

    >>> from tilewright import tasks
    >>> source = tasks.Source("futoshiki", "4x4", seed=1, levels={"easy": 2, "medium": 1})
    >>> [source[number].metadata["level"] for number in range(4)]
    ['easy', 'easy', 'medium', 'easy']
    """

    def __init__(
        self,
        kind: str,
        size: str,
        *,
        seed: int = 0,
        levels: Sequence[Level] | Mapping[Any, int] | None = None,
        questions: Sequence[str] | Mapping[str, int] = ("solve",),
        templates: Mapping[str, str] | None = None,
        rules: str | None = None,
        rated: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(levels, str) or isinstance(questions, str):
            raise TypeError("levels and questions are lists or mappings")
        self.kind, self.size, self.seed = kind, size, whole("seed", seed)
        self.levels = _in_turn("levels", (None,) if levels is None else levels)
        self.questions = _in_turn("questions", questions)
        unknown = [question for question in self.questions if question not in QUESTIONS]
        if unknown:
            raise ValueError(f"there is no question {unknown[0]!r}; there are {', '.join(QUESTIONS)}")
        self.templates = {**TEMPLATES, **(templates or {})}
        self.rules, self.rated, self.options = rules, rated, options

    def __repr__(self) -> str:
        return f"<tasks of {self.kind} {self.size}, seed {self.seed}>"

    def __getitem__(self, index: int) -> Task:
        return self.task(index)

    def __call__(self, index: int) -> Task:
        return self.task(index)

    def __iter__(self) -> Iterator[Task]:
        index = 0
        while True:
            yield self.task(index)
            index += 1

    def task(self, index: int, *, level: Level = None, question: str | None = None) -> Task:
        """The task of a number; ``level`` and ``question`` override those whose turn it is."""
        number = whole("index", index)
        assert number is not None
        if number >= _FAR:
            raise IndexError(f"a source has the tasks from 0 to {_FAR - 1}")
        if level is None:
            level = self.levels[number % len(self.levels)]
        # Each level gets every question.
        turn = number // len(self.levels)
        asked = question or self.questions[turn % len(self.questions)]
        missed: TilewrightError | None = None
        for attempt in range(_TRIES):
            try:
                return self._made(number, attempt, level, asked)
            except (Missed, _Unsuited) as error:
                missed = error
        if isinstance(missed, Missed):
            raise missed
        raise Refused(f"the question {asked!r} does not suit {self.kind} {self.size}: {missed}")

    def rows(self, start: int, stop: int) -> Iterator[dict[str, Any]]:
        """The tasks from a number to another as rows of a table."""
        return (self.task(index).row() for index in range(start, stop))

    def _made(self, index: int, attempt: int, level: Level, question: str) -> Task:
        number = index + attempt * _FAR
        options = dict(self.options)
        if level is not None:
            options["difficulty"] = level
        puzzle = generate(self.kind, self.size, seed=self.seed, number=number, **options)
        solution = puzzle.solve()
        assert solution is not None
        metadata: dict[str, Any] = {
            "kind": self.kind,
            "size": self.size,
            "seed": self.seed,
            "number": number,
            "level": level if level is None or isinstance(level, str) else list(level),
            "question": question,
            "clues": puzzle.clues,
        }
        if self.rated:
            rating = puzzle.rate()
            metadata |= {"difficulty": rating.difficulty, "grade": rating.grade, "hardest": rating.hardest}
            metadata["se"] = None if rating.se is None else rating.se.er
        chance = random.Random(f"{self.seed} {number} {question}")
        shown, only, answer, trace, more = _ASKED[question](puzzle, solution, chance)
        return Task(index, question, self._prompt(question, shown, trace), shown, answer, {**metadata, **more}, only)

    def _prompt(self, question: str, puzzle: Puzzle, trace: str) -> str:
        wanted = _AREAS if puzzle.family == "shikaku" else _ROWS
        rules = self.rules or _RULES.get(puzzle.family) or _about(puzzle.family)
        template = Template(self.templates[question])
        return template.substitute(rules=rules, puzzle=_shown(puzzle), format=wanted, trace=trace)


class Mix:
    """Tasks of several sources in turn, each as often as its weight says.

    >>> from tilewright import tasks
    >>> mix = tasks.Mix({tasks.Source("sudoku", "2,2"): 2, tasks.Source("shikaku", "4x4"): 1})
    >>> [mix[number].metadata["kind"] for number in range(4)]
    ['sudoku', 'sudoku', 'shikaku', 'sudoku']
    """

    def __init__(self, sources: Sequence[Source] | Mapping[Source, int]) -> None:
        turns = _in_turn("sources", sources)
        self._turns: list[Source] = list(turns)

    def __getitem__(self, index: int) -> Task:
        return self.task(index)

    def __call__(self, index: int) -> Task:
        return self.task(index)

    def __iter__(self) -> Iterator[Task]:
        index = 0
        while True:
            yield self.task(index)
            index += 1

    def task(self, index: int) -> Task:
        """The task of a number."""
        number = whole("index", index)
        assert number is not None
        rounds, turn = divmod(number, len(self._turns))
        source = self._turns[turn]
        before = self._turns[:turn].count(source)
        own = rounds * self._turns.count(source) + before
        task = source.task(own)
        return Task(number, task.question, task.prompt, task.puzzle, task.answer, task.metadata, task.solution)

    def rows(self, start: int, stop: int) -> Iterator[dict[str, Any]]:
        """The tasks from a number to another as rows of a table."""
        return (self.task(index).row() for index in range(start, stop))


class Curriculum:
    """Levels that follow the learner: one up when the last answers were good, one down when they were bad.

    >>> from tilewright import tasks
    >>> curriculum = tasks.Curriculum(["easy", "medium", "hard"], window=2)
    >>> for credit in (1.0, 1.0, 1.0):
    ...     curriculum.record(credit)
    >>> curriculum.level
    'medium'
    """

    def __init__(self, levels: Sequence[Level], *, up: float = 0.8, down: float = 0.3, window: int = 50) -> None:
        if not levels or window < 1 or not down < up:
            raise ValueError("a curriculum has levels, a window from 1 on, and down is less than up")
        self.levels, self.up, self.down, self.place = list(levels), up, down, 0
        self._credits: deque[float] = deque(maxlen=window)

    @property
    def level(self) -> Level:
        """The level now, for ``Source.task(level=...)``."""
        return self.levels[self.place]

    def record(self, credit: float) -> None:
        """Takes the credit of an answer."""
        self._credits.append(credit)
        if len(self._credits) < (self._credits.maxlen or 0):
            return
        mean = sum(self._credits) / len(self._credits)
        step = (mean >= self.up) - (mean <= self.down)
        place = min(max(self.place + step, 0), len(self.levels) - 1)
        if place != self.place:
            self.place = place
            self._credits.clear()


class _Unsuited(TilewrightError):
    """A question does not suit this puzzle."""


def _in_turn(name: str, wanted: Any) -> list[Any]:
    """Each as often as its quota says."""
    if not isinstance(wanted, Mapping):
        turns = list(wanted)
    else:
        turns = [one for one, quota in wanted.items() for _ in range(whole("a quota", quota) or 0)]
    if not turns:
        raise ValueError(f"there are no {name}")
    return turns


def _about(family: str) -> str:
    """The rules of a kind, as its file says them."""
    return next((known.about for known in families() if known.name == family), family)


def _shown(puzzle: Puzzle) -> str:
    """The puzzle as a text that people read."""
    for format in ("text", "grid", "letters", None):
        try:
            return puzzle.write(format).rstrip("\n")
        except TilewrightError:
            continue
    return str(puzzle)


def _written(puzzle: Puzzle, solution: Puzzle) -> str:
    """A solution in the way that prompts ask for."""
    data = solution.to_dict()
    if puzzle.family == "shikaku":
        width = data["size"][0]
        names = [_name(area) for area in data["areas"]]
        return _lines(names, width)
    for format in ("solution", "grid", "letters", None):
        try:
            text = solution.write(format).rstrip("\n")
        except TilewrightError:
            continue
        # The size is in the first line.
        return text.split("\n", 1)[1] if format == "solution" else text
    return str(solution)


def _name(area: int) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[area] if area < len(letters) else f"{letters[area % 26]}{area // 26}"


def _lines(words: Sequence[str], width: int) -> str:
    rows = [" ".join(words[at : at + width]) for at in range(0, len(words), width)]
    return "\n".join(rows)


#: The puzzle that is shown, its only solution, a right answer, the trace, and more metadata.
_Asked = tuple[Puzzle, Union[Puzzle, None], str, str, dict[str, Any]]


def _solve(puzzle: Puzzle, solution: Puzzle, chance: random.Random) -> _Asked:
    return puzzle, solution, _written(puzzle, solution), "", {}


def _placements(puzzle: Puzzle) -> list[tuple[int, int, str, str]]:
    """The cells that logic fills, in its order: the cell, the value, the technique, the reason."""
    explanation = puzzle.explain(search=True, pictures=False)
    placed: dict[int, tuple[int, int, str, str]] = {}
    for step in explanation.steps:
        if step.assumptions:
            continue
        for cell, value in step.picked_cells:
            if value is None:
                raise _Unsuited("its cells have no values")
            placed.setdefault(cell, (cell, value, step.technique, step.because))
    if not placed:
        raise _Unsuited("logic fills no cell")
    return list(placed.values())


def _values(puzzle: Puzzle, solution: Puzzle) -> tuple[list[int], list[int]]:
    """The clues and the solution cell by cell, 0 for an open cell."""
    if puzzle.family != "sudoku":
        raise _Unsuited("its answers are not a number for each cell")
    return puzzle.to_dict()["cells"], solution.to_dict()["cells"]


def _next(puzzle: Puzzle, solution: Puzzle, chance: random.Random) -> _Asked:
    cells, full = _values(puzzle, solution)
    placed = _placements(puzzle)
    # Some way on, so that boards of all stages come.
    done = chance.randrange(len(placed))
    for cell, value, _, _ in placed[:done]:
        puzzle = puzzle.play(cell, value)
    cell, value, technique, reason = placed[done]
    assert full[cell] == value and cells[cell] == 0
    return puzzle, solution, f"{cell} {value}", "", {"technique": technique, "reason": reason}


def _trace(puzzle: Puzzle, solution: Puzzle, chance: random.Random) -> _Asked:
    cells, full = _values(puzzle, solution)
    placed = _placements(puzzle)
    if len(placed) < cells.count(0):
        raise _Unsuited("logic alone does not fill it")
    steps = [{"cell": cell, "value": value, "technique": technique, "reason": reason} for cell, value, technique, reason in placed]
    return puzzle, solution, "\n".join(f"{step['cell']} {step['value']}" for step in steps), "", {"steps": steps}


def _count(puzzle: Puzzle, solution: Puzzle, chance: random.Random) -> _Asked:
    cells, full = _values(puzzle, solution)
    wanted = chance.choice(("none", "one", "several"))
    if wanted == "one":
        return puzzle, solution, wanted, "", {}
    order = list(range(len(cells)))
    chance.shuffle(order)
    if wanted == "several":
        for cell in order:
            if cells[cell]:
                puzzle = puzzle.play(cell, None)
                if puzzle.check().status == "several":
                    return puzzle, None, wanted, "", {}
        raise _Unsuited("it has one solution without any clue")
    candidates = puzzle.candidates() or []
    for cell in order:
        others = [int(value) for value in candidates[cell] if int(value) != full[cell]]
        if not cells[cell] and others:
            # One solution has another value here, so this has none; it is checked all the same.
            worse = puzzle.play(cell, chance.choice(others))
            if worse.check().status == "unsolvable":
                return worse, None, wanted, "", {}
    raise _Unsuited("no wrong value fits its clues")


def _wrong(puzzle: Puzzle, solution: Puzzle, chance: random.Random) -> _Asked:
    cells, full = _values(puzzle, solution)
    placed = [(cell, value) for cell, value, _, _ in _placements(puzzle)]
    most = max(full)
    at = chance.randrange(len(placed))
    cell, value = placed[at]
    other = chance.choice([number for number in range(1, most + 1) if number != value])
    shown = [*placed[:at], (cell, other)]
    trace = "\n".join(f"{number}. {cell} {value}" for number, (cell, value) in enumerate(shown, 1))
    more = {"wrong_step": at + 1, "cell": cell, "right_value": value}
    if len(shown) > 1:
        # The wrong step may be anywhere: right ones follow.
        shown += placed[at + 1 : at + 1 + chance.randrange(1, 6)]
        trace = "\n".join(f"{number}. {cell} {value}" for number, (cell, value) in enumerate(shown, 1))
    return puzzle, solution, str(at + 1), trace, more


_ASKED: dict[str, Callable[[Puzzle, Puzzle, random.Random], _Asked]] = {
    "solve": _solve,
    "next": _next,
    "trace": _trace,
    "count": _count,
    "wrong": _wrong,
}

_TAG = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.DOTALL | re.IGNORECASE)
_BOX = re.compile(r"\\boxed\{([^{}]*)\}")
_PAIR = re.compile(r"\[?\(?\b(\d{1,4})\b[\s,:=]+(\d{1,4})\b")
#: The most characters of an answer to a question with a short answer.
_LONGEST = 1 << 20


def _said(answer: object) -> str:
    """What was said in the end: in the last tag, in the last box, or all of it."""
    text = str(answer)[-_LONGEST:] if isinstance(answer, (str, int)) else ""
    at = text.lower().rfind("<answer>")
    if at >= 0:
        found = _TAG.match(text, at)
        return found.group(1) if found else ""
    boxes = _BOX.findall(text)
    return boxes[-1] if boxes else text


def _score_solve(task: Task, answer: object) -> Result:
    got = score(task.puzzle, answer, solution=task.solution)
    reasons = got.reasons if got.malformed is None else (got.malformed,)
    return Result(got.credit, reasons, got)


def _score_next(task: Task, answer: object) -> Result:
    pairs = _PAIR.findall(_said(answer))
    if not pairs:
        return Result(0.0, ("no cell and value were found",))
    cell, value = map(int, pairs[-1])
    return _judged(task, cell, value)


def _judged(task: Task, cell: int, value: int) -> Result:
    assert task.solution is not None
    cells, full = task.puzzle.to_dict()["cells"], task.solution.to_dict()["cells"]
    if cell >= len(cells):
        return Result(0.0, (f"there is no cell {cell}: cells are 0 to {len(cells) - 1}",))
    if cells[cell]:
        return Result(0.0, (f"cell {cell} is not open",))
    if full[cell] != value:
        return Result(0.0, (f"cell {cell} is not {value}",))
    return Result(1.0)


def _score_trace(task: Task, answer: object) -> Result:
    assert task.solution is not None
    cells = task.puzzle.to_dict()["cells"]
    open_cells = cells.count(0)
    right: set[int] = set()
    reasons: list[str] = []
    for number, (cell, value) in enumerate(_PAIR.findall(_said(answer)), 1):
        judged = _judged(task, int(cell), int(value))
        if int(cell) in right:
            judged = Result(0.0, (f"cell {cell} was filled before",))
        if judged.credit < 1:
            reasons.append(f"step {number}: {judged.reasons[0]}")
            break
        right.add(int(cell))
    if not reasons and len(right) < open_cells:
        reasons.append(f"{open_cells - len(right)} of {open_cells} cells are open")
    return Result(1.0 if not reasons else min(len(right), open_cells - 1) / open_cells, tuple(reasons))


def _score_word(task: Task, answer: object) -> Result:
    words = re.findall(r"\b(?:none|one|several)\b", _said(answer).lower())
    if not words:
        return Result(0.0, ("none, one or several was expected",))
    return Result(1.0) if words[-1] == task.answer else Result(0.0, (f"it is not {words[-1]}",))


def _score_number(task: Task, answer: object) -> Result:
    numbers = re.findall(r"\d{1,6}", _said(answer))
    if not numbers:
        return Result(0.0, ("the number of a step was expected",))
    return Result(1.0) if int(numbers[-1]) == int(task.answer) else Result(0.0, (f"step {numbers[-1]} is right",))


_SCORERS: dict[str, Callable[[Task, object], Result]] = {
    "solve": _score_solve,
    "next": _score_next,
    "trace": _score_trace,
    "count": _score_word,
    "wrong": _score_number,
}
