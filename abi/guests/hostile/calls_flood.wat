;; Makes 5,000 host calls.
;; expect: evaluate limit "host_calls: more than 4096"
;; lua: host_calls.lua
(module
  (import "extism:host/env" "free" (func $free (param i64)))
  (import "extism:host/user" "session" (func $user_session (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (local $i i32)
    (loop $again
      (call $free (call $user_session (i64.const 0)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $i) (i32.const 5000))))
    (i32.const 0)))
