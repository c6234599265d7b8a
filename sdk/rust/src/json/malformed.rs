use std::fmt;

/// Why a text could not be read, and at which byte.
#[derive(Clone, PartialEq)]
pub struct Malformed {
    /// What was expected, or which field is unknown.
    pub what: String,
    /// Offset in bytes.
    pub at: usize,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        f.write_str(" at byte ")?;
        fmt::Display::fmt(&self.at, f)
    }
}

/// As `Display`: what is derived would link core's Unicode tables.
impl fmt::Debug for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Malformed {}
