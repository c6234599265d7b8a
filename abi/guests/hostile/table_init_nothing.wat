;; Initializes no entry of its table, for ever.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 1 funcref)
  (elem $e func $empty)
  (func $empty)
  (func (export "evaluate_activation") (result i32)
    (loop $again (table.init $e (i32.const 0) (i32.const 0) (i32.const 0)) (br $again))
    (i32.const 0)))
