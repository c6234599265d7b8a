/* sqlite-vec's binding asks for sqlite3.h; the driver ships the same file under
   another name. See RATIONALE.md, "Why a header of one line?". */
#include "sqlite3-binding.h"
