;; Asks for a table of 200,000 entries.
;; expect: vet "its tables have 200000 entries"
;; lua: index_huge.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 200000 funcref)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
