package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/filelock"
	"github.com/ed-irl/impressionism/host/internal/swap"
)

// ErrBusy reports that another process is changing lists.
var ErrBusy = errors.New("another process is changing the lists of tools; wait until it has ended, then run this again")

// Writer changes lists, alone.
type Writer struct {
	Folder
	lock *os.File
}

// Write makes the folder if there is none, removes what a process left that was killed at
// its work, and returns a Writer. Errors say what keeps the folder from being changed;
// ErrBusy: somebody else is changing it.
func (f Folder) Write() (*Writer, error) {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of lists of tools: %w%s", err, ownIt)
	}
	info, err := os.Stat(f.dir)
	if err != nil {
		return nil, fmt.Errorf("look at the folder of lists of tools: %w", err)
	}
	if owner, known := ownerOf(info); known && owner != os.Getuid() {
		return nil, fmt.Errorf("%s belongs to user %d, you are %d%s", f.dir, owner, os.Getuid(), ownIt)
	}
	lock, err := os.OpenFile(filepath.Join(f.dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the lists of tools: %w%s", err, ownIt)
	}
	if err := filelock.TryLock(lock); err != nil {
		_ = lock.Close() // nothing was written
		if errors.Is(err, filelock.ErrLocked) {
			return nil, ErrBusy
		}
		return nil, fmt.Errorf("lock the lists of tools: %w", err)
	}
	w := &Writer{f, lock}
	if err := w.tidy(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

const ownIt = "; let your user own it: chown, or chmod u+rwX"

// Close lets others change lists.
func (w *Writer) Close() error { return w.lock.Close() }

// tidy ends what a killed process began: a list that was put aside comes back where no other
// took its place, and halves go.
func (w *Writer) tidy() error {
	entries, err := foreign.ReadDir(w.dir, listsMax)
	if err != nil && !errors.Is(err, foreign.ErrTooLarge) {
		return fmt.Errorf("read the lists of tools: %w%s", err, ownIt)
	}
	for _, entry := range entries {
		path := filepath.Join(w.dir, entry.Name())
		former, isFormer := strings.CutPrefix(entry.Name(), formerPrefix)
		switch {
		case isFormer && !exists(filepath.Join(w.dir, former)):
			err = os.Rename(path, filepath.Join(w.dir, former))
		case isFormer || strings.HasPrefix(entry.Name(), temporaryPrefix) || strings.HasPrefix(entry.Name(), agreedHalfPrefix):
			err = os.RemoveAll(path)
		}
		if err != nil && !errors.Is(err, foreign.ErrTooLarge) {
			return fmt.Errorf("remove what an interrupted sync left: %w%s", err, ownIt)
		}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Put keeps a list, in place of another of that name: whoever looks sees the former list or
// the whole of this one. It returns the facts as they are kept: with how many tools, and
// those that could not be kept among the rejected ones. The error says why no list was
// kept; the former one is then as it was.
func (w *Writer) Put(name string, facts Facts, all []Tool) (Facts, error) {
	kept, err := w.put(name, facts, all)
	if err != nil {
		return facts, fmt.Errorf("keep the list of tools of %s: %w", facts.Server, err)
	}
	return kept, nil
}

func (w *Writer) put(name string, facts Facts, all []Tool) (Facts, error) {
	if !tool.IsPlain(name) {
		return facts, fmt.Errorf("%.100q is no name of a folder", name)
	}
	half, err := os.MkdirTemp(w.dir, temporaryPrefix) // mode 0700
	if err != nil {
		return facts, fmt.Errorf("%w%s", err, ownIt)
	}
	defer os.RemoveAll(half) // of the former list, once both changed places
	facts.Tools, facts.Bytes = 0, 0
	for _, one := range all {
		bytes, reason, err := writeTool(half, one)
		if err != nil {
			return facts, err
		}
		if reason != "" {
			facts.Reject(one.File.Name, reason)
			continue
		}
		facts.Tools++
		facts.Bytes += bytes
	}
	data, err := json.MarshalIndent(facts, "", "  ")
	if err == nil {
		err = writeFile(filepath.Join(half, tool.FactsFile), data)
	}
	if err == nil {
		err = swap.Folders(w.Path(name), half, filepath.Join(w.dir, formerPrefix+name))
	}
	return facts, err
}

// writeTool writes the file of a tool, or returns why there can be none. The bytes are those
// of its definition.
func writeTool(folder string, one Tool) (definition int64, reason string, err error) {
	if !tool.IsPlain(one.Name) {
		return 0, "its id has characters that the client has in no id", nil
	}
	data := encode(one.File)
	if len(data) > tool.FileBytesMax {
		one.Input = nil
		data = encode(one.File)
	}
	if len(data) > tool.FileBytesMax {
		return 0, fmt.Sprintf("it takes more than %d bytes", tool.FileBytesMax), nil
	}
	err = writeFile(filepath.Join(folder, one.Name+tool.Suffix), data)
	if errors.Is(err, fs.ErrExist) {
		return 0, "another tool has a file of that name", nil // of one that differs by upper and lower case
	}
	return int64(len(one.File.Name) + len(one.Description) + len(one.Input)), "", err
}

// encode writes a tool's file. An Input that is no JSON is left out.
func encode(file tool.File) []byte {
	if !json.Valid(file.Input) {
		file.Input = nil
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(file) // texts and valid JSON always encode, and a buffer takes all
	return out.Bytes()
}

// writeFile makes a file and waits until it is on the disk.
func writeFile(path string, data []byte) error {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	return errors.Join(err, out.Sync(), out.Close())
}

// Reject notes a tool that is not kept.
func (f *Facts) Reject(name, reason string) {
	if len(f.Rejected) >= RejectedMax {
		f.More++
		return
	}
	f.Rejected = append(f.Rejected, Rejected{name, reason})
}

// Forget removes a list; fs.ErrNotExist: there is none.
func (w *Writer) Forget(name string) error {
	if !tool.IsPlain(name) || !exists(w.Path(name)) {
		return fmt.Errorf("forget the list of tools %.100q: %w", name, fs.ErrNotExist)
	}
	gone, err := os.MkdirTemp(w.dir, temporaryPrefix)
	if err == nil {
		err = os.Rename(w.Path(name), filepath.Join(gone, name)) // whole, before its files go
	}
	if err == nil {
		err = os.RemoveAll(gone)
	}
	if err != nil {
		return fmt.Errorf("forget the list of tools %s: %w%s", name, err, ownIt)
	}
	return nil
}

// Clear removes all lists and agreements, then the folder if nothing else is in it. It
// returns how many lists there were. The Writer is closed.
func (w *Writer) Clear() (n int, err error) {
	lists, err := w.Lists()
	for _, list := range lists {
		if err == nil {
			err = w.Forget(list.Folder)
		}
		if err == nil {
			n++
		}
	}
	if err != nil {
		return n, errors.Join(err, w.Close())
	}
	for _, name := range []string{agreedFile, ".lock"} {
		if err := os.Remove(filepath.Join(w.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return n, errors.Join(fmt.Errorf("remove the lists of tools: %w", err), w.Close())
		}
	}
	_ = os.Remove(w.dir) // it stays where something else is in it
	return n, w.Close()
}
