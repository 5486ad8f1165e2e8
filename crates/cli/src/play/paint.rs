//! The colours and weights of things, with colours and without.
//!
//! Everything that a colour says is also said by a weight, a line or a bracket if there are no
//! colours, and by the sentence under the board in any case.

use ratatui::style::{Color, Modifier, Style};
use tilewright::render::{Emphasis, Role};

/// The paint of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) has_colours: bool,
}

/// Six colours that people with any colour vision can tell from their neighbours.
const AREAS: [Color; 6] = [
    Color::Blue,
    Color::Yellow,
    Color::Cyan,
    Color::Magenta,
    Color::Green,
    Color::Red,
];

impl Paint {
    /// The style of a cell's content.
    pub(super) fn content(self, role: Role, area: Option<u32>) -> Style {
        let plain = Style::new();
        match (role, area) {
            (Role::Clue, _) => plain.add_modifier(Modifier::BOLD),
            (_, Some(area)) if self.has_colours => plain.fg(AREAS[area as usize % AREAS.len()]),
            (Role::Answer, _) if self.has_colours => plain.fg(Color::Cyan),
            (Role::Empty, _) => plain.add_modifier(Modifier::DIM),
            _ => plain,
        }
    }

    /// The style of a cell or a mark in a step.
    pub(super) fn emphasis(self, emphasis: Emphasis) -> Style {
        let plain = Style::new();
        let coloured = |back: Color, front: Color| plain.bg(back).fg(front);
        if self.has_colours {
            return match emphasis {
                Emphasis::None => plain,
                Emphasis::Base => coloured(Color::Yellow, Color::Black),
                Emphasis::Cover => coloured(Color::Blue, Color::White),
                Emphasis::Fin | Emphasis::Differs => coloured(Color::Magenta, Color::White),
                Emphasis::Picked => {
                    coloured(Color::Green, Color::Black).add_modifier(Modifier::BOLD)
                }
                Emphasis::Removed => {
                    coloured(Color::Red, Color::White).add_modifier(Modifier::CROSSED_OUT)
                }
                Emphasis::Wrong => coloured(Color::Red, Color::White).add_modifier(Modifier::BOLD),
            };
        }
        match emphasis {
            Emphasis::None => plain,
            Emphasis::Base => plain.add_modifier(Modifier::UNDERLINED),
            Emphasis::Cover => plain.add_modifier(Modifier::ITALIC),
            Emphasis::Fin | Emphasis::Differs => {
                plain.add_modifier(Modifier::ITALIC | Modifier::UNDERLINED)
            }
            Emphasis::Picked => plain.add_modifier(Modifier::BOLD | Modifier::REVERSED),
            Emphasis::Removed => plain.add_modifier(Modifier::CROSSED_OUT),
            Emphasis::Wrong => plain.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
        }
    }

    /// A sign beside the content of a cell, for displays without colours.
    pub(super) fn sign(self, emphasis: Emphasis) -> Option<char> {
        match emphasis {
            _ if self.has_colours => None,
            Emphasis::Wrong => Some('!'),
            Emphasis::Picked => Some('='),
            Emphasis::Base => Some('*'),
            _ => None,
        }
    }

    /// A cell within a line that a step draws around cells.
    pub(super) fn outlined(self, emphasis: Emphasis) -> Style {
        if !self.has_colours {
            return self.emphasis(emphasis);
        }
        match emphasis {
            Emphasis::None => Style::new(),
            Emphasis::Base | Emphasis::Cover => Style::new().bg(Color::DarkGray).fg(Color::White),
            other => self.emphasis(other),
        }
    }

    /// The style of the cursor.
    pub(super) fn cursor() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
