//! Random models as puzzles: what is about puzzles can be tried on lines, links and hidden choices.
//!
//! The text of such a puzzle has the kind of the model and, in hexadecimal, the bytes that it is made of: `lined 00ff…`.

use arbitrary::Unstructured;
use std::fmt::Write as _;
use std::sync::LazyLock;
use tilewright::model::{Item, Names};
use tilewright::puzzles::{Families, Family, Format, ParseError, Puzzle, Unbuilt, Unwritable};
use tilewright::render::Picture;
use tilewright::{Budget, Choice, Model};
use tilewright_testkit::random::{Size, hidden_of_bytes, lined_of_bytes, of_bytes};

/// The kinds of models.
const KINDS: [&str; 4] = ["plain", "lined", "linked", "hidden"];

/// A random model.
#[derive(Clone, Debug)]
pub(crate) struct Modelled {
    text: String,
    model: Model,
    givens: Vec<Choice>,
}

static FAMILY: LazyLock<Family> = LazyLock::new(|| {
    let bytes = Format::new("bytes", "the kind of a random model, and its bytes")
        .reads(Modelled::read)
        .writes(|modelled: &Modelled| Ok::<_, Unwritable>(modelled.text.clone()))
        .looks(|text| KINDS.iter().any(|kind| text.starts_with(kind)));
    Family::new("modelled", "random models").formats(&[&bytes])
});

/// The families that there are, and this one.
pub(crate) fn families() -> Families {
    Families::default().with(FAMILY.clone())
}

impl Modelled {
    /// The model of that kind that is made of these bytes.
    pub(crate) fn new(kind: u8, bytes: &[u8]) -> Result<Self, ParseError> {
        let mut text = KINDS[usize::from(kind) % KINDS.len()].to_owned() + " ";
        for byte in bytes {
            write!(text, "{byte:02x}").expect("a string takes all that is written");
        }
        Self::read(&(text + "\n"))
    }

    fn read(text: &str) -> Result<Self, ParseError> {
        let bad = || ParseError::new("expected a kind of model and bytes");
        let (kind, digits) = text
            .trim_end_matches('\n')
            .split_once(' ')
            .ok_or_else(bad)?;
        let byte = |place| digits.get(place..place + 2);
        let byte = |place| byte(place).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
        let bytes = bytes.ok_or_else(bad)?;
        let bytes = &mut Unstructured::new(&bytes);
        let made = match kind {
            "plain" => of_bytes(bytes, Size::SMALL),
            "lined" => lined_of_bytes(bytes, Size::SMALL, false),
            "linked" => lined_of_bytes(bytes, Size::SMALL, true),
            "hidden" => hidden_of_bytes(bytes, Size::SMALL),
            _ => return Err(bad()),
        };
        let (model, question) = made.map_err(|_| bad())?;
        Ok(Self {
            text: text.to_owned(),
            model,
            givens: question.given,
        })
    }
}

impl Names for Modelled {
    fn choice_name(&self, choice: Choice) -> String {
        format!("choice {}", choice.0)
    }

    fn item_name(&self, item: Item) -> String {
        format!("item {}", item.0)
    }
}

impl Puzzle for Modelled {
    fn family(&self) -> &Family {
        &FAMILY
    }

    fn model(&self, _: &Budget) -> Result<Model, Unbuilt> {
        Ok(self.model.clone())
    }

    fn givens(&self) -> Vec<Choice> {
        self.givens.clone()
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        let mut solved = self.clone();
        solved.givens = solution.to_vec();
        Box::new(solved)
    }

    fn picture(&self) -> Picture {
        Picture::of_grids(Vec::new())
    }
}
