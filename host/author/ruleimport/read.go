// Package ruleimport writes a ruleset from a file of triggers that was made for other
// tools: skill-rules.json, or a metadata.json beside a skill. It reads the file as data,
// runs nothing of it, and knows no engine and no client.
package ruleimport

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/internal/jsonnode"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of a file. Skills and triggers beyond them are an error, for a ruleset that
// leaves some out would decide otherwise than its author wanted.
const (
	FileBytesMax    = 1 << 20
	SkillsMax       = 500
	KeywordsMax     = 200 // of one skill
	PatternsMax     = 200 // of one skill: patterns, and path patterns
	TriggersMax     = 4000
	RemarksMax      = 1000 // of those that are refused, and of notes
	keywordCharsMax = 100
	nameCharsMax    = 100
	entriesMax      = abi.EntriesMax
)

// Trigger is a text of the file and the line on which it stands.
type Trigger struct {
	Text string
	Line int
	form string // of a keyword: marked
}

// Skill is one skill with what brings it up.
type Skill struct {
	Name     string
	Line     int
	Priority string // critical, high, medium or low
	Keywords []Trigger
	Patterns []Pattern
	Paths    []Glob
	Except   []Glob // paths that bring up nothing
	Always   bool   // whatever the prompt is
	Never    bool
}

var priorities = []string{"critical", "high", "medium", "low"}

func (s *Skill) rank() int { return slices.Index(priorities, s.Priority) + 1 }

// File is a file of triggers.
type File struct {
	Name    string // base name, for people
	Skills  []Skill
	Refused []Remark // what could not be taken over
	Notes   []Remark // what is taken over as something else, or means nothing here
}

// Remark is something about a place of the file.
type Remark struct {
	Line  int    `json:"line"`
	Skill string `json:"skill,omitempty"`
	Field string `json:"field"`          // as in promptTriggers.intentPatterns
	Text  string `json:"text,omitempty"` // what stands there, shortened
	Why   string `json:"why"`
}

// Read reads a file of triggers. name is its path, of which a metadata.json without a name
// takes the folder. An error names the line where there is one.
func Read(name string, data []byte) (*File, error) {
	base := filepath.Base(name)
	if len(data) > FileBytesMax {
		return nil, fmt.Errorf("%s has more than %d bytes", base, FileBytesMax)
	}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("%s is not UTF-8 text: save it as UTF-8", base)
	}
	root, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", base, err)
	}
	if root.Kind != jsonnode.Object {
		return nil, fmt.Errorf("%s: line %d: an object with skills is wanted, not %s", base, root.Line, root.Kind)
	}
	r := &reader{file: &File{Name: base}}
	if err := r.root(root, filepath.Base(filepath.Dir(name))); err != nil {
		return nil, fmt.Errorf("%s: %w", base, err)
	}
	if max(len(r.file.Refused), len(r.file.Notes)) > RemarksMax {
		return nil, fmt.Errorf("%s has more than %d entries that cannot be taken over: is it a file of triggers?", base, RemarksMax)
	}
	if size := len(r.file.triggers()); size > luaBytesMax {
		return nil, fmt.Errorf("the triggers of %s become %d KB of Lua, and %d KB are what can be read at each prompt: import the file in parts", base, size>>10, luaBytesMax>>10)
	}
	slices.SortStableFunc(r.file.Refused, byLine)
	slices.SortStableFunc(r.file.Notes, byLine)
	return r.file, nil
}

func byLine(a, b Remark) int { return a.Line - b.Line }

type reader struct {
	file  *File
	skill string // that is read
	count int    // of triggers
}

var errNothing = errors.New(`it holds no triggers. Wanted is {"skills": {"NAME": {"promptTriggers": {"keywords": […]}}}}, or a metadata.json with {"triggers": {"patterns": […]}}`)

