;; Calls an empty function for ever.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: loop_closures.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func $empty)
  (func (export "evaluate_activation") (result i32)
    (loop $again (call $empty) (br $again))
    (i32.const 0)))
