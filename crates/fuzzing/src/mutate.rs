//! Damaged inputs, the same ones each time, for tests without guidance by coverage.

/// Numbers that look random (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Random(u64);

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

impl Random {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// Returns `length` random bytes.
    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.word() as u8).collect()
    }

    /// One of these with some damage, or bytes that are nothing but random.
    pub fn input(&mut self, seeds: &[Vec<u8>], longest: usize) -> Vec<u8> {
        if seeds.is_empty() || self.below(8) == 0 {
            let length = self.below(longest.min(256) + 1);
            return self.bytes(length);
        }
        let mut input = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(4) {
            self.damage(&mut input, seeds);
        }
        input.truncate(longest);
        input
    }

    fn damage(&mut self, input: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        if input.is_empty() {
            *input = self.bytes(4);
            return;
        }
        let at = self.below(input.len());
        let end = at + self.below((input.len() - at).min(24) + 1);
        match self.below(9) {
            0 => input[at] ^= 1 << self.below(8),
            1 => input[at] = self.word() as u8,
            2 => input[at] = b" .-0123456789"[self.below(13)],
            3 => input.insert(at, b' ' + self.below(95) as u8),
            4 => drop(input.drain(at..end)),
            5 => {
                let part = input[at..end].to_vec();
                let to = self.below(input.len());
                input.splice(to..to, part);
            }
            6 => {
                let odd = ODD[self.below(ODD.len())];
                input.splice(at..end.min(at + 3), odd.iter().copied());
            }
            7 => input.truncate(at),
            _ => {
                let other = &seeds[self.below(seeds.len())];
                let from = self.below(other.len() + 1);
                input.splice(at.., other[from..].iter().copied());
            }
        }
    }
}
