"""Answers as models write them: 500 and more in 40 styles, each right and wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

import tilewright
from tilewright import score, score_batch

Rows = list[list[str]]
Style = Callable[[Rows], str]


def joined(rows: Rows, between: str = " ", end: str = "\n") -> str:
    return end.join(between.join(row) for row in rows)


def labelled(rows: Rows, label: Callable[[int], str], between: str = " ") -> str:
    return "\n".join(label(number) + between.join(row) for number, row in enumerate(rows, 1))


def table(rows: Rows, heading: bool, label: bool) -> str:
    lines = []
    if heading:
        names = [str(number) for number in range(1, len(rows[0]) + 1)]
        lines.append("| " + " | ".join(([" "] if label else []) + names) + " |")
        lines.append("|" + "---|" * (len(names) + label))
    for number, row in enumerate(rows, 1):
        lines.append("| " + " | ".join(([f"**R{number}**"] if label else []) + row) + " |")
    return "\n".join(lines)


def boxes(rows: Rows) -> str:
    """Rows with an empty line after every second one."""
    return "\n".join(" ".join(row) + ("\n" if number % 2 == 1 else "") for number, row in enumerate(rows))


def quoted(rows: Rows) -> str:
    return json.dumps([[word for word in row] for row in rows])


THINKING = "<think>Row 1 needs a 3 and a 4. In column 2 there is 1, so r1c2 is not 1.\nMaybe 1 2 3 4?</think>\n"

#: Every style takes the rows of a board, each a list of words.
STYLES: dict[str, Style] = {
    "spaced": joined,
    "commas": lambda rows: joined(rows, ", "),
    "commas and breaks": lambda rows: joined(rows, ",", ",\n"),
    "semicolons": lambda rows: joined(rows, " ", "; "),
    "one line": lambda rows: joined(rows, " ", " "),
    "tabs": lambda rows: joined(rows, "\t"),
    "windows": lambda rows: joined(rows, " ", "\r\n"),
    "fence": lambda rows: f"```\n{joined(rows)}\n```",
    "named fence": lambda rows: f"Here is the solution:\n\n```text\n{joined(rows)}\n```\nAll rows are right.",
    "fence that is cut": lambda rows: f"Here it is:\n```\n{joined(rows)}",
    "tildes": lambda rows: f"~~~\n{joined(rows)}\n~~~\n",
    "fence in a quotation": lambda rows: "> ```\n> " + joined(rows, " ", "\n> ") + "\n> ```",
    "prose before": lambda rows: f"I looked at each row in turn.\n\n{joined(rows)}",
    "prose around": lambda rows: f"Here is the grid:\n{joined(rows)}\n\nEvery row and column is complete.",
    "thinking": lambda rows: f"{THINKING}\n{joined(rows)}",
    "answer tag": lambda rows: f"{THINKING}<answer>\n{joined(rows)}\n</answer>",
    "answer tag in a line": lambda rows: f"So <answer>{joined(rows, ' ', ' ')}</answer> it is.",
    "answer tag, open": lambda rows: f"<ANSWER>{joined(rows)}",
    "tag and fence": lambda rows: f"<answer>\n```\n{joined(rows)}\n```\n</answer>",
    "boxed": lambda rows: f"$$\\boxed{{{joined(rows, ' ', ' ')}}}$$",
    "boxed array": lambda rows: "\\boxed{\\begin{array}{c}\n" + joined(rows, " & ", " \\\\\n") + "\n\\end{array}}",
    "table": lambda rows: table(rows, True, False),
    "table with labels": lambda rows: table(rows, True, True),
    "table without a heading": lambda rows: "The grid:\n\n" + table(rows, False, False) + "\n\nThat is all.",
    "row labels": lambda rows: labelled(rows, lambda number: f"Row {number}: "),
    "bold row labels": lambda rows: labelled(rows, lambda number: f"**Row {number}:** "),
    "short labels": lambda rows: labelled(rows, lambda number: f"R{number} = "),
    "numbered list": lambda rows: labelled(rows, lambda number: f"{number}: "),
    "bullets": lambda rows: labelled(rows, lambda _: "* "),
    "rows as lists": lambda rows: "\n".join(f"[{', '.join(row)}]" for row in rows),
    "json": quoted,
    "json object": lambda rows: json.dumps({"answer": rows}),
    "json in prose": lambda rows: f"The final grid is {quoted(rows)}, as required.",
    "json in a fence": lambda rows: "```json\n" + json.dumps({"grid": rows}, indent=2) + "\n```",
    "python": lambda rows: f"solution = {rows!r}\nprint(solution)",
    "tuples": lambda rows: repr(tuple(map(tuple, rows))),
    "two answers": lambda rows: f"First try:\n\n{joined(rows[::-1])}\n\nThat is wrong. Again:\n\n{joined(rows)}\n",
    "two fences": lambda rows: f"```\n{joined(rows[::-1])}\n```\nNo:\n```\n{joined(rows)}\n```",
    "gaps": boxes,
    "frame": lambda rows: "+---+\n" + "\n".join("| " + " ".join(row) + " |" for row in rows) + "\n+---+",
}


def rows_of(puzzle: tilewright.Puzzle) -> Rows:
    """The solution of a board, row by row."""
    solved = puzzle.solve()
    assert solved is not None
    data = solved.to_dict()
    if puzzle.family == "sudoku":
        size = round(len(data["cells"]) ** 0.5)
        cells = [str(cell) for cell in data["cells"]]
        return [cells[at : at + size] for at in range(0, len(cells), size)]
    if puzzle.family == "shikaku":
        width = data["size"][0]
        cells = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[area] for area in data["areas"]]
        return [cells[at : at + width] for at in range(0, len(cells), width)]
    return [line.split() for line in solved.write("solution").splitlines()[1:]]


PUZZLES = [
    ("sudoku", "2,2"),
    ("sudoku", "2,3"),
    ("sudoku", "3,3"),
    ("sudoku", "4,4"),
    ("shikaku", "5x5"),
    ("futoshiki", "5x5"),
    ("nurikabe", "5x5"),
    ("binairo", "6x6"),
    ("nonogram", "5x5"),
    ("starbattle", "6x6"),
    ("kakuro", "5x5"),
    ("akari", "5x5"),
    ("masyu", "5x5"),
]


@pytest.fixture(scope="module")
def boards() -> list[tuple[tilewright.Puzzle, Rows, Rows]]:
    """Puzzles, their solutions, and a wrong answer that is like it."""
    found = []
    for number, (kind, size) in enumerate(PUZZLES):
        puzzle = tilewright.generate(kind, size, seed=number)
        rows = rows_of(puzzle)
        found.append((puzzle, rows, wrong(rows, random.Random(number))))
    return found


def wrong(rows: Rows, chance: random.Random) -> Rows:
    """The same with two different neighbours swapped in some row."""
    places = [(r, c) for r, row in enumerate(rows) for c in range(len(row) - 1) if row[c] != row[c + 1]]
    r, c = chance.choice(places)
    other = [list(row) for row in rows]
    other[r][c], other[r][c + 1] = other[r][c + 1], other[r][c]
    return other


def test_there_are_enough_styles() -> None:
    assert len(STYLES) == 40
    assert 2 * len(STYLES) * len(PUZZLES) >= 500


@pytest.mark.parametrize("style", STYLES)
def test_no_right_answer_is_below_1_and_no_wrong_one_is_1(
    style: str, boards: list[tuple[tilewright.Puzzle, Rows, Rows]]
) -> None:
    write = STYLES[style]
    for puzzle, right, other in boards:
        text = write(right)
        got = score(puzzle, text)
        assert got.credit == 1.0 and got.is_match, (puzzle, text, got)
        assert got.found is not None and got.found.candidates >= 1
        got = score(puzzle, write(other))
        assert got.credit < 1.0 and not got.is_solved, (puzzle, write(other), got)
        assert got.malformed or got.reasons, got


def test_batches_agree_with_single_scores(boards: list[tuple[tilewright.Puzzle, Rows, Rows]]) -> None:
    puzzles, answers = [], []
    for puzzle, right, other in boards:
        if puzzle.family in ("sudoku", "shikaku"):
            for write in STYLES.values():
                puzzles += [str(puzzle)] * 2
                answers += [write(right), write(other)]
    nine = str(boards[2][0])
    chance = random.Random(5)
    for _ in range(300):
        puzzles.append(nine)
        keep = chance.choice(["123456789", "123456789.", "12345.", nine])
        answers.append("".join(chance.choice(keep) if chance.random() < 0.4 else clue for clue in nine))
    scores = score_batch(puzzles, answers)
    for row, puzzle, answer in zip(scores.to_pylist(), puzzles, answers):
        got = score(puzzle, answer)
        assert row["credit"] == got.credit and (row["status"] == "solved") == got.is_solved
        assert (row["status"] == "malformed") == (got.malformed is not None)
        names = ["cells", "filled", "right", "consistent", "constraints", "kept", "broken", "changed"]
        assert [row[name] for name in names] == [getattr(got, name) for name in names], answer


def test_the_last_answer_counts_and_is_told() -> None:
    puzzle, right, other = "12....1....34...", "1234\n3412\n2143\n4321", "1234\n3412\n2143\n4312"
    got = score(puzzle, f"{right}\n\nor rather\n\n{other}")
    assert not got.is_solved and got.found is not None and (got.found.line, got.found.candidates) == (8, 2)
    assert score(puzzle, f"{other}\n\nor rather\n\n{right}").is_solved
    # What is marked comes before what is not.
    got = score(puzzle, f"<answer>{right}</answer>\n{other}")
    assert got.is_solved and got.found is not None and got.found.place == "answer tag"
    assert not score(puzzle, f"{right}\n<answer>{other}</answer>").is_solved
    # The puzzle itself is not an answer, where there is another.
    assert score(puzzle, f"{right}\n\nThe puzzle was\n12..\n..1.\n...3\n4...\n").is_solved
    # A last grid that is cut off is not made good by an earlier one.
    got = score(puzzle, f"{right}\n\nAgain:\n1234\n3412\n2143\n")
    assert got.malformed == "the last grid (it ends on line 9) has 12 cells, the puzzle 16"
    assert score(puzzle, f"{right} <answer>1234 3412 2143</answer>").credit < 1


def test_cells_by_name() -> None:
    puzzle = "12....1....34..."
    rows = ["1234", "3412", "2143", "4321"]
    named = [f"r{r}c{c} = {value}" for r, row in enumerate(rows, 1) for c, value in enumerate(row, 1)]
    assert score(puzzle, "; ".join(named)).is_solved
    places = [f"({r}, {c}): {value}" for r, row in enumerate(rows, 1) for c, value in enumerate(row, 1)]
    assert score(puzzle, "\n".join(places)).is_solved
    open_cells = [name for name, given in zip(named, puzzle) if given == "."]
    assert score(puzzle, "The rest: " + ", ".join(open_cells)).is_solved
    assert not score(puzzle, ", ".join(open_cells).replace("r1c3 = 3", "r1c3 = 4")).is_solved


def test_reasons_say_what_is_wrong() -> None:
    puzzle = "12....1....34..."
    got = score(puzzle, "1234 3412 2143 4322")
    assert any("exclude each other" in reason for reason in got.reasons)
    assert 0 < got.rule_credit < 1 and got.kept + got.broken <= got.constraints
    assert "the clue r1c1 = 1 was changed" in score(puzzle, "2134 3412 1243 4321").reasons
    assert score(puzzle, "123. 3412 2143 4321").reasons == ("1 of 11 are open",)


HOSTILE = [
    "[" * 2_000_000,
    "[[1,2]" * 400_000,
    "{" * 1_000_000 + "\\boxed{" * 200_000,
    "<answer>" * 300_000,
    "```\n" * 400_000,
    "1 2 3 4\n" * 400_000,
    "1 2 3 4\n\n" * 300_000,
    "* " * 1_000_000,
    "1" + " " * 2_000_000 + ":",
    "r1c1=" * 400_000,
    "1234341221434321 " * 120_000,
    "Row 1: " * 300_000,
    "('1' " * 400_000,
    "\\" * 2_000_000,
    "│·" * 600_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_hostile_texts_are_read_in_linear_time(text: str) -> None:
    import time

    cover = tilewright.parse("a b c\na b\nc\nb c\na\n", as_="cover")
    kind = tilewright.generate("futoshiki", "4x4", seed=1)
    for puzzle in (tilewright.parse("12....1....34..."), tilewright.generate("shikaku", "5x5", seed=1), cover, kind):
        begun = time.process_time()
        score(puzzle, text)
        whole = time.process_time() - begun
        begun = time.process_time()
        score(puzzle, text[: len(text) // 4])
        part = time.process_time() - begun
        # A quarter of the text takes a quarter of the time; what is quadratic would take a sixteenth.
        assert whole < 8 * part + 0.5, (puzzle, whole, part)
        assert whole < 10


def test_noise_is_never_an_error() -> None:
    chance = random.Random(3)
    pieces = ["1", "2", "3", "4", ".", " ", "\n", "|", "[", "]", "{", "}", "```", "\n\n", "<answer>", "</answer>", "\\boxed{"]
    pieces += ["Row 1:", "r1c1 = 2", "é", "─", ",", '"', "answer", "1234", "AABB"]
    puzzles = [tilewright.parse("12....1....34..."), tilewright.generate("shikaku", "4x4", seed=1)]
    puzzles += [tilewright.generate("binairo", "4x4", seed=1), tilewright.parse("a b c\na b\nc\nb c\na\n", as_="cover")]
    solved = {str(puzzle.solve()) for puzzle in puzzles}
    for _ in range(400):
        text = "".join(chance.choice(pieces) for _ in range(chance.randrange(60)))
        for puzzle in puzzles:
            got = score(puzzle, text)
            assert 0.0 <= got.credit <= 1.0 and (got.credit == 1.0) == got.is_solved
    assert solved


def test_batches_of_answers_refuse_what_does_not_fit() -> None:
    with pytest.raises(tilewright.Refused, match="2 puzzles and 1 answers"):
        score_batch(["1234341221434321"] * 2, ["1234341221434321"])
    rows = score_batch(["12....1....34...", None, "no puzzle", "12....1....34..."], ["1", "1", "1", None])
    assert rows["status"] == ["malformed"] * 4
    assert [reason.split(":")[0] for reason in rows["reason"]][1:] == ["the puzzle is null", "the puzzle", "the answer is null"]
    assert len(score_batch([], [])) == 0
