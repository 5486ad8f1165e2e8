//! A check that a step follows from its reason: by the words of [`Reason`] alone, independent of
//! how steps are found. Slow and plain.

use tilewright_logic::{Board, Level, Reason, Step, Strong};
use tilewright_model::{Choice, Demand, Item, Model};

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
