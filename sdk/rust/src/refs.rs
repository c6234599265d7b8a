use std::fmt;

use crate::json::{Malformed, Read, Reader, Write, Writer};

/// Names one item: its kind, and its id among the items of that kind. On the wire it
/// is one text, `skill:pdf-forms`. The default names no item.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref(String);

impl Ref {
    /// The item of a kind and an id.
    pub fn new(kind: &str, id: &str) -> Self {
        Ref([kind, ":", id].concat())
    }

    /// The skill of an id.
    pub fn skill(id: &str) -> Self {
        Ref::new("skill", id)
    }

    /// The kind: `skill` of `skill:pdf-forms`.
    pub fn kind(&self) -> &str {
        self.0.split_once(':').map_or("", |(kind, _)| kind)
    }

    /// The id: `pdf-forms` of `skill:pdf-forms`. It may hold further colons.
    pub fn id(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, id)| id)
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it names no item.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.0)
    }
}

const A_REF: &str = "a ref: a kind, a colon and an id, as in skill:pdf-forms";

/// Why a text does not name an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRef;

impl fmt::Display for NoRef {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("the text names no item; write ")?;
        to.write_str(A_REF)
    }
}

impl std::error::Error for NoRef {}

impl TryFrom<String> for Ref {
    type Error = NoRef;

    fn try_from(text: String) -> Result<Self, NoRef> {
        let (kind, id) = text.split_once(':').ok_or(NoRef)?;
        let named = |(at, byte): (usize, u8)| match byte {
            b'a'..=b'z' => true,
            b'0'..=b'9' | b'-' => at > 0,
            _ => false,
        };
        match !kind.is_empty() && !id.is_empty() && kind.bytes().enumerate().all(named) {
            true => Ok(Ref(text)),
            false => Err(NoRef),
        }
    }
}

impl std::str::FromStr for Ref {
    type Err = NoRef;

    fn from_str(text: &str) -> Result<Self, NoRef> {
        text.to_owned().try_into()
    }
}

impl Read for Ref {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let text = from.string()?;
        if text.is_empty() {
            return Ok(Ref::default());
        }
        Ref::try_from(text).map_err(|NoRef| from.expected(A_REF))
    }
}

impl Write for Ref {
    fn write(&self, to: &mut Writer) {
        to.string(&self.0);
    }
}
