"""Every question, on every family."""

from __future__ import annotations

import dataclasses
import json
import pickle

import pytest
from conftest import COVER, EASY, HARDEST, SOLVED, one_of_each_family

import tilewright
from tilewright import NotUnique, Refused, Unsolvable


def test_a_sudoku_is_solved(easy: tilewright.Puzzle) -> None:
    assert isinstance(easy, tilewright.Sudoku)
    solved = easy.solve()
    assert isinstance(solved, tilewright.Sudoku)
    assert str(solved) == SOLVED
    assert solved.dims == (3, 3)
    assert solved.cells == tuple(map(int, SOLVED))
    assert [str(s) for s in easy.solutions()] == [SOLVED]
    assert easy.count() == 1


@pytest.mark.parametrize("puzzle", one_of_each_family(), ids=repr)
def test_families_have_the_same_methods(puzzle: tilewright.Puzzle) -> None:
    solutions = list(puzzle.solutions())
    assert puzzle.count() == len(solutions) == len(set(solutions))
    solved = puzzle.solve()
    assert solved in solutions
    assert solved is not None and type(solved) is type(puzzle)
    assert solved != puzzle
    verdict = puzzle.check()
    assert verdict.is_valid and verdict.is_solvable
    assert verdict.is_unique == (len(solutions) == 1)
    if verdict.is_unique:
        assert verdict.solution == solved and verdict.other is None
        assert puzzle.rate().difficulty is not None
        explanation = puzzle.explain()
        assert explanation.status == "solved"
        assert explanation.solution == solved
        assert all(step.picture for step in explanation.steps)
        assert puzzle.hint() is not None
    else:
        assert verdict.solution != verdict.other
        with pytest.raises(NotUnique, match="several solutions: two of them differ at"):
            puzzle.explain()
    assert puzzle.render("svg").startswith("<svg")
    assert puzzle.render("png").startswith(b"\x89PNG")
    assert puzzle.render("text") == str(puzzle.picture())
    assert puzzle._repr_svg_() == puzzle.render()
    assert puzzle.to_dict()["family"] == puzzle.family


@pytest.mark.parametrize("puzzle", one_of_each_family(), ids=repr)
def test_equal_puzzles_are_equal_after_pickling(puzzle: tilewright.Puzzle) -> None:
    solved = puzzle.solve()
    for one in (puzzle, solved):
        again = pickle.loads(pickle.dumps(one))
        assert again == one and hash(again) == hash(one)
        assert type(again) is type(one)
        assert str(again) == str(one)
    assert puzzle != solved
    assert puzzle != str(puzzle)
    assert len({puzzle, solved, pickle.loads(pickle.dumps(puzzle))}) == 2


def test_the_same_puzzle_in_two_formats_is_equal(easy: tilewright.Puzzle) -> None:
    for format in ("grid", "json", "sdk", "puzzlink"):
        other = tilewright.parse(easy.write(format))
        assert other == easy and hash(other) == hash(easy)


def test_answers_are_pickled(easy: tilewright.Puzzle) -> None:
    for answer in (
        easy.check(),
        easy.rate(),
        easy.canonical(),
        easy.explain(),
        easy.hint(),
    ):
        assert pickle.loads(pickle.dumps(answer)) == answer
    step = pickle.loads(pickle.dumps(easy.explain())).steps[0]
    assert step.picture.svg().startswith("<svg")
    with pytest.raises(Refused):
        step.picture.png()


def test_a_state_from_elsewhere_does_no_harm() -> None:
    from tilewright._puzzle import _restore

    with pytest.raises(Refused):
        _restore("sudoku:line", "12....1....34...", [99999], None)
    with pytest.raises(tilewright.ParseError):
        _restore("sudoku:line", "nothing", None, None)


def test_a_puzzle_without_a_solution_says_why() -> None:
    puzzle = tilewright.parse("11..............")
    assert puzzle.solve() is None
    assert puzzle.count() == 0
    assert list(puzzle.solutions()) == []
    verdict = puzzle.check()
    assert verdict.contradiction == "the 1 of row 1 is given twice: r1c1 = 1 and r1c2 = 1"
    assert str(verdict) == f"not valid: {verdict.contradiction}"
    assert verdict.is_unique is False and verdict.is_minimal is False
    with pytest.raises(Unsolvable, match="no solution: these clues cannot all hold"):
        puzzle.explain()
    with pytest.raises(Unsolvable, match="no solution"):
        puzzle.hint()
    with pytest.raises(Unsolvable, match="no solution"):
        puzzle.rate()


def test_counts_of_any_size() -> None:
    assert tilewright.board("sudoku", "3,3").count() == 6670903752021072936960
    assert tilewright.board("sudoku", "2,2").count(limit=5) == 5
    assert tilewright.board("sudoku", "2,2").count(limit=0) == 0
    assert tilewright.board("sudoku", "2,2").count(engine="reduce") == 288