// root finds the skills in the forms in which such files have them.
func (r *reader) root(root *jsonnode.Node, folder string) error {
	skills := root.Field("skills")
	var err error
	switch {
	case skills != nil && skills.Kind == jsonnode.Object:
		r.others(root)
		err = r.each(skills.Fields, false)
	case skills != nil && skills.Kind == jsonnode.List:
		r.others(root)
		err = r.each(named(skills), false)
	case skills != nil:
		return fmt.Errorf("line %d: skills is %s; an object or a list is wanted", skills.Line, skills.Kind)
	case isSkill(root):
		if name := root.Field("name"); name != nil && name.Kind == jsonnode.Text {
			folder = name.Text
		}
		err = r.each([]jsonnode.Field{{Name: folder, Line: root.Line, Value: root}}, false)
	default:
		err = r.each(root.Fields, true)
	}
	if err == nil && !slices.ContainsFunc(r.file.Skills, brought) {
		if len(r.file.Refused) > 0 {
			first := r.file.Refused[0]
			return fmt.Errorf("none of it can be taken over; line %d, %s: %s", first.Line, first.Field, first.Why)
		}
		return errNothing
	}
	return err
}

// brought reports whether anything brings up a skill.
func brought(s Skill) bool { return len(s.Keywords)+len(s.Patterns)+len(s.Paths) > 0 || s.Always }

// named returns the entries of a list by their names.
func named(list *jsonnode.Node) []jsonnode.Field {
	var fields []jsonnode.Field
	for _, item := range list.Items {
		name := ""
		if n := item.Field("name"); n != nil {
			name = n.Text
		}
		fields = append(fields, jsonnode.Field{Name: name, Line: item.Line, Value: item})
	}
	return fields
}

// isSkill reports whether a value has triggers as a skill has them.
func isSkill(n *jsonnode.Node) bool {
	for name, kind := range map[string]jsonnode.Kind{
		"promptTriggers": jsonnode.Object, "fileTriggers": jsonnode.Object, "triggers": jsonnode.Object, "keywords": jsonnode.List, "intentPatterns": jsonnode.List,
	} {
		if value := n.Field(name); value != nil && value.Kind == kind {
			return true
		}
	}
	return false
}

// told are fields of the file that say nothing of when a skill is suggested.
var told = []string{"skills", "version", "description", "$schema", "notes", "metadata", "_metadata", "_meta", "_comment", "name", "lastUpdated", "updated"}

// others notes what the file has beside its skills.
func (r *reader) others(root *jsonnode.Node) {
	for _, f := range root.Fields {
		if !slices.Contains(told, f.Name) {
			r.note(f.Line, f.Name, "", "not read: a ruleset has nothing for it")
		}
	}
}

// each reads skills; where they stand among other things, those alone.
func (r *reader) each(fields []jsonnode.Field, among bool) error {
	for _, f := range fields {
		r.skill = ""
		if among && !isSkill(f.Value) {
			if !slices.Contains(told, f.Name) {
				r.note(f.Line, f.Name, "", "not read: it holds no triggers")
			}
			continue
		}
		if err := r.one(f); err != nil {
			return err
		}
		if len(r.file.Skills) > SkillsMax {
			return fmt.Errorf("line %d: there are more than %d skills: import the file in parts", f.Line, SkillsMax)
		}
	}
	return nil
}

func (r *reader) one(f jsonnode.Field) error {
	name := f.Name
	why := ""
	switch {
	case f.Value.Kind != jsonnode.Object:
		why = fmt.Sprintf("it is %s; an object is wanted", f.Value.Kind)
	case !validName(name):
		why = "it is no name of a skill: letters, digits and _ - . : only, at most 100"
	case slices.ContainsFunc(r.file.Skills, func(s Skill) bool { return s.Name == name }):
		why = "the skill is there twice; the first one counts"
	}
	if why != "" {
		r.refuse(f.Line, "skills", name, why)
		return nil
	}
	r.skill = name
	s := &Skill{Name: name, Line: f.Line, Priority: "medium"}
	for _, part := range f.Value.Fields {
		if err := r.part(s, part); err != nil {
			return err
		}
	}
	if !brought(*s) && !s.Never {
		r.note(f.Line, "skills", name, "nothing of it brings up the skill here")
	}
	r.file.Skills = append(r.file.Skills, *s)
	return nil
}

