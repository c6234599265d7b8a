;; Reads eight bytes at the last byte of its input.
;; expect: evaluate internal "input_load_u64: offset"
;; lua: none
(module
  (import "extism:host/env" "input_length" (func $input_length (result i64)))
  (import "extism:host/env" "input_load_u64" (func $input_load_u64 (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $input_load_u64 (i64.sub (call $input_length) (i64.const 1))))
    (i32.const 0)))
