//! A script with something for every host call.

use impressionism::testing::{play, Manifest, Scenario};
use impressionism::*;

/// Does something with the host behind it.
struct Asking<F>(F);

impl<F: Fn() -> Result<(), Error>> Ruleset for Asking<F> {
    fn evaluate_activation(&self, _: &Context) -> Answer {
        (self.0)().map(|()| Vec::new())
    }
}

const SCRIPT: &str = "
why: everything that a script can say
session: { session_id: s, workspace_path: /w, started_at: 2026-01-02T03:04:05Z }
items:
  - { ref: skill:b, embedding: [3, 4] }
  - { ref: skill:a, name: A, keywords: [k], embedding: [4, 3] }
  - { ref: command:c }
active: [ { ref: skill:b, prompts_since_relevant: 2, reason: r } ]
messages:
  - { role: user, content: one, sequence: 1 }
  - { role: tool, content: two, sequence: 2, embedding: [1, 0] }
tool_uses: [ { tool_name: Read, sequence: 2 } ]
parameters: { similarity_threshold: 0.7, few: 99 }
search: { skill:b: 0.5, skill:a: 0.5, command:c: 0.9 }
context: { user_prompt: x }
";

pub fn ask(manifest: &Manifest, expect: &str, work: impl Fn() -> Result<(), Error>) {
    let scenario = Scenario::decode(&[SCRIPT, expect].concat()).unwrap();
    let failures = play(&Asking(work), manifest, &scenario);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

pub fn reference(name: &str) -> Embedding {
    Embedding::Reference(name.into())
}

pub fn named<'a>(refs: impl IntoIterator<Item = &'a Ref>) -> String {
    refs.into_iter()
        .map(Ref::as_str)
        .collect::<Vec<_>>()
        .join(" ")
}
