-- A parameter, or the default.
-- expect: [0.7,0.5,false,"nil",[]]
-- reply: param {"ok":0.7}
-- reply: param {"ok":0.5}
-- reply: param {"ok":false}
-- reply: param {"ok":null}
-- reply: param {"ok":[]}
-- requests: param {"name":"a","default":0.5} | param {"name":"b","default":0.5} | param {"name":"c","default":false} | param {"name":"d"} | param {"name":"e","default":[]}
local M = {}
function M.evaluate_activation(context)
  local p = impressionism.param
  return { p("a", 0.5), p("b", 0.5), p("c", false), tostring(p("d")), p("e", {}) }
end
return M
