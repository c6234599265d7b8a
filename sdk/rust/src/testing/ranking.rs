use super::scores::Scores;
use super::Host;
use crate::{Candidate, Embedding, Fault, Ref, Relevance};

impl Host {
    /// The items with a score, best first, equal ones by ref.
    pub(super) fn ranked(
        &self,
        scores: &Scores,
        limit: i64,
        kinds: &Option<Vec<String>>,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (named, similarity) in &scores.0 {
            if let Some(item) = self.item(named).filter(|_| is_wanted(named, kinds)) {
                candidates.push(Candidate {
                    item: item.clone(),
                    similarity: *similarity,
                    ..Default::default()
                });
            }
        }
        candidates.sort_by(|a, b| {
            b.similarity
                .total_cmp(&a.similarity)
                .then_with(|| a.item.r#ref.cmp(&b.item.r#ref))
        });
        candidates.truncate(usize::try_from(limit).unwrap_or(0));
        candidates
    }

    pub(super) fn ranked_by_cosine(
        &self,
        to: &Embedding,
        limit: i64,
        kinds: &Option<Vec<String>>,
    ) -> Result<Vec<Candidate>, Fault> {
        let mut scores = Scores::default();
        for item in &self.items {
            if let Some(own) = &item.embedding {
                scores
                    .0
                    .push((item.r#ref.clone(), self.cosine(to, own)?.max(0.0)));
            }
        }
        Ok(self.ranked(&scores, limit, kinds))
    }

    pub(super) fn relevant(&self, refs: &[Ref]) -> Vec<Relevance> {
        let known = refs.iter().filter(|named| self.item(named).is_some());
        known
            .map(|named| Relevance {
                r#ref: named.clone(),
                similarity: self.relevance.of(named),
            })
            .collect()
    }
}

pub(super) fn is_wanted(named: &Ref, kinds: &Option<Vec<String>>) -> bool {
    kinds
        .as_ref()
        .is_none_or(|kinds| kinds.is_empty() || kinds.iter().any(|wanted| wanted == named.kind()))
}
