-- Compiles a chain of 5,000 branches.
-- expect: nested deeper
if x then
--repeat 5000 elseif x then 
end return {}
