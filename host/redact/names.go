package redact

import "strings"

// How much a name promises that its value is secret.
const (
	plainName  = iota
	keyName    // its value is secret if it looks random: too many things are keys
	weakName   // its value is secret if it looks random, or scrambled
	codeName   // its value is secret if it is a few digits
	shortName  // its value is secret if it looks made up: "pw", "pass" mean other things, too
	strongName // its value is secret unless it looks like code or a placeholder
)

// isWeak reports whether a name alone says little of its value.
func isWeak(strength int) bool { return strength == weakName || strength == keyName }

type secretName struct {
	ending   string // in lower case, without separators: "apikey" is api_key, api-key, apiKey
	strength int
}

// secretNames are endings of names that secrets are assigned to.
var secretNames = [...]secretName{
	{"otp", codeName},
	{"totp", codeName},
	{"otpcode", codeName},
	{"otptoken", codeName},
	{"onetimecode", codeName},
	{"mfacode", codeName},
	{"mfatoken", codeName},
	{"pin", codeName},
	{"pincode", codeName},
	{"accesscode", codeName},
	{"securitycode", codeName},
	{"verificationcode", codeName},
	{"zugangscode", codeName},
	{"toegangscode", codeName},
	{"password", strongName},
	{"passwd", strongName},
	{"passphrase", strongName},
	{"passcode", strongName},
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
	{"secretkeybase", strongName},
	{"sharedkey", strongName},
	{"signingkey", strongName},
	{"accesstoken", strongName},
	{"apitoken", strongName},
	{"authtoken", strongName},
	{"bottoken", strongName},
	{"privatetoken", strongName},
	{"refreshtoken", strongName},
	{"sessiontoken", strongName},
	{"psk", strongName},
	{"mnemonic", strongName},
	{"storepass", strongName},
	{"keypass", strongName},
	{"sshpass", strongName},
	{"passwort", strongName},
	{"kennwort", strongName},
	{"wachtwoord", strongName},
	{"motdepasse", strongName},
	{"adgangskode", strongName},
	{"contrasena", strongName},
	{"palavrapasse", strongName},
	{"parolad'ordine", strongName},
	{"privatemac", strongName}, // of PuTTY
	{"clave", shortName},
	{"senha", shortName},
	{"mdp", shortName},
	{"pass", shortName},
	{"pw", shortName},
	{"chave", keyName},
	{"chiave", keyName},
	{"schluessel", keyName},
	{"sleutel", keyName},
	{"llave", keyName},
	{"jeton", weakName},
	{"token", weakName},
	{"auth", weakName},
	{"basic", weakName},
	{"bearer", weakName},
	{"cookie", weakName},
	{"credential", weakName},
	{"credentials", weakName},
	{"jwt", weakName},
	{"sessionid", weakName},
	{"sessid", weakName},
}

// passOwners are what a short name belongs to where it is the password of something:
// "db_pass" is one, "first_pass" is not.
var passOwners = []string{
	"account", "admin", "amqp", "auth", "client", "database", "db", "elastic", "email", "ftp", "imap", "jenkins", "key", "ldap",
	"login", "mail", "mongo", "mq", "my", "mysql", "pg", "pop", "postgres", "proxy", "rabbitmq", "redis", "remote", "root",
	"server", "service", "sftp", "smtp", "sql", "ssh", "store", "sudo", "svc", "user", "usr", "vpn", "wifi", "wlan",
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
	word := text[from:end]
	switch word {
	case "PWD", "OLDPWD", "from_secret":
		return plainName // the shell's working directories; the name of a secret
	}
	for _, name := range namesByEnd[last] {
		if end-from > 1 && lower(text[end-2]) != name.ending[len(name.ending)-2] {
			continue
		}
		start, ok := endsIn(text, end, name.ending)
		if !ok || !begins(text, start, name.strength) {
			continue
		}
		if name.strength == shortName {
			return shortStrength(text[min(from, start):start], word)
		}
		return name.strength
	}
	switch {
	case last == 'y' && isBY(text, from, end):
		return strongName
	case last == 'y':
		return plainKey(word)
	case last == 'e' && querySignature(text, from, end), word == "sig" && querySignature(text, from, end):
		return weakName
	case word == "SecureString":
		return strongName // of PowerShell: what is converted to one
	}
	return plainName
}

