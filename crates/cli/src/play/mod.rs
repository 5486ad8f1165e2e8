//! `tilewright play`: a puzzle in a terminal.
//!
//! `state`, `moves` and `explanation` are the game at the keyboard and know no terminal; `screen`, `canvas` and
//! `paint` draw it; `keys` are the terminal's events; `work` does long work on threads; `saved` is a game in a file.
//! Here they meet: the terminal is made ready, and restored whatever happens.

mod board;
mod canvas;
mod explanation;
mod keyboard;
mod keys;
mod moves;
mod paint;
mod saved;
mod screen;
mod state;
mod work;

#[cfg(test)]
mod tests;

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::generate;
use crate::interrupt::Interrupt;
use crate::limits;
use crate::names;
use crate::run::Setting;
use crate::talk;
use crate::target::Target;
use board::Layers;
use keys::Happening;
use paint::Paint;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use screen::Hits;
use state::{Effect, Player};
use std::io::{self, IsTerminal, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilewright::Budget;
use tilewright::play::{Game, Places};
use tilewright::puzzles::Puzzle;
use work::Task;

/// The interval between looks at the clock and the news.
const TICK: Duration = Duration::from_millis(100);

/// The most cells of a board that is played.
const MOST_CELLS: usize = 50_000;

/// The most choices that are looked at to see what shape they have.
const MOST_LOOKED_AT: usize = 10_000;

/// The longest file of a game.
const LONGEST_GAME: u64 = 64 << 20;

/// Plays the named puzzle.
pub(crate) fn run(args: &args::Play) -> Result<Exit, Trouble> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::new("play needs a terminal, and this is not one").into());
    }
    let setting = Setting::new(&args.input, Some(1), 0);
    let (game, elapsed) = game(args, &setting)?;
    let mut player = Player::new(game);
    player.elapsed = elapsed;
    let mut table = Table {
        paint: Paint {
            has_colours: talk::is_coloured(&io::stdout()),
        },
        memory: args.input.memory,
        file: file_to_save(args),
        interrupt: setting.interrupt.clone(),
        hits: Hits::default(),
        task: None,
    };
    // Nothing may end the command while the terminal is not as it was; each search has its budget.
    limits::allow_memory(u64::MAX);
    let mut terminal = open()?;
    let end = table.play(&mut terminal, &mut player);
    close();
    end?;
    Ok(Exit::Yes)
}

/// The game: new, saved, or that of a puzzle.
fn game(args: &args::Play, setting: &Setting) -> Result<(Game, Duration), Failure> {
    let budget = Budget::default().memory(args.input.memory);
    if let [file] = &args.input.files[..]
        && !args.new
        && let Some(text) = saved_text(file)?
    {
        let (game, elapsed) = saved::read(&text, &budget).map_err(|f| f.file(file.clone()))?;
        return Ok((checked(game)?, elapsed));
    }
    if args.input.files.is_empty() {
        let new = generate::examples().into_iter().next().unwrap_or_default();
        let hint = format!("as in `tilewright play FILE` or `tilewright play --new {new}`");
        return Err(Failure::new("there is nothing to play").hint(hint));
    }
    let puzzle: Arc<dyn Puzzle> = if args.new {
        talk::say("making a puzzle …");
        setting.interrupt.hear();
        let made = generate::one(&args.input.files, args.level.as_deref(), &setting.interrupt)?;
        setting.interrupt.ignore();
        Arc::from(made)
    } else {
        Arc::from(setting.only("play")?.puzzle)
    };
    let game = Game::new(puzzle, &budget).map_err(|refusal| Failure::of_refusal(&refusal))?;
    Ok((checked(game)?, Duration::ZERO))
}

fn checked(game: Game) -> Result<Game, Failure> {
    if game.places() == Places::Nothing {
        let family = &game.puzzle().family().name;
        return Err(Failure::new(format!(
            "this cannot be played: a puzzle of {family} without a board has no cells to fill"
        )));
    }
    if game.places() == Places::Boxes && !has_rectangles(&game) {
        return Err(Failure::new(
            "this cannot be played here: its pieces are not rectangles",
        ));
    }
    if game.cell_count() > MOST_CELLS {
        return Err(Failure::new(format!(
            "this board has {} cells, and boards of up to {MOST_CELLS} are played",
            game.cell_count()
        )));
    }
    Ok(game)
}

/// Returns true if entries can be drawn from corner to corner, unlike pieces of other shapes and the options of an
/// exact cover.
fn has_rectangles(game: &Game) -> bool {
    let layers = Layers::of(&game.picture());
    let mut choices = game.model().choices().take(MOST_LOOKED_AT);
    choices.all(|choice| {
        let cells = game.cells_of(choice);
        match (cells.first(), cells.last()) {
            (Some(&first), Some(&last)) => layers.between(first, last) == cells,
            _ => true,
        }
    })
}

