// What the amalgamation declares above FTS5; it, too, is compiled without assertions.
#define NDEBUG 1
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sqlite3.h"
#define SQLITE_EXTENSION_INIT1
#include "fts5-amalgamation.h"
