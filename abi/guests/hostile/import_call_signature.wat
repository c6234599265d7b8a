;; Imports a host call as if it took a pointer and a length.
;; expect: vet "it imports extism:host/user log as" "declare it as"
;; lua: none
(module
  (import "extism:host/user" "log" (func (param i32 i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
