local t = nil
return t + 1
