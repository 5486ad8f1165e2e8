"""What the wheel has beside the program."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import pytest


def test_the_licences_are_in_the_wheel() -> None:
    try:
        package = distribution("tilewright")
    except PackageNotFoundError:
        pytest.skip("the package was not installed from a wheel")
    files = {path.name: path.read_text() for path in package.files or [] if "LICENSE" in path.name}
    assert set(files) == {"LICENSE-APACHE", "LICENSE-MIT"}
    assert "Permission is hereby granted" in files["LICENSE-MIT"] and "Apache License" in files["LICENSE-APACHE"]
