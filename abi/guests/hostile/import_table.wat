;; Imports its table.
;; expect: vet "a table: link without --import-table"
;; lua: none
(module
  (import "env" "table" (table 1 funcref))
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
