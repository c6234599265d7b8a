package rank

import "slices"

// chatter are stems of greeting, thanks, praise and steering: a prompt of them
// is about nothing, however many there are. None is what a skill is about.
var chatter = []string{
	"again", "agre", "alright", "amaz", "awesom", "back", "better", "bye", "continu", "cool", "correct", "done",
	"exact", "exactly", "excel", "fine", "go", "good", "great", "happi", "happy", "hello", "hey", "hi", "hmm",
	"hold", "interest", "keep", "lgtm", "look", "lot", "lov", "love", "mayb", "morn", "much", "never", "next",
	"nic", "nice", "nope", "ok", "okay", "one", "perfect", "proceed", "really", "right", "sorry", "sound",
	"stop", "sur", "sure", "thank", "thing", "think", "tri", "try", "understand", "undo", "very", "wait",
	"well", "work", "wow", "wrong", "ya", "yeah", "yep", "yes",
}

// Content are the stems that are more than chatter.
func (q Query) Content() []string {
	var terms []string
	for _, term := range q.Terms {
		if _, found := slices.BinarySearch(chatter, term); !found {
			terms = append(terms, term)
		}
	}
	return terms
}

// content counts them. In another language than English it counts words, less the common
// ones of these languages.
func (q Query) content() int {
	n := len(q.Content())
	if n > 0 && Foreign(q.Text) {
		return min(n, foreignContent(q.Text))
	}
	return n
}
