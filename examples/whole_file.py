"""Files that are there as a whole or not at all, for the recipes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_files(*paths: Path) -> Iterator[list[Path]]:
    """Temporary names beside these files; they get their own names when all of the work is done.

    If it fails, or is interrupted, an existing file is left as it was.
    """
    parts = [path.with_name(f".{path.name}.{os.getpid()}.part") for path in paths]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield parts
        for part, path in zip(parts, paths):
            os.replace(part, path)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
