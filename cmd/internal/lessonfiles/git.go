package lessonfiles

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// gitWait bounds git, which may wait for a lock or a slow disk.
const gitWait = 150 * time.Millisecond

// gitOutputMax bounds what is read of it.
const gitOutputMax = 1 << 20

// committed returns the hashes of the files of a folder as the last commit has them, by name.
// Nothing of the repository is run: git reads one tree. An error means that it is not known.
func committed(ctx context.Context, folder string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, gitWait)
	defer cancel()
	git := exec.CommandContext(ctx, "git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath="+os.DevNull, "-c", "core.quotePath=false",
		"ls-tree", "-z", "--full-name", "HEAD", "./")
	git.Dir = folder
	git.WaitDelay = 50 * time.Millisecond
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "GIT_") {
			git.Env = append(git.Env, entry)
		}
	}
	git.Env = append(git.Env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
	var out limited
	git.Stdout = &out
	if err := git.Run(); err != nil {
		return nil, fmt.Errorf("ask git for the last commit: %w", err)
	}
	files := map[string]string{}
	for entry := range bytes.SplitSeq(out.Bytes(), []byte{0}) {
		facts, path, ok := strings.Cut(string(entry), "\t")
		fields := strings.Fields(facts)
		if ok && len(fields) == 3 && fields[1] == "blob" {
			files[filepath.Base(filepath.FromSlash(path))] = fields[2]
		}
	}
	return files, nil
}

// limited keeps so much of what is written, and drops the rest.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	l.Buffer.Write(p[:min(len(p), max(0, gitOutputMax-l.Len()))])
	return len(p), nil
}

// isBlob reports whether a file's content is that of git's hash, also where git gave its lines
// other ends.
func isBlob(hash string, data []byte) bool {
	return blob(hash, data) || bytes.Contains(data, []byte("\r\n")) && blob(hash, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
}

func blob(hash string, data []byte) bool {
	content := append(fmt.Appendf(nil, "blob %d\x00", len(data)), data...)
	if len(hash) == hex.EncodedLen(sha256.Size) {
		sum := sha256.Sum256(content)
		return hash == hex.EncodeToString(sum[:])
	}
	sum := sha1.Sum(content) // git's own name of the content
	return hash == hex.EncodeToString(sum[:])
}
