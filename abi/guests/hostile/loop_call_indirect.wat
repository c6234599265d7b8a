;; Calls an empty function through the table for ever.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: loop_function.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (type $nothing (func))
  (table 1 funcref)
  (elem (i32.const 0) $empty)
  (func $empty)
  (func (export "evaluate_activation") (result i32)
    (loop $again (call_indirect (type $nothing) (i32.const 0)) (br $again))
    (i32.const 0)))