/// The text of a file that holds a saved game.
fn saved_text(file: &str) -> Result<Option<String>, Failure> {
    let is_short = |data: &std::fs::Metadata| data.is_file() && data.len() <= LONGEST_GAME;
    let path = names::path(file);
    if !std::fs::metadata(&path).is_ok_and(|data| is_short(&data)) {
        return Ok(None);
    }
    let bytes = std::fs::read(&path)
        .map_err(|error| Failure::new(format!("it cannot be read: {error}")).file(file))?;
    let text = String::from_utf8(bytes).ok();
    Ok(text.filter(|text| saved::is_saved(text)))
}

/// The file that `w` writes to: that of --save, or the one that the game came from.
fn file_to_save(args: &args::Play) -> Option<String> {
    let came_from = match &args.input.files[..] {
        [file] if !args.new => saved_text(file).ok().flatten().map(|_| file.clone()),
        _ => None,
    };
    args.save.clone().or(came_from)
}

/// Makes the terminal ready. A panic restores it before it is reported.
fn open() -> io::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        close();
        told(panic);
    }));
    execute!(io::stdout(), EnableMouseCapture)?;
    Ok(terminal)
}

/// Gives the terminal back.
fn close() {
    // If the terminal was taken away, none of this matters.
    let _ = execute!(io::stdout(), DisableMouseCapture);
    let _ = ratatui::try_restore();
}

/// The terminal's side of a game.
struct Table {
    paint: Paint,
    memory: u64,
    file: Option<String>,
    interrupt: Interrupt,
    hits: Hits,
    task: Option<Task>,
}

impl Table {
    fn play(&mut self, terminal: &mut DefaultTerminal, player: &mut Player) -> io::Result<()> {
        let mut last = Instant::now();
        // Nothing is drawn again that has not changed.
        let mut is_new = true;
        self.interrupt.hear();
        loop {
            if is_new {
                terminal.draw(|frame| self.hits = screen::draw(frame, player, self.paint))?;
            }
            if self.interrupt.is_set() {
                return Ok(());
            }
            let mut effect = Effect::Nothing;
            is_new = event::poll(TICK)?;
            if is_new {
                effect = match keys::happening(&event::read()?, &self.hits) {
                    Happening::Key(key) => player.press(key),
                    Happening::Command(letter) => player.press_command(letter),
                    Happening::Mouse(mouse) => player.mouse(mouse),
                    Happening::Interrupt => return Ok(()),
                    Happening::Nothing => Effect::Nothing,
                };
            }
            let second = player.elapsed.as_secs();
            player.pass(last.elapsed());
            last = Instant::now();
            is_new |= player.elapsed.as_secs() != second;
            if effect == Effect::Quit {
                return Ok(());
            }
            self.follow(effect, player);
            is_new |= self.listen(player);
        }
    }

    fn follow(&mut self, effect: Effect, player: &mut Player) {
        match effect {
            Effect::Start(job) => {
                let (game, known) = (player.game.clone(), player.known.clone());
                self.task = Some(Task::start(job, game, known, self.memory));
            }
            Effect::Stop => self.task = None,
            Effect::Save => self.save(player),
            Effect::Nothing | Effect::Quit => {}
        }
    }

    /// Takes the news of the job at work. Whether there were any.
    fn listen(&mut self, player: &mut Player) -> bool {
        let mut has_heard = false;
        while let Some(task) = &self.task
            && player.takes_news()
        {
            match task.news() {
                Ok(Some(news)) => player.hear(news),
                Ok(None) => break,
                Err(()) => {
                    player.lost();
                    self.task = None;
                }
            }
            has_heard = true;
        }
        has_heard
    }

    fn save(&mut self, player: &mut Player) {
        let Some(file) = &self.file else {
            "name a file with --save to write the game".clone_into(&mut player.message);
            return;
        };
        player.message = match write(file, player) {
            Ok(()) => {
                player.is_saved = true;
                format!("written to {file}")
            }
            Err(failure) => failure.headline(),
        };
    }
}

fn write(file: &str, player: &Player) -> Result<(), Failure> {
    let text = saved::write(&player.game, player.elapsed)?;
    let refused =
        |error: io::Error| Failure::new(format!("this cannot be written: {error}")).file(file);
    let mut target = Target::open(Some(file))?;
    target.write_all(text.as_bytes()).map_err(refused)?;
    target.finish_on_disk().map_err(refused)
}
