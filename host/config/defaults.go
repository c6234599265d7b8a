package config

import (
	_ "embed"
	"strings"
)

//go:embed default.yaml
var defaultYAML string

// Folders are a client's, as people write them.
type Folders struct {
	Project string   // of a project, for the client's files; relative to the project
	Skills  []string // in which skills are: the defaults of indexing.directories
}

// Default returns the commented template that `init` writes. Reading the template
// returns Defaults.
func Default(folders Folders) []byte {
	words := strings.NewReplacer("{project}", folders.Project, "{directories}", strings.Join(folders.Skills, ", "))
	return []byte(words.Replace(defaultYAML))
}

// Defaults returns the settings where nothing is set.
func Defaults(folders Folders) Config {
	return Config{
		ActiveRuleset:  Rulesets{"builtin/default"},
		OnRulesetError: "fallback",
		ShadowRulesets: []string{},
		Parameters: map[string]any{
			"max_active_skills": int64(3),
			embeddingModel:      "all-MiniLM-L6-v2-skills",
		},
		Rulesets: map[string]map[string]any{
			"builtin/default":      {"similarity_threshold": 0.70, "keyword_boost": 0.15},
			"builtin/aggressive":   {"similarity_threshold": 0.50, "keyword_boost": 0.20},
			"builtin/conservative": {"similarity_threshold": 0.85, "keyword_boost": 0.05},
		},
		Indexing: Indexing{
			Directories: append([]string{}, folders.Skills...),
			Patterns:    []string{"**/SKILL.md"},
			Ignore:      []string{"**/node_modules/**", "**/.git/**"},
		},
		Logging: Logging{
			ToolUse: []string{"all"}, ToolFields: []string{"tool_name", "tool_input_preview"}, PreviewChars: 500,
		},
		Suggest: Suggest{
			Max: 2, Chars: 600, DescriptionChars: 200, Margin: 0.01, RepeatAfterPrompts: 10, Notify: "first", FirmAbove: 0.95,
			Templates: map[string]string{}, Never: []string{}, Always: map[string][]string{}, Words: map[string][]string{},
		},
		Hook: Hook{
			PromptMS: 150, RefreshMS: 30, ModelMS: 100, StopMS: 100, ToolUseMS: 100,
			SessionStartMS: 1000, SessionEndMS: 800, CompactMS: 100, StretchMS: 400,
		},
		Warm: Warm{Enabled: true, WaitMS: 25, IdleMinutes: 10},
		Opinion: Opinion{
			Provider: "none", TimeoutMS: 1500, From: 0.5, To: 0.85, RequestsPerDay: 200, RequestsPerSession: 40, TokensPerMonth: 2_000_000,
		},
		Tools:   Tools{Include: []string{"*"}, Exclude: []string{}, Tell: "auto"},
		Lessons: Lessons{Project: "committed", Propose: true, SessionMax: 8, SessionChars: 3000, AtStart: "pinned", AtFiles: true, Rank: "fit"},
		Handoff: Handoff{Show: "auto"},
		Code:    Code{FilesMax: 20_000, PlacesMax: 200_000, VectorsMax: 20_000, Offer: "auto", Tell: "off"},
		Budgets: Budgets{
			Fuel: 2_000_000, MemoryBytes: 64 << 20, ContextBytes: 1 << 20, AnswerBytes: 256 << 10,
			HostCalls: 4096, Results: 1000, TextBytes: 8 << 10, LogLines: 100, LogLineBytes: 1 << 10,
			SourceBytes: 256 << 10, Depth: 3,
		},
		Retention: Retention{Days: 90, Megabytes: 200, Traces: 50},
		Log:       Log{Megabytes: 5, Files: 2, Level: "info"},
	}
}
