local words = {}

function words.reason(hit)
  return string.format("fits the prompt, %.2f", math.floor(hit.similarity * 100) / 100)
end

return words
