;; Allocates blocks of one byte without end: that many blocks cost more than their memory.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: tables_empty.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (call $alloc (i64.const 1))) (br $again))
    (i32.const 0)))