func validName(name string) bool {
	for _, r := range name {
		if !isLetter(r) && !strings.ContainsRune("-.:", r) {
			return false
		}
	}
	return name != "" && utf8.RuneCountInString(name) <= nameCharsMax
}

// part reads one field of a skill.
func (r *reader) part(s *Skill, f jsonnode.Field) error {
	switch f.Name {
	case "name", "description", "type", "version", "blockMessage", "author", "tags", "category", "activationMessage", "examples":
		return nil
	case "priority":
		r.priority(s, f)
	case "enforcement":
		if f.Value.Text == "block" {
			r.note(f.Line, f.Name, "block", "a ruleset suggests and never blocks: the skill is suggested")
		}
	case "promptTriggers", "fileTriggers", "triggers":
		if f.Value.Kind != jsonnode.Object {
			r.refuse(f.Line, f.Name, f.Value.Text, fmt.Sprintf("it is %s; an object is wanted", f.Value.Kind))
			return nil
		}
		for _, part := range f.Value.Fields {
			if err := r.triggers(s, f.Name, part); err != nil {
				return err
			}
		}
	case "context":
		r.context(s, f)
	case "skipConditions":
		for _, part := range f.Value.Fields {
			r.note(part.Line, "skipConditions."+part.Name, "", skipWhy(part.Name))
		}
	default:
		return r.triggers(s, "", f)
	}
	return nil
}

func skipWhy(name string) string {
	if name == "sessionSkillUsed" {
		return "left to the program, which decides when a skill is suggested again"
	}
	return "not taken over: a ruleset sees neither the contents of files nor the environment"
}

func (r *reader) priority(s *Skill, f jsonnode.Field) {
	if name := strings.ToLower(f.Value.Text); slices.Contains(priorities, name) {
		s.Priority = name
		return
	}
	r.note(f.Line, "priority", f.Value.Text, "none of critical, high, medium and low; taken as medium")
}

func (r *reader) context(s *Skill, f jsonnode.Field) {
	switch inject := f.Value.Field("inject"); {
	case inject == nil || inject.Text == "on-trigger":
	case inject.Text == "always":
		s.Always = true
		r.note(inject.Line, "context.inject", "always", "suggested whatever the prompt is about, and kept; its text is not put into the context")
	case inject.Text == "manual":
		s.Never = true
		r.note(inject.Line, "context.inject", "manual", "never suggested")
	default:
		r.refuse(inject.Line, "context.inject", inject.Text, "it is always, on-trigger or manual")
	}
}

// triggers reads one list of triggers.
func (r *reader) triggers(s *Skill, in string, f jsonnode.Field) error {
	place := f.Name
	if in != "" {
		place = in + "." + f.Name
	}
	switch f.Name {
	case "keywords", "prompt":
		return r.keywords(s, place, f)
	case "patterns": // of metadata.json, whose patterns are words
		if in != "promptTriggers" {
			return r.keywords(s, place, f)
		}
		return r.patterns(s, place, f)
	case "intentPatterns":
		return r.patterns(s, place, f)
	case "pathPatterns", "files", "filePaths":
		return r.paths(&s.Paths, place, f, func(text string) string { return text })
	case "pathExclusions":
		return r.paths(&s.Except, place, f, func(text string) string { return text })
	case "fileTypes":
		return r.paths(&s.Paths, place, f, func(text string) string { return "**/*." + strings.TrimPrefix(text, ".") })
	case "contentPatterns":
		for _, item := range f.Value.Items {
			r.note(item.Line, place, item.Text, "not taken over: a ruleset does not see the contents of files")
		}
	case "createOnly":
		r.note(f.Line, place, "", "not taken over: a ruleset sees that a file was used, not whether it is new")
	default:
		r.note(f.Line, place, "", "not read: a ruleset has nothing for it")
	}
	return nil
}

