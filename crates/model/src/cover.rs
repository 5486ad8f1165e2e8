//! Building a model option by option, the way exact cover problems are mostly written down.
//!
//! A [`ModelBuilder`](crate::ModelBuilder) is given items with their choices; here it is the other
//! way round. Primary items become tiles. A secondary item becomes an at-most-one item, or a
//! one-colour item if any option shows a colour there.

use crate::build::{ModelError, transpose};
use crate::{Choice, Colour, Demand, Item, Model, Structure};
use std::sync::{Arc, OnceLock};

/// Collects options, checks them, and compiles a [`Model`].
///
/// ```
/// use tilewright_model::CoverBuilder;
///
/// // Items 0, 1, 2 must be covered, item 3 may be: {0,1} {2,3} {0} {1,2}.
/// let mut b = CoverBuilder::new(3, 1);
/// for option in [&[0, 1][..], &[2, 3], &[0], &[1, 2]] {
///     b.option(option)?;
/// }
/// let model = b.build();
/// assert!(model.is_solution(&model.choice_ids([0, 1])));
/// assert!(model.is_solution(&model.choice_ids([2, 3])));
/// # Ok::<(), tilewright_model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverBuilder {
    primary: u32,
    items: u32,
    touch_start: Vec<u32>,
    touches: Vec<(Item, Colour)>,
    /// For each item, the last option that listed it, plus one.
    last_option: Vec<u32>,
    /// For each item, one more than the largest colour shown there; 0 where none is.
    colours: Vec<u32>,
}

/// A mention of a secondary item without a colour, until it is known whether others have one.
const UNCOLOURED: Colour = Colour(u32::MAX);

impl CoverBuilder {
    /// A builder with `primary` primary items, numbered from 0, and secondary items after them.
    ///
    /// # Panics
    /// If there are more than 4,294,967,294 items.
    pub fn new(primary: u32, secondary: u32) -> Self {
        let items = primary.checked_add(secondary).filter(|&n| n < u32::MAX);
        let items = items.expect("fewer than 4,294,967,295 items");
        Self {
            primary,
            items,
            touch_start: vec![0],
            touches: Vec::new(),
            last_option: vec![0; items as usize],
            colours: vec![0; items as usize],
        }
    }

    /// Makes room for `options` more options and `mentions` mentions of items in all, to save time.
    pub fn reserve(&mut self, options: usize, mentions: usize) {
        self.touch_start.reserve(options);
        self.touches.reserve(mentions);
    }

    /// Adds an option: the items that it covers.
    pub fn option(&mut self, items: &[u32]) -> Result<Choice, ModelError> {
        self.push(items.iter().map(|&item| (item, None)))
    }

    /// Adds an option whose secondary items may have colours. Mentions of an item with the same
    /// colour go together; a mention without a colour goes with no other.
    pub fn coloured(&mut self, items: &[(u32, Option<u32>)]) -> Result<Choice, ModelError> {
        self.push(items.iter().copied())
    }

    fn push(
        &mut self,
        items: impl Iterator<Item = (u32, Option<u32>)>,
    ) -> Result<Choice, ModelError> {
        let number = self.touch_start.len() as u32 - 1;
        let before = self.touches.len();
        let mut has_primary = false;
        for (item, colour) in items {
            has_primary |= item < self.primary;
            if let Err(error) = self.mention(number, item, colour) {
                self.forget(before);
                return Err(error);
            }
        }
        if !has_primary {
            self.forget(before);
            return Err(ModelError::new(format!(
                "option {number} covers no primary item, so nothing could pick it"
            )));
        }
        let Ok(end) = u32::try_from(self.touches.len()) else {
            return Err(ModelError::new(
                "more than 4,294,967,295 memberships in all",
            ));
        };
        self.touch_start.push(end);
        Ok(Choice(number))
    }

