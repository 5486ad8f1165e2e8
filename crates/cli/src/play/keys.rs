//! The terminal's events as keys and cells.

use super::screen::Hits;
use super::state::{Key, Mouse};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// Something that a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    Key(Key),
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
    let key = match event.code {
        KeyCode::Char('c') if with(KeyModifiers::CONTROL) => return Happening::Interrupt,
        KeyCode::Char(_) if with(KeyModifiers::CONTROL) => return Happening::Nothing,
        KeyCode::Char(letter) if with(KeyModifiers::ALT) => {
            Key::Command(letter.to_ascii_lowercase())
        }
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
        KeyCode::Esc => Key::Esc,
        _ => return Happening::Nothing,
    };
    Happening::Key(key)
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

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Happening {
        let event = Event::Key(KeyEvent::new(code, modifiers));
        happening(&event, &Hits::default())
    }

    #[test]
    fn keys_are_told_apart() {
        let plain = KeyModifiers::NONE;
        assert_eq!(
            key(KeyCode::Char('c'), plain),
            Happening::Key(Key::Char('c'))
        );
        assert_eq!(
            key(KeyCode::Char('c'), KeyModifiers::CONTROL),
            Happening::Interrupt
        );
        assert_eq!(
            key(KeyCode::Char('h'), KeyModifiers::ALT),
            Happening::Key(Key::Command('h'))
        );
        assert_eq!(key(KeyCode::Delete, plain), Happening::Key(Key::Backspace));
        assert_eq!(key(KeyCode::F(5), plain), Happening::Nothing);
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
