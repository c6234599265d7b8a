package look

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"syscall"
)

// watch tells what happens in folders. The system queues each change before the system call
// returns that makes it, so that whoever asks afterwards is told.
type watch struct {
	file *os.File
	buf  []byte
}

// What of a folder is told: all that changes what is seen in it.
const told = syscall.IN_MODIFY | syscall.IN_CLOSE_WRITE | syscall.IN_ATTRIB | syscall.IN_CREATE | syscall.IN_DELETE | syscall.IN_MOVED_FROM | syscall.IN_MOVED_TO |
	syscall.IN_ONLYDIR | syscall.IN_DONT_FOLLOW

// readsMax bounds how much is read of what happened since the last pass; where it was more,
// everything may have changed.
const readsMax = 64

// newWatch returns nil where the system refuses one.
func newWatch() *watch {
	fd, err := syscall.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK)
	if err != nil {
		return nil
	}
	return &watch{os.NewFile(uintptr(fd), "inotify"), make([]byte, 16<<10)}
}

func (w *watch) close() {
	if w != nil {
		_ = w.file.Close() // nothing was written
	}
}

// control calls f with the descriptor, unless that is closed.
func (w *watch) control(f func(fd int) error) (err error) {
	raw, err := w.file.SyscallConn()
	if err != nil {
		return err
	}
	if failed := raw.Control(func(fd uintptr) { err = f(int(fd)) }); failed != nil {
		return failed
	}
	return err
}

// add watches a folder and returns by which number its changes are told.
func (w *watch) add(path string) (id int32, err error) {
	err = w.control(func(fd int) error {
		number, err := syscall.InotifyAddWatch(fd, path, told)
		id = int32(number)
		return err
	})
	return id, err
}

func (w *watch) remove(id int32) {
	_ = w.control(func(fd int) error {
		_, err := syscall.InotifyRmWatch(fd, uint32(id))
		return err
	}) // the folder may be gone
}

// isRefusal reports that a user has no watches left.
func isRefusal(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.ENOMEM)
}

// changes returns what happened since it was last asked, without waiting; all: there may be more.
func (w *watch) changes() (found []change, all bool) {
	if w == nil {
		return nil, false
	}
	err := w.control(func(fd int) error {
		for range readsMax {
			n, err := syscall.Read(fd, w.buf)
			switch {
			case err == syscall.EINTR:
				continue
			case err == syscall.EAGAIN:
				return nil
			case err != nil:
				return err
			}
			var more bool
			found, more = decode(found, w.buf[:n])
			all = all || more
		}
		all = true
		return nil
	})
	return found, all || err != nil
}

// decode appends the changes in what inotify(7) returns; all: some were lost.
func decode(found []change, data []byte) (_ []change, all bool) {
	for len(data) >= syscall.SizeofInotifyEvent {
		id, mask := int32(binary.NativeEndian.Uint32(data)), binary.NativeEndian.Uint32(data[4:])
		end := syscall.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(data[12:]))
		if end > len(data) {
			return found, true
		}
		name, _, _ := bytes.Cut(data[syscall.SizeofInotifyEvent:end], []byte{0})
		data = data[end:]
		all = all || mask&syscall.IN_Q_OVERFLOW != 0
		gone := mask&(syscall.IN_UNMOUNT|syscall.IN_IGNORED) != 0 // or was removed
		moved := mask&syscall.IN_ISDIR != 0 && mask&(syscall.IN_CREATE|syscall.IN_DELETE|syscall.IN_MOVED_FROM|syscall.IN_MOVED_TO) != 0
		found = append(found, change{id, string(name), gone || moved})
	}
	return found, all
}
