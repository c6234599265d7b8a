use crate::json::{Malformed, Read, Reader, Write, Writer};
use crate::{cosine_similarities, cosine_similarity, embed_text, get_vector};
use crate::{EmbeddingRequest, Fault, PairRequest, PairsRequest, TextRequest};

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
    pub fn of(text: &str) -> Result<Self, Fault> {
        embed_text(&TextRequest {
            text: text.into(),
            ..Default::default()
        })
    }

    /// The cosine of two vectors, −1 to 1.
    pub fn cosine(&self, other: &Embedding) -> Result<f64, Fault> {
        cosine_similarity(&PairRequest {
            a: self.clone(),
            b: other.clone(),
            ..Default::default()
        })
    }

    /// The cosines to several vectors, in their order.
    pub fn cosines(&self, others: &[Embedding]) -> Result<Vec<f64>, Fault> {
        cosine_similarities(&PairsRequest {
            a: self.clone(),
            bs: others.to_vec(),
            ..Default::default()
        })
    }

    /// The numbers; they are fetched from the host.
    pub fn numbers(&self) -> Result<Vec<f32>, Fault> {
        match self {
            Embedding::Numbers(numbers) => Ok(numbers.clone()),
            Embedding::Reference(_) => get_vector(&EmbeddingRequest {
                embedding: self.clone(),
                ..Default::default()
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
