package probe

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/host/author/assistant"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// shorten cuts a text between words.
func shorten(text string) string {
	if len(text) <= promptCharsMax {
		return text
	}
	text = cut.Bytes(text, promptCharsMax)
	if space := strings.LastIndexByte(text, ' '); space > 0 {
		return text[:space]
	}
	return text
}

var (
	sentenceEnd = lazyregexp.New(`[.!?]\s+|\n|\s[-–—]\s|[。！？]`)
	// whenMark begins what an item says about its use.
	whenMark = lazyregexp.New(`(?i)\b((should be |is |to be |can be )?(use|used|invoke|invoked|apply|activate|trigger|triggers|triggered|run|call|load)( this| it)?( skill)?( proactively| also| it)?( whenever| when| if| for| to| on| before| after| while|:)|whenever|when)\b:?`)
	// elsewhere are sentences about what the item is not for, or what it needs.
	elsewhere = lazyregexp.New(`(?i)\b(not|never|don['’]t|doesn['’]t|see (the )?[a-z]+(-[a-z]+)+|see [a-z]+\W*$|instead|rather than|unlike|skip|avoid|except)\b|^\W*(requires?|needs|supports?|works (with|on)|compatible|part of|keywords)\b`)
	// asking is what stands between a mark and the request itself.
	asking   = lazyregexp.New(`(?i)^\W*((the )?(users?|someone|somebody|you|people|they|` + assistant.Names + `|one)\s+)?(explicitly |also |specifically )?((is|are) )?(ask(s|ed|ing)?|want(s|ing)?|need(s|ing)?|request(s|ed|ing)?|mention(s|ed|ing)?|say(s|ing)?|work(s|ing)?|would like|has|have|tr(y|ies|ying)|discuss(es|ing)?|says things like)(\s*:\s*|\s+|,|$)(to\s+|for\s+|about\s+|with\s+|on\s+|help\s+(with\s+|to\s+)?)*`)
	between  = lazyregexp.New(`\s*(?:[,;]|\(\d\)|•)\s*(?:or\s+|and\s+)?|\s+or\s+`)
	inQuotes = lazyregexp.New(`["“]([^"”“\n]{6,120})["”]|'([^'\n]{6,120})'`)
	leading  = lazyregexp.New(`(?i)^\W*(this skill|the skill|it|a skill (that|to|for)|skill (for|to|that)|(comprehensive |complete )?(guide|toolkit|guidance) (for|to|on))\s+(is\s+|should\s+|helps?\s+(to\s+)?|provides?\s+|covers?\s+|enables?\s+)?`)
)

func split(text string, at *regexp.Regexp) []string { return at.Split(text, -1) }

// bare returns a sentence without the words by which skills speak of themselves.
func bare(sentence string) string { return leading().ReplaceAllString(sentence, "") }

// quoted returns phrases in quotes that have several words.
func quoted(text string) []string {
	var phrases []string
	for _, match := range inQuotes().FindAllStringSubmatch(text, -1) {
		if phrase := cmp.Or(match[1], match[2]); len(strings.Fields(phrase)) > 1 {
			phrases = append(phrases, phrase)
		}
	}
	return phrases
}

// pieces divides a list of situations, joining those that are too short to be
// about something with the next.
func pieces(text string, keep func(string) bool) []string {
	var whole []string
	open := ""
	for _, piece := range split(text, between()) {
		piece = asking().ReplaceAllString(piece, "")
		if len(language.Terms(piece)) == 0 {
			continue
		}
		if open != "" {
			piece = open + ", " + piece
		}
		if open = piece; keep(piece) {
			whole = append(whole, piece)
			open = ""
		}
	}
	if open != "" && len(whole) == 0 {
		whole = append(whole, open)
	}
	return whole
}

var usageHeading = lazyregexp.New(`(?i)^#+\s*(when|use (this|when|cases)|usage examples?|triggers?|example (prompts|requests|queries))\b`)

// plainMarks drops signs of Markdown and quotes.
var plainMarks = strings.NewReplacer("`", "", "**", "", `"`, "", "“", "", "”", "")

// usageLines returns the items of lists below headings about the use.
func usageLines(body string) []string {
	var lines []string
	inside := false
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			inside = usageHeading().MatchString(line)
			continue
		}
		if text, isListed := strings.CutPrefix(strings.TrimLeft(line, "*+"), "- "); inside && (isListed || strings.HasPrefix(line, "* ")) {
			lines = append(lines, asking().ReplaceAllString(plainMarks.Replace(text), ""))
		}
	}
	return lines
}
