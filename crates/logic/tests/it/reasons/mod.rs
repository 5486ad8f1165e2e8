//! A check that a step follows from its reason: by the words of [`Reason`] alone, independent of
//! how steps are found. Slow and plain: every word of a line, and every node that a walk comes to.

use tilewright_logic::{Board, Level, Reason, Step, Strong};
use tilewright_model::{Choice, Demand, Item, Line, Link, Model, Node, Rule};

fn conflict(model: &Model, a: Choice, b: Choice) -> bool {
    a != b && model.share_conflict(a, b)
}

fn has(model: &Model, item: Item, choice: Choice) -> bool {
    model.members(item).iter().any(|&(c, _)| c == choice)
}

/// The live choices of these items, each as often as it lies in one.
fn all_live(board: &Board, items: &[Item]) -> Vec<Choice> {
    let mut all: Vec<_> = items.iter().flat_map(|&item| board.live(item)).collect();
    all.sort_unstable();
    all
}

fn assert_bases(model: &Model, items: &[Item]) {
    for &item in items {
        assert_eq!(model.demand(item), Demand::ExactlyOne);
    }
}

fn assert_covers(model: &Model, items: &[Item]) {
    assert!(items.windows(2).all(|pair| pair[0] < pair[1]));
    for &item in items {
        assert_ne!(model.demand(item), Demand::OneColour);
    }
}

/// Panics unless the conclusions of the step follow on this board.
pub(crate) fn assert_follows(board: &Board, step: &Step) {
    let lists = [&step.premises, &step.picked, &step.removed];
    for list in lists {
        assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{step:?}");
    }
    assert!(step.premises.iter().all(|&c| board.is_live(c)), "{step:?}");
    assert!(board.is_news(step), "{step:?}");
    match &step.reason {
        Reason::Single { item } => assert_single(board, *item, step),
        Reason::Excluded { item } => assert_excluded(board, *item, step),
        Reason::Sets {
            bases,
            covers,
            fins,
        } => assert_sets(board, bases, covers, fins, step),
        Reason::Chain { choices, items } => {
            let nodes: Vec<_> = choices.iter().map(|&c| vec![c]).collect();
            let link = |&item: &Item| Strong {
                bases: vec![item],
                covers: Vec::new(),
            };
            let links: Vec<_> = items.iter().map(link).collect();
            assert_links(board, &nodes, &links, step);
        }
        Reason::Links { nodes, links } => assert_links(board, nodes, links, step),
        Reason::Contradiction {
            assumed,
            steps,
            item,
        } => {
            assert_bases(board.logic().model(), &[*item]);
            assert_eq!(
                (&step.premises, &step.removed),
                (&vec![*assumed], &vec![*assumed])
            );
            assert!(step.picked.is_empty());
            assert_eq!(
                after(board, *assumed, steps).live_count(*item),
                0,
                "{step:?}"
            );
        }
        Reason::Line { rule, places } => {
            let Some(Rule::Line(line)) = board.logic().rule(*rule) else {
                panic!("{step:?}");
            };
            assert_line(board, line, places, step);
        }
        Reason::Derived { .. } => assert_derived(board, step),
        Reason::Joined {
            rule,
            from,
            to,
            through,
        } => assert_joined(
            board,
            &Separator::of(board, *rule, *from, *to, through),
            step,
        ),
        Reason::Parity { link, rules, last } => {
            assert_parity(board, *link, rules, *last, step);
        }
        Reason::Together { rules } => assert_together(board, *rules, step),
        Reason::Needed { rule } => assert_needed(board, link(board, *rule), step),
        Reason::Parted {
            rule,
            assumed,
            from,
            to,
            through,
        } => {
            assert_eq!((&step.picked, &step.removed), (&vec![], &vec![*assumed]));
            assert_eq!(step.premises, [*assumed]);
            let mut after = board.clone();
            after.pick(*assumed);
            let separator = Separator::of(&after, *rule, *from, *to, through);
            assert!(separator.may_be_in(&after).is_empty(), "{step:?}");
            let ends = [*from, *to].map(|end| is_in(&after, separator.link, end));
            assert_eq!(ends, [true, true], "{step:?}");
        }
        Reason::Exchange { .. } => assert_exchange(board, step),
        Reason::Pairs { extra } => assert_pairs(board, *extra, step),
        Reason::Verity { item, branches } => {
            assert_bases(board.logic().model(), &[*item]);
            let assumed: Vec<_> = branches.iter().map(|branch| branch.assumed).collect();
            assert_eq!(assumed, all_live(board, &[*item]));
            assert_eq!(assumed, step.premises);
            for branch in branches {
                let after = after(board, branch.assumed, &branch.steps);
                assert!(step.picked.iter().all(|&c| after.is_picked(c)), "{step:?}");
                assert!(!step.removed.iter().any(|&c| after.is_live(c)), "{step:?}");
            }
        }
    }
}

