;; Keeps every reply of the host.
;; expect: evaluate limit "host_calls: more than 4096"
;; lua: none
(module
  (import "extism:host/user" "get_all_skills" (func $user_get_all_skills (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_1" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (call $user_get_all_skills (i64.const 0))) (br $again))
    (i32.const 0)))
