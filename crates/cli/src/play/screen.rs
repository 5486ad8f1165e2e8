//! The screen: a line of state, the board, messages, a line of keys.

use super::canvas::{Brush, Canvas};
use super::explanation::Explanation;
use super::paint::Paint;
use super::state::{Player, View, clock};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};
use tilewright::play::Places;

/// The smallest screen that is of any use.
const LEAST: (u16, u16) = (24, 10);

/// From this width on there is room for words beside the board.
const WIDE: u16 = 96;

/// Columns between the board and the words beside it.
const GAP: u16 = 2;

/// The fewest columns for words beside the board.
const LEAST_WORDS: u16 = 24;

/// Room for any board, in characters each way.
const ANY: usize = 1 << 20;

/// Lines for the keys if they are beside the board.
const KEY_LINES: u16 = 4;

/// The places of cells on the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Hits {
    area: Rect,
    /// The corner of the canvas that is shown first.
    offset: (usize, usize),
    canvas: Option<Canvas>,
}

impl Hits {
    /// The cell at a place of the screen.
    pub(super) fn cell(&self, x: u16, y: u16) -> Option<usize> {
        if !self.area.contains(Position::new(x, y)) {
            return None;
        }
        let x = usize::from(x - self.area.x) + self.offset.0;
        let y = usize::from(y - self.area.y) + self.offset.1;
        self.canvas.as_ref()?.get(x, y).cell
    }
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, player: &Player, paint: Paint) -> Hits {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let (width, height) = LEAST;
        let needed = format!(
            "{width}×{height} characters are needed, and here are {}×{}",
            area.width, area.height
        );
        frame.render_widget(Paragraph::new(needed).wrap(Wrap { trim: true }), area);
        return Hits::default();
    }
    if matches!(player.view, View::Help) {
        let [head, body, foot] = stacked(area);
        frame.render_widget(header(player, head.width), head);
        frame.render_widget(footer(player), foot);
        let text = Paragraph::new(help(player));
        frame.render_widget(text.wrap(Wrap { trim: false }), body);
        return Hits::default();
    }
    let words = words(player);
    let [head, board, said, foot] = parts(area, player, paint, &words);
    frame.render_widget(header(player, head.width), head);
    let keys = Paragraph::new(footer(player)).wrap(Wrap { trim: true });
    frame.render_widget(keys, foot);
    let words = Paragraph::new(words).wrap(Wrap { trim: true });
    frame.render_widget(words, said);
    if player.is_paused {
        let note = "the board is hidden while the clock is stopped";
        let note = Paragraph::new(note).wrap(Wrap { trim: true });
        frame.render_widget(note, board);
        return Hits::default();
    }
    draw_board(frame, player, paint, board)
}

/// A line of state, all the rest, a line of keys.
fn stacked(area: Rect) -> [Rect; 3] {
    let rows = [
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
    ];
    Layout::vertical(rows).areas(area)
}

/// The places of the state, the board, the words and the keys.
///
/// Words are beside the board if the screen is wide, and below it if layers need the width. Beside it they leave the
/// board the room that its large cells need. If these are a little too high, the lines of state and of keys are there
/// too.
fn parts(area: Rect, player: &Player, paint: Paint, words: &Text<'_>) -> [Rect; 4] {
    let [head, body, foot] = stacked(area);
    if body.width < WIDE || player.layers.count() > 1 {
        let [board, said] = above_and_below(body, words);
        return [head, board, said, foot];
    }
    let (width, height) = wanted(player, paint, body);
    let is_high = height > body.height && height <= area.height;
    let whole = if is_high { area } else { body };
    let beside = (body.width.saturating_sub(width + GAP)).clamp(LEAST_WORDS, body.width / 3);
    let sides = [
        Constraint::Fill(1),
        Constraint::Length(GAP),
        Constraint::Length(beside),
    ];
    let [board, _, side] = Layout::horizontal(sides).areas(whole);
    if !is_high {
        return [head, board, side, foot];
    }
    let rows = [
        Constraint::Length(2),
        Constraint::Fill(1),
        Constraint::Length(KEY_LINES),
    ];
    let [head, said, foot] = Layout::vertical(rows).areas(side);
    [head, board, said, foot]
}

