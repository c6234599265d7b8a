-- Passes 1,000 arguments.
-- expect: at most 150
type(1
--repeat 1000 ,1
)
return {}
