use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The scenario files of a folder, in the order of their names; none is an error,
/// for its test would pass for nothing.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |wrong: std::io::Error| format!("load scenarios {}: {wrong}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(format!(
            "load scenarios: {} has no .yaml file",
            folder.display()
        ));
    }
    files.sort();
    Ok(files)
}

/// Reads a file; none where it has more bytes than that.
pub(super) fn limited(file: &Path, max: u64) -> std::io::Result<Option<String>> {
    let mut data = Vec::new();
    File::open(file)?.take(max + 1).read_to_end(&mut data)?;
    if data.len() as u64 > max {
        return Ok(None);
    }
    let text = String::from_utf8(data);
    text.map(Some)
        .map_err(|wrong| Error::new(ErrorKind::InvalidData, wrong))
}
