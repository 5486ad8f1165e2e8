//! SHA-256 (FIPS 180-4), so that the files of a proof can be sealed, and compared with
//! `sha256sum --check` as well.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = {
    let mut words = [0; 64];
    let (mut candidate, mut found) = (2u64, 0);
    while found < 64 {
        if is_prime(candidate) {
            words[found] = root_bits(candidate, 3);
            found += 1;
        }
        candidate += 1;
    }
    words
};

/// The fractions of the square roots of the first 8.
const START: [u32; 8] = {
    let primes = [2, 3, 5, 7, 11, 13, 17, 19];
    let mut words = [0; 8];
    let mut i = 0;
    while i < 8 {
        words[i] = root_bits(primes[i], 2);
        i += 1;
    }
    words
};

const fn is_prime(number: u64) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            return false;
        }
        divisor += 1;
    }
    true
}

/// The first 32 bits after the point of a root of a number below 2^9.
const fn root_bits(number: u64, degree: u32) -> u32 {
    // The largest x with x^degree <= number * 2^(32 * degree); x is below 2^37.
    let target = (number as u128) << (32 * degree);
    let (mut low, mut high) = (0u128, 1u128 << 37);
    while high - low > 1 {
        let middle = u128::midpoint(low, high);
        let power = if degree == 2 {
            middle * middle
        } else {
            middle * middle * middle
        };
        if power <= target {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as u32
}

/// A checksum as it grows.
#[derive(Clone, Debug)]
pub struct Sha256 {
    state: [u32; 8],
    block: [u8; 64],
    length: u64,
}

impl Default for Sha256 {
    fn default() -> Self {
        Self {
            state: START,
            block: [0; 64],
            length: 0,
        }
    }
}

impl Sha256 {
    /// Takes more bytes in.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let filled = (self.length % 64) as usize;
            let count = bytes.len().min(64 - filled);
            self.block[filled..filled + count].copy_from_slice(&bytes[..count]);
            self.length += count as u64;
            bytes = &bytes[count..];
            if filled + count == 64 {
                self.mix();
            }
        }
    }

    /// The checksum of all bytes, in hexadecimal digits.
    pub fn finish(mut self) -> String {
        let bits = self.length.wrapping_mul(8);
        self.update(&[0x80]);
        while self.length % 64 != 56 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        let mut text = String::with_capacity(64);
        for word in self.state {
            let _ = write!(text, "{word:08x}");
        }
        text
    }

    fn mix(&mut self) {
        let mut w = [0u32; 64];
        for (word, bytes) in w.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = u32::from_be_bytes(bytes.try_into().expect("chunks of four"));
        }
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w[i] = w[i - 16]
                .wrapping_add(s0)
                .wrapping_add(w[i - 7])
                .wrapping_add(s1);
        }
        // The eight words in the standard's order, a to h.
        let mut s = self.state;
        for (word, round) in w.iter().zip(ROUNDS) {
            let s1 = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
            let choose = (s[4] & s[5]) ^ (!s[4] & s[6]);
            let first = s[7]
                .wrapping_add(s1)
                .wrapping_add(choose)
                .wrapping_add(round)
                .wrapping_add(*word);
            let s0 = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
            let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
            s = [
                first.wrapping_add(s0.wrapping_add(majority)),
                s[0],
                s[1],
                s[2],
                s[3].wrapping_add(first),
                s[4],
                s[5],
                s[6],
            ];
        }
        for (word, mixed) in self.state.iter_mut().zip(s) {
            *word = word.wrapping_add(mixed);
        }
    }
}

/// A reader or writer that computes the checksum of the bytes that pass through it.
#[derive(Debug)]
pub struct Summed<F> {
    file: F,
    sum: Sha256,
}

impl<F> Summed<F> {
    /// Nothing went through yet.
    pub fn new(file: F) -> Self {
        Self {
            file,
            sum: Sha256::default(),
        }
    }

    /// The checksum of the bytes that passed through.
    pub fn finish(self) -> String {
        self.sum.finish()
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.sum.update(&buffer[..length]);
        Ok(length)
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.file.write(bytes)?;
        self.sum.update(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{Sha256, Summed};
    use std::io::{self, Write as _};

    fn sum(bytes: &[u8]) -> String {
        let mut sum = Sha256::default();
        sum.update(bytes);
        sum.finish()
    }

    #[test]
    fn the_sums_of_the_standard() {
        assert_eq!(
            sum(b""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(
            sum(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            sum(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
        assert_eq!(
            sum(&b"a".repeat(1_000_000)),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }

    #[test]
    fn pieces_make_the_same_sum() {
        let bytes: Vec<u8> = (0..1000u32).map(|i| (i * 7) as u8).collect();
        for size in [1, 13, 63, 64, 65, 200] {
            let mut pieces = Sha256::default();
            for piece in bytes.chunks(size) {
                pieces.update(piece);
            }
            assert_eq!(pieces.finish(), sum(&bytes));
        }
    }

    #[test]
    fn what_is_summed_goes_through_whole() {
        let mut out = io::BufWriter::with_capacity(100, Vec::new());
        let mut summed = Summed::new(&mut out);
        summed.write_all(b"abc").unwrap();
        summed.flush().unwrap();
        assert_eq!(summed.finish(), sum(b"abc"));
        assert_eq!(out.get_ref(), b"abc");
    }
}
