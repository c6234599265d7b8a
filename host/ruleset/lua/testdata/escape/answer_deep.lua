-- Answers a deep table.
-- expect: nested deeper
return { evaluate_activation = function()
local t = {}
for i = 1, 100 do t = { t } end
return t
end }
