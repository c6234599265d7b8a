use std::collections::HashMap;

use super::scenario::Scenario;
use super::scores::Scores;
use super::scripted::Prepared;
use crate::{Active, Context, Embedding, Entry, Item, Message, Ref, Session, ToolUse};

/// A host made of a scenario: what it says is all there is.
pub struct Host {
    pub(super) session: Session,
    pub(super) items: Vec<Item>,
    places: HashMap<Ref, usize>, // in items
    pub(super) active: Vec<Active>,
    pub(super) messages: Vec<Message>,
    pub(super) tool_uses: Vec<ToolUse>,
    pub(super) vectors: Vec<Vec<f32>>,
    pub(super) search: Scores,
    pub(super) relevance: Scores,
    pub(super) answers: Vec<Prepared>,
    pub(super) index: String,
}

impl Host {
    /// The host at the beginning of a scenario; every ref in it must be one of its
    /// items.
    pub fn new(scenario: &Scenario) -> Result<Self, String> {
        let mut host = Host {
            session: Session {
                session_id: scenario.session_id(),
                ..scenario.session.clone()
            },
            items: Vec::new(),
            places: HashMap::new(),
            active: Vec::new(),
            messages: Vec::new(),
            tool_uses: scenario.tool_uses.clone(),
            vectors: Vec::new(),
            search: Scores::default(),
            relevance: Scores::default(),
            answers: Vec::new(),
            index: scenario.index.clone(),
        };
        for (index, item) in scenario.items.iter().enumerate() {
            if item.r#ref.is_empty() {
                return Err(format!("script: item {} has no ref", index + 1));
            }
            if host.item(&item.r#ref).is_some() {
                return Err(format!("script: item {} comes twice", item.r#ref));
            }
            let item = host.completed(item.clone());
            host.places.insert(item.r#ref.clone(), host.items.len());
            host.items.push(item);
        }
        for active in &scenario.active {
            let named = active.r#ref.as_str();
            let item = host
                .item(&active.r#ref)
                .ok_or_else(|| format!("script: active {named:?} is none of the items"))?;
            let active = Active {
                activated_at: active.activated_at.clone(),
                prompts_since_relevant: active.prompts_since_relevant,
                reason: active.reason.clone(),
                ..made_active(item)
            };
            host.active.push(active);
        }
        host.score(&scenario.search, &scenario.relevance)?;
        host.check_index()?;
        for message in &scenario.messages {
            let embedding = host.refer(&message.embedding);
            host.messages.push(Message {
                embedding,
                ..message.clone()
            });
        }
        host.set_answers(&scenario.answers)?;
        Ok(host)
    }

    pub(super) fn completed(&mut self, mut item: Item) -> Item {
        if item.name.is_empty() {
            item.name = item.r#ref.id().into();
        }
        item.embedding = self.refer(&item.embedding);
        item
    }

    /// Keeps a scripted vector and gives its reference.
    pub(super) fn refer(&mut self, embedding: &Option<Embedding>) -> Option<Embedding> {
        let Some(Embedding::Numbers(numbers)) = embedding else {
            return None;
        };
        self.vectors.push(numbers.clone());
        Some(Embedding::Reference(format!("e{}", self.vectors.len())))
    }

    pub(super) fn item(&self, named: &Ref) -> Option<&Item> {
        self.places.get(named).map(|&place| &self.items[place])
    }

    /// Gives the session the state after an event: what was activated is fresh,
    /// what was deactivated is gone, and for all else one more prompt went by.
    pub(super) fn apply(&mut self, context: &Context, activate: &[Entry], deactivate: &[Entry]) {
        if context.hook_event == "prompt" {
            self.active
                .iter_mut()
                .for_each(|item| item.prompts_since_relevant += 1);
        }
        for entry in activate {
            if let Some(item) = self
                .active
                .iter_mut()
                .find(|item| item.r#ref == entry.r#ref)
            {
                item.prompts_since_relevant = 0;
                item.reason.clone_from(&entry.reason);
            } else if let Some(item) = self.item(&entry.r#ref) {
                let (activated_at, reason) = (context.now.clone(), entry.reason.clone());
                let active = Active {
                    activated_at,
                    reason,
                    ..made_active(item)
                };
                self.active.push(active);
            }
        }
        self.active
            .retain(|item| !deactivate.iter().any(|entry| entry.r#ref == item.r#ref));
    }
}

/// An item without what a session says of it.
pub(super) fn item_of(active: &Active) -> Item {
    let active = active.clone();
    Item {
        r#ref: active.r#ref,
        name: active.name,
        description: active.description,
        path: active.path,
        keywords: active.keywords,
        embedding: active.embedding,
        sticky: active.sticky,
        used: active.used,
        last_used_days: active.last_used_days,
    }
}

pub(super) fn made_active(item: &Item) -> Active {
    let item = item.clone();
    Active {
        r#ref: item.r#ref,
        name: item.name,
        description: item.description,
        path: item.path,
        keywords: item.keywords,
        embedding: item.embedding,
        sticky: item.sticky,
        used: item.used,
        last_used_days: item.last_used_days,
        ..Default::default()
    }
}
