"""The notebook runs from top to bottom, and puzzles draw themselves in it."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[3] / "examples" / "notebook.ipynb"


def test_the_notebook_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert not [out for out in outputs if out.output_type == "error"]
    shown = [out.data for out in outputs if out.output_type == "execute_result"]
    assert sum("image/svg+xml" in data for data in shown) >= 5
    assert any("<svg" in data.get("text/html", "") for data in shown)