/// The room that the board takes with large cells, where it would be drawn with them.
fn wanted(player: &Player, paint: Paint, body: Rect) -> (u16, u16) {
    let room = match player.zoom {
        Some(false) => return (0, 0),
        Some(true) => (ANY, ANY),
        // More than that is not tried, and smaller cells are drawn.
        None => (
            usize::from(body.width - GAP - LEAST_WORDS),
            usize::from(body.height) + 2,
        ),
    };
    let canvas = brush(player, paint).fit(&player.picture(), 0, room, player.zoom);
    let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    (side(canvas.width), side(canvas.height))
}

/// The board's room and that of the words below it.
fn above_and_below(body: Rect, words: &Text<'_>) -> [Rect; 2] {
    let width = usize::from(body.width.max(1));
    let lines = words.iter().map(|line| line.width().div_ceil(width).max(1));
    let most = (body.height / 2).max(2);
    let height = u16::try_from(lines.sum::<usize>() + 1).unwrap_or(most);
    let rows = [
        Constraint::Fill(1),
        Constraint::Length(height.clamp(2, most)),
    ];
    Layout::vertical(rows).areas(body)
}

fn brush(player: &Player, paint: Paint) -> Brush<'_> {
    let is_playing = matches!(player.view, View::Play);
    Brush {
        paint,
        names: player.game.names(),
        cursor: is_playing.then_some(player.cursor),
        // Notes are the player's; the candidates of every cell of a hint say nothing.
        marks: if is_playing && player.hint.is_none() {
            ':'
        } else {
            '·'
        },
        all_lines: player.game.places() == Places::Boxes,
    }
}

fn draw_board(frame: &mut Frame<'_>, player: &Player, paint: Paint, area: Rect) -> Hits {
    let room = (usize::from(area.width), usize::from(area.height));
    let layer = player.layers.place(player.cursor);
    let layer = layer.map_or(0, |place| place.layer);
    let canvas = brush(player, paint).fit(&player.picture(), layer, room, player.zoom);
    let extent = canvas.extent(player.cursor).unwrap_or_default();
    let offset = (
        first_shown(canvas.width, room.0, extent[0], extent[1]),
        first_shown(canvas.height, room.1, extent[2], extent[3]),
    );
    let buffer = frame.buffer_mut();
    for y in 0..area.height {
        for x in 0..area.width {
            let glyph = canvas.get(usize::from(x) + offset.0, usize::from(y) + offset.1);
            if let Some(cell) = buffer.cell_mut((area.x + x, area.y + y)) {
                cell.set_char(glyph.letter).set_style(glyph.style);
            }
        }
    }
    Hits {
        area,
        offset,
        canvas: Some(canvas),
    }
}

/// The first line or column to show so that the range from `from` to `to` is visible, about in the middle.
fn first_shown(length: usize, room: usize, from: usize, to: usize) -> usize {
    if length <= room {
        return 0;
    }
    let middle = usize::midpoint(from, to);
    middle.saturating_sub(room / 2).min(length - room)
}

fn header(player: &Player, width: u16) -> Line<'static> {
    let title = player.game.puzzle().title();
    let mut state = Vec::new();
    let layers = player.layers.count();
    if layers > 1
        && let Some(place) = player.layers.place(player.cursor)
    {
        state.push(format!("layer {}/{layers}", place.layer + 1));
    }
    if player.takes_notes {
        state.push("notes".to_owned());
    }
    if player.is_paused {
        state.push("paused".to_owned());
    }
    if player.is_solved {
        state.push("solved".to_owned());
    }
    state.push(clock(player.elapsed));
    let state = state.join("  ");
    let room = usize::from(width).saturating_sub(state.chars().count() + 1);
    let title: String = title.chars().take(room).collect();
    let blanks = room - title.chars().count() + 1;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    Line::styled(format!("{title}{}{state}", " ".repeat(blanks)), bold)
}

