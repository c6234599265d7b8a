package handoff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of facts, in characters.
const (
	goalChars    = 200
	saidChars    = 160
	choiceChars  = 110
	todoChars    = 80
	nextChars    = 240
	commandChars = 110
	pathChars    = 80
	subjectChars = 72
)

// line returns a text as a fact has it: one line, redacted, nothing hidden in it.
func line(text string, chars int) string {
	return cut.RunesEllipsis(visible.Line(redact.Text(cut.Bytes(text, work.TextBytesMax))), chars)
}

// tell sets the facts.
func (h *Handoff) tell(s *story, git *Git) {
	h.look(s, git)
	if s.goal >= 0 {
		h.Goal = line(s.steps[s.goal].Text, goalChars)
	} else {
		h.Goal = line(s.marked(markBegin, s.from), goalChars)
	}
	for _, f := range s.failing(s.from, len(s.steps)) {
		told := Failure{Command: line(shownCommand(f.command, s.workspace), commandChars), Runs: f.runs, Stale: len(h.Since) > 0}
		if said := f.line().text; !s.isFetched(said) {
			told.Line = line(said, 2*tellingCharMax+3)
		}
		h.Failing = append(h.Failing, told)
	}
	h.torn = s.torn
	for _, t := range s.todos {
		if (t.State == work.Open || t.State == work.Active) && !s.isFetched(t.Text) {
			h.Open = append(h.Open, Todo{line(t.Text, todoChars), t.State == work.Active})
		}
	}
	h.Decided, h.Also = s.decisions()
	h.Tried = s.tried(h.Files)
	h.Refused = s.refusals()
	h.Next, h.Asked, h.Waiting = s.next()
	said := func(text string) func(string) bool {
		return func(other string) bool { return text != "" && other == Quoted(text) }
	}
	h.Also = slices.DeleteFunc(slices.DeleteFunc(h.Also, said(h.Waiting)), said(h.Asked))
	h.Decided = slices.DeleteFunc(h.Decided, said(h.Asked))
	if slices.ContainsFunc(h.Decided, said(h.Waiting)) || h.Waiting == h.Asked {
		h.Waiting = ""
	}
}

// shownCommand returns a command without going to the workspace first and without what only
// shortens its output.
func shownCommand(command, workspace string) string {
	for _, joint := range []string{" && ", "; "} {
		command = strings.TrimPrefix(command, "cd "+workspace+joint)
	}
	return shortening().ReplaceAllString(command, "")
}

var shortening = lazyregexp.New(`(?:\s+2>&1)?(?:\s*\|\s*(?:tail|head)(?:\s+-\S+|\s+\d+)*)?\s*$`)

// sentences divides a text into sentences, lines and items of lists.
func sentences(text string) []string {
	var all []string
	for part := range strings.Lines(strings.ReplaceAll(text, "**", "")) {
		part = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(part), "#*-•> "))
		for part != "" {
			end := sentenceEnd(part)
			all = append(all, strings.TrimSpace(part[:end]))
			part = strings.TrimSpace(part[end:])
		}
	}
	return all
}

// sentenceEnd returns where the first sentence ends: behind a mark with a blank after it.
func sentenceEnd(text string) int {
	for i := 0; i+1 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			word := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
			if len(word) > 1 && !strings.EqualFold(word, "e.g") && !strings.EqualFold(word, "i.e") {
				return i + 1
			}
		}
	}
	return len(text)
}

// Words in a row that are compared with what came from outside.
const runWords = 4

// fetchedBytesMax bounds how much of what came from outside is remembered, the newest first.
const fetchedBytesMax = 64 << 10

// fetched returns the runs of words that came from outside of the workspace.
func fetched(steps []work.Step) map[string]bool {
	found := map[string]bool{}
	left := fetchedBytesMax
	for _, step := range slices.Backward(steps) {
		text := ""
		if step.Kind == work.Fetched {
			text = step.Text
		} else if step.Kind == work.Ran && strings.Contains(step.Text, "://") && downloads().MatchString(step.Text) {
			text = step.Output
		}
		text = cut.Bytes(text, max(0, left))
		left -= len(text)
		words := plainWords(text)
		for i := range words {
			for n := 2; n <= runWords && i+n <= len(words); n++ {
				found[strings.Join(words[i:i+n], " ")] = true
			}
		}
	}
	return found
}

