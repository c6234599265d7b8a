-- Activates, then fails: its activation must not count either.
return {
  evaluate_activation = function() return { { ref = "skill:database", reason = "first" } } end,
  evaluate_deactivation = function() error("second") end,
}
