-- The default, and where a prompt reports that something fails, the places in the project's
-- sources that it is likely to be about.
local M = {}

-- Words that a report of a bug has and a request for something else hardly ever.
local words = {
  fails = true, failed = true, failing = true, crash = true, crashes = true, crashed = true, bug = true, broken = true,
  exception = true, panic = true, panics = true, panicked = true, traceback = true, regression = true, throws = true,
}
local phrases = { "error in ", "error:", "does not work", "doesn't work", "not working", "stopped working" }
local traces = {
  "[%w_%-%.]+%.%a+:%d+",     -- mux.go:94
  'file ".-", line %d+',     -- Python
  "%s+at [%w_%.$<>]+%s?%(",  -- JavaScript, Java
}

local function reports(prompt)
  local text = (prompt or ""):lower()
  for word in text:gmatch("%a+") do
    if words[word] then return true end
  end
  for _, phrase in ipairs(phrases) do
    if text:find(phrase, 1, true) then return true end
  end
  for _, trace in ipairs(traces) do
    if text:find(trace) then return true end
  end
  return false
end

-- The words of a prompt that are spelled as names in code are: parse_header, Mux.Use, parseHeader.
local function names(prompt)
  local found = {}
  for word in prompt:gmatch("[%a_][%w_%.]+") do
    if #found < 8 and (word:find("%w_%w") or word:find("%l%u") or word:find("%w%.%a")) then table.insert(found, word) end
  end
  return table.concat(found, " ")
end

-- The whole prompt says most, and its names alone say it more surely.
local function places(prompt)
  local answer = {}
  local similarity, most = impressionism.param("similarity", 0.8), impressionism.param("places", 2)
  for _, text in ipairs({ prompt, names(prompt) }) do
    for _, candidate in ipairs(impressionism.search(text, 20, "", { "code" })) do
      if #answer < most and candidate.similarity >= similarity then
        table.insert(answer, { ref = candidate.item.ref, score = candidate.similarity, reason = "the prompt reports that something fails" })
      end
    end
    if #answer > 0 then return answer end
  end
  return answer
end

-- What the default answers by its own manifest, which does not name the kind code.
function M.evaluate_activation(context)
  local answer = impressionism.evaluate("builtin/default", "evaluate_activation", context)
  if context.hook_event == "prompt" and not context.neutral and reports(context.user_prompt) then
    for _, entry in ipairs(places(context.user_prompt)) do table.insert(answer, entry) end
  end
  return answer
end

function M.evaluate_deactivation(context)
  return impressionism.evaluate("builtin/default", "evaluate_deactivation", context)
end

return M
