//! The clues of a board of a kind, as sets and terms see them: which places bear them, and what they say.
//!
//! Clues on places are read place by place. Regions, cages, paths and what lies on regions are lists: a rule for each of them
//! is at all its places together.

use super::places::{Field, Place, Sort};
use crate::ParseError;
use crate::kinds::clues::{Clue, ClueLayer, ClueSort, Clues, Grid, Heading, Setting, Spots};
use crate::kinds::kind::Kind;
use crate::rules::expression::Read;
use crate::rules::spec::{Dictionary, Selector};
use std::collections::HashMap;

/// What is known of a board before it is solved. A rules file has nothing of this.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::rules) struct Known {
    /// It is a board of a kind.
    pub(in crate::rules) is_of_kind: bool,
    pub(in crate::rules) layers: Vec<ClueSet>,
    pub(in crate::rules) params: Vec<(String, Setting)>,
    /// The boards that share cells: the first row and column of each, and its numbers of rows and columns.
    pub(in crate::rules) boards: Vec<[usize; 4]>,
}

/// The clues of a layer.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct ClueSet {
    pub(in crate::rules) name: String,
    pub(in crate::rules) kind: ClueSort,
    /// What its places are.
    pub(in crate::rules) sort: Sort,
    pub(in crate::rules) is_of_lists: bool,
    pub(in crate::rules) items: Vec<Bearer>,
    /// The first item that has a place.
    item_at: HashMap<Place, usize>,
    /// Its words among the values of the file.
    pub(in crate::rules) words: Vec<u32>,
}

/// Places that bear a clue together.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Bearer {
    pub(in crate::rules) places: Vec<Place>,
    pub(in crate::rules) clue: Clue,
}

impl Known {
    /// The clues of a board.
    pub(in crate::rules) fn read(kind: &Kind, clues: &Clues, field: &Field) -> Read<Self> {
        let all = || kind.layers.iter().zip(&clues.grids);
        // What lies on regions needs these, wherever they are listed.
        let regions = all().map(|(layer, grid)| match layer.at {
            Spots::Regions(_) => Ok(None),
            _ => ClueSet::read(layer, grid, field, &[]).map(Some),
        });
        let regions = regions.collect::<Read<Vec<_>>>()?;
        let layers = all()
            .zip(&regions)
            .map(|((layer, grid), known)| match known {
                Some(known) => Ok(known.clone()),
                None => ClueSet::read(layer, grid, field, &regions),
            });
        Ok(Self {
            is_of_kind: true,
            layers: layers.collect::<Read<_>>()?,
            params: Vec::new(),
            boards: Vec::new(),
        })
    }

    /// The layer of that name.
    pub(in crate::rules) fn layer(&self, name: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.name == name)
    }

    /// The parameter of that name.
    pub(in crate::rules) fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|(known, _)| known == name)
    }

    /// The names of clues and parameters.
    pub(in crate::rules) fn names(&self) -> impl Iterator<Item = &str> {
        let params = self.params.iter().map(|(name, _)| name.as_str());
        let layers = self.layers.iter().map(|layer| layer.name.as_str());
        layers.chain(params)
    }

    /// The clue of the arrow at a place.
    fn arrow(&self, place: Place) -> Option<&Clue> {
        let arrows = self.layers.iter();
        let mut arrows = arrows.filter(|layer| layer.kind == ClueSort::Arrow);
        arrows.find_map(|layer| layer.at(&[place]).map(|item| &item.clue))
    }

    /// The direction of the arrow at a place, if it is known.
    pub(super) fn heading(&self, place: Place) -> Option<Heading> {
        match self.arrow(place)? {
            Clue::Arrow(_, heading) => Some(*heading),
            _ => None,
        }
    }

    /// Returns true if there is an arrow at a place whose direction is not known.
    pub(super) fn has_unknown_arrow(&self, place: Place) -> bool {
        self.arrow(place) == Some(&Clue::Unknown)
    }

    /// The rows, columns or boxes of each board, where several share cells.
    pub(super) fn lists_of_boards(&self, selector: &Selector) -> Option<Vec<Vec<Place>>> {
        if self.boards.is_empty() {
            return None;
        }
        let mut lists = Vec::new();
        for &[top, left, rows, columns] in &self.boards {
            let cell = |row: usize, column: usize| Place::of_cell([0, top + row, left + column]);
            match selector {
                Selector::Rows => {
                    lists.extend((0..rows).map(|r| (0..columns).map(|c| cell(r, c)).collect()));
                }
                Selector::Columns => {
                    lists.extend((0..columns).map(|c| (0..rows).map(|r| cell(r, c)).collect()));
                }
                &Selector::Boxes([_, height, width]) => {
                    for (down, across) in (0..rows / height)
                        .flat_map(|down| (0..columns / width).map(move |across| (down, across)))
                    {
                        let cells = (0..height * width).map(|number| {
                            cell(
                                down * height + number / width,
                                across * width + number % width,
                            )
                        });
                        lists.push(cells.collect());
                    }
                }
                _ => return None,
            }
        }
        Some(lists)
    }
}

