//! The built-in rulesets of rules/lua again, for the WebAssembly sandbox: the same
//! decisions, byte for byte. `default`, `aggressive` and `conservative` are one
//! policy with a manifest each.

impressionism::arena!();

mod default;
mod family;
mod file;
mod fitting;
#[cfg(test)]
mod fitting_test;
mod lower;
mod minimal;
mod text;
#[cfg(test)]
mod text_test;

pub use default::DefaultRuleset;
pub use minimal::MinimalRuleset;
