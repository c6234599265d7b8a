package shape

import "github.com/ed-irl/impressionism/host/author/ruleimport"

// RulesImport is what `rules import --json` prints.
type RulesImport struct {
	ID          string                  `json:"id"`
	Folder      string                  `json:"folder"`
	File        string                  `json:"file"`
	Skills      []ImportedSkill         `json:"skills"`
	Refused     []ruleimport.Remark     `json:"refused"`     // what could not be taken over
	Notes       []ruleimport.Remark     `json:"notes"`       // what means something else here, or nothing
	Untested    []ruleimport.Remark     `json:"untested"`    // triggers that no scenario shows
	Differences []ruleimport.Difference `json:"differences"` // where keywords inside longer words would count
	Prompts     int                     `json:"prompts"`     // of the scenarios
	Written     []string                `json:"written"`     // paths
}

// ImportedSkill is a skill and how many triggers of it were taken over.
type ImportedSkill struct {
	Name     string `json:"name"`
	Priority string `json:"priority"` // critical, high, medium or low
	Keywords int    `json:"keywords"`
	Patterns int    `json:"patterns"`
	Paths    int    `json:"paths"`
}
