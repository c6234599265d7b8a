// Package extension adds FTS5 and sqlite-vec to the SQLite of the driver's module. It
// holds copies of three published files and of a part of a fourth, so that the tree
// builds without tags and variables. See RATIONALE.md, "Why copies of FTS5 and sqlite-vec?".
package extension

/*
#cgo CFLAGS: -DSQLITE_CORE -DSQLITE_ENABLE_FTS5 -DSQLITE_API= -DSQLITE_PRIVATE=
#cgo CFLAGS: -Dsqlite3_fts5_may_be_corrupt=extension_fts5_may_be_corrupt
#cgo LDFLAGS: -lm
#include "sqlite3.h"

int sqlite3Fts5Init(sqlite3 *db);
int sqlite3_vec_init(sqlite3 *db, char **message, const void *api);

static int init(sqlite3 *db, char **message, const void *api) {
	int rc = sqlite3Fts5Init(db);
	return rc == SQLITE_OK ? sqlite3_vec_init(db, message, api) : rc;
}

static int register_init(void) { return sqlite3_auto_extension((void (*)(void))init); }
*/
import "C"

import _ "github.com/mattn/go-sqlite3" // what both extend

// Register adds both extensions to each connection that this process opens from then
// on. It panics if there is no memory to remember them.
func Register() {
	if rc := C.register_init(); rc != C.SQLITE_OK {
		panic("register FTS5 and sqlite-vec: out of memory")
	}
}
