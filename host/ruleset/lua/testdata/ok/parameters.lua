-- Parameters may be overwritten by what is computed from them.
-- expect: ["5","2!",3,[1],"abab","2x","yes","f"]
local M = {}
local function text(x) x = tostring(x) return x end
local function bang(x) x = x .. "!" return x end
local function size(x) x = #x return x end
local function wrap(x) x = { x } return x end
local function rep(a, x) x = a:rep(x) return x end
local function key(t, k) k = t[k] .. "x" return k end
local function less(a, b) b = a < b and "yes" or "no" return b end
local function make(f) f = function() return "f" end return f() end
function M.evaluate_activation()
  return { text(5), bang(2), size("abc"), wrap(1), rep("ab", 2), key({ 1, 2 }, 2), less(1, 2), make(1) }
end
return M
