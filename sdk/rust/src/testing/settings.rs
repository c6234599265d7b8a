use super::answers::{ok, Answered};
use super::run::Run;
use crate::{Fault, LogRequest, ParamRequest};

impl Run {
    /// What the scenario configures if it fits the manifest, else the manifest's
    /// default, else the caller's.
    pub(super) fn parameter(&mut self, request: ParamRequest) -> Answered {
        let declared = self.manifest.parameter(&request.name);
        if let Some(configured) = self.parameters.get(&request.name) {
            match declared.and_then(|parameter| parameter.refuses(configured)) {
                None => return ok(configured),
                Some(wrong) => {
                    let warning = format!(
                        "parameter {} of {}: {wrong}; its default is used",
                        request.name, self.manifest.id
                    );
                    self.came.warn(warning);
                }
            }
        }
        let default = self
            .manifest
            .parameter(&request.name)
            .and_then(|parameter| parameter.default.clone());
        ok(&default.or(request.default).unwrap_or_default())
    }

    pub(super) fn log(&mut self, request: LogRequest) -> Answered {
        if !["debug", "info", "warn", "error"].contains(&request.level.as_str()) {
            let message = format!(
                "log: level {:?} is none of debug, info, warn, error",
                request.level
            );
            return Err(Fault::new("bad_request", &message));
        }
        self.came
            .log
            .push(format!("{} {}", request.level, request.message));
        Ok("null".into())
    }
}
