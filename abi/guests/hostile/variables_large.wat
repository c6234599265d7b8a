;; Keeps 20 MiB under ever new names.
;; expect: evaluate limit "memory: more than 67108864 bytes asked for"
;; lua: tables_fields.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "store_u64" (func $store_u64 (param i64 i64)))
  (import "extism:host/env" "var_set" (func $var_set (param i64 i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $name i64) (local $value i64) (local $i i64)
    (local.set $name (call $alloc (i64.const 8)))
    (local.set $value (call $alloc (i64.const 20971520)))
    (loop $again
      (call $store_u64 (local.get $name) (local.get $i))
      (call $var_set (local.get $name) (local.get $value))
      (local.set $i (i64.add (local.get $i) (i64.const 1)))
      (br $again))
    (i32.const 0)))
