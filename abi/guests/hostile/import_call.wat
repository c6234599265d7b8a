;; Imports a host call that does not exist.
;; expect: vet "it imports extism:host/user run_command: there is no such host call"
;; lua: call_unknown.lua
(module
  (import "extism:host/user" "run_command" (func (param i64) (result i64)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
