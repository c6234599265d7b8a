package ruleimport

import (
	"fmt"
	"slices"
	"strings"
)

// Scenes are the prompts that were made of the triggers, with what the ruleset must decide
// at each, and where the scripts that such files are made for decide otherwise.
type Scenes struct {
	Prompts     int
	Differences []Difference // the first of them
	Untested    []Remark     // triggers of which no prompt could be made
	all         []scene
}

// Difference is a prompt at which the ruleset does not suggest a skill that a search for
// keywords anywhere, inside longer words too, suggests.
type Difference struct {
	Prompt  string `json:"prompt"`
	Skill   string `json:"skill"`
	Trigger string `json:"trigger"` // of the skill: what stands inside a longer word
	Line    int    `json:"line"`    // of the trigger
}

// scene is one scenario: events of one session.
type scene struct {
	name, why string
	events    []event
}

type event struct {
	prompt string
	file   string   // that was touched
	want   []string // skills in their order
}

// filePrompt is said where a file brings up a skill: a sign that is no trigger by itself.
const filePrompt = "…"

// Scenes makes prompts of each trigger: a keyword alone, a text that meets a pattern, a
// file that meets a path; and of each skill one keyword inside a longer word.
func (f *File) Scenes() Scenes {
	m := sceneMaker{file: f, compared: map[string]bool{}}
	for i := range f.Skills {
		if !f.Skills[i].Never {
			m.skill(&f.Skills[i])
		}
	}
	m.insideWords()
	return m.made
}

type sceneMaker struct {
	file     *File
	made     Scenes
	compared map[string]bool
}

func (m *sceneMaker) put(s scene) {
	if len(s.events) > 0 {
		m.made.Prompts += len(s.events)
		m.made.all = append(m.made.all, s)
	}
}

func (m *sceneMaker) skill(s *Skill) {
	own := scene{name: "of-" + strings.Map(fileRune, s.Name), why: "Each trigger of " + s.Name + " brings it up, behind those of a higher priority that have it too."}
	add := func(t Trigger, prompt, file string) {
		e := event{prompt, file, m.file.decide(prompt, []string{file})}
		switch {
		case prompt == "":
			m.untested(s, t, "no prompt could be made that meets it, so no scenario shows it")
		case !slices.Contains(e.want, s.Name):
			m.untested(s, t, fmt.Sprintf("%d skills of a higher priority have it too, so this one is beyond the end of the list", entriesMax))
		default:
			own.events = append(own.events, e)
			m.compare(prompt)
		}
	}
	for _, keyword := range s.Keywords {
		add(keyword, keyword.Text, "")
	}
	for i := range s.Patterns {
		add(s.Patterns[i].Trigger, s.Patterns[i].sample, "")
	}
	for _, glob := range s.Paths {
		if _, _, ok := s.touches([]string{glob.sample}); ok {
			add(glob.Trigger, filePrompt, glob.sample)
		}
	}
	m.put(own)
}

func (m *sceneMaker) untested(s *Skill, t Trigger, why string) {
	m.made.Untested = append(m.made.Untested, Remark{Line: t.Line, Skill: s.Name, Field: "scenario", Text: shown(t.Text, remarkChars), Why: why})
}

// insideWords makes a scenario of keywords inside longer words.
func (m *sceneMaker) insideWords() {
	s := scene{name: "inside-words", why: "A keyword inside a longer word is another word, as hack in hacker."}
	for i := range m.file.Skills {
		for _, keyword := range m.file.Skills[i].Keywords {
			longer := "x" + strings.ToLower(keyword.Text) + "x"
			if want := m.file.decide(longer, nil); !slices.Contains(want, m.file.Skills[i].Name) {
				s.events = append(s.events, event{longer, "", want})
				break
			}
		}
	}
	m.put(s)
}

// differencesMax is how many differences are listed: many skills may have a word that is in
// each of many prompts.
const differencesMax = 1000

// compare finds the skills that a search for substrings suggests at a prompt, and the
// ruleset does not.
func (m *sceneMaker) compare(text string) {
	if m.compared[text] {
		return
	}
	m.compared[text] = true
	p := newPrompt(text)
	for i := range m.file.Skills {
		s := &m.file.Skills[i]
		if s.Never {
			continue
		}
		if _, here := s.meets(p); here {
			continue
		}
		if keyword, there := s.holds(p); there && len(m.made.Differences) < differencesMax {
			m.made.Differences = append(m.made.Differences, Difference{
				Prompt: shown(text, remarkChars), Skill: s.Name,
				Trigger: shown(keyword.Text, remarkChars), Line: keyword.Line,
			})
		}
	}
}

// eventsMax is how many prompts stand in one scenario.
const eventsMax = 250

// files writes the scenarios.
func (s Scenes) files() []Written {
	var files []Written
	used := map[string]int{}
	for _, one := range s.all {
		for events := range slices.Chunk(one.events, eventsMax) {
			name, key := one.name, strings.ToLower(one.name)
			if used[key]++; used[key] > 1 {
				name = fmt.Sprintf("%s-%d", name, used[key])
			}
			files = append(files, Written{"scenarios/" + name + ".yaml", yaml(one.why, events)})
		}
	}
	return files
}

// fileRune is a character of a skill's name as file names may have it everywhere.
func fileRune(r rune) rune {
	if r == ':' || r > '~' {
		return '_'
	}
	return r
}

func yaml(why string, events []event) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# yaml-language-server: $schema=%s\nwhy: %s\ncatalog: catalog.yaml\nparameters: { inactive_threshold: 1000 }\n", schemaAddress, quotedYAML(why))
	for i, e := range events {
		indent := ""
		if i == 1 {
			out.WriteString("then:\n")
		}
		if i > 0 {
			out.WriteString("  - ")
			indent = "    "
		}
		fmt.Fprintf(&out, "context: { user_prompt: %s", quotedYAML(e.prompt))
		if e.file != "" {
			fmt.Fprintf(&out, ", touched: [%s]", quotedYAML(e.file))
		}
		var wanted []string
		for _, name := range e.want {
			wanted = append(wanted, "{ ref: "+quotedYAML("skill:"+name)+" }")
		}
		fmt.Fprintf(&out, " }\n%sexpect: { activate: [%s] }\n", indent, strings.Join(wanted, ", "))
	}
	return out.String()
}

const schemaAddress = "https://raw.githubusercontent.com/ed-irl/impressionism/main/schemas/scenario.schema.json"
