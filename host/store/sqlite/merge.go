package sqlite

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
)

// Places in a write-ahead log; see "The Write-Ahead Log" in SQLite's description
// of its file format. Numbers are big endian; the magic number's last bit gives
// the order of the words that are summed.
const (
	logHeaderBytes = 32
	logPageSize    = 8  // 4 bytes
	logSalt        = 16 // 8 bytes: frames with another salt are left from before
	logSum         = 24 // 8 bytes, of what comes before

	frameHeaderBytes = 24 // 4 bytes number of the page, 4 bytes not 0 on commit, 8 salt, 8 sum
	frameSalt        = 8
	frameSum         = 16
)

// mergeLog moves what was committed to a log into a file, as SQLite would, and
// removes the log. SQLite itself refuses while the schema cannot be read, and
// the log's pages would hide those that are put in.
func mergeLog(path, logPath string) error {
	log, err := os.ReadFile(logPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR, fileMode)
	if err != nil {
		return err
	}
	for _, frame := range committedFrames(log) {
		number, page := int64(binary.BigEndian.Uint32(frame)), frame[frameHeaderBytes:]
		if _, err := file.WriteAt(page, (number-1)*int64(len(page))); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	return errors.Join(file.Close(), os.Remove(logPath))
}

// committedFrames returns the frames up to the last commit before the first that
// does not belong or is damaged.
func committedFrames(log []byte) [][]byte {
	if len(log) < logHeaderBytes {
		return nil
	}
	sum := logSummer{order: binary.LittleEndian}
	if log[3]&1 == 1 {
		sum.order = binary.BigEndian
	}
	size := int(binary.BigEndian.Uint32(log[logPageSize:]))
	if sum.add(log[:logSum]); !sum.is(log[logSum:]) || size < 512 || size > 64<<10 || size%512 != 0 {
		return nil
	}
	var frames [][]byte
	committed := 0
	for rest := log[logHeaderBytes:]; len(rest) >= frameHeaderBytes+size; rest = rest[frameHeaderBytes+size:] {
		frame := rest[:frameHeaderBytes+size]
		sum.add(frame[:frameSalt])
		sum.add(frame[frameHeaderBytes:])
		salted := string(frame[frameSalt:frameSum]) == string(log[logSalt:logSum])
		if !salted || !sum.is(frame[frameSum:]) || binary.BigEndian.Uint32(frame) == 0 {
			break
		}
		frames = append(frames, frame)
		if binary.BigEndian.Uint32(frame[4:]) != 0 {
			committed = len(frames)
		}
	}
	return frames[:committed]
}

// logSummer is the running sum over a log.
type logSummer struct {
	order binary.ByteOrder
	a, b  uint32
}

func (s *logSummer) add(data []byte) {
	for ; len(data) >= 8; data = data[8:] {
		s.a += s.order.Uint32(data) + s.b
		s.b += s.order.Uint32(data[4:]) + s.a
	}
}

func (s *logSummer) is(stored []byte) bool {
	return binary.BigEndian.Uint32(stored) == s.a && binary.BigEndian.Uint32(stored[4:]) == s.b
}
