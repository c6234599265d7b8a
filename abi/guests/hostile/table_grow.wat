;; Grows a table without end, which no budget of memory covers.
;; expect: vet "the module uses reference types"
;; lua: table_array.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 1 funcref)
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (table.grow 0 (ref.null func) (i32.const 1000000))) (br $again))
    (i32.const 0)))
