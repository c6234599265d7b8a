;; Removes a variable that was never there, under a name of 40 MiB, again and again.
;; expect: evaluate limit "fuel: "
;; lua: store_long.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "var_set" (func $var_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $long i64)
    (local.set $long (call $alloc (i64.const 41943040)))
    (loop $again (call $var_set (local.get $long) (i64.const 0)) (br $again))
    (i32.const 0)))
