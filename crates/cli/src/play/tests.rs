//! Games at a keyboard that is not there, on a screen that is a buffer.

#[path = "../../tests/cli/toy/latin.rs"]
mod toy;

use super::keys::{Happening, happening};
use super::paint::Paint;
use super::saved;
use super::screen::{self, Hits};
use super::state::{Effect, Mouse, Player, View, clock};
use super::work::{Job, News, Task};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode as Key, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::{Color, Modifier};
use std::sync::Arc;
use std::time::Duration;
use tilewright::play::Game;
use tilewright::{Budget, Existence, board, read};

const FOUR: &str = "1 2 . .\n3 . 1 2\n2 1 4 .\n. . . .\n";
const SHIKAKU: &str = "3 2\n0 0 4\n? 0 0\n";
const COLOURS: Paint = Paint { has_colours: true };
const PLAIN: Paint = Paint { has_colours: false };

fn player(text: &str) -> Player {
    let puzzle = read(text, None).unwrap();
    Player::new(Game::new(Arc::from(puzzle), &Budget::default()).unwrap())
}

fn on_board(kind: &str, size: &str) -> Player {
    let puzzle = board(kind, size).unwrap();
    Player::new(Game::new(Arc::from(puzzle), &Budget::default()).unwrap())
}

/// Types letters, and runs the jobs that they start until each has ended.
fn type_in(player: &mut Player, letters: &str) {
    for letter in letters.chars() {
        press(player, Key::Char(letter));
    }
}

fn press(player: &mut Player, key: Key) {
    if let Effect::Start(job) = player.press(key) {
        run(player, job);
    }
}

fn run(player: &mut Player, job: Job) {
    let task = Task::start(job, player.game.clone(), player.known.clone(), 1 << 30);
    while player.takes_news() {
        match task.wait() {
            Some(news) => player.hear(news),
            None => return player.lost(),
        }
    }
}

fn drawn_on(player: &Player, width: u16, height: u16, paint: Paint) -> (TestBackend, Hits) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut hits = Hits::default();
    terminal
        .draw(|frame| hits = screen::draw(frame, player, paint))
        .unwrap();
    (terminal.backend().clone(), hits)
}

fn drawn(player: &Player, width: u16, height: u16) -> String {
    let (backend, _) = drawn_on(player, width, height, PLAIN);
    let buffer = backend.buffer();
    let row = |y: u16| {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_owned() + "\n"
    };
    (0..height).map(row).collect()
}

/// A board of large cells is seen whole where the screen has the room, and words take the rest.
#[test]
fn large_cells_are_seen_to_the_last_line() {
    let nine = "36...1.7.4...5..8...524...1..4.3.7.6.3.....1.1.7.6.3..5...241...4..9...7.7.6...59";
    let mut player = player(nine);
    for (width, height) in [(100, 32), (100, 31), (120, 33), (100, 60)] {
        for zoom in [None, Some(true)] {
            player.zoom = zoom;
            let screen = drawn(&player, width, height);
            let count = |letter: &str| screen.matches(letter).count();
            let corners = ["┌", "┐", "└", "┘"].map(count);
            assert_eq!(corners, [1; 4], "{width}×{height}, {zoom:?}:\n{screen}");
            let line = screen.lines().find(|line| line.contains('┐')).unwrap();
            let row = line.trim_start().split_once('┐').unwrap().0;
            assert_eq!(row.chars().count(), 66, "large cells: {screen}");
            assert!(screen.contains("? for help"), "{screen}");
            assert!(screen.contains("q quit"), "{screen}");
            assert!(screen.contains("0:00"), "{screen}");
        }
    }
    // Where there is no room for them, small cells are drawn whole.
    player.zoom = None;
    for (width, height) in [(100, 30), (96, 25), (80, 24)] {
        let screen = drawn(&player, width, height);
        assert_eq!(
            screen.matches('┘').count(),
            1,
            "{width}×{height}:\n{screen}"
        );
    }
}

