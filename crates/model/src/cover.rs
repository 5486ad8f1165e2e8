//! Building a model option by option, the way exact cover problems are mostly written down.
//!
//! A [`ModelBuilder`](crate::ModelBuilder) is given items with their choices; here it is the other
//! way round. Primary items become tiles. A secondary item becomes an at-most-one item, or a
//! one-colour item if any option shows a colour there.

use crate::budget::{Budget, Meter};
use crate::build::{BYTES_PER_MEMBERSHIP, ModelError, too_many, transpose};
use crate::counted::Counted;
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
/// let model = b.build()?;
/// assert!(model.is_solution(&model.choice_ids([0, 1])));
/// assert!(model.is_solution(&model.choice_ids([2, 3])));
/// # Ok::<(), tilewright_model::ModelError>(())
/// ```
#[derive(Debug)]
pub struct CoverBuilder {
    primary: u32,
    items: u32,
    touch_start: Counted<u32>,
    touches: Counted<(Item, Colour)>,
    /// For each item, the last option that listed it, plus one.
    last_option: Counted<u32>,
    /// For each item, one more than the largest colour shown there; 0 where none is.
    colours: Counted<u32>,
    meter: Meter,
}

/// A mention of a secondary item without a colour, until it is known whether others have one.
const UNCOLOURED: Colour = Colour(u32::MAX);

impl CoverBuilder {
    /// A builder with `primary` primary items, numbered from 0, and secondary items after them, without limits.
    ///
    /// # Panics
    /// If there are more than 4,294,967,294 items.
    pub fn new(primary: u32, secondary: u32) -> Self {
        Self::within(&Budget::default(), primary, secondary)
    }

    /// Limits the builder to a budget. If it does not allow the items, the next call says so.
    ///
    /// # Panics
    /// If there are more than 4,294,967,294 items.
    pub fn within(budget: &Budget, primary: u32, secondary: u32) -> Self {
        let items = primary.checked_add(secondary).filter(|&n| n < u32::MAX);
        let items = items.expect("fewer than 4,294,967,295 items");
        let mut meter = budget.building();
        let mut filled = |count| Counted::filled(0u32, count, &mut meter).unwrap_or_default();
        Self {
            primary,
            items,
            touch_start: filled(1),
            touches: Counted::default(),
            last_option: filled(items as usize),
            colours: filled(items as usize),
            meter,
        }
    }

    /// Makes room for just `options` more options and `mentions` mentions of items in all. A model that would be too
    /// large with them is refused at once, with all bytes that it needs.
    pub fn reserve(&mut self, options: usize, mentions: usize) -> Result<(), ModelError> {
        // Two lists of them when they are sorted, their demands, and without one of those that are held now.
        const PER_ITEM: u64 = (size_of::<Demand>() + 2 * size_of::<u32>()) as u64;
        let rest = (BYTES_PER_MEMBERSHIP.saturating_mul(mentions as u64))
            .saturating_add(size_of::<u32>() as u64 * options as u64)
            .saturating_add(PER_ITEM * u64::from(self.items));
        self.meter.take(rest)?;
        self.meter.give_back(rest);
        self.touch_start.exact_room(options, &mut self.meter)?;
        self.touches.exact_room(mentions, &mut self.meter)?;
        Ok(())
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
        items: impl ExactSizeIterator<Item = (u32, Option<u32>)>,
    ) -> Result<Choice, ModelError> {
        self.meter.work(items.len())?;
        self.touches.room(items.len(), &mut self.meter)?;
        self.touch_start.room(1, &mut self.meter)?;
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
            return Err(too_many(self.touches.len(), &mut self.meter));
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
    pub fn build(self) -> Result<Model, ModelError> {
        let Self {
            primary,
            items,
            touch_start,
            mut touches,
            last_option,
            mut colours,
            mut meter,
        } = self;
        let touch_start_len = touch_start.len();
        meter.work(touches.len())?;
        last_option.drop_from(&mut meter);
        let demand = |item: u32| match colours[item as usize] {
            _ if item < primary => Demand::ExactlyOne,
            0 => Demand::AtMostOne,
            _ => Demand::OneColour,
        };
        let mut demands = Counted::default();
        demands.exact_room(items as usize, &mut meter)?;
        demands.extend((0..items).map(demand));
        for (item, colour) in &mut *touches {
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
            &mut meter,
        )?;
        let mut tiles = Counted::default();
        tiles.exact_room(primary as usize, &mut meter)?;
        tiles.extend((0..primary).map(Item));
        Ok(Model(Arc::new(Structure {
            demands: demands.into_vec(),
            tiles: tiles.into_vec(),
            member_start,
            members,
            touch_start: touch_start.into_vec(),
            touches: touches.into_vec(),
            rules: Vec::new(),
            own: (touch_start_len - 1) as u32,
            is_projected: false,
            bytes_to_build: meter.most_held(),
            unlined: OnceLock::new(),
            unpaired: OnceLock::new(),
            derived: OnceLock::new(),
            lowered: OnceLock::new(),
        })))
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
        assert_eq!(b.build(), c.build());
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
        let model = b.build().unwrap();
        assert_eq!(model.choice_count(), 2);
        assert_eq!(model.incidence_count(), 3);
    }
}
