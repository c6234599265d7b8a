use crate::{Active, Candidate, Entry, Item};

impl Entry {
    /// An entry for the item of this id and kind.
    pub fn new(id: &str, kind: &str, reason: impl Into<String>) -> Self {
        Entry {
            skill_id: id.into(),
            kind: Some(kind.into()),
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
        Entry::new(&self.id, &self.kind, reason)
    }
}

impl Active {
    /// An entry for this item.
    pub fn entry(&self, reason: impl Into<String>) -> Entry {
        Entry::new(&self.id, &self.kind, reason)
    }
}

impl Candidate {
    /// An entry for this item, with its similarity as score.
    pub fn entry(&self, reason: impl Into<String>) -> Entry {
        self.skill.entry(reason).scored(self.similarity)
    }
}
