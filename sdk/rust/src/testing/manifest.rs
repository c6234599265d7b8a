use std::path::Path;

use crate::json::{self, Malformed, Read, Reader};
use crate::record::record;
use crate::Value;

record! {
    /// What describes a ruleset.
    pub struct Manifest {
        /// As in "acme/careful".
        pub id: String,
        /// Its version.
        pub version: String,
        /// The number of the contract.
        pub abi: i64,
        /// What it does, in one line.
        pub summary: String,
        /// File name of the code.
        pub code: String,
        /// The events it wants.
        pub events: Vec<String>,
        /// The host calls it may use; every call where empty.
        pub calls: Vec<String>,
        /// Its parameters.
        pub parameters: Parameters,
    }

    /// One parameter.
    pub struct Parameter {
        /// number, integer, string, boolean, array or object.
        pub r#type: String,
        /// Its value where the configuration has none.
        pub default: Option<Value>,
        /// The lowest number.
        pub minimum: Option<f64>,
        /// The highest number.
        pub maximum: Option<f64>,
        /// The values it may have.
        pub r#enum: Vec<Value>,
        /// What it is for.
        pub description: String,
    }
}

/// Parameters by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters(pub Vec<(String, Parameter)>);

impl Read for Parameters {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let mut parameters = Vec::new();
        from.object(&mut |name, from| {
            parameters.push((name.to_owned(), Parameter::read(from)?));
            Ok(())
        })?;
        Ok(Parameters(parameters))
    }
}

impl json::Write for Parameters {
    fn write(&self, to: &mut json::Writer) {
        to.raw("{");
        for (name, parameter) in &self.0 {
            to.field(name, parameter);
        }
        to.raw("}");
    }
}

impl Manifest {
    /// Reads a manifest; unknown fields, a missing id and another contract are errors.
    pub fn load(file: &Path) -> Result<Self, String> {
        let told =
            |wrong: &dyn std::fmt::Display| format!("load manifest {}: {wrong}", file.display());
        let text = std::fs::read_to_string(file).map_err(|wrong| told(&wrong))?;
        let manifest: Manifest = json::from_str_strict(&text).map_err(|wrong| told(&wrong))?;
        if manifest.id.is_empty() {
            return Err(told(&"id is missing"));
        }
        if manifest.abi != crate::VERSION {
            return Err(told(&format!(
                "abi {} is not that of this crate ({})",
                manifest.abi,
                crate::VERSION
            )));
        }
        for (name, parameter) in &manifest.parameters.0 {
            let wrong = parameter
                .default
                .as_ref()
                .and_then(|value| parameter.refuses(value));
            if let Some(wrong) = wrong {
                return Err(told(&format!("default of parameter {name}: {wrong}")));
            }
        }
        Ok(manifest)
    }

    /// Whether the ruleset may make the host call.
    pub(super) fn allows(&self, call: &str) -> bool {
        self.calls.is_empty() || self.calls.iter().any(|allowed| allowed == call)
    }

    pub(super) fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters
            .0
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, parameter)| parameter)
    }
}

impl Parameter {
    /// Why the value does not fit, or nothing.
    pub(super) fn refuses(&self, value: &Value) -> Option<String> {
        let shown = json::to_string(value);
        let fits = match (self.r#type.as_str(), value) {
            ("integer", Value::Number(number)) => number.trunc() == *number,
            ("number", Value::Number(_))
            | ("string", Value::String(_))
            | ("boolean", Value::Bool(_)) => true,
            ("array", Value::Array(_)) | ("object", Value::Object(_)) => true,
            _ => false,
        };
        if !fits {
            return Some(format!("{shown} is not of type {}", self.r#type));
        }
        if let Value::Number(number) = value {
            if let Some(minimum) = self.minimum.filter(|minimum| number < minimum) {
                return Some(format!("{shown} is below the minimum {minimum}"));
            }
            if let Some(maximum) = self.maximum.filter(|maximum| number > maximum) {
                return Some(format!("{shown} is above the maximum {maximum}"));
            }
        }
        let listed = self.r#enum.is_empty() || self.r#enum.contains(value);
        (!listed).then(|| format!("{shown} is none of {}", json::to_string(&self.r#enum)))
    }
}
