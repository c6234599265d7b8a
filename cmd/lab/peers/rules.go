package peers

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/eval"
)

// rule is what a keyword hook knows of a skill. Nobody has written rules for hundreds of
// skills by hand, so they are made from names and descriptions, as one would begin by hand:
// the name, what the description puts in quotes, and its rarest words.
type rule struct {
	id      string
	words   []string // single words, lower case
	phrases []string // several words with spaces between them
	verbs   []string // what is done with the skill
	nouns   []string // and to what
}

// Limits of a rule. People write five to fifteen keywords for a skill.
const (
	ruleWordsMax   = 12
	rulePhrasesMax = 10
	phraseWordsMax = 5
	rareShare      = .02 // a word of a description is rare if at most this share of the skills has it
	namingShare    = .05 // the same of a word of a name
)

var (
	wordPattern  = regexp.MustCompile(`[a-z0-9+#]+`)
	quotePattern = regexp.MustCompile("[\"“”`]([^\"“”`]{2,60})[\"“”`]")
)

// commonWords carry no subject: those of English and those of what every skill says of itself.
var commonWords = setOf(`a about after all also always an and any are as ask asks asked at be been before being best between both but by
	can claude code could do does doing each either etc even every following for from get gets getting given go good has have having
	help helps how i if in including inside into is it its just know like make makes making many may me mentions more most must my
	need needs new no not of off on once one only or other our out over own per please practices provides should show skill skills so some
	someone something such sure task tasks than that the their them then there these they thing things this those through to too
	trigger triggers two up us use used user users uses using very via want wants was way we well were what whenever when where which
	while who whole why will with within without work working works would you your yourself across against based comprehensive
	covers covering don different existing expert guide guidance handling handle handles high instead level patterns phrases project
	projects proper related requests specific support supports topic type types various invoke invoked applies apply`)

// doing are verbs by which tasks are named.
var doing = setOf(`add analyze audit automate build check clean compare configure convert create debug define deploy design document
	draft edit evaluate explain extract find fix format generate implement improve install integrate investigate maintain manage measure
	migrate monitor optimize parse plan prepare publish refactor render review run scan schedule secure set simulate summarize test
	track translate troubleshoot tune update upgrade validate verify write`)

var usualVerbs = []string{"add", "build", "create", "fix", "improve", "review", "set up", "write"}

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// makeRules returns a rule for each item. What is rare is counted over all of them.
func makeRules(items []eval.Item) []rule {
	frequency := map[string]int{}
	for _, item := range items {
		text := wordsOf(item.Name + " " + item.Description)
		slices.Sort(text)
		for _, word := range slices.Compact(text) {
			frequency[word]++
		}
	}
	rules := make([]rule, len(items))
	for i, item := range items {
		rules[i] = makeRule(item, frequency, len(items))
	}
	return rules
}

func makeRule(item eval.Item, frequency map[string]int, items int) rule {
	r := rule{id: item.ID}
	rare := func(word string, share float64) bool {
		return !commonWords[word] && len(word) > 1 && float64(frequency[word]) <= max(2, share*float64(items))
	}
	name := wordsOf(item.Name)
	for _, word := range name {
		if rare(word, namingShare) && !doing[word] {
			r.words, r.nouns = append(r.words, word), append(r.nouns, word)
		}
	}
	quoted := []string{}
	if len(name) > 1 {
		quoted = append(quoted, strings.Join(name, " "))
	}
	for _, match := range quotePattern.FindAllStringSubmatch(item.Description, -1) {
		quoted = append(quoted, strings.Join(wordsOf(match[1]), " "))
	}
	for _, phrase := range quoted {
		switch words := strings.Count(phrase, " ") + 1; {
		case words == 1 && rare(phrase, namingShare):
			r.words = append(r.words, phrase)
		case words > 1 && words <= phraseWordsMax && len(r.phrases) < rulePhrasesMax && !slices.Contains(r.phrases, phrase):
			r.phrases = append(r.phrases, phrase)
		}
	}
	described := wordsOf(item.Description)
	for _, word := range described {
		if doing[word] && !slices.Contains(r.verbs, word) {
			r.verbs = append(r.verbs, word)
		}
	}
	slices.SortStableFunc(described, func(a, b string) int { return cmp.Compare(frequency[a], frequency[b]) })
	for _, word := range described {
		if rare(word, rareShare) && !doing[word] && len(word) > 2 {
			r.words = append(r.words, word)
		}
	}
	r.words = firstOf(r.words, ruleWordsMax)
	r.nouns = firstOf(append(r.nouns, r.words...), 6)
	return r
}

// firstOf are the first so many different words.
func firstOf(words []string, most int) []string {
	kept := []string{}
	for _, word := range words {
		if len(kept) < most && !slices.Contains(kept, word) {
			kept = append(kept, word)
		}
	}
	return kept
}

func wordsOf(text string) []string { return wordPattern.FindAllString(strings.ToLower(text), -1) }

// keywordRules is the file of the shell hook.
type keywordRules struct {
	MinScore float64       `json:"min_score"`
	Max      int           `json:"max"`
	Skills   []keywordRule `json:"skills"`
}

type keywordRule struct {
	Name    string   `json:"name"`
	Words   []string `json:"words"`
	Phrases []string `json:"phrases"`
}

func (r rule) keywords() keywordRule {
	return keywordRule{Name: r.id, Words: append([]string{}, r.words...), Phrases: append([]string{}, r.phrases...)}
}

// skillRules is a skill-rules.json, with two settings of its own.
type skillRules struct {
	Version  string               `json:"version"`
	Settings skillSettings        `json:"settings"`
	Skills   map[string]skillRule `json:"skills"`
}

type skillSettings struct {
	MinScore  float64 `json:"minScore"`
	MaxSkills int     `json:"maxSkills"`
}

type skillRule struct {
	Type           string         `json:"type"`
	Enforcement    string         `json:"enforcement"`
	Priority       string         `json:"priority"`
	PromptTriggers promptTriggers `json:"promptTriggers"`
}

type promptTriggers struct {
	Keywords       []string `json:"keywords"`
	IntentPatterns []string `json:"intentPatterns"`
}

// triggers is the rule as such files have it: what is done, and to what, in either order.
func (r rule) triggers() skillRule {
	triggers := promptTriggers{Keywords: append(append([]string{}, r.phrases...), r.words...), IntentPatterns: []string{}}
	if len(r.nouns) > 0 {
		verbs, nouns := r.verbs, make([]string, len(r.nouns))
		if len(verbs) == 0 {
			verbs = usualVerbs
		}
		for i, noun := range r.nouns {
			nouns[i] = regexp.QuoteMeta(noun)
		}
		does, what := strings.Join(verbs, "|"), strings.Join(nouns, "|")
		triggers.IntentPatterns = append(triggers.IntentPatterns, `\b(`+does+`)\b.{0,60}\b(`+what+`)`)
	}
	return skillRule{Type: "domain", Enforcement: "suggest", Priority: "medium", PromptTriggers: triggers}
}
