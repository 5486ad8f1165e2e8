//! Orders in which a sweep may take the exactly-one items of a model.
//!
//! A sweep remembers the status of the items that it has touched and will touch again: its *edge*.
//! An order is the better the shorter the edge is on the way. The model's own order is often good
//! (rows of a board), unless the board is wider than high, or items that reach everywhere come
//! first. The others here grow from an item at one end of the model: next comes the item that makes
//! the edge grow least, drawn more or less towards the far end (the idea of Sloan's orderings of
//! sparse matrices). They are cheap to make, and the length of each edge is computed exactly, so
//! none has to be the best by itself.
//!
//! With links it also matters how many pieces there may be at the edge: few in a row of cells, where neighbours are next to
//! each other, and many in a diagonal. So there are orders along the rows of a link's graph, both ways.

use super::pieces::Spans;
use super::web::Web;
use std::collections::HashSet;

/// Orders are grown only if that costs about this many steps at most.
const MOST_STEPS: u64 = 50_000_000;

/// The weights of the way to the far end, and of the growth of the edge.
const PULLS: [(i64, i64); 4] = [(0, 1), (1, 2), (2, 1), (16, 1)];

/// Orders to try, the most promising first, none twice.
pub(super) fn orders(web: &Web) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = vec![(0..web.exact as u32).collect()];
    let reach = reach(web);
    if let Some(near) = neighbours(web, &reach).filter(|near| near.len() > 1) {
        let (first, last) = far_ends(&near);
        for (from, to) in [(first, last), (last, first)] {
            let distance = distances(&near, to);
            for pull in PULLS {
                found.push(grow(web, &reach, &near, from, &distance, pull));
            }
        }
    }
    found.extend(along_nets(web, &reach));
    let mut seen = HashSet::new();
    found.retain(|order| seen.insert(order.clone()));
    // Stable, so the model's order comes first among equals.
    let mut found: Vec<_> = found.into_iter().map(|o| (cost(web, &o), o)).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, order)| order).collect()
}

/// For each exactly-one item all items that its choices touch, and as further items the nodes of nets that its choices put
/// in, with their neighbours.
fn reach(web: &Web) -> Vec<Vec<u32>> {
    let nodes = nodes_reached(web);
    let mut stamp = vec![u32::MAX; all_items(web)];
    let mut all = Vec::with_capacity(web.exact);
    for item in 0..web.exact {
        let mut reach = Vec::new();
        for &c in web.members(item) {
            let items = web.touches(c as usize).iter().map(|&(other, _)| other);
            let nodes = nodes.get(c as usize).into_iter().flatten();
            for other in items.chain(nodes.copied()) {
                if std::mem::replace(&mut stamp[other as usize], item as u32) != item as u32 {
                    reach.push(other);
                }
            }
        }
        all.push(reach);
    }
    all
}

/// The number of items, and of the nodes of nets after them.
fn all_items(web: &Web) -> usize {
    let nodes = web.nets.iter().map(|net| net.nodes.len());
    web.items() + nodes.sum::<usize>()
}

/// For each choice the nodes that it puts in and their neighbours, numbered after the items. Nodes that are in from the start
/// are left out: they are at the edge all the time, and may be near everything.
fn nodes_reached(web: &Web) -> Vec<Vec<u32>> {
    if web.nets.is_empty() {
        return Vec::new();
    }
    let mut reached = vec![Vec::new(); web.ids.len()];
    let mut first = web.items() as u32;
    for net in &web.nets {
        for (node, choices) in net.nodes.iter().enumerate() {
            let near = net.neighbours[node].iter().copied();
            let near = near.filter(|&other| !net.nodes[other as usize].is_empty());
            let near: Vec<u32> = near.chain([node as u32]).map(|node| first + node).collect();
            for &choice in choices {
                reached[choice as usize].extend_from_slice(&near);
            }
        }
        first += net.nodes.len() as u32;
    }
    reached
}

/// For each exactly-one item those whose choices touch one that its own touch, itself among them;
/// `None` where they are too many.
fn neighbours(web: &Web, reach: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
    let mut touched_by = vec![Vec::new(); all_items(web)];
    for (item, reach) in reach.iter().enumerate() {
        for &other in reach {
            touched_by[other as usize].push(item as u32);
        }
    }
    let of = |reach: &Vec<u32>| -> u64 {
        let sizes = reach.iter().map(|&other| touched_by[other as usize].len());
        sizes.sum::<usize>() as u64
    };
    if reach.iter().map(of).fold(0, u64::saturating_add) > MOST_STEPS {
        return None;
    }
    let near = reach.iter().map(|reach| {
        let all = reach.iter().flat_map(|&other| &touched_by[other as usize]);
        let mut all: Vec<u32> = all.copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    });
    let near: Vec<Vec<u32>> = near.collect();
    let both = near.iter().zip(reach);
    let steps = both.map(|(near, reach)| near.len() as u64 * reach.len() as u64);
    (steps.fold(0, u64::saturating_add) <= MOST_STEPS).then_some(near)
}

