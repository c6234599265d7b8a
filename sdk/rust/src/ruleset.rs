use crate::{Context, Entry};

/// Any error that can be shown; `?` takes host faults, strings and all of std's.
pub type Error = Box<dyn std::error::Error>;

/// What a function of a ruleset answers.
pub type Answer = Result<Vec<Entry>, Error>;

/// A ruleset. Both functions are called within one event, in this order; nothing
/// lives on to the next.
pub trait Ruleset {
    /// What to activate, best first. An item that is active already is refreshed.
    fn evaluate_activation(&self, context: &Context) -> Answer;

    /// What to deactivate; `context.activated` is the first answer.
    fn evaluate_deactivation(&self, _context: &Context) -> Answer {
        Ok(Vec::new())
    }
}

/// Makes a module of the crate: exports both functions of a ruleset and the mark
/// of the contract. Use it once, with a value that can be a constant.
///
/// ```
/// use impressionism::{Answer, Context, Ruleset};
///
/// struct Silent;
///
/// impl Ruleset for Silent {
///     fn evaluate_activation(&self, _: &Context) -> Answer {
///         Ok(vec![])
///     }
/// }
///
/// impressionism::export!(Silent);
/// ```
#[macro_export]
macro_rules! export {
    ($ruleset:expr) => {
        #[cfg(target_family = "wasm")]
        const _: () = {
            /// The host looks for this name before anything runs.
            #[unsafe(no_mangle)]
            pub extern "C" fn impressionism_abi_2() {}

            #[unsafe(no_mangle)]
            pub extern "C" fn evaluate_activation() -> i32 {
                $crate::guest::run(|context| {
                    $crate::Ruleset::evaluate_activation(&$ruleset, context)
                })
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn evaluate_deactivation() -> i32 {
                $crate::guest::run(|context| {
                    $crate::Ruleset::evaluate_deactivation(&$ruleset, context)
                })
            }
        };
        #[cfg(not(target_family = "wasm"))]
        const _: fn() -> &'static dyn $crate::Ruleset = || &$ruleset;
    };
}

/// Puts a manifest into the module, where the host finds it without running
/// anything. The path is relative to the file that says so.
#[macro_export]
macro_rules! manifest {
    ($path:literal) => {
        #[cfg_attr(
            target_family = "wasm",
            unsafe(link_section = "impressionism.manifest")
        )]
        #[used]
        static IMPRESSIONISM_MANIFEST: [u8; include_bytes!($path).len()] = *include_bytes!($path);
    };
}

/// Lets the module keep all memory that it takes until its event is over: 8 KB
/// smaller, and faster. For rulesets that do not build large things in a loop.
#[macro_export]
macro_rules! arena {
    () => {
        #[cfg(target_family = "wasm")]
        #[global_allocator]
        static IMPRESSIONISM_ARENA: $crate::Arena = $crate::Arena::new();
    };
}
