package redact

import (
	"encoding/json"
	"strings"
	"testing"
)

// toolInputBytes is as much as is kept of a tool's input.
const toolInputBytes = 4 << 10

// slow are texts of which redaction takes the longest for a byte.
var slow = []string{"pwd:$", "--pwd ", `pwd="`, "://a:", "token=token=", `password="x password='x `, "words and words "}

// Ensure that what is searched for secrets does not grow with the prompt, so that no
// prompt takes its event's time for that: only the ends that are kept are searched.
func TestPromptIsSearchedAtItsEnds(t *testing.T) {
	for _, unit := range slow {
		text := strings.Repeat(unit, 8<<20/len(unit))
		looked, kept := 0, 0
		for _, part := range promptParts(text) {
			begin, end := window(text, part.from, part.to)
			looked += end - begin
			kept += part.to - part.from
		}
		if looked > PromptBytesMax+3*aroundBytes || kept > PromptBytesMax {
			t.Errorf("%q: of %d bytes %d are searched and %d kept", unit, len(text), looked, kept)
		}
		if got := Prompt(text); len(got) > 2*PromptBytesMax {
			t.Errorf("%q: %d bytes are kept", unit, len(got))
		}
	}
}

// Ensure that what is searched of a tool's input is bounded, too, where its texts
// shrink to so little that the preview never fills.
func TestToolInputIsSearchedWithinLimits(t *testing.T) {
	for _, unit := range append(slow, "password=hunter2&x", strings.Repeat("a", 12<<10)+" ") {
		text, _ := json.Marshal("PASSWORD=" + strings.Repeat(unit, 1+12<<10/len(unit)))
		raw := json.RawMessage("[" + strings.Repeat(string(text)+",", 300) + "1]")
		w := newPreviewer(raw, toolInputBytes)
		w.write()
		if searched := redactBytesMax - w.left; searched > redactBytesMax+toolInputBytes+2*aroundBytes {
			t.Errorf("%.20q: of %d bytes %d are searched", unit, len(raw), searched)
		}
	}
}

// edged are secrets that lie across an edge; each has a part in « » that must not be
// kept, nor half of it.
var edged = []string{
	"ghp_«ZyXwVuTsRqPoNmLkJiHgFeDcBa9876543210» ",
	"password=«correcthorse12battery» ",
	`"password": "«correct horse 12xyz battery»" `,
	"postgres://app:«correct/horse12#battery»@db/x ",
	"mysql -u root -p«correcthorse12battery» app ",
	"-----BEGIN PRIVATE KEY-----\n«" + strings.Repeat("MIIEowIBAAKCAQEAabcdefghijklmnopqrstuvwxyz\n", 70) + "»-----END PRIVATE KEY-----\n",
	"> -----BEGIN PRIVATE KEY-----\n«" + strings.Repeat("> MIIEowIBAAKCAQEAabcdefghijklmnopqrstuvwxyz\n", 70) + "»> -----END PRIVATE KEY-----\n",
}

// Ensure that a secret that lies across the edge of what is kept is not kept half,
// wherever the edge cuts it, and whatever was left out before.
func TestNoHalfSecretsAtEdges(t *testing.T) {
	const word = "and so on "
	for _, fill := range []string{word, "password=hunter2 " + word} {
		for _, secret := range edged {
			inside := secret[strings.Index(secret, "«")+len("«") : strings.Index(secret, "»")]
			plain := strings.NewReplacer("«", "", "»", "").Replace(secret)
			for shift := 0; shift < len(plain); shift += 1 + len(plain)/9 {
				head := PromptBytesMax - promptTailBytes - 1 - shift
				before := strings.Repeat(fill, head/len(fill)+1)[:head-2] + "x "
				after := strings.Repeat(word, (promptTailBytes+shift)/len(word)+1)[:max(0, promptTailBytes-shift)]
				text := before + plain + strings.Repeat(fill, 2000) + plain + after
				checkNoHalf(t, Prompt(text), inside)
				checkNoHalf(t, Prefix(text, PromptBytesMax-promptTailBytes-1), inside)
			}
		}
	}
}

func checkNoHalf(t *testing.T, got, secret string) {
	t.Helper()
	const half = 8
	for at := 0; at+half <= len(secret); at += half / 2 {
		if strings.Contains(got, secret[at:at+half]) {
			t.Fatalf("kept %q of %.60q", secret[at:at+half], secret)
		}
	}
}
