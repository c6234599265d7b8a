create view ripe_crates as
select c.id, c.grams
from crates c -- joined with variety_weights before
where c.grams > 0;