impl ClueSet {
    fn read(layer: &ClueLayer, grid: &Grid, field: &Field, regions: &[Option<Self>]) -> Read<Self> {
        let (sort, is_of_lists) = match layer.at {
            Spots::Cells => (Sort::Cells, layer.is_region()),
            Spots::Edges | Spots::Inner => (Sort::Edges, false),
            Spots::Corners => (Sort::Corners, false),
            Spots::Outside(_) => (Sort::Cells, false),
            Spots::Regions(_) | Spots::Free => (Sort::Cells, true),
        };
        let wrong = || ParseError::new(format!("the clues {:?} do not fit the board", layer.name));
        let [_, _, columns] = field.board.sides();
        let cell =
            |cell: u32| Place::of_cell([0, cell as usize / columns, cell as usize % columns]);
        let items: Vec<Bearer> = match grid {
            Grid::Places(clues) => {
                let lists = places_of(layer.at, field, regions);
                if lists.len() != clues.len() {
                    return Err(wrong());
                }
                let of_list = |(places, clue): (Vec<Place>, &Option<Clue>)| {
                    let clue = clue.clone()?;
                    Some(Bearer { places, clue })
                };
                lists.into_iter().zip(clues).filter_map(of_list).collect()
            }
            Grid::Regions(of_cell, names) => {
                let number = |region: usize| Clue::Number(super::number(region) + 1);
                let mut regions: Vec<Bearer> = (0..names.len())
                    .map(|region| Bearer {
                        places: Vec::new(),
                        clue: number(region),
                    })
                    .collect();
                for (at, region) in (0..).zip(of_cell) {
                    let place = cell(at);
                    if let Some(region) = region
                        && field.has(place)
                    {
                        let region = regions.get_mut(*region as usize).ok_or_else(wrong)?;
                        region.places.push(place);
                    }
                }
                regions
            }
            Grid::Cages(cages) => {
                let bearer = |cage: &crate::kinds::clues::Cage| Bearer {
                    places: cage.cells.iter().map(|&at| cell(at)).collect(),
                    clue: cage.clue.clone().unwrap_or(Clue::Unknown),
                };
                cages.iter().map(bearer).collect()
            }
            Grid::Paths(paths) => {
                let bearer = |path: &Vec<u32>| Bearer {
                    places: path.iter().map(|&at| cell(at)).collect(),
                    clue: Clue::Mark,
                };
                paths.iter().map(bearer).collect()
            }
        };
        let is_outside = matches!(layer.at, Spots::Outside(_));
        let mut places = items.iter().flat_map(|item| &item.places);
        if !is_outside && places.any(|&place| !field.has(place)) {
            return Err(wrong());
        }
        let mut item_at = HashMap::new();
        for (number, item) in items.iter().enumerate() {
            for &place in &item.places {
                item_at.entry(place).or_insert(number);
            }
        }
        Ok(Self {
            name: layer.name.clone(),
            kind: layer.sort.clone(),
            sort,
            is_of_lists,
            items,
            item_at,
            words: Vec::new(),
        })
    }

