;; Makes a host call with a block that it freed.
;; expect: evaluate internal "session: there is no block at offset"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/user" "session" (func $user_session (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $block i64)
    (local.set $block (call $alloc (i64.const 8)))
    (call $free (local.get $block))
    (drop (call $user_session (local.get $block)))
    (i32.const 0)))
