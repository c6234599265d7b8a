-- Reaches a library that is not there: package.
-- expect: attempt to index a non-table object(nil)
package.loaded.os.exit()
return {}
