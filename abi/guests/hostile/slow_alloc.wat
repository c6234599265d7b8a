;; Allocates and frees without end.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again
      (call $free (call $alloc (i64.const 16)))
      (br $again))
    (i32.const 0)))
