;; Loops for ever, plainly.
;; expect: evaluate limit "fuel: all 2000000 units used" "in evaluate_activation"
;; lua: loop_while.lua
(module
  (memory 1)
  (export "impressionism_abi_2" (memory 0))
  (func (export "evaluate_activation") (result i32)
    (loop $again (br $again))
    (i32.const 0)))