#[test]
fn a_sudoku_is_drawn_small_and_large() {
    let mut player = player(FOUR);
    type_in(&mut player, "n");
    player.cursor = 2;
    type_in(&mut player, "34");
    assert_eq!(
        drawn(&player, 44, 13),
        "\
Sudoku 4×4, 8 clues              notes  0:00
┌──────┬──────┐
│ 1  2 │[:] · │
│ 3  · │ 1  2 │
├──────┼──────┤
│ 2  1 │ 4  · │
│ ·  · │ ·  · │
└──────┴──────┘


noted here: 3 4

n notes  h hint  c check  e explain  u undo
"
    );
    let large = drawn(&player, 60, 24);
    let board: Vec<&str> = large.lines().skip(1).take(11).collect();
    assert_eq!(
        board,
        [
            "┌──────────┬──────────┐",
            "│          │          │",
            "│  1    2  │[3 4]  ·  │",
            "│          │          │",
            "│  3    ·  │  1    2  │",
            "├──────────┼──────────┤",
            "│          │          │",
            "│  2    1  │  4    ·  │",
            "│          │          │",
            "│  ·    ·  │  ·    ·  │",
            "└──────────┴──────────┘",
        ]
    );
}

#[test]
fn a_narrow_screen_says_what_is_needed() {
    let player = player(FOUR);
    assert!(drawn(&player, 20, 8).contains("24×10"));
    for (width, height) in [(1, 1), (3, 40), (24, 10), (300, 11), (25, 60)] {
        drawn(&player, width, height);
    }
}

#[test]
fn a_board_larger_than_the_screen_follows_the_cursor() {
    let mut player = on_board("sudoku", "5,5");
    player.cursor = 624;
    let (backend, hits) = drawn_on(&player, 40, 14, PLAIN);
    let buffer = backend.buffer();
    let is_cursor = |x, y| buffer[(x, y)].modifier.contains(Modifier::REVERSED);
    let places = (0..14).flat_map(|y| (0..40).map(move |x| (x, y)));
    let cells: Vec<_> = places
        .filter(|&(x, y)| is_cursor(x, y))
        .map(|(x, y)| hits.cell(x, y))
        .collect();
    assert!(!cells.is_empty() && cells.iter().all(|&cell| cell == Some(624)));
}

#[test]
fn a_game_is_typed_to_its_end() {
    let mut player = player(FOUR);
    player.pass(Duration::from_secs(65));
    // The empty cells in order.
    for value in "3443432".chars() {
        press(&mut player, Key::Tab);
        type_in(&mut player, &value.to_string());
    }
    assert!(!player.is_solved);
    press(&mut player, Key::Tab);
    type_in(&mut player, "1");
    assert!(player.is_solved, "{}", player.message);
    assert_eq!(player.message, "solved in 1:05");
    player.pass(Duration::from_secs(9));
    assert_eq!(clock(player.elapsed), "1:05", "the clock stands still");
    press(&mut player, Key::Backspace);
    assert!(!player.is_solved);
}

#[test]
fn clues_stay_and_wrong_entries_are_shown() {
    let mut player = player(FOUR);
    type_in(&mut player, "4");
    assert_eq!(player.message, "this is a clue");
    player.cursor = 13;
    type_in(&mut player, "4");
    assert!(player.wrong.is_empty(), "only when it is asked for");
    type_in(&mut player, "c");
    assert_eq!(Vec::from_iter(player.wrong.clone()), [13]);
    assert!(matches!(player.known, Some(Existence::Unique(_))));
    let (backend, hits) = drawn_on(&player, 50, 14, COLOURS);
    let buffer = backend.buffer();
    let reds = (0..14).flat_map(|y| (0..50).map(move |x| (x, y)));
    let reds = reds.filter(|&place| buffer[place].bg == Color::Red);
    let cells: Vec<_> = reds.filter_map(|(x, y)| hits.cell(x, y)).collect();
    assert!(!cells.is_empty() && cells.iter().all(|&cell| cell == 13));
    let (backend, _) = drawn_on(&player, 50, 14, PLAIN);
    let cells = backend.buffer().content().iter();
    assert!(
        cells
            .clone()
            .all(|cell| cell.bg == Color::Reset && cell.fg == Color::Reset)
    );
    type_in(&mut player, "h");
    assert!(player.message.contains("something is wrong"));
    type_in(&mut player, "uc");
    assert!(player.wrong.is_empty());
    assert_eq!(player.message, "nothing is wrong so far");
}

