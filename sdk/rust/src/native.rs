//! Outside of a module a ruleset meets the host that a test has set up.

use std::cell::RefCell;

use crate::Fault;

type Door = Box<dyn FnMut(&str, &str) -> String>;

thread_local! {
    static HOST: RefCell<Option<Door>> = const { RefCell::new(None) };
}

/// Answers host calls of this thread through the door while `work` runs.
pub(crate) fn with<T>(door: Door, work: impl FnOnce() -> T) -> T {
    struct Restore(Option<Door>);
    impl Drop for Restore {
        fn drop(&mut self) {
            let before = self.0.take();
            HOST.with(|host| *host.borrow_mut() = before);
        }
    }
    let _restore = Restore(HOST.with(|host| host.borrow_mut().replace(door)));
    work()
}

pub(crate) fn call(name: &str, request: &str) -> String {
    HOST.with(|host| match host.borrow_mut().as_mut() {
        Some(door) => door(name, request),
        None => Fault::new(
            "unavailable",
            "there is no host here; use impressionism::testing",
        )
        .reply(),
    })
}