/// Two exactly-one items that are far from each other.
fn far_ends(near: &[Vec<u32>]) -> (usize, usize) {
    let furthest = |from: usize| {
        let distance = distances(near, from);
        let far = (0..distance.len()).filter(|&k| distance[k] < i64::MAX);
        // Among equals the one with the fewest neighbours is a corner.
        far.max_by_key(|&k| {
            (
                distance[k],
                std::cmp::Reverse(near[k].len()),
                std::cmp::Reverse(k),
            )
        })
        .unwrap_or(from)
    };
    let first = furthest(furthest(0));
    (first, furthest(first))
}

/// Steps from `from` to each item; [`i64::MAX`] where there is no way.
fn distances(near: &[Vec<u32>], from: usize) -> Vec<i64> {
    let mut distance = vec![i64::MAX; near.len()];
    distance[from] = 0;
    let mut level = vec![from as u32];
    while !level.is_empty() {
        let mut next = Vec::new();
        for &item in &level {
            for &other in &near[item as usize] {
                if distance[other as usize] == i64::MAX {
                    distance[other as usize] = distance[item as usize] + 1;
                    next.push(other);
                }
            }
        }
        level = next;
    }
    distance
}

/// An order that grows from an item.
fn grow(
    web: &Web,
    reach: &[Vec<u32>],
    near: &[Vec<u32>],
    from: usize,
    distance: &[i64],
    (pull, cost): (i64, i64),
) -> Vec<u32> {
    let mut order = Vec::with_capacity(web.exact);
    let mut is_done = vec![false; web.exact];
    let mut is_born = vec![false; all_items(web)];
    // Exactly-one items that have yet to come and touch this one.
    let mut left = vec![0u32; all_items(web)];
    for reach in reach {
        for &item in reach {
            left[item as usize] += 1;
        }
    }
    // Those near the edge, and when they came there.
    let mut edge: Vec<(u32, u32)> = vec![(from as u32, 0)];
    let mut is_at_edge = vec![false; web.exact];
    is_at_edge[from] = true;
    for step in 1..=web.exact as u32 {
        if edge.is_empty() {
            let next = is_done.iter().position(|done| !done).expect("one is left");
            is_at_edge[next] = true;
            edge.push((next as u32, step));
        }
        let growth = |item: usize| -> i64 {
            let bits = |&other: &u32| {
                let other = other as usize;
                let is_last = left[other] == 1 && other >= web.exact || other == item;
                match (is_born[other], is_last) {
                    (true, true) => -1,
                    (false, false) => 1,
                    _ => 0,
                }
            };
            reach[item].iter().map(bits).sum()
        };
        let rank = |&(item, since): &(u32, u32)| {
            let away = distance[item as usize].min(1 << 20);
            let score = pull * away - cost * growth(item as usize);
            (score, since, std::cmp::Reverse(item))
        };
        let best = (0..edge.len()).max_by_key(|&k| rank(&edge[k]));
        let (item, _) = edge.swap_remove(best.expect("the edge has an item"));
        order.push(item);
        is_done[item as usize] = true;
        for &other in &reach[item as usize] {
            is_born[other as usize] = true;
            left[other as usize] -= 1;
        }
        for &other in &near[item as usize] {
            let other = other as usize;
            if !is_done[other] && !is_at_edge[other] {
                is_at_edge[other] = true;
                edge.push((other as u32, step));
            }
        }
    }
    order
}

/// Orders along the rows of the graph of links: the items that put nodes in, each followed by the others that it meets.
fn along_nets(web: &Web, reach: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let Some((linked, near)) = linked_items(web) else {
        return Vec::new();
    };
    let own: Vec<u32> = (0..linked.len() as u32).collect();
    let [rows, columns] = rows_and_columns(&near);
    let orders = [own, rows, columns].map(|order| {
        let order: Vec<u32> = order.iter().map(|&k| linked[k as usize]).collect();
        followed(web, reach, &order)
    });
    orders.into()
}

