//! The plain algorithm of tile reduction.
//!
//! **Idea.** Every tile has a set of choices that are still possible. Take the first tile in order
//! among those with the fewest choices left, try its choices in order, and after each let every
//! other tile keep only the choices that go with it. A tile with none left means: go back. When
//! every tile is fixed, the picked choices are a solution if the other demands hold as well.
//!
//! **Order.** The solutions come in the order of that walk, always: the order of the tiles and of
//! the choices is the model's, or with a seed one random order of both for the whole search.
//!
//! **Rules.** A rule between two tiles is read when one of them is fixed. So is a line: the tiles along it keep the
//! choices whose letters some word has. What is linked must be in one piece of all that may still be in.
//!
//! **Hidden choices.** Tiles with hidden choices are tried after all others. The first way to pick them completes a
//! solution, and the search continues with the next choice that is shown.
//!
//! **Data.** One flag for each choice that is still possible and a number of possible choices for
//! each tile, with a trail of removals so that going back is exact. Rules are read from their
//! tables as they are, never lowered.
//!
//! **Invariant.** For each tile `left[tile]` is the number of its members that are possible; the
//! choices removed since frame *k* was entered are `trail[frames[k].trail..]`.

use crate::Random;
use crate::{Ask, Branch, Budget, Declined, End, Engine, Meter, Search, Stats};
use tilewright_model::{Choice, Demand, Item, Line, Link, Model, Pair, Rule};

/// The plain algorithm. See the [module](self).
#[derive(Debug)]
pub struct Reduce;

impl Engine for Reduce {
    fn name(&self) -> &'static str {
        "reduce"
    }

    fn about(&self) -> &'static str {
        "the plain algorithm: fewest choices first, in a documented order"
    }

    fn prepare(&self, model: &Model, _: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(ReduceSearch {
            model: model.clone(),
            state: State::new(model),
        }))
    }
}

/// A tile being tried: its choices in order, and where to go back to.
#[derive(Debug)]
struct Frame {
    /// The choices of this tile that were possible when it was chosen.
    tries: Vec<Choice>,
    next: usize,
    /// It is tried whether hidden choices complete what is picked.
    is_hidden: bool,
    /// Lengths of the trail and of `picked` to go back to.
    trail: usize,
    picked: usize,
}

/// The model is beside the state, so that the state can change while the model is walked.
struct ReduceSearch {
    model: Model,
    state: State,
}

struct State {
    /// For each item, its place among the tiles, or `NO_TILE`.
    tile_place: Vec<u32>,
    /// For each tile, whether it has hidden choices.
    is_hidden: Vec<bool>,
    /// For each tile, the numbers of its rules.
    rules_of: Vec<Vec<u32>>,
    possible: Vec<bool>,
    left: Vec<u32>,
    fixed: Vec<bool>,
    trail: Vec<Trailed>,
    picked: Vec<Choice>,
    frames: Vec<Frame>,
    meter: Meter,
    /// With a seed: the order in which tiles are looked at, and a rank for each choice.
    tile_order: Vec<u32>,
    choice_rank: Option<Vec<u32>>,
    solution: Vec<Choice>,
    begun: bool,
}

const NO_TILE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
enum Trailed {
    Removed(Choice),
    Fixed(u32),
}

impl State {
    fn new(model: &Model) -> Self {
        let mut tile_place = vec![NO_TILE; model.item_count()];
        for (place, tile) in model.tiles().iter().enumerate() {
            tile_place[tile.index()] = place as u32;
        }
        let mut rules_of = vec![Vec::new(); model.tiles().len()];
        for (number, rule) in model.rules().iter().enumerate() {
            let mut items = rule.items();
            items.sort_unstable();
            items.dedup();
            for item in items {
                // A line may read an item that is not a tile; it is looked at when its tiles are fixed.
                if let Some(rules) = rules_of.get_mut(tile_place[item.index()] as usize) {
                    rules.push(number as u32);
                }
            }
        }
        let tiles = model.tiles().iter();
        Self {
            is_hidden: tiles.map(|&tile| !model.is_own_item(tile)).collect(),
            tile_place,
            rules_of,
            possible: Vec::new(),
            left: Vec::new(),
            fixed: Vec::new(),
            trail: Vec::new(),
            picked: Vec::new(),
            frames: Vec::new(),
            meter: Meter::default(),
            tile_order: Vec::new(),
            choice_rank: None,
            solution: Vec::new(),
            begun: false,
        }
    }

