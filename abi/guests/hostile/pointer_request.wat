;; Makes a host call with an offset that is no block.
;; expect: evaluate internal "session: there is no block at offset 99"
;; lua: none
(module
  (import "extism:host/user" "session" (func $user_session (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (drop (call $user_session (i64.const 99)))
    (i32.const 0)))
