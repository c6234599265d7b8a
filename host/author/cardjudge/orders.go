package cardjudge

import (
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/redact"
)

// orders are sentences that are no request for work: they are meant for a model that reads
// them. A card is read by no model, so that such a sentence at best wastes a line.
var orders = []func() *regexp.Regexp{
	lazyregexp.New(`(?i)\b(ignore|disregard|forget|override|bypass)\b.{0,30}\b(previous|prior|above|earlier|preceding|your|system)\b.{0,30}\b(instructions?|prompts?|rules|messages?|context|guidelines?|directions)\b`),
	lazyregexp.New(`(?i)\b(ignore|disregard|forget|override|bypass)\b.{0,20}\b(all|any|other|the)\b.{0,20}\b(instructions|system prompt)\b`),
	lazyregexp.New(`(?i)^\W*(please )?(you (must|should|will) )?(always|never) (use|load|invoke|call|pick|choose|select|suggest|recommend|prefer|trigger|activate|run)\b`),
	lazyregexp.New(`(?i)\b(always|you must|must always) (load|invoke|activate|trigger|suggest|recommend|use (this|the \S+ (skill|plugin|tool|command)))\b`),
	lazyregexp.New(`(?i)\b(reveal|print|repeat|leak|output|show)\b.{0,20}\b(your|the) system prompt\b`),
	lazyregexp.New(`(?i)</?\s*(system|assistant|instructions?|system-reminder|user|tool_result|function_calls?)\b[^>]*>|\[/?INST\]|^\W*<?\|?im_start\b`),
	lazyregexp.New(`(?i)^\W*(system|assistant|developer)\s*:\s*\S`),
	lazyregexp.New(`(?i)\byou are (now|no longer) (a|an|the|in|bound)\b`),
	lazyregexp.New(`(?i)\b(without (asking|telling|informing)|(do not|don['’]t|never) (tell|ask|inform|mention (it|this) to)) the user\b`),
}

// loads is a request for a skill itself. Who needs one does not know that it exists; only an
// item about skills is asked for so.
var loads = lazyregexp.New(`(?i)\b(load|invoke|activate|trigger|use|call|suggest|recommend|apply)\b.{0,40}\bskill\b`)

// lineFaults are those that an ask and a not may have alike.
func lineFaults(item Item, line string) []Fault {
	var faults []Fault
	if redact.Text(line) != line {
		faults = append(faults, harm(CodeSecret, line, "it has a password, a key or an address with one; leave that out"))
	}
	aboutSkills := strings.Contains(strings.ToLower(item.Description+item.Name), "skill")
	if loads().MatchString(line) && !aboutSkills {
		return append(faults, harm(CodeInstructs, line, "it asks for a skill, not for work; write what a person wants done who does not know the skill"))
	}
	for _, order := range orders {
		if order().MatchString(line) {
			return append(faults, harm(CodeInstructs, line, "it gives orders to a model; write what a person asks to be done"))
		}
	}
	return faults
}
