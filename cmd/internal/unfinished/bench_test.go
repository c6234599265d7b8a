package unfinished

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// BenchmarkDraw draws the handoff of a session with a transcript of 50 MB, git included.
func BenchmarkDraw(b *testing.B) {
	for name, huge := range map[string]int{"plain": 0, "with a line of 9 MB at the end": 9 << 20} {
		b.Run(name, func(b *testing.B) {
			d := newDesk(b)
			if _, err := exec.LookPath("git"); err != nil {
				b.Skip("git is absent")
			}
			d.git("init", "-q", "-b", "main")
			d.git("commit", "-q", "--allow-empty", "-m", "first")
			d.work("one", "Write the upload page", filepath.Join(d.workspace, "upload.go"))
			envtest.WriteFile(b, filepath.Join(d.workspace, "upload.go"), "x")
			path := filepath.Join(d.env.ClientHome(), "projects", "-w", "one.jsonl")
			envtest.WriteFile(b, path, long(d.workspace, huge))
			left, err := d.store.LastLeft(d.workspace, "two")
			envtest.Must(b, err)
			b.ReportAllocs()
			for b.Loop() {
				h, err := Draw(b.Context(), d.env, d.store, left, "startup", d.now)
				if err != nil || !strings.Contains(h.Text("startup"), "Failing") {
					b.Fatal(h.Text("startup"), err)
				}
			}
		})
	}
}

// long is a transcript of 50 MB of edits, commands that pass or fail, and answers.
func long(workspace string, huge int) string {
	var lines strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&lines, format+"\n", args...) }
	head := fmt.Sprintf(`"sessionId":"one","cwd":%q,"gitBranch":"main","timestamp":"2026-01-02T03:04:06Z"`, workspace)
	output := func(i int) (text string) {
		for n := range 40 { // no line is another one's
			text += fmt.Sprintf(`ok  \tharbour/pier\t0.%d%ds\n    pier_test.go:17: the tide of day %d at 14:20 is 3.%d m\n`, i, n, i, n)
		}
		return text
	}
	for i := 0; lines.Len() < 50<<20; i++ {
		if i%20 == 0 {
			line(`{"type":"user",%s,"message":{"role":"user","content":"Write part %d of the upload page, without a cache"}}`, head, i)
		}
		line(`{"type":"assistant",%s,"message":{"role":"assistant","content":[{"type":"text","text":"The reader of part %d is wrapped; next I look at the form."},{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test ./pier%d"}}]}}`, head, i, i, i)
		line(`{"type":"user",%s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","is_error":%v,"content":"Exit code 1\n%s--- FAIL: TestPier%d (0.00s)"}]}}`, head, i, i%3 == 0, output(i), i)
		line(`{"type":"assistant",%s,"message":{"role":"assistant","content":[{"type":"tool_use","id":"e%d","name":"Edit","input":{"file_path":%q,"old_string":%q,"new_string":"x"}}]}}`, head, i, workspace+"/upload.go", output(i))
		line(`{"type":"user",%s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"e%d","content":"ok"}]}}`, head, i)
	}
	if huge > 0 {
		line(`{"type":"user",%s,"message":{"role":"user","content":[{"type":"image","data":"%s"}]}}`, head, strings.Repeat("x", huge))
	}
	return lines.String()
}
