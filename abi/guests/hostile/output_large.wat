;; Answers 300 KiB that are really there.
;; expect: evaluate limit "answer: 307200 bytes were returned, at most 262144 are taken"
;; lua: answer_large.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (call $output_set (call $alloc (i64.const 307200)) (i64.const 307200))
    (i32.const 0)))
