local names = { "own", "global", "manifest", "unfit", "caller" }
return {
  evaluate_activation = function()
    local values = {}
    impressionism.get_param("unfit", 0.4) -- asked twice, warned of once
    for i, name in ipairs(names) do values[i] = name .. "=" .. impressionism.get_param(name, 0.4) end
    return { { skill_id = "database", reason = table.concat(values, " ") } }
  end,
}
