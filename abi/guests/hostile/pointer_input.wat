;; Reads the byte behind its input.
;; expect: evaluate internal "input_load_u8: offset"
;; lua: none
(module
  (import "extism:host/env" "input_length" (func $input_length (result i64)))
  (import "extism:host/env" "input_load_u8" (func $input_load_u8 (param i64) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $input_load_u8 (call $input_length))))
