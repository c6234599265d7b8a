local names = { "own", "global", "manifest", "unfit", "caller" }
return {
  evaluate_activation = function()
    local values = {}
    impressionism.param("unfit", 0.4) -- asked twice, warned of once
    for i, name in ipairs(names) do values[i] = name .. "=" .. impressionism.param(name, 0.4) end
    return { { ref = "skill:database", reason = table.concat(values, " ") } }
  end,
}
