//go:build unix

package relay

import (
	"errors"
	"os"
	"strconv"
	"syscall"
)

func user() int { return os.Geteuid() }

// isOurs reports whether a folder exists and belongs to this user.
func isOurs(folder string) bool {
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == user()
}

// Check refuses a folder that somebody else could have put there or put things
// into: whoever owns the socket sees prompts and says what the model reads.
func (p Place) Check() error {
	info, err := os.Lstat(p.Folder)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return errors.New(p.Folder + " is no folder")
	case !ok || int(stat.Uid) != user():
		return errors.New(p.Folder + " belongs to another user")
	case info.Mode().Perm()&0o077 != 0:
		return errors.New(p.Folder + " is open to other users; run: chmod 700 " + p.Folder)
	}
	return nil
}

// Program names a program's file as it is: while a process runs it, no other file on the
// machine has its number, and what runs cannot be written to. That is as sure as a hash
// of twenty megabytes, which would take longer than a hook may.
func Program(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", errors.New("look at " + path + ": it has no number")
	}
	return "device " + strconv.FormatUint(uint64(stat.Dev), 10) + ", inode " + strconv.FormatUint(stat.Ino, 10) +
		", " + strconv.FormatInt(info.Size(), 10) + " bytes, modified " + strconv.FormatInt(info.ModTime().UnixNano(), 10), nil
}
