#!/usr/bin/env python3
"""The parts of the command, as CycloneDX 1.5 (JSON) on standard output. Standard library alone.

    scripts/sbom.py [target triple]

Every crate that is linked or runs while it is built, with version, licence, checksum of Cargo.lock and its
dependencies; not those of tests alone, nor crates of other platforms. The same commit gives the same text.
"""

import json
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = "tilewright-cli"


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def built(target):
    """Name and version of every crate that the command is built from, tests' and unused features' left out."""
    tree = run("cargo", "tree", "--locked", "-p", COMMAND, "--features", "full", "-e", "normal,build", "--target", target, "--prefix", "none", "--no-dedupe")
    return {tuple(line.split()[:2]) for line in tree.splitlines() if line}


def purl(package):
    return f"pkg:cargo/{package['name']}@{package['version'].replace('+', '%2B')}"


def needs(node):
    """The dependencies of a crate, other than for its tests."""
    return {d["pkg"] for d in node["deps"] if any(kind["kind"] != "dev" for kind in d["dep_kinds"])}


def component(package, checksums):
    # Older crates write `/` for OR.
    licence = re.sub(r"\s*/\s*", " OR ", package["license"])
    found = {
        "type": "library",
        "bom-ref": purl(package),
        "name": package["name"],
        "version": package["version"],
        "purl": purl(package),
        "licenses": [{"expression": licence}],
    }
    if checksum := checksums.get((package["name"], package["version"])):
        found["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package["repository"]:
        found["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return found


def main():
    host = re.search(r"^host: (.*)$", run("rustc", "-vV"), re.MULTILINE)[1]
    target = sys.argv[1] if len(sys.argv) > 1 else host
    wanted = built(target)
    metadata = json.loads(run("cargo", "metadata", "--locked", "--features", f"{COMMAND}/full", "--format-version=1", "--filter-platform", target))
    packages = {p["id"]: p for p in metadata["packages"] if (p["name"], f"v{p['version']}") in wanted}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    ids = sorted(packages, key=lambda id: (packages[id]["name"], packages[id]["version"]))
    (start,) = (id for id in ids if packages[id]["name"] == COMMAND)

    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    checksums = {(p["name"], p["version"]): p.get("checksum") for p in lock["package"]}
    top = component(packages[start], checksums) | {"type": "application"}
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": top, "properties": [{"name": "target", "value": target}]},
        "components": [component(packages[id], checksums) for id in ids if id != start],
        "dependencies": [
            {"ref": purl(packages[id]), "dependsOn": sorted(purl(packages[used]) for used in needs(nodes[id]) & set(ids))}
            for id in ids
        ],
    }
    json.dump(made, sys.stdout, indent=1)
    print()


main()
