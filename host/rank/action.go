package rank

import (
	"strings"
)

// A tool does one thing to one sort of object. Tools of a server share the object's words,
// so that the verb tells them apart: "which issues are open" wants list_issues, and "file a
// bug" wants create_issue. People say these verbs in many ways; the table holds the ways.

// actionWords are sorts of actions: the words by which people ask for one, and the verbs of
// tools' names that do it. A verb belongs to the first sort that names it.
var actionWords = [...]struct{ asked, named string }{
	{"create add new open file make write post start log draft put insert book schedule register raise", "create add insert new put upload write"},
	{"list show which what all any see every overview", "list"},
	{"get show read details tell what whats look fetch give check how", "get read describe fetch view show"},
	{"search find look where who query anything", "search find"},
	{"update change edit rename set move close mark assign modify adjust bump switch", "update edit set move rename transition assign"},
	{"delete remove drop cancel kill wipe clean trash revoke", "delete remove cancel"},
	{"send post reply message tell notify ping write email mail", "send post reply"},
	{"run execute query select trigger start", "run execute query trigger"},
}

// Actions says which sorts of actions a text asks for. The zero value asks for none.
type Actions struct {
	words [len(actionWords)]int // of each sort
	most  int
}

// ActionsOf counts the words of each sort of action in a text.
func ActionsOf(text string) Actions {
	said := map[string]bool{}
	for _, word := range plainFields(text) {
		said[word] = true
	}
	var a Actions
	for i, action := range actionWords {
		for word := range strings.FieldsSeq(action.asked) {
			if said[word] {
				a.words[i]++
			}
		}
		a.most = max(a.most, a.words[i])
	}
	return a
}

// Fit compares what is asked for with the action that an item's id names behind its last
// double underscore: same is 1 if nothing is asked for more, other is 1 if something is
// asked for and this is not. Both are 0 where either says nothing.
func (a Actions) Fit(id string) (same, other float64) {
	sort := actionOf(id[strings.LastIndex(id, "__")+1:])
	switch {
	case sort < 0 || a.most == 0:
		return 0, 0
	case a.words[sort] == a.most:
		return 1, 0
	case a.words[sort] == 0:
		return 0, 1
	}
	return 0, 0
}

// actionOf returns the sort of the first verb of a name; -1: it has none.
func actionOf(name string) int {
	for _, word := range plainFields(name) {
		for i, action := range actionWords {
			for verb := range strings.FieldsSeq(action.named) {
				if verb == word {
					return i
				}
			}
		}
	}
	return -1
}

// plainFields are the runs of letters and digits of a text in lower case.
func plainFields(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
}
