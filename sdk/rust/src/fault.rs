use std::fmt;
use std::panic::Location;

use crate::json::{Malformed, Read, ReadRecord, Reader, Write, WriteRecord, Writer};

/// Why the host did not answer a call.
#[derive(Clone, Default)]
pub struct Fault {
    /// `bad_request`, `unknown_call`, `not_allowed`, `not_found`, `limit`,
    /// `unavailable` or `internal`.
    pub code: String,
    /// What to do about it, or what was wrong.
    pub message: String,
    place: Option<&'static Location<'static>>,
}

impl Fault {
    /// A fault of the given code.
    #[track_caller]
    pub fn new(code: &str, message: &str) -> Self {
        Fault {
            code: code.into(),
            message: message.into(),
            place: Some(Location::caller()),
        }
    }

    /// The line of the author's that made the call.
    pub fn place(&self) -> Option<&'static Location<'static>> {
        self.place
    }

    pub(crate) fn at(self, place: &'static Location<'static>) -> Self {
        Fault {
            place: Some(place),
            ..self
        }
    }
}

/// Two faults are alike wherever they came from.
impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code && self.message == other.message
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code)?;
        f.write_str(": ")?;
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// As `Display`: what is derived would link core's Unicode tables.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Read for Fault {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let mut fault = Fault::default();
        from.record(&mut fault)?;
        Ok(fault)
    }
}

impl ReadRecord for Fault {
    fn read_field(&mut self, name: &str, from: &mut Reader) -> Result<bool, Malformed> {
        match name {
            "code" => self.code = from.string()?,
            "message" => self.message = from.string()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Write for Fault {
    fn write(&self, to: &mut Writer) {
        to.record(self);
    }
}

impl WriteRecord for Fault {
    fn write_fields(&self, to: &mut Writer) {
        to.field("code", &self.code);
        to.field("message", &self.message);
    }
}

/// What a host call answers: one of the two.
pub(crate) struct Reply<T> {
    pub(crate) answer: Result<Option<T>, Fault>,
}

impl<T> Default for Reply<T> {
    fn default() -> Self {
        Reply { answer: Ok(None) }
    }
}

impl<T: Read> ReadRecord for Reply<T> {
    fn read_field(&mut self, name: &str, from: &mut Reader) -> Result<bool, Malformed> {
        match name {
            "ok" => self.answer = Ok(Some(T::read(from)?)),
            "error" => self.answer = Err(Fault::read(from)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}
