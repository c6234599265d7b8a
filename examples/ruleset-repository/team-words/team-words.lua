-- The default, and what the team's own words stand for: no description has them.
local default = require("builtin.default")
local M = { evaluate_deactivation = default.evaluate_deactivation }
local NAMED, LETTERS = 3, 60 -- skills named in one prompt; letters of a word that are shown

local function named(prompt)
  local words, found, answer = impressionism.param("words", {}), {}, {}
  for text in prompt:lower():gmatch("%S+") do
    local word = text:match("^%p*(.-)%p*$")
    local id = words[word]
    if type(id) == "string" and not found["skill:" .. id] and #answer < NAMED then
      found["skill:" .. id] = true
      local shown = #word <= LETTERS and word or "…"
      table.insert(answer, { ref = "skill:" .. id, reason = 'stands for "' .. shown .. '"', score = 1 })
    end
  end
  return answer, found
end

function M.evaluate_activation(context)
  local answer, found = named(context.user_prompt or "")
  for _, entry in ipairs(default.evaluate_activation(context)) do
    if not found[entry.ref] then table.insert(answer, entry) end
  end
  return answer
end

return M
