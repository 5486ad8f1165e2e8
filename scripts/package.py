#!/usr/bin/env python3
"""Packs every crate that is published, and builds each from its own package and those of the others.

    scripts/package.py [--order] [arguments of cargo package…]

`--order` prints the crates in the order in which they are published: each after those that it needs.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def published():
    """The names of the published crates of the workspace, each after those that it needs."""
    command = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    packages = json.loads(found.stdout)["packages"]
    # `publish` is a list of registries: an empty one is none.
    needs = {
        package["name"]: {need["name"] for need in package["dependencies"] if need["kind"] != "dev"}
        for package in packages
        if package["publish"] != []
    }
    order = []
    while len(order) < len(needs):
        ready = [
            name
            for name, needed in needs.items()
            if name not in order and (needed & needs.keys()) <= set(order)
        ]
        if not ready:
            sys.exit("package.py: the crates need each other in a circle")
        order.extend(sorted(ready))
    return order


def main():
    arguments = sys.argv[1:]
    names = published()
    if arguments == ["--order"]:
        print("\n".join(names))
        return
    chosen = [word for name in names for word in ("-p", name)]
    command = ["cargo", "package", "--locked", *chosen, *arguments]
    sys.exit(subprocess.run(command, cwd=ROOT).returncode)


if __name__ == "__main__":
    main()
