-- The default, but lessons wait for files: no prompt brings one, and where a tool reads or
-- changes a file that a lesson's paths name, gotchas alone, and none that is doubtful.
local default = require("builtin.default")
local M = { evaluate_deactivation = default.evaluate_deactivation }

local function gotchas()
  local answer = {}
  for _, item in ipairs(impressionism.items({ "lesson" })) do
    local lesson = item.lesson
    if #answer < 64 and lesson and lesson.touched and lesson.category == "gotcha" and lesson.check ~= "doubtful" then
      table.insert(answer, { ref = item.ref, reason = "a gotcha of this file" })
    end
  end
  return answer
end

function M.evaluate_activation(context)
  if context.hook_event == "file_touched" then return gotchas() end
  local answer = {}
  for _, entry in ipairs(default.evaluate_activation(context)) do
    if entry.ref:sub(1, 7) ~= "lesson:" then table.insert(answer, entry) end
  end
  return answer
end

return M
