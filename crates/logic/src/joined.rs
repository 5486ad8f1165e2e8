//! Links: what is in can be joined, and only so.
//!
//! A node is **in**, **out** or open. A walk from a node that is in, over all that are not out, says all that a link says by
//! itself: a node that it does not come to goes out, or if that one is in, there is no solution; and an open node through which
//! every walk to some other node that is in leads, a cut vertex, is in. The walk is the depth-first search of Tarjan. The
//! reason is a **separator**: nodes that all walks between two ends come through.
//!
//! **Parted** is a step further: if a choice were picked, it and what it excludes would part two nodes that are in. So a
//! black cell is not a black cell that would cut the white ones in two, and a line is not drawn that closes a loop too early.

use crate::conflicts::Common;
use crate::explain::{Finder, Found};
use crate::trial::Trial;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use std::sync::Arc;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Cut, Demand, Item, Link, Model, Node};

/// The most open nodes next to a piece that may be closed.
const MOST_RIM: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    In,
    Open,
    Out,
}

/// A link of the model.
#[derive(Debug)]
pub(crate) struct Linked {
    /// The number of the rule.
    rule: usize,
    link: Arc<Link>,
    /// For each node the choices that put it in, ascending, and the exactly-one items that have one of them.
    nodes: Vec<(Vec<Choice>, Vec<Item>)>,
    /// The choices that put one node in by themselves, and the node; ascending.
    of_choice: Vec<(Choice, u32)>,
}

/// Something that a link says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// Two nodes that are in are only joined through this one: it is in.
    Forced(u32),
    /// The node is not reached from those that are in.
    Unreached(u32),
    /// Something is in, and nothing is in for certain.
    Needed,
}

/// A conclusion with its reason.
pub(crate) struct Finding {
    pub(crate) reason: Reason,
    pub(crate) premises: Vec<Choice>,
    pub(crate) removed: Vec<Choice>,
    /// The choice that is in for certain, if it is one.
    picked: Option<Choice>,
    /// The choices that must be gone for this to follow, as far as they are.
    pub(crate) needs: Vec<Choice>,
}

