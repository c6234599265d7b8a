#![doc = include_str!("../README.md")]

mod abi;
#[cfg(target_family = "wasm")]
mod arena;
mod embedding;
mod entry;
#[cfg(target_family = "wasm")]
mod env;
mod fault;
#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub mod guest;
mod host;
pub mod json;
mod log;
mod param;
mod record;
mod refs;
mod ruleset;
#[cfg(not(target_family = "wasm"))]
pub mod testing;

pub use abi::*;
#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub use arena::Arena;
pub use embedding::Embedding;
pub use fault::Fault;
pub use json::{decimals, Value};
pub use log::{debug, error, info, warn};
pub use param::{param, Param};
pub use refs::{NoRef, Ref};
pub use ruleset::{Answer, Error, Ruleset};

use host::host_call;
