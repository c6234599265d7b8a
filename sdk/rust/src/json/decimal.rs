//! Exact decimals of floats, after the slow paths of Go's strconv: a number is
//! written as digits, which are doubled and halved.

/// Digits beyond these only tell whether something follows.
const DIGITS_MAX: usize = 800;
/// So far a shift goes at once: ten times 2^SHIFT_MAX still fits.
const SHIFT_MAX: i32 = 59;

/// 0.d₁d₂d₃… · 10^point
pub(super) struct Decimal {
    pub(super) digits: Vec<u8>, // 0 to 9, without zeros at the end
    pub(super) point: i32,
    pub(super) more: bool, // digits were left out
}

impl Decimal {
    pub(super) fn of_integer(number: u64) -> Self {
        let digits = digits_of(number);
        let point = digits.len() as i32;
        Decimal {
            digits,
            point,
            more: false,
        }
        .trimmed()
    }

    pub(super) fn of_digits(digits: impl Iterator<Item = u8>, mut point: i32) -> Self {
        let mut kept = Vec::new();
        let mut more = false;
        for digit in digits {
            if kept.is_empty() && digit == 0 {
                point -= 1;
            } else if kept.len() < DIGITS_MAX {
                kept.push(digit);
            } else {
                more |= digit > 0;
            }
        }
        Decimal {
            digits: kept,
            point,
            more,
        }
        .trimmed()
    }

    /// The exact value of a finite float's magnitude.
    pub(super) fn of_float(number: f64) -> Self {
        let bits = number.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        let mut decimal = Decimal::of_integer(if exponent == 0 {
            fraction
        } else {
            fraction | 1 << 52
        });
        decimal.shift(exponent.max(1) - 1075);
        decimal
    }

    fn trimmed(mut self) -> Self {
        self.trim();
        self
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
    }

    /// Multiplies by a power of two.
    pub(super) fn shift(&mut self, by: i32) {
        let mut rest = by.abs();
        while rest > 0 {
            let step = rest.min(SHIFT_MAX);
            rest -= step;
            if by > 0 {
                self.up(step as u32);
            } else {
                self.down(step as u32);
            }
        }
    }

    fn up(&mut self, by: u32) {
        let mut carry = 0u64;
        for digit in self.digits.iter_mut().rev() {
            carry += u64::from(*digit) << by;
            *digit = (carry % 10) as u8;
            carry /= 10;
        }
        let mut head = digits_of(carry);
        self.point += head.len() as i32;
        head.append(&mut self.digits);
        self.digits = head;
        self.more |= self.digits.iter().skip(DIGITS_MAX).any(|&digit| digit > 0);
        self.digits.truncate(DIGITS_MAX);
        self.trim();
    }

    fn down(&mut self, by: u32) {
        let mut rest = 0u64;
        let mut quotient = Vec::new();
        let mut taken = 0;
        while taken < self.digits.len() || rest > 0 {
            rest = rest * 10 + u64::from(self.digits.get(taken).copied().unwrap_or(0));
            taken += 1;
            let digit = (rest >> by) as u8;
            rest &= (1 << by) - 1;
            if quotient.is_empty() && digit == 0 {
                self.point -= 1;
            } else if quotient.len() < DIGITS_MAX {
                quotient.push(digit);
            } else {
                self.more |= digit > 0;
            }
        }
        self.digits = quotient;
        self.trim();
    }

    pub(super) fn digit(&self, at: i32) -> u8 {
        usize::try_from(at)
            .ok()
            .and_then(|at| self.digits.get(at).copied())
            .unwrap_or(0)
    }

    /// Whether cutting after so many digits rounds up; halves go to the even one.
    pub(super) fn rounds_up(&self, keep: i32) -> bool {
        if keep < 0 {
            return false;
        }
        let exactly_half =
            self.digit(keep) == 5 && self.digits.len() as i32 == keep + 1 && !self.more;
        if exactly_half {
            return self.digit(keep - 1) % 2 == 1;
        }
        self.digit(keep) >= 5
    }

    pub(super) fn rounded(&self, keep: i32) -> Self {
        let mut copy = Decimal {
            digits: self.digits.clone(),
            ..*self
        };
        copy.round(keep);
        copy
    }

    /// Rounds to so many digits, counted from the first.
    pub(super) fn round(&mut self, keep: i32) {
        if keep >= self.digits.len() as i32 {
            return;
        }
        let up = self.rounds_up(keep);
        self.digits.truncate(keep.max(0) as usize);
        self.more = false;
        if !up {
            return self.trim();
        }
        while self.digits.last() == Some(&9) {
            self.digits.pop();
        }
        match self.digits.last_mut() {
            Some(digit) => *digit += 1,
            None => {
                self.digits.push(1);
                self.point += 1;
            }
        }
    }
}

fn digits_of(mut number: u64) -> Vec<u8> {
    let mut digits = Vec::new();
    while number > 0 {
        digits.push((number % 10) as u8);
        number /= 10;
    }
    digits.reverse();
    digits
}
