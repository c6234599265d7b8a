use super::{Malformed, Read, Reader, Write, Writer};

/// Any JSON value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// null
    #[default]
    Null,
    /// true or false
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// An object, its fields as they were written.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(fields) => fields
                .iter()
                .find(|(field, _)| field == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }
}

impl Read for Value {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        Ok(match from.peek() {
            Some(b'{') => {
                let mut fields = Vec::new();
                from.object(&mut |name, from| {
                    fields.push((name.to_owned(), Value::read(from)?));
                    Ok(())
                })?;
                Value::Object(fields)
            }
            Some(b'[') => Value::Array(Read::read(from)?),
            Some(b'"') => Value::String(from.string()?),
            Some(b't' | b'f') => Value::Bool(bool::read(from)?),
            _ if from.word("null") => Value::Null,
            _ => Value::Number(f64::read(from)?),
        })
    }
}

impl Write for Value {
    fn write(&self, to: &mut Writer) {
        match self {
            Value::Null => to.raw("null"),
            Value::Bool(value) => value.write(to),
            Value::Number(number) => number.write(to),
            Value::String(text) => to.string(text),
            Value::Array(values) => values.write(to),
            Value::Object(fields) => {
                to.raw("{");
                for (name, value) in fields {
                    to.field(name, value);
                }
                to.raw("}");
            }
        }
    }
}

macro_rules! from {
    ($($type:ty, $value:ident => $result:expr;)*) => { $(
        impl From<$type> for Value {
            fn from($value: $type) -> Self {
                $result
            }
        }
    )* };
}

from! {
    bool, value => Value::Bool(value);
    f64, number => Value::Number(number);
    i64, number => Value::Number(number as f64);
    String, text => Value::String(text);
    &str, text => Value::String(text.to_owned());
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Value::Array(values.into_iter().map(Into::into).collect())
    }
}
