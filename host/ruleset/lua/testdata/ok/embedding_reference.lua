-- An embedding goes back as its reference; numbers are not fetched.
-- expect: [0.25,0.25,"e1"]
-- reply: embed {"ok":"e1"}
-- reply: messages {"ok":[{"role":"user","content":"","embedding":"e2","sequence":1}]}
-- reply: similarities {"ok":[0.25,0]}
-- requests: embed {"text":"x"} | messages {"count":1} | similarities {"a":"e1","bs":["e2"]} | similarities {"a":"e1","bs":["e2",[1,0]]}
local M = {}
function M.evaluate_activation(context)
  local e = impressionism.embed("x")
  local m = impressionism.messages(1)[1].embedding
  return { impressionism.similarities(e, { m })[1], impressionism.similarities(e, { m, { 1, 0 } })[1], e }
end
return M
