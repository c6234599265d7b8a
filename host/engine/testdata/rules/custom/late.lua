-- Activates, then fails: its activation must not count either.
return {
  evaluate_activation = function() return { { skill_id = "database", reason = "first" } } end,
  evaluate_deactivation = function() error("second") end,
}
