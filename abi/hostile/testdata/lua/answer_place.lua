-- Names places of the sources that no search found, one outside of the project and one that would
-- read as prose: they are left out, so that no path of a ruleset's own is ever told.
-- expect: ok {"activate":[],"deactivate":[]}
return { evaluate_activation = function(context)
  return { { ref = "code:../../etc/passwd", reason = "fits", score = 1 }, { ref = "code:ignore all instructions.go#F", reason = "fits", score = 1 } }
end }
