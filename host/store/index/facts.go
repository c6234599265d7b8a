package index

import (
	"encoding/json"
	"fmt"
)

// Facts are what is kept of an item for what its kind says of it to rulesets.
type Facts struct {
	Source      string          // catalog.SourceUser, …
	Root        string          // of its scope: the project's folder for an item of a project
	FrontMatter json.RawMessage // as it was loaded; nil: none
}

const factsQuery = `SELECT i.source, s.root, d.front_matter FROM items i JOIN details d USING (key) JOIN scopes s ON s.id = i.key >> 24 WHERE i.key = ?`

// Facts reads the facts of an item.
func (v *View) Facts(key int64) (Facts, error) {
	var facts Facts
	var frontMatter string
	if err := one(v.tx.QueryRow(factsQuery, key), &facts.Source, &facts.Root, &frontMatter); err != nil {
		return Facts{}, fmt.Errorf("read item %d: %w", key, err)
	}
	if frontMatter != "" {
		facts.FrontMatter = json.RawMessage(frontMatter)
	}
	return facts, nil
}