/// The board after an assumption and these steps, each of which follows there.
fn after(board: &Board, assumed: Choice, steps: &[Step]) -> Board {
    let mut after = board.clone();
    assert!(after.is_live(assumed) && !after.is_picked(assumed));
    after.pick(assumed);
    for step in steps {
        assert!(step.level() <= Level::Contradiction, "{step:?}");
        assert_follows(&after, step);
        after.apply(step);
    }
    after
}

fn assert_single(board: &Board, item: Item, step: &Step) {
    assert_bases(board.logic().model(), &[item]);
    assert_eq!(all_live(board, &[item]), step.picked, "{step:?}");
    assert_eq!((step.picked.len(), &step.removed), (1, &Vec::new()));
    assert_eq!(step.premises, step.picked);
}

/// Panics unless no word has what goes at its place, nor anything else for a tile with a pick.
fn assert_line(board: &Board, line: &Line, places: &[u32], step: &Step) {
    let model = board.logic().model();
    let mut tiles = all_live(board, &line.tiles);
    tiles.dedup();
    assert_eq!(tiles, step.premises);
    // Every way to pick a choice for each place; a tile that is read twice may differ, as logic may not see that it cannot.
    let mut words: Vec<Vec<(Choice, u32)>> = vec![Vec::new()];
    for (&tile, letters) in line.tiles.iter().zip(&*line.letters) {
        let here: Vec<(Choice, u32)> = (model.members(tile).iter().zip(&**letters))
            .map(|(&(choice, _), &letter)| (choice, letter))
            .filter(|(choice, _)| board.is_live(*choice))
            .collect();
        let more = |word: Vec<(Choice, u32)>| {
            let more = here.iter().map(move |&last| [&word[..], &[last]].concat());
            more.collect::<Vec<_>>()
        };
        words = words.into_iter().flat_map(more).collect();
    }
    words.retain(|word| {
        let mut letters: Vec<usize> = word.iter().map(|&(_, letter)| letter as usize).collect();
        if line.as_set {
            letters.sort_unstable();
        }
        let differ = letters.windows(2).all(|two| two[0] != two[1]);
        line.language.accepts(letters) && (differ || !line.as_set)
    });
    let is_possible = |place: usize, choice: Choice| words.iter().any(|w| w[place].0 == choice);
    for &goes in &step.removed {
        let is_at = |&&place: &&u32| has(model, line.tiles[place as usize], goes);
        let mut at = places.iter().filter(is_at).peekable();
        assert!(at.peek().is_some() || words.is_empty(), "{step:?}");
        assert!(words.is_empty() || at.any(|&place| !is_possible(place as usize, goes)));
    }
    for &picked in &step.picked {
        let is_only = |&tile: &Item| {
            let mut left = board.live(tile).filter(|&choice| {
                let mut places = 0..line.tiles.len();
                places.all(|p| !has(model, line.tiles[p], choice) || is_possible(p, choice))
            });
            has(model, tile, picked) && left.all(|choice| choice == picked)
        };
        assert!(line.tiles.iter().any(is_only), "{step:?}");
    }
}