    /// What bears a clue and has these places, or else the first of them that has one.
    pub(super) fn at(&self, places: &[Place]) -> Option<&Bearer> {
        let mut known = places.iter().filter_map(|place| self.item_at.get(place));
        let first = &self.items[*known.next()?];
        if !self.is_of_lists || first.places == places {
            return Some(first);
        }
        let same = self.items.iter().find(|item| item.places == places);
        Some(same.unwrap_or(first))
    }

    /// The number of the first item that has a place.
    pub(super) fn number_at(&self, place: Place) -> Option<usize> {
        self.item_at.get(&place).copied()
    }

    /// Numbers the words of its clues among all values.
    pub(in crate::rules) fn name_words(&mut self, names: &mut Dictionary) {
        let ClueSort::Word(words) = &self.kind else {
            return;
        };
        let number = |word: &String| {
            names.add(word);
            names.find(word).expect("it is there now")
        };
        self.words = words.iter().map(number).collect();
    }

    /// The numbers of its clues that are known.
    pub(in crate::rules) fn numbers(&self) -> impl Iterator<Item = i64> {
        self.items.iter().filter_map(|item| match &item.clue {
            Clue::Number(number) | Clue::Arrow(Some(number), _) => Some(*number),
            _ => None,
        })
    }

    /// The name of the value that a clue gives to a tile, if it is known.
    pub(super) fn word(&self, clue: &Clue) -> Option<String> {
        match (clue, &self.kind) {
            (Clue::Word(word), ClueSort::Word(words)) => words.get(*word as usize).cloned(),
            (Clue::Number(number), _) => Some(number.to_string()),
            _ => None,
        }
    }

    /// The names of all its values: its words, or the numbers that it has on this board.
    pub(super) fn all_words(&self) -> Vec<String> {
        if let ClueSort::Word(words) = &self.kind {
            return words.clone();
        }
        let mut numbers: Vec<i64> = self.numbers().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
            .into_iter()
            .map(|number| number.to_string())
            .collect()
    }

    /// The clue as a number, or the number of a word among the values; `None` where it is not known.
    pub(super) fn value(&self, clue: &Clue) -> Option<i64> {
        match clue {
            Clue::Unknown | Clue::Numbers(_) | Clue::Arrow(None, _) => None,
            Clue::Number(number) | Clue::Arrow(Some(number), _) => Some(*number),
            Clue::Word(word) => self.words.get(*word as usize).map(|&value| value.into()),
            Clue::Mark => Some(1),
        }
    }
}

/// The places of each clue of a layer, in the order in which they are listed. Those that are holes have none.
fn places_of(at: Spots, field: &Field, regions: &[Option<ClueSet>]) -> Vec<Vec<Place>> {
    let sides = field.board.sides();
    let [_, rows, columns] = sides;
    let of_sort = |sort: Sort, is_inner: bool| {
        let least = u32::from(is_inner);
        let all = (least..=2 * rows as u32 - least).flat_map(move |row| {
            (least..=2 * columns as u32 - least).map(move |column| Place::at(row, column))
        });
        let all = all.filter(move |place| place.sort() == sort);
        all.map(|place| {
            if field.has(place) {
                vec![place]
            } else {
                Vec::new()
            }
        })
        .collect()
    };
    match at {
        Spots::Cells => of_sort(Sort::Cells, false),
        Spots::Edges => of_sort(Sort::Edges, false),
        Spots::Inner => of_sort(Sort::Edges, true),
        Spots::Corners => of_sort(Sort::Corners, false),
        Spots::Outside(side) => {
            use crate::kinds::clues::Side;
            let count = match side {
                Side::Top | Side::Bottom => columns,
                Side::Left | Side::Right => rows,
            };
            let places = (0..count).map(|along| vec![Place::outside(side, along, sides)]);
            places.collect()
        }
        Spots::Regions(layer) => {
            let layer = regions.get(layer).and_then(Option::as_ref);
            let items = layer.into_iter().flat_map(|layer| &layer.items);
            items.map(|item| item.places.clone()).collect()
        }
        Spots::Free => Vec::new(),
    }
}
