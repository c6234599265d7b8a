;; Writes and reads eight bytes at an odd offset inside a block, which is allowed, and finds them
;; again.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "load_u64" (func $load_u64 (param i64) (result i64)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (i64.add (call $alloc (i64.const 64)) (i64.const 3)))
    (call $store_u64 (local.get $block) (i64.const 0x0123456789abcdef))
    (i64.ne (call $load_u64 (local.get $block)) (i64.const 0x0123456789abcdef))))
