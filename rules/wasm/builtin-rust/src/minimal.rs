use impressionism::{active, decimals, param, search};
use impressionism::{Answer, Context, KindsRequest, Ruleset, SearchRequest};

use crate::family::Places;
use crate::file;
use crate::text::this_prompt;

/// Items looked at.
const CANDIDATES: i64 = 20;
/// Items of a family that may be active.
const RESULTS: u32 = 2;

/// Looks at the prompt alone: what is very like it is active, what two prompts in
/// a row did not find leaves.
pub struct MinimalRuleset;

impl Ruleset for MinimalRuleset {
    fn evaluate_activation(&self, context: &Context) -> Answer {
        if file::is_at_file(context) {
            return file::answer(file::touched()?, RESULTS as usize);
        }
        let threshold = param("similarity_threshold", 0.70)?;
        let found = search(&SearchRequest {
            text: context.user_prompt.clone(),
            limit: CANDIDATES,
            ..Default::default()
        })?;
        let mut places = Places::default();
        let fits = found
            .iter()
            .filter(|hit| places.next(&hit.item.r#ref) <= RESULTS && hit.similarity >= threshold);
        Ok(fits
            .map(|hit| {
                hit.entry(["fits the prompt, similarity=", &decimals(hit.similarity, 2)].concat())
            })
            .collect())
    }

    fn evaluate_deactivation(&self, context: &Context) -> Answer {
        if file::is_at_file(context) {
            return Ok(Vec::new());
        }
        let limit = param("inactive_threshold", 2.0)?;
        let found = context.activated.as_deref().unwrap_or_default();
        let mut answer = Vec::new();
        for item in active(&KindsRequest::default())? {
            let unused = item.prompts_since_relevant + this_prompt(context);
            let is_found = found.iter().any(|entry| entry.r#ref == item.r#ref);
            if unused as f64 >= limit && !is_found && !item.sticky {
                answer.push(item.entry(format!("not found by the last {unused} prompts")));
            }
        }
        Ok(answer)
    }
}
