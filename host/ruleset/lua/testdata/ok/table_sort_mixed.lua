-- Sorting what cannot be compared.
-- expect: ["attempt to compare string with number"]
local M = {}
function M.evaluate_activation(context)
  local _, e = pcall(table.sort, { 1, "x" })
  return { (e:gsub("^.-: ", "")) }
end
return M
