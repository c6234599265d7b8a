//! Host calls that fail.

use impressionism::{testing, Embedding};

/// Ensure that a vector with a NaN is refused before the host sees it, with the
/// call and the place of the number.
#[test]
fn vectors_with_nan() {
    let good = Embedding::Numbers(vec![1.0, 0.0]);
    for (a, bs, want) in [
        (
            vec![1.0, f32::NAN],
            vec![good.clone()],
            "similarities: /a/1: NaN is no number that JSON has",
        ),
        (
            vec![1.0, 0.0],
            vec![good.clone(), Embedding::Numbers(vec![f32::INFINITY])],
            "similarities: /bs/1/0: infinity is no number that JSON has",
        ),
    ] {
        let asked = testing::with_host(
            |call, request| panic!("{call} {request}"),
            || Embedding::Numbers(a).cosines(&bs),
        );
        let fault = asked.expect_err("a fault");
        assert_eq!(
            (fault.code.as_str(), fault.message.as_str()),
            ("bad_request", want)
        );
    }
}
