;; Makes host calls with requests of 1 MiB until something is gone.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: request_large.lua
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/user" "embed" (func $user_embed (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 1048576)))
    (loop $again (call $free (call $user_embed (local.get $block))) (br $again))
    (i32.const 0)))
