-- The context arrives with all its fields.
-- expect: ["s1","Größe \"x\"",3,true,"skill:db"]
-- context: {"abi":2,"session_id":"s1","user_prompt":"Gr\u00f6\u00dfe \"x\"","sequence":3,"neutral":true,"activated":[{"ref":"skill:db","reason":"r"}]}
local M = {}
function M.evaluate_activation(context)
  return { context.session_id, context.user_prompt, context.sequence, context.neutral, context.activated[1].ref }
end
return M
