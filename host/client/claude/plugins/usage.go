package plugins

import "encoding/json"

// Usage is how often the client has used a skill.
type Usage struct {
	Count      float64
	LastUsedAt float64 // milliseconds since 1970
}

// LoadUsage returns skillUsage of .claude.json by id, and in words what was
// ignored. The file grows with the client's history: not for the hook.
func LoadUsage(home Home) (map[string]Usage, []string) {
	var warnings []string
	warn := func(text string) { warnings = append(warnings, text) }
	file, err := readObject(home.State(), stateBytesMax)
	if err != nil {
		warn(err.Error())
		return nil, warnings
	}
	entries, _ := get[object](file, "skillUsage", warn)
	usage := make(map[string]Usage, len(entries))
	for _, id := range entries.Keys() {
		raw, ok := get[struct {
			UsageCount float64         `json:"usageCount"`
			LastUsedAt json.RawMessage `json:"lastUsedAt"` // a number; tolerated as anything else
		}](entries, id, warn)
		if !ok {
			continue
		}
		last, _ := get[float64](object{"lastUsedAt": raw.LastUsedAt}, "lastUsedAt", ignore)
		usage[id] = Usage{Count: raw.UsageCount, LastUsedAt: last}
	}
	return usage, warnings
}
