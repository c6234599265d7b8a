package language

import "unicode/utf8"

// Stop reports a word in lower case that Terms leaves out.
func Stop(word string) bool { return word != "" && stopWord(word) }

// stopWord reports words, in lower case, that tell nothing about a subject:
// English function words and what every description of a skill says, and
// function words of other scripts. Those of other languages in Latin letters
// are no stop words, as some are English (German "die"). A switch, since a map
// would be built at each start.
func stopWord(word string) bool {
	if word[0] >= utf8.RuneSelf {
		return russianStop(word) || easternStop(word)
	}
	switch word {
	case "a", "about", "also", "an", "and", "any", "are", "as", "ask", "asks", "at", "be", "been", "but",
		"by", "can", "could", "did", "do", "does", "eg", "etc", "for", "from", "get", "had", "has", "have",
		"how", "i", "ie", "if", "in", "into", "is", "it", "its", "just", "let", "like", "may", "me",
		"mentions", "my", "need", "no", "not", "now", "of", "on", "only", "or", "our", "out", "over",
		"please", "should", "skill", "skills", "so", "some", "such", "task", "tasks", "than", "that", "the",
		"their", "them", "then", "there", "these", "they", "this", "those", "to", "too", "up", "us", "use",
		"used", "user", "users", "using", "via", "want", "was", "we", "were", "what", "when", "whenever",
		"where", "which", "who", "why", "will", "with", "would", "you", "your":
		return true
	}
	return false
}
