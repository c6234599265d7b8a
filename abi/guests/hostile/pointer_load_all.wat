;; Reads eight bytes at offset 2^64 − 1: the sum overflows.
;; expect: evaluate internal "load_u64: offset 18446744073709551615 is outside of all blocks"
;; lua: none
(module
  (import "extism:host/env" "load_u64" (func $load_u64 (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $load_u64 (i64.const -1)))
    (i32.const 0)))