var downloads = lazyregexp.New(`\b(?:curl|wget|http|lynx|gh api)\b`)

func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 0x7F)
	})
}

// isFetched reports whether a text repeats what came from outside: four words in a row, or
// all of fewer.
func (s *story) isFetched(text string) bool {
	if len(s.fetched) == 0 {
		return false
	}
	words := plainWords(text)
	if len(words) < 2 {
		return false
	}
	n := min(runWords, len(words))
	for i := 0; i+n <= len(words); i++ {
		if s.fetched[strings.Join(words[i:i+n], " ")] {
			return true
		}
	}
	return false
}

// mine reports whether a sentence of the model may be quoted.
func (s *story) mine(sentence string) bool {
	return !(mayMatch(sentence, blockedWords[:]) && blocked().MatchString(sentence)) && !s.isFetched(sentence)
}

// next returns what was to be done next, in the model's words; the last request where nothing
// answered it; and what the user said last about waiting.
func (s *story) next() (next, asked, waiting string) {
	at := s.lastRequest()
	if at < 0 {
		return s.lastWords(), "", ""
	}
	request := s.steps[at].Text
	if !slices.ContainsFunc(s.steps[at:], func(step work.Step) bool { return step.Kind == work.Answered }) {
		asked = line(request, saidChars)
	} else if next = line(s.marked(markNext, at), nextChars); next == "" {
		next = s.lastWords()
	}
	if at != s.goal && waitWords().MatchString(request) {
		waiting = line(request, saidChars)
	}
	return next, asked, waiting
}

// lastRequest returns the step of the last prompt that asks for something, or -1.
func (s *story) lastRequest() int {
	for i, step := range slices.Backward(s.steps) {
		if i >= s.from && isRequest(step) && !trivial(step.Text) && !(strings.HasPrefix(step.Text, "/") && !strings.Contains(step.Text, " ")) {
			return i
		}
	}
	return -1
}

// remarkBytes is how long an answer may be that only says that something was done.
const remarkBytes = 80

// lastWords returns what the last answer says about what is left: all of a short one, else
// the sentences about it, else its end. Where it is a remark, as an answer to thanks, and
// nothing was written in its turn, the answer before counts.
func (s *story) lastWords() string {
	fallback := ""
	for i := len(s.steps) - 1; i >= s.from; i-- {
		if s.steps[i].Kind != work.Answered {
			continue
		}
		var all, about []string
		_, text := marks(s.steps[i].Text)
		for _, sentence := range sentences(text) {
			if s.mine(sentence) && !s.namesMended(sentence) {
				all = append(all, sentence)
				if nextWords().MatchString(sentence) {
					about = append(about, sentence)
				}
			}
		}
		said := ""
		switch whole := line(joined(all), nextChars+1); {
		case len(all) == 0:
		case len([]rune(whole)) <= nextChars:
			said = whole
		case len(about) > 0:
			said = line(fitting(about), nextChars)
		default:
			said = line(fitting(all), nextChars)
		}
		if said != "" && len(about) > 0 {
			return said
		}
		if fallback = cmp.Or(fallback, said); len(said) > remarkBytes || !s.quietBefore(i) {
			break
		}
	}
	return fallback
}

// quietBefore reports whether nothing was written or committed between a turn's prompt and an
// answer.
func (s *story) quietBefore(at int) bool {
	for i := at - 1; i >= s.from && !isPrompt(s.steps[i]); i-- {
		if step := s.steps[i]; step.Kind == work.Edited || step.Kind == work.Ran && len(committed(i, step)) > 0 {
			return false
		}
	}
	return true
}

// fitting returns the last sentences that fit together.
func fitting(all []string) string {
	from, left := len(all)-1, nextChars-len([]rune(all[len(all)-1]))
	for from > 0 {
		left -= len([]rune(all[from-1])) + 1
		if left < 0 {
			break
		}
		from--
	}
	return joined(all[from:])
}

