-- An embedding goes back as its reference; numbers are not fetched.
-- expect: [0.5,0.25,"e1"]
-- reply: embed_text {"ok":"e1"}
-- reply: get_recent_messages {"ok":[{"role":"user","content":"","embedding":"e2","sequence":1}]}
-- reply: cosine_similarity {"ok":0.5}
-- reply: cosine_similarities {"ok":[0.25,0]}
-- requests: embed_text {"text":"x"} | get_recent_messages {"session_id":"s1","count":1} | cosine_similarity {"a":"e1","b":"e2"} | cosine_similarities {"a":"e1","bs":["e2",[1,0]]}
local M = {}
function M.evaluate_activation(context)
  local e = impressionism.embed_text("x")
  local m = impressionism.get_recent_messages("s1", 1)[1].embedding
  return { impressionism.cosine_similarity(e, m), impressionism.cosine_similarities(e, { m, { 1, 0 } })[1], e }
end
return M
