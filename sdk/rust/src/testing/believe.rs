use super::run::Run;
use crate::Entry;

const ENTRIES_MAX: usize = 64;
const REASON_MAX: usize = 300;

/// Keeps of an answer what the host would: the entries whose items exist, the
/// first of each; an answer beyond the contract's limits is an error.
pub(super) fn believe(
    run: &mut Run,
    function: &str,
    entries: Vec<Entry>,
) -> Result<Vec<Entry>, String> {
    check(&entries).map_err(|wrong| format!("internal: {function}: {wrong}"))?;
    let by = match run.manifest.id.as_str() {
        "" => String::new(), // a scenario without a manifest
        id => format!("{id}: "),
    };
    let mut believed: Vec<Entry> = Vec::new();
    for entry in entries {
        let named = entry.r#ref.as_str();
        let is_double = believed.iter().any(|other| other.r#ref == entry.r#ref);
        if run.host.item(&entry.r#ref).is_none() {
            run.came
                .warn(format!("{by}{function}: there is no {named:?}; left out"));
        } else if is_double {
            run.came.warn(format!(
                "{by}{function}: {named:?} comes twice; the first counts"
            ));
        } else {
            believed.push(entry);
        }
    }
    Ok(believed)
}

fn check(entries: &[Entry]) -> Result<(), String> {
    if entries.len() > ENTRIES_MAX {
        return Err(format!(
            "{} entries, at most {ENTRIES_MAX} are allowed",
            entries.len()
        ));
    }
    for (index, entry) in entries.iter().enumerate() {
        let chars = entry.reason.chars().count();
        if entry.r#ref.is_empty() {
            return Err(format!("/{index}/ref is empty"));
        }
        if !(1..=REASON_MAX).contains(&chars) {
            return Err(format!(
                "/{index}/reason has {chars} characters, 1 to {REASON_MAX} are allowed"
            ));
        }
        if let Some(score) = entry.score.filter(|score| !(0.0..=1.0).contains(score)) {
            return Err(format!("/{index}/score is {score}, 0 to 1 is allowed"));
        }
    }
    Ok(())
}
