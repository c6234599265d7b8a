package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Agreement is one command or address that a person had run or asked.
type Agreement struct {
	Key    string    `json:"key"` // of Key
	Server string    `json:"server"`
	Said   string    `json:"said"` // for people, secrets replaced
	At     time.Time `json:"at"`
}

// Key names what a person agrees to: what is run, with which values, and by which file, of
// which project, since another project may have other programs of the same names. It is a whole
// SHA-256: a stranger could look for a command with the hash of another one if it were short.
func Key(server client.Server, workspace string) string {
	if server.Scope != client.ScopeProject && server.Scope != client.ScopeLocal {
		workspace = ""
	}
	data, _ := json.Marshal([]any{ // texts cannot fail
		server.Name, server.Scope, server.Plugin, server.File, workspace,
		server.Transport, server.Command, server.Args, server.Variables, server.URL, server.Headers, server.Values,
	})
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Limits of the agreements.
const (
	agreedFile       = "agreed.json"
	agreedHalfPrefix = "." + agreedFile + "." // of what package atomicfile leaves if the process is killed
	agreedMax        = 1000                   // the newest
	agreedBytesMax   = 2 << 20
)

type agreedList struct {
	Agreed []Agreement `json:"agreed"`
}

// Agreed reports whether a person agreed to what has a key. The error says why that is not
// known; it then counts as not agreed.
func (f Folder) Agreed(key string) (bool, error) {
	all, err := f.agreements()
	return slices.ContainsFunc(all, func(a Agreement) bool { return a.Key == key }), err
}

func (f Folder) agreements() ([]Agreement, error) {
	path := filepath.Join(f.dir, agreedFile)
	data, err := foreign.Read(path, agreedBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var kept agreedList
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return nil, fmt.Errorf("read what you agreed to have run: %s: %s; nothing counts as agreed until you agree again", path, foreign.Reason(err))
	}
	return kept.Agreed, nil
}

// Agree keeps that a person agreed. What cannot be read of former agreements is replaced.
func (w *Writer) Agree(a Agreement) error {
	all, _ := w.agreements() // Agreed says what is wrong with them
	all = slices.DeleteFunc(all, func(other Agreement) bool { return other.Key == a.Key })
	all = append(all, a)
	data, err := json.MarshalIndent(agreedList{all[max(0, len(all)-agreedMax):]}, "", "  ")
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(w.dir, agreedFile), data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("keep what you agreed to have run: %w%s", err, ownIt)
	}
	return nil
}
