use super::Host;
use crate::{Embedding, Fault};

impl Host {
    /// The numbers behind an embedding.
    pub(super) fn numbers(&self, embedding: &Embedding) -> Result<Vec<f32>, Fault> {
        match embedding {
            Embedding::Numbers(numbers) => Ok(numbers.clone()),
            Embedding::Reference(reference) => {
                let number = reference
                    .strip_prefix('e')
                    .and_then(|digits| digits.parse::<usize>().ok());
                let found = number.and_then(|number| self.vectors.get(number.wrapping_sub(1)));
                found.cloned().ok_or_else(|| {
                    Fault::new(
                        "bad_request",
                        &format!("there is no embedding {reference:?} in this event"),
                    )
                })
            }
        }
    }

    /// The cosine of two vectors; one of length 0 is like no other.
    pub(super) fn cosine(&self, a: &Embedding, b: &Embedding) -> Result<f64, Fault> {
        let (a, b) = (self.numbers(a)?, self.numbers(b)?);
        if a.len() != b.len() {
            let message = format!(
                "vectors of {} and {} numbers cannot be compared",
                a.len(),
                b.len()
            );
            return Err(Fault::new("bad_request", &message));
        }
        let (mut dot, mut aa, mut bb) = (0.0, 0.0, 0.0);
        for (a, b) in a
            .into_iter()
            .map(f64::from)
            .zip(b.into_iter().map(f64::from))
        {
            dot += a * b;
            aa += a * a;
            bb += b * b;
        }
        Ok(if aa == 0.0 || bb == 0.0 {
            0.0
        } else {
            dot / f64::sqrt(aa * bb)
        })
    }
}
