//! Scenario files that Go, Lua and Rust play alike: ../testdata.

use impressionism::json::Write;
use impressionism::testing::{run, Scenario};
use impressionism::*;

/// The ruleset of ../testdata/asking.
struct Asking;

impl Ruleset for Asking {
    fn evaluate_activation(&self, context: &Context) -> Answer {
        let prompt = context.user_prompt.clone().unwrap_or_default();
        let vector = Embedding::of(&prompt);
        let request = SearchRequest {
            text: Some(prompt),
            limit: 3,
            ..Default::default()
        };
        let found = match search(&request) {
            Ok(found) => found,
            Err(fault) => {
                warn(fault.to_string());
                return Ok(vec![]);
            }
        };
        let mut entries = Vec::new();
        for candidate in found {
            let (item, similarity) = (candidate.item, candidate.similarity);
            if let (Ok(vector), Some(own)) = (&vector, &item.embedding) {
                info(format!("{}: {:.2}", item.name, vector.cosine(own)?));
            }
            if similarity >= 0.5 {
                let reason = format!("{}: {}", item.name, item.description);
                entries.push(Entry::new(&item.r#ref, reason).scored(similarity));
            }
        }
        Ok(entries)
    }

    fn evaluate_deactivation(&self, context: &Context) -> Answer {
        let found = active(&KindsRequest::default())?;
        let found = relevance(&RelevanceRequest {
            text: context.user_prompt.clone().unwrap_or_default(),
            refs: found.into_iter().map(|item| item.r#ref).collect(),
        })?;
        let off = found.into_iter().filter(|found| found.similarity < 0.2);
        Ok(off
            .map(|found| Entry::new(&found.r#ref, "off the topic"))
            .collect())
    }
}

/// Ensure that catalogs and answers are here what they are in every other language.
#[test]
fn asking() {
    run(&Asking, "../testdata/asking/scenarios");
}

/// Ensure that a scenario with a real search is left out, and that everybody sees it.
#[test]
fn left_out() {
    let test = std::env::current_exe().unwrap();
    let output = std::process::Command::new(test)
        .args(["--exact", "asking"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, "../testdata/asking/scenarios/real.yaml: left out: it wants a real index; `impressionism rules test` plays it\n");
    assert!(output.status.success());
}

struct Replies;

fn tell<T: Write>(call: &str, reply: Result<T, Fault>) -> Result<(), Fault> {
    reply.map(|reply| info(format!("{call} {};", json::to_string(&reply))))
}

impl Ruleset for Replies {
    fn evaluate_activation(&self, _: &Context) -> Answer {
        macro_rules! tell {
            ($($call:ident($request:ty),)*) => {
                $(tell(stringify!($call), $call(&<$request>::default()))?;)*
            };
        }
        tell! {
            messages(CountRequest),
            tool_uses(CountRequest),
            active(KindsRequest),
            items(PageRequest),
            search(SearchRequest),
            relevance(RelevanceRequest),
            embed(TextRequest),
            similarities(SimilaritiesRequest),
            vector(EmbeddingRequest),
            session(EmptyRequest),
            evaluate(EvaluateRequest),
        }
        tell("param", ask_param(&ParamRequest::default()))?;
        Ok(vec![])
    }

    fn evaluate_deactivation(&self, _: &Context) -> Answer {
        Ok(vec![])
    }
}

/// Ensure that every reply is byte for byte what the host writes.
#[test]
fn replies() {
    run(&Replies, "../testdata/replies/scenarios");
}

/// Ensure that each slip is refused in the words of package scenario of the host.
#[test]
fn slips() {
    let text = std::fs::read_to_string("../testdata/slips/slips.json").unwrap();
    let slips: Vec<Value> = json::from_str(&text).unwrap();
    assert!(!slips.is_empty());
    for slip in &slips {
        let (Some(Value::String(text)), Some(Value::String(want))) =
            (slip.get("text"), slip.get("want"))
        else {
            panic!("{slip:?}")
        };
        let told = Scenario::decode_in(text, "../testdata/slips").unwrap_err();
        assert!(told.contains(want), "{text}\n  {told}\n  {want}");
    }
}

/// Ensure that nothing outside of the folder is read, nothing too large, and
/// nothing where a scenario stands by itself.
#[test]
fn catalogs() {
    let told = Scenario::decode("why: x\ncatalog: all.yaml").unwrap_err();
    assert_eq!(
        told,
        "catalog: all.yaml cannot be read here: the scenario stands by itself"
    );
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("catalogs");
    let _ = std::fs::remove_dir_all(&folder); // of an earlier run
    let ruleset = folder.join("careful");
    std::fs::create_dir_all(ruleset.join("scenarios")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("outside.yaml", "- { ref: skill:secret }");
    write(
        "careful/inside.yaml",
        "- { ref: skill:a }\n- { ref: skill:b }",
    );
    write(
        "careful/full.yaml",
        &format!("[{}]", " ".repeat((4 << 20) - 2)),
    );
    write("careful/large.yaml", &format!("[{}]", " ".repeat(4 << 20)));
    let file = ruleset.join("scenarios/x.yaml");
    let load = |catalog: &str| {
        let text = format!("why: x\ncatalog: {catalog}\nitems: [ {{ ref: skill:c }} ]");
        std::fs::write(&file, text).unwrap();
        Scenario::load(&file)
    };
    let skills = |catalog: &str| {
        let items = load(catalog).unwrap().items;
        items
            .iter()
            .map(|item| item.r#ref.id().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(skills("inside.yaml"), ["a", "b", "c"]);
    assert_eq!(skills("full.yaml"), ["c"]);
    let told = load("large.yaml").unwrap_err();
    assert!(
        told.ends_with("catalog: large.yaml is no file, or too large for a catalog"),
        "{told}"
    );
    #[cfg(unix)]
    {
        let link =
            |to: &str, name: &str| std::os::unix::fs::symlink(to, ruleset.join(name)).unwrap();
        link("../outside.yaml", "link.yaml");
        link("..", "up");
        link("inside.yaml", "within.yaml");
        assert_eq!(skills("within.yaml"), ["a", "b", "c"]);
        for name in ["link.yaml", "up/outside.yaml"] {
            let told = load(name).unwrap_err();
            assert!(told.contains("escapes from"), "{told}");
        }
    }
    write(
        "careful/scenarios/x.yaml",
        &format!("why: x{}", " ".repeat(1 << 20)),
    );
    let told = Scenario::load(&file).unwrap_err();
    assert!(
        told.ends_with("a scenario has at most 1048576 bytes"),
        "{told}"
    );
}
