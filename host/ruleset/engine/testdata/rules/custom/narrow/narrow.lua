-- May only evaluate; what it evaluates may do what its own manifest lists.
return {
  evaluate_activation = function(context)
    if context.user_prompt == "search" then return impressionism.search("x", 1) end
    return impressionism.evaluate("acme/searcher", "evaluate_activation")
  end,
}
