package lessonfiles

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/gitstate"
	"github.com/ed-irl/impressionism/host/git"
)

// gitShare is how many hundredths of the time of a session's start git may take where a hook is
// waited for, gitPatience how long elsewhere: it may wait for a lock or a slow disk.
const (
	gitShare    = 15
	gitPatience = 5 * time.Second
)

// gitOutputMax bounds what is read of it.
const gitOutputMax = 1 << 20

// committed returns the hashes of the files of a folder as the last commit has them, by name.
// An error means that it is not known.
func committed(ctx context.Context, folder string, wait time.Duration) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	out, err := ask(ctx, folder, gitOutputMax, "ls-tree", "-z", "--full-name", "HEAD", "./")
	if err != nil {
		return nil, fmt.Errorf("ask git for the last commit: %w", err)
	}
	files := map[string]string{}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		facts, path, ok := strings.Cut(string(entry), "\t")
		fields := strings.Fields(facts)
		if ok && len(fields) == 3 && fields[1] == "blob" {
			files[filepath.Base(filepath.FromSlash(path))] = fields[2]
		}
	}
	return files, nil
}

// Ignored reports whether git would ignore a file of a folder if it were new. Where git does not
// answer it does not.
func Ignored(ctx context.Context, folder, name string) bool {
	ctx, cancel := context.WithTimeout(ctx, trackedWait)
	defer cancel()
	_, err := ask(ctx, folder, gitOutputMax, "--no-literal-pathspecs", "check-ignore", "--quiet", "--", "./"+name) // it takes no literal ones
	return err == nil
}

// trackedWait and trackedMax bound the list of a repository's files, for a command of a person.
const (
	trackedWait = 20 * time.Second
	trackedMax  = 64 << 20
)

// tracked returns what git tracks in the working tree that a folder is in, as the program git
// lists it.
func tracked(ctx context.Context, folder string) (t gitstate.Tracked, err error) {
	ctx, cancel := context.WithTimeout(ctx, trackedWait)
	defer cancel()
	out, err := ask(ctx, folder, gitOutputMax, "rev-parse", "--show-toplevel")
	if err != nil {
		return t, fmt.Errorf("ask git which repository this is: %w", err)
	}
	t.Root = filepath.FromSlash(strings.TrimRight(string(out), "\r\n"))
	if out, err = ask(ctx, t.Root, trackedMax, "ls-files", "-z", "-t", "--stage"); err != nil {
		return t, fmt.Errorf("ask git for the files of %s: %w", t.Root, err)
	}
	for entry := range strings.SplitSeq(string(out), "\x00") { // TAG MODE HASH STAGE<tab>PATH
		facts, path, found := strings.Cut(entry, "\t")
		fields := strings.Fields(facts)
		if !found || len(fields) != 4 || len(t.Files) > 0 && path == t.Files[len(t.Files)-1] { // another side of a merge
			continue
		}
		t.Files = append(t.Files, path)
		if fields[0] == "S" {
			t.Absent = append(t.Absent, path)
		}
		if fields[1] == "160000" {
			t.Submodules = append(t.Submodules, path)
		}
	}
	return t, nil
}

// ask runs git to read what it knows, so that it runs nothing that the repository names.
func ask(ctx context.Context, folder string, bytesMax int, args ...string) ([]byte, error) {
	return git.Program{Environ: os.Environ()}.Output(ctx, folder, bytesMax, args...)
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
