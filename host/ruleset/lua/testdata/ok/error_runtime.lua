-- An error names file and line, and where it was called from.
-- expect: error internal: custom/error_runtime.lua:4: attempt to index a non-table object(nil) with key 'id'⏎  from custom/error_runtime.lua:6
local function score(item)
  return item.skill.id
end
return { evaluate_activation = function() local s = score({}) return s end }
