-- Calls what the host does not have.
-- expect: attempt to call a non-function object
impressionism.run_command("id")
return {}