fn footer(player: &Player) -> Line<'static> {
    let keys = match &player.view {
        View::Help => "any key goes back",
        View::Explain(_) => "→ next  ← back  Home first  End last read  z size  Esc leaves",
        View::Play if player.game.places() == Places::Boxes => {
            "Enter corner  Bksp erase  h hint  c check  e explain  u undo  ? help  q quit"
        }
        View::Play => "n notes  h hint  c check  e explain  u undo  s solve  ? help  q quit",
    };
    Line::styled(keys, Style::new().add_modifier(Modifier::DIM))
}

/// The words beside or below the board.
fn words(player: &Player) -> Text<'static> {
    if let View::Explain(explanation) = &player.view {
        return explained(explanation);
    }
    let mut text = Text::from(player.message.clone());
    if player.is_paused {
        return text;
    }
    if let Some(noted) = player.game.play().notes.get(&player.cursor)
        && player.game.value(player.cursor).is_none()
    {
        let names = noted.iter().map(|&slot| player.looks[slot].as_str());
        let names: Vec<&str> = names.collect();
        text.push_line(format!("noted here: {}", names.join(" ")));
    }
    if !player.keyboard.is_natural() {
        text.push_line(palette(player));
    }
    text
}

/// The keys of the values, unless they are obvious.
fn palette(player: &Player) -> String {
    let looks = player.looks.iter().enumerate();
    let possible = looks
        .filter(|&(slot, _)| player.game.choice_of(player.cursor, slot).is_some())
        .map(|(slot, look)| match player.keyboard.key(slot) {
            "" => look.clone(),
            key => format!("{key} {look}"),
        });
    let possible: Vec<String> = possible.take(36).collect();
    format!("Enter goes through: {}", possible.join(", "))
}

fn explained(explanation: &Explanation) -> Text<'static> {
    let mut text = Text::default();
    let read = explanation.pages.len();
    match explanation.pages.get(explanation.at) {
        Some(page) => {
            let more = if explanation.end.is_some() { "" } else { "+" };
            let step = explanation.at + 1;
            let head = format!("step {step} of {read}{more}: {}", page.name);
            text.push_line(Line::styled(
                head,
                Style::new().add_modifier(Modifier::BOLD),
            ));
            text.push_line(page.text.clone());
        }
        None if explanation.end.is_none() => text.push_line("explaining … (Esc stops)"),
        None => {}
    }
    if explanation.waits && read > 0 {
        text.push_line("looking for the next step …");
    }
    if let Some(end) = &explanation.end
        && explanation.at + 1 >= read
    {
        text.push_line(end.clone());
    }
    text
}

fn help(player: &Player) -> Text<'static> {
    let mut lines = vec!["arrows, Home, End      move; Tab to the next empty cell"];
    if player.layers.count() > 1 {
        lines.push("PgUp, PgDn, wheel      the layer before or after");
    }
    match player.game.places() {
        Places::Boxes => lines.extend([
            "Enter or Space         one corner of a box, then the other (or drag the mouse)",
            "Backspace              take the box away",
        ]),
        _ => lines.extend([
            "digits and letters     a value; typed again with n on, a note",
            "n or Space             values or notes",
            "Enter, + and -         the next or previous value that the cell may have",
            "Backspace              clear the cell, then its notes",
        ]),
    }
    lines.extend([
        "h                      a hint: where to look, then all of it, then it is entered",
        "c                      mistakes",
        "e                      the whole way, step by step",
        "s                      a solution",
        "u, r                   undo, redo",
        "t                      stop the clock",
        "z                      cells large or small",
        "w                      write the game to the file of --save",
        "q                      quit (Ctrl-C at once)",
        "",
        "Where a letter is a value, Alt or a colon before it makes it a command: :h",
    ]);
    Text::from(lines.join("\n"))
}
