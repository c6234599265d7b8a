;; Imports alloc with 32-bit parameters.
;; expect: vet "it imports extism:host/env alloc as" "declare it as"
;; lua: none
(module
  (import "extism:host/env" "alloc" (func (param i32) (result i32)))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
