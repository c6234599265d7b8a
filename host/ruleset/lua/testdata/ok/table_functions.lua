-- The table library.
-- expect: ["a-b-c","b,c",1,3,"x",4,[1,2,3],["c","b","a"]]
local M = {}
function M.evaluate_activation(context)
  local t = { "a", "b", "c" }
  local u = { 3, 1, 2 }
  table.sort(u)
  local v = { "b", "c", "a" }
  table.sort(v, function(a, b) return a > b end)
  local w = { 1, 2 }
  table.insert(w, 9)
  table.insert(w, 1, "x")
  local x = table.remove({ 1, 2, 3 })
  return { table.concat(t, "-"), table.concat(t, ",", 2), table.remove({ 1, 2, 3 }, 1), x, w[1], #w, u, v }
end
return M