def test_large_empty_boards_are_written_down() -> None:
    solved = tilewright.board("sudoku", "3,3,3").solve()
    assert isinstance(solved, tilewright.Sudoku)
    assert min(solved.cells) == 1 and max(solved.cells) == 27


def test_threads_and_seeds_do_not_change_the_answer(easy: tilewright.Puzzle) -> None:
    for threads in (1, 2, 5):
        assert str(easy.solve(threads=threads)) == SOLVED
    empty = tilewright.board("sudoku", "3,3")
    assert empty.solve(seed=1) == empty.solve(seed=1, threads=2)
    assert empty.solve(seed=1) != empty.solve(seed=2)


def test_steps_tell_their_reasons(easy: tilewright.Puzzle) -> None:
    step = easy.hint()
    assert step is not None
    assert str(step) == f"{step.technique}: {step.because}, so {step.therefore}"
    assert step.picked and not step.removed
    explanation = easy.explain(pictures=False)
    assert all(step.picture is None for step in explanation.steps)
    assert sum(explanation.techniques.values()) == len(explanation.steps)
    filled = [name for step in explanation.steps for name in step.picked]
    assert len(filled) == len(SOLVED) - easy.clues
    assert "<svg" in easy.explain()._repr_html_()


def test_assumptions_are_told_as_such() -> None:
    # Logic alone does not finish it.
    hard = tilewright.parse(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    )
    stuck = hard.explain(pictures=False)
    assert stuck.status == "stuck" and stuck.solution is None
    searched = hard.explain(search=True)
    assert searched.status == "solved" and searched.solution == hard.solve()
    assert any(step.technique == "assumption" for step in searched.steps)
    refuted = [step for step in searched.steps if step.technique == "refutation"]
    assert all(step.therefore.startswith("not ") for step in refuted)


def test_nothing_is_left_to_do() -> None:
    assert tilewright.parse(SOLVED).hint() is None


def test_canonical_forms(easy: tilewright.Puzzle) -> None:
    turned = tilewright.parse(EASY[::-1])
    assert turned != easy
    assert turned.canonical() == easy.canonical()
    assert len(easy.canonical().digest) == 32
    assert tilewright.board("sudoku", "3,3").canonical().automorphisms == 3359232
    with pytest.raises(Refused, match="has no canonical form; families that have one: sudoku"):
        tilewright.parse(COVER, as_="cover").canonical()


def test_formats_are_listed_and_written(easy: tilewright.Puzzle) -> None:
    sudoku = next(family for family in tilewright.families() if family.name == "sudoku")
    written = {format.name: easy.write(format.name) for format in sudoku.formats if format.name in ("line", "json")}
    assert written["line"] == EASY + "\n"
    assert json.loads(written["json"])["family"] == "sudoku"
    with pytest.raises(tilewright.FormatError, match="sudoku is written as grid"):
        easy.write("wav")
    with pytest.raises(ValueError, match="svg, text, png"):
        easy.render("gif")  # type: ignore[call-overload]


def test_pictures_have_themes_and_sizes(easy: tilewright.Puzzle) -> None:
    assert easy.render(theme="dark") != easy.render(theme="light")
    assert len(easy.render("png", scale=2)) > len(easy.render("png"))
    with pytest.raises(Refused, match="there is no theme"):
        easy.render(theme="blue")
    with pytest.raises(Refused, match="too large"):
        easy.render("png", scale=1e6)


def test_classes_read_their_own() -> None:
    assert tilewright.Sudoku(EASY) == tilewright.parse(EASY)
    assert tilewright.Puzzle(EASY) == tilewright.parse(EASY)
    with pytest.raises(tilewright.ParseError):
        tilewright.Shikaku(EASY)
    with pytest.raises(Refused, match="this is sudoku, not shikaku"):
        tilewright.Shikaku(EASY, as_="sudoku")


def test_one_word_for_what_is_known() -> None:
    words = {EASY: "unique", "1...............": "several", "123...4.........": "unsolvable", "11..............": "unsolvable"}
    puzzles = list(words)
    assert [tilewright.parse(text).check().status for text in puzzles] == list(words.values())
    for ask in (tilewright.check_batch, tilewright.rate_batch):
        answers = ask(puzzles)
        assert isinstance(answers, tilewright.Table)
        assert answers["status"] == list(words.values())
    assert tilewright.parse(EASY).explain(pictures=False).status == "solved"
    stopped = tilewright.parse(HARDEST)
    assert stopped.check(engine="reduce", nodes=2).status == "stopped"
    assert stopped.explain(time=0.001, nested=True, pictures=False).status == "stopped"


def test_a_step_has_the_keys_of_the_command() -> None:
    step = tilewright.parse(EASY).hint()
    assert step is not None
    assert step.reason is not None and step.reason["kind"]
    assert len(step.picked) == len(step.picked_choices) and step.premises
    keys = {"technique", "look", "because", "therefore", "picked", "removed", "reason", "premises"}
    assert keys < {field.name for field in dataclasses.fields(step)}
