use super::{Malformed, ReadRecord};

/// How deep values may nest; the host's own limit is the same.
const DEPTH_MAX: usize = 64;

/// What can be read from JSON.
pub trait Read: Sized {
    /// Reads one value.
    fn read(from: &mut Reader) -> Result<Self, Malformed>;
}

/// Reads JSON from front to back.
pub struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Passes over fields that a struct does not know.
    pub fn new(text: &'a str) -> Self {
        Reader {
            text,
            at: 0,
            depth: 0,
        }
    }

    /// Reads one value and nothing after it.
    pub fn whole<T: Read>(mut self) -> Result<T, Malformed> {
        let value = T::read(&mut self)?;
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.expected("the end")),
        }
    }

    /// The first byte of what comes next.
    pub fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.byte() {
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn slice(&self, from: usize) -> &'a str {
        self.text.get(from..self.at).unwrap_or_default()
    }

    /// The error at this place.
    pub fn expected(&self, what: &str) -> Malformed {
        let mut text = String::from("expected ");
        text.push_str(what);
        Malformed {
            what: text,
            at: self.at,
        }
    }

    /// Takes the byte if it comes next.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Takes the word if it comes next.
    pub fn word(&mut self, word: &str) -> bool {
        self.peek();
        self.exactly(word)
    }

    /// Takes the word if it comes at once.
    pub(super) fn exactly(&mut self, word: &str) -> bool {
        let rest = self.text.as_bytes().get(self.at..);
        let found = rest.is_some_and(|rest| rest.starts_with(word.as_bytes()));
        self.at += if found { word.len() } else { 0 };
        found
    }

    /// Reads a list, one call of `entry` for each of its values.
    pub fn list(
        &mut self,
        entry: &mut dyn FnMut(&mut Self) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        self.nested(b'[', b']', "a list", entry)
    }

    /// Reads an object, one call of `field` for each name; it reads the value.
    pub fn object(
        &mut self,
        field: &mut dyn FnMut(&str, &mut Self) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        self.nested(b'{', b'}', "an object", &mut |from| {
            let name = from.string()?;
            if !from.take(b':') {
                return Err(from.expected("':'"));
            }
            field(&name, from)
        })
    }

    fn nested(
        &mut self,
        open: u8,
        close: u8,
        what: &str,
        entry: &mut dyn FnMut(&mut Self) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        if !self.take(open) {
            return Err(self.expected(what));
        }
        if self.depth >= DEPTH_MAX {
            return Err(self.expected("less nesting"));
        }
        self.depth += 1;
        let mut more = !self.take(close);
        while more {
            entry(self)?;
            more = self.take(b',');
            if !more && !self.take(close) {
                return Err(self.expected("',' or the end of the list or object"));
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads a struct.
    pub fn record(&mut self, record: &mut dyn ReadRecord) -> Result<(), Malformed> {
        self.object(&mut |name, from| {
            if record.read_field(name, from)? {
                return Ok(());
            }
            from.skip()
        })
    }

    /// Passes over one value.
    pub fn skip(&mut self) -> Result<(), Malformed> {
        match self.peek() {
            Some(b'{') => self.object(&mut |_, from| from.skip()),
            Some(b'[') => self.list(&mut |from| from.skip()),
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number().map(drop),
            _ if self.word("null") || self.word("true") || self.word("false") => Ok(()),
            _ => Err(self.expected("a value")),
        }
    }
}
