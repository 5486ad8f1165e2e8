//! Demands: what a rule says of each item of a set.

use super::lower::Lowering;
use super::places::{Field, Place, Sort};
use super::sets::{At, Set, Sorts, Variable};
use super::terms::Term;
use super::{Lexicon, Written};
use crate::document::Word;
use crate::rules::expression::{Expression, Read};
use crate::rules::section::Section;
use crate::rules::spec::{Between, GroupDemand};

/// A rule in the words of sets and terms.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Demand {
    pub(in crate::rules) on: On,
    pub(in crate::rules) layer: Option<usize>,
    /// It holds only where this does.
    pub(in crate::rules) only_where: Option<Written<Expression<Term>>>,
    pub(in crate::rules) require: Vec<Written<Expression<Term>>>,
    /// What it says of a set as a group, and which, if it is not what the rule is at.
    pub(in crate::rules) group: Option<GroupDemand>,
    pub(in crate::rules) of: Option<Written<Set>>,
    /// The layer of the tiles of the group, where it is the same for all.
    pub(in crate::rules) group_layer: Option<usize>,
}

/// What a rule is at.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum On {
    /// The whole, once.
    Once,
    /// Each item of these sets.
    Each(Vec<Written<Set>>),
    /// Pairs of places.
    Between(Between),
    /// Every two items of a set.
    Pairs(Written<Set>),
}

impl On {
    /// Its variables and the sorts of their places.
    pub(super) fn variables(&self, field: &Field, layer: Option<usize>) -> (Vec<Variable>, Sorts) {
        let of_set = |set: &Written<Set>| set.meaning.sort(field, Sorts::default());
        let of_layer = layer.map_or(Sort::Cells, |layer| field.layers[layer].sort);
        match self {
            Self::Once => (Vec::new(), Sorts::default()),
            Self::Each(sets) => {
                let here =
                    of_set(&sets[0]).filter(|sort| sets.iter().all(|s| of_set(s) == Some(*sort)));
                let pair = Some(Sort::Cells);
                if here == Some(Sort::Edges) {
                    let all = vec![Variable::Here, Variable::A, Variable::B];
                    return (all, Sorts { here, pair });
                }
                (vec![Variable::Here], Sorts { here, pair: None })
            }
            Self::Between(_) => {
                let pair = Some(of_layer);
                (vec![Variable::A, Variable::B], Sorts { here: None, pair })
            }
            Self::Pairs(set) => {
                let pair = of_set(set);
                (vec![Variable::A, Variable::B], Sorts { here: None, pair })
            }
        }
    }

