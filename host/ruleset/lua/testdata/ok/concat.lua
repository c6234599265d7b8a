-- Joining strings and numbers.
-- expect: ["a1b","1.5","x-5","longlonglong"]
local M = {}
function M.evaluate_activation(context)
  local s = "long"
  return { "a" .. 1 .. "b", 1 .. "" .. 0.5 == "10.5" and "1.5" or "?", "x" .. -5, s .. s .. s }
end
return M
