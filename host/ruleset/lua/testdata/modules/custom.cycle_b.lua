return require("custom.cycle_a")
