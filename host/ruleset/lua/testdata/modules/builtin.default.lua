local M = {}
function M.evaluate_activation(context) return { { ref = "skill:db", reason = "base" } } end
function M.evaluate_deactivation(context) return {} end
return M
