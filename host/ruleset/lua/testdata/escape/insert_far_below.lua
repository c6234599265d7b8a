-- Inserts a long way below the list.
-- expect: position out of bounds
table.insert({ 1, 2, 3 }, -1e15, 0)
