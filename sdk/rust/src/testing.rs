//! A host for unit tests of a ruleset, natively under `cargo test`: a function that
//! answers its host calls. Scenario files are played by `impressionism rules test`.

use std::cell::RefCell;

type Host = Box<dyn FnMut(&str, &str) -> String>;

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Runs `work` with the host calls of this thread answered by `host`, and returns its
/// result. The host is given the name of a call and the request as JSON; it returns
/// the reply as JSON: `{"ok":…}`, or `{"error":{"code":…,"message":…}}`.
///
/// ```
/// use impressionism::*;
///
/// let threshold = testing::with_host(
///     |call, _request| match call {
///         "param" => r#"{"ok":0.5}"#.into(),
///         _ => r#"{"error":{"code":"unavailable","message":"not here"}}"#.into(),
///     },
///     || param("similarity_threshold", 0.7),
/// );
/// assert_eq!(threshold, Ok(0.5));
/// ```
pub fn with_host<T>(
    host: impl FnMut(&str, &str) -> String + 'static,
    work: impl FnOnce() -> T,
) -> T {
    struct Restore(Option<Host>);
    impl Drop for Restore {
        fn drop(&mut self) {
            let before = self.0.take();
            HOST.with(|host| *host.borrow_mut() = before);
        }
    }
    let _restore = Restore(HOST.with(|known| known.borrow_mut().replace(Box::new(host))));
    work()
}

pub(crate) fn call(name: &str, request: &str) -> String {
    HOST.with(|host| match host.borrow_mut().as_mut() {
        Some(host) => host(name, request),
        None => r#"{"error":{"code":"unavailable","message":"there is no host here; use impressionism::testing::with_host"}}"#.into(),
    })
}
