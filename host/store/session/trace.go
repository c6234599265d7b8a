package session

import (
	"bytes"
	"compress/flate"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Limits of stored traces.
const (
	TracesKeptDefault  = 50
	TraceBytesMax      = 256 << 10 // of one, compressed
	traceInflatedBytes = 64 << 20  // of one, read back
)

// ErrTraceTooLarge is returned where a trace was not stored for its size.
var ErrTraceTooLarge = fmt.Errorf("the trace has more than %d KiB compressed", TraceBytesMax>>10)

// ErrNoTrace is returned for a decision without a trace, any more or at all.
var ErrNoTrace = errors.New("no trace is kept; only the last decisions have one (retention.traces)")

// SaveTrace keeps a decision's trace and those of the rulesets that were asked
// before and failed, compressed, and drops all but the newest keep of them. The
// trace of a failure that is too large is left out.
func (s *Store) SaveTrace(decisionID int64, trace []byte, failed [][]byte, keep int) error {
	if keep < 1 {
		return nil
	}
	data, err := deflate(trace)
	if err != nil {
		return fmt.Errorf("store trace: %w", err)
	}
	if len(data) > TraceBytesMax {
		return fmt.Errorf("store trace: %w", ErrTraceTooLarge)
	}
	return s.write("store trace", func(tx *sql.Tx) error {
		if _, err := tx.Exec(`INSERT OR REPLACE INTO traces (decision_id, data) VALUES (?, ?)`, decisionID, data); err != nil {
			return err
		}
		if err := saveFailed(tx, decisionID, failed); err != nil {
			return err
		}
		_, err := tx.Exec(`
DELETE FROM traces WHERE decision_id <= (SELECT decision_id FROM traces ORDER BY decision_id DESC LIMIT 1 OFFSET ?)`, keep)
		return err
	})
}

// DropTraces deletes all traces.
func (s *Store) DropTraces() error {
	return s.write("drop traces", func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM traces`)
		return err
	})
}

func saveFailed(tx *sql.Tx, decisionID int64, failed [][]byte) error {
	for i, trace := range failed {
		data, err := deflate(trace)
		if err != nil {
			return err
		}
		if len(data) > TraceBytesMax {
			continue
		}
		if _, err := tx.Exec(`INSERT OR REPLACE INTO failed_traces (decision_id, attempt, data) VALUES (?, ?, ?)`, decisionID, i+1, data); err != nil {
			return err
		}
	}
	return nil
}

// FailedTraces returns the traces of the rulesets that failed before a decision was
// taken, in the order in which they were asked.
func (s *Store) FailedTraces(decisionID int64) ([][]byte, error) {
	return collect(s, fmt.Sprintf("read failed traces of decision %d", decisionID), func(rows *sql.Rows) ([]byte, error) {
		var data []byte
		if err := rows.Scan(&data); err != nil {
			return nil, err
		}
		return inflate(data, traceInflatedBytes)
	}, `SELECT data FROM failed_traces WHERE decision_id = ? ORDER BY attempt LIMIT ?`, decisionID, RowsMax)
}

// Trace returns a decision's trace as it was saved, or ErrNoTrace.
func (s *Store) Trace(decisionID int64) ([]byte, error) {
	var data []byte
	err := s.db.QueryRow(`SELECT data FROM traces WHERE decision_id = ?`, decisionID).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoTrace
	}
	if err != nil {
		return nil, fmt.Errorf("read trace of decision %d: %w", decisionID, err)
	}
	trace, err := inflate(data, traceInflatedBytes)
	if err != nil {
		return nil, fmt.Errorf("read trace of decision %d: %w", decisionID, err)
	}
	return trace, nil
}

// Traced names all decisions that have a trace, oldest first.
func (s *Store) Traced() ([]int64, error) {
	return collect(s, "find traces", func(rows *sql.Rows) (id int64, err error) {
		return id, rows.Scan(&id)
	}, `SELECT decision_id FROM traces ORDER BY decision_id`)
}

// storedMax is how much fits into one block of a stream that is not compressed.
const storedMax = 1<<16 - 1

// stored returns data as a deflate stream of one block that is not compressed, see RFC 1951,
// section 3.2.4.
func stored(data []byte) []byte {
	size := uint16(len(data))
	stream := binary.LittleEndian.AppendUint16([]byte{1}, size) // the last block, of type 00
	return append(binary.LittleEndian.AppendUint16(stream, ^size), data...)
}

// deflaters has one that is used again, because it has a megabyte of tables. A sync.Pool
// would be empty after each collection of garbage.
var deflaters = make(chan *flate.Writer, 1)

// deflate compresses what is large. Of small data the tables would cost more than is saved.
func deflate(data []byte) ([]byte, error) {
	if len(data) <= storedMax {
		return stored(data), nil
	}
	var out bytes.Buffer
	var w *flate.Writer
	select {
	case w = <-deflaters:
		w.Reset(&out)
	default:
		var err error
		if w, err = flate.NewWriter(&out, flate.BestSpeed); err != nil {
			return nil, err
		}
	}
	defer func() {
		select {
		case deflaters <- w:
		default:
		}
	}()
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// inflate reads at most limit bytes; more is an error, as is damage.
func inflate(data []byte, limit int64) ([]byte, error) {
	r := flate.NewReader(bytes.NewReader(data))
	defer r.Close()
	out, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("inflate: %w", err)
	}
	if int64(len(out)) > limit {
		return nil, fmt.Errorf("inflate: more than %d bytes", limit)
	}
	return out, nil
}
