use crate::{Active, Candidate, Entry, Item, Ref};

impl Entry {
    /// An entry for an item.
    pub fn new(of: &Ref, reason: impl Into<String>) -> Self {
        Entry {
            r#ref: of.clone(),
            reason: reason.into(),
            score: None,
        }
    }

    /// The entry with a score; what is above 1 or below 0 becomes 1 or 0.
    pub fn scored(mut self, score: f64) -> Self {
        self.score = Some(score.clamp(0.0, 1.0));
        self
    }
}

impl Item {
    /// An entry for this item.
    pub fn entry(&self, reason: impl Into<String>) -> Entry {
        Entry::new(&self.r#ref, reason)
    }
}

impl Active {
    /// An entry for this item.
    pub fn entry(&self, reason: impl Into<String>) -> Entry {
        Entry::new(&self.r#ref, reason)
    }
}

impl Candidate {
    /// An entry for this item, with its similarity as score.
    pub fn entry(&self, reason: impl Into<String>) -> Entry {
        self.item.entry(reason).scored(self.similarity)
    }
}
