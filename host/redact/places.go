package redact

import (
	"slices"
	"strings"
)

const pemBegin = "-----BEGIN "

// Limits of what makes a private key.
const (
	pemLabelBytesMax = 64
	pemLineBytesMin  = 16 // shorter runs of base64 are words, but for the last
)

// pemHeaders are lines of a key that are no base64, by their first word.
var pemHeaders = []string{"Proc-Type", "DEK-Info", "Version", "Comment", "Hash", "Charset"}

// pem drops the private key that starts at from; certificates and mere
// mentions stay.
func (s *scanner) pem(from int) int {
	label := s.text[from+len(pemBegin) : min(len(s.text), from+len(pemBegin)+pemLabelBytesMax)]
	label, _, ok := strings.Cut(label, "-----")
	if !ok || !strings.Contains(label, "PRIVATE KEY") {
		return from + len(pemBegin)
	}
	start := from + len(pemBegin) + len(label) + len("-----")
	end := max(s.pemBody(start), s.keyLines(start, pemMark))
	if end == start {
		return start
	}
	return s.drop(from, end)
}

// pemBody returns the end of the key's lines. Before each of them may stand what quotes
// or numbers lines.
func (s *scanner) pemBody(at int) int {
	for start := at; ; {
		line := s.pemGap(at)
		if rest, ok := strings.CutPrefix(s.text[line:], "-----END "); ok {
			if at == start {
				return at // nothing of a key
			}
			label, _, _ := strings.Cut(rest[:min(len(rest), pemLabelBytesMax)], "-----")
			return min(len(s.text), line+len("-----END ")+len(label)+len("-----"))
		}
		end := s.pemRun(line)
		switch {
		case end == line:
			return at
		case slices.Contains(pemHeaders, s.text[line:end]):
			for end < len(s.text) && s.text[end] != '\n' {
				end++
			}
		case end-line < pemLineBytesMin && !strings.HasPrefix(s.text[s.pemGap(end):], "-----END "):
			return at
		}
		at = end
	}
}

// Limits of a key whose lines have words before them.
const (
	pemLinesMax         = 200
	pemPrefixedBytesMax = 512
	pemFirstBytesMin    = 32 // longer than what ends a line of prose
)

// What stands at the end of a key.
const (
	pemMark = "-----END "
	macMark = "Private-MAC: "
)

// keyLines returns the end of a key of which each line may stand behind anything, as in
// a log or in what grep prints, but ends in base64; or start where no such line follows.
func (s *scanner) keyLines(start int, mark string) int {
	end, found := start, false
	short := false // a line that only the end of a key may follow
	at := s.nextLine(start)
	for range pemLinesMax {
		line := s.text[at:min(len(s.text), at+pemPrefixedBytesMax)]
		line, _, _ = strings.Cut(line, "\n")
		if before, rest, ok := strings.Cut(line, mark); ok {
			if !found {
				return start
			}
			if mark == macMark {
				return s.run(at+len(before)+len(mark), wordByte)
			}
			label, _, _ := strings.Cut(rest, "-----")
			return min(at+len(line), at+len(before)+len(mark)+len(label)+len("-----"))
		}
		bytes, last := pemLineEnd(line)
		switch {
		case at == len(s.text), len(line) == pemPrefixedBytesMax, short && bytes > 0:
			return end
		case isPEMHeader(line):
		case bytes >= pemLineBytesMin && (found || bytes >= pemFirstBytesMin):
			found, end = true, at+last
		case bytes > 0:
			short = found
		case strings.Trim(line, " \t\r#>|/*+:0123456789") != "":
			return end
		}
		at = s.nextLine(at)
	}
	return end
}

// nextLine returns the start of the line behind the one of a place.
func (s *scanner) nextLine(at int) int {
	limit := min(len(s.text), at+pemPrefixedBytesMax)
	if line := strings.IndexByte(s.text[at:limit], '\n'); line >= 0 {
		return at + line + 1
	}
	return limit
}

// pemLineEnd counts the base64 at a line's end, before what closes a text, and returns
// where it ends.
func pemLineEnd(line string) (bytes, last int) {
	line = strings.TrimRight(line, " \t\r\"'`,;+)}]|<")
	line = strings.TrimSuffix(strings.TrimSuffix(line, `\n`), `\r`)
	from := len(line)
	for from > 0 && classes[line[from-1]]&base64Byte != 0 && line[from-1] != '-' && line[from-1] != '_' {
		from--
	}
	return len(line) - from, len(line)
}

// isPEMHeader reports whether a line has a header of a key.
func isPEMHeader(line string) bool {
	return slices.ContainsFunc(pemHeaders, func(header string) bool { return strings.Contains(line, header+": ") })
}

// pemMarginBytesMax bounds what stands between the ends of two lines of a key.
const pemMarginBytesMax = 48

// pemGap steps over line ends, also those written as \n inside of strings, and over
// what stands at the beginning of lines that are quoted or numbered.
func (s *scanner) pemGap(at int) int {
	start, limit := at, min(len(s.text), at+pemMarginBytesMax)
	for at < limit {
		b := s.text[at]
		switch {
		case strings.HasPrefix(s.text[at:], `\n`), strings.HasPrefix(s.text[at:], `\r`):
			at += 2
		case strings.HasPrefix(s.text[at:], "-----"):
			return at
		case classes[b]&base64Byte == 0:
			at++
		default:
			run := s.pemRun(at)
			if run-at >= pemLineBytesMin || at == start || classes[b]&letterByte != 0 && !s.isMargin(at, run) {
				return at
			}
			at = run
		}
	}
	return at
}

