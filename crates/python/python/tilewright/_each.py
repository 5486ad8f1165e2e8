"""One function over many pieces of work, on Ray Data: the answers come as they are ready.

A piece is one block and one task, so that Ray Data hands out as many as have room, asks for more nodes if the cluster
grows by itself, and shows its work on its dashboard. It repeats a task whose worker or node has died; reads and
writes that fail are repeated in the task. Any other error travels back as an answer, and is raised here unchanged.

Ray Data's own bars and notes are left out in favour of ours, unless its environment variables ask for
them. That is set for our own data set alone, never in the context of the caller.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import pickle
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, TypeVar

from tilewright._errors import TilewrightError

__all__ = ["each", "needed"]

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

#: Seconds before a file is tried again; twice as many each time after.
_PAUSE = 0.1


def needed() -> Any:
    """Ray, where it and all that it needs for data are installed."""
    try:
        importlib.import_module("pyarrow.parquet")
        importlib.import_module("ray.data")
        return importlib.import_module("ray")
    except ImportError as error:
        name = error.name or str(error)
        raise TilewrightError(f'{name} is not installed: pip install "tilewright[ray]"') from None


def _started(cpus: int) -> Any:
    """Ray, joined or started."""
    ray = needed()
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.WARNING)
    most = max((node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]), default=0)
    if most < cpus:
        # It may be a cluster that grows by itself.
        warnings.warn(f"no node has {cpus} cores: nothing is done until there is one that has", stacklevel=2)
    return ray


def each(
    name: str,
    work: Callable[[Piece], Answer],
    pieces: Sequence[Piece],
    *,
    retries: int,
    cpus: int,
    concurrency: int | None,
) -> Iterator[Answer]:
    """The answers of ``work`` for the pieces, in the order in which they come."""
    ray = _started(cpus)
    rows = [{"number": number, "piece": pickle.dumps(piece)} for number, piece in enumerate(pieces)]
    dataset = ray.data.from_items(rows, override_num_blocks=max(1, len(rows)))
    _set(dataset.context)
    pool = ray.data.TaskPoolStrategy(size=concurrency and min(concurrency, len(rows)))
    answers = _mapped(dataset, _task(name, work, retries), retries, cpus, pool)
    with _hushed(), contextlib.closing(_rows(answers)) as found:
        missing = set(range(len(rows)))
        for row in found:
            answer = pickle.loads(row["answer"])
            if isinstance(answer, BaseException):
                raise _told(answer) from answer
            # Answers are added up: each counts once, and none may be left out.
            if row["number"] in missing:
                missing.remove(row["number"])
                yield answer
        if missing:
            raise TilewrightError(f"Ray Data gave no answer for {len(missing)} of {len(rows)} pieces; the same call resumes")


def _mapped(dataset: Any, task: Callable[..., Any], retries: int, cpus: int, pool: Any) -> Any:
    """The data set with a task for each block, which is done ``retries`` more times where its worker or its node dies.

    Ray Data itself would do it for ever, and so would a task that brings down every worker. The only way to say a
    number goes away in Ray 2.64, which is why the package asks for one before it.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*ray_remote_args_fn.* is deprecated")
        return dataset.map(task, num_cpus=cpus, compute=pool, ray_remote_args_fn=lambda: {"max_retries": retries})


def _set(context: Any) -> None:
    """Settings of our data set that differ from the caller's."""
    ours: dict[str, object] = {
        # A part of a search may well take hours, and a block that failed may not be left out.
        "execution_no_progress_timeout_s": -1,
        "max_errored_blocks": 0,
        "print_on_execution_start": False,
    }
    if "RAY_DATA_DISABLE_PROGRESS_BARS" not in os.environ:
        ours["enable_progress_bars"] = False
    for key, value in ours.items():
        # Not every version of Ray has every one of them.
        if hasattr(context, key):
            setattr(context, key, value)
    context.execution_options.preserve_order = False


def _task(name: str, work: Callable[[Any], Any], retries: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A worker's function for a row; Ray names the task after it."""

    def task(row: dict[str, Any]) -> dict[str, Any]:
        return {"number": row["number"], "answer": _answer(work, pickle.loads(row["piece"]), retries)}

    task.__name__ = task.__qualname__ = f"tilewright {name}"
    return task


def _answer(work: Callable[[Any], Any], piece: Any, retries: int) -> bytes:
    """The answer, or the error."""
    for left in range(retries, -1, -1):
        try:
            return pickle.dumps(work(piece))
        except OSError as error:
            if not left:
                return _pickled(error)
            time.sleep(_PAUSE * 2 ** min(retries - left, 7))
        except Exception as error:
            return _pickled(error)
    raise AssertionError("retries is a number from 0 on")


def _pickled(error: Exception) -> bytes:
    """An error on its way back; one that cannot travel is put in words."""
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
        return data
    except Exception:
        return pickle.dumps(_told(error))


def _rows(dataset: Any) -> Generator[Any, None, None]:
    """The rows as they come; where Ray gives up, it is said in a sentence."""
    try:
        yield from dataset.iter_rows()
    except Exception as error:
        raise _told(error) from error


def _told(error: BaseException) -> TilewrightError:
    """The reason why a task failed, in a sentence."""
    cause = getattr(error, "cause", None) or error
    if isinstance(cause, TilewrightError):
        return cause
    why = str(cause).strip().splitlines() or [""]
    return TilewrightError(
        f"a task failed: {type(cause).__name__}: {why[0]}; the finished parts stay, and the same call resumes"
    )


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Keeps Ray Data's notes from the console; they stay in its log file, and warnings are shown."""

    def matters(record: logging.LogRecord) -> bool:
        # An error is raised besides; and that there are no bars is said as a warning.
        return record.levelno == logging.WARNING and "progress" not in record.name

    asked_for = "RAY_DATA_LOGGING_CONFIG" in os.environ
    handlers = [] if asked_for else [h for h in logging.getLogger("ray.data").handlers if _is_console(h)]
    for handler in handlers:
        handler.addFilter(matters)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(matters)


def _is_console(handler: logging.Handler) -> bool:
    return isinstance(handler, logging.StreamHandler) and not isinstance(handler, logging.FileHandler)
