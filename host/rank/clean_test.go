package rank

import (
	"strings"
	"testing"
)

// Ensure that each kind of pasted material goes and what the user says stays.
func TestClean(t *testing.T) {
	const say = "why does this happen here, any idea?"
	for name, pasted := range map[string]string{
		"python trace":   "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    total = add(xs)\nTypeError: not a number",
		"java trace":     "java.lang.IllegalStateException: closed\n    at com.example.Pool.take(Pool.java:31)\nCaused by: java.io.IOException: reset",
		"go panic":       "panic: boom\n\ngoroutine 7 [running]:\n\t/src/main.go:31 +0x1d\nexit status 2",
		"diff":           "diff --git a/x.c b/x.c\nindex 123..456 100644\n--- a/x.c\n+++ b/x.c\nrename to y.c\n@@ -1,2 +1,2 @@\n-    old line\n+    new line\n unchanged",
		"log":            "2024-05-31T10:00:01Z started worker\n[2024-05-31 10:00:02] ready\n10:00:03 listening\nINFO cache warm\n[WARN] disk almost full\nERROR: gave up",
		"build output":   "make: *** [all] Error 2\nnpm ERR! code 1\nfatal error: x.h: No such file\nsrc/a.c:12:5: unused\nFAILED tests/a.py::b",
		"fence":          "```sql\nselect the best of them\n```",
		"tilde fence":    "~~~\nsome words inside of it\n~~~",
		"table":          "| name | size |\n|------|------|\n| a | 1 |\n| cut off\n+------+\na | b |\n   17 |     int n\n      |     ^",
		"terminal":       "$ ls -la build\ntotal 0\ndrwxr-xr-x  2 me me 64 May  4 10:11 .\nme@host:~/src$ make all\n>>> import os\nPS C:\\src> make\n> quoted words of a mail",
		"c code":         "int max(int a, int b) {\n  if (a > b) return a;\n  return b;\n}",
		"python code":    "def rev(s):\n    return s\nclass Stack:\nimport os\nfrom os import path\nx = [1, 2]\nprint(x[0])",
		"script code":    "const f = a => a + 1\nlet y = f(2)\nconsole.log(y)\nexport value = y\nuse strict;",
		"data":           "{\n  \"id\": 7,\n  \"tags\": [\"a\"]\n}\n<item id=\"1\">x</item>\n\"key\": \"value\",",
		"blank, symbols": "\n   \n----\n1\n2\n???",
	} {
		t.Run(name, func(t *testing.T) {
			for _, prompt := range []string{say + "\n" + pasted, pasted + "\n\n" + say, strings.ReplaceAll(pasted+"\n"+say, "\n", "\r\n")} {
				if got := Clean(prompt); got != say {
					t.Errorf("%q: got %q", prompt, got)
				}
			}
		})
	}
}

// Ensure that prose stays, though it begins as code or logs do, and that the
// rest of a prompt after a fence that nothing closes stays too.
func TestCleanKeepsProse(t *testing.T) {
	for _, prompt := range []string{
		"let me know what you think\nimport the data from yesterday\nreturn to the first plan",
		"please do these two:\n- rename the helper (and its test)\n- drop the cache = off switch",
		"  * first of all, the header [see above]\n  2. then the footer (if any)",
		"Error handling: how should it be done here?\nWarning: this is a long question",
		"class names should be shorter\nfunction names too",
		"from here on, everything is slow\nat night it is fine",
		"что делать с этим проектом\nкак его собрать",
		"为什么不行\n请看一下",
		"total time is too long in my opinion\nPS please have a look",
		"Error: that is all it says\nWarning: nothing else either",
		"email me@example.com about this: it matters\nand then stop",
		"```npm test``` fails since yesterday\nwrite the migration that adds a column\n```npm run lint``` fails too",
	} {
		prompt += "\nthis line has enough words" // else nothing would go
		if got := Clean(prompt); got != prompt {
			t.Errorf("%q: got %q", prompt, got)
		}
	}
	if got, want := Clean("look at this one please\n```\nand tell me what it does"), "look at this one please\nand tell me what it does"; got != want {
		t.Errorf("open fence: got %q want %q", got, want)
	}
}

// Ensure that a prompt that is only pasted material stays whole: fewer than
// four words of two letters or more would remain.
func TestCleanKeepsWhatIsOnlyPasted(t *testing.T) {
	for _, prompt := range []string{
		"", "\n", "x = 1;", "please fix it\nx = 1;\ny = 2;", "do a b c d e f\nx = 1;",
		"panic: index out of range\n\ngoroutine 1 [running]:\n/tmp/x.go:31",
	} {
		if got := Clean(prompt); got != prompt {
			t.Errorf("%q: got %q", prompt, got)
		}
	}
	if got := Clean("do fix it now\nx = 1;"); got != "do fix it now" {
		t.Errorf("four words: got %q", got)
	}
}
