;; Answers 16 bytes at offset −8: offset and length overflow to 8.
;; expect: evaluate internal "output_set: 16 bytes at offset 18446744073709551608 are outside of all blocks"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $alloc (i64.const 8)))
    (call $output_set (i64.const -8) (i64.const 16))
    (i32.const 0)))
