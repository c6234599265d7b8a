;; Frees a block twice and allocates two more of its size, which must not be the same.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 32)))
    (drop (call $alloc (i64.const 32)))
    (call $free (local.get $block))
    (call $free (local.get $block))
    (i64.eq (call $alloc (i64.const 32)) (call $alloc (i64.const 32)))))
