package install

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Ensure a download that breaks off is tried again, twice, from where it broke off;
// that what is not as it should be is not kept; and that nothing is left of failures.
func TestDownload(t *testing.T) {
	content := strings.Repeat("archive ", 1000)
	hash := sha256.Sum256([]byte(content))
	right := hex.EncodeToString(hash[:])
	for name, test := range map[string]struct {
		failures int32 // how many requests break off in the middle
		sha256   string
		want     string // in the error
		requests int32
	}{
		"at once":         {0, right, "", 1},
		"breaks twice":    {2, right, "", 3},
		"breaks always":   {9, right, "3 times", 3},
		"something else":  {0, strings.Repeat("0", 64), "SHA-256", 1},
		"nobody's output": {-1, right, "404", 3},
	} {
		t.Run(name, func(t *testing.T) {
			var requests atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n := requests.Add(1)
				switch {
				case test.failures < 0:
					http.NotFound(w, r)
				case n <= test.failures:
					w.Header().Set("Content-Length", "8000")
					_, _ = w.Write([]byte(content[:100])) // and no more: the connection breaks
				default:
					http.ServeContent(w, r, "archive", time.Time{}, strings.NewReader(content))
				}
			}))
			defer server.Close()
			dir := t.TempDir()
			path := filepath.Join(dir, "archive.tar.gz")
			err := fetchWhole(t.Context(), server.URL, test.sha256, path, func(int64, int64) {}, time.Millisecond)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if requests.Load() != test.requests {
				t.Errorf("got %d requests, want %d", requests.Load(), test.requests)
			}
			left, readErr := os.ReadDir(dir)
			data, _ := os.ReadFile(path)
			if whole := err == nil; readErr != nil || (string(data) == content) != whole || len(left) > 0 != whole || len(left) > 1 {
				t.Errorf("%d files are left, %d bytes, %v", len(left), len(data), readErr)
			}
		})
	}
}
