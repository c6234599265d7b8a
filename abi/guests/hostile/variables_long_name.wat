;; Looks variables up under a name of 40 MiB, again and again: the host has to read all of it each
;; time.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: key_long.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (import "extism:host/env" "var_get" (func $var_get (param i64) (result i64)))
  (import "extism:host/env" "var_set" (func $var_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $name i64) (local $long i64) (local $i i64)
    (local.set $name (call $alloc (i64.const 8)))
    (loop $next ;; so many that names are looked up by their hash
      (call $store_u64 (local.get $name) (local.get $i))
      (call $var_set (local.get $name) (local.get $name))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br_if $next (i64.lt_u (local.get $i) (i64.const 40))))
    (local.set $long (call $alloc (i64.const 41943040)))
    (loop $again (drop (call $var_get (local.get $long))) (br $again))
    (i32.const 0)))
