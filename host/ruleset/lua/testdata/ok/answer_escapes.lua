-- Text is escaped as JSON wants it.
-- expect: ["a\"b\\c\n\t","ü","\u0001"]
local M = {}
function M.evaluate_activation(context)
  return { "a\"b\\c\n\t", "ü", "\1" }
end
return M
