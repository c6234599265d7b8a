package hook

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
	end := s.pemBody(start)
	if end == start {
		return start
	}
	return s.drop(from, end)
}

func (s *scanner) pemBody(at int) int {
	for {
		line := s.pemGap(at)
		if rest, ok := strings.CutPrefix(s.text[line:], "-----END "); ok {
			label, _, _ := strings.Cut(rest[:min(len(rest), pemLabelBytesMax)], "-----")
			return min(len(s.text), line+len("-----END ")+len(label)+len("-----"))
		}
		end := s.pemRun(line)
		switch {
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

// pemGap steps over line ends, also those written as \n inside of strings.
func (s *scanner) pemGap(at int) int {
	for at < len(s.text) {
		switch {
		case strings.IndexByte(" \t\r\n\"'", s.text[at]) >= 0:
			at++
		case strings.HasPrefix(s.text[at:], `\n`), strings.HasPrefix(s.text[at:], `\r`):
			at += 2
		default:
			return at
		}
	}
	return at
}

// pemRun steps over base64, or the name of a header.
func (s *scanner) pemRun(at int) int {
	for at < len(s.text) && classes[s.text[at]]&base64Byte != 0 && !strings.HasPrefix(s.text[at:], "-----") {
		at++
	}
	return at
}

// url drops the password of the URL whose "://" is at from, or what stands
// alone before its host and looks random.
func (s *scanner) url(from int) int {
	start := from + len("://")
	end, colon, host := start, -1, -1
	for ; end < len(s.text) && s.text[end] > ' ' && strings.IndexByte("/?#\"'`<>\\", s.text[end]) < 0; end++ {
		switch {
		case s.text[end] == '@':
			host = end
		case s.text[end] == ':' && colon < 0:
			colon = end
		}
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
	if secret == "" || strings.ContainsAny(secret[:1], "$%<{[") {
		return start
	}
	return s.drop(start, host)
}

// namesSecret reports whether a JSON key is that of a secret.
func namesSecret(key string) bool {
	return key != "" && nameStrength(key, 0, len(key)) == strongName
}
