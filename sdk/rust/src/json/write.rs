use super::{format, to_string, WriteRecord};

/// What can be written as JSON.
pub trait Write {
    /// Writes one value.
    fn write(&self, to: &mut Writer);
    /// Whether a struct leaves the field out.
    fn absent(&self) -> bool {
        false
    }
}

/// Writes JSON.
#[derive(Default)]
pub struct Writer {
    pub(super) out: String,
    wrong: Option<Wrong>,
}

/// A number that JSON does not have.
struct Wrong {
    at: String, // a JSON Pointer, as far as the writer has left the values around
    what: &'static str,
}

impl Writer {
    /// What was written; null stands for each number that JSON does not have.
    pub fn finish(self) -> String {
        self.out
    }

    /// What was written, or the first number that JSON does not have and where it
    /// stands: "/0/score: NaN is no number that JSON has".
    pub fn checked(self) -> Result<String, String> {
        match self.wrong {
            Some(wrong) => {
                Err([&wrong.at, ": ", wrong.what, " is no number that JSON has"].concat())
            }
            None => Ok(self.out),
        }
    }

    pub(super) fn number(&mut self, number: f64, is_narrow: bool) {
        match format::shortest(number, is_narrow) {
            Some(digits) => self.raw(&digits),
            None => {
                self.raw("null");
                self.wrong.get_or_insert(Wrong {
                    at: String::new(),
                    what: if number.is_nan() { "NaN" } else { "infinity" },
                });
            }
        }
    }

    /// Writes what stands at a name or a number of the value around it.
    fn inside(&mut self, value: &dyn Write, at: &dyn Fn() -> String) {
        let is_known = self.wrong.is_some();
        value.write(self);
        if let (false, Some(wrong)) = (is_known, &mut self.wrong) {
            wrong.at = ["/", &at(), &wrong.at].concat();
        }
    }

    /// Writes text as it is.
    pub fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn comma(&mut self) {
        if !self.out.ends_with(['{', '[']) {
            self.out.push(',');
        }
    }

    /// Writes a struct.
    pub fn record(&mut self, record: &dyn WriteRecord) {
        self.out.push('{');
        record.write_fields(self);
        self.out.push('}');
    }

    /// Writes one field of a struct, unless it is absent.
    pub fn field(&mut self, name: &str, value: &dyn Write) {
        if value.absent() {
            return;
        }
        self.comma();
        self.string(name);
        self.out.push(':');
        self.inside(value, &|| name.into());
    }

    /// Writes a list.
    pub fn list(&mut self, values: &mut dyn Iterator<Item = &dyn Write>) {
        self.out.push('[');
        for (at, value) in values.enumerate() {
            self.comma();
            self.inside(value, &|| to_string(&(at as i64)));
        }
        self.out.push(']');
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) {
        self.out.push('"');
        let mut from = 0;
        for (at, byte) in text.bytes().enumerate() {
            if byte >= b' ' && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.out.push_str(text.get(from..at).unwrap_or_default());
            from = at + 1;
            self.out.push('\\');
            match byte {
                b'"' | b'\\' => self.out.push(char::from(byte)),
                b'\n' => self.out.push('n'),
                b'\r' => self.out.push('r'),
                b'\t' => self.out.push('t'),
                _ => {
                    self.out.push_str(if byte < 16 { "u000" } else { "u001" });
                    self.out.push(char::from(hex(byte & 15)));
                }
            }
        }
        self.out.push_str(text.get(from..).unwrap_or_default());
        self.out.push('"');
    }
}

fn hex(digit: u8) -> u8 {
    digit + if digit < 10 { b'0' } else { b'a' - 10 }
}
