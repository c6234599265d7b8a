use super::scenario::{Expectation, Scenario};
use super::scripted::CODES;
use super::Host;
use crate::Ref;

impl Expectation {
    /// Every item that is expected, or expected not to be there.
    fn named(&self) -> impl Iterator<Item = &Ref> {
        let entries = [&self.activate, &self.includes];
        let entries = entries.into_iter().flatten().flatten();
        let entries = entries.chain(&self.deactivate).map(|entry| &entry.r#ref);
        let refs = [&self.active, &self.excludes];
        entries.chain(refs.into_iter().flatten().flatten())
    }
}

impl Scenario {
    /// Finds what would make the scenario pass for nothing, or never.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut host = Host::new(self)?;
        for (index, event) in self.events().iter().enumerate() {
            let told = |wrong: String| format!("event {}: {wrong}", index + 1);
            host.prepare(event).map_err(told)?;
            let asked = &event.context.session_id;
            if !asked.is_empty() && *asked != self.session_id() {
                return Err(told(format!(
                    "its session is {asked:?} and the scenario's is {:?}; a scenario has one",
                    self.session_id()
                )));
            }
            if let Some(count) = event.expect.count.filter(|&count| count < 0) {
                return Err(told(format!(
                    "expect: count is {count}; so few can never be activated"
                )));
            }
            let code = event.expect.code.as_str();
            if !code.is_empty() && !CODES.contains(&code) {
                return Err(told(format!(
                    "expect: code is {code:?}; codes are {}",
                    CODES.join(", ")
                )));
            }
            for named in event.expect.named() {
                if host.item(named).is_none() {
                    return Err(told(format!(
                        "expect names {:?}, which is none of the items",
                        named.as_str()
                    )));
                }
            }
        }
        Ok(())
    }
}
