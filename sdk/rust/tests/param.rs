//! Parameters as they are read.

use impressionism::{param, testing};

fn whole(configured: &str) -> Result<i64, String> {
    let reply = format!(r#"{{"ok":{configured}}}"#);
    testing::with_host(move |_, _| reply.clone(), || param("n", 3)).map_err(|fault| fault.message)
}

/// Ensure that a whole number is taken as it is, and that another number is none.
#[test]
fn whole_numbers() {
    for (configured, want) in [
        ("3", 3),
        ("2.0", 2),
        ("-0.0", 0),
        ("-7", -7),
        ("9007199254740991", 9007199254740991),
    ] {
        assert_eq!(whole(configured), Ok(want));
    }
    for configured in ["2.7", "-0.5", "9007199254740992", "1e300", "\"3\"", "true"] {
        assert_eq!(
            whole(configured),
            Err("parameter n is no whole number".into()),
            "{configured}"
        );
    }
}