// texts returns the texts of a list; what is none is refused.
func (r *reader) texts(place string, f jsonnode.Field, limit int) ([]Trigger, error) {
	if f.Value.Kind != jsonnode.List {
		r.refuse(f.Line, place, f.Value.Text, fmt.Sprintf("it is %s; a list of texts is wanted", f.Value.Kind))
		return nil, nil
	}
	if len(f.Value.Items) > limit {
		return nil, fmt.Errorf("line %d: %s of %s has %d entries; at most %d are read: split the skill", f.Line, place, r.skill, len(f.Value.Items), limit)
	}
	var texts []Trigger
	for _, item := range f.Value.Items {
		text := strings.TrimSpace(item.Text)
		why := ""
		switch {
		case item.Kind != jsonnode.Text:
			why = fmt.Sprintf("it is %s; a text is wanted", item.Kind)
		case text == "":
			why = "it is empty"
		case strings.ContainsFunc(text, visible.Hidden):
			why = "it has a character that nobody sees"
		}
		if why != "" {
			r.refuse(item.Line, place, item.Text, why)
			continue
		}
		if !slices.ContainsFunc(texts, func(t Trigger) bool { return t.Text == text }) {
			texts = append(texts, Trigger{Text: text, Line: item.Line})
		}
	}
	if r.count += len(texts); r.count > TriggersMax {
		return nil, fmt.Errorf("line %d: there are more than %d triggers: import the file in parts", f.Line, TriggersMax)
	}
	return texts, nil
}

func (r *reader) keywords(s *Skill, place string, f jsonnode.Field) error {
	texts, err := r.texts(place, f, KeywordsMax)
	for _, t := range texts {
		t.Text = strings.Join(strings.Fields(t.Text), " ")
		if utf8.RuneCountInString(t.Text) > keywordCharsMax {
			r.refuse(t.Line, place, t.Text, fmt.Sprintf("it has more than %d characters", keywordCharsMax))
			continue
		}
		t.form = marked(t.Text)
		same := func(o Trigger) bool { return o.form == t.form }
		if !slices.ContainsFunc(s.Keywords, same) {
			s.Keywords = append(s.Keywords, t)
		}
	}
	return err
}

func (r *reader) patterns(s *Skill, place string, f jsonnode.Field) error {
	texts, err := r.texts(place, f, PatternsMax)
	for _, t := range texts {
		p, err := compile(t.Text)
		if err != nil {
			r.refuse(t.Line, place, t.Text, err.Error())
			continue
		}
		p.Trigger = t
		s.Patterns = append(s.Patterns, p)
	}
	return err
}

func (r *reader) paths(into *[]Glob, place string, f jsonnode.Field, form func(string) string) error {
	texts, err := r.texts(place, f, PatternsMax)
	for _, t := range texts {
		g, err := newGlob(form(t.Text))
		if err != nil {
			r.refuse(t.Line, place, t.Text, err.Error())
			continue
		}
		g.Trigger = t
		*into = append(*into, g)
	}
	return err
}

// remarkChars is how much of a foreign text a remark shows.
const remarkChars = 80

func (r *reader) note(line int, place, text, why string) {
	r.put(&r.file.Notes, line, place, text, why)
}

func (r *reader) refuse(line int, place, text, why string) {
	r.put(&r.file.Refused, line, place, text, why)
}

// put adds a remark, and one more than RemarksMax of them at the most.
func (r *reader) put(remarks *[]Remark, line int, place, text, why string) {
	if len(*remarks) <= RemarksMax {
		*remarks = append(*remarks, Remark{
			Line: line, Skill: r.skill, Field: shown(place, remarkChars),
			Text: shown(text, remarkChars), Why: visible.Line(why),
		})
	}
}

// IDOf proposes an id for the ruleset of a file, by the skill's name for a metadata.json,
// else by the file's.
func IDOf(f *File) string {
	name := strings.TrimSuffix(f.Name, path.Ext(f.Name))
	if len(f.Skills) == 1 && f.Name == "metadata.json" {
		name = f.Skills[0].Name + "-triggers" // a folder that is called as the skill is the skill's
	}
	var id strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || id.Len() > 0 && strings.ContainsRune("-_.", r) {
			id.WriteRune(r)
		}
	}
	if id.Len() == 0 {
		return "custom/triggers"
	}
	return "custom/" + id.String()
}
