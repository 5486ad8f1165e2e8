//! Demands: what a rule says of each item of a set.

use super::lower::Lowering;
use super::places::{Field, Place, Sort};
use super::sets::{At, Clued, Set, Sorts, Variable};
use super::terms::Term;
use super::{Lexicon, Written};
use crate::document::Word;
use crate::rules::expression::{Expression, Read, Tokens};
use crate::rules::spec::{Between, GroupDemand, Selector};
use crate::section::Section;

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
    /// What it says, in words for people.
    pub(in crate::rules) say: Option<Vec<Saying>>,
}

/// A part of what a rule says in words: as it is, or the name of places, or a clue.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Saying {
    Text(String),
    Places(Variable),
    Clue(Clued),
}

/// What a rule says at some places.
fn said(field: &Field, say: &[Saying], at: At<'_>) -> String {
    let part = |part: &Saying| match part {
        Saying::Text(text) => text.clone(),
        Saying::Places(variable) => field.names(at.of(*variable).iter().copied()),
        Saying::Clue(clued) => match clued.find(field, at) {
            Some((layer, clue)) => layer.word(clue).unwrap_or_else(|| "?".to_owned()),
            None => "nothing".to_owned(),
        },
    };
    say.iter().map(part).collect()
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
    /// Every two places that follow each other on a list of a set.
    Steps(Written<Set>),
    /// Every two places of the same list of a set.
    Within(Written<Set>),
    /// Every two cells of a row or column.
    Line,
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
            Self::Line => {
                let pair = Some(Sort::Cells);
                (vec![Variable::A, Variable::B], Sorts { here: None, pair })
            }
            Self::Pairs(set) => {
                let pair = of_set(set);
                (vec![Variable::A, Variable::B], Sorts { here: None, pair })
            }
            Self::Steps(set) | Self::Within(set) => {
                let pair = of_set(set);
                let all = vec![Variable::Here, Variable::A, Variable::B];
                (all, Sorts { here: pair, pair })
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
            Self::Steps(set) => {
                for list in set.meaning.items(field, At::default()) {
                    for pair in list.windows(2) {
                        let (a, b) = pair.split_at(1);
                        visit(At { here: &list, a, b })?;
                    }
                }
                Ok(())
            }
            Self::Within(set) => {
                for list in set.meaning.items(field, At::default()) {
                    for (number, a) in list.iter().enumerate() {
                        for b in &list[number + 1..] {
                            let (a, b) = (std::slice::from_ref(a), std::slice::from_ref(b));
                            visit(At { here: &list, a, b })?;
                        }
                    }
                }
                Ok(())
            }
            Self::Line => {
                let lines = [Selector::Rows, Selector::Columns];
                for line in lines.iter().flat_map(|lines| field.lists(lines)) {
                    for (number, a) in line.iter().enumerate() {
                        for b in &line[number + 1..] {
                            let (a, b) = (std::slice::from_ref(a), std::slice::from_ref(b));
                            visit(At { here: &[], a, b })?;
                        }
                    }
                }
                Ok(())
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
    /// Reads what a rule says, with places and clues in braces.
    fn read_saying(&self, text: &Word<'_>) -> Read<Vec<Saying>> {
        let mut parts = Vec::new();
        let mut rest = &text.text[..];
        while let Some((before, after)) = rest.split_once('{') {
            parts.push(Saying::Text(before.to_owned()));
            let at = text.text.len() - after.len();
            let Some((name, after)) = after.split_once('}') else {
                return Err(text.error_at(at - 1, "this brace is never closed"));
            };
            let word = text.part(at, name);
            parts.push(match name {
                "here" if self.knows(Variable::Here) => Saying::Places(Variable::Here),
                "a" if self.knows(Variable::A) => Saying::Places(Variable::A),
                "b" if self.knows(Variable::B) => Saying::Places(Variable::B),
                _ => {
                    let mut tokens = Tokens::of(&word)?;
                    let clued = self.clued(&mut tokens)?;
                    let wrong = || {
                        let message = format!("{name:?} is not a place or clue of this rule");
                        text.error_at(at, message)
                    };
                    Saying::Clue(clued.ok_or_else(wrong)?)
                }
            });
            rest = after;
        }
        parts.push(Saying::Text(rest.to_owned()));
        Ok(parts)
    }

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
        let mut lexicon = self.at(&variables, sorts, layer);
        if let On::Each(sets) = &on {
            for set in sets {
                set.meaning.add_layers_of_clues(&mut lexicon.clues);
            }
        }
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
        let say = section.get("say").map(|entry| entry.text()).transpose()?;
        let say = say.map(|text| lexicon.read_saying(&text)).transpose()?;
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
            say,
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
                // In a kind what is entered comes before what is hidden.
                let is_entered = |layer: &&usize| !self.field.layers[**layer].is_hidden;
                let mut entered = fitting.iter().filter(is_entered);
                if let (Some(&layer), None, true) =
                    (entered.next(), entered.next(), self.field.known.is_of_kind)
                {
                    return Ok(Some(layer));
                }
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
        // A board of a kind is not the file: its faults are reported by the places of the board.
        let of_item = |error: crate::ParseError, at: At<'_>| {
            if !field.known.is_of_kind {
                return error;
            }
            let places = field.names(at.here.iter().chain(at.a).chain(at.b).copied());
            let at = if places.is_empty() {
                String::new()
            } else {
                format!(" at {places}")
            };
            let told = crate::ParseError::new(format!("{at}: {}", error.message()));
            match error.advice() {
                Some(advice) => told.hint(advice),
                None => told,
            }
        };
        self.on.visit(field, self.layer, |at| {
            self.lower_at(lowering, at)
                .map_err(|error| of_item(error, at))
        })
    }

    /// Adds what it amounts to at one item.
    fn lower_at(&self, lowering: &mut Lowering<'_>, at: At<'_>) -> Read<()> {
        let field = lowering.field;
        {
            lowering.saying = self.say.as_ref().map(|say| said(field, say, at));
            if let Some(condition) = &self.only_where
                && !lowering.is_known_to_hold(condition, at)?
            {
                return Ok(());
            }
            if let Some(group) = &self.group {
                lowering.add_group(self, group, at)?;
            }
            for condition in &self.require {
                lowering.add_condition(condition, at, self.is_about_distinct(condition))?;
            }
            Ok(())
        }
    }
}
