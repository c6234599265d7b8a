;; Brings two memories.
;; expect: vet "memor"
;; lua: none
(module
  (memory 1) (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
