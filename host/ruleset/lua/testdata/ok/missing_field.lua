-- So is a field, behind whatever name its table has here, in a loop and among calls that can be made.
-- expect: error internal: custom/missing_field.lua:6: attempt to call a non-function object: api.jion is nil; did you mean api.join?⏎  from custom/missing_field.lua:9
local api = { join = table.concat }
local function joined(list)
  for i, item in ipairs(list) do
    local text = tostring(item) .. api.jion({ item }, tostring(i))
  end
end
return { evaluate_activation = function() joined({ "a" }) return {} end }
