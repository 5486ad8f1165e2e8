//! The order of solutions: first is the one whose labels, cell by cell, are the smallest sequence.
//!
//! Areas are labelled in the order in which they are met in row-major order. The first solution
//! can be found without listing any other: walk the cells in that order and give each the
//! smallest label that some solution still gives it.
//!
//! **Alternatives.** Let *c* be the cell of a step and *B* the box that covers it. Either *B*
//! starts at *c*, or there is a first axis, outermost first, on which it starts before *c*, and
//! then it covers the neighbour of *c* before it on that axis. So exactly one of these holds: for
//! some axis *a*, *B* starts level with *c* on every axis before *a* and before *c* on *a* (on a
//! flat grid: *c* lies in the box of the cell above, or else in that of the cell on its left); or
//! *B* starts at *c* (a new box). An alternative rules out the boxes over *c* of every other kind;
//! for an axis also those over the neighbour that leave *c* out, which then cannot be.
//!
//! **They come in the order of the labels.** Take two solutions that agree on the labels of all
//! cells before *c*.
//! * *The same alternative gives the same label.* For an axis it is the label of the neighbour,
//!   which comes before *c*; for a new box it is the next label not used yet. Hence, step by step,
//!   the solutions left are those with one sequence of labels so far.
//! * *An earlier axis gives a smaller label.* Let one solution take axis *a* with box *A*, the
//!   other a later axis *b* with box *B*. *A* starts level with *c* before axis *a* and before *c*
//!   on *a*; *B* starts level with *c* on every axis before *b*, so on *a* as well. Hence the
//!   first cell of *A* precedes the first cell of *B* in row-major order. Both precede *c*, so both
//!   solutions have met these areas in that order, and the label of *A* is smaller.
//! * *A new box gives the largest label*, as all others have been met before.
//!
//! If the neighbours on axes *a* < *b* lie in one box, that box covers *c* too (it reaches from
//! the one to the other on both axes), so it is alternative *a*, and no other is left.

use super::Shape;
use super::boxes::Boxes;
use crate::Ranking;
use tilewright_model::{Choice, Item, Model};

/// The ranking by labels; a step for each cell.
pub(super) struct ByLabels<'p> {
    shape: &'p Shape,
    boxes: &'p Boxes,
    model: &'p Model,
    clues: usize,
}

impl<'p> ByLabels<'p> {
    pub(super) fn new(shape: &'p Shape, boxes: &'p Boxes, model: &'p Model, clues: usize) -> Self {
        Self {
            shape,
            boxes,
            model,
            clues,
        }
    }

    /// The boxes over a cell.
    fn over(&self, cell: usize) -> impl Iterator<Item = Choice> + '_ {
        let item = Item((self.clues + cell) as u32);
        self.model.members(item).iter().map(|&(choice, _)| choice)
    }

    /// The first axis on which a box over `point` starts before it; the number of axes for none.
    fn kind(&self, choice: Choice, point: &[usize]) -> usize {
        let (first, _) = self.boxes.extent(choice.index());
        let mut places = first.iter().zip(point);
        let axis = places.position(|(&first, &place)| (first as usize) < place);
        axis.unwrap_or(self.shape.axes())
    }

    fn covers(&self, choice: Choice, point: &[usize]) -> bool {
        let (first, last) = self.boxes.extent(choice.index());
        let mut places = first.iter().zip(last).zip(point);
        places.all(|((&first, &last), &place)| (first as usize..=last as usize).contains(&place))
    }
}

impl Ranking for ByLabels<'_> {
    fn steps(&self) -> usize {
        self.shape.cells()
    }

    /// Only alternatives for which a box is left are given: none at all where the cell has none.
    fn alternatives(&self, step: usize, is_possible: &dyn Fn(Choice) -> bool) -> Vec<Vec<Choice>> {
        let axes = self.shape.axes();
        let point = self.shape.point(step);
        let here: Vec<(Choice, usize)> = self
            .over(step)
            .filter(|&choice| is_possible(choice))
            .map(|choice| (choice, self.kind(choice, &point)))
            .collect();
        let mut alternatives = Vec::with_capacity(axes + 1);
        for axis in 0..=axes {
            if !here.iter().any(|&(_, kind)| kind == axis) {
                continue;
            }
            let others = here.iter().filter(|&&(_, kind)| kind != axis);
            let mut ruled_out: Vec<Choice> = others.map(|&(choice, _)| choice).collect();
            if axis < axes {
                let mut neighbour = point.clone();
                neighbour[axis] -= 1;
                let leaves_out =
                    |choice: &Choice| is_possible(*choice) && !self.covers(*choice, &point);
                ruled_out.extend(self.over(self.shape.cell(&neighbour)).filter(leaves_out));
            }
            alternatives.push(ruled_out);
        }
        alternatives
    }
}
