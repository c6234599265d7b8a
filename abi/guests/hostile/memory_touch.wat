;; Touches every page of its memory and then of its blocks: the two share one budget.
;; expect: evaluate limit "memory: more than 67108864 bytes asked for"
;; lua: tables_fields.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $i i32) (local $block i64)
    (drop (memory.grow (i32.const 900)))
    (loop $next
      (i32.store (local.get $i) (i32.const 1))
      (local.set $i (i32.add (local.get $i) (i32.const 4096)))
      (br_if $next (i32.lt_u (local.get $i) (i32.const 58982400))))
    (loop $more
      (call $store_u8 (call $alloc (i64.const 4096)) (i32.const 1))
      (br $more))
    (i32.const 0)))
