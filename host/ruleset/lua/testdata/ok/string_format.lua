-- Formatting.
-- expect: ["0.50","  7","007","ff","a    |","1e+06","\"q\\\"\"","%","A","3","true","+5","100000"]
local M = {}
function M.evaluate_activation(context)
  return { ("%.2f"):format(0.5), ("%3d"):format(7), ("%03d"):format(7), ("%x"):format(255), ("%-5s|"):format("a"), ("%g"):format(1e6), ("%q"):format('q"'), ("%%"):format(), ("%c"):format(65), ("%d"):format(3.9), ("%s"):format(true), ("%+d"):format(5), ("%g"):format(100000) }
end
return M
