-- The policy of builtin/default with the parameters of this ruleset's manifest.
return require("builtin.default")
