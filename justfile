# Everything a developer runs. `just` lists it.

default:
    @just --list

# Format, lints and all tests: what must hold before a change lands.
ci:
    sh scripts/test.sh

# The tests alone.
test *ARGS:
    cargo test {{ARGS}}

# Format and lints.
lint:
    cargo fmt --all
    cargo clippy --all-targets -- -D warnings

# Run the command: `just run solve corpus/sudoku/system1-9x9.txt`.
run *ARGS:
    cargo run --release -- {{ARGS}}

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

# How far counts get in a minute, the table of docs/counting.md; takes some twenty minutes.
count-table:
    cargo build --release
    bash scripts/count-table.sh

# Every command and engine with each of its limits, asked and observed: the table of docs/trust.md; takes some minutes.
limits *ARGS:
    cargo build --profile quick -p tilewright-cli
    python3 scripts/limits.py --into docs/trust.md {{ARGS}}

# The engine with unsafe code under AddressSanitizer; needs a nightly compiler.
sanitize:
    RUSTFLAGS="-Zsanitizer=address" cargo +nightly test -p tilewright-engines --target x86_64-unknown-linux-gnu nine
    RUSTFLAGS="-Zsanitizer=address" cargo +nightly test -p tilewright-engines --target x86_64-unknown-linux-gnu --test nine

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
    cargo doc --no-deps --open

# Shell completions and the manual page, into target/dist.
dist:
    mkdir -p target/dist
    for shell in bash zsh fish; do cargo run --release -q -- completions $shell > target/dist/tilewright.$shell; done
    cargo run --release -q -- man > target/dist/tilewright.1

# The page with its WebAssembly, static files for any host, into target/page; docs/page.md says what it needs.
page:
    sh scripts/page.sh

# The page's tests in headless Chromium; docs/page.md tells more.
page-test *ARGS:
    sh scripts/page-test.sh {{ARGS}}
