use super::scores::Scores;
use super::Host;
use crate::{Candidate, Embedding, Fault, Relevance};

impl Host {
    /// The items with a score, best first, equal ones by id.
    pub(super) fn ranked(
        &self,
        scores: &Scores,
        limit: i64,
        kinds: &Option<Vec<String>>,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (id, similarity) in &scores.0 {
            if let Some(item) = self.item(id).filter(|item| is_wanted(&item.kind, kinds)) {
                candidates.push(Candidate {
                    skill: item.clone(),
                    similarity: *similarity,
                    ..Default::default()
                });
            }
        }
        candidates.sort_by(|a, b| {
            b.similarity
                .total_cmp(&a.similarity)
                .then_with(|| a.skill.id.cmp(&b.skill.id))
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
                    .push((item.id.clone(), self.cosine(to, own)?.max(0.0)));
            }
        }
        Ok(self.ranked(&scores, limit, kinds))
    }

    pub(super) fn relevant(&self, ids: &[String]) -> Vec<Relevance> {
        let known = ids.iter().filter(|id| self.item(id).is_some());
        known
            .map(|id| Relevance {
                id: id.clone(),
                similarity: self.relevance.of(id),
            })
            .collect()
    }
}

pub(super) fn is_wanted(kind: &str, kinds: &Option<Vec<String>>) -> bool {
    kinds
        .as_ref()
        .is_none_or(|kinds| kinds.is_empty() || kinds.iter().any(|wanted| wanted == kind))
}
