-- Pads with an enormous width.
-- expect: width or precision too long
string.format("%999999999d", 1)
