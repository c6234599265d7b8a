;; Calls through the table by a type behind its own.
;; expect: vet "it calls by a type or table that does not exist"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 1 funcref)
  (func (export "evaluate_activation") (result i32)
    (call_indirect (type 9) (i32.const 0))
    (i32.const 0)))
