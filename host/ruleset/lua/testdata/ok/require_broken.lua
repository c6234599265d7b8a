-- A syntax error in a module names the module.
-- expect: error internal: custom/broken.lua:2: syntax error near '='⏎  from custom/require_broken.lua:3
return require("custom.broken")
