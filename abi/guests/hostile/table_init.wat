;; Initializes 100,000 entries of its table again and again.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: insert_front.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (table 100000 funcref)
  (elem (i32.const 0) $empty)
  (func $empty)
  (func (export "evaluate_activation") (result i32)
    (loop $again
      (table.copy (i32.const 0) (i32.const 1) (i32.const 99999))
      (br $again))
    (i32.const 0)))
