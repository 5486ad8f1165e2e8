//! Damaged inputs, the same ones each time, for tests without guidance by coverage.

use tilewright_testkit::Seeded;

/// Bytes that break parsers: extreme numbers, brackets that close too early, bytes beyond ASCII.
const ODD: [&[u8]; 20] = [
    b"0",
    b"-1",
    b"1",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"18446744073709551616",
    b"1e999",
    b"NaN",
    b"\"",
    b"[[[[",
    b"{}",
    b"\r\n",
    b"\n\n",
    b"\t",
    b"\0",
    b"\xff",
    "é".as_bytes(),
    "𝟗".as_bytes(),
];

/// One of these with some damage, or bytes that are nothing but random.
pub fn input(random: &mut Seeded, seeds: &[Vec<u8>], longest: usize) -> Vec<u8> {
    if seeds.is_empty() || random.below(8) == 0 {
        let length = random.below(longest.min(256) + 1);
        return random.bytes(length);
    }
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        damage(random, &mut input, seeds);
    }
    input.truncate(longest);
    input
}

fn damage(random: &mut Seeded, input: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    if input.is_empty() {
        *input = random.bytes(4);
        return;
    }
    let at = random.below(input.len());
    let end = at + random.below((input.len() - at).min(24) + 1);
    match random.below(9) {
        0 => input[at] ^= 1 << random.below(8),
        1 => input[at] = random.word() as u8,
        2 => input[at] = b" .-0123456789"[random.below(13)],
        3 => input.insert(at, b' ' + random.below(95) as u8),
        4 => drop(input.drain(at..end)),
        5 => {
            let part = input[at..end].to_vec();
            let to = random.below(input.len());
            input.splice(to..to, part);
        }
        6 => {
            let odd = ODD[random.below(ODD.len())];
            input.splice(at..end.min(at + 3), odd.iter().copied());
        }
        7 => input.truncate(at),
        _ => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len() + 1);
            input.splice(at.., other[from..].iter().copied());
        }
    }
}
