-- Activates what fits the prompt. An active item stays while prompts concern it
-- and leaves after a run of others, or at once when the topic changes. Items compete
-- within their family: no tool takes the place of a skill.
local default, api = {}, impressionism
local CANDIDATES, HISTORY = 20, 40 -- items and messages looked at
local TEXT, KEYWORDS = 2000, 8 -- bytes of the prompt and keywords of an item looked at
local ENTRIES = 64 -- of one answer, at most
local FEW = 8 -- words of a prompt that more likely follows up than opens a topic
local SAME_TOPIC = 0.50 -- cosine of two descriptions from which on they are related

local function background(context) -- what the user said before this prompt
  local texts, wanted = {}, api.param("lookback_activate", 2)
  local messages = api.messages(HISTORY)
  for i = #messages, 1, -1 do
    local earlier = messages[i].role == "user" and messages[i].sequence ~= context.sequence
    if earlier and #texts < wanted then table.insert(texts, 1, messages[i].content) end
  end
  return table.concat(texts, " ")
end

local function short(text) return #text <= 80 and text or "…" end

local function keyword_in(text, keywords) -- the first that stands in the text as a word of its own
  for i = 1, math.min(#keywords, KEYWORDS) do
    local keyword, word = keywords[i], keywords[i]:lower()
    local pattern = "[^%w_]" .. word:gsub("%W", "%%%0") .. "[^%w_]"
    if word:find("%S") and text:find(word, 1, true) and text:find(pattern) then return keyword end
  end
end

local function family(ref) -- skills and commands are one, each other kind is its own
  local kind = ref:match("^[^:]*")
  return kind == "command" and "skill" or kind
end

local function in_use(active) -- ids and families of what is active
  local ids, families = {}, {}
  for _, item in ipairs(active) do ids[item.ref], families[family(item.ref)] = true, true end
  return ids, families
end

local function follows_up(prompt) return select(2, prompt:sub(1, TEXT):gsub("%S+", "")) <= FEW end

local function fitting(context, kept, families) -- what the search and the keywords lift to the threshold, by id
  local threshold, boost = api.param("similarity_threshold", 0.70), api.param("keyword_boost", 0.15)
  local margin = next(kept) and follows_up(context.user_prompt) and api.param("switch_margin", 0.15) or 0
  local text, picks = " " .. context.user_prompt:sub(1, TEXT):lower() .. " ", {}
  for _, hit in ipairs(api.search(context.user_prompt, CANDIDATES, background(context))) do
    local item, score, why = hit.item, hit.similarity, "fits the prompt"
    local newcomer = families[family(item.ref)] and not kept[item.ref]
    local wanted = newcomer and threshold + margin or threshold
    local keyword = score >= wanted - boost and keyword_in(text, item.keywords)
    if keyword and boost > 0 then
      score = score + boost
      why = 'fits the prompt and its keyword "' .. short(keyword) .. '"'
      api.log("debug", string.format("%s: %.2f, with its keyword %.2f", item.name, hit.similarity, score))
    end
    if score >= wanted then picks[item.ref] = { item = item, score = score, why = why } end
  end
  return picks
end

local function concerning(context, items) -- similarity of those that the prompt still concerns, by id
  local ids, found = {}, {}
  for i, item in ipairs(items) do ids[i] = item.ref end
  if context.neutral or not context.user_prompt or #ids == 0 then return found end
  for _, answer in ipairs(api.relevance(context.user_prompt, ids)) do
    if answer.similarity >= api.param("refresh_threshold", 0.63) then found[answer.ref] = answer.similarity end
  end
  return found
end

local function best(sorted, most) -- the first of each family, at most so many
  local answer, places = {}, {}
  for _, pick in ipairs(sorted) do
    local own, score = family(pick.item.ref), math.min(1, pick.score)
    places[own] = (places[own] or 0) + 1
    if places[own] <= most and #answer < ENTRIES then
      local reason = string.format("%s, similarity=%.2f", pick.why, score)
      table.insert(answer, { ref = pick.item.ref, reason = reason, score = score })
    end
  end
  return answer
end

local function at_file() -- lessons whose paths name the touched file, those that proved themselves first
  local least, touched, answer = api.param("file_trust", 0.15), {}, {}
  for _, item in ipairs(api.items({ "lesson" })) do
    if item.lesson and item.lesson.touched and item.lesson.trust >= least then table.insert(touched, item) end
  end
  table.sort(touched, function(a, b)
    return a.lesson.trust > b.lesson.trust or a.lesson.trust == b.lesson.trust and a.ref < b.ref
  end)
  for i = 1, math.min(#touched, ENTRIES) do
    answer[i] = { ref = touched[i].ref, reason = "its paths name the file" }
  end
  return answer
end

function default.evaluate_activation(context)
  if context.hook_event == "file_touched" then return at_file() end
  if not (context.user_prompt or ""):find("%S") then return {} end
  local active = api.active()
  local picks, sorted = fitting(context, in_use(active)), {}
  local still = concerning(context, active)
  for _, item in ipairs(active) do
    local score = still[item.ref]
    if score and not picks[item.ref] then picks[item.ref] = { item = item, score = score, why = "still fits" } end
  end
  for _, pick in pairs(picks) do table.insert(sorted, pick) end
  table.sort(sorted, function(a, b) return a.score > b.score or a.score == b.score and a.item.ref < b.item.ref end)
  return best(sorted, api.param("max_active_skills", 3))
end

local function arrivals(context, fresh) -- what this event made active: of each family the vectors, and the first one's name
  local topics = {}
  if context.neutral or not context.activated then return topics end
  for _, hit in ipairs(api.search(context.user_prompt or "", CANDIDATES)) do
    if fresh[hit.item.ref] == "new" and hit.item.embedding then
      local own = family(hit.item.ref)
      topics[own] = topics[own] or { name = hit.item.name, vectors = {} }
      table.insert(topics[own].vectors, hit.item.embedding)
    end
  end
  return topics
end

function default.evaluate_deactivation(context)
  if context.hook_event == "file_touched" then return {} end
  local active, fresh, answer = api.active(), {}, {}
  for _, entry in ipairs(context.activated or {}) do fresh[entry.ref] = "new" end
  for _, item in ipairs(active) do fresh[item.ref] = (fresh[item.ref] or item.sticky) and "kept" end
  local topics = arrivals(context, fresh)
  local still = concerning(context, next(topics) and active or {})
  local limit, this = api.param("inactive_threshold", 5), context.hook_event == "prompt" and 1 or 0
  for _, item in ipairs(active) do
    local unused, topic, reason = item.prompts_since_relevant + this, topics[family(item.ref)], nil
    if unused >= limit then
      reason = string.format("not needed for %d prompts", unused)
    elseif topic and item.embedding and not still[item.ref] then
      local nearest = math.max(unpack(api.similarities(item.embedding, topic.vectors)))
      reason = nearest < SAME_TOPIC and "the topic changed to " .. short(topic.name)
    end
    if reason and not fresh[item.ref] then
      table.insert(answer, { ref = item.ref, reason = reason })
    end
  end
  return answer
end

return default
