-- Logs one line of 300,000 characters; it is cut.
-- expect: ok {"activate":[],"deactivate":[]}
-- logs: 1
return { evaluate_activation = function(context)
  impressionism.log("info", ("a"):rep(300000))
  return {}
end }
