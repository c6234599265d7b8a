use std::fmt::Display;

use super::ranking::is_wanted;
use super::run::Run;
use crate::json::{self, Read, Reader, Write};
use crate::{Active, Fault, Item, ItemPage};
use crate::{
    CountRequest, EmbeddingRequest, EmptyRequest, EvaluateRequest, KindsRequest, PageRequest,
};
use crate::{RelevanceRequest, SearchRequest, SimilaritiesRequest, TextRequest};

pub(super) type Answered = Result<String, Fault>;

impl Run {
    /// Answers one host call, as the real host would: the reply.
    pub(super) fn invoke(&mut self, call: &str, request: &str) -> String {
        self.came.calls.push((call.to_owned(), request.to_owned()));
        let answer = if self.manifest.allows(call) {
            if let Some(reply) = self.host.scripted(call, request) {
                return reply;
            }
            self.answer(call, request)
        } else {
            Err(Fault::new(
                "not_allowed",
                &format!(
                    "{call}: not among the calls of {}; add it to its manifest",
                    self.manifest.id
                ),
            ))
        };
        match answer {
            Ok(ok) => format!("{{\"ok\":{ok}}}"),
            Err(fault) => fault.reply(),
        }
    }

    fn answer(&mut self, call: &str, request: &str) -> Answered {
        match call {
            "messages" => {
                let request: CountRequest = self.decode(call, request)?;
                ok(&last(&self.host.messages, count("count", request.count)?))
            }
            "tool_uses" => {
                let request: CountRequest = self.decode(call, request)?;
                ok(&last(&self.host.tool_uses, count("count", request.count)?))
            }
            "active" => {
                let request: KindsRequest = self.decode(call, request)?;
                let active = self
                    .host
                    .active
                    .iter()
                    .filter(|item| is_wanted(&item.r#ref, &request.kinds));
                ok(&active.cloned().collect::<Vec<Active>>())
            }
            "items" => self.page(&self.decode(call, request)?),
            "search" => self.search(&self.decode(call, request)?),
            "relevance" => {
                let request: RelevanceRequest = self.decode(call, request)?;
                self.host.searches()?;
                ok(&self.host.relevant(&request.refs))
            }
            "param" => self.parameter(self.decode(call, request)?),
            "session" => {
                let _: EmptyRequest = self.decode(call, request)?;
                ok(&self.host.session)
            }
            "log" => self.log(self.decode(call, request)?),
            "evaluate" => {
                let request: EvaluateRequest = self.decode(call, request)?;
                Err(Fault::new(
                    "unavailable",
                    &format!(
                        "the scripted host has no ruleset {:?}: play it with impressionism rules test, or say under answers what evaluate gives",
                        request.ruleset
                    ),
                ))
            }
            _ => self.answer_vector(call, request),
        }
    }

    fn answer_vector(&self, call: &str, request: &str) -> Answered {
        match call {
            "embed" => {
                let _: TextRequest = self.decode(call, request)?;
                Err(Fault::new(
                    "unavailable",
                    "the scripted host has no embedding model",
                ))
            }
            "similarities" => {
                let request: SimilaritiesRequest = self.decode(call, request)?;
                let cosines: Result<Vec<f64>, Fault> = request
                    .bs
                    .iter()
                    .map(|b| self.host.cosine(&request.a, b))
                    .collect();
                ok(&cosines?)
            }
            "vector" => {
                let request: EmbeddingRequest = self.decode(call, request)?;
                ok(&self.host.numbers(&request.embedding)?)
            }
            _ => Err(Fault::new(
                "unknown_call",
                &format!("there is no host call {call:?}"),
            )),
        }
    }

    /// Reads a request strictly.
    fn decode<T: Read>(&self, call: &str, request: &str) -> Result<T, Fault> {
        let refused = |wrong: &dyn Display| Fault::new("bad_request", &format!("{call}: {wrong}"));
        Reader::strict(request)
            .whole()
            .map_err(|wrong| refused(&wrong))
    }

    fn page(&self, request: &PageRequest) -> Answered {
        let wanted = self
            .host
            .items
            .iter()
            .filter(|item| is_wanted(&item.r#ref, &request.kinds));
        let rest: Vec<&Item> = wanted
            .skip(count("offset", request.offset.unwrap_or(0))?)
            .collect();
        let limit = match count("limit", request.limit.unwrap_or(0))? {
            0 => rest.len(),
            limit => limit,
        };
        ok(&ItemPage {
            items: rest.iter().take(limit).map(|&item| item.clone()).collect(),
            truncated: rest.len() > limit,
        })
    }

    fn search(&self, request: &SearchRequest) -> Answered {
        let limit = count("limit", request.limit)? as i64;
        if let Some(near) = &request.embedding {
            return ok(&self.host.ranked_by_cosine(near, limit, &request.kinds)?);
        }
        if request
            .text
            .as_deref()
            .unwrap_or_default()
            .trim()
            .is_empty()
        {
            return Ok("[]".into());
        }
        self.host.searches()?;
        ok(&self.host.ranked(&self.host.search, limit, &request.kinds))
    }
}

pub(super) fn ok<T: Write + ?Sized>(value: &T) -> Answered {
    Ok(json::to_string(value))
}

fn count(field: &str, number: i64) -> Result<usize, Fault> {
    usize::try_from(number)
        .map_err(|_| Fault::new("bad_request", &format!("{field} {number} is negative")))
}

fn last<T: Clone>(list: &[T], count: usize) -> Vec<T> {
    list[list.len().saturating_sub(count)..].to_vec()
}