// isMargin reports whether a short run is the number or the sign of a line.
func (s *scanner) isMargin(at, end int) bool {
	return strings.Trim(s.text[at:end], "0123456789+-/=_") == ""
}

// pemRun steps over base64, or the name of a header.
func (s *scanner) pemRun(at int) int {
	for at < len(s.text) && classes[s.text[at]]&base64Byte != 0 && !strings.HasPrefix(s.text[at:], "-----") {
		at++
	}
	return at
}

// urlEnds end a URL in a text; urlPathBegins end its authority, unless its password
// has one.
const (
	urlEnds       = "\"'`<>\\"
	urlPathBegins = "/?#"
)

// url drops the password of the URL whose "://" is at from, or what stands
// alone before its host and looks random.
func (s *scanner) url(from int) int {
	start := from + len("://")
	end, colon, host := start, -1, -1
	for ; end < len(s.text) && s.text[end] > ' ' && strings.IndexByte(urlPathBegins+urlEnds, s.text[end]) < 0; end++ {
		switch {
		case s.text[end] == '@':
			host = end
		case s.text[end] == ':' && colon < 0:
			colon = end
		}
	}
	if colon >= 0 && (host < 0 || !strings.ContainsAny(s.text[host:end], ".:")) {
		host = max(host, s.lateHost(start, colon+1, end))
	}
	if host < 0 {
		return start
	}
	secret := s.text[start:host]
	if colon >= 0 && colon < host {
		start = colon + 1
		secret = s.text[start:host]
	} else if !looksRandom(secret, randomRunMin) {
		return start
	}
	if secret == "" || strings.IndexByte(placeholderBegins, secret[0]) >= 0 {
		return start
	}
	return s.drop(start, host)
}

// lateHost returns the place of the '@' behind a password with a sign that begins a path,
// or -1. What can be a port is none.
func (s *scanner) lateHost(authority, password, end int) int {
	port := s.text[password:end]
	if end == len(s.text) || strings.IndexByte(urlPathBegins, s.text[end]) < 0 || strings.EqualFold(port, "port") || strings.HasPrefix(s.text[authority:], "[") {
		return -1
	}
	if strings.Trim(port, "0123456789") == "" && (port != "" || password-1 > authority) {
		return -1
	}
	host := -1
	limit := min(len(s.text), end+bareBytesMax)
	for at := end; at < limit && s.text[at] > ' ' && strings.IndexByte(urlEnds, s.text[at]) < 0; at++ {
		if s.text[at] == '@' && s.text[at-1] != '/' && at+1 < limit && classes[s.text[at+1]]&wordByte != 0 {
			host = at
		}
	}
	return host
}

// dsn drops the password before the "@tcp(" at a place: user:abc@tcp(host)/base.
func (s *scanner) dsn(at int) int {
	for from := at; from > s.written && at-from < bareBytesMax && s.text[from-1] > ' ' && strings.IndexByte(urlEnds, s.text[from-1]) < 0; from-- {
		if s.text[from-1] != ':' {
			continue
		}
		if secret := s.text[from:at]; secret != "" && !placeholder(secret) {
			return s.drop(from, at)
		}
		break
	}
	return at + 1
}

// Limits of a line of .pgpass.
const accountBytesMax = 64

// passwordFile finds the password in host:port:database:user:password, of which
// text[from:end] is the port, or a star for any.
func (s *scanner) passwordFile(from, end int) (span, bool) {
	host := from - 1
	for host > 0 && from-host < accountBytesMax && isAccountByte(s.text[host-1]) {
		host--
	}
	if host == from-1 || host > 0 && s.text[host-1] > ' ' && strings.IndexByte("\"'`>+|", s.text[host-1]) < 0 {
		return span{}, false
	}
	at := end
	for range 2 { // database and user
		next := at + 1
		for next < len(s.text) && next-at < accountBytesMax && isAccountByte(s.text[next]) {
			next++
		}
		if next == at+1 || next >= len(s.text) || s.text[at] != ':' || s.text[next] != ':' || classes[s.text[at+1]]&digitByte != 0 {
			return span{}, false
		}
		at = next
	}
	if s.text[at-1] == '*' {
		return span{}, false // a pattern; an entry has its user
	}
	value := span{at + 1, at + 1}
	for value.to < len(s.text) && value.to-at < bareBytesMax && s.text[value.to] > ' ' && strings.IndexByte("\"'`", s.text[value.to]) < 0 {
		value.to++
	}
	word := s.text[value.from:value.to]
	return value, len(word) >= 3 && !placeholder(word) && nameStrength(word, 0, len(word)) == plainName
}

// postgresPorts begin the ports of PostgreSQL, its poolers and relatives.
var postgresPorts = []string{"54", "55", "64", "65", "26257"}

func isPostgresPort(word string) bool {
	return (len(word) == 4 || len(word) == 5) && startsAny(word, postgresPorts) && strings.Trim(word, "0123456789") == ""
}

func isAccountByte(b byte) bool {
	return classes[b]&(wordByte|dashByte|dotByte) != 0 || b == '*' || b == '@'
}

// oracle finds the password in jdbc:oracle:thin:joe/abc@host.
func (s *scanner) oracle(at int) (span, bool) {
	line := s.text[at:min(len(s.text), at+2*accountBytesMax)]
	user, rest, ok := strings.Cut(line, "/")
	password, _, isHost := strings.Cut(rest, "@")
	from := at + len(user) + 1
	return span{from, from + len(password)}, ok && isHost && user != "" && !strings.ContainsAny(user+password, " \t\n\"'") && !placeholder(password)
}
