use std::collections::HashMap;

use super::scenario::Scenario;
use super::scores::Scores;
use super::scripted::Prepared;
use crate::{Active, Context, Embedding, Entry, Item, Message, Session, ToolUse};

/// A host made of a scenario: what it says is all there is.
pub struct Host {
    pub(super) session: Session,
    pub(super) items: Vec<Item>,
    places: HashMap<String, usize>, // in items, by id
    pub(super) active: Vec<Active>,
    pub(super) messages: Vec<Message>,
    pub(super) tool_use: Vec<ToolUse>,
    pub(super) vectors: Vec<Vec<f32>>,
    pub(super) search: Scores,
    pub(super) relevance: Scores,
    pub(super) answers: Vec<Prepared>,
    pub(super) index: String,
}

impl Host {
    /// The host at the beginning of a scenario; every id in it must be one of its
    /// skills.
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
            tool_use: scenario.tool_use.clone(),
            vectors: Vec::new(),
            search: Scores::default(),
            relevance: Scores::default(),
            answers: Vec::new(),
            index: scenario.index.clone(),
        };
        for (index, item) in scenario.skills.iter().enumerate() {
            if item.id.is_empty() {
                return Err(format!("script: skill {index} has no id"));
            }
            if host.item(&item.id).is_some() {
                return Err(format!("script: skill {} comes twice", item.id));
            }
            let item = host.completed(item.clone());
            host.places.insert(item.id.clone(), host.items.len());
            host.items.push(item);
        }
        for active in &scenario.active {
            let item = host
                .item(&active.id)
                .ok_or_else(|| format!("script: active {:?} is none of the skills", active.id))?;
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
        if item.kind.is_empty() {
            item.kind = "skill".into();
        }
        if item.name.is_empty() {
            item.name.clone_from(&item.id);
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

    pub(super) fn item(&self, id: &str) -> Option<&Item> {
        self.places.get(id).map(|&place| &self.items[place])
    }

    /// Whether the script has the item.
    pub(super) fn knows(&self, kind: &str, id: &str) -> bool {
        self.item(id).is_some_and(|item| item.kind == kind)
    }

    /// Gives the session the state after an event: what was activated is fresh,
    /// what was deactivated is gone, and for all else one more prompt went by.
    pub(super) fn apply(&mut self, context: &Context, activate: &[Entry], deactivate: &[Entry]) {
        if context.hook_event == "UserPromptSubmit" {
            self.active
                .iter_mut()
                .for_each(|item| item.prompts_since_relevant += 1);
        }
        for entry in activate {
            if let Some(item) = self
                .active
                .iter_mut()
                .find(|item| item.id == entry.skill_id)
            {
                item.prompts_since_relevant = 0;
                item.reason.clone_from(&entry.reason);
            } else if let Some(item) = self.item(&entry.skill_id) {
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
            .retain(|item| !deactivate.iter().any(|entry| entry.skill_id == item.id));
    }
}

/// An item without what a session says of it.
pub(super) fn item_of(active: &Active) -> Item {
    let active = active.clone();
    Item {
        id: active.id,
        kind: active.kind,
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
        id: item.id,
        kind: item.kind,
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
