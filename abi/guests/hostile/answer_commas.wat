;; Answers 87,000 empty objects.
;; expect: decide internal "entries are more than 64"
;; lua: answer_many.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64) (local $i i64)
    (local.set $block (call $alloc (i64.const 261001)))
    (call $store_u8 (local.get $block) (i32.const 91))
    (loop $next
      (call $store_u8 (i64.add (local.get $block) (i64.add (local.get $i) (i64.const 1))) (i32.const 123))
      (call $store_u8 (i64.add (local.get $block) (i64.add (local.get $i) (i64.const 2))) (i32.const 125))
      (call $store_u8 (i64.add (local.get $block) (i64.add (local.get $i) (i64.const 3))) (i32.const 44))
      (local.set $i (i64.add (local.get $i) (i64.const 3)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 261000))))
    (call $store_u8 (i64.add (local.get $block) (i64.const 261000)) (i32.const 93))
    (call $output_set (local.get $block) (i64.const 261001))
    (i32.const 0)))