/// Finds what links say, in their order.
pub(crate) fn find(
    board: &Board,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if since == board.clock() {
        return ControlFlow::Continue(());
    }
    let Finder { meter, common, .. } = finder;
    for linked in board.logic().links() {
        for says in linked.look(board, meter)? {
            let finding = linked.finding(board, says, common, meter)?;
            if finding.picked.is_some() || !finding.removed.is_empty() {
                found(finding.into_step())?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds the choices that would part nodes of a link, in their order.
pub(crate) fn find_parted(
    board: &Board,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if board.logic().links().is_empty() {
        return ControlFlow::Continue(());
    }
    let Finder { meter, common, .. } = finder;
    let links = board.logic().links().iter();
    let before: Vec<Vec<Status>> = links.map(|linked| linked.statuses(board)).collect();
    let mut trial = Trial::new(board);
    for choice in board.undecided() {
        trial.assume(choice, 0, false, common, meter)?;
        let mut parted = None;
        for (linked, before) in board.logic().links().iter().zip(&before) {
            if let Some(cut) = linked.parted_by(trial.board(), before, meter)? {
                parted = Some(linked.reason_parted(choice, cut));
                break;
            }
        }
        trial.take_back();
        if let Some(reason) = parted {
            found(Step::removes(reason, vec![choice], vec![choice]))?;
        }
    }
    ControlFlow::Continue(())
}

impl Finding {
    fn into_step(self) -> Step {
        match self.picked {
            Some(choice) => Step::picks(self.reason, self.premises, vec![choice]),
            None => Step::removes(self.reason, self.premises, self.removed),
        }
    }
}

impl Linked {
    pub(crate) fn new(model: &Model, rule: usize, link: &Arc<Link>) -> Self {
        let of_node = |node: &Node| {
            let Node::If(choices) = node else {
                return (Vec::new(), Vec::new());
            };
            let mut choices = choices.clone();
            choices.sort_unstable();
            choices.dedup();
            let items = choices.iter().flat_map(|&choice| model.touches(choice));
            let mut items: Vec<Item> = items.map(|&(item, _)| item).collect();
            items.retain(|&item| model.demand(item) == Demand::ExactlyOne);
            items.sort_unstable();
            items.dedup();
            (choices, items)
        };
        let nodes: Vec<(Vec<Choice>, Vec<Item>)> = link.nodes().iter().map(of_node).collect();
        let alone = (0..)
            .zip(&nodes)
            .filter_map(|(node, (choices, _))| match choices[..] {
                [choice] => Some((choice, node)),
                _ => None,
            });
        let mut of_choice: Vec<(Choice, u32)> = alone.collect();
        of_choice.sort_unstable();
        Self {
            rule,
            link: Arc::clone(link),
            nodes,
            of_choice,
        }
    }

    /// The number of the rule.
    pub(crate) fn rule(&self) -> usize {
        self.rule
    }

    /// The choices that put a node in by themselves.
    pub(crate) fn alone(&self) -> impl Iterator<Item = Choice> + '_ {
        self.of_choice.iter().map(|&(choice, _)| choice)
    }

    /// The node that the choice puts in, if it is one, and needs no other choice for that.
    pub(crate) fn node_of(&self, choice: Choice) -> Option<u32> {
        let first = self.of_choice.partition_point(|&(other, _)| other < choice);
        let mut found = self.of_choice[first..]
            .iter()
            .take_while(|of| of.0 == choice);
        let node = found.next()?.1;
        found.next().is_none().then_some(node)
    }

    /// Returns true if an edge of the link joins two nodes.
    pub(crate) fn are_neighbours(&self, one: u32, other: u32) -> bool {
        self.link.neighbours(one).contains(&other)
    }

    fn is_always(&self, node: u32) -> bool {
        self.link.nodes()[node as usize] == Node::Always
    }

    /// The choices of a node that may still be picked.
    fn live<'b>(
        &'b self,
        board: &'b Board,
        node: u32,
    ) -> impl Iterator<Item = Choice> + Clone + 'b {
        let choices = self.nodes[node as usize].0.iter().copied();
        choices.filter(|&choice| board.is_live(choice))
    }

    /// An item that has no choices left but those that put the node in.
    fn put_in_by(&self, board: &Board, node: u32) -> Option<Item> {
        let (choices, items) = &self.nodes[node as usize];
        let is_in = |choice: Choice| choices.binary_search(&choice).is_ok();
        let mut items = items.iter().copied();
        items.find(|&item| {
            (1..=choices.len()).contains(&board.live_count(item)) && board.live(item).all(is_in)
        })
    }

    fn status(&self, board: &Board, node: u32) -> Status {
        if self.is_always(node) || self.put_in_by(board, node).is_some() {
            Status::In
        } else if self.live(board, node).next().is_some() {
            Status::Open
        } else {
            Status::Out
        }
    }

    fn statuses(&self, board: &Board) -> Vec<Status> {
        let nodes = 0..self.nodes.len() as u32;
        nodes.map(|node| self.status(board, node)).collect()
    }

    /// All that the link says by itself on this board.
    pub(crate) fn look(&self, board: &Board, meter: &mut Meter) -> ControlFlow<(), Vec<Says>> {
        meter.spend(8 * self.nodes.len() + 1)?;
        let status = self.statuses(board);
        let Some(first) = status.iter().position(|&status| status == Status::In) else {
            let says = (!self.link.may_be_empty()).then_some(Says::Needed);
            return ControlFlow::Continue(says.into_iter().collect());
        };
        let mut walk = Walk::over(&self.link, &status, first as u32);
        walk.forced.sort_unstable();
        walk.forced.dedup();
        let forced = walk.forced.into_iter().map(Says::Forced);
        let is_unreached =
            |&node: &u32| walk.number[node as usize] == 0 && status[node as usize] != Status::Out;
        let unreached = (0..status.len() as u32).filter(is_unreached);
        let says = forced.chain(unreached.map(Says::Unreached)).collect();
        ControlFlow::Continue(says)
    }

    /// What goes for it on this board, by the shortest way: without the reason.
    pub(crate) fn gone(
        &self,
        board: &Board,
        says: Says,
        common: &mut Common,
        meter: &mut Meter,
    ) -> ControlFlow<(), Vec<Choice>> {
        match says {
            Says::Forced(node) => common.find(board, self.live(board, node), meter)?,
            Says::Unreached(node) => {
                let mut gone: Vec<Choice> = self.live(board, node).collect();
                if gone.is_empty() {
                    // It is always in. Then those that it is not joined with go, or everything.
                    gone = self.not_reached_from(board, node);
                }
                return ControlFlow::Continue(gone);
            }
            Says::Needed => {
                let all = self.all_live(board);
                if all.is_empty() {
                    return ControlFlow::Continue(board.all_live());
                }
                common.find(board, all.iter().copied(), meter)?;
            }
        }
        ControlFlow::Continue(common.found.clone())
    }

    /// The choices that put in the first node that is in; all of the board if that is always in as well.
    fn not_reached_from(&self, board: &Board, node: u32) -> Vec<Choice> {
        let first = self.first_in(board).unwrap_or(node);
        let gone: Vec<Choice> = self.live(board, first).collect();
        if gone.is_empty() {
            board.all_live()
        } else {
            gone
        }
    }

    fn first_in(&self, board: &Board) -> Option<u32> {
        let mut nodes = 0..self.nodes.len() as u32;
        nodes.find(|&node| self.status(board, node) == Status::In)
    }

    /// The choices that put any node in, ascending.
    fn all_live(&self, board: &Board) -> Vec<Choice> {
        let nodes = 0..self.nodes.len() as u32;
        let mut all: Vec<Choice> = nodes.flat_map(|node| self.live(board, node)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What it says, with its reason.
    pub(crate) fn finding(
        &self,
        board: &Board,
        says: Says,
        common: &mut Common,
        meter: &mut Meter,
    ) -> ControlFlow<(), Finding> {
        let removed = self.gone(board, says, common, meter)?;
        let in_it = match says {
            Says::Forced(node) => self.live(board, node).collect(),
            Says::Unreached(_) => Vec::new(),
            Says::Needed => self.all_live(board),
        };
        let is_new = |choice: &Choice| !board.is_picked(*choice);
        let picked = match in_it[..] {
            [only] => Some(only).filter(is_new),
            _ => None,
        };
        let (reason, premises, needs) = if says == Says::Needed {
            let needs = self.nodes.iter().flat_map(|(choices, _)| choices.clone());
            (Reason::Needed { rule: self.rule }, in_it, needs.collect())
        } else {
            self.separated(board, says, meter)?
        };
        ControlFlow::Continue(Finding {
            reason,
            premises,
            removed,
            picked,
            needs,
        })
    }

    /// The reason that is a separator, the choices of which one puts an end in, and what must be gone for it.
    fn separated(
        &self,
        board: &Board,
        says: Says,
        meter: &mut Meter,
    ) -> ControlFlow<(), (Reason, Vec<Choice>, Vec<Choice>)> {
        let mut status = self.statuses(board);
        let to = match says {
            Says::Forced(node) => {
                status[node as usize] = Status::Out;
                None
            }
            Says::Unreached(node) => Some(node),
            Says::Needed => None,
        };
        let Cut { from, to, through } = self
            .cut(&status, to, meter)?
            .expect("the walk was parted there");
        let mut needs: Vec<Choice> = Vec::new();
        for &node in &through {
            needs.extend(&self.nodes[node as usize].0);
        }
        let ins: Vec<Item> = [from, to]
            .into_iter()
            .filter_map(|end| self.put_in_by(board, end))
            .collect();
        let members = ins
            .iter()
            .flat_map(|&item| board.logic().model().members(item));
        needs.extend(members.map(|&(choice, _)| choice));
        let premises = board.live_of(ins);
        let reason = Reason::Joined {
            rule: self.rule,
            from,
            to,
            through,
        };
        ControlFlow::Continue((reason, premises, needs))
    }

    /// The choices that would close a piece of nodes that are in: such a choice puts a node next to the piece in, and excludes all
    /// others that would be next to it then, while there are further pieces. A short way to some of those that part nodes.
    pub(crate) fn closers(&self, board: &Board, meter: &mut Meter) -> ControlFlow<(), Vec<Choice>> {
        meter.spend(8 * self.nodes.len() + 1)?;
        let status = self.statuses(board);
        let are_in: Vec<bool> = status.iter().map(|&status| status == Status::In).collect();
        let (piece_of, count) = self.link.pieces(&are_in);
        if count < 2 {
            return ControlFlow::Continue(Vec::new());
        }
        let open_beside = |node: u32| {
            let beside = self.link.neighbours(node).iter().copied();
            beside.filter(|&other| status[other as usize] == Status::Open)
        };
        let mut rims: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
        for (node, piece) in (0..).zip(&piece_of) {
            let Some(piece) = piece else { continue };
            let rim = &mut rims[*piece as usize];
            for other in open_beside(node) {
                if rim.len() <= MOST_RIM && !rim.contains(&other) {
                    rim.push(other);
                }
            }
        }
        let mut closers: Vec<Choice> = Vec::new();
        for &node in rims.iter().filter(|rim| rim.len() <= MOST_RIM).flatten() {
            let beside = self.link.neighbours(node).iter();
            let mut pieces: Vec<u32> = beside.filter_map(|&n| piece_of[n as usize]).collect();
            pieces.sort_unstable();
            pieces.dedup();
            let joined = || pieces.iter().map(|&piece| &rims[piece as usize]);
            if pieces.len() == count as usize || joined().any(|rim| rim.len() > MOST_RIM) {
                continue;
            }
            for choice in self.live(board, node) {
                let is_out = |other: u32| {
                    let mut left = self.live(board, other);
                    left.all(|one| board.logic().are_in_conflict(one, choice))
                };
                let mut next = joined().flatten().copied().chain(open_beside(node));
                if next.all(|other| other == node || is_out(other)) {
                    closers.push(choice);
                }
            }
        }
        closers.sort_unstable();
        closers.dedup();
        ControlFlow::Continue(closers)
    }

    /// The step that such a choice goes, and the choices that must be gone for it, as far as they are.
    pub(crate) fn closing(
        &self,
        board: &Board,
        choice: Choice,
        meter: &mut Meter,
    ) -> ControlFlow<(), Option<(Step, Vec<Choice>)>> {
        let mut then = board.clone();
        then.pick(choice);
        let Some(cut) = self.cut(&self.statuses(&then), None, meter)? else {
            return ControlFlow::Continue(None);
        };
        let mut needs: Vec<Choice> = Vec::new();
        for &node in &cut.through {
            needs.extend(&self.nodes[node as usize].0);
        }
        let ends = [cut.from, cut.to].into_iter();
        let ins = ends.filter_map(|end| self.put_in_by(&then, end));
        let members = ins.flat_map(|item| board.logic().model().members(item));
        needs.extend(members.map(|&(choice, _)| choice));
        let step = Step::removes(self.reason_parted(choice, cut), vec![choice], vec![choice]);
        ControlFlow::Continue(Some((step, needs)))
    }

    fn reason_parted(&self, assumed: Choice, cut: Cut) -> Reason {
        Reason::Parted {
            rule: self.rule,
            assumed,
            from: cut.from,
            to: cut.to,
            through: cut.through,
        }
    }

    /// A cut between a node that is in and one that it does not reach: `to`, or else the first that is in.
    fn cut(
        &self,
        status: &[Status],
        to: Option<u32>,
        meter: &mut Meter,
    ) -> ControlFlow<(), Option<Cut>> {
        meter.spend(4 * status.len())?;
        let are_in = |node: &u32| status[*node as usize] == Status::In;
        let mut in_order = (0..status.len() as u32).filter(are_in);
        let Some(first) = in_order.next() else {
            return ControlFlow::Continue(None);
        };
        let may_be: Vec<bool> = status.iter().map(|&status| status != Status::Out).collect();
        let (piece_of, _) = self.link.pieces(&may_be);
        let piece = |node: u32| piece_of[node as usize];
        let to = to.or_else(|| in_order.find(|&node| piece(node) != piece(first)));
        let Some(to) = to.filter(|&to| piece(to) != piece(first)) else {
            return ControlFlow::Continue(None);
        };
        let is_out = |node: u32| status[node as usize] == Status::Out;
        let through = self.link.between(to, first, is_out);
        let from = first;
        ControlFlow::Continue(Some(Cut { from, to, through }))
    }

    /// The cut between two nodes that are in on this board and cannot be joined; looked for only if what went out since
    /// `before` may have parted them.
    fn parted_by(
        &self,
        board: &Board,
        before: &[Status],
        meter: &mut Meter,
    ) -> ControlFlow<(), Option<Cut>> {
        meter.spend(8 * before.len() + 1)?;
        let now = self.statuses(board);
        let became = |status: Status| {
            let both = now.iter().zip(before);
            both.filter(|&(now, before)| *now == status && now != before)
                .count()
        };
        let (ins, outs) = (became(Status::In), became(Status::Out));
        // One node that goes out by itself is a cut vertex, which is known.
        if outs == 0 && ins < 2 || outs == 1 && ins == 0 {
            return ControlFlow::Continue(None);
        }
        self.cut(&now, None, meter)
    }
}

/// A walk over the nodes that are not out, from one that is in.
struct Walk<'l> {
    link: &'l Link,
    status: &'l [Status],
    /// The number of a node in the order of the walk, or 0.
    number: Vec<u32>,
    /// The least number that is reached from the nodes below this one in the walk's tree.
    low: Vec<u32>,
    /// True if the node, or one below it, is in.
    leads_in: Vec<bool>,
    /// Nodes on the way, and the next neighbour to look at.
    way: Vec<(u32, usize)>,
    last: u32,
    /// Open nodes that must be in; some of them more than once.
    forced: Vec<u32>,
}

impl<'l> Walk<'l> {
    fn over(link: &'l Link, status: &'l [Status], first: u32) -> Self {
        let count = status.len();
        let mut walk = Self {
            link,
            status,
            number: vec![0; count],
            low: vec![0; count],
            leads_in: vec![false; count],
            way: Vec::new(),
            last: 0,
            forced: Vec::new(),
        };
        walk.enter(first);
        while let Some((node, next)) = walk.way.pop() {
            walk.go_on(node, next);
        }
        walk
    }

    fn enter(&mut self, node: u32) {
        self.last += 1;
        self.number[node as usize] = self.last;
        self.low[node as usize] = self.last;
        self.leads_in[node as usize] = self.status[node as usize] == Status::In;
        self.way.push((node, 0));
    }

    /// Looks at the next neighbour of a node, or goes back from it.
    fn go_on(&mut self, node: u32, next: usize) {
        let at = node as usize;
        let Some(&neighbour) = self.link.neighbours(node).get(next) else {
            if let Some(&(above, _)) = self.way.last() {
                self.go_back(at, above);
            }
            return;
        };
        self.way.push((node, next + 1));
        match self.number[neighbour as usize] {
            _ if self.status[neighbour as usize] == Status::Out => {}
            0 => self.enter(neighbour),
            number => self.low[at] = self.low[at].min(number),
        }
    }

    fn go_back(&mut self, node: usize, above: u32) {
        let over = above as usize;
        self.low[over] = self.low[over].min(self.low[node]);
        self.leads_in[over] |= self.leads_in[node];
        let is_cut = self.leads_in[node] && self.low[node] >= self.number[over];
        if is_cut && self.status[over] == Status::Open {
            self.forced.push(above);
        }
    }
}
