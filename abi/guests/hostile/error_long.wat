;; Reports an error of 1 MiB.
;; expect: evaluate internal "aaaaaaaa"
;; lua: error_value_long.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "error_set" (func $error_set (param i64)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64) (local $i i64)
    (local.set $block (call $alloc (i64.const 1048576)))
    (loop $next
      (call $store_u64 (i64.add (local.get $block) (local.get $i)) (i64.const 0x6161616161616161))
      (local.set $i (i64.add (local.get $i) (i64.const 8)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 1048576))))
    (call $error_set (local.get $block))
    (i32.const 1)))
