use super::scenario::Scenario;
use super::scores::Scores;
use super::Host;

impl Scenario {
    /// Finds what would make the scenario pass for nothing, or never.
    pub(super) fn check(&self) -> Result<(), String> {
        Host::new(self)?;
        for (index, event) in self.events().iter().enumerate() {
            let told = |wrong: String| format!("event {}: {wrong}", index + 1);
            self.check_scores([&event.search, &event.relevance])
                .map_err(told)?;
            let asked = &event.context.session_id;
            if !asked.is_empty() && *asked != self.session_id() {
                return Err(told(format!(
                    "its session is {asked:?} and the scenario's is {:?}; a scenario has one",
                    self.session_id()
                )));
            }
            let entries = event
                .expect
                .activate
                .iter()
                .chain(&event.expect.deactivate)
                .map(|entry| &entry.skill_id);
            for id in entries.chain(event.expect.active.iter().flatten()) {
                if !self.knows(id) {
                    return Err(told(format!(
                        "expect names {id:?}, which is none of the skills"
                    )));
                }
            }
        }
        Ok(())
    }

    fn check_scores(&self, scores: [&Option<Scores>; 2]) -> Result<(), String> {
        for (id, _) in scores.into_iter().flatten().flat_map(|scores| &scores.0) {
            if !self.knows(id) {
                return Err(format!("scores name {id:?}, which is none of the skills"));
            }
        }
        Ok(())
    }

    fn knows(&self, id: &str) -> bool {
        self.skills.iter().any(|item| item.id == id)
    }
}