#[test]
fn a_hint_comes_in_parts() {
    let mut player = player(FOUR);
    type_in(&mut player, "h");
    assert!(player.message.starts_with("look at "), "{}", player.message);
    assert!(!player.hint.as_ref().unwrap().is_whole);
    type_in(&mut player, "h");
    assert!(player.message.contains(", so r"), "{}", player.message);
    let before = player.game.play().clone();
    type_in(&mut player, "h");
    assert_ne!(*player.game.play(), before);
    assert!(player.hint.is_none());
    for _ in 0..60 {
        type_in(&mut player, "h");
    }
    assert!(player.is_solved);
    type_in(&mut player, "h");
    assert_eq!(player.message, "nothing is left to do");
}

#[test]
fn an_explanation_is_walked_forwards_and_backwards() {
    let mut player = player(FOUR);
    let Effect::Start(job) = player.press(Key::Char('e')) else {
        panic!("a job");
    };
    let task = Task::start(job, player.game.clone(), None, 1 << 30);
    let mut steps = 0;
    loop {
        while player.takes_news() {
            match task.wait() {
                Some(news) => player.hear(news),
                None => player.lost(),
            }
        }
        let View::Explain(explanation) = &player.view else {
            panic!("an explanation");
        };
        if explanation.end.is_some() {
            break;
        }
        steps += 1;
        assert_eq!(explanation.pages.len(), steps);
        assert!(steps < 100);
        let text = drawn(&player, 70, 20);
        assert!(
            text.contains(&format!("step {steps} of {steps}+")),
            "{text}"
        );
        player.press(Key::Right);
    }
    let end = drawn(&player, 70, 20);
    assert!(
        end.contains("solved") && end.contains("this is the solution"),
        "{end}"
    );
    player.press(Key::Home);
    assert!(drawn(&player, 70, 20).contains("step 1 of"));
    player.press(Key::Right);
    player.press(Key::Left);
    player.press(Key::Left);
    assert!(drawn(&player, 70, 20).contains("step 1 of"));
    player.press(Key::End);
    assert!(drawn(&player, 70, 20).contains("this is the solution"));
    assert_eq!(player.press(Key::Esc), Effect::Stop);
    assert!(matches!(player.view, View::Play));
    assert!(player.game.play().values.is_empty(), "nothing was entered");
}