// shortStrength judges a short name by whose it is.
func shortStrength(owner, word string) int {
	owner = strings.TrimRight(owner, "_")
	switch {
	case owner == "" && word != strings.ToUpper(word):
		return shortName
	case owner == "":
		return plainName // PASS: TestFoo
	}
	owner = strings.ToLower(owner)
	for _, known := range passOwners {
		if strings.HasSuffix(owner, known) {
			return strongName
		}
	}
	return plainName
}

// isBY knows the word after which SQL has a password: IDENTIFIED BY.
func isBY(text string, from, end int) bool {
	const before = "identified "
	return end-from == len("BY") && lower(text[from]) == 'b' && from >= len(before) && strings.EqualFold(text[from-len(before):from], before)
}

// querySignature reports whether a word is the parameter of a URL that signs it.
func querySignature(text string, from, end int) bool {
	word := text[from:end]
	if from == 0 || end == len(text) || text[end] != '=' || word != "sig" && !strings.EqualFold(word[max(0, len(word)-len("signature")):], "signature") {
		return false
	}
	start := from
	for start > 0 && from-start < flagBytesMax && classes[text[start-1]]&(wordByte|dashByte) != 0 {
		start-- // X-Amz-Signature
	}
	return start > 0 && strings.IndexByte("?&;", text[start-1]) >= 0
}

// foreignName is a name with letters beyond ASCII: what stands before the first of
// them, and the rest. Both cases of that letter have the same first byte.
type foreignName struct {
	before, rest string
	strength     int
}

var foreignNames = [...]foreignName{
	{"contrase", "ña", strongName},
	{"has", "ło", strongName},
	{"l", "ösenord", strongName},
	{"l", "ösenordet", strongName},
	{"jelsz", "ó", strongName},
	{"parol", "ă", strongName},
	{"", "şifre", strongName},
	{"", "şİfre", strongName},
	{"", "пароль", strongName},
	{"", "密码", strongName},
	{"", "密碼", strongName},
	{"", "パスワード", strongName},
	{"", "비밀번호", strongName},
	{"cl", "é", keyName},
	{"code d'acc", "ès", codeName},
	{"Schl", "üssel", keyName},
	// the same in letters that are put together
	{"contrasen", "\u0303a", strongName},
	{"lo", "\u0308senord", strongName},
	{"lo", "\u0308senordet", strongName},
	{"jelszo", "\u0301", strongName},
	{"parola", "\u0306", strongName},
	{"s", "\u0327ifre", strongName},
	{"s", "\u0327i\u0307fre", strongName},
	{"cle", "\u0301", keyName},
	{"code d'acce", "\u0300s", codeName},
	{"Schlu", "\u0308ssel", keyName},
}

// foreign looks at the character beyond ASCII at a place: does it make a name?
func (s *scanner) foreign(at int) int {
	for _, name := range foreignNames {
		if s.text[at] != name.rest[0] || len(s.text)-at < len(name.rest) || !strings.EqualFold(s.text[at:at+len(name.rest)], name.rest) || at < len(name.before) || !strings.EqualFold(s.text[at-len(name.before):at], name.before) {
			continue
		}
		end := at + len(name.rest)
		if value, ok := s.value(at, end, name.strength); ok {
			return s.drop(value.from, value.to)
		}
	}
	return at + 1
}

// plainKey judges names that end in "key" alone: too many things are keys.
func plainKey(word string) int {
	switch {
	case word == "key" || word == "Key":
		return keyName
	case len(word) > 4 && word[len(word)-4:] == "_KEY" && (len(word) < 10 || word[len(word)-10:] != "PUBLIC_KEY"):
		return keyName // of an environment variable
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
		case (text[at] == ' ' || text[at] == '-') && ownWord(ending[k+1:]):
		default:
			return 0, false
		}
		at--
	}
	return at + 1, true
}

// ownWord reports whether an ending may be a word of its own.
func ownWord(ending string) bool {
	switch ending {
	case "key", "token", "code", "timecode", "mac", "passe", "depasse", "d'ordine":
		return true
	}
	return false
}

// begins reports whether a name may begin at start. But for strong ones, names are whole
// words or parts of compounds ("sessionToken", "csrf_token"), no mere endings.
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

// namesSecret reports whether whatever a JSON key has below it is secret; text, whether
// that is so of a text only.
func namesSecret(key string, text bool) bool {
	if key == "" {
		return false
	}
	strength := nameStrength(key, 0, len(key))
	if strength == plainName && key[len(key)-1] == 's' {
		strength = nameStrength(key, 0, max(1, len(key)-1))
	}
	return strength == strongName || text && strength == shortName
}
