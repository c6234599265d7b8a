use crate::json::{Malformed, Read, Reader, Write, Writer};
use crate::{embed, similarities, vector};
use crate::{EmbeddingRequest, Fault, SimilaritiesRequest, TextRequest};

/// A vector. The host hands out references, which are short and valid for one
/// event; a ruleset may send numbers of its own.
#[derive(Clone, Debug, PartialEq)]
pub enum Embedding {
    /// What the host gave.
    Reference(String),
    /// Numbers of one's own.
    Numbers(Vec<f32>),
}

impl Embedding {
    /// The vector of a text.
    #[track_caller]
    pub fn of(text: &str) -> Result<Self, Fault> {
        embed(&TextRequest { text: text.into() })
    }

    /// The cosine of two vectors, −1 to 1.
    #[track_caller]
    pub fn cosine(&self, other: &Embedding) -> Result<f64, Fault> {
        let cosines = self.cosines(std::slice::from_ref(other))?;
        match cosines.first() {
            Some(&first) => Ok(first),
            None => Err(Fault::new("internal", "similarities: the reply is empty")),
        }
    }

    /// The cosines to several vectors, in their order.
    #[track_caller]
    pub fn cosines(&self, others: &[Embedding]) -> Result<Vec<f64>, Fault> {
        similarities(&SimilaritiesRequest {
            a: self.clone(),
            bs: others.to_vec(),
        })
    }

    /// The numbers; they are fetched from the host.
    #[track_caller]
    pub fn numbers(&self) -> Result<Vec<f32>, Fault> {
        match self {
            Embedding::Numbers(numbers) => Ok(numbers.clone()),
            Embedding::Reference(_) => vector(&EmbeddingRequest {
                embedding: self.clone(),
            }),
        }
    }
}

impl Default for Embedding {
    fn default() -> Self {
        Embedding::Numbers(Vec::new())
    }
}

impl Read for Embedding {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        if from.peek() == Some(b'"') {
            return from.string().map(Embedding::Reference);
        }
        Vec::read(from).map(Embedding::Numbers)
    }
}

impl Write for Embedding {
    fn write(&self, to: &mut Writer) {
        match self {
            Embedding::Reference(reference) => to.string(reference),
            Embedding::Numbers(numbers) => numbers.write(to),
        }
    }
}
