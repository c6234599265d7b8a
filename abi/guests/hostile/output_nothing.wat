;; Answers nothing at all, not even an empty list.
;; expect: decide internal "not JSON"
;; lua: returns_nothing.lua
(module
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $output_set (i64.const 0) (i64.const 0))
    (i32.const 0)))
