-- Methods have self.
-- expect: ["hi Ann"]
local M = {}
function M.evaluate_activation(context)
  local class = {}
  class.__index = class
  function class.new(name) return setmetatable({ name = name }, class) end
  function class:greet(word) return word .. " " .. self.name end
  return { class.new("Ann"):greet("hi") }
end
return M
