;; Allocates a megabyte at a time.
;; expect: evaluate limit "memory: more than 67108864 bytes asked for"
;; lua: rep_nested.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (call $alloc (i64.const 1048576))) (br $again))
    (i32.const 0)))
