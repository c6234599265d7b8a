local names = { "own", "global", "manifest", "unfit", "caller" }
return {
  evaluate_activation = function()
    local values = {}
    for i, name in ipairs(names) do values[i] = name .. "=" .. impressionism.get_param(name, 0.4) end
    return { { skill_id = "database", reason = table.concat(values, " ") } }
  end,
}
