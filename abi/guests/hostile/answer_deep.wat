;; Answers 130,000 lists inside each other.
;; expect: decide internal "answer: not JSON"
;; lua: answer_deep.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64) (local $i i64)
    (local.set $block (call $alloc (i64.const 260000)))
    (loop $next
      (call $store_u8 (i64.add (local.get $block) (local.get $i)) (select (i32.const 91) (i32.const 93) (i64.lt_u (local.get $i) (i64.const 130000))))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 260000))))
    (call $output_set (local.get $block) (i64.const 260000))
    (i32.const 0)))
