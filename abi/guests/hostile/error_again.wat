;; Sets its error again and again.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: loop_errors.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "error_set" (func $error_set (param i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 1000000)))
    (loop $again (call $error_set (local.get $block)) (br $again))
    (i32.const 0)))
