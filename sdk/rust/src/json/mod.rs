//! What crosses between host and guest, as JSON: traits, a reader and a writer
//! that know nothing of the contract. Small, because every 100 KB of a module cost
//! a cold start a millisecond; nothing of core's float and Unicode code is linked.

mod decimal;
mod format;
mod malformed;
mod nearest;
mod number;
mod read;
mod string;
mod types;
mod value;
mod write;

pub use format::decimals;
pub use malformed::Malformed;
pub use read::{Read, Reader};
pub use value::Value;
pub use write::{Write, Writer};

/// A struct that is read by the names of its fields.
pub trait ReadRecord {
    /// Reads the value of a field; `false` where there is no such field.
    fn read_field(&mut self, name: &str, from: &mut Reader) -> Result<bool, Malformed>;
}

/// A struct that is written by the names of its fields.
pub trait WriteRecord {
    /// Writes every field in turn.
    fn write_fields(&self, to: &mut Writer);
}

/// Reads one value from a text; fields that a struct does not know are passed over.
pub fn from_str<T: Read>(text: &str) -> Result<T, Malformed> {
    Reader::new(text).whole()
}

/// Writes one value; null stands for each number that JSON does not have.
pub fn to_string<T: Write + ?Sized>(value: &T) -> String {
    let mut to = Writer::default();
    value.write(&mut to);
    to.finish()
}
