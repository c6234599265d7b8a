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
        // Generated from abi.Calls by go test ./sdk/stubs -update:
        "messages" => through(impressionism::messages, request),
        "tool_uses" => through(impressionism::tool_uses, request),
        "active" => through(impressionism::active, request),
        "items" => through(impressionism::items, request),
        "search" => through(impressionism::search, request),
        "relevance" => through(impressionism::relevance, request),
        "similarities" => through(impressionism::similarities, request),
        "embed" => through(impressionism::embed, request),
        "vector" => through(impressionism::vector, request),
        "param" => through(impressionism::ask_param, request),
        "session" => through(impressionism::session, request),
        "log" => through(impressionism::log, request),
        "evaluate" => through(impressionism::evaluate, request),
        // End of what is generated.
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