/// That the line follows is not looked at here: solutions are held against it.
fn assert_derived(board: &Board, step: &Step) {
    let Reason::Derived {
        number,
        groups,
        rules,
        inside,
        outside,
    } = &step.reason
    else {
        panic!("{step:?}");
    };
    let derived = &board.logic().derived()[*number];
    assert_eq!(groups, &derived.groups);
    assert!(rules.iter().eq(derived.lines.iter().map(|(rule, _)| rule)));
    assert_eq!([&inside[..], outside].concat(), *derived.line.tiles);
    assert_bases(board.logic().model(), &groups.concat());
    let places: Vec<u32> = (0..derived.line.tiles.len() as u32).collect();
    assert_line(board, &derived.line, &places, step);
}

fn link(board: &Board, rule: usize) -> &Link {
    let Some(Rule::Link(link)) = board.logic().rule(rule) else {
        panic!("rule {rule} is a link");
    };
    link
}

/// The choices that put a node in; `None` where it is always in.
fn choices_of(link: &Link, node: u32) -> Option<&[Choice]> {
    match &link.nodes()[node as usize] {
        Node::Always => None,
        Node::If(choices) => Some(choices),
    }
}

fn may_be_in(board: &Board, link: &Link, node: u32) -> bool {
    choices_of(link, node).is_none_or(|choices| choices.iter().any(|&c| board.is_live(c)))
}

/// Returns true if some exactly-one item leaves the node no way but to be in.
fn is_in(board: &Board, link: &Link, node: u32) -> bool {
    let model = board.logic().model();
    choices_of(link, node).is_none_or(|choices| {
        model.items().any(|item| {
            model.demand(item) == Demand::ExactlyOne
                && board.live_count(item) > 0
                && board.live(item).all(|c| choices.contains(&c))
        })
    })
}

/// Nodes between two ends.
struct Separator<'b> {
    link: &'b Link,
    ends: [u32; 2],
    through: &'b [u32],
}

