use extism_pdk::{host_fn, Error};

macro_rules! calls {
    ($($name:ident)*) => {
        #[host_fn("extism:host/user")]
        extern "ExtismHost" {
            $(fn $name(request: String) -> String;)*
        }

        /// Makes the call of a name and an encoded request, and gives the reply.
        pub fn make(arguments: &str) -> Result<String, Error> {
            let (name, request) = arguments.split_once(' ').unwrap_or((arguments, ""));
            match name {
                $(stringify!($name) => unsafe { $name(request.to_owned()) },)*
                _ => Err(Error::msg(format!("there is no such host call: {name}"))),
            }
        }
    };
}

calls! {
    get_recent_messages get_recent_tool_use get_active_skills get_all_skills
    search_skills search_skills_by_embedding relevance
    embed_text cosine_similarity cosine_similarities get_vector
    get_param get_session log evaluate_ruleset
}
