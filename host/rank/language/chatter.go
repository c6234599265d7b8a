package language

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

// Chatter reports whether a stem, as Terms returns it, is one of English greeting, thanks,
// praise or steering.
func Chatter(stem string) bool {
	_, found := slices.BinarySearch(chatter, stem)
	return found
}
