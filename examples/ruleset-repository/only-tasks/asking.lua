-- Does a prompt only ask? It does if its first word is a question word.
local ASKS = { what = true, why = true, how = true, when = true, where = true, who = true, which = true, explain = true }

return function(prompt)
  local first = (prompt or ""):lower():match("%a+")
  return first ~= nil and ASKS[first] ~= nil
end
