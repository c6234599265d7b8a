;; Imports its memory.
;; expect: vet "a memory: link without --import-memory"
;; lua: none
(module
  (import "env" "memory" (memory 1))
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
