-- Answers one table many times, at many levels.
-- expect: limit: answer
return { evaluate_activation = function()
local t = { 1 }
for i = 1, 30 do t = { t, t } end
return t
end }
