use std::io::{Error, ErrorKind};
use std::path::Path;

use super::files::limited;
use super::scenario::Scenario;
use super::yaml;
use crate::{json, Item};

const FILE_MAX: u64 = 4 << 20;

impl Scenario {
    /// Puts the items of the catalog file before those of the scenario. No folder:
    /// the scenario stands by itself.
    pub(super) fn take_catalog(&mut self, folder: Option<&Path>) -> Result<(), String> {
        if self.catalog.is_empty() {
            return Ok(());
        }
        let shown: String = self.catalog.chars().take(100).collect();
        let folder = folder.ok_or_else(|| {
            format!("catalog: {shown} cannot be read here: the scenario stands by itself")
        })?;
        let name = clean(&self.catalog)
            .ok_or_else(|| format!("catalog: {shown:?} is no path inside the ruleset's folder"))?;
        let text = read(folder, &name).map_err(|wrong| format!("catalog: {wrong}"))?;
        let items = decode(&text).map_err(|wrong| format!("catalog {name}: {wrong}"))?;
        self.items.splice(..0, items);
        Ok(())
    }
}

/// Reads YAML, or JSON with escapes that YAML does not have, as \/ and those of
/// characters in two halves.
fn decode(text: &str) -> Result<Vec<Item>, String> {
    yaml::from_str(text).or_else(|wrong| json::from_str_strict(text).map_err(|_| wrong))
}

/// A path with slashes that does not lead out of where it begins, without detours.
fn clean(path: &str) -> Option<String> {
    let mut names = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()?),
            _ => names.push(name),
        }
    }
    let name = if names.is_empty() {
        ".".to_owned()
    } else {
        names.join("/")
    };
    (!path.starts_with('/')).then_some(name)
}

/// Reads a file inside a folder; a link that leads out of it is not followed.
fn read(folder: &Path, name: &str) -> Result<String, String> {
    let told = |wrong: Error| match wrong.kind() {
        ErrorKind::NotFound => format!("the ruleset has no file {name}"),
        _ => format!("{name}: {wrong}"),
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let root = folder.canonicalize().map_err(told)?;
    let file = root.join(name).canonicalize().map_err(told)?;
    if !file.starts_with(&root) {
        return Err(format!("{name}: path escapes from the ruleset's folder"));
    }
    let about = file.metadata().map_err(told)?;
    if !about.is_file() || about.len() > FILE_MAX {
        return Err(format!("{name} is no file, or too large for a catalog"));
    }
    limited(&file, FILE_MAX)
        .map_err(told)?
        .ok_or_else(|| format!("a catalog has at most {FILE_MAX} bytes"))
}
