-- The error that a pcall returns is the interpreter's: to name the call takes long.
-- expect: [{"ref":"skill:x","reason":"custom/missing_caught.lua:4: attempt to call a non-function object"}]
return { evaluate_activation = function()
  local ok, err = pcall(function() impressionism.serch() end)
  return { { ref = "skill:x", reason = err } } end }
