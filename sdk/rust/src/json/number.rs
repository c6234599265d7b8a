//! Numbers as JSON writes them.

use super::decimal::Decimal;
use super::{Malformed, Reader};

/// Powers of ten that floats hold exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Exponents are not counted beyond this: it is far more than a float has.
const EXPONENT_MAX: i32 = 100_000;

struct Parts<'a> {
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i32,
}

/// Splits a number; none where JSON would not write it so.
fn parts(text: &[u8]) -> Option<Parts<'_>> {
    let (negative, rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (whole, mut rest) = digits(rest)?;
    if whole.len() > 1 && whole.first() == Some(&b'0') {
        return None;
    }
    let mut fraction: &[u8] = &[];
    if let [b'.', after @ ..] = rest {
        (fraction, rest) = digits(after)?;
    }
    let mut exponent = 0;
    if let [b'e' | b'E', after @ ..] = rest {
        let (sign, after) = match after {
            [b'-', after @ ..] => (-1, after),
            [b'+', after @ ..] => (1, after),
            after => (1, after),
        };
        let (written, after) = digits(after)?;
        for digit in written {
            exponent = EXPONENT_MAX.min(exponent * 10 + i32::from(digit - b'0'));
        }
        exponent *= sign;
        rest = after;
    }
    rest.is_empty().then_some(Parts {
        negative,
        whole,
        fraction,
        exponent,
    })
}

/// At least one digit, and what follows.
fn digits(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 {
        return None;
    }
    text.split_at_checked(count)
}

fn is_json(text: &[u8]) -> bool {
    parts(text).is_some()
}

/// A whole number; none where it has a fraction or does not fit.
pub(super) fn integer(text: &str) -> Option<i64> {
    let parts = parts(text.as_bytes())?;
    if parts.exponent != 0 || parts.fraction.iter().any(|&digit| digit != b'0') {
        let number = float(text);
        let whole = number as i64;
        return (whole as f64 == number && number.abs() < 9e15).then_some(whole);
    }
    let mut number = 0i64;
    for digit in parts.whole {
        let digit = i64::from(digit - b'0');
        number =
            number
                .checked_mul(10)?
                .checked_add(if parts.negative { -digit } else { digit })?;
    }
    Some(number)
}

/// The float nearest to the number.
pub(super) fn float(text: &str) -> f64 {
    let Some(parts) = parts(text.as_bytes()) else {
        return 0.0;
    };
    let magnitude = fast(&parts).unwrap_or_else(|| exact(&parts));
    if parts.negative {
        -magnitude
    } else {
        magnitude
    }
}

/// One division or multiplication of exact floats is rounded once, so it is right.
fn fast(parts: &Parts) -> Option<f64> {
    let mut mantissa = 0u64;
    for digit in parts.whole.iter().chain(parts.fraction) {
        if mantissa >= (1 << 53) / 10 {
            return None;
        }
        mantissa = mantissa * 10 + u64::from(digit - b'0');
    }
    let exponent = parts
        .exponent
        .checked_sub(i32::try_from(parts.fraction.len()).ok()?)?;
    let power = *TENS.get(exponent.unsigned_abs() as usize)?;
    let mantissa = mantissa as f64;
    Some(if exponent < 0 {
        mantissa / power
    } else {
        mantissa * power
    })
}

fn exact(parts: &Parts) -> f64 {
    let digits = parts
        .whole
        .iter()
        .chain(parts.fraction)
        .map(|digit| digit - b'0');
    let point = (parts.whole.len() as i32).saturating_add(parts.exponent);
    Decimal::of_digits(digits, point).float()
}

impl<'a> Reader<'a> {
    /// Reads a number as it is written.
    pub fn number(&mut self) -> Result<&'a str, Malformed> {
        self.peek();
        let from = self.at;
        while matches!(
            self.byte(),
            Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
        ) {
            self.at += 1;
        }
        let written = self.slice(from);
        if is_json(written.as_bytes()) {
            return Ok(written);
        }
        self.at = from;
        Err(self.expected("a number"))
    }
}
