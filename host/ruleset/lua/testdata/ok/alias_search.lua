-- A search by its older name gives candidates a skill with id and kind.
-- expect: ["db","skill","skill:db",0.5,0.25]
-- reply: search {"ok":[{"item":{"ref":"skill:db"},"similarity":0.5}]}
-- reply: similarities {"ok":[0.25]}
-- requests: search {"limit":3,"text":"q","background":"b"} | similarities {"a":[1,0],"bs":[[0,1]]}
local M = {}
function M.evaluate_activation(context)
  local hit = impressionism.search_skills("q", 3, "b")[1]
  return { hit.skill.id, hit.skill.kind, hit.item.ref, hit.similarity, impressionism.cosine_similarity({ 1, 0 }, { 0, 1 }) }
end
return M
