# Everything a developer runs. `just` lists it.

default:
    @just --list

# Format, lints and all tests: what must hold before a change lands.
ci:
    sh scripts/test.sh

# The tests alone.
test *ARGS="--workspace":
    cargo test {{ARGS}}

# Format and lints.
lint:
    cargo fmt --all
    cargo clippy --workspace --all-targets -- -D warnings

# Run the command: `just run solve corpus/sudoku/system1-9x9.txt`.
run *ARGS:
    cargo run --release --features full -- {{ARGS}}

# dance beside other exact cover solvers; docs/bench.md says how to read it.
bench *ARGS:
    cargo run --release -p tilewright-bench -- dance {{ARGS}}

# Counting beside exact cover solvers; docs/bench.md says how to read it.
bench-count *ARGS:
    cargo run --release -p tilewright-bench -- count {{ARGS}}

# nine beside other Sudoku solvers; docs/bench.md says how to read it.
bench-nine *ARGS:
    cargo run --release -p tilewright-bench -- nine {{ARGS}}

# Ratings on each scale; docs/bench.md says how to read it.
bench-rate *ARGS:
    cargo run --release -p tilewright-bench -- rate {{ARGS}}
# Minimal 9×9 Sudokus made beside other generators.
bench-generate *ARGS:
    cargo run --release -p tilewright-bench -- generate {{ARGS}}

# Two builds of the command on the same work, in turns: `just beside OLD NEW`.
beside OLD NEW *ARGS:
    python3 scripts/beside.py {{OLD}} {{NEW}} {{ARGS}}

# How far counts get in a minute, the table of docs/counting.md; takes some twenty minutes.
count-table:
    cargo build --release --features full
    bash scripts/count-table.sh

# Every command and engine with each of its limits, asked and observed; takes some minutes.
limits *ARGS:
    cargo build --release --features full
    python3 scripts/limits.py --into records/2026-11-16-limits.md {{ARGS}}

# Hostile questions beside honest ones, asked of `serve` for ten minutes.
siege *ARGS:
    cargo build --release --features full
    python3 scripts/siege.py target/release/tilewright {{ARGS}}

# The engine with unsafe code under AddressSanitizer; needs a nightly compiler.
sanitize:
    RUSTFLAGS="-Zsanitizer=address" cargo +nightly test -p tilewright-nine --target x86_64-unknown-linux-gnu
    RUSTFLAGS="-Zsanitizer=address" cargo +nightly test -p tilewright-engines --target x86_64-unknown-linux-gnu --test it nine::

# Fuzzes a target for SECONDS, guided by coverage; docs/trust.md lists its needs.
fuzz TARGET SECONDS="60":
    sh scripts/fuzz.sh {{TARGET}} {{SECONDS}}

# Fuzzes every target in turn, SECONDS each.
fuzz-all SECONDS="3600":
    sh scripts/fuzz.sh all {{SECONDS}}

# The Python package from nothing: its wheel, all its tests.
python-test *ARGS:
    sh scripts/python-test.sh {{ARGS}}

# Lints of the Python module alone, which is out of the default build.
lint-python:
    cargo clippy -p tilewright-python --all-targets -- -D warnings

# Batches from Python beside the native command and what PyPI has; needs the wheel installed.
bench-python *ARGS:
    python3 crates/python/bench/bench.py {{ARGS}}

# Lints of the benchmark crate alone, which is out of the default build.
lint-bench:
    cargo clippy -p tilewright-bench --all-targets -- -D warnings

# The library's documentation, in a browser.
doc:
    cargo doc --workspace --no-deps --open

# The guide as a site, into target/site.
guide:
    sh scripts/guide.sh

# Shell completions and the manual page, into target/dist.
dist:
    mkdir -p target/dist
    for shell in bash zsh fish; do cargo run --release --features full -q -- completions $shell > target/dist/tilewright.$shell; done
    cargo run --release --features full -q -- man > target/dist/tilewright.1

# The page with its WebAssembly, static files for any host, into target/page; docs/page.md lists its needs.
page:
    sh scripts/page.sh

# The page's tests in headless Chromium; see docs/page.md.
page-test *ARGS:
    sh scripts/page-test.sh {{ARGS}}

# Licences, bans and sources of all crates, on every platform; needs cargo-deny. see docs/trust.md.
supply:
    cargo deny check licenses bans sources

# Known faults of the versions in use; needs cargo-deny, and the network for the list of RustSec. `just advisories --offline`
# takes the list that was loaded last.
advisories *ARGS:
    cargo deny {{ARGS}} check advisories

# Counts `unsafe` in each file; fails where docs/trust.md says otherwise.
unsafe:
    sh scripts/unsafe.sh

# The command as it is given to others, with its SHA-256.
release *ARGS:
    sh scripts/release.sh {{ARGS}}

# The release built in two folders from the last commit, compared byte by byte; takes two whole builds.
reproduce *ARGS:
    rm -rf target/reproduce
    git clone --quiet . target/reproduce/one
    git clone --quiet . target/reproduce/another/folder
    cd target/reproduce/one && CARGO_TARGET_DIR=target sh scripts/release.sh {{ARGS}}
    cd target/reproduce/another/folder && CARGO_TARGET_DIR=target sh scripts/release.sh {{ARGS}}
    cmp target/reproduce/one/target/shipped/tilewright target/reproduce/another/folder/target/shipped/tilewright

# Lines of Rust code without tests, for each crate and in all; `just lines COMMIT` counts a commit.
lines *ARGS:
    python3 scripts/lines.py {{ARGS}}

# What the command is made of, as CycloneDX, into target/dist.
sbom:
    mkdir -p target/dist
    python3 scripts/sbom.py > target/dist/tilewright.cdx.json

# Changes a crate in one place at a time and says which changes its tests do not notice: `just mutants model`, or an even
# sample of them with `just mutants engines --shard 7/64`; needs cargo-mutants and cargo-nextest. see docs/trust.md.
mutants CRATE *ARGS:
    sh scripts/mutants.sh {{CRATE}} {{ARGS}}

# Lines that a crate's own tests run, for model, engines, logic and puzzles or those named; needs LLVM's tools.
coverage *CRATES:
    sh scripts/coverage.sh {{CRATES}}

# Long runs killed at random moments, full disks, missing permissions: nothing is lost; see docs/trust.md.
kills *ARGS:
    cargo build --release --features full
    python3 scripts/kills.py {{ARGS}}

# The command's tests with every answer checked by other means, and then every puzzle of corpus/.
paranoid *ARGS:
    TILEWRIGHT_PARANOID=1 cargo test -p tilewright-cli {{ARGS}}
    cargo build -p tilewright-cli --features full
    python3 scripts/paranoid.py
