package capture

import "strings"

// reveals reports what package redact leaves in a text because a prompt may need it, and no
// lesson does: a password or PIN in prose, numbers of cards, accounts and telephones.
func reveals(text string) bool {
	return tellsPassword(text) || personalNumber(text)
}

// credentials are nouns whose value is secret.
var credentials = []string{"password", "passwort", "passphrase", "passcode", "pin", "pw", "pwd", "secret", "token", "key", "credential", "credentials", "login"}

// tellsPassword reports "the password for the demo is hunter2": a credential, then a copula,
// then a value that is no word of a sentence.
func tellsPassword(text string) bool {
	fields := strings.Fields(text)
	for i, field := range fields {
		noun := strings.ToLower(strings.Trim(field, ".,;:\"'()"))
		isCredential := false
		for _, c := range credentials {
			isCredential = isCredential || noun == c
		}
		if !isCredential {
			continue
		}
		copula := strings.HasSuffix(field, ":") || strings.HasSuffix(field, "=")
		for at := i + 1; at < len(fields) && at < i+secretWords; at++ {
			switch strings.ToLower(fields[at]) {
			case "is", "=", ":", "are", "was", "be", "->":
				copula = true
			default:
				if copula && looksSecret(strings.Trim(fields[at], ".,;:\"'()`")) {
					return true
				}
			}
			if last := fields[at][len(fields[at])-1]; last == ':' || last == '=' {
				copula = true
			}
		}
	}
	return false
}

// secretWords is how far behind its noun a secret is looked for.
const secretWords = 14

// looksSecret reports a value of letters with digits or signs among them, or of four digits
// and more: no ordinary word, and no name of a variable, a path or a version.
func looksSecret(value string) bool {
	if len(value) < 4 || strings.HasPrefix(value, "$") || strings.HasPrefix(value, "<") || strings.ContainsAny(value, "/(_") && !strings.ContainsAny(value, "!@#%^&*") {
		return false
	}
	digits, letters := 0, 0
	for i := range len(value) {
		switch {
		case isDigit(value[i]):
			digits++
		case isLetter(value[i]):
			letters++
		}
	}
	return digits > 0 && letters > 1 && len(value) >= 6 || digits >= 4 && letters == 0 || strings.ContainsAny(value, "!#%^*") && letters > 1
}

// personalNumber reports numbers of cards (Luhn), accounts (IBAN), people (three-two-four)
// and telephones with a country's code.
func personalNumber(text string) bool {
	for i := 0; i < len(text); i++ {
		if i > 0 && isWordByte(text[i-1]) || !isDigit(text[i]) && text[i] != '+' && !isUpper(text[i]) {
			continue
		}
		number, end := digitsFrom(text, i)
		switch {
		case text[i] == '+' && len(number) >= 9 && len(number) <= 15,
			isDigit(text[i]) && len(number) >= 13 && len(number) <= 19 && luhn(number),
			isDigit(text[i]) && end-i == len("123-45-6789") && text[i+3] == '-' && text[i+6] == '-',
			isUpper(text[i]) && iban(text[i:]):
			return true
		}
	}
	return false
}

// digitsFrom returns the digits that a number of groups has, and where it ends.
func digitsFrom(text string, from int) (digits string, end int) {
	var found strings.Builder
	for end = from; end < len(text) && end < from+40; end++ {
		c := text[end]
		switch {
		case isDigit(c):
			found.WriteByte(c)
		case end == from && c == '+', (c == ' ' || c == '-') && end+1 < len(text) && isDigit(text[end+1]):
		default:
			return found.String(), end
		}
	}
	return found.String(), end
}

func luhn(digits string) bool {
	sum, double := 0, false
	for i := len(digits) - 1; i >= 0; i-- {
		d := int(digits[i] - '0')
		if double {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	return sum%10 == 0
}

// iban reports an international account number at the beginning of a text: two letters, two
// digits, and 11 to 30 more in groups, whose remainder by 97 is 1 (ISO 13616).
func iban(text string) bool {
	var plain []byte
	for i := 0; i < len(text) && len(plain) < 34; i++ {
		switch {
		case isUpper(text[i]) || isDigit(text[i]):
			plain = append(plain, text[i])
		case text[i] == ' ' && i%5 == 4:
		default:
			i = len(text)
		}
	}
	if len(plain) < 15 || !isUpper(plain[0]) || !isUpper(plain[1]) || !isDigit(plain[2]) || !isDigit(plain[3]) {
		return false
	}
	remainder := 0
	for _, c := range append(plain[4:len(plain):len(plain)], plain[:4]...) {
		if isDigit(c) {
			remainder = (remainder*10 + int(c-'0')) % 97
		} else {
			remainder = (remainder*100 + int(c-'A') + 10) % 97
		}
	}
	return remainder == 1
}

func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isUpper(c byte) bool    { return 'A' <= c && c <= 'Z' }
func isWordByte(c byte) bool { return isDigit(c) || isLetter(c) || c == '_' || c == '.' || c == '-' }
