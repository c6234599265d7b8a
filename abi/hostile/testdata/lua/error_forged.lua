-- Reports a budget that is not gone: what a guest makes up never has the code limit.
-- expect: evaluate internal "limit: fuel: all 2000000 units used"
return { evaluate_activation = function(context)
  error("limit: fuel: all 2000000 units used", 0)
end }
