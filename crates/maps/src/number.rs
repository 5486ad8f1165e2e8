//! Functions of numbers that are the same on every machine: additions, multiplications and divisions alone.

/// The exponential function to within a thousandth, by multiplications alone: the same on every machine.
pub(crate) fn exponential(power: f64) -> f64 {
    let part = 1.0 + power / 1024.0;
    let mut value = part + power * power / (2.0 * 1024.0 * 1024.0);
    for _ in 0..10 {
        value *= value;
    }
    value
}

/// A number of places, of which there are fewer than a `f64` has exact numbers.
pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The natural logarithm of a number above 0 that is not tiny.
pub(crate) fn logarithm(number: f64) -> f64 {
    let bits = number.to_bits();
    let power = f64::from((bits >> 52) as u16 & 0x7FF) - 1023.0;
    let part = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    // From 1 to 2 by the series of the inverse hyperbolic tangent.
    let ratio = (part - 1.0) / (part + 1.0);
    let square = ratio * ratio;
    let series = (0..16)
        .rev()
        .fold(0.0, |sum, at| sum * square + 1.0 / f64::from(2 * at + 1));
    power * std::f64::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_and_logarithms() {
        for step in -60..=60 {
            let power = f64::from(step) / 10.0;
            assert!(
                (exponential(power) / power.exp() - 1.0).abs() < 1e-3,
                "{power}"
            );
            let value = power.exp();
            assert!((logarithm(value) - power).abs() < 1e-9, "{value}");
        }
        assert!((logarithm(1e-10) - (1e-10f64).ln()).abs() < 1e-9);
    }
}