impl<'b> Separator<'b> {
    /// Panics unless every walk between the ends comes through these nodes.
    fn of(board: &'b Board, rule: usize, from: u32, to: u32, through: &'b [u32]) -> Self {
        let link = link(board, rule);
        assert!(through.windows(2).all(|two| two[0] < two[1]));
        assert!(from != to && !through.contains(&from) && !through.contains(&to));
        let mut reached = vec![from];
        let mut at = 0;
        while let Some(&node) = reached.get(at) {
            at += 1;
            for &next in link.neighbours(node) {
                if !through.contains(&next) && !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        assert!(!reached.contains(&to), "{from} to {to} past {through:?}");
        Self {
            link,
            ends: [from, to],
            through,
        }
    }

    fn may_be_in(&self, board: &Board) -> Vec<u32> {
        let through = self.through.iter().copied();
        through
            .filter(|&node| may_be_in(board, self.link, node))
            .collect()
    }
}

fn assert_joined(board: &Board, separator: &Separator<'_>, step: &Step) {
    let Separator { link, ends, .. } = *separator;
    let of_node = |node: u32| choices_of(link, node).unwrap_or_default().iter().copied();
    let of_ends: Vec<Choice> = ends.into_iter().flat_map(of_node).collect();
    assert!(
        step.premises.iter().all(|c| of_ends.contains(c)),
        "{step:?}"
    );
    let [from, to] = ends.map(|end| is_in(board, link, end));
    for (is_in, end) in [(from, ends[0]), (to, ends[1])] {
        let has_premise = of_node(end).any(|c| step.premises.contains(&c));
        assert!(
            !is_in || choices_of(link, end).is_none() || has_premise,
            "{step:?}"
        );
    }
    match separator.may_be_in(board)[..] {
        [] if from && to => {}
        [] => {
            assert!(from && step.picked.is_empty(), "{step:?}");
            let puts_in = |choice: &Choice| of_node(ends[1]).any(|c| c == *choice);
            assert!(step.removed.iter().all(puts_in), "{step:?}");
        }
        [node] => {
            assert!(from && to, "{step:?}");
            let left: Vec<Choice> = of_node(node).filter(|&c| board.is_live(c)).collect();
            assert_one_of(board, &left, step);
        }
        _ => panic!("there are several ways: {step:?}"),
    }
}

fn assert_needed(board: &Board, link: &Link, step: &Step) {
    assert!(!link.may_be_empty());
    let mut left: Vec<Choice> = link.choices().filter(|&c| board.is_live(c)).collect();
    left.sort_unstable();
    left.dedup();
    assert_eq!(left, step.premises);
    assert!(!link.nodes().contains(&Node::Always));
    if !left.is_empty() {
        assert_one_of(board, &left, step);
    }
}

/// Panics unless the step follows where one of these choices is picked.
fn assert_one_of(board: &Board, left: &[Choice], step: &Step) {
    let model = board.logic().model();
    for &goes in &step.removed {
        assert!(left.iter().all(|&c| conflict(model, c, goes)), "{step:?}");
    }
    for picked in &step.picked {
        assert!(left.iter().all(|c| c == picked), "{step:?}");
    }
}

fn assert_excluded(board: &Board, item: Item, step: &Step) {
    let model = board.logic().model();
    assert_bases(model, &[item]);
    assert_eq!(all_live(board, &[item]), step.premises, "{step:?}");
    for &goes in &step.removed {
        let mut premises = step.premises.iter();
        assert!(premises.all(|&c| conflict(model, c, goes)), "{step:?}");
    }
    assert!(step.picked.is_empty());
}

fn assert_sets(board: &Board, bases: &[Item], covers: &[Item], fins: &[Choice], step: &Step) {
    let model = board.logic().model();
    assert_bases(model, bases);
    assert_covers(model, covers);
    assert!(step.picked.is_empty());
    let all = all_live(board, bases);
    assert_eq!(all, step.premises, "bases share nothing: {step:?}");
    let covers_of = |c: Choice| covers.iter().filter(|&&cover| has(model, cover, c)).count();
    for &c in &all {
        assert_eq!(covers_of(c) == 0, fins.contains(&c), "{step:?}");
    }
    assert!(fins.iter().all(|fin| all.contains(fin)));
    assert!(covers.len() <= bases.len());
    if covers.len() < bases.len() {
        assert!(fins.is_empty());
        assert_eq!(step.removed, all);
        return;
    }
    for &goes in &step.removed {
        assert!(
            covers_of(goes) > usize::from(all.contains(&goes)),
            "{step:?}"
        );
        assert!(
            fins.iter().all(|&fin| conflict(model, fin, goes)),
            "{step:?}"
        );
    }
}

fn assert_links(board: &Board, nodes: &[Vec<Choice>], links: &[Strong], step: &Step) {
    let model = board.logic().model();
    assert_eq!(nodes.len(), 2 * links.len());
    for (pair, link) in nodes.chunks(2).zip(links) {
        assert_strong(board, &pair[0], &pair[1], link);
    }
    for weak in nodes[1..].chunks_exact(2) {
        for &a in &weak[0] {
            assert!(weak[1].iter().all(|&b| conflict(model, a, b)), "{step:?}");
        }
    }
    let bases: Vec<Item> = links.iter().flat_map(|link| link.bases.clone()).collect();
    let mut premises = all_live(board, &bases);
    premises.dedup();
    assert_eq!(premises, step.premises);
    let (first, last) = (&nodes[0], &nodes[nodes.len() - 1]);
    for &goes in &step.removed {
        let mut both = first.iter().chain(last);
        assert!(both.all(|&c| conflict(model, c, goes)), "{step:?}");
    }
    if !step.picked.is_empty() {
        assert_eq!((first, last), (&step.picked, &step.picked));
        assert_eq!(step.picked.len(), 1);
    }
}

/// Panics unless one of the two nodes has a picked choice.
fn assert_strong(board: &Board, a: &[Choice], b: &[Choice], link: &Strong) {
    let model = board.logic().model();
    assert_bases(model, &link.bases);
    assert_covers(model, &link.covers);
    let all = all_live(board, &link.bases);
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{link:?}");
    if link.covers.is_empty() {
        assert_eq!(link.bases.len(), 1);
        let mut both = [a, b].concat();
        both.sort_unstable();
        assert_eq!(both, all);
        return;
    }
    assert_eq!(link.covers.len(), link.bases.len() + 1);
    let is_covered = |c: Choice| link.covers.iter().any(|&cover| has(model, cover, c));
    assert!(all.iter().all(|&c| is_covered(c)), "{link:?}");
    // Without what two covers have, the bases would have too few.
    let has_all = |node: &[Choice], cover: Item| {
        let mut inside = all.iter().filter(|&&c| has(model, cover, c));
        inside.all(|c| node.contains(c))
    };
    let pairs = link
        .covers
        .iter()
        .flat_map(|&x| link.covers.iter().map(move |&y| (x, y)));
    let mut pairs = pairs.filter(|(x, y)| x != y);
    assert!(
        pairs.any(|(x, y)| has_all(a, x) && has_all(b, y)),
        "{link:?}"
    );
}

/// The demands of choices, with colours if those matter: each once.
fn demands(model: &Model, choices: &[Choice]) -> Vec<(Item, u32)> {
    let touches = choices.iter().flat_map(|&c| model.touches(c));
    let mut all: Vec<(Item, u32)> = touches
        .map(|&(item, colour)| match model.demand(item) {
            Demand::OneColour => (item, colour.0 + 1),
            _ => (item, 0),
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn assert_exchange(board: &Board, step: &Step) {
    let Reason::Exchange {
        items,
        one,
        other,
        extras,
        via,
    } = &step.reason
    else {
        panic!("{step:?}");
    };
    let model = board.logic().model();
    assert_bases(model, items);
    assert_eq!(demands(model, one), demands(model, other), "{step:?}");
    let is_open = |c: Choice| board.is_live(c) && !board.is_picked(c);
    for side in [one, other] {
        assert_eq!(side.len(), items.len());
        for (nth, &c) in side.iter().enumerate() {
            assert!(is_open(c) && has(model, items[nth], c), "{step:?}");
            assert!(
                !side.iter().any(|&with| conflict(model, c, with)),
                "{step:?}"
            );
        }
    }
    let mut all = all_live(board, items);
    all.dedup();
    let rest: Vec<_> = (all.iter().copied())
        .filter(|c| extras.contains(c) || !one.contains(c) && !other.contains(c))
        .collect();
    assert_eq!(&rest, extras);
    // Of all ways to take one of both in each item, only two are free of conflicts.
    for ways in 1..(1u32 << items.len()) - 1 {
        let of = |nth: usize| {
            if ways >> nth & 1 == 1 {
                one[nth]
            } else {
                other[nth]
            }
        };
        let taken: Vec<_> = (0..items.len()).map(of).collect();
        let clash = |&a: &Choice| taken.iter().any(|&b| conflict(model, a, b));
        assert!(taken.iter().any(clash), "{step:?}");
    }
    let Some(via) = via else {
        let follows = |&c: &Choice| extras.iter().all(|&e| conflict(model, e, c));
        assert!(step.removed.iter().all(follows), "{step:?}");
        assert!(step.picked.is_empty() || step.picked == *extras && extras.len() == 1);
        return;
    };
    assert!(step.picked.is_empty());
    assert_bases(model, &[*via]);
    let both = all_live(board, &[*via]);
    assert_eq!(both.len(), 2);
    for &goes in &step.removed {
        let is_forced = |forced: Choice, instead: Choice| {
            let excludes = |&e: &Choice| conflict(model, e, goes) || conflict(model, e, forced);
            conflict(model, goes, instead) && extras.iter().all(excludes)
        };
        assert!(
            is_forced(both[0], both[1]) || is_forced(both[1], both[0]),
            "{step:?}"
        );
    }
}

fn assert_pairs(board: &Board, extra: Choice, step: &Step) {
    let model = board.logic().model();
    assert_eq!((&step.picked, &step.removed), (&vec![extra], &Vec::new()));
    for item in model.items().filter(|&item| !board.is_settled(item)) {
        let live: Vec<_> = board.live(item).filter(|&c| c != extra).collect();
        match model.demand(item) {
            Demand::ExactlyOne => assert_eq!(live.len(), 2, "{step:?}"),
            Demand::AtMostOne => assert!(live.len() < 2, "{step:?}"),
            Demand::OneColour => {
                let shown = |c: &Choice| model.members(item).iter().find(|m| m.0 == *c).unwrap().1;
                assert!(
                    live.windows(2)
                        .all(|pair| shown(&pair[0]) == shown(&pair[1]))
                );
            }
        }
    }
}

/// All but the last of the choices at the border are known, and one value of the last gives a parity that no fillings of the
/// rules have: each rule is looked at by all fillings of its tiles.
fn assert_parity(board: &Board, link: usize, rules: &[usize], last: Option<Choice>, step: &Step) {
    let model = board.logic().model();
    let (border, _) = board.logic().border(link, rules);
    let is_only = |choice: Choice| {
        let mut items = model.touches(choice).iter().map(|&(item, _)| item);
        items.any(|item| {
            model.demand(item) == Demand::ExactlyOne && board.live(item).eq(std::iter::once(choice))
        })
    };
    let is_known = |choice: &Choice| !board.is_live(*choice) || is_only(*choice);
    assert!(
        border.iter().all(|c| Some(*c) == last || is_known(c)),
        "{step:?}"
    );
    assert!(last.is_none_or(|last| border.contains(&last)), "{step:?}");
    let all: Vec<Choice> = model.choices().collect();
    let mut counts: Vec<Choice> = Vec::new();
    for &rule in rules {
        let Some(Rule::Link(joined)) = board.logic().rule(link) else {
            panic!("{step:?}");
        };
        let single = |c: &Choice| joined.nodes().contains(&Node::If(vec![*c]));
        let tiles = match board.logic().rule(rule) {
            Some(Rule::Line(read)) => read.tiles.to_vec(),
            Some(Rule::Pair(pair)) => vec![pair.from, pair.to],
            _ => panic!("{step:?}"),
        };
        let members = tiles.iter().flat_map(|&tile| model.members(tile));
        counts.extend(members.map(|&(choice, _)| choice).filter(single));
    }
    // Each choice that is counted an odd number of times is at the border, and no other is.
    for choice in all {
        let times = counts.iter().filter(|&&c| c == choice).count();
        assert_eq!(times % 2 == 1, border.contains(&choice), "{step:?}");
    }
    // What is in is picked, or within a trial what it excludes goes.
    let excludes = |last: Choice| step.removed.iter().all(|&c| conflict(model, c, last));
    match (last, &step.picked[..]) {
        (Some(last), []) => assert!(step.removed == [last] || excludes(last), "{step:?}"),
        (Some(last), picked) => assert_eq!((picked, step.removed.len()), (&[last][..], 0)),
        (None, picked) => assert!(picked.is_empty(), "{step:?}"),
    }
}

/// No two words of the lines agree with each other and have a removed choice: by all fillings of their tiles.
fn assert_together(board: &Board, rules: [usize; 2], step: &Step) {
    let model = board.logic().model();
    let lines = rules.map(|rule| match board.logic().rule(rule) {
        Some(Rule::Line(line)) => line,
        _ => panic!("{step:?}"),
    });
    let mut tiles: Vec<Item> = lines.iter().flat_map(|line| line.tiles.to_vec()).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let mut premises = all_live(board, &tiles);
    premises.dedup();
    assert_eq!(step.premises, premises, "{step:?}");
    let left: Vec<Vec<Choice>> = tiles.iter().map(|&t| board.live(t).collect()).collect();
    let ways: usize = left.iter().map(Vec::len).product();
    let mut is_met = vec![false; step.removed.len()];
    let mut has_any = false;
    for way in 0..ways.min(200_000) {
        let mut rest = way;
        let mut chosen = Vec::new();
        for left in &left {
            chosen.push(left[rest % left.len()]);
            rest /= left.len();
        }
        let fits = |line: &&tilewright_model::Line| {
            line.allows(&model.letters(line, |_, choice| chosen.contains(&choice)))
        };
        if lines.iter().all(fits) {
            has_any = true;
            for (is_met, removed) in is_met.iter_mut().zip(&step.removed) {
                *is_met |= chosen.contains(removed);
            }
        }
    }
    assert!(!has_any || !is_met.contains(&true), "{step:?}");
}
