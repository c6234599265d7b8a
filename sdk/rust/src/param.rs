use crate::{ask_param, Fault, ParamRequest, Value};

/// What a parameter can be read as.
pub trait Param: Into<Value> + Sized {
    /// The type's name in messages.
    const NAME: &'static str;
    /// The value, if it is of this type.
    fn of(value: Value) -> Option<Self>;
}

/// A parameter of the active ruleset: what is configured, else its manifest's
/// default, else the one given here. The type follows from the default.
#[track_caller]
pub fn param<T: Param>(name: &str, default: T) -> Result<T, Fault> {
    match T::of(ask(name, default.into())?) {
        Some(value) => Ok(value),
        None => Err(Fault::new(
            "bad_request",
            &["parameter ", name, " is no ", T::NAME].concat(),
        )),
    }
}

#[track_caller]
fn ask(name: &str, default: Value) -> Result<Value, Fault> {
    ask_param(&ParamRequest {
        name: name.into(),
        default: Some(default),
    })
}

impl Param for f64 {
    const NAME: &'static str = "number";
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl Param for i64 {
    const NAME: &'static str = "whole number";
    fn of(value: Value) -> Option<Self> {
        f64::of(value)
            .filter(|&number| (number as i64) as f64 == number)
            .map(|number| number as i64)
            .filter(|&whole| whole.unsigned_abs() < 1 << 53)
    }
}

impl Param for bool {
    const NAME: &'static str = "boolean";
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }
}

impl Param for String {
    const NAME: &'static str = "string";
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl<T: Param> Param for Vec<T> {
    const NAME: &'static str = "list of that type";
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Array(values) => values.into_iter().map(T::of).collect(),
            _ => None,
        }
    }
}

impl Param for Value {
    const NAME: &'static str = "value";
    fn of(value: Value) -> Option<Self> {
        Some(value)
    }
}
