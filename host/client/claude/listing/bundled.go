package listing

// bundledSkill is one that comes with the client.
type bundledSkill struct {
	id     string
	chars  int  // of its description
	ranked bool // it loses its description as others do
	stays  bool // disableBundledSkills does not take it away
}

// BundledOf is the version of the client whose bundled skills are known here.
const BundledOf = "2.1.329"

// bundledSkills as listed by that version, in its order. Texts of one or two
// differ by model; these lengths are those that the client counts with.
var bundledSkills = []bundledSkill{
	{id: "dataviz", chars: 1436},
	{id: "update-config", chars: 690},
	{id: "keybindings-help", chars: 228},
	{id: "code-review", chars: 835},
	{id: "simplify", chars: 176},
	{id: "fewer-permission-prompts", chars: 163},
	{id: "loop", chars: 336},
	{id: "claude-api", chars: 1157},
	{id: "workflow-authoring", chars: 230},
	{id: "run", chars: 361},
	{id: "plugin-authoring", chars: 255, stays: true},
	{id: "init", chars: 59, ranked: true},
	{id: "security-review", chars: 71, ranked: true},
}
