;; Brings a table of references that no guest can have.
;; expect: vet "the module uses reference types"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 1 externref)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
