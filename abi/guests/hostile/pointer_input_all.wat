;; Reads its input at 2^64 − 8.
;; expect: evaluate internal "input_load_u64: offset 18446744073709551608"
;; lua: none
(module
  (import "extism:host/env" "input_load_u64" (func $input_load_u64 (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $input_load_u64 (i64.const -8)))
    (i32.const 0)))
