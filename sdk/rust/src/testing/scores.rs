use crate::json::{Malformed, Read, Reader, Write, Writer};
use crate::{NoRef, Ref, Value};

/// Numbers by item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores(pub Vec<(Ref, f64)>);

impl Scores {
    /// The number of an item, 0 where there is none.
    pub fn of(&self, item: &Ref) -> f64 {
        self.0
            .iter()
            .find(|(name, _)| name == item)
            .map_or(0.0, |(_, score)| *score)
    }
}

impl Read for Scores {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let mut scores = Vec::new();
        from.object(&mut |name, from| {
            let item = name
                .parse()
                .map_err(|wrong: NoRef| from.expected(&wrong.to_string()))?;
            scores.push((item, f64::read(from)?));
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
                .map(|(item, score)| (item.to_string(), Value::Number(*score)))
                .collect(),
        )
        .write(to);
    }
}
