//! The search for each technique.

use super::sink::{self, Flow, Sink};
use super::technique::Search;
use super::{
    HodokuStep, Technique, bug, colours, fish, intersections, links, patterns, rectangles, singles,
    subsets, sue_de_coq, templates, wings,
};
use crate::{Board9, Cells};
use Technique as T;

/// Steps that a list of all steps of a technique includes beyond those of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// Fish in pairs that share their base, instead of single ones.
    pub siamese: bool,
    /// Empty rectangles whose box has two places alone.
    pub small_empty_rectangles: bool,
    /// Unique rectangles with corners that lack one of the digits, which a step removed.
    pub incomplete_rectangles: bool,
    /// Almost locked sets as links of grouped chains.
    pub sets_in_chains: bool,
    /// Almost locked sets that share cells.
    pub overlapping_sets: bool,
}

impl Default for Options {
    /// The options of a rating.
    fn default() -> Self {
        Self {
            siamese: false,
            small_empty_rectangles: false,
            incomplete_rectangles: true,
            sets_in_chains: false,
            overlapping_sets: false,
        }
    }
}

/// Every step of a technique on this board, whether it has a solution or not. Of large fish, of which a
/// board full of candidates has millions, it lists some.
///
/// ```
/// use tilewright_scales::{Board9, hodoku::{Options, Technique, all_steps}};
/// let line = "1.298..5.5........8.65..139...1..72.....5.8............78....6..5...3.929.36.....";
/// let board = Board9::read(line)?;
/// let steps = all_steps(&board, Technique::HiddenSingle, Options::default());
/// assert!(steps.iter().all(|step| step.placed.len() == 1));
/// # Ok::<(), tilewright_scales::Invalid>(())
/// ```
pub fn all_steps(board: &Board9, technique: Technique, options: Options) -> Vec<HodokuStep> {
    let is_wanted = |step: &HodokuStep| step.technique == technique;
    if is_linked(technique) {
        let mut steps = links::Finder::default().all(board, technique, options);
        steps.retain(is_wanted);
        return steps;
    }
    let doomed = templates::doomed(board);
    sink::all(is_wanted, |sink| {
        each(board, technique, options, &doomed, sink)
    })
}

/// Finds the steps of a path, and keeps what several searches need of one board.
#[derive(Default)]
pub(super) struct Finder {
    links: links::Finder,
    /// Steps that the searches for other techniques met on this board, the first of each technique.
    met: Vec<HodokuStep>,
}

impl Finder {
    /// The step that a path takes from a board without singles; none if only a guess is left.
    pub(super) fn next(&mut self, board: &Board9) -> Option<HodokuStep> {
        let doomed = templates::doomed(board);
        self.met.clear();
        Technique::all()
            .filter(|technique| matches!(technique.search(), Search::Own | Search::Met))
            .find_map(|technique| self.first(board, technique, &doomed))
    }

    fn first(
        &mut self,
        board: &Board9,
        technique: Technique,
        doomed: &[Cells; 9],
    ) -> Option<HodokuStep> {
        match technique {
            T::XChain if doomed == &[Cells::NONE; 9] => None,
            _ if is_linked(technique) => self.links.first(board, technique),
            T::TurbotFish => patterns::best_turbot(board, doomed),
            _ if fish::has_boxes(technique) => fish::first(board, technique, doomed),
            _ if technique.search() == Search::Met => {
                let at = self
                    .met
                    .iter()
                    .position(|step| step.technique == technique)?;
                Some(self.met.swap_remove(at))
            }
            _ => self.search(board, technique, doomed),
        }
    }

    fn search(
        &mut self,
        board: &Board9,
        technique: Technique,
        doomed: &[Cells; 9],
    ) -> Option<HodokuStep> {
        let is_either = matches!(technique, T::SimpleColorsTrap | T::MultiColors1);
        let met = &mut self.met;
        sink::first(|sink| {
            each(board, technique, Options::default(), doomed, &mut |step| {
                if is_either || step.technique == technique {
                    return sink(step);
                }
                if met.iter().all(|other| other.technique != step.technique) {
                    met.push(step);
                }
                Flow::Continue(())
            })
        })
    }
}

/// Returns true if the technique is one of chains, loops, almost locked sets or forcing.
fn is_linked(technique: Technique) -> bool {
    matches!(
        technique,
        T::RemotePair
            | T::XChain
            | T::XyChain
            | T::ForcingChainContradiction
            | T::ForcingChainVerity
            | T::ForcingNetContradiction
            | T::ForcingNetVerity
    ) || (T::ContinuousNiceLoop..=T::DeathBlossom).contains(&technique)
}

fn each(
    board: &Board9,
    technique: Technique,
    options: Options,
    doomed: &[Cells; 9],
    sink: &mut Sink<'_>,
) -> Flow {
    match technique {
        T::FullHouse | T::NakedSingle | T::HiddenSingle => singles::each(board, technique, sink),
        T::LockedPair | T::LockedTriple | T::NakedPair | T::NakedTriple | T::NakedQuadruple => {
            subsets::each_naked(board, technique, sink)
        }
        T::HiddenPair | T::HiddenTriple | T::HiddenQuadruple => {
            subsets::each_hidden(board, technique, sink)
        }
        T::Pointing | T::Claiming => intersections::each(board, technique, sink),
        T::BugPlusOne => bug::each(board, sink),
        T::Skyscraper => patterns::each_skyscraper(board, doomed, sink),
        T::TwoStringKite => patterns::each_kite(board, doomed, sink),
        T::DualTwoStringKite => patterns::each_dual_kite(board, doomed, sink),
        T::TurbotFish => patterns::each_turbot(board, doomed, sink),
        T::EmptyRectangle => {
            let allows_two = options.small_empty_rectangles;
            patterns::each_empty_rectangle(board, doomed, allows_two, sink)
        }
        T::DualEmptyRectangle => {
            let allows_two = options.small_empty_rectangles;
            patterns::each_dual_empty_rectangle(board, doomed, allows_two, sink)
        }
        T::WWing => wings::each_w(board, sink),
        T::XyWing | T::XyzWing => wings::each_xy(board, technique, sink),
        T::Uniqueness1
        | T::Uniqueness2
        | T::Uniqueness3
        | T::Uniqueness4
        | T::Uniqueness5
        | T::Uniqueness6
        | T::HiddenRectangle => rectangles::each_unique(board, options.incomplete_rectangles, sink),
        T::AvoidableRectangle1 | T::AvoidableRectangle2 => rectangles::each_avoidable(board, sink),
        T::SueDeCoq => sue_de_coq::each(board, sink),
        T::SimpleColorsTrap | T::SimpleColorsWrap => colours::each_simple(board, doomed, sink),
        T::MultiColors1 | T::MultiColors2 => colours::each_multi(board, doomed, sink),
        T::TemplateSet | T::TemplateDel => templates::each(board, technique, sink),
        _ if fish::is_fish(technique) && options.siamese => {
            fish::each_siamese(board, technique, doomed, sink)
        }
        _ if fish::is_fish(technique) => fish::each(board, technique, doomed, sink),
        _ => Flow::Continue(()),
    }
}
