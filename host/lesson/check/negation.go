package check

import "strings"

// exempt marks the words that a text calls gone, replaced or not to be used, and those that
// it places in another repository. Mistakes on this side cost a finding, those on the other
// a false alarm.
func exempt(pieces []piece) {
	n := negation{pieces: pieces}
	for i := range pieces {
		n.word(i)
		if n.left != 0 {
			pieces[i].exempt = true
		}
		n.pass(i)
	}
	elsewhere(pieces)
}

// negation is the state of reading a text for what it denies.
type negation struct {
	pieces []piece
	left   int    // how many more words the scope has; 0 outside of one
	until  string // words that end the scope
	prefer bool   // the clause prefers something
	backed int    // the words of the clause before this one are exempt
}

const (
	wholeClause = 1000
	fewWords    = 4
)

func (n *negation) at(i int) string {
	if i < 0 || i >= len(n.pieces) {
		return ""
	}
	return n.pieces[i].lower()
}

// pass ends the scope where its clause ends.
func (n *negation) pass(i int) {
	if n.left > 0 {
		n.left--
	}
	switch n.pieces[i].end {
	case '.', ';', ':':
		n.left, n.prefer = 0, false
	case ',':
		next := n.at(i + 1)
		if next != "or" && next != "nor" && n.at(i+2) != "or" && n.at(i+2) != "nor" {
			n.left, n.prefer = 0, false
		}
	}
}

// breaks are words behind which a clause demands or states again.
var breaks = set("before until unless except after when if because since as but instead use then while so otherwise only once where which that whenever")

func (n *negation) word(i int) {
	word, before, next := n.at(i), n.at(i-1), n.at(i+1)
	if n.left != 0 && (breaks()[word] && !(word == "instead" && next == "of") || strings.Contains(n.until, " "+word+" ") || before == "and" && imperatives()[word]) && !(word == "use" && negates()[before]) {
		n.left = 0
	}
	n.prefer = n.prefer || word == "prefer" || word == "prefers" || word == "choose" || word == "chose" || word == "favour" || word == "favor" || word == "preferred"
	switch {
	case word == "without":
		if n.left != 0 {
			n.left = 0
		} else {
			n.start(fewWords, "")
		}
	case word == "no" && (next == "longer" || next == "more"):
		if ceases()[n.at(i+2)] {
			n.back(i)
		} else {
			n.start(wholeClause, "")
		}
	case word == "no":
		n.start(fewWords, "")
	case negates()[word] && before != "or" && !only()[next]:
		if next == "exist" || next == "there" || n.at(i+2) == "there" && next == "any" {
			n.back(i)
		}
		n.start(wholeClause, "")
	case word == "than" && before == "rather", word == "of" && (before == "instead" || before == "place"), word == "over" && n.prefer,
		word == "using" && before == "stop", word == "to" && before == "used" && !isBe(n.at(i-2)), former()[word], word == "old" && (before == "the" || before == "our"):
		n.start(wholeClause, " is are now has have becomes ")
	case (word == "called" || word == "named") && (before == "was" || before == "were" || before == "once") && !prepositions()[next], word == "as" && before == "known":
		n.start(wholeClause, " is are now ")
	default:
		n.verb(i, word, next)
	}
}

// verb reads a verb of removing or replacing: what it is done to is before it in the
// passive, else behind it.
func (n *negation) verb(i int, word, next string) {
	switch {
	case word == "gone" || word == "obsolete" || word == "history" && isBe(n.at(i-1)) || word == "vanished" || word == "disappeared":
		n.back(i)
	case word == "deprecated":
		n.back(i)
		n.start(fewWords, "")
	case removes()[word]:
		if n.passive(i) {
			n.back(i)
		} else {
			n.start(wholeClause, " by with to in from and is are now into ")
		}
	case (moves()[word] || removes()[n.at(i-1)]) && next == "from":
		n.start(wholeClause, " to into ")
	case moves()[word] && n.passive(i):
		n.back(i)
	case word == "renamed" || word == "renames":
		n.start(wholeClause, " to into as ")
	}
}

// passive reports whether a form of "to be" stands right before a verb.
func (n *negation) passive(i int) bool {
	return isBe(n.at(i-1)) || isBe(n.at(i-2)) && !prepositions()[n.at(i-1)] && n.pieces[i-1].end == 0
}

func (n *negation) start(words int, until string) { n.left, n.until = words, until }

// back exempts the words of the clause before i.
func (n *negation) back(i int) {
	for j := i - 1; j >= n.backed && n.pieces[j].end == 0; j-- {
		n.pieces[j].exempt = true
	}
	n.backed = i
}

func isBe(word string) bool { return forms()[word] }

var (
	forms        = set("is are was were be been being got gets")
	negates      = set("not don't doesn't didn't isn't aren't wasn't weren't can't cannot won't mustn't shouldn't never avoid avoids nor neither don’t doesn’t isn’t can’t won’t mustn’t shouldn’t dont unlike")
	only         = set("only just all every forget miss skip omit fail hesitate to")
	ceases       = set("exists exist works work there in part needed used supported shipped available runs applies")
	former       = set("formerly previously former previous formerly-named ex")
	prepositions = set("by from in with when on at for to before after")
	removes      = set("removed deleted dropped retired replaced replaces replacing superseded supersedes removes deletes")
	moves        = set("moved migrated switched ported renamed folded merged split")
	imperatives  = set("run use call set add check write read put take keep start pass open see")
)

// elsewhere exempts the sentences that speak of another repository.
func elsewhere(pieces []piece) {
	start := 0
	other := false
	for i := range pieces {
		switch word := pieces[i].lower(); word {
		case "repo", "repository", "repos", "repositories":
			before := ""
			if i > 0 && pieces[i-1].end == 0 {
				before = strings.ToLower(pieces[i-1].text)
			}
			other = other || before != "" && !ours()[before]
		}
		if pieces[i].end == '.' || i == len(pieces)-1 {
			for j := start; other && j <= i; j++ {
				pieces[j].exempt = true
			}
			start, other = i+1, false
		}
	}
}

var ours = set("this the our same a whole entire main git your of each every to in per root any cloned mono from for")
