-- A __metatable is what one gets to see.
-- expect: ["locked","cannot change a protected metatable"]
local M = {}
function M.evaluate_activation(context)
  local t = setmetatable({}, { __metatable = "locked" })
  local _, e = pcall(setmetatable, t, {})
  return { getmetatable(t), (e:gsub("^.-: ", "")) }
end
return M
