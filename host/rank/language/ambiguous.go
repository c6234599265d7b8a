package language

// ambiguous reports common words of German, Spanish and French that are also
// English, a name, an abbreviation or part of code: one of them proves little,
// several do.
func ambiguous(word string) bool {
	switch word {
	case "der", "die", "das", "den", "fur", "ja", "mir", "wer", "egal", "des", "du", "er", "es", "ist", "mit", "von",
		"bei", "am", "um", "ins", "ob", "als", "bis", "ab", "da", "war", "bin", "hat", "dir", "tun", "tu", "wo", "mal",
		"man", "mach", "los", "nun", "ihre", "el", "la", "asi", "yo", "dia", "mas", "hay", "alto", "vale", "deja", "dame",
		"han", "las", "lo", "le", "les", "un", "al", "del", "de", "en", "se", "si", "mi", "te", "nos", "con", "sin",
		"para", "son", "ser", "era", "ha", "he", "di", "ve", "va", "van", "ir", "ver", "ya", "solo", "dale", "algo", "sea",
		"mil", "gran", "contra", "sus", "tus", "uber", "ete", "allen", "dois", "monde", "passe", "tant", "calme", "au",
		"aux", "qu", "dire", "ca", "ce", "cet", "il", "mon", "bon", "beau", "belle", "faux", "stp", "ces", "ma", "mes",
		"ton", "ta", "tes", "sa", "ses", "vos", "sur", "par", "ou", "et", "est", "pour", "plus", "sans", "sous", "tout",
		"elle", "ont", "car", "ni", "ne", "non", "ci":
		return true
	}
	return false
}

// neutral reports words that are as common in English prompts as in those of
// the other languages, and what remains of an elision.
func neutral(word string) bool {
	switch word {
	case "nickel", "impeccable", "mist", "ben", "temps", "dank", "gusto", "pronto", "content", "minutes", "minute",
		"total", "part", "pause", "stress", "instant", "certain", "weekend", "sale", "arrive", "opinion", "ups", "chance",
		"favor", "chef", "okay", "ah", "oh", "aha", "eh", "hm", "uh", "na", "ach", "wow", "cafe", "fatigue", "chose",
		"hammer", "crack", "fatal", "grave", "genie", "lent", "diner", "bald", "mince", "excuses", "horrible", "commence",
		"pena", "irre", "puree", "ami", "pres", "leg", "hum", "im", "ai", "dont", "todo", "todos", "idea", "ideas",
		"super", "top", "moment", "comment", "gut", "halt", "prima", "toll", "bravo", "pardon", "go", "point", "correct",
		"exact", "excellent", "ciao", "bye", "mis", "dime", "vite", "excuse", "accord", "nan", "sag", "gib", "sage",
		"adore", "ding", "marche", "reste", "jo", "aide", "termine":
		return true
	}
	return len(word) == 1
}
