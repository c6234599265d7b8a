;; Answers two bytes at an offset that was never allocated.
;; expect: evaluate internal "output_set: 2 bytes at offset 8000 are outside of all blocks"
;; lua: none
(module
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $output_set (i64.const 8000) (i64.const 2))
    (i32.const 0)))
