//! Questions and answers as JSON: what the page says to Tilewright.
//!
//! The page speaks one language, whether Tilewright runs in the browser as WebAssembly or behind
//! `tilewright serve`: a question is a JSON object with a word under `"do"`, an answer is a JSON
//! object, and on the way there may be news, JSON objects too. Nothing is kept between two
//! questions: each carries its puzzle as text.
//!
//! # Cards
//!
//! A puzzle is handed out as a **card**:
//!
//! | key | what it is |
//! | --- | --- |
//! | `text`, `as` | the puzzle written so that nothing is lost, and how (`"sudoku:json"`); a question carries both back under `"puzzle"`: `{"text": …, "as": …}` (`as` may be left out: by its looks) |
//! | `family` | `"sudoku"` |
//! | `title` | what it is in a few words: "Sudoku 9×9, 24 clues" |
//! | `cells` | the number of cells of its picture; 0 where it is words alone |
//! | `rows`, `columns`, `layers` | how they are laid out |
//! | `sides` | for a board in space the number of cells along each axis: along a row, along a column, from layer to layer; else `null` |
//! | `legend` | `null`, `{"values": [{"name": "1", "svg": null}, …]}` or `{"numbers": 81}` (the largest) |
//! | `places` | whether a choice is one value of one cell (`"value"`: Sudoku, tiles), a box of cells (`"box"`: Shikaku) or neither (`"none"`) |
//! | `clues` | for each cell what is given there, as a word, or `null` |
//! | `formats` | what it can be written as: `[{"name": "line", "about": …}, …]` |
//!
//! # Questions
//!
//! | `do` | with | answer |
//! | --- | --- | --- |
//! | `hello` | | `version`, `families`: `[{name, about, formats: [{name, about, reads, writes}], boards: [{name, example}]}]`, `generators`: `[{name, example, levels: […]}]`, `style`: CSS for the classes of in-page drawings, light and dark |
//! | `read` | `text`, `as`? | `card` |
//! | `board` | `kind`, `size` | `card` |
//! | `edit` | `puzzle`, `set`: `[{"cell": 4, "value": "5" or null}]` | `card` |
//! | `draw` | `puzzle`, `look`? | `svg` |
//! | `solve` | `puzzle`, `limits`? | `outcome` (`"solved"`, `"none"`, `"stopped"`), `card`?, `svg`?, `values`?: for each cell its word; or `boxes`: lists of cells |
//! | `count` | `puzzle`, `limits`? | `number` (a text), `is_exact`, `end` |
//! | `check` | `puzzle`, `limits`? | `verdict` (`"unique"`, `"several"`, `"none"`, `"unknown"`), `message`, `wrong`: cells of clues that contradict each other, `differs`: cells, `solutions`: up to two, `[{svg, values or boxes}]` |
//! | `possible` | `puzzle`, `limits`? | the true candidates: `marks`: for each cell the slots that some solution uses, `is_exact` |
//! | `hint` | `puzzle`, `play`?, `look`? | `name`, `place`, `because`, `therefore`, `svg`, `set`: `[{cell, value}]`, `strike`: `[{cell, slot}]`; or `none`: why there is no step |
//! | `explain` | `puzzle`, `manner`?: `{"search", "unique", "nested"}`, `look`?, `limits`? | news: `{"step": {number, name, place, because, therefore, svg, depth}}` for each event; answer: `outcome`, `message` |
//! | `rate` | `puzzle`, `limits`? | `grade`, `difficulty`, `se`, `hodoku`, `techniques` (each `null` where the scale does not know such puzzles) |
//! | `generate` | `kind`, `size`, `level`?, `symmetry`?, `minimal`?, `seed`?, `limits`? | `card`; or `missed`: why not |
//! | `convert` | `puzzle`, `to` | `text` |
//! | `render` | `puzzle`, `look`?, `theme` (`"light"`, `"dark"`) | `svg`: a file of its own |
//! | `judge` | `puzzle`, `play` | what a player has done so far: `is_complete`, `is_right` (`null` while incomplete), `wrong`: cells that contradict each other by the rules, `mistakes`: cells that differ from the solution where it is unique and was found in time (else `null`) |
//! | `share` | `puzzle`, `play`? | `link`: what stands after `#` in an address |
//! | `open` | `link` | `card`, `play`? |
//!
//! `play` is what a player has entered: `{"values": {"4": "5"}, "notes": {"7": [0, 2]}, "boxes": [[0, 1, 9, 10]]}`,
//! by cells; notes are slots.
//!
//! `look` says how a board is drawn: `{"view": "layers" or "solid", "across": 0, "down": 1,
//! "turn": [yaw, pitch], "marks": "none", "clues" (what the clues leave) or a list of slots for each
//! cell, "play": …, "wrong": […], "differs": […], "picked": […], "width": 800}`; all may be left out.
//! `across` and `down` are the axes that a layer shows.
//!
//! In the drawing of a page each cell's ground has `data-cell="number"`; colours are classes.
//!
//! `limits` are `{"seconds": 10, "nodes": 100000}`.
//!
//! Anything that goes wrong is `{"error": {"message", "hint"?, "line"?, "column"?}}`.
