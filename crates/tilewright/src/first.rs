//! The promised first solution, found without listing the others.
//!
//! **Idea.** A family that promises which solution comes first describes it as steps, each with
//! alternatives in order of preference ([`Ranking`]). At each step the first alternative that some
//! solution takes is kept, and the choices that it rules out are barred from then on.
//!
//! Three things make nearly all steps free. A *witness*, a solution that took every step so far,
//! takes one of the alternatives: that one needs no search. An alternative that leaves an
//! exactly-one item without a possible choice needs none either. And the choices that propagation
//! rules out at the start are never considered again.
//!
//! **Invariant.** The witness is made of possible choices alone, and `left[item]` is the number of
//! possible choices of each exactly-one item.

use crate::asked::{Asked, First};
use tilewright_engines::{Budget, End};
use tilewright_model::{Choice, Demand, Model};
use tilewright_puzzles::Ranking;

impl Asked {
    /// The first solution in the order of `ranking`.
    pub(crate) fn promised(&mut self, ranking: &dyn Ranking, budget: &Budget) -> First {
        let whole = self.whole();
        self.start(whole.clone().limit(1), &budget.apart());
        let model = self.model().clone();
        let mut open = Open::new(&model, self.still_possible());
        let answer = self.any(whole.clone(), budget);
        let Some(mut witness) = answer.solution else {
            return answer;
        };
        for step in 0..ranking.steps() {
            let alternatives = ranking.alternatives(step, &|choice| open.is_possible(choice));
            for ruled_out in alternatives {
                if !ruled_out.iter().any(|c| witness.binary_search(c).is_ok()) {
                    open.rule_out(&ruled_out);
                    break;
                }
                if !open.would_live_without(&ruled_out) {
                    continue;
                }
                let barred = open.barred_with(&ruled_out);
                let answer = self.any(whole.clone().barred(barred), budget);
                match answer.solution {
                    Some(better) => {
                        witness = better;
                        open.rule_out(&ruled_out);
                        break;
                    }
                    None if answer.end == End::Complete => {}
                    None => {
                        return First {
                            solution: Some(witness),
                            end: answer.end,
                        };
                    }
                }
            }
        }
        First::of(witness)
    }
}

/// The choices that are still possible.
struct Open<'m> {
    model: &'m Model,
    is_possible: Vec<bool>,
    /// For each exactly-one item the number of its possible choices.
    left: Vec<u32>,
    /// The choices that the steps ruled out, apart from those of propagation.
    barred: Vec<Choice>,
}

impl<'m> Open<'m> {
    fn new(model: &'m Model, is_possible: Vec<bool>) -> Self {
        let count = |item| {
            let members = model.members(item).iter();
            members.filter(|(c, _)| is_possible[c.index()]).count() as u32
        };
        let left = model.items().map(count).collect();
        Self {
            model,
            is_possible,
            left,
            barred: Vec::new(),
        }
    }

    fn is_possible(&self, choice: Choice) -> bool {
        self.is_possible.get(choice.index()) == Some(&true)
    }

    fn rule_out(&mut self, choices: &[Choice]) {
        for &choice in choices {
            if self.is_possible(choice) {
                self.is_possible[choice.index()] = false;
                self.barred.push(choice);
                for &(item, _) in self.model.touches(choice) {
                    self.left[item.index()] -= 1;
                }
            }
        }
    }

    /// Returns true if every exactly-one item keeps a possible choice without these.
    fn would_live_without(&mut self, choices: &[Choice]) -> bool {
        let mut taken = Vec::new();
        let mut lives = true;
        for &choice in choices.iter().filter(|&&c| self.is_possible[c.index()]) {
            for &(item, _) in self.model.touches(choice) {
                taken.push(item);
                self.left[item.index()] -= 1;
                lives &=
                    self.left[item.index()] > 0 || self.model.demand(item) != Demand::ExactlyOne;
            }
            if !lives {
                break;
            }
        }
        for item in taken {
            self.left[item.index()] += 1;
        }
        lives
    }

    fn barred_with(&self, choices: &[Choice]) -> Vec<Choice> {
        let mut barred = self.barred.clone();
        barred.extend(choices.iter().filter(|&&c| self.is_possible(c)));
        barred
    }
}