    /// Picks `choice`: fixes its tiles and removes from all others the choices that do not go with
    /// it. Returns true if every open tile still has a choice.
    fn fix(&mut self, model: &Model, choice: Choice) -> bool {
        self.picked.push(choice);
        let mut alive = true;
        for &(item, colour) in model.touches(choice) {
            let one_colour = model.demand(item) == Demand::OneColour;
            for &(other, shown) in model.members(item) {
                if other != choice && !(one_colour && shown == colour) {
                    alive &= self.remove(model, other);
                }
            }
            let place = self.tile_place[item.index()];
            if place != NO_TILE {
                self.fixed[place as usize] = true;
                self.trail.push(Trailed::Fixed(place));
                alive &= self.follow_rules(model, item, choice);
            }
        }
        alive && model.links().all(|link| self.may_be_joined(model, link))
    }

    /// Returns true if the choice is picked: it is the only one left of a fixed tile.
    fn is_picked(&self, model: &Model, choice: Choice) -> bool {
        if !self.possible[choice.index()] {
            return false;
        }
        let items = model.touches(choice).iter();
        let mut places = items.map(|(item, _)| self.tile_place[item.index()]);
        places.any(|place| place != NO_TILE && self.fixed[place as usize])
    }

    /// Removes from the tiles that share a rule with `tile` the choices that do not go with `choice`.
    fn follow_rules(&mut self, model: &Model, tile: Item, choice: Choice) -> bool {
        let place = self.tile_place[tile.index()] as usize;
        let mut alive = true;
        for k in 0..self.rules_of[place].len() {
            match &model.rules()[self.rules_of[place][k] as usize] {
                Rule::Pair(pair) => alive &= self.follow_pair(model, pair, tile, choice),
                Rule::Line(line) => alive &= self.follow_line(model, line),
                Rule::Link(_) => {}
            }
        }
        alive
    }

    fn follow_pair(&mut self, model: &Model, pair: &Pair, tile: Item, choice: Choice) -> bool {
        let is_first = pair.from == tile;
        let mine = model.members(tile).iter().position(|&(c, _)| c == choice);
        let mine = mine.expect("a choice belongs to the tile that it fixes");
        let other = if is_first { pair.to } else { pair.from };
        let mut alive = true;
        for (theirs, &(neighbour, _)) in model.members(other).iter().enumerate() {
            let (row, column) = if is_first {
                (mine, theirs)
            } else {
                (theirs, mine)
            };
            if !pair.table.allows(row, column) {
                alive &= self.remove(model, neighbour);
            }
        }
        alive
    }

    /// Removes from the tiles along a line the choices whose letters no word has.
    fn follow_line(&mut self, model: &Model, line: &Line) -> bool {
        let letters = model.letters(line, |_, choice| self.possible[choice.index()]);
        let supported = line.supported(&letters);
        let mut alive = true;
        for (place, left) in supported.iter().enumerate() {
            for (choice, letter) in model.read(line, place) {
                if left.binary_search(&letter).is_err() {
                    alive &= self.remove(model, choice);
                }
            }
        }
        alive
    }

    /// Returns true if all that is in for certain may still be joined.
    fn may_be_joined(&self, model: &Model, link: &Link) -> bool {
        let may_be_in = link.is_in(|choice| self.possible[choice.index()]);
        let is_in = link.is_in(|choice| self.is_picked(model, choice));
        link.may_hold(&is_in, &may_be_in)
    }

    /// Returns true if every open tile of the removed choice still has another.
    fn remove(&mut self, model: &Model, choice: Choice) -> bool {
        if !self.possible[choice.index()] {
            return true;
        }
        self.possible[choice.index()] = false;
        self.trail.push(Trailed::Removed(choice));
        let mut alive = true;
        for &(item, _) in model.touches(choice) {
            let place = self.tile_place[item.index()];
            if place != NO_TILE {
                self.left[place as usize] -= 1;
                // A fixed tile is left with its picked choice; losing that one is a clash.
                alive &= self.left[place as usize] > 0;
            }
        }
        alive
    }

    fn undo_to(&mut self, model: &Model, trail: usize, picked: usize) {
        while self.trail.len() > trail {
            match self.trail.pop().expect("longer than `trail`") {
                Trailed::Fixed(place) => self.fixed[place as usize] = false,
                Trailed::Removed(choice) => {
                    self.possible[choice.index()] = true;
                    for &(item, _) in model.touches(choice) {
                        let place = self.tile_place[item.index()];
                        if place != NO_TILE {
                            self.left[place as usize] += 1;
                        }
                    }
                }
            }
        }
        self.picked.truncate(picked);
    }

    /// The place of the first open tile among those with the fewest choices left; of one with hidden choices, if no other
    /// is open.
    fn tightest(&self) -> Option<usize> {
        let places = self.tile_order.iter().map(|&place| place as usize);
        let open = places.filter(|&place| !self.fixed[place]);
        open.min_by_key(|&place| (self.is_hidden[place], self.left[place]))
    }

    fn tries(&self, model: &Model, tile: Item) -> Vec<Choice> {
        let members = model.members(tile).iter().map(|&(choice, _)| choice);
        let mut tries: Vec<Choice> = members.filter(|c| self.possible[c.index()]).collect();
        if let Some(rank) = &self.choice_rank {
            tries.sort_unstable_by_key(|c| rank[c.index()]);
        }
        tries
    }

