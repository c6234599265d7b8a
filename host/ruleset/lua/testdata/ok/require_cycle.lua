-- Modules that require each other are told which.
-- expect: error internal: custom/cycle_b.lua:1: modules require each other: custom.cycle_a → custom.cycle_b → custom.cycle_a⏎  from custom/cycle_a.lua:1⏎  from custom/require_cycle.lua:3
return require("custom.cycle_a")
