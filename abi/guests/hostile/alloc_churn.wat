;; Allocates and frees without end in an order that fills the lists of freed blocks.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $a i64) (local $b i64) (local $size i64)
    (loop $again
      (local.set $size (i64.and (i64.add (local.get $size) (i64.const 24)) (i64.const 0xfff8)))
      (local.set $a (call $alloc (i64.add (local.get $size) (i64.const 8))))
      (local.set $b (call $alloc (i64.const 8)))
      (call $free (local.get $a))
      (local.set $a (call $alloc (i64.shr_u (local.get $size) (i64.const 1))))
      (call $free (local.get $b))
      (call $free (local.get $a))
      (br $again))
    (i32.const 0)))
