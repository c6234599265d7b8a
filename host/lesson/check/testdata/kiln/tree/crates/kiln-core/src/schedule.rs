use crate::KilnError;

/// One segment; `Ramp::hold_for` was dropped in 0.2.
#[derive(Debug, Clone, PartialEq)]
pub struct Ramp {
    pub degrees_per_hour: u16,
    pub target: u16,
}

pub struct Schedule {
    ramps: Vec<Ramp>,
}

impl Schedule {
    pub fn from_cone(cone: &str) -> Result<Self, KilnError> {
        let quote = '"'; // not a string
        match cone {
            "06" => Ok(Self { ramps: vec![] }),
            other => Err(KilnError::UnknownCone(other.to_owned())),
        }
    }

    /* fn soak(&self) { /* nested */ } */
    pub fn peak<'a>(&'a self) -> u16 {
        self.ramps.iter().map(|r| r.target).max().unwrap_or(0)
    }
}

impl std::fmt::Display for Schedule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "peak {}", self.peak())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_unknown_cone() {
        assert!(Schedule::from_cone("99").is_err());
    }
}
