package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/engine/lock"
	"github.com/ed-irl/impressionism/host/session"
)

// trustKey is where state.db keeps what a workspace was trusted with.
func trustKey(workspace string) string {
	sum := sha256.Sum256([]byte(workspace))
	return "trust:" + hex.EncodeToString(sum[:16])
}

// projectHash names what a project would run: the ruleset that its
// configuration asks for and every file of its rules folder.
func (a *app) projectHash(workspace string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, a.loaded.ProjectRuleset.YAML())
	root := projectRules(workspace)
	files, total := 0, int64(0)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path == filepath.Join(root, lock.Name) {
			return err // the lock file is never run, and what it tells of is hashed itself
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no regular file", path)
		}
		if files++; files > projectFilesMax || total+info.Size() > projectBytesMax {
			return fmt.Errorf("more than %d files or %d MiB", projectFilesMax, projectBytesMax>>20)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		total += int64(len(data))
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d %x\n", filepath.ToSlash(relative), len(data), sha256.Sum256(data))
		return nil
	})
	if os.IsNotExist(err) {
		err = nil
	}
	if err != nil {
		return "", fmt.Errorf("read the project's rulesets in %s: %w", root, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Limits of a project's rules folder.
const (
	projectFilesMax = 500
	projectBytesMax = 32 << 20
)

// trustProject puts the project's choice of ruleset in force if the user has
// trusted exactly these files. Most projects choose none and cost nothing.
func (a *app) trustProject(workspace string, sessions *session.Store) {
	if len(a.loaded.ProjectRuleset) == 0 || sessions == nil {
		return
	}
	kept, err := sessions.Meta(trustKey(workspace))
	if err != nil || kept == "" {
		return
	}
	if hash, err := a.projectHash(workspace); err == nil && hash == kept {
		a.projectTrusted = true
		a.loaded.TrustProject()
	}
}
