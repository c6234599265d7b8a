use impressionism::{active, param, relevance};
use impressionism::{
    Active, Answer, Context, Embedding, Error, KindsRequest, Ref, Relevance, RelevanceRequest,
    Ruleset,
};

use crate::family::{family, Places};
use crate::file;
use crate::fitting::{fitting, search, Pick};
use crate::text::{is_blank, short, this_prompt};

/// Cosine of two descriptions from which on they are related.
const SAME_TOPIC: f64 = 0.50;

/// Entries of one answer, at most.
const ENTRIES: usize = 64;

/// Activates what fits the prompt. An active item stays while prompts concern it
/// and leaves after a run of others, or at once when the topic changes. Items
/// compete within their family: no tool takes the place of a skill.
pub struct DefaultRuleset;

impl Ruleset for DefaultRuleset {
    fn evaluate_activation(&self, context: &Context) -> Answer {
        if file::is_at_file(context) {
            return at_file();
        }
        let prompt = context.user_prompt.as_deref().unwrap_or_default();
        if is_blank(prompt) {
            return Ok(Vec::new());
        }
        let active = active(&KindsRequest::default())?;
        let mut picks = fitting(context, prompt, &active)?;
        let still = concerning(context, &active)?;
        for item in active {
            let Some(score) = similarity(&still, &item.r#ref) else {
                continue;
            };
            if !picks.iter().any(|pick| pick.item == item.r#ref) {
                picks.push(Pick {
                    item: item.r#ref,
                    score,
                    why: "still fits".into(),
                });
            }
        }
        let most = param("max_active_skills", 3.0)?;
        let (mut answer, mut places) = (Vec::new(), Places::default());
        while answer.len() < ENTRIES && !picks.is_empty() {
            let pick = picks.swap_remove(best(&picks));
            if f64::from(places.next(&pick.item)) <= most {
                answer.push(pick.entry());
            }
        }
        Ok(answer)
    }

    fn evaluate_deactivation(&self, context: &Context) -> Answer {
        if file::is_at_file(context) {
            return Ok(Vec::new());
        }
        let active = active(&KindsRequest::default())?;
        let arrivals = Arrivals::of(context, &active)?;
        let concerned = if arrivals.topics.is_empty() {
            &[]
        } else {
            &active[..]
        };
        let still = concerning(context, concerned)?;
        let limit = param("inactive_threshold", 5.0)?;
        let mut answer = Vec::new();
        for item in &active {
            let unused = item.prompts_since_relevant + this_prompt(context);
            let reason = if unused as f64 >= limit {
                Some(format!("not needed for {unused} prompts"))
            } else if similarity(&still, &item.r#ref).is_none() {
                arrivals.displace(item)?
            } else {
                None
            };
            if let Some(reason) = reason.filter(|_| !is_kept(context, &active, &item.r#ref)) {
                answer.push(item.entry(reason));
            }
        }
        Ok(answer)
    }
}

/// The pick with the highest score; of equal ones that with the lowest ref.
fn best(picks: &[Pick]) -> usize {
    let better = |a: &Pick, b: &Pick| a.score > b.score || a.score == b.score && a.item < b.item;
    let mut first = 0;
    for (at, pick) in picks.iter().enumerate() {
        if picks.get(first).is_some_and(|before| better(pick, before)) {
            first = at;
        }
    }
    first
}

/// Items that the prompt still concerns.
fn concerning(context: &Context, items: &[Active]) -> Result<Vec<Relevance>, Error> {
    let prompt = context.user_prompt.as_deref().unwrap_or_default();
    if context.neutral == Some(true) || prompt.is_empty() || items.is_empty() {
        return Ok(Vec::new());
    }
    let refs = items.iter().map(|item| item.r#ref.clone()).collect();
    let mut found = relevance(&RelevanceRequest {
        text: prompt.into(),
        refs,
    })?;
    let threshold = param("refresh_threshold", 0.63)?;
    found.retain(|answer| answer.similarity >= threshold);
    Ok(found)
}

/// The similarity of the item; of several answers the last counts.
fn similarity(found: &[Relevance], item: &Ref) -> Option<f64> {
    found
        .iter()
        .rev()
        .find(|answer| answer.r#ref == *item)
        .map(|answer| answer.similarity)
}

/// The lessons whose paths name the touched file, those that proved themselves first.
fn at_file() -> Answer {
    let least = param("file_trust", 0.15)?;
    let mut lessons = file::touched()?;
    lessons.retain(|(_, lesson)| lesson.trust >= least);
    lessons.sort_by(|(a, of_a), (b, of_b)| {
        of_b.trust
            .total_cmp(&of_a.trust)
            .then_with(|| a.r#ref.as_str().cmp(b.r#ref.as_str()))
    });
    file::answer(lessons, ENTRIES)
}

/// Whether an active item was answered in this event, or is sticky.
fn is_kept(context: &Context, active: &[Active], named: &Ref) -> bool {
    let answered = context
        .activated
        .iter()
        .flatten()
        .any(|entry| entry.r#ref == *named);
    answered
        || active
            .iter()
            .any(|item| item.sticky && item.r#ref == *named)
}

/// What this event made active.
struct Arrivals {
    topics: Vec<Topic>,
}

/// What became active of one family: the vectors, and the first one's name.
struct Topic {
    family: String,
    name: String,
    vectors: Vec<Embedding>,
}

impl Arrivals {
    fn of(context: &Context, active: &[Active]) -> Result<Self, Error> {
        let mut arrivals = Arrivals { topics: Vec::new() };
        let Some(activated) = context
            .activated
            .as_deref()
            .filter(|_| context.neutral != Some(true))
        else {
            return Ok(arrivals);
        };
        for hit in search(context.user_prompt.as_deref().unwrap_or_default(), None)? {
            let item = hit.item;
            let is_new = activated.iter().any(|entry| entry.r#ref == item.r#ref)
                && !active.iter().any(|kept| kept.r#ref == item.r#ref);
            if let (true, Some(vector)) = (is_new, item.embedding) {
                arrivals.add(&item.r#ref, item.name, vector);
            }
        }
        Ok(arrivals)
    }

    fn add(&mut self, arrived: &Ref, name: String, vector: Embedding) {
        let own = family(arrived);
        match self.topics.iter_mut().find(|topic| topic.family == own) {
            Some(topic) => topic.vectors.push(vector),
            None => self.topics.push(Topic {
                family: own.into(),
                name,
                vectors: vec![vector],
            }),
        }
    }

    /// Why the item leaves, if none of the arrivals of its family is related to it.
    fn displace(&self, item: &Active) -> Result<Option<String>, Error> {
        let own = family(&item.r#ref);
        let topic = self.topics.iter().find(|topic| topic.family == own);
        let (Some(topic), Some(vector)) = (topic, &item.embedding) else {
            return Ok(None);
        };
        let nearest = vector
            .cosines(&topic.vectors)?
            .into_iter()
            .fold(f64::NEG_INFINITY, f64::max);
        Ok((nearest < SAME_TOPIC).then(|| ["the topic changed to ", short(&topic.name)].concat()))
    }
}
