;; Reads eight bytes, of which the last lies outside.
;; expect: evaluate internal "load_u64: offset"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "load_u64" (func $load_u64 (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $load_u64 (i64.add (call $alloc (i64.const 8)) (i64.const 1))))
    (i32.const 0)))
