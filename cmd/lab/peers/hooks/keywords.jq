# A keyword counts 1, a phrase 2; whole words only.
$rules[0] as $rules
| ((.prompt // "") | ascii_downcase | [scan("[a-z0-9+#]+")]) as $words
| (reduce $words[] as $word ({}; .[$word] = true)) as $has
| (" " + ($words | join(" ")) + " ") as $text
| [ $rules.skills[]
    | { name,
        score: (([.words[] | select($has[.])] | length)
          + 2 * ([.phrases[] | select(" \(.) " as $phrase | $text | contains($phrase))] | length)),
        of: ((.words | length) + 2 * (.phrases | length)) }
    | select(.score > 0) ]
| sort_by([-.score, .of, .name])
| if $batch != "" then {ranking: map([.name, .score])}
  else
    map(select(.score >= $rules.min_score))[:$rules.max]
    | select(length > 0)
    | { hookSpecificOutput: {
          hookEventName: "UserPromptSubmit",
          additionalContext: ("Load these skills before answering if they fit:\n" + (map("- " + .name) | join("\n"))) } }
  end
