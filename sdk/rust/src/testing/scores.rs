use crate::json::{Malformed, Read, Reader, Write, Writer};
use crate::Value;

/// Numbers by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores(pub Vec<(String, f64)>);

impl Scores {
    /// The number of an id, 0 where there is none.
    pub fn of(&self, id: &str) -> f64 {
        self.0
            .iter()
            .find(|(name, _)| name == id)
            .map_or(0.0, |(_, score)| *score)
    }
}

impl Read for Scores {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let mut scores = Vec::new();
        from.object(&mut |id, from| {
            scores.push((id.to_owned(), f64::read(from)?));
            Ok(())
        })?;
        Ok(Scores(scores))
    }
}

impl Write for Scores {
    fn write(&self, to: &mut Writer) {
        Value::Object(
            self.0
                .iter()
                .map(|(id, score)| (id.clone(), Value::Number(*score)))
                .collect(),
        )
        .write(to);
    }
}