#[test]
fn boxes_are_drawn_by_keys_and_by_mouse() {
    let mut player = player(SHIKAKU);
    player.cursor = 1;
    press(&mut player, Key::Enter);
    press(&mut player, Key::Down);
    press(&mut player, Key::Right);
    assert!(player.game.play().boxes.is_empty());
    press(&mut player, Key::Enter);
    assert_eq!(player.game.play().boxes, [vec![1, 2, 4, 5]]);
    press(&mut player, Key::Backspace);
    assert!(player.game.play().boxes.is_empty());
    let (_, hits) = drawn_on(&player, 40, 12, COLOURS);
    let find = |wanted: usize| {
        let mut places = (0..12).flat_map(|y| (0..40).map(move |x| (x, y)));
        places
            .find(|&(x, y)| hits.cell(x, y) == Some(wanted))
            .unwrap()
    };
    let mouse = |kind, (column, row)| {
        Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })
    };
    let left = MouseButton::Left;
    for (kind, cell) in [
        (MouseEventKind::Down(left), 5),
        (MouseEventKind::Drag(left), 4),
        (MouseEventKind::Drag(left), 1),
        (MouseEventKind::Up(left), 1),
    ] {
        let Happening::Mouse(mouse) = happening(&mouse(kind, find(cell)), &hits) else {
            panic!("the mouse");
        };
        player.mouse(mouse);
    }
    assert_eq!(player.game.play().boxes, [vec![1, 2, 4, 5]]);
    player.mouse(Mouse::Press(0));
    player.mouse(Mouse::Release);
    assert_eq!(player.game.play().boxes.len(), 1, "a click is not a box");
    player.mouse(Mouse::Press(0));
    player.mouse(Mouse::Drag(3));
    player.mouse(Mouse::Release);
    assert!(player.is_solved);
    let text = drawn(&player, 40, 12);
    assert!(text.contains("┌───┬───────┐"), "{text}");
}

#[test]
fn tiles_are_cycled_and_picked_by_keys_of_their_own() {
    let mut player = on_board("roads", "3x3");
    press(&mut player, Key::Enter);
    let first = player.game.value(0).unwrap();
    press(&mut player, Key::Enter);
    assert!(player.game.value(0).unwrap() > first);
    press(&mut player, Key::Char('-'));
    assert_eq!(player.game.value(0), Some(first));
    type_in(&mut player, "3");
    assert_eq!(player.game.value(0), Some(2));
    assert!(drawn(&player, 60, 14).contains("Enter goes through: "));
    press(&mut player, Key::Backspace);
    assert_eq!(player.game.value(0), None);
    type_in(&mut player, "s");
    assert!(player.is_solved);
    type_in(&mut player, "u");
    assert_eq!(player.game.value(4), None, "one move");
}

#[test]
fn layers_are_turned_like_pages() {
    let mut player = on_board("sudoku", "2,2,1");
    press(&mut player, Key::PageDown);
    assert_eq!(player.cursor, 16);
    player.mouse(Mouse::Wheel(1));
    assert_eq!(player.cursor, 32);
    press(&mut player, Key::PageUp);
    press(&mut player, Key::PageUp);
    press(&mut player, Key::PageUp);
    assert_eq!(player.cursor, 0);
    let wide = drawn(&player, 90, 14);
    assert!(
        wide.contains("layer 1") && wide.contains("layer 4"),
        "{wide}"
    );
    let narrow = drawn(&player, 30, 14);
    assert!(
        narrow.contains("layer 1/4") && !narrow.contains("layer 2"),
        "{narrow}"
    );
}

#[test]
fn where_letters_are_values_commands_have_a_colon() {
    let mut player = on_board("sudoku", "4,4");
    type_in(&mut player, "c");
    assert_eq!(player.game.value(0), Some(11));
    type_in(&mut player, ":u");
    assert_eq!(player.game.value(0), None);
    assert_eq!(player.press_command('n'), Effect::Nothing);
    assert!(player.takes_notes);
    type_in(&mut player, "ec");
    assert_eq!(player.game.play().notes[&0].len(), 2);
}

#[test]
fn the_clock_hides_the_board() {
    let mut player = player(FOUR);
    type_in(&mut player, "t");
    player.pass(Duration::from_secs(5));
    assert_eq!(player.elapsed, Duration::ZERO);
    assert!(!drawn(&player, 60, 14).contains("│"));
    player.cursor = 2;
    type_in(&mut player, "3");
    assert_eq!(player.game.value(2), None);
    type_in(&mut player, "t3");
    assert_eq!(player.game.value(2), Some(2));
}

