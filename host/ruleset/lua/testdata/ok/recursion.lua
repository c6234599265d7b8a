-- A local function sees itself; even and odd see each other.
-- expect: [120,true]
local M = {}
function M.evaluate_activation(context)
  local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end
  local even, odd
  function even(n) if n == 0 then return true end return odd(n - 1) end
  function odd(n) if n == 0 then return false end return even(n - 1) end
  return { fact(5), even(10000) }
end
return M
