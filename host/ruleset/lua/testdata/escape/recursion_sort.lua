-- Recurses through a comparison.
-- expect: limit: stack
local function less(a, b) table.sort({ 1, 2, 3 }, less) return a < b end
table.sort({ 1, 2, 3 }, less)
