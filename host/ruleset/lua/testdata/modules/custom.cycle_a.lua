return require("custom.cycle_b")