    #[inline]
    fn mention(&mut self, number: u32, item: u32, colour: Option<u32>) -> Result<(), ModelError> {
        let Some(&last) = self.last_option.get(item as usize) else {
            return Err(ModelError::new(format!(
                "option {number} covers item {item}, but there are only {} items",
                self.items
            )));
        };
        if last == number + 1 {
            return Err(ModelError::new(format!(
                "option {number} covers item {item} twice"
            )));
        }
        let shown = match colour {
            None => UNCOLOURED,
            Some(_) if item < self.primary => {
                return Err(ModelError::new(format!(
                    "option {number} gives a colour to item {item}, which is primary"
                )));
            }
            // Room must be left to give each mention without a colour one of its own.
            Some(colour) if colour >= u32::MAX / 2 => {
                return Err(ModelError::new(format!(
                    "option {number} shows colour {colour}, but colours end at {}",
                    u32::MAX / 2 - 1
                )));
            }
            Some(colour) => {
                let most = &mut self.colours[item as usize];
                *most = (*most).max(colour + 1);
                Colour(colour)
            }
        };
        self.last_option[item as usize] = number + 1;
        self.touches.push((Item(item), shown));
        Ok(())
    }

    /// Takes back the mentions of an option that was refused.
    fn forget(&mut self, before: usize) {
        for (item, _) in self.touches.drain(before..) {
            self.last_option[item.index()] = 0;
        }
    }

    /// Compiles the options.
    pub fn build(self) -> Model {
        let Self {
            primary,
            items,
            touch_start,
            mut touches,
            mut colours,
            ..
        } = self;
        let demand = |item: u32| match colours[item as usize] {
            _ if item < primary => Demand::ExactlyOne,
            0 => Demand::AtMostOne,
            _ => Demand::OneColour,
        };
        let demands: Vec<Demand> = (0..items).map(demand).collect();
        for (item, colour) in &mut touches {
            if *colour != UNCOLOURED {
                continue;
            }
            *colour = Colour::NONE;
            if demands[item.index()] == Demand::OneColour {
                let next = &mut colours[item.index()];
                *colour = Colour(*next);
                *next += 1;
            }
        }
        let (member_start, members) = transpose(
            items as usize,
            &touch_start,
            &touches,
            |&(item, colour), option| (item.index(), (Choice(option), colour)),
        );
        Model(Arc::new(Structure {
            demands,
            tiles: (0..primary).map(Item).collect(),
            member_start,
            members,
            touch_start,
            touches,
            rules: Vec::new(),
            lowered: OnceLock::new(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ModelBuilder;

    #[test]
    fn both_builders_make_the_same_model() {
        let mut b = CoverBuilder::new(2, 2);
        b.coloured(&[(0, None), (2, Some(5))]).unwrap();
        b.coloured(&[(1, None), (2, None), (3, None)]).unwrap();
        b.coloured(&[(0, None), (1, None), (2, Some(5))]).unwrap();
        let mut c = ModelBuilder::new(3);
        c.tile(&[0, 2]).unwrap();
        c.tile(&[1, 2]).unwrap();
        c.one_colour(&[(0, 5), (1, 6), (2, 5)]).unwrap();
        c.item(Demand::AtMostOne, &[1]).unwrap();
        assert_eq!(b.build(), c.build().unwrap());
    }

    #[test]
    fn each_mistake_names_its_option() {
        let mut b = CoverBuilder::new(1, 1);
        let message = |result: Result<Choice, ModelError>| result.unwrap_err().to_string();
        assert_eq!(
            message(b.option(&[0, 2])),
            "option 0 covers item 2, but there are only 2 items"
        );
        b.option(&[0]).unwrap();
        assert_eq!(message(b.option(&[0, 0])), "option 1 covers item 0 twice");
        assert_eq!(
            message(b.option(&[1])),
            "option 1 covers no primary item, so nothing could pick it"
        );
        assert_eq!(
            message(b.coloured(&[(0, Some(1))])),
            "option 1 gives a colour to item 0, which is primary"
        );
        assert!(message(b.coloured(&[(0, None), (1, Some(u32::MAX))])).contains("colours end at"));
        // A refused option left no trace.
        b.option(&[0, 1]).unwrap();
        let model = b.build();
        assert_eq!(model.choice_count(), 2);
        assert_eq!(model.incidence_count(), 3);
    }
}
