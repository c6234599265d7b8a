;; Frees what is no block: 0, the middle of one, beyond 2^63; the block stays.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/env" "length" (func $length (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 32)))
    (call $free (i64.const 0))
    (call $free (i64.add (local.get $block) (i64.const 8)))
    (call $free (i64.const 0x8000000000000000))
    (call $free (i64.add (local.get $block) (i64.const 0x100000000)))
    (i64.ne (call $length (local.get $block)) (i64.const 32))))
