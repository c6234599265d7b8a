;; Asks for a table of 2^32 − 1 entries.
;; expect: vet "4294967295 entries"
;; lua: index_sparse.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 0xffffffff funcref)
  (func (export "evaluate_activation") (result i32)
    (i32.const 0)))
