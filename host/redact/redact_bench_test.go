//go:build unix

package redact_test

import (
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// hostile are texts that make a careless scanner look at every byte again and
// again.
var hostile = map[string]string{
	"prose":     "Please review the password reset flow in auth/token.go, then tidy up. ",
	"shapes":    "sk-sk-sk-ant-",
	"jwt":       "eyJ-eyJ.",
	"names":     "token=token=",
	"flags":     "--password --",
	"keys":      "api key - ",
	"pem":       "-----BEGIN PRIVATE KEY-----",
	"pemlines":  "-----BEGIN PRIVATE KEY-----\nVersion: abcdefgh\n",
	"quotes":    `password="x password='x `,
	"open":      "password=\"x\\\\",
	"urls":      "://a:",
	"dashes":    "- _ - key",
	"one word":  "x",
	"words":     "d t y n ",
	"redacted":  "password=hunter2 ",
	"slashes":   `\"password\":\"`,
	"long name": "password_",
	"programs":  "curl -u a 7z docker ",
	"found":     "curl -u joe:hunter2 ",
	"lists":     `"passwords": ["x9abcd", `,
	"pairs":     `"password", "value": `,
	"seeds":     "seed phrase army van defense ",
	"prefixes":  "-----BEGIN PRIVATE KEY-----\n> MIIEowIBAAKCAQEAabcdefghijk\n> ",
	"paths":     "://a:b/@/",
	"hosts":     ":@tcp(",
	"places":    "pwd:$",
	"foreign":   "密码是ä",
	"bots":      "12345678:AA",
	"marks":     "abc8Q~",
	"fillers":   "password for ",
	"ands":      "password=a&b&",
	"plurals":   "passwords = secrets = ",
	"tables":    "a,password\n",
	"columns":   "password,",
	"rows":      "a|password|\n--|--|\nb|hunter22x|\n",
	"accounts":  "a:5432:b:c:",
	"stars":     "*:*:*:a:b",
	"ppk":       "Private-Lines: 1\nAAAAC3NzaC1lZDI1NTE5AAAAIJ3dE5fG7hJ9kL1mN3pQ\n",
	"manifests": "kind: Secret\n                    data:\n",
	"manifest":  "kind: Secret\ndata:\n  a: bcd\n",
	"tags":      `<password a="b" `,
	"bodies":    "<password>",
	"siblings":  "<name>password</name><value>",
	"fields":    `"password", a="b", `,
	"tails":     "password=hello a1b2c d ",
	"dsn":       "Password=a b;",
	"brackets":  "[{(<",
	"colons":    ":",
	"hidden":    "pass\u200Bword=hunter2\u00A0",
	"sentences": "密码：用户a、密码:",
	"japanese":  "認証のコードを見直してください。",
	"json":      `{"a":"{\"password\":\"`,
}

// Ensure that redaction takes time linear in the text whatever it holds:
// sixteen times the text takes nowhere near its square as long. Processor time counts,
// which other work takes nothing of; a bad measurement gets three tries. Each commit
// tries a third of the texts.
func TestRedactIsLinear(t *testing.T) {
	names := slices.Sorted(maps.Keys(hostile))
	for _, name := range sampletest.Some(names, len(names)/3, func(name string) string { return name }) {
		unit := hostile[name]
		var base, took time.Duration
		for range 3 {
			base = max(timed(unit, 64<<10), 2*time.Millisecond)
			if took = timed(unit, 1<<20); took < 80*base {
				break
			}
		}
		if took >= 80*base {
			t.Errorf("%s: 64 KiB took %v, 1 MiB %v", name, base, took)
		}
	}
}

func timed(unit string, size int) time.Duration {
	text := strings.Repeat(unit, size/len(unit))
	start := processorTime()
	redact.Text(text)
	return processorTime() - start
}

// processorTime is what this process has had of all processors.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// inputBytes is as much as a client may write.
const inputBytes = 16 << 20

func BenchmarkRedact(b *testing.B) {
	for name, unit := range hostile {
		text := strings.Repeat(unit, inputBytes/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				redact.Text(text)
			}
		})
	}
}