// joined puts sentences in a row, those of lists with a mark between them.
func joined(all []string) string {
	var text strings.Builder
	for i, sentence := range all {
		if i > 0 {
			if strings.IndexByte(".!?:;,", all[i-1][len(all[i-1])-1]) < 0 {
				text.WriteByte(';')
			}
			text.WriteByte(' ')
		}
		text.WriteString(sentence)
	}
	return text.String()
}

// namesMended reports whether a sentence names what failed once and does not any more.
func (s *story) namesMended(sentence string) bool {
	return slices.ContainsFunc(identifiers().FindAllString(sentence, -1), s.isMended)
}

// isMended reports whether a name stands in what a failed command said, and in none of what
// fails now.
func (s *story) isMended(name string) bool {
	if mended, known := s.mended[name]; known {
		return mended
	}
	if s.failed == nil {
		s.failed = map[string]bool{}
		for _, f := range s.failing(s.from, len(s.steps)) {
			for _, named := range identifiers().FindAllString(f.line().text+" "+f.command, -1) {
				s.failed[named] = true
			}
		}
	}
	mended := false
	for i := s.from; i < len(s.steps) && !mended && !s.failed[name]; i++ {
		step := s.steps[i]
		mended = step.Kind == work.Ran && step.Failed && strings.Contains(step.Output, name) &&
			slices.Contains(identifiers().FindAllString(s.tellingOf(i).text, -1), name)
	}
	if len(s.mended) < namesMax {
		s.mended[name] = mended
	}
	return mended
}

// namesMax bounds how many names are remembered.
const namesMax = 1000

var identifiers = lazyregexp.New(`\b[A-Za-z_]\w*[A-Z_]\w{2,}\b`)

// tried returns what was tried in vain: what the model says of it, and files whose changes
// were taken back.
func (s *story) tried(files []File) []string {
	var all []string
	for i := len(s.steps) - 1; i >= s.from && len(all) < triedMax; i-- {
		if s.steps[i].Kind != work.Answered {
			continue
		}
		marked, text := marks(s.steps[i].Text)
		for _, m := range slices.Backward(marked) {
			if m.kind == markTried && m.failed && len(all) < triedMax && s.mine(m.text) && !s.namesMended(m.text) {
				all = append(all, Quoted(line(m.text, saidChars)))
			}
		}
		for _, sentence := range slices.Backward(sentences(text)) {
			if len(all) < triedMax && saysVain(sentence) && s.mine(sentence) && !s.namesMended(sentence) && len(language.Terms(sentence)) >= 2 {
				all = append(all, Quoted(line(sentence, saidChars)))
			}
		}
	}
	slices.Reverse(all)
	var back []string
	for _, t := range s.touched {
		if t.dropped && t.at >= s.from && !slices.ContainsFunc(files, func(f File) bool { return covers(t.path, f.Path) }) && len(back) < backMax {
			back = append(back, FileName(t.path))
		}
	}
	if len(back) > 0 {
		all = append(all, "changes taken back in "+strings.Join(back, ", "))
	}
	return all
}

const (
	triedMax = 2 // sentences
	backMax  = 3 // files
)

// refusals returns the commands that were not allowed and did not run later.
func (s *story) refusals() []string {
	var all []string
	for _, step := range s.steps[s.from:] {
		switch {
		case step.Kind == work.Refused && step.Text != "":
			all = append(all, line(step.Text, commandChars))
		case step.Kind == work.Ran:
			all = slices.DeleteFunc(all, func(refused string) bool { return refused == line(step.Text, commandChars) })
		}
	}
	return slices.Compact(all)
}

// Quoted returns a stranger's or the model's line as quoted data: no quote ends it early, and
// nothing in it begins a tag. It returns "" for an empty line.
func Quoted(text string) string {
	if text == "" {
		return ""
	}
	return `"` + strings.NewReplacer(`"`, "'", "<", "‹").Replace(text) + `"`
}