    fn push_frame(&mut self, model: &Model, place: usize) {
        let frame = Frame {
            tries: self.tries(model, model.tiles()[place]),
            next: 0,
            is_hidden: self.is_hidden[place],
            trail: self.trail.len(),
            picked: self.picked.len(),
        };
        self.frames.push(frame);
    }

    /// One way to pick what is hidden is enough.
    fn leave_hidden(&mut self) {
        while self.frames.last().is_some_and(|frame| frame.is_hidden) {
            self.frames.pop();
        }
    }

    /// All tiles are fixed: whether the demands that are not tiles hold too.
    fn completes(&mut self, model: &Model) -> bool {
        self.solution.clear();
        self.solution.extend_from_slice(&self.picked);
        self.solution.sort_unstable();
        let has_pick = |item: Item| {
            let members = model.members(item);
            members
                .iter()
                .any(|(c, _)| self.solution.binary_search(c).is_ok())
        };
        let is_met = model
            .items()
            .filter(|&item| model.demand(item) == Demand::ExactlyOne)
            .all(|item| self.tile_place[item.index()] != NO_TILE || has_pick(item));
        is_met && self.keeps_rules(model)
    }

    /// Every line reads a word, and every link is one piece. Pairs were looked at when their tiles were fixed.
    fn keeps_rules(&self, model: &Model) -> bool {
        let is_picked = |choice: Choice| self.solution.binary_search(&choice).is_ok();
        model.rules().iter().all(|rule| match rule {
            Rule::Pair(_) => true,
            Rule::Line(line) => line.allows(&model.letters(line, |_, choice| is_picked(choice))),
            Rule::Link(link) => link.holds(is_picked),
        })
    }

    /// Picks the next untried choice of the deepest frame that has one. Whether there is one.
    fn step(&mut self, model: &Model) -> Result<bool, End> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Err(self.meter.finish(End::Complete));
            };
            let (trail, picked) = (frame.trail, frame.picked);
            let choice = frame.tries.get(frame.next).copied();
            frame.next += 1;
            self.undo_to(model, trail, picked);
            let Some(choice) = choice else {
                self.frames.pop();
                continue;
            };
            if let Some(end) = self.meter.node() {
                return Err(end);
            }
            return Ok(self.fix(model, choice));
        }
    }

    /// Goes down from the state that was just reached: a new frame, or a solution.
    fn descend(&mut self, model: &Model) -> bool {
        match self.tightest() {
            Some(place) => {
                self.push_frame(model, place);
                false
            }
            None => self.completes(model),
        }
    }

    /// Begins with the givens and the barred choices.
    fn start(&mut self, model: &Model, ask: &Ask) {
        self.possible = vec![true; model.choice_count()];
        self.left = model
            .tiles()
            .iter()
            .map(|&t| model.members(t).len() as u32)
            .collect();
        self.fixed = vec![false; model.tiles().len()];
        self.trail.clear();
        self.picked.clear();
        self.frames.clear();
        self.meter = ask.meter();
        self.begun = false;
        if let Some(seed) = ask.seed {
            let mut random = Random::new(seed);
            self.tile_order = random.permutation(model.tiles().len());
            self.choice_rank = Some(random.permutation(model.choice_count()));
        } else {
            self.tile_order = (0..model.tiles().len() as u32).collect();
            self.choice_rank = None;
        }
        let mut alive = ask.barred.iter().all(|&choice| self.remove(model, choice));
        alive &= ask.given.iter().all(|&choice| {
            self.is_picked(model, choice)
                || self.possible[choice.index()] && self.fix(model, choice)
        });
        if !alive {
            self.meter.finish(End::Complete);
        }
    }
}

impl Search for ReduceSearch {
    fn start(&mut self, ask: &Ask) {
        self.state.start(&self.model, ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        let Self { model, state } = self;
        if let Some(end) = state.meter.end() {
            return Err(end);
        }
        let mut arrived = !std::mem::replace(&mut state.begun, true);
        loop {
            if arrived && state.descend(model) {
                state.meter.solution();
                state.leave_hidden();
                return Ok(model.own(&state.solution));
            }
            arrived = state.step(model)?;
        }
    }

    fn choice_count(&self) -> usize {
        self.model.choice_count()
    }

    fn stats(&self) -> Stats {
        self.state.meter.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        let Self { model, state } = self;
        match state.tightest() {
            Some(place) if state.meter.end().is_none() && !state.is_hidden[place] => {
                let tries = state.tries(model, model.tiles()[place]);
                tries.into_iter().map(Branch::With).collect()
            }
            _ => Vec::new(),
        }
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.model
            .choices()
            .filter(|c| self.state.possible[c.index()])
            .collect()
    }
}
