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

// Generated from abi.Calls by go test ./sdk/stubs -update:
calls! {
    messages
    tool_uses
    active
    items
    search
    relevance
    similarities
    embed
    vector
    param
    session
    log
    evaluate
}
// End of what is generated.