/// The exactly-one items whose choices put nodes in, and for each, by their places in this list, those whose choices put
/// a neighbour in. `None` where there are none, or too many.
fn linked_items(web: &Web) -> Option<(Vec<u32>, Vec<Vec<u32>>)> {
    let mut place = vec![None; web.exact];
    let mut linked = Vec::new();
    let mut near: Vec<Vec<u32>> = Vec::new();
    let mut steps = 0;
    for net in &web.nets {
        let items = net.nodes.iter().map(|choices| {
            let touches = choices.iter().flat_map(|&c| web.touches(c as usize));
            let exact = touches.map(|&(item, _)| item);
            let exact = exact.filter(|&item| (item as usize) < web.exact);
            let mut items: Vec<u32> = exact.collect();
            items.sort_unstable();
            items.dedup();
            for item in &mut items {
                let new = linked.len() as u32;
                *item = *place[*item as usize].get_or_insert_with(|| {
                    linked.push(*item);
                    near.push(Vec::new());
                    new
                });
            }
            items
        });
        let items: Vec<Vec<u32>> = items.collect();
        for (node, others) in net.neighbours.iter().enumerate() {
            for &other in others {
                let (from, to) = (&items[node], &items[other as usize]);
                steps += (from.len() * to.len()) as u64;
                if steps > MOST_STEPS {
                    return None;
                }
                for &item in from {
                    near[item as usize].extend_from_slice(to);
                }
            }
        }
    }
    for near in &mut near {
        near.sort_unstable();
        near.dedup();
    }
    (linked.len() > 1).then_some((linked, near))
}

/// Two orders of a graph by the steps from two of its corners: of a board, row by row and column by column.
fn rows_and_columns(near: &[Vec<u32>]) -> [Vec<u32>; 2] {
    let (first, last) = far_ends(near);
    let (from_first, from_last) = (distances(near, first), distances(near, last));
    let others = (0..near.len()).filter(|&k| k != first && k != last);
    let corner = others.max_by_key(|&k| {
        let both = from_first[k].min(from_last[k]);
        let is_reached = both < i64::MAX;
        let few = std::cmp::Reverse(near[k].len());
        (is_reached, few, both, std::cmp::Reverse(k))
    });
    let from_corner = distances(near, corner.unwrap_or(last));
    let away = |from: &[i64], k: u32| from[k as usize].min(1 << 20);
    let ordered = |key: &dyn Fn(i64, i64) -> i64| {
        let mut order: Vec<u32> = (0..near.len() as u32).collect();
        order.sort_by_key(|&k| {
            let (a, b) = (away(&from_first, k), away(&from_corner, k));
            (key(a, b), a)
        });
        order
    };
    [ordered(&|a, b| a + b), ordered(&|a, b| a - b)]
}

/// All exactly-one items: these in their order, and each other one after the last of them that it meets.
fn followed(web: &Web, reach: &[Vec<u32>], order: &[u32]) -> Vec<u32> {
    let mut place = vec![None; web.exact];
    let mut last_to_reach = vec![None; web.items()];
    for (at, &item) in order.iter().enumerate() {
        place[item as usize] = Some(at);
        for &reached in &reach[item as usize] {
            if let Some(last) = last_to_reach.get_mut(reached as usize) {
                *last = Some(at);
            }
        }
    }
    let mut all: Vec<u32> = (0..web.exact as u32).collect();
    all.sort_by_cached_key(|&item| {
        if let Some(at) = place[item as usize] {
            return (at, 0);
        }
        let met = reach[item as usize].iter();
        let met = met.filter_map(|&reached| *last_to_reach.get(reached as usize)?);
        (met.max().unwrap_or(order.len()), 1)
    });
    all
}

/// The length of the edge on the way, as the logarithm of the possible states in all.
fn cost(web: &Web, order: &[u32]) -> f64 {
    let mut widths = edge_bits(web, order);
    let decided = super::plan::decided_at(web, order);
    for net in &web.nets {
        let spans = Spans::new(net, &decided);
        let Some(loads) = spans.loads(net) else {
            return f64::INFINITY;
        };
        for (step, load) in (spans.first as usize..).zip(loads).skip(1) {
            widths[step - 1] += f64::from(load.nodes + load.pieces);
        }
    }
    let most = widths.iter().copied().fold(0.0, f64::max);
    let sum: f64 = widths.iter().map(|bits| (bits - most).exp2()).sum();
    most + sum.log2()
}

/// This number of bits, rounded up.
#[expect(clippy::cast_sign_loss, reason = "an edge has no less than 0 bits")]
pub(super) fn whole(bits: f64) -> u32 {
    // Adding and subtracting may have left a rounding error.
    (bits - 1e-6).ceil().max(0.0) as u32
}

/// The bits of the edge after each item, links apart.
pub(super) fn edge_bits(web: &Web, order: &[u32]) -> Vec<f64> {
    let decided = super::plan::decided_at(web, order);
    let spans = super::plan::spans(web, order, &decided);
    let mut change = vec![0.0; order.len() + 1];
    for (item, &(birth, death)) in spans.iter().enumerate() {
        if birth < death {
            let bits = match web.colours[item] {
                0 => 1.0,
                colours => f64::from(colours).log2(),
            };
            change[birth as usize] += bits;
            change[death as usize] -= bits;
        }
    }
    let mut bits = 0.0;
    change.pop();
    let sums = change.iter().map(|change| {
        bits += change;
        bits
    });
    sums.collect()
}
