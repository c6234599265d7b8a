use impressionism::json::{from_str, to_string, Read, Write};
use impressionism::{Error, Fault};

/// A host call that was made.
pub struct Made {
    pub reply: String,
    pub fault: Option<Fault>,
}

/// Makes the call of a name and an encoded request, through the SDK's types.
pub fn make(arguments: &str) -> Result<Made, Error> {
    let (name, request) = arguments.split_once(' ').unwrap_or((arguments, ""));
    match name {
        "get_recent_messages" => through(impressionism::get_recent_messages, request),
        "get_recent_tool_use" => through(impressionism::get_recent_tool_use, request),
        "get_active_skills" => through(impressionism::get_active_skills, request),
        "get_all_skills" => through(impressionism::get_all_skills, request),
        "search_skills" => through(impressionism::search_skills, request),
        "search_skills_by_embedding" => through(impressionism::search_skills_by_embedding, request),
        "relevance" => through(impressionism::relevance, request),
        "embed_text" => through(impressionism::embed_text, request),
        "cosine_similarity" => through(impressionism::cosine_similarity, request),
        "cosine_similarities" => through(impressionism::cosine_similarities, request),
        "get_vector" => through(impressionism::get_vector, request),
        "get_param" => through(impressionism::get_param, request),
        "get_session" => through(impressionism::get_session, request),
        "log" => through(impressionism::log, request),
        "evaluate_ruleset" => through(impressionism::evaluate_ruleset, request),
        _ => Err(format!("there is no such host call: {name}").into()),
    }
}

fn through<Q: Read, A: Write>(
    function: fn(&Q) -> Result<A, Fault>,
    request: &str,
) -> Result<Made, Error> {
    Ok(match function(&from_str(request)?) {
        Ok(answer) => Made {
            reply: format!("{{\"ok\":{}}}", to_string(&answer)),
            fault: None,
        },
        Err(fault) => Made {
            reply: format!("{{\"error\":{}}}", to_string(&fault)),
            fault: Some(fault),
        },
    })
}
