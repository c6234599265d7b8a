-- Names items that do not exist, with escape sequences in their names: they are left out.
-- expect: ok {"activate":[],"deactivate":[]}
return { evaluate_activation = function(context)
  return { { skill_id = "\27[31mred", reason = "fits" }, { skill_id = "../../etc", kind = "\0\27[2K", reason = "fits" } }
end }