#[test]
fn leaving_asks_when_something_was_entered() {
    let mut player = player(FOUR);
    assert_eq!(player.press(Key::Char('q')), Effect::Quit);
    player.cursor = 2;
    type_in(&mut player, "3");
    assert_eq!(player.press(Key::Char('q')), Effect::Nothing);
    player.press(Key::Right);
    assert_eq!(player.press(Key::Char('q')), Effect::Nothing);
    assert_eq!(player.press(Key::Char('q')), Effect::Quit);
    assert_eq!(player.press(Key::Char('w')), Effect::Save);
    player.is_saved = true;
    assert_eq!(player.press(Key::Char('q')), Effect::Quit);
}

#[test]
fn a_long_job_is_stopped() {
    let mut player = on_board("sudoku", "4,4");
    assert_eq!(player.press_command('c'), Effect::Start(Job::Check));
    assert_eq!(player.press(Key::Esc), Effect::Stop);
    player.hear(News::Known(Existence::Several(vec![], vec![])));
    assert_eq!(player.working, None);
}

#[test]
fn saved_games_come_back() {
    let mut sudoku = player(FOUR);
    sudoku.cursor = 2;
    type_in(&mut sudoku, "3");
    sudoku.cursor = 3;
    type_in(&mut sudoku, "n14");
    let mut shikaku = player(SHIKAKU);
    shikaku.game.add_box(vec![0, 3]);
    let mut roads = on_board("roads", "2x3");
    press(&mut roads, Key::Enter);
    for player in [sudoku, shikaku, roads] {
        let text = saved::write(&player.game, Duration::from_secs(77)).unwrap();
        assert!(saved::is_saved(&text));
        let (game, elapsed) = saved::read(&text, &Budget::default()).unwrap();
        assert_eq!(game.play(), player.game.play());
        assert_eq!(game.picture(), player.game.picture());
        assert_eq!(elapsed, Duration::from_secs(77));
    }
}

#[test]
fn a_broken_save_is_told() {
    let whole = saved::write(&player(FOUR).game, Duration::ZERO).unwrap();
    for broken in [
        whole.replace("tilewright-game", "tilewright-game-2"),
        whole.replace("\"values\": {}", "\"values\": {\"2\": \"nine\"}"),
        whole.replace("\"values\": {}", "\"values\": {\"-2\": \"1\"}"),
        whole.replace("\"notes\": {}", "\"notes\": {\"2\": [-1]}"),
        whole.replace("\"as\"", "\"like\""),
        whole[..whole.len() / 2].to_owned(),
        "{}".to_owned(),
        "[".repeat(100_000),
    ] {
        assert!(
            saved::read(&broken, &Budget::default()).is_err(),
            "{broken}"
        );
    }
    let outside = whole.replace(
        "\"values\": {}",
        "\"values\": {\"99\": \"1\", \"0\": \"2\"}",
    );
    let (game, _) = saved::read(&outside, &Budget::default()).unwrap();
    assert!(game.play().values.is_empty());
}

/// Any file: it is refused, or a game that can be drawn, and saved as it is.
#[test]
fn a_damaged_save_is_refused_or_played() {
    let mut noted = player(FOUR);
    noted.cursor = 3;
    type_in(&mut noted, "n14");
    let mut boxed = player(SHIKAKU);
    boxed.game.add_box(vec![0, 3]);
    let roads = on_board("roads", "2x3");
    let seeds = [noted, boxed, roads]
        .map(|player| saved::write(&player.game, Duration::from_secs(7)).unwrap());
    let seeds = seeds.map(String::into_bytes);
    let mut random = tilewright_testkit::Seeded::new(23);
    let mut played = 0;
    for _ in 0..4000 {
        let damaged = tilewright_fuzzing::mutate::input(&mut random, &seeds, 4096);
        let text = String::from_utf8_lossy(&damaged);
        let Ok((game, elapsed)) = saved::read(&text, &Budget::default()) else {
            continue;
        };
        played += 1;
        let _ = game.picture();
        // Formats that write less than they read cannot be saved, and say so.
        let Ok(again) = saved::write(&game, elapsed) else {
            continue;
        };
        let (same, time) = saved::read(&again, &Budget::default()).unwrap();
        assert_eq!((same.play(), time), (game.play(), elapsed), "{text}");
    }
    assert!(played > 100, "{played}");
}

