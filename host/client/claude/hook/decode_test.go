package hook_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/client/payload"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("", 3600))

// Ensure that the copies here are the shared samples, all of them.
func TestPayloadsAreTheShared(t *testing.T) {
	shared := filepath.Join(repository(t), "..", "shared", "claude-code", "payloads")
	if _, err := os.Stat(shared); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if diff := cmp.Diff(payloads(t, shared), payloads(t, "testdata/payloads")); diff != "" {
		t.Fatal(diff)
	}
	for _, name := range payloads(t, shared) {
		original, err := os.ReadFile(filepath.Join(shared, name))
		if err != nil {
			t.Fatal(err)
		}
		if copied, err := os.ReadFile(filepath.Join("testdata/payloads", name)); err != nil || !bytes.Equal(original, copied) {
			t.Errorf("%s differs: %v", name, err)
		}
	}
}

// Ensure that errors are typed and say nothing of what the user wrote.
func TestDecodeErrors(t *testing.T) {
	for name, test := range map[string]struct {
		in   io.Reader
		code string
	}{
		"too large":       {io.MultiReader(strings.NewReader(`{"prompt":"`), endless('x')), payload.CodeTooLarge},
		"broken pipe":     {iotest.ErrReader(io.ErrUnexpectedEOF), payload.CodeRead},
		"text":            {strings.NewReader("my secret plan"), payload.CodeNotJSON},
		"trailing":        {strings.NewReader(`{"hook_event_name":"Stop"} my secret plan`), payload.CodeTrailingText},
		"no comma":        {strings.NewReader(`{"prompt":"my secret plan" x}`), payload.CodeNotJSON},
		"number prompt":   {strings.NewReader(`{"hook_event_name":"UserPromptSubmit","prompt":5,"user_prompt":"my secret plan"}`), payload.CodePromptType},
		"false":           {strings.NewReader(`false`), payload.CodeNotObject},
		"event of number": {strings.NewReader(`{"hook_event_name":7,"prompt":"my secret plan"}`), payload.CodeNoEvent},
		"other case":      {strings.NewReader(`{"Hook_Event_Name":"UserPromptSubmit","prompt":"my secret plan"}`), payload.CodeNoEvent},
	} {
		_, err := hook.Decode(test.in, now)
		failure, ok := errors.AsType[*payload.Error](err)
		if !ok || failure.Code != test.code {
			t.Errorf("%s: got %v, want code %s", name, err, test.code)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error quotes the input: %v", name, err)
		}
	}
}

// Ensure that no input makes decoding panic or leaves a limit behind.
func FuzzDecode(f *testing.F) {
	for _, name := range payloads(f, "testdata/payloads") {
		data, err := os.ReadFile(filepath.Join("testdata/payloads", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		event, err := hook.Decode(bytes.NewReader(data), now)
		if err != nil {
			if _, ok := errors.AsType[*payload.Error](err); !ok {
				t.Errorf("got %T", err)
			}
			return
		}
		switch {
		case event.Name == "", len(event.SessionID) > payload.SessionIDBytesMax, len(event.ToolInput) > payload.ToolInputBytesMax:
			t.Errorf("got %+v", event)
		case event.Workspace != "" && !filepath.IsAbs(event.Workspace):
			t.Errorf("got workspace %q", event.Workspace)
		}
		for _, text := range []string{event.Name, event.Prompt, event.ToolInput, event.Message, event.Invoked} {
			if !utf8.ValidString(text) {
				t.Errorf("%q is not valid UTF-8", text)
			}
		}
	})
}

// payloads gives the names of a folder's samples.
func payloads(tb testing.TB, folder string) []string {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no payloads in %s: %v", folder, err)
	}
	for i, path := range paths {
		paths[i] = filepath.Base(path)
	}
	return paths
}

// repository gives the folder of go.mod.
func repository(tb testing.TB) string {
	tb.Helper()
	folder, err := filepath.Abs(".")
	if err != nil {
		tb.Fatal(err)
	}
	for ; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			tb.Fatal("no go.mod above")
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	const prose = "Please review the password reset flow in auth/token.go, then tidy up. "
	for name, size := range map[string]int{"1KB": 1 << 10, "100KB": 100 << 10, "16MB": payload.InputBytesMax - 1000} {
		prompt, err := json.Marshal(strings.Repeat(prose, size/len(prose)))
		if err != nil {
			b.Fatal(err)
		}
		input := []byte(`{"session_id":"s","cwd":"/w","hook_event_name":"UserPromptSubmit","prompt":` + string(prompt) + `}`)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := hook.Decode(bytes.NewReader(input), now); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
