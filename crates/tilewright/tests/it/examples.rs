//! Runs the programs of `examples/`. Each of them asserts what it says.

#[path = "../../examples/all_solutions.rs"]
mod all_solutions;
#[path = "../../examples/count.rs"]
mod count;
#[path = "../../examples/exact_cover.rs"]
mod exact_cover;
#[path = "../../examples/explain.rs"]
mod explain;
#[path = "../../examples/generate.rs"]
mod generate;
#[path = "../../examples/million.rs"]
#[expect(dead_code, reason = "its main takes a million, which is for releases")]
mod million;
#[path = "../../examples/own_rules.rs"]
mod own_rules;
#[path = "../../examples/prove.rs"]
mod prove;
#[path = "../../examples/solve_line.rs"]
mod solve_line;
#[path = "../../examples/tile_map.rs"]
mod tile_map;

#[test]
fn examples_run() {
    all_solutions::main().unwrap();
    count::main().unwrap();
    exact_cover::main().unwrap();
    explain::main().unwrap();
    generate::main().unwrap();
    million::run(20_000).unwrap();
    own_rules::main().unwrap();
    prove::main().unwrap();
    solve_line::main().unwrap();
    tile_map::main().unwrap();
}
