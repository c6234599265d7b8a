//! How std's types are read and written.

use super::{number, Malformed, Read, Reader, Write, Writer};

impl Read for String {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        if from.word("null") {
            return Ok(String::new());
        }
        from.string()
    }
}

impl Read for bool {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        if from.word("true") {
            return Ok(true);
        }
        if from.word("false") || from.word("null") {
            return Ok(false);
        }
        Err(from.expected("true or false"))
    }
}

impl Read for i64 {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        if from.word("null") {
            return Ok(0);
        }
        let at = from.at;
        number::integer(from.number()?).ok_or(Malformed {
            what: "expected a whole number".into(),
            at,
        })
    }
}

impl Read for f64 {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        if from.word("null") {
            return Ok(0.0);
        }
        from.number().map(number::float)
    }
}

impl Read for f32 {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        f64::read(from).map(|number| number as f32)
    }
}

impl Read for () {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        from.skip()
    }
}

impl<T: Read> Read for Option<T> {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        if from.word("null") {
            return Ok(None);
        }
        T::read(from).map(Some)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let mut list = Vec::new();
        if !from.word("null") {
            from.list(&mut |from| {
                list.push(T::read(from)?);
                Ok(())
            })?;
        }
        Ok(list)
    }
}

impl Write for str {
    fn write(&self, to: &mut Writer) {
        to.string(self);
    }
}

impl Write for String {
    fn write(&self, to: &mut Writer) {
        to.string(self);
    }
}

impl Write for bool {
    fn write(&self, to: &mut Writer) {
        to.raw(if *self { "true" } else { "false" });
    }
}

impl Write for i64 {
    fn write(&self, to: &mut Writer) {
        let mut digits = [0; 20];
        let mut from = digits.len();
        let mut rest = self.unsigned_abs();
        while rest > 0 || from == digits.len() {
            from -= 1;
            digits[from % 20] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        if *self < 0 {
            to.out.push('-');
        }
        for &digit in digits.iter().skip(from) {
            to.out.push(char::from(digit));
        }
    }
}

impl Write for f64 {
    /// Infinities and NaN, which JSON does not have, become null; `Writer::checked`
    /// reports them.
    fn write(&self, to: &mut Writer) {
        to.number(*self, false);
    }
}

impl Write for f32 {
    fn write(&self, to: &mut Writer) {
        to.number(f64::from(*self), true);
    }
}

impl Write for () {
    fn write(&self, to: &mut Writer) {
        to.raw("null");
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, to: &mut Writer) {
        match self {
            Some(value) => value.write(to),
            None => to.raw("null"),
        }
    }

    fn absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, to: &mut Writer) {
        to.list(&mut self.iter().map(|value| value as &dyn Write));
    }
}
