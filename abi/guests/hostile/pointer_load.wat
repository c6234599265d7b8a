;; Reads a byte at offset 2^63.
;; expect: evaluate internal "load_u8: offset 9223372036854775808 is outside of all blocks"
;; lua: none
(module
  (import "extism:host/env" "load_u8" (func $load_u8 (param i64) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $load_u8 (i64.const 0x8000000000000000))))
