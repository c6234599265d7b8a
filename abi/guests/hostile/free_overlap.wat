;; Allocates, frees and allocates in changing sizes, and looks whether two of its blocks overlap.
;; expect: ok {"activate":[],"deactivate":[]}
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/env" "length" (func $length (param i64) (result i64)))
  (import "extism:host/env" "load_u8" (func $load_u8 (param i64) (result i32)))
  (import "extism:host/env" "store_u8" (func $store_u8 (param i64 i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $a i64) (local $b i64) (local $i i64)
    (loop $next
      (local.set $a (call $alloc (i64.add (i64.const 1) (i64.mul (local.get $i) (i64.const 13)))))
      (local.set $b (call $alloc (i64.add (i64.const 9) (i64.mul (local.get $i) (i64.const 5)))))
      (call $store_u8 (local.get $a) (i32.const 1))
      (call $store_u8 (local.get $b) (i32.const 2))
      (if (i32.ne (call $load_u8 (local.get $a)) (i32.const 1)) (then (return (i32.const 1))))
      (if (i64.lt_u (local.get $b) (i64.add (local.get $a) (call $length (local.get $a))))
        (then (if (i64.ge_u (local.get $b) (local.get $a)) (then (return (i32.const 2))))))
      (call $free (local.get $a))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 300))))
    (i32.const 0)))
