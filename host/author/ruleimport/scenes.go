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
	m.join()
	m.insideWords()
	return m.made
}

type sceneMaker struct {
	file     *File
	made     Scenes
	bytes    int // of the scenarios, about
	compared map[string]bool
}

// Limits of the scenarios, which are within those of a ruleset's folder.
const (
	scenesMax        = 200       // with a file each; of more skills they are written together
	eventsMax        = 250       // prompts of one file
	scenarioBytesMax = 512 << 10 // of one file
	scenesBytesMax   = 8 << 20   // of all
)

// fits counts the bytes of an event, and reports whether there is room for it.
func (m *sceneMaker) fits(e event) bool {
	size := len(e.yaml("    "))
	if m.bytes+size > scenesBytesMax {
		return false
	}
	m.bytes += size
	return true
}

// join makes one scenario of those of many skills.
func (m *sceneMaker) join() {
	if len(m.made.all) <= scenesMax {
		return
	}
	whole := scene{name: "triggers", why: "Each trigger brings up its skill, behind those of a higher priority that have it too."}
	for _, one := range m.made.all {
		whole.events = append(whole.events, one.events...)
	}
	m.made.all = []scene{whole}
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
		var touched []string
		if file != "" {
			touched = []string{file}
		}
		e := event{prompt, file, m.file.decide(prompt, touched)}
		switch {
		case prompt == "":
			m.untested(s, t, "no prompt could be made that meets it, so no scenario shows it")
		case !slices.Contains(e.want, s.Name):
			m.untested(s, t, fmt.Sprintf("%d skills of a higher priority have it too, so this one is beyond the end of the list", entriesMax))
		case !m.fits(e):
			m.untested(s, t, fmt.Sprintf("the scenarios have %d MB without it", scenesBytesMax>>20))
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
			e := event{longer, "", m.file.decide(longer, nil)}
			if !slices.Contains(e.want, m.file.Skills[i].Name) {
				if m.fits(e) {
					s.events = append(s.events, e)
				}
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

// files writes the scenarios.
func (s Scenes) files() []Written {
	var files []Written
	used := map[string]int{}
	for _, one := range s.all {
		for rest := one.events; len(rest) > 0; {
			name, key := one.name, strings.ToLower(one.name)
			if used[key]++; used[key] > 1 {
				name = fmt.Sprintf("%s-%d", name, used[key])
			}
			text, events := yaml(one.why, rest)
			files, rest = append(files, Written{"scenarios/" + name + ".yaml", text}), rest[events:]
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

// yaml writes a scenario of as many of the events as one file holds, and returns how many.
func yaml(why string, events []event) (string, int) {
	var out strings.Builder
	fmt.Fprintf(&out, "# yaml-language-server: $schema=%s\nwhy: %s\ncatalog: catalog.yaml\nparameters: { inactive_threshold: 1000 }\n", schemaAddress, quotedYAML(why))
	out.WriteString(events[0].yaml(""))
	for i, e := range events[1:min(len(events), eventsMax)] {
		text := e.yaml("    ")
		if out.Len()+len(text) > scenarioBytesMax {
			return out.String(), i + 1
		}
		if i == 0 {
			out.WriteString("then:\n")
		}
		out.WriteString("  - " + text)
	}
	return out.String(), min(len(events), eventsMax)
}

// yaml writes an event whose second line is indented.
func (e event) yaml(indent string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "context: { user_prompt: %s", quotedYAML(e.prompt))
	if e.file != "" {
		fmt.Fprintf(&out, ", touched: [%s]", quotedYAML(e.file))
	}
	var wanted []string
	for _, name := range e.want {
		wanted = append(wanted, "{ ref: "+quotedYAML("skill:"+name)+" }")
	}
	fmt.Fprintf(&out, " }\n%sexpect: { activate: [%s] }\n", indent, strings.Join(wanted, ", "))
	return out.String()
}

const schemaAddress = "https://raw.githubusercontent.com/ed-irl/impressionism/main/schemas/scenario.schema.json"
