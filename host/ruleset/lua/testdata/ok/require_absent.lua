-- A module that is not there.
-- expect: error internal: custom/require_absent.lua:3: not_found: there is no module custom.absent
return require("custom.absent")
