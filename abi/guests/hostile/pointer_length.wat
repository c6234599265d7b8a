;; Asks for the length of blocks that are none: a freed one, the middle of one, 0 and beyond 2^63.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/env" "length" (func $length (param i64) (result i64)))
  (import "extism:host/env" "length_unsafe" (func $length_unsafe (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 64)))
    (drop (call $alloc (i64.const 64)))
    (call $free (local.get $block))
    (i64.ne (i64.const 0)
      (i64.or
        (i64.or (call $length (local.get $block)) (call $length_unsafe (i64.const 80)))
        (i64.or (call $length (i64.const 0)) (call $length_unsafe (i64.const 0x8000000000000000)))))))
