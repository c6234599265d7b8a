use impressionism::{testing, Active, Context};

use crate::fitting::fitting;

/// Ensure that where nothing sets a parameter the values are those of the twins in Lua and
/// Go: while an item is in use, another one needs 0.85.
#[test]
fn fallbacks() {
    let picked = |similarity: f64| {
        let host = move |call: &str, request: &str| match call {
            "param" => {
                let (_, default) = request.split_once(r#""default":"#).expect(request);
                format!(r#"{{"ok":{}}}"#, default.trim_end_matches('}'))
            }
            "search" => format!(
                r#"{{"ok":[{{"similarity":{similarity},"item":{{"ref":"skill:other","name":"other","description":"","keywords":[],"sticky":false}}}}]}}"#
            ),
            _ => r#"{"ok":[]}"#.into(),
        };
        let active = Active {
            r#ref: "skill:used".parse().expect("a ref"),
            ..Default::default()
        };
        testing::with_host(host, || fitting(&Context::default(), "and now", &[active]))
            .expect("picks")
            .len()
    };
    assert_eq!((picked(0.84), picked(0.86)), (0, 1));
}