#[test]
fn help_is_shown_and_left() {
    let mut player = player(FOUR);
    type_in(&mut player, "?");
    assert!(drawn(&player, 80, 24).contains("a hint: where to look"));
    press(&mut player, Key::Char('q'));
    assert!(matches!(player.view, View::Play));
}

#[test]
fn only_what_can_be_entered_is_played() {
    let checked =
        |puzzle| super::checked(Game::new(Arc::from(puzzle), &Budget::default()).unwrap());
    let corpus = |file: &str| {
        let path = format!("{}/../../corpus/{file}", env!("CARGO_MANIFEST_DIR"));
        read(&std::fs::read_to_string(path).unwrap(), None).unwrap()
    };
    for file in [
        "cover/queens4.xcc",
        "rules/pentominoes-3x20.toml",
        "rules/australia.toml",
    ] {
        let failure = checked(corpus(file)).unwrap_err();
        assert!(failure.message.contains("cannot be played"), "{file}");
    }
    for file in [
        "rules/sudoku-4x4.toml",
        "rules/jigsaw-5x5.toml",
        "shikaku/5x5-1.txt",
        "sudoku/multidimensional-a2x2x1x1.txt",
        "tiles/roads-4x5.txt",
    ] {
        let player = Player::new(checked(corpus(file)).unwrap());
        drawn(&player, 80, 24);
    }
    assert!(checked(board("roads", "300x300").unwrap()).is_err());
}

#[test]
fn any_keys_do_no_harm() {
    let keys = [
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::PageUp,
        Key::PageDown,
        Key::Home,
        Key::End,
        Key::Tab,
        Key::BackTab,
        Key::Enter,
        Key::Backspace,
        Key::Esc,
    ];
    let letters = "1234abcnurzt+-?:. \u{1b}é漢";
    for mut player in [
        player(FOUR),
        player(SHIKAKU),
        on_board("roads", "2x2"),
        on_board("sudoku", "2,1,1"),
    ] {
        let mut state = 12345_u64;
        for _ in 0..3000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let pick = (state >> 33) as usize;
            let effect = if pick.is_multiple_of(3) {
                let letter = letters.chars().nth(pick / 3 % letters.chars().count());
                player.press(Key::Char(letter.unwrap()))
            } else if pick % 7 == 1 {
                let cell = pick / 7 % player.game.cell_count();
                player.mouse(match pick / 64 % 4 {
                    0 => Mouse::Press(cell),
                    1 => Mouse::Drag(cell),
                    2 => Mouse::Release,
                    _ => Mouse::Wheel(1),
                })
            } else {
                player.press(keys[pick / 3 % keys.len()])
            };
            if effect != Effect::Nothing {
                player.working = None;
            }
            if pick.is_multiple_of(50) {
                drawn(&player, 20 + (pick % 80) as u16, 8 + (pick % 30) as u16);
            }
            assert!(player.cursor < player.game.cell_count());
        }
    }
}

/// Its family is known to nothing but this test.
#[test]
fn a_family_of_its_own_is_played() {
    let puzzle = toy::TOY.read_as::<toy::Latin>("toy:1230341021004000", None);
    let game = Game::new(Arc::new(puzzle.unwrap()), &Budget::default()).unwrap();
    let mut player = Player::new(super::checked(game).unwrap());
    for value in "4243321".chars() {
        press(&mut player, Key::Tab);
        type_in(&mut player, &value.to_string());
    }
    assert!(player.is_solved, "{}", player.message);
    let seen = drawn(&player, 80, 24);
    assert!(seen.contains("toy"), "{seen}");
}
