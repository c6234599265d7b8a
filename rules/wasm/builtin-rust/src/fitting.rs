use impressionism::{debug, decimals, messages, param};
use impressionism::{
    Active, Candidate, Context, CountRequest, Entry, Error, Fault, Ref, SearchRequest,
};

use crate::family::family;
use crate::text::{has_word, is_follow_up, searched, short};

/// Items looked at.
pub const CANDIDATES: i64 = 20;
/// Messages looked at.
const HISTORY: i64 = 40;
/// Keywords of an item looked at.
const KEYWORDS: usize = 8;

/// An item that is to be active.
pub struct Pick {
    pub item: Ref,
    pub score: f64,
    pub why: String,
}

impl Pick {
    pub fn entry(&self) -> Entry {
        let score = self.score.min(1.0);
        let reason = [&self.why, ", similarity=", &decimals(score, 2)].concat();
        Entry {
            r#ref: self.item.clone(),
            reason,
            score: Some(score),
        }
    }
}

/// What the search and the keywords lift to the threshold, one pick an item.
pub fn fitting(context: &Context, prompt: &str, active: &[Active]) -> Result<Vec<Pick>, Error> {
    let threshold = param("similarity_threshold", 0.70)?;
    let boost = param("keyword_boost", 0.15)?;
    let follows_up = !active.is_empty() && is_follow_up(prompt);
    let newcomer = threshold
        + if follows_up {
            param("switch_margin", 0.15)?
        } else {
            0.0
        };
    let text = searched(prompt);
    let mut picks: Vec<Pick> = Vec::new();
    for hit in search(prompt, background(context)?)? {
        let named = &hit.item.r#ref;
        let is_kept = active.iter().any(|item| item.r#ref == *named);
        let in_use = |item: &Active| family(&item.r#ref) == family(named);
        let wanted = if !is_kept && active.iter().any(in_use) {
            newcomer
        } else {
            threshold
        };
        let Some(pick) = lifted(hit, wanted, boost, &text) else {
            continue;
        };
        match picks.iter_mut().find(|earlier| earlier.item == pick.item) {
            Some(earlier) => *earlier = pick,
            None => picks.push(pick),
        }
    }
    Ok(picks)
}

/// The candidate as a pick if it reaches what is wanted, by itself or by a keyword.
fn lifted(hit: Candidate, wanted: f64, boost: f64, text: &[u8]) -> Option<Pick> {
    let Candidate {
        item, similarity, ..
    } = hit;
    let (mut score, mut why) = (similarity, String::from("fits the prompt"));
    let near = boost > 0.0 && score >= wanted - boost;
    let mut keywords = item.keywords.iter().take(if near { KEYWORDS } else { 0 });
    if let Some(keyword) = keywords.find(|keyword| has_word(text, keyword)) {
        score += boost;
        why = [&why, " and its keyword \"", short(keyword), "\""].concat();
        debug(
            [
                &item.name,
                ": ",
                &decimals(similarity, 2),
                ", with its keyword ",
                &decimals(score, 2),
            ]
            .concat(),
        );
    }
    (score >= wanted).then_some(Pick {
        item: item.r#ref,
        score,
        why,
    })
}

pub fn search(prompt: &str, background: Option<String>) -> Result<Vec<Candidate>, Fault> {
    impressionism::search(&SearchRequest {
        text: Some(prompt.into()),
        background,
        limit: CANDIDATES,
        ..Default::default()
    })
}

/// What the user said before this prompt.
fn background(context: &Context) -> Result<Option<String>, Fault> {
    let wanted = param("lookback_activate", 2.0)?;
    let mut texts = Vec::new();
    for message in messages(&CountRequest { count: HISTORY })?
        .into_iter()
        .rev()
    {
        if message.role == "user"
            && message.sequence != context.sequence
            && (texts.len() as f64) < wanted
        {
            texts.insert(0, message.content);
        }
    }
    Ok((!texts.is_empty()).then(|| texts.join(" ")))
}
