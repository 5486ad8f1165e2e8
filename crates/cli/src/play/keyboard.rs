//! The keys of the values.
//!
//! Where every value is a single letter or digit, that is its key; where all are numbers they are typed
//! digit by digit; any other set of names gets keys of its own: 1 to 9, 0, then capital letters.

/// The keys of the values.
#[derive(Clone, Debug)]
pub(super) struct Keyboard {
    /// The key for each slot; empty if there is no key left.
    keys: Vec<String>,
    /// True if the names themselves are typed.
    is_natural: bool,
    /// The part of a name of several digits that was typed so far.
    typed: String,
}

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// No value's.
    Nothing,
    /// The beginning of some value.
    Begun,
    /// A value, and whether it replaces the one that was typed just before.
    Value { slot: usize, is_longer: bool },
}

const OWN_KEYS: &str = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Keyboard {
    /// The keys of values with these names; the names of drawn tiles are unknown to the player.
    pub(super) fn new(names: &[String], is_drawn: bool) -> Self {
        let is_key = |name: &String| {
            let mut letters = name.chars();
            let first = letters.next().is_some_and(|c| c.is_ascii_alphanumeric());
            first && letters.next().is_none()
        };
        let is_single = names.iter().all(is_key);
        let is_number = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
        let is_natural = !is_drawn && (is_single || names.iter().all(is_number));
        let keys = if is_natural {
            names.to_vec()
        } else {
            let own = OWN_KEYS.chars().map(String::from);
            let own = own.chain(std::iter::repeat(String::new()));
            own.take(names.len()).collect()
        };
        Self {
            keys,
            is_natural,
            typed: String::new(),
        }
    }

    /// The key of a slot.
    pub(super) fn key(&self, slot: usize) -> &str {
        self.keys.get(slot).map_or("", String::as_str)
    }

    /// Returns true if the names themselves are the keys.
    pub(super) fn is_natural(&self) -> bool {
        self.is_natural
    }

    /// Something else happened: the next digit begins a new number.
    pub(super) fn forget(&mut self) {
        self.typed.clear();
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: char) -> Typed {
        let longer = format!("{}{key}", self.typed);
        let is_longer = longer.chars().count() > 1;
        for candidate in [longer, key.to_string()] {
            let is_longer = is_longer && candidate.chars().count() > 1;
            if let Some(slot) = self.slot(&candidate) {
                self.typed = candidate;
                return Typed::Value { slot, is_longer };
            }
            let mut keys = self.keys.iter();
            if keys.any(|known| known.starts_with(&candidate)) {
                self.typed = candidate;
                return Typed::Begun;
            }
        }
        self.typed.clear();
        Typed::Nothing
    }

    fn slot(&self, typed: &str) -> Option<usize> {
        let exact = self.keys.iter().position(|key| key == typed);
        let alike = || {
            let mut keys = self.keys.iter();
            keys.position(|key| self.is_natural && key.eq_ignore_ascii_case(typed))
        };
        exact.or_else(alike)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyboard(names: &[&str]) -> Keyboard {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Keyboard::new(&names, false)
    }

    fn value(slot: usize, is_longer: bool) -> Typed {
        Typed::Value { slot, is_longer }
    }

    #[test]
    fn single_characters_are_their_own_keys() {
        let mut keys = keyboard(&["1", "2", "A"]);
        assert_eq!(keys.press('2'), value(1, false));
        assert_eq!(keys.press('a'), value(2, false));
        assert_eq!(keys.press('A'), value(2, false));
        assert_eq!(keys.press('x'), Typed::Nothing);
    }

    #[test]
    fn numbers_are_typed_digit_by_digit() {
        let names: Vec<String> = (1..=36).map(|number| number.to_string()).collect();
        let mut keys = Keyboard::new(&names, false);
        assert_eq!(keys.press('1'), value(0, false));
        assert_eq!(keys.press('2'), value(11, true));
        assert_eq!(keys.press('3'), value(2, false));
        assert_eq!(keys.press('9'), value(8, false), "there is no 39");
        keys.forget();
        assert_eq!(keys.press('0'), Typed::Nothing);
        let mut keys = keyboard(&["10", "20"]);
        assert_eq!(keys.press('2'), Typed::Begun);
        assert_eq!(keys.press('0'), value(1, true));
    }

    #[test]
    fn other_names_get_keys_of_their_own() {
        let mut keys = keyboard(&["straight", "bend", "cross"]);
        assert_eq!((keys.key(0), keys.key(2)), ("1", "3"));
        assert_eq!(keys.press('3'), value(2, false));
        assert_eq!(keys.press('b'), Typed::Nothing);
        assert_eq!(keyboard(&["┃", "━"]).key(1), "2", "no keyboard has these");
        let drawn = Keyboard::new(&["U".to_owned(), "D".to_owned()], true);
        assert_eq!(drawn.key(0), "1");
        let many: Vec<String> = (0..60).map(|number| format!("kind {number}")).collect();
        let mut keys = Keyboard::new(&many, false);
        assert_eq!(keys.key(40), "");
        assert_eq!(keys.press('Z'), value(35, false));
        assert_eq!(
            keys.press('z'),
            Typed::Nothing,
            "small letters are commands"
        );
    }
}
