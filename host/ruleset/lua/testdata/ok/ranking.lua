-- A ruleset like the built-in ones: search, keywords, sorting, a decision.
-- expect: [{"ref":"skill:skill-0","reason":"similarity=0.90","score":0.9},{"ref":"skill:skill-1","reason":"similarity=0.87","score":0.87},{"ref":"skill:skill-2","reason":"similarity=0.84","score":0.84}]
-- context: {"abi":2,"session_id":"s1","workspace_path":"/w","user_prompt":"plan a schema migration","hook_event":"prompt","now":"2026-01-01T00:00:00Z","sequence":3}
-- reply: param {"ok":0.15}
-- reply: messages {"ok":[{"role":"user","content":"please look at the database layer, it is slow","embedding":"m1","sequence":1},{"role":"assistant","content":"I will look.","sequence":2},{"role":"user","content":"plan a schema migration","sequence":3}]}
-- reply: search {"ok":[{"item":{"ref":"skill:skill-0","name":"Skill 0","description":"Use this when the user asks about topic 0 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-0/SKILL.md","keywords":["alpha0","beta0","schema","gamma","delta"],"embedding":"e0","sticky":false},"similarity":0.9,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-1","name":"Skill 1","description":"Use this when the user asks about topic 1 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-1/SKILL.md","keywords":["alpha1","beta1","schema","gamma","delta"],"embedding":"e1","sticky":false},"similarity":0.87,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-2","name":"Skill 2","description":"Use this when the user asks about topic 2 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-2/SKILL.md","keywords":["alpha2","beta2","schema","gamma","delta"],"embedding":"e2","sticky":false},"similarity":0.84,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-3","name":"Skill 3","description":"Use this when the user asks about topic 3 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-3/SKILL.md","keywords":["alpha3","migration","schema","gamma","delta"],"embedding":"e3","sticky":false},"similarity":0.81,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-4","name":"Skill 4","description":"Use this when the user asks about topic 4 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-4/SKILL.md","keywords":["alpha4","beta4","schema","gamma","delta"],"embedding":"e4","sticky":false},"similarity":0.78,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-5","name":"Skill 5","description":"Use this when the user asks about topic 5 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-5/SKILL.md","keywords":["alpha5","beta5","schema","gamma","delta"],"embedding":"e5","sticky":false},"similarity":0.75,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-6","name":"Skill 6","description":"Use this when the user asks about topic 6 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-6/SKILL.md","keywords":["alpha6","beta6","schema","gamma","delta"],"embedding":"e6","sticky":false},"similarity":0.72,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-7","name":"Skill 7","description":"Use this when the user asks about topic 7 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-7/SKILL.md","keywords":["alpha7","beta7","schema","gamma","delta"],"embedding":"e7","sticky":false},"similarity":0.69,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-8","name":"Skill 8","description":"Use this when the user asks about topic 8 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-8/SKILL.md","keywords":["alpha8","beta8","schema","gamma","delta"],"embedding":"e8","sticky":false},"similarity":0.66,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-9","name":"Skill 9","description":"Use this when the user asks about topic 9 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-9/SKILL.md","keywords":["alpha9","beta9","schema","gamma","delta"],"embedding":"e9","sticky":false},"similarity":0.63,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-10","name":"Skill 10","description":"Use this when the user asks about topic 10 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-10/SKILL.md","keywords":["alpha10","beta10","schema","gamma","delta"],"embedding":"e10","sticky":false},"similarity":0.6,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-11","name":"Skill 11","description":"Use this when the user asks about topic 11 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-11/SKILL.md","keywords":["alpha11","beta11","schema","gamma","delta"],"embedding":"e11","sticky":false},"similarity":0.57,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-12","name":"Skill 12","description":"Use this when the user asks about topic 12 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-12/SKILL.md","keywords":["alpha12","beta12","schema","gamma","delta"],"embedding":"e12","sticky":false},"similarity":0.54,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-13","name":"Skill 13","description":"Use this when the user asks about topic 13 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-13/SKILL.md","keywords":["alpha13","beta13","schema","gamma","delta"],"embedding":"e13","sticky":false},"similarity":0.51,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-14","name":"Skill 14","description":"Use this when the user asks about topic 14 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-14/SKILL.md","keywords":["alpha14","beta14","schema","gamma","delta"],"embedding":"e14","sticky":false},"similarity":0.48,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-15","name":"Skill 15","description":"Use this when the user asks about topic 15 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-15/SKILL.md","keywords":["alpha15","beta15","schema","gamma","delta"],"embedding":"e15","sticky":false},"similarity":0.45,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-16","name":"Skill 16","description":"Use this when the user asks about topic 16 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-16/SKILL.md","keywords":["alpha16","beta16","schema","gamma","delta"],"embedding":"e16","sticky":false},"similarity":0.42,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-17","name":"Skill 17","description":"Use this when the user asks about topic 17 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-17/SKILL.md","keywords":["alpha17","beta17","schema","gamma","delta"],"embedding":"e17","sticky":false},"similarity":0.39,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-18","name":"Skill 18","description":"Use this when the user asks about topic 18 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-18/SKILL.md","keywords":["alpha18","beta18","schema","gamma","delta"],"embedding":"e18","sticky":false},"similarity":0.36,"cosine":0.4,"bm25":3.5},{"item":{"ref":"skill:skill-19","name":"Skill 19","description":"Use this when the user asks about topic 19 and needs a long explanation of how it works in practice.","path":"/home/a/.claude/skills/skill-19/SKILL.md","keywords":["alpha19","beta19","schema","gamma","delta"],"embedding":"e19","sticky":false},"similarity":0.33,"cosine":0.4,"bm25":3.5}]}
-- reply: log {"ok":null}
local host = require("impressionism")
local M = {}

local function mentions(text, keyword)
  local from, to = text:find(keyword:lower(), 1, true)
  while from do
    local before, after = text:sub(from - 1, from - 1), text:sub(to + 1, to + 1)
    if not before:match("%w") and not after:match("%w") then return true end
    from, to = text:find(keyword:lower(), to + 1, true)
  end
  return false
end

local function background(context, count)
  local texts = {}
  for _, message in ipairs(host.messages(count)) do
    if message.role == "user" and message.sequence ~= context.sequence then
      texts[#texts + 1] = message.content
    end
  end
  return table.concat(texts, " ")
end

function M.evaluate_activation(context)
  local boost = host.param("keyword_boost", 0.15)
  local threshold = 0.70
  local prompt = context.user_prompt or ""
  local query = prompt:lower()
  local found = {}
  for _, candidate in ipairs(host.search(prompt, 20, background(context, 10))) do
    local score = candidate.similarity
    if score < threshold and score + boost >= threshold then
      for _, keyword in ipairs(candidate.item.keywords) do
        if mentions(query, keyword) then
          host.log("debug", string.format("%s: %.2f -> %.2f", candidate.item.ref, score, score + boost))
          score = score + boost
          break
        end
      end
    end
    if score < threshold then goto continue end
    found[#found + 1] = { ref = candidate.item.ref, reason = string.format("similarity=%.2f", score), score = math.min(score, 1) }
    ::continue::
  end
  table.sort(found, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.ref < b.ref
  end)
  local answer = {}
  for i = 1, math.min(3, #found) do answer[i] = found[i] end
  return answer
end

return M
