;; Allocates one block of 2^62 bytes.
;; expect: evaluate limit "memory: more than 67108864 bytes asked for"
;; lua: rep_overflow.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $alloc (i64.const 0x4000000000000000)))
    (i32.const 0)))
