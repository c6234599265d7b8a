;; Makes a host call with a block's offset plus 2^32.
;; expect: evaluate internal "session: there is no block at offset 4294967304"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/user" "session" (func $user_session (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $user_session (i64.add (call $alloc (i64.const 8)) (i64.const 0x100000000))))
    (i32.const 0)))
