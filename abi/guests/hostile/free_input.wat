;; Frees the block of its input, has it taken by another, and asks for the input again.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/env" "input_length" (func $input_length (result i64)))
  (import "extism:host/env" "input_load_u8" (func $input_load_u8 (param i64) (result i32)))
  (import "extism:host/env" "input_offset" (func $input_offset (result i64)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $free (call $input_offset))
    (call $store_u64 (call $alloc (call $input_length)) (i64.const 0))
    (i32.ne (call $input_load_u8 (i64.const 0)) (i32.const 123))))
