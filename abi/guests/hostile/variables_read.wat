;; Reads a variable of 1 MiB back again and again: each time it becomes a block.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "var_get" (func $var_get (param i64) (result i64)))
  (import "extism:host/env" "var_set" (func $var_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $name i64)
    (local.set $name (call $alloc (i64.const 8)))
    (call $var_set (local.get $name) (call $alloc (i64.const 1048576)))
    (loop $again (drop (call $var_get (local.get $name))) (br $again))
    (i32.const 0)))
