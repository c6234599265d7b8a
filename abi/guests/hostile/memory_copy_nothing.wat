;; Copies no byte at all, for ever.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (memory.copy (i32.const 0) (i32.const 0) (i32.const 0)) (br $again))
    (i32.const 0)))
