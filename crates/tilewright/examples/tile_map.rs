//! A random map of roads in a closed border, with a crossing that is fixed in its middle.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::Budget;
use tilewright::generate::{Spec, maker_of};
use tilewright::read;
use tilewright::render::text::Text;

const SET: &str = r#"
sockets = ["road", "none"]

[board]
size = [7, 15]
border = "closed"

[kinds]
E = { sides = "none none none none", box = "   ", weight = 3 }
I = { sides = "road none road none", rotate = ["I", "H"], box = [" ┃ ", "━━━"] }
L = { sides = "road road none none", rotate = true, box = [" ┗━", " ┏━", "━┓ ", "━┛ "] }
T = { sides = "road road none road", rotate = true, box = ["━┻━", " ┣━", "━┳━", "━┫ "] }
X = { sides = "road road road road", box = "━╋━" }

[fixed]
places = [[4, 8, "X"]]
"#;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = read(SET, None)?;
    let maker = maker_of(&*board, Spec::default(), true)?;
    let made = maker
        .make(3, &Budget::default())
        .map_err(|missed| missed.to_string())?;
    println!("{}", Text::default().draw(&made.puzzle.picture()));
    Ok(())
}
