;; Keeps every reply of the host.
;; expect: evaluate limit "host_calls: more than 4096"
;; lua: none
(module
  (import "extism:host/user" "items" (func $user_items (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (call $user_items (i64.const 0))) (br $again))
    (i32.const 0)))
