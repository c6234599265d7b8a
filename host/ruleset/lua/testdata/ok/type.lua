-- Names of types; an embedding is a table.
-- expect: ["nil","number","string","table","function","table"]
-- reply: embed {"ok":"e1"}
local M = {}
function M.evaluate_activation(context)
  return { type(nil), type(1), type(""), type({}), type(type), type(impressionism.embed("x")) }
end
return M
