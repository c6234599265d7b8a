package hook

// How much a name promises that its value is secret.
const (
	plainName  = iota
	weakName   // its value is secret if it looks random
	strongName // its value is secret unless it looks like code or a placeholder
)

type secretName struct {
	ending   string // in lower case, without separators: "apikey" is api_key, api-key, apiKey
	strength int
}

// secretNames are endings of names that secrets are assigned to.
var secretNames = [...]secretName{
	{"password", strongName},
	{"passwd", strongName},
	{"passphrase", strongName},
	{"pwd", strongName},
	{"secret", strongName},
	{"authorization", strongName},
	{"apikey", strongName},
	{"accesskey", strongName},
	{"accountkey", strongName},
	{"authkey", strongName},
	{"encryptionkey", strongName},
	{"privatekey", strongName},
	{"secretkey", strongName},
	{"sharedkey", strongName},
	{"signingkey", strongName},
	{"accesstoken", strongName},
	{"apitoken", strongName},
	{"authtoken", strongName},
	{"bottoken", strongName},
	{"refreshtoken", strongName},
	{"sessiontoken", strongName},
	{"token", weakName},
	{"auth", weakName},
	{"basic", weakName},
	{"bearer", weakName},
	{"cookie", weakName},
	{"credential", weakName},
	{"credentials", weakName},
	{"jwt", weakName},
	{"sessionid", weakName},
}

// namesByEnd groups the names by their last byte: most words end here.
var namesByEnd = func() (by [256][]secretName) {
	for _, name := range secretNames {
		last := name.ending[len(name.ending)-1]
		by[last] = append(by[last], name)
	}
	return by
}()

// nameStrength judges the word text[from:end].
func nameStrength(text string, from, end int) int {
	last := lower(text[end-1])
	if word := text[from:end]; word == "PWD" || word == "OLDPWD" {
		return plainName // the shell's working directories
	}
	for _, name := range namesByEnd[last] {
		start, ok := endsIn(text, end, name.ending)
		if ok && begins(text, start, name.strength) {
			return name.strength
		}
	}
	if last == 'y' {
		return plainKey(text[from:end])
	}
	return plainName
}

// plainKey judges names that end in "key" alone: too many things are keys.
func plainKey(word string) int {
	switch {
	case word == "key" || word == "Key":
		return weakName
	case len(word) > 4 && word[len(word)-4:] == "_KEY" && (len(word) < 10 || word[len(word)-10:] != "PUBLIC_KEY"):
		return weakName // of an environment variable
	}
	return plainName
}

// endsIn reports where an ending starts in text[:end], separators skipped. A
// space or dash counts as one only inside of names of two words: "api key".
func endsIn(text string, end int, ending string) (start int, ok bool) {
	at := end - 1
	for k := len(ending) - 1; k >= 0; {
		switch {
		case at < 0:
			return 0, false
		case lower(text[at]) == ending[k]:
			k--
		case at == end-1 || k == len(ending)-1:
			return 0, false
		case text[at] == '_':
		case (text[at] == ' ' || text[at] == '-') && (ending[k+1:] == "key" || ending[k+1:] == "token"):
		default:
			return 0, false
		}
		at--
	}
	return at + 1, true
}

// begins reports whether a name may begin at start. Weak ones are whole words
// or parts of compounds ("sessionToken", "csrf_token"), no mere endings.
func begins(text string, start, strength int) bool {
	if start == 0 || strength == strongName {
		return true
	}
	before := classes[text[start-1]]
	if before&letterByte == 0 {
		return true
	}
	return classes[text[start]]&keyByte != 0 && before&keyByte == 0
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}
