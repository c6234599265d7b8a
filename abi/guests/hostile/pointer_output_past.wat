;; Answers one byte more than all its blocks have.
;; expect: evaluate internal "output_set: 17 bytes at offset"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $output_set (call $alloc (i64.const 16)) (i64.const 17))
    (i32.const 0)))
