//! The terminal's events as keys and cells.

use super::screen::Hits;
use super::state::Mouse;
use ratatui::crossterm::event::{
    Event, KeyCode as Key, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

/// Something that a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    Key(Key),
    /// A letter with Alt.
    Command(char),
    Mouse(Mouse),
    /// Ctrl-C.
    Interrupt,
    Nothing,
}

/// The meaning of an event.
pub(super) fn happening(event: &Event, hits: &Hits) -> Happening {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key),
        Event::Mouse(mouse) => of_mouse(*mouse, hits),
        _ => Happening::Nothing,
    }
}

fn of_key(event: &KeyEvent) -> Happening {
    let with = |modifier: KeyModifiers| event.modifiers.contains(modifier);
    match event.code {
        Key::Char('c') if with(KeyModifiers::CONTROL) => Happening::Interrupt,
        Key::Char(_) if with(KeyModifiers::CONTROL) => Happening::Nothing,
        Key::Char(letter) if with(KeyModifiers::ALT) => {
            Happening::Command(letter.to_ascii_lowercase())
        }
        Key::Delete => Happening::Key(Key::Backspace),
        // Any other does nothing, not even end the help.
        key @ (Key::Char(_)
        | Key::Up
        | Key::Down
        | Key::Left
        | Key::Right
        | Key::PageUp
        | Key::PageDown
        | Key::Home
        | Key::End
        | Key::Tab
        | Key::BackTab
        | Key::Enter
        | Key::Backspace
        | Key::Esc) => Happening::Key(key),
        _ => Happening::Nothing,
    }
}

fn of_mouse(event: MouseEvent, hits: &Hits) -> Happening {
    let cell = hits.cell(event.column, event.row);
    let mouse = match (event.kind, cell) {
        (MouseEventKind::Down(MouseButton::Left), Some(cell)) => Mouse::Press(cell),
        (MouseEventKind::Drag(MouseButton::Left), Some(cell)) => Mouse::Drag(cell),
        (MouseEventKind::Up(MouseButton::Left), _) => Mouse::Release,
        (MouseEventKind::ScrollDown, _) => Mouse::Wheel(1),
        (MouseEventKind::ScrollUp, _) => Mouse::Wheel(-1),
        _ => return Happening::Nothing,
    };
    Happening::Mouse(mouse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: Key, modifiers: KeyModifiers) -> Happening {
        let event = Event::Key(KeyEvent::new(code, modifiers));
        happening(&event, &Hits::default())
    }

    #[test]
    fn keys_are_told_apart() {
        let plain = KeyModifiers::NONE;
        assert_eq!(key(Key::Char('c'), plain), Happening::Key(Key::Char('c')));
        assert_eq!(
            key(Key::Char('c'), KeyModifiers::CONTROL),
            Happening::Interrupt
        );
        assert_eq!(
            key(Key::Char('h'), KeyModifiers::ALT),
            Happening::Command('h')
        );
        assert_eq!(key(Key::Delete, plain), Happening::Key(Key::Backspace));
        assert_eq!(key(Key::F(5), plain), Happening::Nothing);
        assert_eq!(
            happening(&Event::Resize(3, 3), &Hits::default()),
            Happening::Nothing
        );
    }

    #[test]
    fn the_mouse_beside_the_board_does_nothing() {
        let press = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: 3,
            row: 3,
            modifiers: KeyModifiers::NONE,
        };
        assert_eq!(
            happening(&Event::Mouse(press), &Hits::default()),
            Happening::Nothing
        );
    }
}
