;; Grows its memory by no page at all, for ever: each time the engine is left and entered.
;; expect: evaluate limit "fuel: all 2000000 units used"
;; lua: none
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (drop (memory.grow (i32.const 0))) (br $again))
    (i32.const 0)))
