use super::decimal::Decimal;

/// How many halvings bring a number with so many digits nearest below one.
const SMALLER: [i32; 9] = [0, 3, 6, 9, 13, 16, 19, 23, 26];

impl Decimal {
    /// The nearest float, halves to the even one.
    pub(super) fn float(mut self) -> f64 {
        if self.digits.is_empty() || self.point < -330 {
            return 0.0;
        }
        if self.point > 310 {
            return f64::INFINITY;
        }
        let mut exponent = 0; // of two; the number is brought into [1/2, 1)
        while self.point > 0 {
            let by = if self.point > 8 {
                27
            } else {
                SMALLER[self.point as usize % 9]
            };
            self.shift(-by);
            exponent += by;
        }
        while self.point < 0 || self.digit(0) < 5 {
            let by = if self.point < -8 {
                27
            } else {
                SMALLER[-self.point as usize % 9].max(1)
            };
            self.shift(by);
            exponent -= by;
        }
        exponent -= 1; // now [1, 2)
        let below_normal = (-1022 - exponent).max(0);
        self.shift(53 - below_normal);
        let mut mantissa = self.integer();
        if mantissa == 1 << 53 {
            mantissa >>= 1;
            exponent += 1;
        }
        if exponent > 1023 {
            return f64::INFINITY;
        }
        let biased = if mantissa >> 52 == 0 {
            0
        } else {
            (exponent.max(-1022) + 1023) as u64
        };
        f64::from_bits(biased << 52 | mantissa & ((1 << 52) - 1))
    }

    /// The nearest whole number; halves go to the even one.
    fn integer(&self) -> u64 {
        let mut number = 0u64;
        for at in 0..self.point {
            number = number
                .wrapping_mul(10)
                .wrapping_add(u64::from(self.digit(at)));
        }
        number + u64::from(self.rounds_up(self.point))
    }
}
