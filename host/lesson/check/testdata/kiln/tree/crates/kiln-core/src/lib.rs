//! Firing schedules. The old FiringPlan lives on only in this comment.
pub mod schedule;
pub mod store;

pub use schedule::{Ramp, Schedule};

#[derive(Debug, thiserror::Error)]
pub enum KilnError {
    #[error("cone {0} is unknown")]
    UnknownCone(String),
    #[error("too hot")]
    OverTemperature,
}
