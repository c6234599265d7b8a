-- Names items that do not exist, with escape sequences in their names: they are left out.
-- expect: ok {"activate":[],"deactivate":[]}
return { evaluate_activation = function(context)
  return { { ref = "skill:\27[31mred", reason = "fits" }, { ref = "note:../../etc", reason = "fits" } }
end }
