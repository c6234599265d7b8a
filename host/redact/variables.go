package redact

import "strings"

// exports are what stands before a variable that a line sets.
var exports = []string{"export ", "set ", "SET ", "setx ", "ENV ", "ARG ", "env ", "declare -x ", "$env:", "- ", "-e ", "--env ", "Environment="}

// isVariable reports whether the name is that of a variable that a line sets, as in a
// file .env: its value goes on to a blank, whatever signs it has.
func isVariable(text string, from, end int) bool {
	start := nameStart(text, from)
	return isLineStart(text, start) && (strings.IndexByte(text[start:from], '.') >= 0 || isUpper(text[start:end]))
}

// nameStart returns the start of the name that the word at a place is the end of, dots in
// it: spring.datasource.password.
func nameStart(text string, from int) int {
	start := from
	for start > 0 && from-start < 2*flagBytesMax && (classes[text[start-1]]&wordByte != 0 || text[start-1] == '.') {
		start--
	}
	return start
}

// isLineStart reports whether nothing but what exports a variable stands before a place
// in its line.
func isLineStart(text string, at int) bool {
	for at > 0 && classes[text[at-1]]&wordByte != 0 {
		at--
	}
	begin := max(0, at-flagBytesMax)
	before := text[begin:at]
	if line := strings.LastIndexByte(before, '\n'); line >= 0 {
		before = before[line+1:]
	} else if begin > 0 {
		return false
	}
	before = strings.TrimLeft(before, " \t\"'+>|")
	for _, export := range exports {
		if before == export || strings.HasSuffix(export, " ") && strings.TrimRight(before, "\"'") == export {
			return true
		}
	}
	return before == ""
}

func isUpper(name string) bool {
	for i := range len(name) {
		if classes[name[i]]&letterByte != 0 && classes[name[i]]&keyByte == 0 {
			return false
		}
	}
	return true
}

// variableValue finds the value of such a variable, which ends at a blank.
func variableValue(text string, at, strength int) (span, bool) {
	whole, _ := setValue(text, span{at, at})
	end := whole.to
	word := text[at:end]
	bare, next := bareValue(text, at, tightJoint)
	switch {
	case word == "" || bare.to == bare.from && strings.IndexByte("([{<", next) >= 0:
		return span{}, false
	case strength == strongName && (next == '(' || next == '[' || next == '{') && !looksMade(word) && !looksChosen(word):
		return span{}, false // a call
	case strength != codeName && looksRandom(word, randomRunMin):
		return span{at, end}, true
	case strength == weakName && scrambled(word), strength == codeName && isCode(word):
		return span{at, end}, true
	case strength != strongName:
		return span{}, false
	}
	return span{at, end}, secretTight(word, ' ')
}

// setValue goes on with the value of a variable to the next blank, whatever signs
// it has.
func setValue(text string, value span) (_ span, next byte) {
	end := value.to
	for end < len(text) && end-value.from < bareBytesMax && text[end] > ' ' && strings.IndexByte("\"'`\\", text[end]) < 0 && !strings.HasPrefix(text[end:], "</") {
		end++
	}
	if end < len(text) {
		next = text[end]
	}
	return span{value.from, end}, next
}

// isExpansion reports whether a shell expands the name that starts at a place: ${NAME:?}.
func isExpansion(text string, from int) bool {
	for from > 0 && classes[text[from-1]]&wordByte != 0 {
		from--
	}
	return strings.HasSuffix(text[:from], "${")
}

// isFlag reports whether the name that starts at from is a command's option.
func isFlag(text string, from int) bool {
	start := from
	for start > 0 && from-start < flagBytesMax && classes[text[start-1]]&(wordByte|dashByte) != 0 {
		start--
	}
	return strings.HasPrefix(text[start:], "-") && (start == 0 || strings.IndexByte(" \t\n\r\"'`([,", text[start-1]) >= 0)
}

// flagFollows reports whether a command's next option, or its end, follows.
func flagFollows(text string, at int) bool {
	rest := strings.TrimLeft(text[at:min(len(text), at+4)], " ")
	return at == len(text) || rest != "" && rest != text[at:min(len(text), at+len(rest))] && strings.IndexByte("-|&>\\", rest[0]) >= 0
}

// takesQuotes reports whether what a name is given follows it in quotes, with a blank
// between: PASSWORD 'abc', IDENTIFIED BY 'abc'.
func takesQuotes(text string, from, end int) bool {
	word := text[from:end]
	return word == "PASSWORD" || strings.EqualFold(word, "by") || word == "SecureString"
}

// isEntry reports whether the name stands in an entry of .netrc, behind a login.
func isEntry(text string, from int) bool {
	before := text[max(0, from-4*flagBytesMax):from]
	login := strings.LastIndex(before, "login ")
	return login >= 0 && len(strings.Fields(before[login:])) == 2
}

// isNetrc reports whether that entry says of which machine it is, too.
func isNetrc(text string, from int) bool {
	before := text[max(0, from-4*flagBytesMax):from]
	machine := strings.LastIndex(before, "machine ")
	if machine < 0 {
		return false
	}
	words := strings.Fields(before[machine:])
	return len(words) == 4 && words[2] == "login" && strings.Contains(words[1], ".")
}

// isGiven reports whether a word before the name says that it is used: "with password".
func isGiven(text string, from int) bool {
	fields := strings.Fields(text[max(0, from-flagBytesMax):from])
	for i := len(fields) - 1; i >= max(0, len(fields)-2); i-- {
		switch strings.ToLower(fields[i]) {
		case "with", "use", "using", "enter", "mit", "avec", "con", "user", "login", "set":
			return true
		}
	}
	before := strings.ToLower(text[max(0, from-loginBytesMax):from])
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return containsAny(line, []string{"log in as ", "login as ", "logged in as ", "sign in as ", "signed in as ", "connect as ", "user is ", "username is "})
}

// loginBytesMax is how far before a password in prose it is said whose it is.
const loginBytesMax = 64

// isImageVariable reports whether an image's build file sets the name, a blank before
// the value: ENV DB_PASSWORD abc.
func isImageVariable(text string, from, end int) bool {
	for from > 0 && classes[text[from-1]]&wordByte != 0 {
		from--
	}
	return strings.HasSuffix(text[:from], "ENV ") && isUpper(text[from:end]) && isLineStart(text, from) && from < end
}
