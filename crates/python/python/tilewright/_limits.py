"""The keyword arguments that every question has, checked and in order."""

from __future__ import annotations

import operator
from datetime import timedelta
from typing import TypedDict, SupportsIndex, Union

__all__ = ["Limits", "Seconds", "bundle", "seconds", "whole"]

Seconds = Union[float, timedelta]

#: Seeds, nodes and bytes are numbers of 64 bits.
_MOST = 2**64


class Limits(TypedDict, total=False):
    """The limits of a question, and its engine."""

    #: Seconds, or a timedelta.
    time: Seconds | None
    #: Nodes of search.
    nodes: int | None
    #: Bytes for the model and the search together (default: 2 GiB).
    memory: int | None
    #: Threads; the answer does not depend on it (default: all cores).
    threads: int | None
    #: The engine (default: the one that fits).
    engine: str | None
    #: Search in a random order, the same for the same seed.
    seed: int | None
    #: Check every answer by other means, which takes a multiple of the time; one that is wrong
    #: raises, and standard error has a report with which it can be seen again (default: no).
    paranoid: bool


_Bundle = tuple[
    "float | None", "int | None", "int | None", "int | None", "str | None", "int | None", bool
]


def bundle(limits: Limits) -> _Bundle:
    """The limits as the native part takes them."""
    unknown = set(limits) - set(Limits.__annotations__)
    if unknown:
        name = sorted(unknown)[0]
        known = ", ".join(Limits.__annotations__)
        raise TypeError(f"there is no limit called {name!r}; there are {known}")
    engine = limits.get("engine")
    if engine is not None and not isinstance(engine, str):
        raise TypeError(f"engine is a name, not {engine!r}")
    paranoid = limits.get("paranoid", False)
    if not isinstance(paranoid, bool):
        raise TypeError(f"paranoid is True or False, not {paranoid!r}")
    return (
        seconds(limits.get("time")),
        whole("nodes", limits.get("nodes")),
        whole("memory", limits.get("memory")),
        whole("threads", limits.get("threads"), least=1),
        engine,
        whole("seed", limits.get("seed")),
        paranoid,
    )


def seconds(time: Seconds | None) -> float | None:
    """A time in seconds."""
    if time is None:
        return None
    number = time.total_seconds() if isinstance(time, timedelta) else float(time)
    if not number >= 0:
        raise ValueError(f"time is a number of seconds that is not negative, not {time!r}")
    return number


def whole(name: str, number: SupportsIndex | None, least: int = 0) -> int | None:
    """A number of 64 bits."""
    if number is None:
        return None
    value = operator.index(number)
    if not least <= value < _MOST:
        raise ValueError(f"{name} is a number from {least} to 2**64 - 1, not {value}")
    return value
