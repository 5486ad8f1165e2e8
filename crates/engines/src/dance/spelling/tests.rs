use super::*;
use crate::{Ask, Budget, Engine, Random, dance::Dance};
use tilewright_model::ModelBuilder;

/// A model of one line, or cage, over places that each have this many letters.
fn model(places: u32, letters: u32, add: impl Fn(&mut ModelBuilder, &[Item])) -> Model {
    let mut b = ModelBuilder::new(places * letters);
    let tile = |b: &mut ModelBuilder, place: u32| {
        let choices: Vec<u32> = (place * letters..(place + 1) * letters).collect();
        b.tile(&choices).unwrap()
    };
    let tiles: Vec<Item> = (0..places).map(|place| tile(&mut b, place)).collect();
    add(&mut b, &tiles);
    b.build().unwrap()
}

fn lined(places: u32, letters: u32, language: &Language) -> Model {
    model(places, letters, |b, tiles| {
        b.line(tiles, language.clone(), |_, choice| choice.0 % letters)
            .unwrap();
    })
}

fn random_masks(places: usize, letters: u32, random: &mut Random) -> Vec<u64> {
    let mask = |random: &mut Random| {
        let letters = (0..letters).filter(|_| random.below(3) > 0);
        letters.fold(0u64, |mask, letter| mask | 1 << letter)
    };
    (0..places).map(|_| mask(random)).collect()
}

fn lists(masks: &[u64]) -> Vec<Vec<u32>> {
    let list = |mask: &u64| (0..64).filter(|letter| mask >> letter & 1 == 1).collect();
    masks.iter().map(list).collect()
}

fn reader(model: &Model, make: impl Fn(&Line, &[u64], &mut Meter) -> Reader) -> (&Line, Reader) {
    let line = model.lines().next().unwrap();
    let all = vec![(1u64 << line.language.letter_count()) - 1; line.tiles.len()];
    let reader = make(line, &all, &mut Budget::default().meter());
    (line, reader)
}

#[test]
fn a_word_keeps_what_the_definition_supports() {
    let sum = |length, values: &[i64], is| Language::sum(length, values, is..=is).unwrap();
    let wide: Vec<i64> = (0..6).map(|k: i64| k * k * 9 + k).collect();
    let languages = [
        (4, 4, sum(4, &[1, 2, 3, 4], 11)),
        // More than 64 sums at a place, and more than 128.
        (6, 6, sum(6, &[0, 1, 5, 13, 40, 41], 97)),
        (7, 6, sum(7, &wide, 401)),
        (9, 2, Language::runs(&[false, true], &[2, 1, 2]).unwrap()),
        (
            70,
            2,
            Language::runs(&[false, true], &[9, 1, 30, 4, 12]).unwrap(),
        ),
        (5, 4, Language::seen(&[1, 2, 3, 4], 2..=3).unwrap()),
        (
            6,
            3,
            Language::windows(3, 2, |two| two[0] != two[1]).unwrap(),
        ),
        (3, 3, sum(3, &[1, 2, 3], 100)),
    ];
    let mut random = Random::new(5);
    for (places, letters, language) in languages {
        let model = lined(places, letters, &language);
        let (line, reader) = reader(&model, |line, all, meter| {
            Reader::of(line, all, meter).unwrap()
        });
        for _ in 0..300 {
            let mut masks = random_masks(places as usize, letters, &mut random);
            let expected = line.supported(&lists(&masks));
            let is_empty = expected.iter().any(Vec::is_empty);
            let known = reader.narrow(&mut masks, &mut Scratch::default());
            assert_eq!(known.is_none(), is_empty, "{language:?} {masks:?}");
            if !is_empty {
                assert_eq!(lists(&masks), expected, "{language:?}");
            }
        }
    }
}

/// The letters of each place in words that a cage allows, and those in all of them; nothing if there is no word.
fn of_words(line: &Line, masks: &[u64]) -> Option<(Vec<u64>, u64)> {
    let words = line.language.words(masks.len());
    let fits = |word: &Vec<usize>| {
        let set = word.iter().fold(0u64, |set, letter| set | 1 << letter);
        let mut places = word.iter().zip(masks);
        set.count_ones() as usize == masks.len() && places.all(|(at, mask)| mask >> at & 1 == 1)
    };
    let mut letters = vec![0u64; masks.len()];
    let mut every = u64::MAX;
    for word in words.filter(fits) {
        let mut set = 0;
        for (mask, letter) in letters.iter_mut().zip(&word) {
            *mask |= 1 << letter;
            set |= 1 << letter;
        }
        every &= set;
    }
    (every < u64::MAX).then_some((letters, every))
}

#[test]
fn a_cage_loses_nothing_that_fits() {
    let mut random = Random::new(6);
    for (places, sum) in [(1, 4), (2, 7), (3, 12), (4, 20), (5, 16), (4, 99)] {
        let model = model(places, 7, |b, tiles| {
            b.cage(tiles, sum..=sum, |_, choice| i64::from(choice.0 % 7) + 1)
                .unwrap();
        });
        let (line, by_sets) = reader(&model, |line, all, meter| {
            Reader::of(line, all, meter).unwrap()
        });
        assert!(matches!(by_sets, Reader::Sets(_)));
        let (_, by_words) = reader(&model, |line, all, meter| {
            Reader::Different(Layers::of(&line.language, all, meter).unwrap())
        });
        for _ in 0..300 {
            let masks = random_masks(places as usize, 7, &mut random);
            let expected = of_words(line, &masks);
            for reader in [&by_sets, &by_words] {
                let mut narrowed = masks.clone();
                let known = reader.narrow(&mut narrowed, &mut Scratch::default());
                let Some((letters, every)) = &expected else {
                    // Whether there is none may show only when letters are tried.
                    assert!(known.is_none() || masks.iter().any(|mask| mask.count_ones() > 1));
                    continue;
                };
                let known = known.expect("there are words");
                assert_eq!(known & !every, 0, "{masks:?}");
                for ((before, now), fits) in masks.iter().zip(&narrowed).zip(letters) {
                    assert_eq!((fits & !now, now & !before), (0, 0), "{masks:?}");
                }
            }
        }
    }
}

#[test]
fn more_letters_than_bits_are_items() {
    let numbers: Vec<i64> = (0..70).collect();
    let sum = Language::sum(3, &numbers, 100..=100).unwrap();
    let model = lined(3, 70, &sum);
    assert!(!reads(&model));
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    // 100 is a sum of three numbers in 5151 ways; in 3 · (1 + … + 31) of them one is above 69.
    assert_eq!(search.count().number, (5151u32 - 3 * 496).into());
}

#[test]
fn the_budget_ends_it() {
    let numbers: Vec<i64> = (0..60).map(|k| k * k).collect();
    let sum = Language::sum(4, &numbers, 4_000..=4_000).unwrap();
    let model = lined(4, 60, &sum);
    let budget = Budget::default().memory(model.bytes() / 2);
    assert!(Dance.prepare(&model, &budget).is_err());
    assert!(Dance.prepare(&model, &Budget::default()).is_ok());
}
