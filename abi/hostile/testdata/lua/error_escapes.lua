-- Fails with escape sequences for a terminal, bytes that are no text, and lines that look like the host's.
-- expect: evaluate internal "no such file" "red" "exit 0"
return { evaluate_activation = function(context)
  error("no such file\r\27[2K\27[31mred\27[0m\7\255\254\0\nexit 0")
end }
