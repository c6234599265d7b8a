local words = require("lib.words")
local default = require("builtin.default")
return {
  evaluate_activation = function(context)
    if context.user_prompt == "computed" then require("custom" .. ".boom") end
    if context.user_prompt == "absent" then require("nothing") end
    return { { ref = "skill:database", reason = words.greeting .. " " .. type(default.evaluate_activation) } }
  end,
}
