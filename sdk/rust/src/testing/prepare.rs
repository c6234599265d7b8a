use super::scenario::Event;
use super::scores::Scores;
use super::scripted::quoted;
use super::Host;
use crate::Fault;

/// The one kind of real index: by words alone, as where no model is installed.
const INDEX: &str = "words";
const NO_INDEX: &str = "the scenario wants a real index, which only `impressionism rules test` has";

impl Host {
    /// Takes what is an event's own.
    pub(super) fn prepare(&mut self, event: &Event) -> Result<(), String> {
        self.score(&event.search, &event.relevance)?;
        self.set_answers(&event.answers)
    }

    /// Whether searches are answered by a script; else they are real, and not here.
    pub(super) fn searches(&self) -> Result<(), Fault> {
        if self.index.is_empty() {
            return Ok(());
        }
        Err(Fault::new("unavailable", NO_INDEX))
    }

    /// Replaces what searches and relevance answer.
    pub(super) fn score(
        &mut self,
        search: &Option<Scores>,
        relevance: &Option<Scores>,
    ) -> Result<(), String> {
        if !self.index.is_empty() && (search.is_some() || relevance.is_some()) {
            return Err("script: with index the search is real; leave out search and relevance, or answer single calls under answers".into());
        }
        for (named, _) in [search, relevance]
            .into_iter()
            .flatten()
            .flat_map(|scores| &scores.0)
        {
            if self.item(named).is_none() {
                return Err(format!(
                    "script: scores name {:?}, which is none of the items",
                    named.as_str()
                ));
            }
        }
        self.search = search.clone().unwrap_or_default();
        self.relevance = relevance.clone().unwrap_or_else(|| self.search.clone());
        Ok(())
    }

    pub(super) fn check_index(&self) -> Result<(), String> {
        if !["", INDEX].contains(&self.index.as_str()) {
            let index = quoted(&self.index);
            return Err(format!(
                "script: index is {index}; it is {INDEX:?}, or absent"
            ));
        }
        Ok(())
    }
}
