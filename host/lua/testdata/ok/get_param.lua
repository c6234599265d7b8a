-- A parameter, or the default.
-- expect: [0.7,0.5,false,"nil",[]]
-- reply: get_param {"ok":0.7}
-- reply: get_param {"ok":0.5}
-- reply: get_param {"ok":false}
-- reply: get_param {"ok":null}
-- reply: get_param {"ok":[]}
-- requests: get_param {"name":"a","default":0.5} | get_param {"name":"b","default":0.5} | get_param {"name":"c","default":false} | get_param {"name":"d"} | get_param {"name":"e","default":[]}
local M = {}
function M.evaluate_activation(context)
  local p = impressionism.get_param
  return { p("a", 0.5), p("b", 0.5), p("c", false), tostring(p("d")), p("e", {}) }
end
return M