    /// Calls `visit` with each item.
    pub(super) fn visit(
        &self,
        field: &Field,
        layer: Option<usize>,
        mut visit: impl FnMut(At<'_>) -> Read<()>,
    ) -> Read<()> {
        match self {
            Self::Once => visit(At::default()),
            Self::Each(sets) => {
                for set in sets {
                    for here in set.meaning.items(field, At::default()) {
                        let sides = match here[..] {
                            [edge] if edge.sort() == Sort::Edges => field.cells_at(edge),
                            _ => Vec::new(),
                        };
                        let (a, b) = match &sides[..] {
                            [a, b] => (std::slice::from_ref(a), std::slice::from_ref(b)),
                            _ => (&[][..], &[][..]),
                        };
                        visit(At { here: &here, a, b })?;
                    }
                }
                Ok(())
            }
            Self::Between(between) => {
                pairs(field, between, layer)
                    .into_iter()
                    .try_for_each(|(a, b)| {
                        visit(At {
                            here: &[],
                            a: &[a],
                            b: &[b],
                        })
                    })
            }
            Self::Pairs(set) => {
                let items = set.meaning.items(field, At::default());
                for (number, a) in items.iter().enumerate() {
                    for b in &items[number + 1..] {
                        visit(At { here: &[], a, b })?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// The pairs of places that a rule is between.
fn pairs(field: &Field, between: &Between, layer: Option<usize>) -> Vec<(Place, Place)> {
    let cell = |tile: u32| Place::of_cell(field.board.place(field.board.cell(tile)));
    let by_steps = |steps: &[_]| {
        let pairs = field.board.pairs(steps);
        pairs.map(|(a, b)| (cell(a), cell(b))).collect()
    };
    match between {
        Between::Adjacent => by_steps(&Between::ADJACENT),
        Between::Touching => by_steps(&Between::touching()),
        Between::Offsets(steps) => by_steps(steps),
        Between::Pairs(pairs) => {
            let pairs = pairs.iter();
            pairs
                .map(|&(a, b)| (field.place(a), field.place(b)))
                .collect()
        }
        Between::All => {
            let places = match layer {
                Some(layer) => field.layers[layer].places.clone(),
                None => field.places(Sort::Cells),
            };
            let before = places.iter().enumerate();
            let pairs =
                before.flat_map(|(number, &a)| places[number + 1..].iter().map(move |&b| (a, b)));
            pairs.collect()
        }
    }
}

impl Lexicon<'_> {
    /// Reads a rule that is at `on`: `where`, `require`, what it says of a group, and of pairs of values.
    pub(in crate::rules) fn read_demand(
        &self,
        section: Section<'_>,
        on: On,
        group: Option<GroupDemand>,
        pairs: Option<Word<'_>>,
    ) -> Read<Demand> {
        let mut layer = match section.get("layer") {
            None => None,
            Some(entry) => {
                let name = entry.text()?;
                let layer = self.layer_called(&name.text);
                Some(layer.ok_or_else(|| {
                    let error = name.error(format!("there is no layer {:?}", name.text));
                    let layers = self.field.layers.iter().map(|layer| layer.name.as_str());
                    crate::nearest::with_nearest(error, &name.text, layers)
                })?)
            }
        };
        if let (None, On::Each(sets)) = (layer, &on)
            && let [set] = &sets[..]
        {
            layer = set.meaning.layer();
        }
        let (variables, sorts) = on.variables(self.field, layer);
        let lexicon = self.at(&variables, sorts, layer);
        let only_where = match section.get("where") {
            None => None,
            Some(entry) => {
                let mut conditions = lexicon.read_conditions(entry)?;
                if conditions.len() > 1 {
                    return Err(entry.error("`where` is one condition"));
                }
                conditions.pop()
            }
        };
        if let Some(condition) = &only_where
            && condition
                .meaning
                .terms
                .iter()
                .any(|term| matches!(term, Term::Reading(_)))
        {
            return Err(condition.error(
                "\"where\" is decided before solving; what tiles have belongs in \"require\"",
            ));
        }
        let mut require = match section.get("require") {
            None => Vec::new(),
            Some(entry) => lexicon.read_conditions(entry)?,
        };
        if let Some(pairs) = pairs {
            require.push(Written::new(&pairs, Expression::of(&pairs, &lexicon)?));
        }
        let of = match section.get("of") {
            None => None,
            Some(entry) if group.is_none() => {
                return Err(
                    entry.key_error("`of` goes with all_different, exactly_one or at_most_one")
                );
            }
            Some(entry) => Some(lexicon.read_set(&entry.text()?)?),
        };
        if group.is_some() && of.is_none() && !matches!(on, On::Each(_)) {
            let message = "the rule does not say of which tiles: write each = …, or of = …";
            return Err(section.error(message));
        }
        if group.is_none() && require.is_empty() {
            return Err(
                section.error("a rule says require, all_different, exactly_one or at_most_one")
            );
        }
        let group_layer = match &group {
            None => None,
            Some(_) => lexicon.layer_of_group(section, &on, of.as_ref(), layer)?,
        };
        Ok(Demand {
            on,
            group_layer,
            layer: section.get("layer").and(layer),
            only_where,
            require,
            group,
            of,
        })
    }

    /// The layer of the tiles that are all different, or have each value once: the one that is named, or the only one with tiles
    /// on such places.
    fn layer_of_group(
        &self,
        section: Section<'_>,
        on: &On,
        of: Option<&Written<Set>>,
        layer: Option<usize>,
    ) -> Read<Option<usize>> {
        let sets = match (of, on) {
            (Some(of), _) => std::slice::from_ref(of),
            (None, On::Each(sets)) => &sets[..],
            _ => &[],
        };
        let entry = section.get("of").or(section.get("each"));
        let (Some(first), Some(entry)) = (sets.first(), entry) else {
            return Ok(layer);
        };
        let named = first.meaning.layer();
        if !sets.iter().all(|set| set.meaning.is_of_layer(named)) {
            return Err(entry.error("these sets are of several layers: write a rule for each"));
        }
        let sort = match of {
            Some(of) => of.meaning.sort(self.field, self.sorts),
            None => self.sorts.here,
        };
        let (Some(sort), None) = (sort, named.or(layer)) else {
            return Ok(named.or(layer));
        };
        let layers = self.field.layers.iter().enumerate();
        let fitting: Vec<usize> = layers
            .filter(|(_, layer)| layer.sort == sort)
            .map(|(number, _)| number)
            .collect();
        match fitting[..] {
            [layer] => Ok(Some(layer)),
            [] => Err(entry.error(format!("no layer has tiles on {}", sort.name()))),
            [one, other, ..] => {
                let (one, other) = (&self.field.layers[one].name, &self.field.layers[other].name);
                let error = entry.error(format!("this may mean {one:?} or {other:?}"));
                Err(error.hint(format!("say which: layer = {one:?}")))
            }
        }
    }
}

impl Demand {
    /// Returns true if a condition reads tiles that the rule says to be all different.
    fn is_about_distinct(&self, condition: &Written<Expression<Term>>) -> bool {
        let is_group = |term: &Term| match (&self.of, term) {
            (Some(of), Term::Reading(reading)) => reading.sets[..] == [of.meaning.clone()],
            (None, Term::Reading(reading)) => reading.sets[..] == [Set::At(Variable::Here)],
            (_, Term::Known(_)) => true,
        };
        self.group == Some(GroupDemand::AllDifferent)
            && condition.meaning.terms.iter().all(is_group)
    }

    /// Adds what it amounts to.
    pub(super) fn lower(&self, lowering: &mut Lowering<'_>) -> Read<()> {
        let field = lowering.field;
        self.on.visit(field, self.layer, |at| {
            if let Some(condition) = &self.only_where
                && !lowering.is_known_to_hold(condition, at)?
            {
                return Ok(());
            }
            if let Some(group) = &self.group {
                lowering.add_group(self, group, at);
            }
            for condition in &self.require {
                lowering.add_condition(condition, at, self.is_about_distinct(condition))?;
            }
            Ok(())
        })
    }
}
